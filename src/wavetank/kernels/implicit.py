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

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.faces import ZERO, face_depth
from wavetank.kernels.jit import exact_kernel, kernel, parallel_kernel
from wavetank.kernels.vectors import (
    CACHE_LINE_BYTES,
    TILE_BYTES,
    VECTOR_BYTES,
    choose,
    load,
    one,
    prefetch,
    store,
    transpose_tile,
    wide,
)

ONE: Any = np.float32(1)  # in single precision, lest it turn all into double
AHEAD = 8  # rows: measured, 10 to 25 % of the columns' time
CROWDED_LINES = (
    16  # rows that begin a multiple of so many cache lines apart get in each other's way
)
ODD_LINES = 3  # how many lines more or less than that they begin apart: measured


class Lines(NamedTuple):
    """Lines of cells that run down an array: depth, bed, rise, and velocity through the faces."""

    d: Array
    b: Array
    s: Array
    w: Array


class Notes(NamedTuple):
    """What a sweep down a vector of lines leaves for the way back up, close together in memory.

    The rise and the velocities so far, the depth, the ratio of each cell's rise to the next
    one's, and for a ring what becomes of a unit that goes through its seam.
    """

    s: Array
    w: Array
    d: Array
    ratio: Array
    unit: Array


class Factors(NamedTuple):
    """What the physics comes down to: w~ = keep w, a = g dt/dx, r = dt/dx.

    kept is keep if what runs through the faces before gravity is still to be added, else 0.
    """

    keep: float
    a: float
    r: float
    kept: float


@exact_kernel
def step_up(bl: Any, dl: Any, bh: Any, dh: Any) -> Any:
    """Depth of the face between a low and a high cell, and how much higher the high water is.

    Exact: with its terms in another order the slope of a lake at rest would not be 0 to the bit.
    """
    return face_depth(bl, dl, bh, dh), (bh + dh) - (bl + dl)


@exact_kernel
def between(d: Array, b: Array, low: int, high: int, i: int, like: Any) -> Any:
    """`step_up` from one row to another."""
    bl, dl = load(b, low, i, like), load(d, low, i, like)
    bh, dh = load(b, high, i, like), load(d, high, i, like)
    return step_up(bl, dl, bh, dh)


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
def close_seam(lines: Lines, i: int, f: Factors, ends: Array, notes: Notes) -> None:
    """Make one face of both ends: what runs out through the one runs in through the other."""
    d, b, _, w = lines
    n, like = d.shape[0], wide(d)
    D, slope = between(d, b, n - 1, 0, i, like)
    low, high = load(w, 0, i, like), load(w, n, i, like)
    store(ends, 0, 0, like)
    store(ends, 1, 0, D * (f.a * slope - f.kept * low))
    store(ends, 2, 0, like)
    store(ends, 3, 0, D * (f.kept * high - f.a * slope))
    store(ends, 4, 0, (f.a * f.r) * D)
    store(notes.w, 0, 0, choose(D > ZERO, f.keep * low - f.a * slope, like))


@kernel
def outlet(lines: Lines, j: int, i: int, f: Factors, ends: Array, end: int) -> Any:
    """What an end adds to the pivot of its cell j, and what runs out before the cell rises."""
    like = wide(ends)
    alpha, beta = load(ends, end, 0, like), load(ends, end + 1, 0, like)
    h = load(lines.b, j, i, like) + load(lines.d, j, i, like)
    return f.r * alpha, f.r * (alpha * h + beta)


@kernel
def accelerate(D: Any, slope: Any, w: Any, f: Factors) -> Any:
    """Let the slope before the step move the water of a face, D deep.

    Returns its velocity; g dt^2 D / dx^2, which two cells exchange for each metre that one rises
    above the other; and what runs through before either rises.
    """
    pull = f.a * slope
    moved = choose(D > ZERO, f.keep * w - pull, ZERO * D)
    return moved, (f.a * f.r) * D, (f.r * D) * (f.kept * w - pull)


@kernel
def eliminate(lines: Lines, i: int, f: Factors, ends: Array, notes: Notes, wrap: bool) -> None:
    """Down the lines: each cell's rise, but for a ratio of the next one's that is still to come.

    rest is the pivot but for what is exchanged with the next cell: no pivot falls below 1.
    unit is what becomes, in the same way, of a unit that went through the seam.
    """
    d, b, s, w = lines
    n, like = s.shape[0], wide(s)
    exchange, outflow = outlet(lines, 0, i, f, ends, 0)
    rest, inflow = ONE + exchange, like - outflow
    rise, passed, exchange = like, like + ONE, like + ONE  # the unit comes in before the first cell
    bl, dl = load(b, 0, i, like), load(d, 0, i, like)
    for j in range(n):
        before = exchange
        source = load(s, j, i, like)
        store(notes.d, j, 0, dl)
        if j < n - 1:
            fetch(lines, j + AHEAD, i)
            bh, dh = load(b, j + 1, i, like), load(d, j + 1, i, like)
            D, slope = step_up(bl, dl, bh, dh)
            moved, exchange, outflow = accelerate(D, slope, load(w, j + 1, i, like), f)
            store(notes.w, j + 1, 0, moved)
            bl, dl = bh, dh
        else:
            exchange, outflow = outlet(lines, j, i, f, ends, 2)
        share = ONE / (rest + exchange)
        rise = (source + (inflow - outflow) + before * rise) * share
        store(notes.s, j, 0, rise)
        store(notes.ratio, j, 0, exchange * share)
        if wrap:
            passed = before * passed * share
            store(notes.unit, j, 0, passed if j < n - 1 else passed - share)
        rest, inflow = ONE + (exchange * rest) * share, outflow


