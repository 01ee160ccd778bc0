"""Tone: from light, which has no upper end, to what a screen shows.

The curve is straight in the dark, has a shoulder as film has, and reaches white only far up: the
rational fit of K. Narkowicz (2016) to the reference rendering of the Academy's colour encoding.
Then the screen's own curve, sRGB (IEC 61966-2-1).
"""

from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.jit import kernel, parallel_kernel

CARD = 1.0
"""What a white card in the sun is multiplied by before the curve: it comes out as paper does."""


@kernel
def film_curve(x: float) -> float:
    """Light to its share of the screen's white."""
    x = max(x, 0.0)
    return min((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 1.0)


@kernel
def srgb(y: float) -> float:
    """A share of the screen's white to the number that stands for it."""
    return 12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055


@parallel_kernel
def develop(light: Array, gain: float, shown: Array) -> None:
    """What a screen shows of light that is multiplied by a gain first."""
    for j in prange(light.shape[0]):
        for i in range(light.shape[1]):
            for c in range(3):
                shown[j, i, c] = srgb(film_curve(CARD * gain * light[j, i, c]))
