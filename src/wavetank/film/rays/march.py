"""March: where a ray first meets the relief, the ground or the water's surface.

Ground G and surface S are heights over the same vertices, between them bilinear. Cells are
gathered two by two by two into nodes, each knowing the highest ground, the highest and the
lowest surface below it. A ray in the air passes over a node that is lower than itself, a ray
in the water one whose ground is lower and whose surface is higher; where it cannot, it looks at
the node's quarters, and at last at a cell (after A. Tevs, I. Ihrke and H.-P. Seidel, "Maximum
Mipmaps for Fast, Accurate, and Scalable Dynamic Height Field Rendering", I3D 2008).

Along the ray a bilinear height is a parabola, so what meets in a cell is found exactly, but for
a ray that enters and leaves a crest within one cell. Beyond the vertices ground and surface are
level planes.

Lengths along a ray are in metres if its direction has length 1; x and y are counted in cells.
"""

from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.jit import parallel_kernel, ray_kernel

NOTHING, GROUND, WATER = 0, 1, 2
"""What a ray met."""
G, S = 0, 1
"""Where ground and surface stand in a vertex."""
HIGH_G, HIGH_S, LOW_S = 0, 1, 2
"""What stands in a node."""


class Relief(NamedTuple):
    """Ground and surface over vertices, and the nodes above them, for the kernels."""

    z: Array
    """Ground and surface [m]: (rows, columns, 2), float32."""
    nodes: Array
    """Highest ground, highest and lowest surface [m]: (nodes, 3), level after level, float32."""
    start: Any
    """Where each level's nodes begin."""
    across: Any
    """How many nodes each level has in a row."""
    x: float
    """Place of the first vertex, along x [m]."""
    y: float
    """Place of the first vertex, along y [m]."""
    spacing: float
    """From vertex to vertex [m]."""
    ground_beyond: float
    """Height of the ground beyond the vertices [m]."""
    water_beyond: float
    """Height of the surface beyond the vertices [m]."""


