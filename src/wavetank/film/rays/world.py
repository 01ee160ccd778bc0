"""World: all that light meets in one frame, as the kernels have it."""

from typing import NamedTuple

from wavetank.arrays import Array
from wavetank.film.rays.breeze import Breeze
from wavetank.film.rays.ground import Paint
from wavetank.film.scenery.scenery import Scenery
from wavetank.look.view import Point

Colour = tuple[float, float, float]
"""Red, green and blue light, or shares of it; linear."""


class Sun(NamedTuple):
    """The sun."""

    towards: Point
    """Unit vector."""
    irradiance: Colour
    """On a face turned to it."""
    variance: float
    """Of the angle between its rays and its middle, along one axis."""
    under_water: Point
    """Unit vector toward it, as seen through level water."""
    enters: float
    """Share of its light that level water lets in."""


class World(NamedTuple):
    """All that light meets."""

    scenery: Scenery
    """Ground, water and things."""
    paint: Paint
    """What the ground looks like."""
    absorption: Colour
    """Of the water, a [1/m]."""
    scattering: Colour
    """Of the water, b [1/m]."""
    sun: Sun
    """Where from and how much."""
    sky: Array
    """The map of the sky, for `sky_light`."""
    ball: Array
    """Picture of a chrome ball that water mirrors in place of the sky; (1, 1, 3): none."""
    axes: tuple[Point, Point, Point]
    """The eye's right, up and forward, which the ball turns with."""
    skylight: Colour
    """Irradiance from the sky on level ground."""
    sight: float
    """Distance over which air keeps a third of the light [m]."""
    caustics: Array
    """Sunlight on the bed at the vertices, per what falls on a level face above the water."""
    breeze: Breeze
    """Waves too small to be in the relief."""
    turns: int
    """How often a ray's light is followed from one thing to the next."""
