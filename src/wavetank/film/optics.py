"""Optics: what light does where air and water meet.

Snell: n1 sin(a1) = n2 sin(a2). Fresnel, for light that is not polarised:

    R = 1/2 [((c1 - n c2) / (c1 + n c2))^2 + ((c2 - n c1) / (c2 + n c1))^2],   n = n2 / n1

with c1, c2 the cosines of both angles; R = 1 where Snell has no answer (total reflection).
"""

from math import sqrt

from wavetank.kernels.jit import ray_kernel

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
def mirrored(
    dx: float, dy: float, dz: float, nx: float, ny: float, nz: float
) -> tuple[float, float, float]:
    """The direction in which a mirror with this normal sends a ray."""
    k = 2 * (dx * nx + dy * ny + dz * nz)
    return dx - k * nx, dy - k * ny, dz - k * nz


@ray_kernel
def refracted(
    dx: float, dy: float, dz: float, nx: float, ny: float, nz: float,
    c1: float, c2: float, n: float,
) -> tuple[float, float, float]:  # fmt: skip
    """The direction in which a ray goes on; the normal points to where it comes from."""
    k = c1 / n - c2
    return dx / n + k * nx, dy / n + k * ny, dz / n + k * nz


@ray_kernel
def lifted(
    dx: float, dy: float, dz: float, nx: float, ny: float, nz: float, least: float
) -> tuple[float, float, float]:
    """A direction turned so far that it leaves a face: its cosine is not below `least`.

    Slopes are smoother than the faces of the relief, so a grazing ray may point into one.
    """
    c = dx * nx + dy * ny + dz * nz
    if c >= least:
        return dx, dy, dz
    dx, dy, dz = dx + (least - c) * nx, dy + (least - c) * ny, dz + (least - c) * nz
    length = sqrt(dx * dx + dy * dy + dz * dz)
    return dx / length, dy / length, dz / length
