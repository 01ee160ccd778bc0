"""Sky: the light of a look, from the air or from a picture."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from wavetank.arrays import Array
from wavetank.film.rays.sky_map import nodes, skylight_of
from wavetank.film.sky.air import SUN_RADIUS, Air
from wavetank.film.sky.atmosphere import light_from, light_of_sun
from wavetank.film.sky.environment import Environment
from wavetank.film.sky.environment_map import environment_of
from wavetank.film.sky.spectrum import filmed
from wavetank.film.sky.sphere_map import chrome_ball
from wavetank.look.look import Look, Sun

NODES = 128
"""Along each side of a computed sky's squares: 0.7 degrees at the horizon."""


def direction_of(sun: Sun) -> Array:
    """Unit vector toward the sun."""
    elevation, azimuth = np.radians([sun.elevation, sun.azimuth])
    flat = np.cos(elevation)
    return np.array([flat * np.sin(azimuth), flat * np.cos(azimuth), np.sin(elevation)])


@lru_cache(maxsize=8)
def environment(look: Look, folder: Path = Path()) -> Environment:
    """The light of a look; environment maps are looked for in a folder, the scene file's."""
    if look.sky == "sphere_map":
        made = physical(look).metered()
        return replace(made, sphere_map=chrome_ball(made))
    if look.sky == "physical":
        return physical(look).metered()
    return environment_of(folder / look.sky, look.turn).metered()


def physical(look: Look) -> Environment:
    """Sun and sky as the air makes them."""
    air, sun = Air(look.haze), direction_of(look.sun)
    sky = filmed(light_from(air, nodes(NODES), sun)).astype(np.float32)
    red, green, blue = filmed(light_of_sun(air, sun)).tolist()
    x, y, z = sun.tolist()
    return Environment(sky, (x, y, z), (red, green, blue), SUN_RADIUS, skylight_of(sky))
