"""Distances of cell centres, measured so that mirrored places give mirrored numbers, to the bit."""

import numpy as np

from wavetank.arrays import Array
from wavetank.model.grid import Grid

FINENESS = 2.0**32
"""Places are rounded to this part of a cell: then a centre minus a place is exact in binary."""
EDGE = 1e-9
"""A centre this near to a shape's edge is inside [cells]: else rounding would decide."""


def from_point(grid: Grid, x: float, y: float) -> tuple[Array, Array]:
    """How far the cell centres lie east and north of a point [m]: shapes (1, nx) and (ny, 1)."""
    east = np.arange(grid.nx) + 0.5 - _in_cells(grid, x)
    north = np.arange(grid.ny) + 0.5 - _in_cells(grid, y)
    return east[None, :] * grid.spacing, north[:, None] * grid.spacing


def from_segment(grid: Grid, start: tuple[float, float], end: tuple[float, float]) -> Array:
    """How far the cell centres lie from the nearest point of a line segment [m]."""
    x0, y0 = (_in_cells(grid, place) for place in start)
    x1, y1 = (_in_cells(grid, place) for place in end)
    half_x, half_y = (x1 - x0) / 2, (y1 - y0) / 2

    # Seen from its middle, a segment looks the same from both ends: so do the rounding errors.
    x = (np.arange(grid.nx) + 0.5 - (x0 + x1) / 2)[None, :]
    y = (np.arange(grid.ny) + 0.5 - (y0 + y1) / 2)[:, None]
    length2 = half_x**2 + half_y**2 or 1.0  # a segment without length: all along it is 0
    along = np.clip((x * half_x + y * half_y) / length2, -1, 1)
    east, north = x - along * half_x, y - along * half_y
    return grid.spacing * np.sqrt(east**2 + north**2)


def _in_cells(grid: Grid, place: float) -> float:
    return round(place / grid.spacing * FINENESS) / FINENESS