@kernel
def fetch(lines: Lines, j: int, i: int) -> None:
    """Call row j nearer, on the way down: columns touch a new page of memory with every row."""
    d, b, s, w = lines
    prefetch(d, j, i)
    prefetch(b, j, i)
    prefetch(s, j, i)
    prefetch(w, j, i)


@kernel
def substitute(lines: Lines, i: int, a: float, notes: Notes) -> Any:
    """Back up the lines: the ratio of the next cell's rise, then the velocity between both.

    Returns the least that any of the cells will hold.
    """
    s, w = lines.s, lines.w
    n, like = s.shape[0], wide(s)
    following = load(notes.s, n - 1, 0, like)
    lowest = load(notes.d, n - 1, 0, like) + following
    store(s, n - 1, i, following)
    for j in range(n - 2, -1, -1):
        prefetch(s, j - AHEAD, i)
        prefetch(w, j - AHEAD, i)
        share = load(notes.ratio, j, 0, like)
        rise = load(notes.s, j, 0, like) + share * following
        store(s, j, i, rise)
        lowest = min(lowest, load(notes.d, j, 0, like) + rise)
        fall = choose(share > ZERO, a * (following - rise), like)
        store(w, j + 1, i, load(notes.w, j + 1, 0, like) - fall)
        following = rise
    return lowest


@kernel
def move_ends(lines: Lines, i: int, ends: Array) -> None:
    """The velocities at which alpha (h + s) + beta runs out through the two ends."""
    d, b, s, w = lines
    last, like = d.shape[0] - 1, wide(d)
    D = load(d, 0, i, like)
    h = load(b, 0, i, like) + D + load(s, 0, i, like)
    out = load(ends, 0, 0, like) * h + load(ends, 1, 0, like)
    store(w, 0, i, choose(D > ZERO, like - out / D, like))
    D = load(d, last, i, like)
    h = load(b, last, i, like) + D + load(s, last, i, like)
    out = load(ends, 2, 0, like) * h + load(ends, 3, 0, like)
    store(w, last + 1, i, choose(D > ZERO, out / D, like))


@kernel
def substitute_ring(lines: Lines, i: int, a: float, ends: Array, notes: Notes) -> Any:
    """Back up the lines, then let the seam exchange what it must (Sherman-Morrison).

    Returns the least that any of the cells will hold.
    """
    s, w = lines.s, lines.w
    rises, unit, ratio = notes.s, notes.unit, notes.ratio
    n, like = s.shape[0], wide(s)
    for j in range(n - 2, -1, -1):
        share = load(ratio, j, 0, like)
        store(rises, j, 0, load(rises, j, 0, like) + share * load(rises, j + 1, 0, like))
        store(unit, j, 0, load(unit, j, 0, like) + share * load(unit, j + 1, 0, like))
    seam = load(ends, 4, 0, like)
    low, high = load(rises, 0, 0, like), load(rises, n - 1, 0, like)
    span = load(unit, 0, 0, like) - load(unit, n - 1, 0, like)
    exchanged = seam * (low - high) / (ONE + seam * span)

    share, below = seam, high - exchanged * load(unit, n - 1, 0, like)
    lowest = load(notes.d, n - 1, 0, like) + below
    for j in range(n):
        rise = load(rises, j, 0, like) - exchanged * load(unit, j, 0, like)
        store(s, j, i, rise)
        lowest = min(lowest, load(notes.d, j, 0, like) + rise)
        fall = choose(share > ZERO, a * (rise - below), like)
        store(w, j, i, load(notes.w, j, 0, like) - fall)
        share, below = load(ratio, j, 0, like), rise
    store(w, n, i, load(w, 0, i, like))
    return lowest


@kernel
def sweep(lines: Lines, i: int, f: Factors, ends: Array, wrap: bool, notes: Notes) -> Any:
    """Let gravity act along as many lines as a vector has lanes, from column i on.

    Returns the least that any of their cells will hold.
    """
    if wrap:
        close_seam(lines, i, f, ends, notes)
    eliminate(lines, i, f, ends, notes, wrap)
    if wrap:
        return substitute_ring(lines, i, f.a, ends, notes)
    lowest = substitute(lines, i, f.a, notes)
    move_ends(lines, i, ends)
    return lowest


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
    n = room.shape[1] - 1
    if m < room.shape[2]:
        room[:4] = ZERO
    return Lines(room[0, :n], room[1, :n], room[2, :n], room[3])


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
    sweep(lines, 0, f, sides(west, east, j, m), wrap, notes_in(room))
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
    width = VECTOR_BYTES // d.itemsize
    m = min(width, d.shape[1] - i)
    ends = sides(south, north, i, m)
    if m == width:
        lowest = sweep(Lines(d, b, s, v), i, f, ends, wrap, notes_in(room))
    else:
        lines = panel(room, m)
        lines.d[:, :m], lines.b[:, :m] = d[:, i : i + m], b[:, i : i + m]
        lines.s[:, :m], lines.w[:, :m] = s[:, i : i + m], v[:, i : i + m]
        lowest = sweep(lines, 0, f, ends, wrap, notes_in(room))
        s[:, i : i + m], v[:, i:] = lines.s[:, :m], lines.w[:, :m]
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
