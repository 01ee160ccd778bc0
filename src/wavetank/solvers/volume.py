"""How the implicit solver keeps the volume where a step would take more than a cell holds.

`fluxes` is exact and local: a cell gives what it has. The others clip at the ground, and then
put back what that made, in the puddle where it was made (the paper), over the whole pool
(Skirlo), or not at all, for comparison. wet says that no cell loses more than it holds.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Array, Mask
from wavetank.kernels import faces

VolumeRule = Literal["fluxes", "puddles", "pool", "drifts"]
Labels: TypeAlias = npt.NDArray[np.intp]
Wraps: TypeAlias = tuple[bool, bool]


def by_fluxes(
    d: Array, b: Array, u: Array, v: Array, rise: Array, r: float, wraps: Wraps, wet: bool
) -> None:
    """d += rise, with the outflow of cells that would run empty scaled to what they hold."""
    if wet:
        faces.lift(d, rise)
    else:
        faces.carry(d, b, u, v, r, *wraps)


def by_puddles(
    d: Array, b: Array, u: Array, v: Array, rise: Array, r: float, wraps: Wraps, wet: bool
) -> None:
    """Clip at the ground; each puddle gets back what it lost, or gives what it won."""
    expected = d + rise
    d[...] = np.maximum(expected, 0)
    restore(d, expected, puddles((d > 0) | (expected != 0), wraps))


def by_pool(
    d: Array, b: Array, u: Array, v: Array, rise: Array, r: float, wraps: Wraps, wet: bool
) -> None:
    """Clip at the ground; all water shares what this made."""
    expected = d + rise
    d[...] = np.maximum(expected, 0)
    restore(d, expected, np.ones(d.shape, dtype=np.intp))


def by_nothing(
    d: Array, b: Array, u: Array, v: Array, rise: Array, r: float, wraps: Wraps, wet: bool
) -> None:
    """Clip at the ground and forget: what the paper mends, kept to be measured."""
    d[...] = np.maximum(d + rise, 0)


KEEP_VOLUME: dict[VolumeRule, Callable[..., None]] = {
    "fluxes": by_fluxes,
    "puddles": by_puddles,
    "pool": by_pool,
    "drifts": by_nothing,
}


def puddles(water: Mask, wraps: Wraps) -> Labels:
    """Number the connected pieces of water from 1; 0 is dry."""
    from scipy.ndimage import label  # slow to import, and only this rule needs it

    labels, count = label(water)
    pieces: Labels = labels.astype(np.intp)
    for across, joined in zip((pieces, pieces.T), wraps, strict=True):
        if joined:
            pieces = join(pieces, count, across[:, 0], across[:, -1])
    return pieces


def join(pieces: Labels, count: int, one: Labels, other: Labels) -> Labels:
    """Give pieces that meet across a periodic seam one number."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    meet = (one > 0) & (other > 0)
    links = coo_array((np.ones(meet.sum()), (one[meet], other[meet])), shape=(count + 1, count + 1))
    numbers: Labels = connected_components(links, directed=False)[1].astype(np.intp)
    return np.where(pieces > 0, 1 + numbers[pieces], 0)


def restore(d: Array, expected: Array, pieces: Labels) -> None:
    """Make each piece's volume what was expected, evenly over its water, never below zero."""
    dry = pieces == 0
    wanted = np.bincount(pieces.ravel(), expected.ravel().astype(np.float64))
    for _ in range(20):  # where a cell has less than its share to give, the others give more
        owed = wanted - np.bincount(pieces.ravel(), d.ravel().astype(np.float64))
        wet = np.bincount(pieces.ravel(), (d > 0).ravel())
        share = np.divide(owed, wet, out=np.zeros_like(owed), where=wet > 0)
        if not np.any(np.abs(share[1:]) > np.finfo(d.dtype).eps * wanted[1:].max(initial=0)):
            return
        d += np.where((d > 0) & ~dry, share[pieces], 0).astype(d.dtype)
        np.maximum(d, 0, out=d)
