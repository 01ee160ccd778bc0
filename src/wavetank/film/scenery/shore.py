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
"""Weight of a surface deep below the ground: decides where no water is near."""
BELOW = 20.0
"""How deep the surface lies below dry ground far from water, in thin's: nothing shines through."""


def land(bed: Array, walls: Mask) -> Array:
    """The ground to draw [m]: walls get what lies around them, as if they were not there."""
    ground = bed.astype(np.float64)
    if walls.any() and not walls.all():
        carry_ground(bed, walls, ground)
    return ground


def water(ground: Array, depth: Array, walls: Mask, thin: float) -> Array:
    """The surface to draw [m], below the ground where it is dry.

    Water as shallow as thin [m] begins to count as none. Walls get their neighbours' surface.
    """
    share = np.clip(depth / thin, 0, 1)
    share = share * share * (3 - 2 * share) * ~walls
    surface = np.empty(ground.shape)
    carry_surface(ground, depth.astype(np.float64), walls, share, BELOW * thin, surface)
    return surface


@parallel_kernel
def carry_ground(b: Array, walls: Mask, ground: Array) -> None:
    """Ground in walls: an average over the land around."""
    ny, nx = b.shape
    for j in prange(ny):
        for i in range(nx):
            if not walls[j, i]:
                continue
            land, b_land = 0.0, 0.0
            for m in range(max(j - REACH, 0), min(j + REACH + 1, ny)):
                for n in range(max(i - REACH, 0), min(i + REACH + 1, nx)):
                    near = NEARNESS[abs(m - j)] * NEARNESS[abs(n - i)] * (not walls[m, n])
                    land += near
                    b_land += near * b[m, n]
            if land > 0:
                ground[j, i] = b_land / land


@parallel_kernel
def carry_surface(b: Array, d: Array, walls: Mask, share: Array, below: float, h: Array) -> None:
    """Surface on dry cells: an average over the water around."""
    ny, nx = b.shape
    for j in prange(ny):
        for i in range(nx):
            h[j, i] = b[j, i] + d[j, i]
            if share[j, i] == 1:
                continue
            water, h_water = 0.0, 0.0
            for m in range(max(j - REACH, 0), min(j + REACH + 1, ny)):
                for n in range(max(i - REACH, 0), min(i + REACH + 1, nx)):
                    near = NEARNESS[abs(m - j)] * NEARNESS[abs(n - i)] * share[m, n]
                    water += near
                    h_water += near * (b[m, n] + d[m, n])
            level = (h_water + FAR * (b[j, i] - below)) / (water + FAR)
            if not walls[j, i]:
                level = min(level, b[j, i])
            h[j, i] = level + share[j, i] * (h[j, i] - level)
