"""The shore between cells: ground and surface, each as it goes on past the water's edge.

A cell is wet or dry, but a shoreline runs between cells. So the surface is carried on level
into the dry cells beside the water, below the ground there; drawn from smooth ground and
smooth surface, the shore lies where the two cross, and creeps rather than hops. Nothing here
depends on a threshold: a cell counts the more the deeper it is, up to `thin`.
"""

from math import exp

import numpy as np
from numba import prange

from wavetank.arrays import Array, Mask
from wavetank.kernels.jit import parallel_kernel

REACH = 2
"""How far the surface is carried on [cells]: as far as a drawn point looks around."""
NEARNESS = tuple(exp(-(n**2) / 2) for n in range(REACH + 1))
"""How much a cell counts that is so many cells away, along each axis."""
FAR = 1e-3
"""Weight of the cell's own ground among its neighbours' water: decides where no water is near."""


def shore(bed: Array, depth: Array, walls: Mask, thin: float) -> tuple[Array, Array]:
    """Ground and surface to draw [m]; the surface lies below the ground where it is dry.

    Water as shallow as thin [m] begins to count as none. Walls get their neighbours' values.
    """
    share = np.clip(depth / thin, 0, 1)
    share = share * share * (3 - 2 * share) * ~walls
    ground, surface = np.empty(bed.shape), np.empty(bed.shape)
    carry_on(bed, depth, walls, share, ground, surface)
    return ground, surface


@parallel_kernel
def carry_on(b: Array, d: Array, walls: Mask, share: Array, ground: Array, h: Array) -> None:
    """Ground in walls and surface on dry cells: averages over the land and the water around."""
    ny, nx = b.shape
    for j in prange(ny):
        for i in range(nx):
            ground[j, i] = b[j, i]
            h[j, i] = b[j, i] + d[j, i]
            if share[j, i] == 1:
                continue
            land, b_land, water, h_water = 0.0, 0.0, 0.0, 0.0
            for m in range(max(j - REACH, 0), min(j + REACH + 1, ny)):
                for n in range(max(i - REACH, 0), min(i + REACH + 1, nx)):
                    near = NEARNESS[abs(m - j)] * NEARNESS[abs(n - i)]
                    if not walls[m, n]:
                        land += near
                        b_land += near * b[m, n]
                    water += near * share[m, n]
                    h_water += near * share[m, n] * (b[m, n] + d[m, n])
            if walls[j, i] and land > 0:
                ground[j, i] = b_land / land
            level = (h_water + FAR * ground[j, i]) / (water + FAR)
            if not walls[j, i]:
                level = min(level, ground[j, i])
            h[j, i] = level + share[j, i] * (h[j, i] - level)
