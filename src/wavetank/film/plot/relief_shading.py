"""Relief shading: colours made brighter on slopes to the light, darker on those away from it.

The light comes from the upper left, as maps have it; level ground keeps its colour.
"""

from math import sqrt

from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.jit import kernel, parallel_kernel

DARKEST = 0.35
"""How much of its light the steepest slope away from the light loses."""
BRIGHTEST = 0.12
"""How much the steepest slope to the light gains."""


@kernel
def lit(h: Array, j: int, i: int, reach: int, full: float) -> float:
    """How a slope faces the light, -1 to 1: it comes from the upper left.

    full: the rise from pixel to pixel that is shaded in full contrast, but for a rest.
    """
    north, south = max(j - reach, 0), min(j + reach, h.shape[0] - 1)
    west, east = max(i - reach, 0), min(i + reach, h.shape[1] - 1)
    x = (h[j, east] - h[j, west]) / max(east - west, 1)
    y = (h[south, i] - h[north, i]) / max(south - north, 1)
    facing: float = (x + y) / (sqrt(2.0) * full)
    return facing / sqrt(1 + facing * facing)


@kernel
def shaded(colour: float, facing: float) -> float:
    """A colour on a slope."""
    return colour * (1 + (DARKEST if facing < 0 else BRIGHTEST) * facing)


@parallel_kernel
def shade(h: Array, colour: Array, reach: int, full: float, out: Array) -> None:
    """Colours on relief."""
    for j in prange(h.shape[0]):
        for i in range(h.shape[1]):
            facing = lit(h, j, i, reach, full)
            for c in range(3):
                out[j, i, c] = shaded(colour[j, i, c], facing)
