"""The wave equation on a level of its own: one step for every cell.

The water's memory is the velocity potential f (u = f_x, v = f_y):

    f' = R f - g dt (h - level)          h = b + d
    d' = d - dt d0 L f'                  L f = e (4 edge neighbours) + c (4 corners) - z f

which is the two-level scheme h'' = h' + R (h' - h) + c^2 dt^2 L h' with c^2 = g d0.
"""

from numba import prange

from wavetank.arrays import Array, Mask
from wavetank.kernels.jit import kernel, parallel_kernel


@kernel
def accelerate_row(f: Array, d: Array, b: Array, level: float, R: float, gdt: float) -> None:
    """f' = R f - g dt (b + d - level), along one row."""
    for i in range(f.shape[0]):
        f[i] = R * f[i] - gdt * (b[i] + d[i] - level)


@kernel
def spread_row(
    d: Array, below: Array, f: Array, above: Array, k: float, weights: Array, wrap: bool
) -> None:
    """d' = d - k L f, along one row whose ends are mirrors or meet (wrap)."""
    e, c, z = weights[0], weights[1], weights[2]
    n = d.shape[0]
    for i in range(1, n - 1):
        edges = f[i - 1] + f[i + 1] + below[i] + above[i]
        corners = below[i - 1] + below[i + 1] + above[i - 1] + above[i + 1]
        d[i] -= k * (e * edges + c * corners - z * f[i])
    for i in (0, n - 1):
        if i == 0 or n > 1:
            left = i - 1 if i > 0 else (n - 1 if wrap else 0)
            right = i + 1 if i < n - 1 else (0 if wrap else n - 1)
            edges = f[left] + f[right] + below[i] + above[i]
            corners = below[left] + below[right] + above[left] + above[right]
            d[i] -= k * (e * edges + c * corners - z * f[i])


@parallel_kernel
def step(
    d: Array, f: Array, b: Array, level: float, R: float, gdt: float, k: float,
    weights: Array, wrap_x: bool, wrap_y: bool,
) -> None:  # fmt: skip
    """One step of every cell; b has one row if all rows of the ground are alike."""
    ny = d.shape[0]
    for j in prange(ny):
        accelerate_row(f[j], d[j], b[j % b.shape[0]], level, R, gdt)
    for j in prange(ny):
        below = f[j - 1] if j > 0 else f[ny - 1 if wrap_y else 0]
        above = f[j + 1] if j < ny - 1 else f[0 if wrap_y else ny - 1]
        spread_row(d[j], below, f[j], above, k, weights, wrap_x)
