"""Caustics: the sunlight that waves gather and scatter on the bed.

Photons come down from the sun on a lattice laid over the surface. Each is bent there, loses what
Fresnel sends back, and leaves the rest where it meets the bed:

    flux of one     max(0, s . n) / n_z  (1 - R)  per area of the lattice, s toward the sun

so a bed gets what a surface lets in, and the mean over it is the unrefracted flux less the
Fresnel loss. The normal is that of the smooth slopes, and a photon lands on a patch as wide
as the lattice has become there, so what is too fine for the lattice makes no blotches. What
stands in the sun's way, a hill or another wave, leaves a shadow.

Photons are summed by strips in a fixed order: the sums do not depend on the number of threads.
"""

import numpy as np

from wavetank.arrays import Array
from wavetank.film.rays.breeze import Breeze
from wavetank.film.rays.hit import FAR, hit, is_free
from wavetank.film.rays.march import GROUND, S
from wavetank.film.rays.optics import WATER_INDEX, bent_cosine, reflectance, refracted
from wavetank.film.rays.places import beyond, cell_of, column_at, water_normal
from wavetank.film.rays.rays import along, dot, scaled
from wavetank.film.rays.world import Sun
from wavetank.film.scenery.scenery import Scenery
from wavetank.kernels.jit import piece_kernel, ray_kernel, share_out
from wavetank.look.view import Point

STRIPS = 4
"""Into so many sums photons are gathered."""
WIDEST = 8.0
"""How far apart photons may land and still be spread out, in vertices."""
RIM = 0.08
"""Width of the rim in which caustics fade out, per the vertices along an axis."""
APRON = 0.9
"""Photons come down so far beyond the vertices, too, per the deepest bed: none goes farther."""
OFF = 1e-4
"""How far from the surface a photon's ray begins, in vertex spacings."""


def caustics(scenery: Scenery, breeze: Breeze, sun: Sun, photons: int) -> Array:
    """Sunlight on the bed at the vertices, per what falls on a level face above the water.

    photons: per vertex and axis.
    """
    shape = scenery.relief.z.shape[:2]
    if sun.enters == 0:
        return np.zeros(shape, np.float32)
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
    ground, z = column_at(relief, x, y)
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
        a, b = (a - relief.x) / relief.spacing, (b - relief.y) / relief.spacing
        bend = (1 - c1 / (WATER_INDEX * c2)) * t / -way[2] / relief.spacing
        across, down = spread(scenery, x, y, bend)
        leave(light, a, b, max(across / photons, 1.0), max(down / photons, 1.0), share)


@ray_kernel
def spread(scenery: Scenery, x: float, y: float, bend: float) -> tuple[float, float]:
    """How far apart photons land that met a place of the surface next to each other, as they did.

    A trough spreads them as a lens does: without this, their lattice would be seen on the bed.
    bend: how far a photon is displaced on the bed by a slope [vertices].
    """
    relief, f = scenery.relief, scenery.slopes
    if beyond(relief, x, y):
        return 1.0, 1.0
    j, i, _, _ = cell_of(relief, x, y)
    across = abs(1 + bend * (f[j, i + 1, 2 * S] - f[j, i, 2 * S]))
    down = abs(1 + bend * (f[j + 1, i, 2 * S + 1] - f[j, i, 2 * S + 1]))
    return min(across, WIDEST), min(down, WIDEST)


@ray_kernel
def leave(light: Array, u: float, v: float, across: float, down: float, share: float) -> None:
    """Leave a photon's light on the vertices around a place: each its share of a bell."""
    total, left, right = 0.0, int(np.ceil(u - 1.5 * across)), int(u + 1.5 * across)
    low, high = int(np.ceil(v - 1.5 * down)), int(v + 1.5 * down)
    for row in range(low, high + 1):
        for column in range(left, right + 1):
            total += bell((column - u) / across) * bell((row - v) / down)
    for row in range(max(low, 0), min(high, light.shape[0] - 1) + 1):
        part = share / total * bell((row - v) / down)
        for column in range(max(left, 0), min(right, light.shape[1] - 1) + 1):
            light[row, column] += part * bell((column - u) / across)


@ray_kernel
def bell(x: float) -> float:
    """The quadratic B-spline: 3/4 at 0, 0 from 3/2 on."""
    x = abs(x)
    if x < 0.5:
        return 0.75 - x * x
    return 0.5 * (1.5 - x) ** 2 if x < 1.5 else 0.0
