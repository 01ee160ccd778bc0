"""What lies upon the water: foam, and the walls as flat stone with an edge and a shadow."""

from numba import prange

from wavetank.arrays import Array
from wavetank.film.light import SUN, blend
from wavetank.kernels.jit import kernel, parallel_kernel

FOAM = (0.86, 0.90, 0.92)
STONE = (0.34, 0.33, 0.315)
RIM = 0.35
"""How much lighter a wall's sunny edge is, and how much darker its other."""
SHADE = 0.55
"""What a wall's shadow leaves of the light."""
SHADOW = 0.02
"""Length of the shadows, as a share of the picture's height."""


@parallel_kernel
def cover_foam(light: Array, foam: Array) -> None:
    """Foam over the water."""
    for j in prange(foam.shape[0]):
        for i in range(foam.shape[1]):
            share = min(max(foam[j, i], 0.0), 1.0)
            for c in range(3):
                light[j, i, c] = blend(light[j, i, c], FOAM[c], share)


@kernel
def covered(wall: float, sharp: float) -> float:
    """The share of a pixel that is wall: the edge, at 1/2, is blurred over one pixel."""
    return min(max((wall - 0.5) * sharp + 0.5, 0.0), 1.0)


@parallel_kernel
def build(light: Array, wall: Array, sharp: float) -> None:
    """Walls over all: wall is 1 in them and 0 outside; a cell is sharp pixels wide."""
    ny, nx = wall.shape
    reach = max(SHADOW * ny, 1.0)
    down, right = int(reach * SUN[1] + 0.5), int(-reach * SUN[0] + 0.5)
    for j in prange(ny):
        above, below = wall[max(j - 1, 0)], wall[min(j + 1, ny - 1)]
        for i in range(nx):
            shade = blend(1.0, SHADE, wall[max(j - down, 0), max(i - right, 0)])
            sunny = covered(above[max(i - 1, 0)], sharp)
            edge = covered(below[min(i + 1, nx - 1)], sharp) - sunny
            here = covered(wall[j, i], sharp)
            for c in range(3):
                stone = STONE[c] * (1 + RIM * edge)
                light[j, i, c] = blend(light[j, i, c] * shade, stone, here)
