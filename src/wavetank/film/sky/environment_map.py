"""Environment map: the light of a place, from one picture of everything around it.

The picture is equirectangular: columns are azimuths, north in the middle and east right of it;
rows are elevations from zenith to nadir. Its sun is found, and taken out, as it is by far too
small and bright to be met by chance; the rest is folded into the two squares of a sky map.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from wavetank.arrays import Array
from wavetank.errors import SceneError
from wavetank.film.rays.sky_map import skylight_of, solid_angle, toward
from wavetank.film.sky.air import SUN_RADIUS
from wavetank.film.sky.environment import Environment
from wavetank.film.sky.panorama_files import read_panorama
from wavetank.film.sky.spectrum import luminance
from wavetank.kernels.jit import piece_kernel, share_out
from wavetank.look.view import turned

SUN_REACH = np.radians(5.0)
"""How far from its brightest pixel the sun may reach, glare of the lens and all [rad]."""
SUN_STANDS_OUT = 4.0
"""How many times brighter than what lies around it a pixel of the sun is."""
SUN_FADES = 0.01
"""What is darker than this share of the brightest pixel is no sun."""
SUN_SHARE = 0.01
"""Of the light from above the horizon: what sends less is no sun, but a bright spot."""
WIDEST = 4096
"""Columns beyond which a picture is made smaller first."""
NODES = (64, 1024)
"""Steps along a side of the map's squares, at least and at most; else a pixel at the horizon."""
BAND = 32


class Disc(NamedTuple):
    """The sun of a picture."""

    direction: Array
    """Unit vector towards it."""
    light: Array
    """Irradiance on a face turned to it, RGB."""
    radius: float
    """Half the angle at which it is seen [rad]."""


NO_SUN = Disc(np.array([0.0, 0.0, 1.0]), np.zeros(3), SUN_RADIUS)


def environment_of(path: Path, turn: float) -> Environment:
    """The light of a file, turned clockwise by an angle [degrees]."""
    light = read_panorama(path)
    disc, light = without_sun(light)
    sky = folded(smaller(light), np.radians(turn))
    x, y, z = turned(disc.direction[None], -turn)[0].tolist()
    red, green, blue = disc.light.tolist()
    found = Environment(sky, (x, y, z), (red, green, blue), disc.radius, skylight_of(sky))
    if not found.card > 0:
        raise SceneError(
            f"[look]: {path} is black above the horizon", "light must come from somewhere"
        )
    return found


def elevations(rows: int) -> Array:
    """Of the rows' middles [rad]."""
    return np.pi * (0.5 - (np.arange(rows) + 0.5) / rows)


def azimuths(columns: int) -> Array:
    """Of the columns' middles, clockwise from north [rad]."""
    return 2 * np.pi * ((np.arange(columns) + 0.5) / columns - 0.5)


def pixel_angles(rows: int, columns: int) -> Array:
    """Solid angle of a pixel of each row [sr]."""
    edges = np.sin(np.pi * (0.5 - np.arange(rows + 1) / rows))
    return 2 * np.pi / columns * (edges[:-1] - edges[1:])


