"""Stage: the world of a frame, put together from the frame, its land and the look."""

from pathlib import Path

import numpy as np

from wavetank.arrays import Array
from wavetank.errors import SceneError
from wavetank.film.rays.breeze import NO_BREEZE, breeze_of
from wavetank.film.rays.caustics import caustics
from wavetank.film.rays.ground import GROUNDS, Paint
from wavetank.film.rays.optics import WATER_INDEX, bent_cosine, reflectance
from wavetank.film.rays.places import column_at
from wavetank.film.rays.world import Sun, World
from wavetank.film.scenery.scenery import Land, Scenery, scenery_of
from wavetank.film.sky.environment import Environment
from wavetank.film.sky.sky import environment
from wavetank.frame import Frame
from wavetank.look.look import Look
from wavetank.look.view import Point, View
from wavetank.look.waters import RGB, WATERS

SPOTS = 0.3
"""Width of the largest spots on the ground, per the tank's shorter side."""
LEVEL = 1e-3
"""Ground with less between its lowest and highest place is level, per the tank's shorter side."""
NO_BALL = np.zeros((1, 1, 3), np.float32)
CLEAR_SIGHT = 75e3
"""Distance over which pure air keeps a third of the light [m]; haze divides it."""


def world_of(
    frame: Frame, land: Land, look: Look, view: View, folder: Path, turns: int, photons: int
) -> World:
    """All that light meets in a frame."""
    scenery, light, water = scenery_of(frame, land), environment(look, folder), WATERS[look.water]
    breeze = breeze_of(look.wind, frame.grid.spacing, frame.time, look.seed)
    through = (scenery, breeze) if look.caustics else (levelled(scenery), NO_BREEZE)
    sun = sun_of(light)
    return World(
        scenery=scenery,
        paint=paint_of(frame.bed, min(frame.grid.size), look),
        absorption=per_clarity(water.absorption, look.clarity),
        scattering=per_clarity(water.scattering, look.clarity),
        sun=sun,
        sky=light.map,
        ball=NO_BALL if light.sphere_map is None else light.sphere_map,
        axes=(view.right, view.up, view.forward),
        skylight=light.skylight,
        sight=CLEAR_SIGHT / look.haze,
        caustics=caustics(*through, sun, photons),
        breeze=breeze,
        turns=turns,
    )


def levelled(scenery: Scenery) -> Scenery:
    """The same, but light comes through the water as if it were level."""
    return scenery._replace(slopes=np.zeros_like(scenery.slopes))


def sun_of(light: Environment) -> Sun:
    """The sun, and what of it comes into water."""
    x, y, z = light.sun
    level = max(z, 0.0)
    down = bent_cosine(level, WATER_INDEX)
    enters = 1 - reflectance(level, down, WATER_INDEX) if level > 0 else 0.0
    below = x / WATER_INDEX, y / WATER_INDEX, down
    return Sun(light.sun, light.sunlight, light.sun_radius**2 / 4, below, enters)


def per_clarity(coefficient: RGB, clarity: float) -> RGB:
    """A coefficient of water that is so many times clearer."""
    red, green, blue = (value / clarity for value in coefficient)
    return red, green, blue


def paint_of(bed: Array, shorter: float, look: Look) -> Paint:
    """What the ground of a tank with this shorter side is painted with."""
    ground, bottom = GROUNDS[look.ground], float(bed.min())
    across = max(float(bed.max()) - bottom, LEVEL * shorter)
    return Paint(ground, bottom, across, ground.tile * shorter, SPOTS * shorter)


def is_in_water(scenery: Scenery, eye: Point) -> bool:
    """Does an eye stand under water? SceneError if it stands in the ground."""
    x, y, z = eye
    ground, surface = column_at(scenery.relief, x, y)
    if z <= ground:
        raise SceneError(
            f"[camera]: the eye ({x:g}, {y:g}, {z:g}) is in the ground",
            f"the ground there is at {ground:g} m: raise the eye above it",
        )
    return z < surface
