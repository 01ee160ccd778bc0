"""Implicit gravity: all rows, then all columns, each line a system with three diagonals.

With D the depth of a face, u~ and v~ the velocities before gravity, and s the rise of the
surface in this step, the factored scheme is

    (1 - g dt^2 d/dx D d/dx) s* = -dt [(D (u~ - g dt h_x))_x + (D v~)_y]      every row
    (1 - g dt^2 d/dy D d/dy) s  = s* + g dt^2 (D h_y)_y                        every column
    u' = u~ - g dt (h + s*)_x        v' = v~ - g dt (h + s)_y

and then d + s = d - dt [(D u')_x + (D v')_y] to round-off: what a cell gains is what runs
through its faces.

A wall is a cell whose ground is too high to flood (b = 1e30). A line's two ends are sides:
alpha (h + s) + beta runs out through them; a mirror wall has alpha = beta = 0. If the line wraps,
they are one face, the seam.

The columns run as many side by side as a vector has lanes. So do the rows, in a transposed copy.
"""

from typing import Any

import numba
import numpy as np
from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.faces import ZERO
from wavetank.kernels.jit import kernel, parallel_kernel
from wavetank.kernels.lines import Factors, Lines, Notes, between, sweep
from wavetank.kernels.vectors import (
    CACHE_LINE_BYTES,
    TILE_BYTES,
    VECTOR_BYTES,
    load,
    one,
    store,
    transpose_tile,
    wide,
)

# rows that begin so many cache lines apart, or twice or thrice as many, get in each other's way
CROWDED_LINES = 16
ODD_LINES = 3  # how many lines more than that they are put apart: measured


@kernel
def through(d: Array, b: Array, v: Array, j: int, i: int, wrap: bool, like: Any) -> Any:
    """D v of the faces below row j; none at a side, which has its turn with the columns."""
    n = d.shape[0]
    if not wrap and (j == 0 or j == n):
        return like
    low, high = j - 1 if j > 0 else n - 1, j if j < n else 0
    return between(d, b, low, high, i, like)[0] * load(v, j, i, like)


@kernel
def inertia(
    d: Array, b: Array, v: Array, s: Array, j: int, i: int, kept: float, wrap: bool,
    flux: Array, like: Any,
) -> None:  # fmt: skip
    """s = -dt (D v~)_y of row j, from column i on; flux is handed on from row to row."""
    outflow = kept * through(d, b, v, j + 1, i, wrap, like)
    store(s, j, i, load(flux, 0, i, like) - outflow)
    store(flux, 0, i, outflow)


