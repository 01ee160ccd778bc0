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
from wavetank.film.rays.breeze import Breeze
from wavetank.film.rays.hit import FAR, hit, is_free
from wavetank.film.rays.march import GROUND, G, S, height
from wavetank.film.rays.optics import WATER_INDEX, bent_cosine, reflectance, refracted
from wavetank.film.rays.places import beyond, cell_of, water_normal
from wavetank.film.rays.rays import along, dot, scaled
from wavetank.film.rays.world import Sun
from wavetank.film.scenery.scenery import Scenery
from wavetank.kernels.jit import piece_kernel, ray_kernel, share_out
from wavetank.look.view import Point

STRIPS = 4
"""Into so many sums photons are gathered."""
RIM = 0.08
"""Width of the rim in which caustics fade out, per the vertices along an axis."""
APRON = 0.9
"""Photons come down so far beyond the vertices, too, per the deepest bed: none goes farther."""
OFF = 1e-4
"""How far from the surface a photon's ray begins, in vertex spacings."""


def caustics(scenery: Scenery, breeze: Breeze, sun: Sun, photons: int) -> Array:
    """Sunlight on the bed at the vertices, per what falls on a level face above the water.

    photons: per vertex and axis; 0: as under a level surface.
    """
    shape = scenery.relief.z.shape[:2]
    if not photons or sun.enters == 0:
        return np.full(shape, sun.enters, np.float32)
    strips = np.zeros((STRIPS, *shape), np.float32)
    share_out(lambda k: shine(scenery, breeze, sun.towards, photons, k, strips[k]), STRIPS)
    light: Array = strips.sum(axis=0)
    return fading_out(light, sun.enters)


def fading_out(light: Array, enters: float) -> Array:
    """The same light, over to what level water lets in where the vertices end."""
    rows, columns = (np.minimum(np.arange(n), np.arange(n)[::-1]) / (RIM * n) for n in light.shape)
    there = np.minimum(np.minimum.outer(rows, columns), 1).astype(np.float32)
    light -= enters
    light *= there
    light += enters
    return light


@piece_kernel
def shine(
    scenery: Scenery,
    breeze: Breeze,
    sun: Point,
    photons: int,
    strip: int,
    light: Array,
) -> None:
    """Let all photons of a strip fall."""
    rows, columns = light.shape
    relief = scenery.relief
    apron = int(APRON * max(relief.water_beyond - relief.ground_beyond, 0.0) / relief.spacing) + 2
    down, across = (rows + 2 * apron) * photons, (columns + 2 * apron) * photons
    for m in range(strip * down // STRIPS, (strip + 1) * down // STRIPS):
        for n in range(across):
            v, u = (m + 0.5) / photons - apron - 0.5, (n + 0.5) / photons - apron - 0.5
            fall(scenery, breeze, sun, u, v, photons, light)


@ray_kernel
def fall(
    scenery: Scenery, breeze: Breeze, sun: Point, u: float, v: float, photons: int, light: Array
) -> None:
    """Follow the photon that meets the surface at a place, counted in vertices, to the bed."""
    relief = scenery.relief
    x, y = relief.x + u * relief.spacing, relief.y + v * relief.spacing
    if beyond(relief, x, y):
        z, ground = relief.water_beyond, relief.ground_beyond
    else:
        j, i, u, v = cell_of(relief, x, y)
        z, ground = height(relief.z, S, j, i, u, v), height(relief.z, G, j, i, u, v)
    if z <= ground:
        return
    normal, _ = water_normal(scenery, breeze, x, y, relief.spacing / photons)
    c1 = dot(sun, normal)
    if c1 <= 0:
        return
    c2 = bent_cosine(c1, WATER_INDEX)
    enters = 1 - reflectance(c1, c2, WATER_INDEX)
    share = c1 / normal[2] * enters / (sun[2] * photons * photons)
    place, off = (x, y, z), OFF * relief.spacing
    if not is_free(scenery, along(place, normal, off), sun):
        return
    way = refracted(scaled(-1.0, sun), normal, c1, c2, WATER_INDEX)
    start = along(place, normal, -off)
    t, what, _ = hit(scenery, start, way, FAR, True)
    if what == GROUND:
        a, b, _ = along(start, way, t)
        leave(light, (a - relief.x) / relief.spacing, (b - relief.y) / relief.spacing, share)


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
