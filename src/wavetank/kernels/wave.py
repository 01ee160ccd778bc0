"""The wave equation on a level of its own, stepped in place.

The water's memory is the velocity potential f (u = f_x, v = f_y):

    f' = R f - g dt (h - level)          h = b + d
    d' = d - k L f'                      L f = e (4 edge neighbours) + c (4 corners) - z f

with k = dt d0 / dx^2, which is the two-level scheme h'' = h' + R (h' - h) + c^2 dt^2 L h' with
c^2 = g d0. Beyond the walls f is mirrored (the edge cell again), or it meets itself (wrap).

One row of f is moved on together with the row of d before it, so a step passes once over
memory. Several steps follow each other row by row, while the rows are in the cache:

    time        slab            seam          slab
    2        f f f f f f     s s s s s s     f f f f f f
    1        f f f f f f f f   s s s     f f f f f f f f
    0        f f f f f f f f f f | f f f f f f f f f f f          rows ->

A slab (one a thread) stops short of its neighbours, two rows more at each step; the seams then
fill the gaps. Every row meets the same arithmetic whoever computes it, so the result does not
depend on the number of threads.
"""

import numba
from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.jit import kernel, parallel_kernel

Numbers = tuple[float, ...]

CACHE = 600_000  # bytes for the rows in flight: half a core's second-level cache, or less
LONGEST = 16  # steps in one pass; more would only make the seams larger


@kernel
def accelerate(f: Array, d: Array, b: Array, pull: Numbers) -> None:
    """f' = R f - g dt (b + d - level), along one row; pull = level, R, g dt."""
    level, R, gdt = pull
    for i in range(f.shape[0]):
        f[i] = R * f[i] - gdt * (b[i] + d[i] - level)


@kernel
def side(below: Array, f: Array, above: Array, i: int, spread: Numbers) -> float:
    """What column i gives L f of the columns beside it."""
    _, e, c, _ = spread
    return e * f[i] + c * (below[i] + above[i])


@kernel
def middle(below: Array, f: Array, above: Array, i: int, spread: Numbers) -> float:
    """What column i gives its own L f."""
    _, e, _, z = spread
    # z / e leaves one inexact product: every loop rounds alike, with fused multiply-add or not
    return e * (below[i] + above[i] - z / e * f[i])


@kernel
def spread_ends(
    d: Array, below: Array, f: Array, above: Array, spread: Numbers, wrap: bool
) -> None:
    """d' = d - k L f for the last two cells of a row."""
    n = d.shape[0]
    for i in range(max(n - 2, 0), n):
        left = i - 1 if i > 0 else (n - 1 if wrap else 0)
        right = i + 1 if i < n - 1 else (0 if wrap else n - 1)
        sides = side(below, f, above, left, spread) + side(below, f, above, right, spread)
        d[i] -= spread[0] * (sides + middle(below, f, above, i, spread))


@kernel
def spread_row(d: Array, below: Array, f: Array, above: Array, spread: Numbers, wrap: bool) -> None:
    """d' = d - k L f along one row; spread = k, e, c, z.

    Columns are summed once and handed on, left <- here <- right: a third of the loads.
    """
    k, e, c, z = spread
    ze = z / e
    n = d.shape[0]
    left = side(below, f, above, n - 1 if wrap else 0, spread)
    here = side(below, f, above, 0, spread)
    mid = middle(below, f, above, 0, spread)
    for i in range(1, n - 1):
        x, edges = f[i], below[i] + above[i]
        right, next_mid = e * x + c * edges, e * (edges - ze * x)
        d[i - 1] -= k * (left + right + mid)
        left = here
        here = right
        mid = next_mid
    spread_ends(d, below, f, above, spread, wrap)


@kernel
def move_row(
    above: Array, d_above: Array, b_above: Array, pull: Numbers,
    d: Array, below: Array, f: Array, spread: Numbers, wrap: bool,
) -> None:  # fmt: skip
    """Accelerate the row above, and spread_row this one, in one sweep."""
    level, R, gdt = pull
    k, e, c, z = spread
    ze = z / e
    n = d.shape[0]
    accelerate(above[:1], d_above[:1], b_above[:1], pull)
    if n > 1:
        accelerate(above[n - 1 :], d_above[n - 1 :], b_above[n - 1 :], pull)
    left = side(below, f, above, n - 1 if wrap else 0, spread)
    here = side(below, f, above, 0, spread)
    mid = middle(below, f, above, 0, spread)
    for i in range(1, n - 1):
        new = R * above[i] - gdt * (b_above[i] + d_above[i] - level)
        x, edges = f[i], below[i] + new
        right, next_mid = e * x + c * edges, e * (edges - ze * x)
        above[i] = new
        d[i - 1] -= k * (left + right + mid)
        left = here
        here = right
        mid = next_mid
    spread_ends(d, below, f, above, spread, wrap)