def levels_of(rows: int, columns: int) -> list[tuple[int, int]]:
    """How many nodes each level has, down and across, from the cells up to one node."""
    sizes = [(rows - 1, columns - 1)]
    while sizes[-1] != (1, 1):
        down, across = sizes[-1]
        sizes.append(((down + 1) // 2, (across + 1) // 2))
    return sizes


def build_nodes(z: Array) -> tuple[Array, Any, Any]:
    """The nodes above the vertices, where their levels begin, and how wide each level is."""
    sizes = levels_of(*z.shape[:2])
    counts = [down * across for down, across in sizes]
    start = np.cumsum([0, *counts[:-1]])
    nodes = np.empty((sum(counts), 3), np.float32)
    bound_cells(z, nodes)
    for level in range(1, len(sizes)):
        bound_nodes(nodes, start[level - 1], sizes[level - 1], start[level], sizes[level])
    return nodes, start, np.array([across for _, across in sizes])


@parallel_kernel
def bound_cells(z: Array, nodes: Array) -> None:
    """Between which heights each cell lies."""
    across = z.shape[1] - 1
    for j in prange(z.shape[0] - 1):
        low, high = z[j], z[j + 1]
        for i in range(across):
            node = nodes[j * across + i]
            node[HIGH_G] = max(max(low[i, G], low[i + 1, G]), max(high[i, G], high[i + 1, G]))
            node[HIGH_S] = max(max(low[i, S], low[i + 1, S]), max(high[i, S], high[i + 1, S]))
            node[LOW_S] = min(min(low[i, S], low[i + 1, S]), min(high[i, S], high[i + 1, S]))


@parallel_kernel
def bound_nodes(
    nodes: Array, below: int, size: tuple[int, int], start: int, larger: tuple[int, int]
) -> None:
    """Between which heights the nodes of a level lie, from the level below."""
    for j in prange(larger[0]):
        for i in range(larger[1]):
            node = nodes[start + j * larger[1] + i]
            node[HIGH_G], node[HIGH_S], node[LOW_S] = -inf, -inf, inf
            for m in range(2 * j, min(2 * j + 2, size[0])):
                for n in range(2 * i, min(2 * i + 2, size[1])):
                    part = nodes[below + m * size[1] + n]
                    node[HIGH_G] = max(node[HIGH_G], part[HIGH_G])
                    node[HIGH_S] = max(node[HIGH_S], part[HIGH_S])
                    node[LOW_S] = min(node[LOW_S], part[LOW_S])


@ray_kernel
def height(z: Array, layer: int, j: int, i: int, x: float, y: float) -> float:
    """A layer's height in cell j, i, at a place counted in cells."""
    a, b = x - i, y - j
    low = z[j, i, layer] + a * (z[j, i + 1, layer] - z[j, i, layer])
    high = z[j + 1, i, layer] + a * (z[j + 1, i + 1, layer] - z[j + 1, i, layer])
    return low + b * (high - low)


@ray_kernel
def first_root(f0: float, fm: float, f1: float) -> float:
    """Where the parabola through f0, fm, f1 at 0, 1/2, 1 passes zero, f0 > 0 >= f1."""
    a, b = 2 * (f0 + f1 - 2 * fm), 4 * fm - 3 * f0 - f1
    q = -0.5 * (b - sqrt(max(b * b - 4 * a * f0, 0.0)))
    # of the two roots f0/q and q/a the one between 0 and 1: f falls there
    if b <= 0:
        return min(max(f0 / q if q > 0 else 1.0, 0.0), 1.0)
    q = -0.5 * (b + sqrt(max(b * b - 4 * a * f0, 0.0)))
    return min(max(q / a if a != 0 else 1.0, 0.0), 1.0)


@ray_kernel
def crossing(
    z: Array, layer: int, side: float, j: int, i: int, x0: float, y0: float, z0: float,
    x1: float, y1: float, z1: float, starts: bool,
) -> float:  # fmt: skip
    """Where between 0 and 1 a ray through a cell leaves its side of a layer; 2 if it does not.

    side is 1 above the layer, -1 below. A ray that starts on the other side has just left; one
    that comes there from the next cell met the layer between both, but for rounding.
    """
    f0 = side * (z0 - height(z, layer, j, i, x0, y0))
    f1 = side * (z1 - height(z, layer, j, i, x1, y1))
    if f1 > 0:
        return 2.0
    if f0 <= 0:
        return 2.0 if starts else 0.0
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return first_root(f0, side * ((z0 + z1) / 2 - height(z, layer, j, i, x, y)), f1)


@ray_kernel
def enter(low: float, high: float, o: float, d: float, t0: float, t1: float) -> Any:
    """The part of t0 to t1 in which o + t d lies between low and high."""
    if d == 0:
        return (t0, t1) if low <= o <= high else (inf, -inf)
    a, b = (low - o) / d, (high - o) / d
    return max(t0, min(a, b)), min(t1, max(a, b))


@ray_kernel
def first_hit(
    r: Relief, ox: float, oy: float, oz: float, dx: float, dy: float, dz: float,
    t0: float, t1: float, wet: bool,
) -> tuple[float, int]:  # fmt: skip
    """Where between t0 and t1 a ray first meets ground or surface, and which; wet: in water."""
    rows, columns = r.z.shape[0] - 1, r.z.shape[1] - 1
    x, y = (ox - r.x) / r.spacing, (oy - r.y) / r.spacing
    u, v = dx / r.spacing, dy / r.spacing
    inside, outside = enter(0.0, columns, x, u, t0, t1)
    inside, outside = enter(0.0, rows, y, v, inside, outside)
    if inside > outside:
        return hit_planes(r, oz, dz, t0, t1, wet)
    if inside > t0:
        t, what = hit_planes(r, oz, dz, t0, inside, wet)
        if what != NOTHING:
            return t, what
    t, what = hit_cells(r, x, y, oz, u, v, dz, inside, outside, wet, t0)
    if what != NOTHING or outside >= t1:
        return t, what
    return hit_planes(r, oz, dz, outside, t1, wet)


@ray_kernel
def hit_planes(
    r: Relief, oz: float, dz: float, t0: float, t1: float, wet: bool
) -> tuple[float, int]:
    """Where a ray first meets the planes beyond the vertices."""
    if dz == 0:
        return t1, NOTHING
    what, plane = GROUND, r.ground_beyond
    if r.water_beyond > r.ground_beyond and (wet == (dz > 0)):
        what, plane = WATER, r.water_beyond
    if not wet and dz > 0:
        return t1, NOTHING
    t = (plane - oz) / dz
    # met before it left the vertices, in a rise or dip at their rim: it goes on from there
    return (max(t, t0), what) if t <= t1 else (t1, NOTHING)


@ray_kernel
def passes(node: Array, z0: float, z1: float, wet: bool) -> bool:
    """Does a ray between two heights pass a node without meeting what is in it?"""
    low, high = min(z0, z1), max(z0, z1)
    if wet:
        return low > node[HIGH_G] and high < node[LOW_S]
    return low > node[HIGH_G] and low > node[HIGH_S]


@ray_kernel
def hit_cells(
    r: Relief, x: float, y: float, oz: float, u: float, v: float, dz: float,
    t: float, t1: float, wet: bool, begins: float,
) -> tuple[float, int]:  # fmt: skip
    """Where a ray that begins at some t first meets ground or surface over the vertices."""
    rows, columns = r.z.shape[0] - 1, r.z.shape[1] - 1
    i = min(max(int(x + t * u), 0), columns - 1)
    j = min(max(int(y + t * v), 0), rows - 1)
    per_u, per_v = (1 / u if u != 0 else inf), (1 / v if v != 0 else inf)
    top = r.start.shape[0] - 1
    level = min(3, top)
    while t < t1:
        m, n = j >> level, i >> level
        # where it leaves the node, and into which cell
        tx = (((n + 1 if u > 0 else n) << level) - x) * per_u if u != 0 else inf
        ty = (((m + 1 if v > 0 else m) << level) - y) * per_v if v != 0 else inf
        leave = max(min(min(tx, ty), t1), t)
        node = r.nodes[r.start[level] + m * r.across[level] + n]
        z0, z1 = oz + t * dz, oz + leave * dz
        if not passes(node, z0, z1, wet):
            if level > 0:
                level -= 1
                continue
            share, what = hit_cell(r.z, j, i, x, y, z0, u, v, z1, t, leave, wet, t == begins)
            if what != NOTHING:
                return t + share * (leave - t), what
        if leave >= t1:
            break
        t = leave
        if tx <= ty:
            i = (n + 1) << level if u > 0 else (n << level) - 1
            j = min(max(int(y + t * v), m << level), ((m + 1) << level) - 1)
        else:
            j = (m + 1) << level if v > 0 else (m << level) - 1
            i = min(max(int(x + t * u), n << level), ((n + 1) << level) - 1)
        i, j = min(i, columns - 1), min(j, rows - 1)
        if i < 0 or j < 0:
            break
        if level < top and ((i >> level + 1) != (n >> 1) or (j >> level + 1) != (m >> 1)):
            level += 1
    return t1, NOTHING


@ray_kernel
def hit_cell(
    z: Array, j: int, i: int, x: float, y: float, z0: float, u: float, v: float, z1: float,
    t0: float, t1: float, wet: bool, starts: bool,
) -> tuple[float, int]:  # fmt: skip
    """Where between 0 and 1 a ray through one cell meets ground or surface, and which."""
    x0, y0, x1, y1 = x + t0 * u, y + t0 * v, x + t1 * u, y + t1 * v
    ground = crossing(z, G, 1.0, j, i, x0, y0, z0, x1, y1, z1, starts)
    side = -1.0 if wet else 1.0
    water = crossing(z, S, side, j, i, x0, y0, z0, x1, y1, z1, starts)
    if min(ground, water) > 1:
        return 2.0, NOTHING
    return (ground, GROUND) if ground <= water else (water, WATER)
