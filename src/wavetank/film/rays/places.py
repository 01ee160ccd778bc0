"""Places: what ground and water are like somewhere, between the vertices."""

from math import sqrt

from wavetank.film.rays.breeze import Breeze, ripples
from wavetank.film.rays.march import G, Relief, S, height
from wavetank.film.scenery.scenery import FOAM, WALL, WET, Scenery
from wavetank.kernels.jit import ray_kernel
from wavetank.look.view import Point


@ray_kernel
def cell_of(relief: Relief, x: float, y: float) -> tuple[int, int, float, float]:
    """The cell a place lies in, and the place counted in cells, kept over the vertices."""
    rows, columns = relief.z.shape[0], relief.z.shape[1]
    u = min(max((x - relief.x) / relief.spacing, 0.0), columns - 1.000001)
    v = min(max((y - relief.y) / relief.spacing, 0.0), rows - 1.000001)
    return int(v), int(u), u, v


@ray_kernel
def beyond(relief: Relief, x: float, y: float) -> bool:
    """Does a place lie outside all vertices?"""
    u, v = (x - relief.x) / relief.spacing, (y - relief.y) / relief.spacing
    return not (0 <= u <= relief.z.shape[1] - 1 and 0 <= v <= relief.z.shape[0] - 1)


@ray_kernel
def normal_of(slope_x: float, slope_y: float) -> Point:
    """The upward unit vector that stands on a slope."""
    up = 1 / sqrt(1 + slope_x * slope_x + slope_y * slope_y)
    return -slope_x * up, -slope_y * up, up


@ray_kernel
def smooth_normal(scenery: Scenery, layer: int, x: float, y: float) -> Point:
    """The normal that light sees: of the slopes, between the vertices linearly."""
    if beyond(scenery.relief, x, y):
        return 0.0, 0.0, 1.0
    j, i, u, v = cell_of(scenery.relief, x, y)
    across = height(scenery.slopes, 2 * layer, j, i, u, v)
    along = height(scenery.slopes, 2 * layer + 1, j, i, u, v)
    return normal_of(across, along)


@ray_kernel
def water_normal(
    scenery: Scenery, breeze: Breeze, x: float, y: float, width: float
) -> tuple[Point, float]:
    """The surface's normal with the wind's ripples, as a pixel of a width sees it; its roughness.

    Where water is shallower than ripples are long, they are lower.
    """
    across, along, rough = ripples(breeze, x, y, width)
    if beyond(scenery.relief, x, y):
        return normal_of(across, along), rough
    j, i, u, v = cell_of(scenery.relief, x, y)
    depth = height(scenery.relief.z, S, j, i, u, v) - height(scenery.relief.z, G, j, i, u, v)
    there = min(max(depth * breeze.per_depth, 0.0), 1.0)
    across = there * across + height(scenery.slopes, 2 * S, j, i, u, v)
    along = there * along + height(scenery.slopes, 2 * S + 1, j, i, u, v)
    return normal_of(across, along), rough


@ray_kernel
def face_normal(relief: Relief, layer: int, x: float, y: float) -> Point:
    """The normal of the face that rays meet."""
    if beyond(relief, x, y):
        return 0.0, 0.0, 1.0
    j, i, u, v = cell_of(relief, x, y)
    a, b, z = u - i, v - j, relief.z
    low = z[j, i + 1, layer] - z[j, i, layer]
    high = z[j + 1, i + 1, layer] - z[j + 1, i, layer]
    west = z[j + 1, i, layer] - z[j, i, layer]
    east = z[j + 1, i + 1, layer] - z[j, i + 1, layer]
    per = 1 / relief.spacing
    return normal_of((low + b * (high - low)) * per, (west + a * (east - west)) * per)


@ray_kernel
def column_at(relief: Relief, x: float, y: float) -> tuple[float, float]:
    """Height of the ground and of the surface [m]."""
    if beyond(relief, x, y):
        return relief.ground_beyond, relief.water_beyond
    j, i, u, v = cell_of(relief, x, y)
    return height(relief.z, G, j, i, u, v), height(relief.z, S, j, i, u, v)


@ray_kernel
def depth_at(relief: Relief, x: float, y: float, z: float) -> float:
    """How deep a place lies below the surface above it [m]; 0 if it does not."""
    return max(column_at(relief, x, y)[1] - z, 0.0)


@ray_kernel
def cover_at(scenery: Scenery, x: float, y: float) -> tuple[float, float, float]:
    """How much of a place is wall, how wet it is, and how much of it foam covers."""
    relief = scenery.relief
    if beyond(relief, x, y):
        return (1.0 if relief.ground_beyond > relief.water_beyond else 0.0), 0.0, 0.0
    j, i, u, v = cell_of(relief, x, y)
    f = scenery.cover
    return (
        height(f, WALL, j, i, u, v),
        height(f, WET, j, i, u, v),
        height(f, FOAM, j, i, u, v),
    )