@kernel
def near(j: int, ny: int, wrap: bool) -> int:
    """The row that stands for row j, which may lie just outside."""
    return j % ny if wrap else min(max(j, 0), ny - 1)


@kernel
def accelerate_at(j: int, d: Array, f: Array, b: Array, pull: Numbers) -> None:
    """Accelerate row j."""
    accelerate(f[j], d[j], b[j % b.shape[0]], pull)


@kernel
def spread_at(j: int, d: Array, f: Array, spread: Numbers, wrap_x: bool, wrap_y: bool) -> None:
    """Spread row j."""
    ny = d.shape[0]
    below, above = f[near(j - 1, ny, wrap_y)], f[near(j + 1, ny, wrap_y)]
    spread_row(d[j], below, f[j], above, spread, wrap_x)


@kernel
def move_slab(
    d: Array, f: Array, b: Array, pull: Numbers, spread: Numbers, wrap_x: bool, times: int,
    low: int, high: int, open_low: bool, open_high: bool,
) -> None:  # fmt: skip
    """Take rows low to high so many times forward; stop short of an open end for its seam.

    Time t follows two rows behind time t - 1, which still needs the f it is about to lose.
    """
    for front in range(low, high + 2 * times):
        for t in range(times):
            j = front - 2 * t
            first = low + 2 * t * open_low
            last = high - 2 * t * open_high
            if first + open_low < j < last:
                move_row(
                    f[j], d[j], b[j % b.shape[0]], pull,
                    d[j - 1], f[max(j - 2, 0)], f[j - 1], spread, wrap_x,
                )  # fmt: skip
            elif first <= j < last:
                accelerate_at(j, d, f, b, pull)
            elif j == last and not open_high:
                spread_at(j - 1, d, f, spread, wrap_x, False)


@kernel
def move_seam(
    d: Array, f: Array, b: Array, pull: Numbers, spread: Numbers, wrap_x: bool, times: int,
    seam: int,
) -> None:  # fmt: skip
    """Do what the two slabs that meet at this row have left."""
    ny = d.shape[0]
    for t in range(times):
        for j in range(seam - 2 * t, seam + 2 * t):
            accelerate_at(j % ny, d, f, b, pull)
        for j in range(seam - 2 * t - 1, seam + 2 * t + 1):
            spread_at(j % ny, d, f, spread, wrap_x, True)


@parallel_kernel
def move(
    d: Array, f: Array, b: Array, pull: Numbers, spread: Numbers, wrap_x: bool, wrap_y: bool,
    times: int, slabs: int,
) -> None:  # fmt: skip
    """Take all rows so many times forward: the slabs, then the seams between them."""
    ny = d.shape[0]
    for n in prange(slabs):
        low, high = n * ny // slabs, (n + 1) * ny // slabs
        open_low, open_high = wrap_y or n > 0, wrap_y or n < slabs - 1
        move_slab(d, f, b, pull, spread, wrap_x, times, low, high, open_low, open_high)
    for n in prange(0 if wrap_y else 1, slabs):
        move_seam(d, f, b, pull, spread, wrap_x, times, n * ny // slabs)


def steps(
    d: Array, f: Array, b: Array, level: float, R: float, gdt: float, k: float,
    weights: Array, wrap_x: bool, wrap_y: bool, times: int,
) -> None:  # fmt: skip
    """So many steps of every cell, in place; b has one row if all rows of the ground are alike.

    Level, R, gdt, k and the weights (e, c, z; e > 0) must have the precision of the arrays.
    """
    ny = d.shape[0]
    wrap_y = wrap_y and ny > 1  # a lone row is its own mirror
    pull, spread = (level, R, gdt), (k, *weights)
    rows = CACHE // (2 * d[0].nbytes)
    at_once = max(1, min(times, LONGEST, (rows - 2) // 2, (ny + 2) // 4))
    while times > 0:
        now = min(times, at_once)
        slabs = max(1, min(numba.get_num_threads(), ny // (4 * now - 2)))
        move(d, f, b, pull, spread, wrap_x, wrap_y, now, slabs)
        times -= now


def step(
    d: Array, f: Array, b: Array, level: float, R: float, gdt: float, k: float,
    weights: Array, wrap_x: bool, wrap_y: bool,
) -> None:  # fmt: skip
    """One step of every cell, in place; see steps."""
    steps(d, f, b, level, R, gdt, k, weights, wrap_x, wrap_y, 1)
