"""Ground in the sun: sand by height, rock where it is steep, darker where it is wet."""

from functools import lru_cache

import numpy as np
from numba import prange

from wavetank.arrays import Array
from wavetank.film.light import Scale, blend, drawn_slope, facing
from wavetank.film.resample import resample
from wavetank.kernels.jit import parallel_kernel

LOW_SAND = (0.54, 0.43, 0.29)
HIGH_SAND = (0.68, 0.57, 0.41)
ROCK = (0.27, 0.25, 0.23)
WET = (0.60, 0.61, 0.63)
"""What is left of the ground's light when it is wet: water between grains keeps light in."""
ROCKY = (0.7, 1.4)
"""The slope from which rock shows, and the slope from which there is nothing else."""
RELIEF = 0.3
"""How much of the drawn steepness the ground gets: it stays, so it need not stand out."""
GRAIN = 0.05
"""How much the grain of the ground changes its light."""


@lru_cache(maxsize=4)
def grain(shape: tuple[int, int]) -> Array:
    """The ground's grain: light and dark spots of several sizes, the same in every frame."""
    random = np.random.default_rng(1)
    spots = np.zeros(shape)
    for pixels, share in ((1, 0.35), (4, 0.5), (30, 0.8)):
        coarse = (shape[0] // pixels + 2, shape[1] // pixels + 2)
        spots += share * resample(random.standard_normal(coarse), shape)
    spots.flags.writeable = False
    return spots


def light_ground(ground: Array, wet: Array, scale: Scale) -> Array:
    """The light that comes from the ground, were there no water: (height, width, 3)."""
    low, high = float(ground.min()), float(ground.max())
    if high <= low:
        low, high = low - 1, low + 1  # flat ground is neither low nor high
    light = np.empty((*ground.shape, 3), np.float32)
    spots = grain(ground.shape)
    light_sand(
        ground,
        wet,
        spots,
        low,
        1 / (high - low),
        RELIEF * scale.steepness / (2 * scale.pixel),
        light,
    )
    return light


@parallel_kernel
def light_sand(
    b: Array, wet: Array, spots: Array, low: float, per_metre: float, k: float, light: Array
) -> None:
    """Sand and rock under the sun; k turns a difference over two pixels into a drawn slope."""
    ny, nx = b.shape
    for j in prange(ny):
        north, south = b[max(j - 1, 0)], b[min(j + 1, ny - 1)]
        for i in range(nx):
            rise_x = k * (b[j, min(i + 1, nx - 1)] - b[j, max(i - 1, 0)])
            rise_y = k * (north[i] - south[i])
            steep = np.sqrt(rise_x * rise_x + rise_y * rise_y)
            rock = min(max((steep - ROCKY[0]) / (ROCKY[1] - ROCKY[0]), 0.0), 1.0)
            x, y = drawn_slope(rise_x, rise_y)
            sun = facing(x, y) * (1 + GRAIN * spots[j, i])
            height = (b[j, i] - low) * per_metre
            damp = min(max(wet[j, i], 0.0), 1.0)
            for c in range(3):
                dry = blend(blend(LOW_SAND[c], HIGH_SAND[c], height), ROCK[c], rock)
                light[j, i, c] = dry * sun * blend(1.0, WET[c], damp)
