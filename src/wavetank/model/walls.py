"""Walls inside the tank: shapes whose cells hold no water and let none through."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from wavetank.arrays import Array, Mask
from wavetank.model.checks import check_finite, check_positive
from wavetank.model.distances import EDGE, from_point
from wavetank.model.grid import Grid
from wavetank.model.image_walls import ImageWalls
from wavetank.model.polygon import Polygon


@dataclass(frozen=True)
class Rectangle:
    """A block with sides along the tank's."""

    west: float
    """Its side of the least x [m]."""
    east: float
    """Its side of the largest x [m]."""
    south: float
    """Its side of the least y [m]."""
    north: float
    """Its side of the largest y [m]."""
    outside: bool = False
    """Is the wall all that lies outside instead?"""
    kind: Literal["rectangle"] = field(default="rectangle", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "west", "east", "south", "north")
        for low, high in (("west", "east"), ("south", "north")):
            if getattr(self, low) >= getattr(self, high):
                places = f"{getattr(self, low)} and {getattr(self, high)}"
                raise ValueError(f"{low} must be less than {high}, got {places}")

    def cells(self, grid: Grid, folder: Path, bed: Array, surface: Array) -> Mask:
        """True where the wall is: where a cell's centre lies in the rectangle."""
        (x, y), edge = grid.centres(), EDGE * grid.spacing
        along = (x >= self.west - edge) & (x <= self.east + edge)
        across = (y >= self.south - edge) & (y <= self.north + edge)
        return (along & across) ^ self.outside


@dataclass(frozen=True)
class Disc:
    """A round pillar; a round pool if the wall is outside."""

    x: float
    """Its middle, along x [m]."""
    y: float
    """Its middle, along y [m]."""
    radius: float
    """Half its width [m]."""
    outside: bool = False
    """Is the wall all that lies outside instead?"""
    kind: Literal["disc"] = field(default="disc", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "x", "y")
        check_positive(self, "radius")

    def cells(self, grid: Grid, folder: Path, bed: Array, surface: Array) -> Mask:
        """True where the wall is: where a cell's centre lies in the disc."""
        east, north = from_point(grid, self.x, self.y)
        inside = np.sqrt(east**2 + north**2) <= self.radius + EDGE * grid.spacing
        return inside ^ self.outside


@dataclass(frozen=True)
class Land:
    """All ground that still water leaves dry: a fixed shoreline, for solvers that need one."""

    depth: float = 0.0
    """Ground under still water this shallow is land too [m]."""
    outside: bool = False
    """Is the wall all that is not land instead?"""
    kind: Literal["land"] = field(default="land", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "depth")
        if self.depth < 0:
            raise ValueError(f"depth must not be negative, got {self.depth}")

    def cells(self, grid: Grid, folder: Path, bed: Array, surface: Array) -> Mask:
        """True where the wall is: where the still water is not deeper than `depth`."""
        return (surface - bed <= self.depth) ^ self.outside


Walls: TypeAlias = Rectangle | Disc | Polygon | ImageWalls | Land
"""Any shape of walls."""


def wall_cells(
    shapes: Sequence[Walls], grid: Grid, folder: Path, bed: Array, surface: Array
) -> Mask:
    """True where any of these shapes makes a wall; files are looked for from the folder."""
    cells = np.zeros(grid.shape, bool)
    for shape in shapes:
        cells |= shape.cells(grid, folder, bed, surface)
    return cells