def without_sun(light: Array) -> tuple[Disc, Array]:
    """The sun of a picture, and the picture without it; NO_SUN if there is none."""
    rows, columns = light.shape[:2]
    angles = pixel_angles(rows, columns)
    above = luminance(light[: rows // 2])
    row, column = np.unravel_index(np.argmax(above), above.shape)
    reach = max(SUN_REACH, 1.5 * np.pi / rows)
    pixels = int(2 * reach / np.pi * rows) + 1
    part = slice(max(int(row) - pixels, 0), min(int(row) + pixels + 1, rows // 2))
    directions = at_angles(elevations(rows)[part, None], azimuths(columns))
    apart = angle_between(directions, directions[int(row) - part.start, int(column)])
    around = np.median(light[part][(apart > reach) & (apart <= 2 * reach)], axis=0)
    least = max(SUN_STANDS_OUT * luminance(around), SUN_FADES * above[row, column])
    bright = (apart <= reach) & (above[part] > least)
    excess = np.maximum(light[part] - around, 0) * bright[..., None]
    flux = excess * angles[part, None, None]
    total = above.sum(axis=1) @ angles[: rows // 2]
    if luminance(flux.sum(axis=(0, 1))) <= SUN_SHARE * total:
        return NO_SUN, light
    rest = light.copy()
    rest[part] -= excess
    return disc_of(flux[bright], directions[bright]), rest


def disc_of(flux: Array, directions: Array) -> Disc:
    """A sun of pixels: in an even disc the mean square of the distance is half the radius'."""
    weights = luminance(flux)
    middle = weights @ directions
    middle /= np.linalg.norm(middle)
    spread = np.average(angle_between(directions, middle) ** 2, weights=weights)
    return Disc(middle, flux.sum(axis=0), max(SUN_RADIUS, float(np.sqrt(2 * spread))))


def at_angles(elevation: Array, azimuth: Array) -> Array:
    """Unit vectors (..., 3) of elevations and azimuths [rad]."""
    flat = np.cos(elevation)
    parts = flat * np.sin(azimuth), flat * np.cos(azimuth), np.sin(elevation)
    return np.stack(np.broadcast_arrays(*parts), axis=-1)


def angle_between(directions: Array, other: Array) -> Array:
    """Between unit vectors (..., 3) and one [rad]; exact where it is small."""
    chord = np.linalg.norm(directions - other, axis=-1)
    angle: Array = 2 * np.arcsin(np.minimum(chord / 2, 1))
    return angle


def smaller(light: Array) -> Array:
    """The same picture of at most WIDEST columns, halved while its size allows it."""
    while light.shape[1] > WIDEST and light.shape[0] % 2 == 0:
        angles = pixel_angles(*light.shape[:2])
        share = (angles[::2] / (angles[::2] + angles[1::2])).astype(np.float32)[:, None, None]
        pairs = (light[:, ::2] + light[:, 1::2]) / 2
        light = share * pairs[::2] + (1 - share) * pairs[1::2]
    return light


def folded(light: Array, turn: float) -> Array:
    """The sky map (2, n, n, 3) of a picture, turned clockwise [rad].

    A node holds the mean of the light around it, so that none is lost: of places half a step
    apart, each counted by its solid angle, and half as much if it lies between two nodes.
    """
    steps = min(max(light.shape[1] // 4, NODES[0]), NODES[1])
    line = np.linspace(-1, 1, 2 * steps + 1)
    weighted = np.empty((2, *line.shape, *line.shape, 3), np.float32)

    def fill(band: int) -> None:
        part = slice(band * BAND, (band + 1) * BAND)
        u, v = np.meshgrid(line, line[part])
        x, y, z = np.moveaxis(toward(u, v), -1, 0)
        azimuth, elevation = np.arctan2(x, y) - turn, np.arcsin(z)
        for half, side in enumerate((1, -1)):
            look_up(light, side * elevation, azimuth, solid_angle(u, v), weighted[half, part])

    share_out(fill, -(-len(line) // BAND))
    weights = tents(tents(solid_angle(*np.meshgrid(line, line)), 0), 1)
    sky: Array = tents(tents(weighted, 1), 2) / weights[..., None]
    return sky.astype(np.float32)


def tents(values: Array, axis: int) -> Array:
    """Every second value with half its neighbours, along an axis."""
    v = np.moveaxis(values, axis, 0)
    sums = v[::2].copy()
    sums[:-1] += 0.5 * v[1::2]
    sums[1:] += 0.5 * v[1::2]
    return np.moveaxis(sums, 0, axis)


@piece_kernel
def look_up(light: Array, elevation: Array, azimuth: Array, weights: Array, found: Array) -> None:
    """A picture's light in directions [rad], between its pixels linearly, times weights.

    All directions are above the horizon, or all below; there nothing blurs across it.
    """
    rows, columns = light.shape[:2]
    below = elevation.sum() < 0
    first, last = (rows // 2, rows - 1) if below else (0, (rows - 1) // 2)
    for k in range(elevation.shape[0]):
        for m in range(elevation.shape[1]):
            y = min(max(rows * (0.5 - elevation[k, m] / np.pi) - 0.5, first), last)
            x = columns * (0.5 + azimuth[k, m] / (2 * np.pi)) - 0.5
            j, i = min(int(y), rows - 2), int(np.floor(x))
            b, a = y - j, x - i
            west, east = i % columns, (i + 1) % columns
            for c in range(3):
                low = (1 - a) * light[j, west, c] + a * light[j, east, c]
                high = (1 - a) * light[j + 1, west, c] + a * light[j + 1, east, c]
                found[k, m, c] = weights[k, m] * ((1 - b) * low + b * high)
