"""Caustics: the sunlight that waves gather and scatter on the bed.

Photons come down from the sun on a lattice laid over the surface. Each is bent there, loses what
Fresnel sends back, and leaves the rest where it meets the bed:

    flux of one     max(0, s . n) / n_z  (1 - R)  per area of the lattice, s toward the sun

so a bed gets what a surface lets in, and the mean over it is the unrefracted flux less the
Fresnel loss. The normal is that of the smooth slopes, and a photon lands on a patch as wide
as the lattice, so what is too fine for the lattice makes no blotches. What stands in the sun's
way, a hill or another wave, leaves a shadow.

Photons are summed by strips in a fixed order: the sums do not depend on the number of threads.
"""

import numpy as np

from wavetank.arrays import Array
from wavetank.film.march import GROUND, NOTHING, S, first_hit, height
from wavetank.film.optics import WATER_INDEX, bent_cosine, reflectance, refracted
from wavetank.film.radiance import Sun
from wavetank.film.scenery import Scenery
from wavetank.kernels.jit import piece_kernel, ray_kernel, share_out

STRIPS = 4
"""Into so many sums photons are gathered."""
RIM = 4
"""Width of the strip at the vertices' rim that is lit as under a level surface [vertices]."""
DEEPEST = 1e4
"""How far photons are followed [m]."""


def caustics(scenery: Scenery, sun: Sun, photons: int) -> Array:
    """Sunlight on the bed at the vertices, per what falls on a level face above the water.

    photons: per vertex and axis; 0: as under a level surface.
    """
    shape = scenery.relief.z.shape[:2]
    level = max(sun.z, 0.0)
    enters = 1 - reflectance(level, bent_cosine(level, WATER_INDEX), WATER_INDEX)
    if not photons or level <= 0:
        return np.full(shape, enters if level > 0 else 0.0, np.float32)
    strips = np.zeros((STRIPS, *shape), np.float32)
    towards = (sun.x, sun.y, sun.z)
    share_out(lambda k: shine(scenery, towards, photons, k, strips[k]), STRIPS)
    light: Array = strips.sum(axis=0)
    for rim in (light[:RIM], light[-RIM:], light[:, :RIM], light[:, -RIM:]):
        rim[:] = enters  # no photons come from beyond
    return light


@piece_kernel
def shine(
    scenery: Scenery, sun: tuple[float, float, float], photons: int, strip: int, light: Array
) -> None:
    """Let all photons of a strip fall."""
    rows, columns = light.shape
    for j in range(strip * rows // STRIPS, (strip + 1) * rows // STRIPS):
        for i in range(columns):
            for k in range(photons * photons):
                m, n = divmod(k, photons)
                v, u = j - 0.5 + (m + 0.5) / photons, i - 0.5 + (n + 0.5) / photons
                if 0 <= u <= columns - 1 and 0 <= v <= rows - 1:
                    fall(scenery, sun, u, v, photons, light)


@ray_kernel
def fall(
    scenery: Scenery, sun: tuple[float, float, float], u: float, v: float, photons: int,
    light: Array,
) -> None:  # fmt: skip
    """Follow the photon that meets the surface at a place, counted in vertices, to the bed."""
    relief = scenery.relief
    j, i = min(int(v), light.shape[0] - 2), min(int(u), light.shape[1] - 2)
    z, ground = height(relief.z, S, j, i, u, v), height(relief.z, 0, j, i, u, v)
    if z <= ground:
        return
    across, along = height(scenery.slopes, 2, j, i, u, v), height(scenery.slopes, 3, j, i, u, v)
    up = 1 / np.sqrt(1 + across * across + along * along)
    nx, ny = -across * up, -along * up
    c1 = sun[0] * nx + sun[1] * ny + sun[2] * up
    if c1 <= 0:
        return
    c2 = bent_cosine(c1, WATER_INDEX)
    share = c1 / up * (1 - reflectance(c1, c2, WATER_INDEX)) / (sun[2] * photons * photons)
    x, y = relief.x + u * relief.spacing, relief.y + v * relief.spacing
    off = 1e-4 * relief.spacing
    what = first_hit(relief, x + off * nx, y + off * ny, z + off * up, *sun, 0.0, DEEPEST, False)[1]
    if what != NOTHING:
        return
    dx, dy, dz = refracted(-sun[0], -sun[1], -sun[2], nx, ny, up, c1, c2, WATER_INDEX)
    t, what = first_hit(
        relief, x - off * nx, y - off * ny, z - off * up, dx, dy, dz, 0.0, DEEPEST, True
    )
    if what == GROUND:
        a, b = (x + t * dx - relief.x) / relief.spacing, (y + t * dy - relief.y) / relief.spacing
        leave(light, a, b, share)


@ray_kernel
def leave(light: Array, u: float, v: float, share: float) -> None:
    """Leave a photon's light on the vertices around a place: a quadratic spline's share each."""
    i, j = int(np.floor(u + 0.5)), int(np.floor(v + 0.5))
    a, b = u - i, v - j
    wx = 0.5 * (0.5 - a) ** 2, 0.75 - a * a, 0.5 * (0.5 + a) ** 2
    wy = 0.5 * (0.5 - b) ** 2, 0.75 - b * b, 0.5 * (0.5 + b) ** 2
    for m in range(3):
        for n in range(3):
            row, column = j + m - 1, i + n - 1
            if 0 <= row < light.shape[0] and 0 <= column < light.shape[1]:
                light[row, column] += share * wy[m] * wx[n]
