"""Optics: what light does where air and water meet.

Snell: n1 sin(a1) = n2 sin(a2). Fresnel, for light that is not polarised:

    R = 1/2 [((c1 - n c2) / (c1 + n c2))^2 + ((c2 - n c1) / (c2 + n c1))^2],   n = n2 / n1

with c1, c2 the cosines of both angles; R = 1 where Snell has no answer (total reflection).
"""

from math import sqrt

from wavetank.kernels.jit import ray_kernel
from wavetank.look.view import Point

WATER_INDEX = 1.333
"""Refractive index of water against air, for yellow light at 20 degrees C."""


@ray_kernel
def bent_cosine(c1: float, n: float) -> float:
    """Cosine of the refracted ray against the normal; 0 where all light is reflected."""
    return sqrt(max(1 - (1 - c1 * c1) / (n * n), 0.0))


@ray_kernel
def reflectance(c1: float, c2: float, n: float) -> float:
    """Share of the light that is reflected, for the cosines of both rays."""
    if c2 <= 0:
        return 1.0
    across = (c1 - n * c2) / (c1 + n * c2)
    along = (c2 - n * c1) / (c2 + n * c1)
    return (across * across + along * along) / 2


@ray_kernel
def mirrored(way: Point, normal: Point) -> Point:
    """The direction in which a mirror with this normal sends a ray."""
    k = 2 * (way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2])
    return way[0] - k * normal[0], way[1] - k * normal[1], way[2] - k * normal[2]


@ray_kernel
def refracted(way: Point, normal: Point, c1: float, c2: float, n: float) -> Point:
    """The direction in which a ray goes on; the normal points to where it comes from."""
    k = c1 / n - c2
    return way[0] / n + k * normal[0], way[1] / n + k * normal[1], way[2] / n + k * normal[2]


@ray_kernel
def lifted(way: Point, normal: Point, least: float) -> Point:
    """A direction turned so far that it leaves a face: its cosine is not below `least`.

    Slopes are smoother than the faces of the relief, so a grazing ray may point into one.
    """
    c = way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]
    if c >= least:
        return way
    k = least - c
    x, y, z = way[0] + k * normal[0], way[1] + k * normal[1], way[2] + k * normal[2]
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length
