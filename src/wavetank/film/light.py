"""Light: the sun and the sky above the tank, and how light becomes a pixel.

Colours are linear light, red, green and blue; 1 is white paper lying flat in the sun.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.jit import kernel, parallel_kernel

SUN = (-0.6037, 0.5065, 0.6157)
"""Towards the sun: x east, y north, z up; length 1. From the upper left, as relief is read."""
STEEPEST = 0.5
"""Slopes are drawn ever less steep towards this: no wave turns black or blinds."""
CODES = 4096
"""Steps of linear light told apart: in the dark, where codes lie closest, a third of one."""

Image = npt.NDArray[np.uint8]
"""A picture: rows from the top, pixels from the left, red, green, blue in sRGB."""


class Scale(NamedTuple):
    """How a tank is measured in a picture."""

    pixel: float
    """Width of a pixel [m]."""
    reach: int
    """Slopes are taken from so many pixels to either side: one cell, as finer is no wave."""
    steepness: float
    """How many times steeper than they are slopes are lit."""
    clear: float
    """Depth of clear sight [m]."""


@kernel
def drawn_slope(x: float, y: float) -> tuple[float, float]:
    """The slope (x, y) as it is drawn: small ones as they are, none above STEEPEST."""
    less = 1 / sqrt(1 + (x * x + y * y) / STEEPEST**2)
    return x * less, y * less


@kernel
def facing(x: float, y: float) -> float:
    """Sunlight on a slope (x, y), as a share of what falls on flat ground."""
    up = 1 / sqrt(1 + x * x + y * y)
    return max((SUN[2] - SUN[0] * x - SUN[1] * y) * up / SUN[2], 0.0)


@kernel
def blend(a: float, b: float, share: float) -> float:
    """From a to b."""
    return a + (b - a) * share


def srgb_codes() -> Image:
    """The sRGB code of each step of linear light."""
    light = np.arange(CODES) / (CODES - 1)
    code = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(255 * code).astype(np.uint8)


SRGB = srgb_codes()


@parallel_kernel
def develop(light: Array, picture: Image) -> None:
    """The picture of linear light; what is brighter than white is white."""
    for j in prange(light.shape[0]):
        for i in range(light.shape[1]):
            for c in range(3):
                step = min(max(light[j, i, c], 0.0), 1.0) * (CODES - 1) + 0.5
                picture[j, i, c] = SRGB[int(step)]
