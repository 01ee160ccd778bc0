"""Implicit gravity: all rows, then all columns, each line a system with three diagonals.

With D the depth of a face, u~ and v~ the velocities before gravity, and s the rise of the
surface in this step, the factored scheme is

    (1 - g dt^2 d/dx D d/dx) s* = -dt [(D (u~ - g dt h_x))_x + (D v~)_y]      every row
    (1 - g dt^2 d/dy D d/dy) s  = s* + g dt^2 (D h_y)_y                        every column
    u' = u~ - g dt (h + s*)_x        v' = v~ - g dt (h + s)_y

and then d + s = d - dt [(D u')_x + (D v')_y] to round-off: what a cell gains is what runs
through its faces.

A wall is a cell whose ground is too high to flood (b = 1e30). A line's two ends are sides:
alpha (h + s) + beta runs out through them; a mirror wall has alpha = beta = 0.
"""

import numpy as np

from wavetank.arrays import Array
from wavetank.kernels.faces import face_depth
from wavetank.kernels.jit import kernel


@kernel
def solve_line(p: Array, s: Array, low: float, high: float) -> None:
    """Solve, in place, the system of one line: each cell exchanges p (s_i - s_i+1) with the next.

    low and high are what the two ends add to the diagonal. No pivot falls below 1.
    """
    n = s.shape[0]
    ratio = np.empty_like(s)
    before = low * 0
    left = low
    for i in range(n):
        after = p[i + 1] if i < n - 1 else high
        pivot = 1 + left + after
        if i > 0:
            s[i] += before * s[i - 1]
        s[i] /= pivot
        ratio[i] = after / pivot
        before = after
        left = after * (1 - ratio[i])
    for i in range(n - 2, -1, -1):
        s[i] += ratio[i] * s[i + 1]


@kernel
def solve_ring(p: Array, s: Array) -> None:
    """Solve, in place, the system of a line that closes upon itself (Sherman-Morrison)."""
    n = s.shape[0]
    if n == 1:
        return
    seam, none = p[0], p[0] * 0
    unit = np.zeros_like(s)
    unit[0], unit[n - 1] = 1, -1
    solve_line(p, s, none, none)
    solve_line(p, unit, none, none)
    share = seam * (s[0] - s[n - 1]) / (1 + seam * (unit[0] - unit[n - 1]))
    for i in range(n):
        s[i] -= share * unit[i]


@kernel
def line_depths(d: Array, b: Array, wrap: bool, D: Array) -> None:
    """The depths of a line's faces; at its ends the end cells' own, or the seam's."""
    n = d.shape[0]
    for i in range(1, n):
        D[i] = face_depth(b[i - 1], d[i - 1], b[i], d[i])
    D[0], D[n] = d[0], d[n - 1]
    if wrap:
        D[0] = D[n] = face_depth(b[n - 1], d[n - 1], b[0], d[0])


@kernel
def step(
    d: Array, b: Array, u: Array, v: Array, s: Array, keep: float, a: float, r: float,
    west: Array, east: Array, south: Array, north: Array, wrap_x: bool, wrap_y: bool,
) -> None:  # fmt: skip
    """One step: fills s with the rise of every cell and moves u, v; leaves d as it was.

    keep = u~/u, a = g dt/dx, r = dt/dx; a side is two rows, alpha and beta of its lines.
    """
    ny, nx = d.shape
    Dx, Dy = np.zeros_like(u), np.zeros_like(v)
    for j in range(ny):
        line_depths(d[j], b[j], wrap_x, Dx[j])
    for i in range(nx):
        line_depths(d[:, i], b[:, i], wrap_y, Dy[:, i])

    for j in range(ny):
        inertia_across(v, Dy, j, keep * r, wrap_y, s[j])
    h = b + d
    for j in range(ny):
        inertia_along(u[j], Dx[j], keep * r, wrap_x, s[j])
        sweep(h[j], Dx[j], u[j], s[j], keep, a, r, west[:, j], east[:, j], wrap_x)
    for i in range(nx):
        low, high = south[:, i], north[:, i]
        sweep(h[:, i], Dy[:, i], v[:, i], s[:, i], keep, a, r, low, high, wrap_y)


@kernel
def inertia_across(v: Array, Dy: Array, j: int, kept: float, wrap: bool, s: Array) -> None:
    """s = -dt (D v~)_y of row j; what runs through the sides comes with the columns."""
    last = v.shape[0] - 2
    for i in range(s.shape[0]):
        low = Dy[j, i] * v[j, i] if wrap or j > 0 else kept * 0
        high = Dy[j + 1, i] * v[j + 1, i] if wrap or j < last else kept * 0
        s[i] = kept * (low - high)


@kernel
def inertia_along(u: Array, D: Array, kept: float, wrap: bool, s: Array) -> None:
    """s -= dt (D u~)_x along a row; what runs through the sides comes with the sweep."""
    n = s.shape[0]
    for i in range(n):
        low = D[i] * u[i] if wrap or i > 0 else kept * 0
        high = D[i + 1] * u[i + 1] if wrap or i < n - 1 else kept * 0
        s[i] += kept * (low - high)


@kernel
def sweep(
    h: Array, D: Array, w: Array, s: Array, keep: float, a: float, r: float,
    low: Array, high: Array, wrap: bool,
) -> None:  # fmt: skip
    """Let gravity act along one line: s is its rise so far, w its velocities."""
    n = s.shape[0]
    p = (a * r) * D
    for i in range(1, n):
        fall = p[i] * (h[i] - h[i - 1])
        s[i - 1] += fall
        s[i] -= fall
    if wrap:
        fall = p[0] * (h[0] - h[n - 1])
        s[n - 1] += fall
        s[0] -= fall
        solve_ring(p, s)
    else:
        s[0] -= r * (low[0] * h[0] + low[1])
        s[n - 1] -= r * (high[0] * h[n - 1] + high[1])
        solve_line(p, s, r * low[0], r * high[0])

    for i in range(1, n):
        slope = (h[i] - h[i - 1]) + (s[i] - s[i - 1])
        w[i] = keep * w[i] - a * slope if D[i] > 0 else 0
    if wrap:
        slope = (h[0] - h[n - 1]) + (s[0] - s[n - 1])
        w[0] = keep * w[0] - a * slope if D[0] > 0 else 0
        w[n] = w[0]
    else:
        w[0] = -(low[0] * (h[0] + s[0]) + low[1]) / D[0] if D[0] > 0 else 0
        w[n] = (high[0] * (h[n - 1] + s[n - 1]) + high[1]) / D[n] if D[n] > 0 else 0