@kernel
def sides(low: Array, high: Array, i: int, m: int) -> Array:
    """Alpha and beta of m lines at both ends, and room for the seam; none beyond the m."""
    ends = np.zeros((5, VECTOR_BYTES // low.itemsize), low.dtype)
    for k in range(m):
        ends[0, k], ends[1, k] = low[0, i + k], low[1, i + k]
        ends[2, k], ends[3, k] = high[0, i + k], high[1, i + k]
    return ends


@kernel
def room_for(a: Array, n: int) -> Array:
    """Room for a vector of lines of n cells: a copy of them, and what `sweep` notes for itself.

    One for many sweeps: memory fresh from the system is the slowest there is.
    """
    return np.empty((6, n + 1, VECTOR_BYTES // a.itemsize), a.dtype)


@kernel
def panel(room: Array, m: int) -> Lines:
    """Where a copy of m lines goes; lines beyond the m are dry."""
    n, width = room.shape[1] - 1, room.shape[2]
    if m < width:
        room[:4] = ZERO
    return Lines(room[0, :n, :width], room[1, :n, :width], room[2, :n, :width], room[3, :, :width])


@kernel
def notes_in(room: Array) -> Notes:
    """Where `sweep` notes what it needs; a copy of the lines takes its own notes' place."""
    n = room.shape[1] - 1
    return Notes(room[2, :n], room[3], room[0, :n], room[4, :n], room[5, :n])


@kernel
def lay_down(a: Array, j: int, m: int, to: Array) -> None:
    """Copy m rows from row j on into columns."""
    n, tile = a.shape[1], TILE_BYTES // a.itemsize
    whole = n - n % tile if m % tile == 0 else 0
    for k in range(0, m, tile):
        for i in range(0, whole, tile):
            transpose_tile(a, j + k, i, to, i, k)
    for k in range(m):
        for i in range(whole, n):
            to[i, k] = a[j + k, i]


@kernel
def stand_up(a: Array, to: Array, j: int, m: int) -> None:
    """Copy m columns into rows from row j on: lay_down undone."""
    n, tile = a.shape[0], TILE_BYTES // a.itemsize
    whole = n - n % tile if m % tile == 0 else 0
    for k in range(0, m, tile):
        for i in range(0, whole, tile):
            transpose_tile(a, i, k, to, j + k, i)
    for k in range(m):
        for i in range(whole, n):
            to[j + k, i] = a[i, k]


@kernel
def sweep_rows(
    d: Array, b: Array, u: Array, s: Array, j: int, f: Factors, west: Array, east: Array,
    wrap: bool, room: Array,
) -> None:  # fmt: skip
    """Let gravity act along the rows from row j on: as columns of a transposed copy."""
    m = min(VECTOR_BYTES // d.itemsize, d.shape[0] - j)
    lines = panel(room, m)
    lay_down(d, j, m, lines.d)
    lay_down(b, j, m, lines.b)
    lay_down(s, j, m, lines.s)
    lay_down(u, j, m, lines.w)
    sweep(lines, f, sides(west, east, j, m), wrap, notes_in(room))
    stand_up(lines.s, s, j, m)
    stand_up(lines.w, u, j, m)


@kernel
def sweep_columns(
    d: Array, b: Array, v: Array, s: Array, i: int, f: Factors, south: Array, north: Array,
    wrap: bool, room: Array,
) -> bool:  # fmt: skip
    """Let gravity act along the columns from column i on: in a copy if they fill no vector.

    Does no cell of them lose more than it holds?
    """
    m = min(room.shape[2], d.shape[1] - i)
    here = Lines(d[:, i : i + m], b[:, i : i + m], s[:, i : i + m], v[:, i : i + m])
    ends = sides(south, north, i, m)
    if m == room.shape[2]:
        lowest = sweep(here, f, ends, wrap, notes_in(room))
    else:
        lines = panel(room, m)
        lines.d[:, :m], lines.b[:, :m], lines.s[:, :m], lines.w[:, :m] = here
        lowest = sweep(lines, f, ends, wrap, notes_in(room))
        here.s[...], here.w[...] = lines.s[:, :m], lines.w[:, :m]
    store(ends, 0, 0, lowest)
    return ends[0].min() >= 0


@kernel
def start_rows(d: Array, b: Array, v: Array, s: Array, j: int, kept: float, wrap: bool) -> None:
    """s = -dt (D v~)_y of the rows from row j on."""
    width, nx = VECTOR_BYTES // d.itemsize, d.shape[1]
    whole, flux = nx - nx % width, np.empty((1, nx), d.dtype)
    for i in range(0, whole, width):
        store(flux, 0, i, kept * through(d, b, v, j, i, wrap, wide(d)))
    for i in range(whole, nx):
        store(flux, 0, i, kept * through(d, b, v, j, i, wrap, one(d)))
    for row in range(j, min(j + width, d.shape[0])):
        for i in range(0, whole, width):
            inertia(d, b, v, s, row, i, kept, wrap, flux, wide(d))
        for i in range(whole, nx):
            inertia(d, b, v, s, row, i, kept, wrap, flux, one(d))


@parallel_kernel
def move(
    d: Array, b: Array, u: Array, v: Array, s: Array, keep: float, a: float, r: float,
    west: Array, east: Array, south: Array, north: Array, wrap_x: bool, wrap_y: bool,
    slabs: int,
) -> bool:  # fmt: skip
    """One step, in as many slabs as there are threads: each thread has room of its own."""
    wet = np.ones(slabs, np.bool_)
    width = VECTOR_BYTES // d.itemsize
    ny, nx = d.shape
    high, across = (ny + width - 1) // width, (nx + width - 1) // width
    along_x, along_y = Factors(keep, a, r, keep), Factors(keep, a, r, ZERO * keep)
    for n in prange(slabs):
        room = room_for(d, nx)
        for k in range(n * high // slabs, (n + 1) * high // slabs):
            start_rows(d, b, v, s, k * width, keep * r, wrap_y)
            sweep_rows(d, b, u, s, k * width, along_x, west, east, wrap_x, room)
    for n in prange(slabs):
        room = room_for(d, ny)
        for k in range(n * across // slabs, (n + 1) * across // slabs):
            wet[n] &= sweep_columns(d, b, v, s, k * width, along_y, south, north, wrap_y, room)
    return bool(wet.all())


def apart(ny: int, nx: int, dtype: Any) -> Array:
    """Room for ny rows of nx cells whose neighbours do not crowd one place of a cache.

    Rows whose length is a power of two do: their steps took 1.6 times as long as others'.
    """
    line = CACHE_LINE_BYTES // np.dtype(dtype).itemsize
    lines = -(-nx // line)
    lines += (ODD_LINES - lines) % CROWDED_LINES
    return np.zeros((ny, lines * line), dtype)[:, :nx]


def step(
    d: Array, b: Array, u: Array, v: Array, s: Array, keep: float, a: float, r: float,
    west: Array, east: Array, south: Array, north: Array, wrap_x: bool, wrap_y: bool,
) -> bool:  # fmt: skip
    """One step: fills s with the rise of every cell and moves u, v; leaves d as it was.

    Returns whether no cell loses more than it holds.
    b and s are quickest if they are made by `apart`.
    keep = u~/u, a = g dt/dx, r = dt/dx; a side is two rows, alpha and beta of its lines.
    """
    slabs = numba.get_num_threads()
    return move(d, b, u, v, s, keep, a, r, west, east, south, north, wrap_x, wrap_y, slabs)
