"""Slopes across the open faces of a basin of any shape, and the wave equation on them.

A face next to a wall or a side is closed, and its slope nothing (a mirror). With eight
neighbours a face's slope is blended with those of the faces beside it, a = 1/8 each where
they are open: the divergence of such slopes is the stencil (edges/2 + corners/4 - 3 f), and
what leaves one cell still enters the next.
"""

from typing import Any

import numpy as np
from numba import prange

from wavetank.arrays import Array, Mask
from wavetank.kernels.jit import kernel, parallel_kernel


@kernel
def difference(f: Array, j: int, i: int) -> float:
    """Across face i of row j; face 0 and the last are one face, where the row's ends meet."""
    n = f.shape[1]
    return f[j, i % n] - f[j, i - 1 if i > 0 else n - 1]


@parallel_kernel
def along_rows(f: Array, open_: Mask, a: float, wrap: bool, g: Array) -> None:
    """g = difference of f across the faces of all rows; wrap: do the columns' ends meet?"""
    ny = f.shape[0]
    for row in prange(ny):
        j: Any = np.int64(row)  # prange counts unsigned, and unsigned - 1 is a float to Numba
        below = j - 1 if j > 0 else (ny - 1 if wrap else j)
        above = j + 1 if j < ny - 1 else (0 if wrap else j)
        for i in range(g.shape[1]):
            if not open_[j, i]:
                g[j, i] = 0
                continue
            own = difference(f, j, i)
            blend = own
            if open_[below, i]:
                blend += a * (difference(f, below, i) - own)
            if open_[above, i]:
                blend += a * (difference(f, above, i) - own)
            g[j, i] = blend


@parallel_kernel
def gather(d: Array, gx: Array, gy: Array, k: float) -> None:
    """d' = d - k div g: what the slopes carry into and out of each cell."""
    ny, nx = d.shape
    for j in prange(ny):
        for i in range(nx):
            d[j, i] -= k * (gx[j, i + 1] - gx[j, i] + gy[j + 1, i] - gy[j, i])
