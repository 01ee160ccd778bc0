"""Polygon: walls with straight sides."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from wavetank.arrays import Array, Mask
from wavetank.model.checks import check_finite
from wavetank.model.distances import EDGE, from_segment
from wavetank.model.grid import Grid


@dataclass(frozen=True)
class Polygon:
    """A block with straight sides; where they cross, what is enclosed twice is left out."""

    points: tuple[tuple[float, float], ...]
    """Its corners, x and y [m], in order; the last is joined to the first."""
    outside: bool = False
    """Is the wall all that lies outside instead?"""
    kind: Literal["polygon"] = field(default="polygon", kw_only=True)

    def __post_init__(self) -> None:
        if len(self.points) < 3:
            raise ValueError(f"points must be at least 3, got {len(self.points)}")
        check_finite(self, "points")

    def cells(self, grid: Grid, folder: Path, bed: Array, surface: Array) -> Mask:
        """True where the wall is: where a cell's centre lies in the polygon."""
        inside, on_edge = np.zeros(grid.shape, bool), np.zeros(grid.shape, bool)
        for start, end in zip(self.points, self.points[1:] + self.points[:1], strict=True):
            inside ^= _sides_to_the_east(grid, start, end)
            on_edge |= from_segment(grid, start, end) <= EDGE * grid.spacing
        return (inside | on_edge) ^ self.outside


def _sides_to_the_east(grid: Grid, start: tuple[float, float], end: tuple[float, float]) -> Mask:
    """True where this side crosses the line that runs east from a cell's centre."""
    (x0, y0), (x1, y1) = start, end
    if y0 == y1:
        return np.zeros(grid.shape, bool)
    x, y = grid.centres()
    between: Mask = (y0 > y) != (y1 > y)
    return between & (x0 + (y - y0) * ((x1 - x0) / (y1 - y0)) > x)
