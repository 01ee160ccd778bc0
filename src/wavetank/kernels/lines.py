"""Gravity along lines of cells: each line is a system with three diagonals, solved down and up.

As many lines side by side as a vector has lanes; the letters are those of `kernels.implicit`.
"""

from typing import Any, NamedTuple

import numpy as np

from wavetank.arrays import Array
from wavetank.kernels.faces import ZERO, face_depth
from wavetank.kernels.jit import exact_kernel, kernel
from wavetank.kernels.vectors import choose, load, prefetch, store, wide

ONE: Any = np.float32(1)  # in single precision, lest it turn all into double
AHEAD = 8  # rows: measured, 10 to 25 % of the columns' time


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
def close_seam(lines: Lines, f: Factors, ends: Array, notes: Notes) -> None:
    """Make one face of both ends: what runs out through the one runs in through the other."""
    d, b, _, w = lines
    n, like = d.shape[0], wide(d)
    D, slope = between(d, b, n - 1, 0, 0, like)
    low, high = load(w, 0, 0, like), load(w, n, 0, like)
    store(ends, 0, 0, like)
    store(ends, 1, 0, D * (f.a * slope - f.kept * low))
    store(ends, 2, 0, like)
    store(ends, 3, 0, D * (f.kept * high - f.a * slope))
    store(ends, 4, 0, (f.a * f.r) * D)
    store(notes.w, 0, 0, choose(D > ZERO, f.keep * low - f.a * slope, like))


@kernel
def outlet(lines: Lines, j: int, f: Factors, ends: Array, end: int) -> Any:
    """What an end adds to the pivot of its cell j, and what runs out before the cell rises."""
    like = wide(ends)
    alpha, beta = load(ends, end, 0, like), load(ends, end + 1, 0, like)
    h = load(lines.b, j, 0, like) + load(lines.d, j, 0, like)
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
def eliminate(lines: Lines, f: Factors, ends: Array, notes: Notes, wrap: bool) -> None:
    """Down the lines: each cell's rise, but for a ratio of the next one's that is still to come.

    rest is the pivot but for what is exchanged with the next cell: no pivot falls below 1.
    unit is what becomes, in the same way, of a unit that went through the seam.
    """
    d, b, s, w = lines
    n, like = s.shape[0], wide(s)
    exchange, outflow = outlet(lines, 0, f, ends, 0)
    rest, inflow = ONE + exchange, like - outflow
    rise, passed, exchange = like, like + ONE, like + ONE  # the unit comes in before the first cell
    bl, dl = load(b, 0, 0, like), load(d, 0, 0, like)
    for j in range(n):
        before = exchange
        source = load(s, j, 0, like)
        store(notes.d, j, 0, dl)
        if j < n - 1:
            fetch(lines, j + AHEAD)
            bh, dh = load(b, j + 1, 0, like), load(d, j + 1, 0, like)
            D, slope = step_up(bl, dl, bh, dh)
            moved, exchange, outflow = accelerate(D, slope, load(w, j + 1, 0, like), f)
            store(notes.w, j + 1, 0, moved)
            bl, dl = bh, dh
        else:
            exchange, outflow = outlet(lines, j, f, ends, 2)
        share = ONE / (rest + exchange)
        rise = (source + (inflow - outflow) + before * rise) * share
        store(notes.s, j, 0, rise)
        store(notes.ratio, j, 0, exchange * share)
        if wrap:
            passed = before * passed * share
            store(notes.unit, j, 0, passed if j < n - 1 else passed - share)
        rest, inflow = ONE + (exchange * rest) * share, outflow


@kernel
def fetch(lines: Lines, j: int) -> None:
    """Call row j nearer, on the way down: columns touch a new page of memory with every row."""
    d, b, s, w = lines
    prefetch(d, j, 0)
    prefetch(b, j, 0)
    prefetch(s, j, 0)
    prefetch(w, j, 0)


@kernel
def substitute(lines: Lines, a: float, notes: Notes) -> Any:
    """Back up the lines: the ratio of the next cell's rise, then the velocity between both.

    Returns the least that any of the cells will hold.
    """
    s, w = lines.s, lines.w
    n, like = s.shape[0], wide(s)
    following = load(notes.s, n - 1, 0, like)
    lowest = load(notes.d, n - 1, 0, like) + following
    store(s, n - 1, 0, following)
    for j in range(n - 2, -1, -1):
        prefetch(s, j - AHEAD, 0)
        prefetch(w, j - AHEAD, 0)
        share = load(notes.ratio, j, 0, like)
        rise = load(notes.s, j, 0, like) + share * following
        store(s, j, 0, rise)
        lowest = min(lowest, load(notes.d, j, 0, like) + rise)
        fall = choose(share > ZERO, a * (following - rise), like)
        store(w, j + 1, 0, load(notes.w, j + 1, 0, like) - fall)
        following = rise
    return lowest


@kernel
def move_ends(lines: Lines, ends: Array) -> None:
    """The velocities at which alpha (h + s) + beta runs out through the two ends."""
    d, b, s, w = lines
    last, like = d.shape[0] - 1, wide(d)
    D = load(d, 0, 0, like)
    h = load(b, 0, 0, like) + D + load(s, 0, 0, like)
    out = load(ends, 0, 0, like) * h + load(ends, 1, 0, like)
    store(w, 0, 0, choose(D > ZERO, like - out / D, like))
    D = load(d, last, 0, like)
    h = load(b, last, 0, like) + D + load(s, last, 0, like)
    out = load(ends, 2, 0, like) * h + load(ends, 3, 0, like)
    store(w, last + 1, 0, choose(D > ZERO, out / D, like))


@kernel
def substitute_ring(lines: Lines, a: float, ends: Array, notes: Notes) -> Any:
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
        store(s, j, 0, rise)
        lowest = min(lowest, load(notes.d, j, 0, like) + rise)
        fall = choose(share > ZERO, a * (rise - below), like)
        store(w, j, 0, load(notes.w, j, 0, like) - fall)
        share, below = load(ratio, j, 0, like), rise
    store(w, n, 0, load(w, 0, 0, like))
    return lowest


@kernel
def sweep(lines: Lines, f: Factors, ends: Array, wrap: bool, notes: Notes) -> Any:
    """Let gravity act along as many lines as a vector has lanes.

    Returns the least that any of their cells will hold.
    """
    if wrap:
        close_seam(lines, f, ends, notes)
    eliminate(lines, f, ends, notes, wrap)
    if wrap:
        return substitute_ring(lines, f.a, ends, notes)
    lowest = substitute(lines, f.a, notes)
    move_ends(lines, ends)
    return lowest
