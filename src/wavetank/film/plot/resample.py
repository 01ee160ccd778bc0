"""Resampling: from a field over the cells to one over the picture's pixels.

Each axis by itself, as a weighted sum over the nearest cells. Where cells are larger than
pixels this is linear interpolation: exact at the cells' centres, and nowhere beyond what the
cells hold. Where pixels are larger, the same curve is stretched to a pixel's width, so each
cell counts and nothing flickers.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import prange

from wavetank.arrays import Array
from wavetank.film.scenery.spline import along_rows, tent
from wavetank.kernels.jit import parallel_kernel

Cells: TypeAlias = npt.NDArray[np.intp]


@dataclass(frozen=True)
class Taps:
    """What each pixel along one axis is made of, arrays of shape (pixels, cells each)."""

    cells: Cells
    """Which cells."""
    weights: Array
    """How much of each; a row's sum is 1."""


@lru_cache(maxsize=64)
def taps(cells: int, pixels: int, backwards: bool) -> Taps:
    """How pixels are made from cells; beyond the ends the last cells go on."""
    width = max(1.0, cells / pixels)
    middle = (np.arange(pixels) + 0.5) * cells / pixels - 0.5
    if backwards:
        middle = middle[::-1]
    first = np.floor(middle - width)
    near = first[:, None] + np.arange(int(np.ceil(2 * width)) + 2)
    weights = tent((near - middle[:, None]) / width)
    weights /= weights.sum(axis=1, keepdims=True)
    used = np.flatnonzero(weights.any(axis=0))
    near, weights = near[:, used], weights[:, used]
    return Taps(np.clip(near, 0, cells - 1).astype(np.intp), np.ascontiguousarray(weights))


def resample(field: npt.NDArray[Any], shape: tuple[int, int]) -> Array:
    """A field over the cells, row j along y, as seen in a picture: its rows from the north down."""
    height, width = shape
    rows = taps(field.shape[0], height, True)
    columns = taps(field.shape[1], width, False)
    tall = np.empty((height, field.shape[1]))
    gather_rows(np.ascontiguousarray(field), rows.cells, rows.weights, tall)
    seen = np.empty(shape)
    along_rows(tall, columns.cells, columns.weights, seen)
    return seen


@parallel_kernel
def gather_rows(f: Array, cells: Cells, weights: Array, out: Array) -> None:
    """Each row of out is a weighted sum of rows of f."""
    for p in prange(out.shape[0]):
        out[p] = 0
        for k in range(cells.shape[1]):
            row, w = f[cells[p, k]], weights[p, k]
            for i in range(out.shape[1]):
                out[p, i] += w * row[i]
