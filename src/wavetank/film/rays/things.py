"""Things: what is no height field, bodies and drops, as spheres and triangles that rays can meet.

They lie in a tree of boxes, each halved across its longer side until few parts are left in it. Its
nodes stand in the order in which a ray looks at them, and each knows where to go on if the ray
misses it: a walk along an array, without a stack.
"""

from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np

from wavetank.arrays import Array
from wavetank.kernels.jit import kernel, ray_kernel
from wavetank.look.view import Point

DROP = 3
"""Where the colours of a part say that it is a drop of spray."""
LEAF = 3
"""Parts that are looked at one by one."""
FLAT = 1e-12
"""Determinant below which a triangle is seen edge on."""
CLEARANCE = 1e-5
"""How far from where a ray begins it meets things, per their size: not the one it leaves."""


class Things(NamedTuple):
    """All parts of all things in a frame, for the kernels."""

    nodes: Array
    """Boxes: low x, y, z, high x, y, z; (nodes, 6)."""
    links: Any
    """Of each node: where to go on past it, its first part, how many parts; (nodes, 3)."""
    parts: Array
    """A sphere: middle, radius and zeros. A triangle: corner and two edges; (parts, 9)."""
    normals: Array
    """Of a triangle, at its three corners; zeros of a sphere; (parts, 9)."""
    colours: Array
    """Share of red, green and blue that a part sends back; is it a DROP?; (parts, 4)."""
    nearest: float
    """Rays meet nothing nearer than this [m]."""


def things_of(parts: Array, normals: Array, colours: Array) -> Things:
    """The tree over spheres and triangles."""
    count = len(parts)
    order = np.arange(count)
    nodes, links = np.empty((2 * count, 6)), np.zeros((2 * count, 3), np.intp)
    low, high = bounds(parts, normals)
    used = plant(low, high, order, 0, count, 0, nodes, links) if count else 0
    size = float((high - low).max()) if count else 0.0
    parts, normals, colours = (np.ascontiguousarray(a[order]) for a in (parts, normals, colours))
    return Things(nodes[:used], links[:used], parts, normals, colours, CLEARANCE * size)


def bounds(parts: Array, normals: Array) -> tuple[Array, Array]:
    """The box around each part: its lowest and highest x, y and z."""
    a, b, c = parts[:, :3], parts[:, 3:6], parts[:, 6:9]
    corners = np.stack([a, a + b, a + c])
    radius = parts[:, 3:4]
    ball = np.logical_not(normals.any(axis=1, keepdims=True))
    low = np.where(ball, a - radius, corners.min(axis=0))
    high = np.where(ball, a + radius, corners.max(axis=0))
    return low, high


@kernel
def plant(
    low: Array, high: Array, order: Any, first: int, end: int, node: int, nodes: Array, links: Any
) -> int:  # fmt: skip
    """Make the tree over order[first:end] from a node on, and sort it; where the next begins."""
    box, mine = nodes[node], order[first:end]
    box[:3], box[3:] = inf, -inf
    for part in mine:
        for c in range(3):
            box[c] = min(box[c], low[part, c])
            box[3 + c] = max(box[3 + c], high[part, c])
    links[node, 1], links[node, 2] = first, end - first
    after = node + 1
    if end - first > LEAF:
        links[node, 2] = 0
        axis = np.argmax(box[3:] - box[:3])
        mine[:] = mine[np.argsort(low[mine, axis] + high[mine, axis])]
        middle = (first + end) // 2
        after = plant(low, high, order, first, middle, after, nodes, links)
        after = plant(low, high, order, middle, end, after, nodes, links)
    links[node, 0] = after
    return after


@ray_kernel
def enters(box: Array, place: Point, per: Point, far: float) -> bool:
    """Does a ray enter a box before far? per: one over its direction."""
    near = 0.0
    for c in range(3):
        a, b = (box[c] - place[c]) * per[c], (box[3 + c] - place[c]) * per[c]
        near, far = max(near, min(a, b)), min(far, max(a, b))
    return near <= far


@ray_kernel
def to_sphere(part: Array, place: Point, way: Point, nearest: float) -> float:
    """How far a sphere is along a ray; infinite if it is missed. From within, its far side."""
    x, y, z = place[0] - part[0], place[1] - part[1], place[2] - part[2]
    b = x * way[0] + y * way[1] + z * way[2]
    root = b * b - (x * x + y * y + z * z - part[3] * part[3])
    if root < 0:
        return inf
    root = sqrt(root)
    near = -b - root
    if near > nearest:
        return near
    return root - b if root - b > nearest else inf


@ray_kernel
def to_triangle(part: Array, place: Point, way: Point, nearest: float) -> float:
    """How far a triangle is along a ray (Moeller and Trumbore 1997); infinite if it is missed."""
    e, f = (part[3], part[4], part[5]), (part[6], part[7], part[8])
    px, py, pz = cross(way, f)
    det = e[0] * px + e[1] * py + e[2] * pz
    if abs(det) < FLAT:
        return inf
    s = place[0] - part[0], place[1] - part[1], place[2] - part[2]
    u = (s[0] * px + s[1] * py + s[2] * pz) / det
    qx, qy, qz = cross(s, e)
    v = (way[0] * qx + way[1] * qy + way[2] * qz) / det
    t = (f[0] * qx + f[1] * qy + f[2] * qz) / det
    return t if u >= 0 and v >= 0 and u + v <= 1 and t > nearest else inf


@ray_kernel
def cross(a: Point, b: Point) -> Point:
    """The vector that stands on two."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@ray_kernel
def is_sphere(things: Things, part: int) -> bool:
    """Is a part a sphere?"""
    n = things.normals[part]
    return n[0] == 0 and n[1] == 0 and n[2] == 0


@ray_kernel
def hit_things(things: Things, place: Point, way: Point, far: float) -> tuple[float, int]:
    """How far the nearest part is along a ray, if nearer than far, and which; or far and -1."""
    which, node, nearest = -1, 0, things.nearest
    per = 1 / way[0], 1 / way[1], 1 / way[2]
    while node < things.nodes.shape[0]:
        after, first, count = things.links[node, 0], things.links[node, 1], things.links[node, 2]
        if not enters(things.nodes[node], place, per, far):
            node = after
            continue
        for part in range(first, first + count):
            if is_sphere(things, part):
                t = to_sphere(things.parts[part], place, way, nearest)
            else:
                t = to_triangle(things.parts[part], place, way, nearest)
            if t < far:
                far, which = t, part
        node += 1
    return far, which


@ray_kernel
def thing_normal(things: Things, part: int, place: Point) -> Point:
    """The normal of a part at a place on it, outward; of a triangle, between its corners'."""
    p, n = things.parts[part], things.normals[part]
    if is_sphere(things, part):
        x, y, z = place[0] - p[0], place[1] - p[1], place[2] - p[2]
    else:
        e, f = (p[3], p[4], p[5]), (p[6], p[7], p[8])
        up = cross(e, f)
        s = place[0] - p[0], place[1] - p[1], place[2] - p[2]
        square = up[0] * up[0] + up[1] * up[1] + up[2] * up[2]
        a, b = cross(s, f), cross(e, s)
        u = (a[0] * up[0] + a[1] * up[1] + a[2] * up[2]) / square
        v = (b[0] * up[0] + b[1] * up[1] + b[2] * up[2]) / square
        w = 1 - u - v
        x = w * n[0] + u * n[3] + v * n[6]
        y = w * n[1] + u * n[4] + v * n[7]
        z = w * n[2] + u * n[5] + v * n[8]
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length
