"""Splines: a field over the cells, at points closer together than these, along each axis.

A cubic B-spline is two times smooth, so shading shows no cells, and never leaves what the
cells hold, so no wave rings at a front.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.jit import parallel_kernel

Curve = Callable[[Array], Array]
Cells = npt.NDArray[np.intp]
REACH = 2
"""From how far around a point cells count, at most [cells]."""


def cubic(x: Array) -> Array:
    """The cubic B-spline: 2/3 at 0, 0 from 2 on."""
    x = np.abs(x)
    return np.where(x < 1, 2 / 3 - x**2 * (1 - x / 2), np.maximum(2 - x, 0) ** 3 / 6)


def tent(x: Array) -> Array:
    """Linear interpolation: 1 at 0, 0 from 1 on."""
    weight: Array = np.maximum(1 - np.abs(x), 0)
    return weight


@lru_cache(maxsize=64)
def taps(cells: int, times: int, curve: Curve) -> tuple[Cells, Array]:
    """Which cells make each point, and how much of each; times points a cell, from edge to edge.

    Beyond the ends the last cells go on.
    """
    places = np.arange(cells * times + 1) / times - 0.5
    near = np.floor(places)[:, None] + np.arange(1 - REACH, 1 + REACH)
    weights = curve(near - places[:, None])
    return np.clip(near, 0, cells - 1).astype(np.intp), weights.astype(np.float32)


def refine(field: npt.NDArray[Any], times: int, curve: Curve = cubic) -> Array:
    """A field over the cells at their corners, and at times - 1 points between two of these."""
    columns = taps(field.shape[1], times, curve)
    rows = taps(field.shape[0], times, curve)
    wide = np.empty((field.shape[0], field.shape[1] * times + 1), np.float32)
    along_rows(np.ascontiguousarray(field), *columns, wide)
    fine = np.empty((field.shape[0] * times + 1, wide.shape[1]), np.float32)
    across_rows(wide, *rows, fine)
    return fine


@parallel_kernel
def along_rows(f: Array, cells: Cells, weights: Array, out: Array) -> None:
    """Each column of out is a weighted sum of columns of f."""
    for j in prange(out.shape[0]):
        row = f[j]
        for p in range(out.shape[1]):
            total = 0.0
            for k in range(cells.shape[1]):
                total += weights[p, k] * row[cells[p, k]]
            out[j, p] = total


@parallel_kernel
def across_rows(f: Array, cells: Cells, weights: Array, out: Array) -> None:
    """Each row of out is a weighted sum of rows of f."""
    for p in prange(out.shape[0]):
        a, b, c, d = f[cells[p, 0]], f[cells[p, 1]], f[cells[p, 2]], f[cells[p, 3]]
        wa, wb, wc, wd = weights[p, 0], weights[p, 1], weights[p, 2], weights[p, 3]
        for i in range(out.shape[1]):
            out[p, i] = wa * a[i] + wb * b[i] + wc * c[i] + wd * d[i]
