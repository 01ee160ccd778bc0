"""Is it still water?"""

from wavetank.arrays import Array
from wavetank.kernels.jit import exact_kernel


@exact_kernel
def first_unsound(d: Array, low: float) -> int:
    """The first cell, counted along the rows, whose depth is not a number from low up; or -1."""
    ny, nx = d.shape
    for j in range(ny):
        sound = True
        for i in range(nx):
            sound &= (d[j, i] >= low) & (d[j, i] < 1e30)
        if not sound:
            for i in range(nx):
                if not ((d[j, i] >= low) & (d[j, i] < 1e30)):
                    return j * nx + i
    return -1
