"""What stands between two cells: how deep a face is, and what may run through it."""

from typing import Any

import numpy as np
from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.jit import exact_kernel, kernel, parallel_kernel
from wavetank.kernels.vectors import VECTOR_BYTES, choose, load, store, wide

ZERO: Any = np.float32(0)  # in single precision, lest they turn all into double
HALF: Any = np.float32(0.5)

MOLECULE = np.float32(3e-10)
"""Depth [m] of one layer of water molecules: shallower films do not flow (keeps denormals out)."""

MOST_VISITS = 60
"""How often the limiter looks at a cell, on average, before it takes the strict rule."""


@exact_kernel
def face_depth(bl: Any, dl: Any, br: Any, dr: Any) -> Any:
    """The depth of water that can pass between a left and a right cell; 0 where none can.

    The mean of both depths where both are wet (the paper's); over a sill into a dry cell only
    what stands above the higher ground; 0 if the higher surface does not reach it. For numbers,
    or for vectors of them.
    """
    head = max(bl + dl, br + dr) - max(bl, br)
    depth = choose(min(dl, dr) > ZERO, HALF * (dl + dr), head)
    return choose((head > ZERO) & (max(dl, dr) > MOLECULE), depth, ZERO * dl)


@kernel
def line_depths(d: Array, b: Array, wrap: bool, D: Array) -> None:
    """The depths of a line's faces; at its ends the end cells' own, or the seam's."""
    n = d.shape[0]
    for i in range(1, n):
        D[i] = face_depth(b[i - 1], d[i - 1], b[i], d[i])
    D[0], D[n] = d[0], d[n - 1]
    if wrap:
        D[0] = D[n] = face_depth(b[n - 1], d[n - 1], b[0], d[0])


@parallel_kernel
def lift(d: Array, rise: Array) -> None:
    """Let every cell rise: d += rise, whose rows may lie apart."""
    width, nx = VECTOR_BYTES // d.itemsize, d.shape[1]
    whole = nx - nx % width
    for j in prange(d.shape[0]):
        for i in range(0, whole, width):
            store(d, j, i, load(d, j, i, wide(d)) + load(rise, j, i, wide(d)))
        for i in range(whole, nx):
            d[j, i] += rise[j, i]


@exact_kernel
def carry(d: Array, b: Array, u: Array, v: Array, r: float, wrap_x: bool, wrap_y: bool) -> None:
    """d' = d - r div(D u) with no cell giving more than it holds; u, v slow down accordingly."""
    ny, nx = d.shape
    qx, qy = np.empty_like(u), np.empty_like(v)
    for j in range(ny):
        line_depths(d[j], b[j], wrap_x, qx[j])
    depths_across(d, b, wrap_y, qy)
    qx *= r * u
    qy *= r * v
    limit(d, u, v, qx, qy, wrap_x, wrap_y)
    for j in range(ny):
        for i in range(nx):
            d[j, i] = balance(d, qx, qy, j, i)


@kernel
def depths_across(d: Array, b: Array, wrap: bool, D: Array) -> None:
    """The depths of all y faces, as `line_depths` has them for one line."""
    ny, nx = d.shape
    for j in range(1, ny):
        for i in range(nx):
            D[j, i] = face_depth(b[j - 1, i], d[j - 1, i], b[j, i], d[j, i])
    D[0], D[ny] = d[0], d[ny - 1]
    if wrap:
        for i in range(nx):
            D[0, i] = D[ny, i] = face_depth(b[ny - 1, i], d[ny - 1, i], b[0, i], d[0, i])


@exact_kernel
def balance(d: Array, qx: Array, qy: Array, j: int, i: int) -> float:
    """What a cell holds after the fluxes; exact, so that whoever asks twice hears the same."""
    return d[j, i] + (qx[j, i] - qx[j, i + 1]) + (qy[j, i] - qy[j + 1, i])


@exact_kernel
def limit(d: Array, u: Array, v: Array, qx: Array, qy: Array, wrap_x: bool, wrap_y: bool) -> None:
    """Scale the outflow of every cell that would go below zero, by (d + inflow) / outflow.

    The less a cell gives, the less its neighbours get, so these are looked at again, until
    nobody is below zero; after too long, by d / outflow, which no neighbour can upset.
    """
    ny, nx = d.shape
    waiting = [j * nx + i for j in range(ny) for i in range(nx) if balance(d, qx, qy, j, i) < 0]
    patience = MOST_VISITS * len(waiting)
    visits = 0
    while len(waiting) > 0:
        j, i = divmod(waiting.pop(), nx)
        if balance(d, qx, qy, j, i) >= 0:
            continue
        visits += 1
        scale_outflow(d, u, v, qx, qy, j, i, wrap_x, wrap_y, visits > patience)
        for there in ((j, i - 1), (j, i + 1), (j - 1, i), (j + 1, i)):
            row, column = there[0] % ny, there[1] % nx
            if balance(d, qx, qy, row, column) < 0:
                waiting.append(row * nx + column)


@exact_kernel
def scale_outflow(
    d: Array, u: Array, v: Array, qx: Array, qy: Array, j: int, i: int,
    wrap_x: bool, wrap_y: bool, strictly: bool,
) -> None:  # fmt: skip
    """Let one cell give no more than it has and gets; strictly, than it has."""
    west, east, south, north = qx[j, i], -qx[j, i + 1], qy[j, i], -qy[j + 1, i]
    into = max(west, 0) + max(east, 0) + max(south, 0) + max(north, 0)
    out = -(min(west, 0) + min(east, 0) + min(south, 0) + min(north, 0))
    have = d[j, i] if strictly else d[j, i] + into
    less = 1 - 4 * np.finfo(d.dtype).eps  # so that rounding leaves nothing below zero
    share: Any = d.dtype.type(less * have / out)
    give_less(qx[j], u[j], i, i + 1, share, wrap_x)
    give_less(qy[:, i], v[:, i], j, j + 1, share, wrap_y)


@exact_kernel
def give_less(q: Array, w: Array, low: int, high: int, share: float, wrap: bool) -> None:
    """Scale what runs out of a cell through its low and its high face along one line."""
    last = q.shape[0] - 1
    for face, outward in ((low, -1), (high, 1)):
        if q[face] * outward > 0:
            q[face] *= share
            w[face] *= share
            if wrap and (face == 0 or face == last):  # the two ends of a ring are one face
                q[last - face], w[last - face] = q[face], w[face]
