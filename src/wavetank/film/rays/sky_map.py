"""Sky map: light from every direction, as a table that rays look into.

The map is two squares of nodes, above and below the horizon. Its middle is the vertical, its
border the horizon, so that this is never blurred or stepped; it has no seam, no pole, and a
lookup costs one root and one division. A unit vector (x, y, z) with |x| + |y| + |z| = n lies at

    q = |z| / n,    (u, v) = (x + y, x - y) / n / (1 + sqrt(q))    in -1 to 1

which is an octahedron unfolded, with nodes gathered toward the horizon, where the sky changes
most: |u| or |v|, whichever is more, is 1 - sqrt(q).
"""

import numpy as np

from wavetank.arrays import Array
from wavetank.kernels.jit import ray_kernel

RGB = tuple[float, float, float]


def on_octahedron(u: Array, v: Array) -> tuple[Array, Array, Array]:
    """Where |x| + |y| + z = 1 above the horizon, x, y and z of places of the map."""
    rim = np.maximum(abs(u), abs(v))
    return (2 - rim) * (u + v) / 2, (2 - rim) * (u - v) / 2, (1 - rim) ** 2


def toward(u: Array, v: Array) -> Array:
    """Unit vectors (..., 3) to places of the map, above the horizon."""
    place = np.stack(on_octahedron(u, v), axis=-1)
    unit: Array = place / np.linalg.norm(place, axis=-1, keepdims=True)
    return unit


def solid_angle(u: Array, v: Array) -> Array:
    """Solid angle [sr] that places of the map show, per area of it."""
    rim = np.maximum(abs(u), abs(v))
    x, y, z = on_octahedron(u, v)
    per_area: Array = (2 - rim) * (1 - rim) / (x * x + y * y + z * z) ** 1.5
    return per_area


def nodes(count: int) -> Array:
    """Unit vectors (2, count, count, 3) toward the nodes of a map."""
    u, v = np.meshgrid(*[np.linspace(-1, 1, count)] * 2)
    above = toward(u, v)
    return np.stack([above, above * [1, 1, -1]])


@ray_kernel
def sky_light(sky: Array, x: float, y: float, z: float) -> tuple[float, float, float]:
    """Light from a direction, bilinear between the nodes of a map."""
    n = sky.shape[1]
    scale = 1 / (abs(x) + abs(y) + abs(z))
    scale *= 0.5 * (n - 1) / (1 + np.sqrt(abs(z) * scale))
    middle = 0.5 * (n - 1)
    a, b = middle + scale * (x + y), middle + scale * (x - y)
    i, j = min(max(int(a), 0), n - 2), min(max(int(b), 0), n - 2)
    a -= i
    b -= j
    half = sky[1 if z < 0 else 0]
    w00, w01, w10, w11 = (1 - b) * (1 - a), (1 - b) * a, b * (1 - a), b * a
    return (
        w00 * half[j, i, 0] + w01 * half[j, i + 1, 0]
        + w10 * half[j + 1, i, 0] + w11 * half[j + 1, i + 1, 0],
        w00 * half[j, i, 1] + w01 * half[j, i + 1, 1]
        + w10 * half[j + 1, i, 1] + w11 * half[j + 1, i + 1, 1],
        w00 * half[j, i, 2] + w01 * half[j, i + 1, 2]
        + w10 * half[j + 1, i, 2] + w11 * half[j + 1, i + 1, 2],
    )  # fmt: skip


def skylight_of(sky: Array) -> RGB:
    """Light of a map's upper half on level ground: the integral of radiance times cosine."""
    line = np.linspace(-1, 1, sky.shape[1])
    u, v = np.meshgrid(line, line)
    cosine = toward(u, v)[..., 2] * solid_angle(u, v)
    light = np.trapezoid(np.trapezoid(sky[0] * cosine[..., None], line, axis=0), line, axis=0)
    red, green, blue = light.tolist()
    return red, green, blue
