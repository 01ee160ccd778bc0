"""World: all that light meets in a frame, put together from the frame, its land and the look."""

from pathlib import Path

from wavetank.errors import SceneError
from wavetank.film.caustics import caustics
from wavetank.film.ground import GROUNDS, Paint
from wavetank.film.march import G, S, height
from wavetank.film.radiance import Sun, World, beyond, cell_of
from wavetank.film.scenery import Land, Scenery, scenery_of
from wavetank.film.sky import environment
from wavetank.frame import Frame
from wavetank.look.look import Look
from wavetank.look.view import Point
from wavetank.look.waters import RGB, WATERS

RIPPLES = 0.02**2
"""Variance of the slope of waves too small for cells to hold: a light breeze."""
CLEAR_SIGHT = 75e3
"""Distance over which pure air keeps a third of the light [m]; haze divides it."""


def world_of(frame: Frame, land: Land, look: Look, folder: Path, turns: int, photons: int) -> World:
    """All that light meets in a frame."""
    scenery, light, water = scenery_of(frame, land), environment(look, folder), WATERS[look.water]
    sun = Sun(*light.sun, light.sunlight, light.sun_radius**2 / 4)
    return World(
        scenery=scenery,
        paint=paint_of(frame, look),
        absorption=per_clarity(water.absorption, look.clarity),
        scattering=per_clarity(water.scattering, look.clarity),
        sun=sun,
        sky=light.map,
        skylight=light.skylight,
        sight=CLEAR_SIGHT / look.haze,
        caustics=caustics(scenery, sun, photons if look.caustics else 0),
        ripples=RIPPLES,
        turns=turns,
    )


def per_clarity(coefficient: RGB, clarity: float) -> RGB:
    """A coefficient of water that is so many times clearer."""
    red, green, blue = (value / clarity for value in coefficient)
    return red, green, blue


def paint_of(frame: Frame, look: Look) -> Paint:
    """What the ground is painted with."""
    ground, bottom = GROUNDS[look.ground], float(frame.bed.min())
    across = float(frame.bed.max()) - bottom
    return Paint(ground, bottom, max(across, 1e-9), ground.tile * min(frame.grid.size))


def is_in_water(scenery: Scenery, eye: Point) -> bool:
    """Does an eye stand under water? SceneError if it stands in the ground."""
    relief = scenery.relief
    x, y, z = eye
    if beyond(relief, x, y):
        ground, surface = relief.ground_beyond, relief.water_beyond
    else:
        cell = cell_of(relief, x, y)
        ground, surface = height(relief.z, G, *cell), height(relief.z, S, *cell)
    if z <= ground:
        raise SceneError(
            f"[camera]: the eye ({x:g}, {y:g}, {z:g}) is in the ground",
            f"the ground there is at {ground:g} m: raise the eye above it",
        )
    return z < surface
