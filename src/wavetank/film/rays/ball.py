"""Ball: the picture of a chrome ball, in which water finds what it mirrors (`sky.sphere_map`)."""

from math import sqrt

from wavetank.arrays import Array
from wavetank.kernels.jit import ray_kernel

BLEND = 0.5
"""Least share of the picture in the water's colour: it was laid over the water as a texture."""


@ray_kernel
def sphere_light(picture: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Light that a ball's picture has of a direction in the eye's axes; between pixels linearly."""
    n = picture.shape[0]
    m = 2 * sqrt(max(x * x + y * y + (z + 1) * (z + 1), 1e-12))
    a = min(max((x / m + 0.5) * n - 0.5, 0.0), n - 1.000001)
    b = min(max((0.5 - y / m) * n - 0.5, 0.0), n - 1.000001)
    i, j = int(a), int(b)
    a -= i
    b -= j
    w00, w01, w10, w11 = (1 - b) * (1 - a), (1 - b) * a, b * (1 - a), b * a
    low, high = picture[j], picture[j + 1]
    return (
        w00 * low[i, 0] + w01 * low[i + 1, 0] + w10 * high[i, 0] + w11 * high[i + 1, 0],
        w00 * low[i, 1] + w01 * low[i + 1, 1] + w10 * high[i, 1] + w11 * high[i + 1, 1],
        w00 * low[i, 2] + w01 * low[i + 1, 2] + w10 * high[i, 2] + w11 * high[i + 1, 2],
    )
