"""Hills: the shapes of the ground that have a place, and end."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from wavetank.arrays import Array
from wavetank.model.checks import check_finite, check_positive
from wavetank.model.distances import from_point, from_segment
from wavetank.model.grid import Grid
from wavetank.model.joins import Join


@dataclass(frozen=True)
class Cone:
    """A straight-sided hill; a pit if its height is negative."""

    x: float
    """Where its top stands, along x [m]."""
    y: float
    """Where its top stands, along y [m]."""
    radius: float
    """Half its width [m]."""
    height: float
    """How far its top stands above its base [m]."""
    base: float = 0.0
    """Height of its foot, and of all around it [m]; for `highest`, that of the sea bed."""
    join: Join = field(default="add", kw_only=True)
    """How it meets the ground of the shapes before it."""
    kind: Literal["cone"] = field(default="cone", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "x", "y", "height", "base")
        check_positive(self, "radius")

    def heights(self, grid: Grid, folder: Path) -> Array:
        """Its height at all cell centres [m]."""
        east, north = from_point(grid, self.x, self.y)
        distance = np.sqrt(east**2 + north**2) / self.radius
        return self.base + self.height * np.maximum(1 - distance, 0)


@dataclass(frozen=True)
class Island:
    """A round hill, smooth at its top and flat at its foot, where water makes a beach."""

    x: float
    """Where its top stands, along x [m]."""
    y: float
    """Where its top stands, along y [m]."""
    radius: float
    """Half its width at the foot [m]; it is half as high at 0.54 of that."""
    height: float
    """How far its top stands above its base [m]."""
    base: float = 0.0
    """Height of its foot, and of all around it [m]; for `highest`, that of the sea bed."""
    join: Join = field(default="add", kw_only=True)
    """How it meets the ground of the shapes before it."""
    kind: Literal["island"] = field(default="island", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "x", "y", "height", "base")
        check_positive(self, "radius")

    def heights(self, grid: Grid, folder: Path) -> Array:
        """Its height at all cell centres [m]."""
        east, north = from_point(grid, self.x, self.y)
        return self.base + self.height * hill(np.sqrt(east**2 + north**2) / self.radius)


@dataclass(frozen=True)
class Ridge:
    """A smooth bar along a line, with round ends: a sandbar, a reef, a dike."""

    start: tuple[float, float]
    """One end of its crest, x and y [m]."""
    end: tuple[float, float]
    """The other end of its crest, x and y [m]."""
    width: float
    """Across the crest, from foot to foot [m]."""
    height: float
    """How far its crest stands above its base [m]."""
    base: float = 0.0
    """Height of its foot, and of all around it [m]; for `highest`, that of the sea bed."""
    join: Join = field(default="add", kw_only=True)
    """How it meets the ground of the shapes before it."""
    kind: Literal["ridge"] = field(default="ridge", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "start", "end", "height", "base")
        check_positive(self, "width")

    def heights(self, grid: Grid, folder: Path) -> Array:
        """Its height at all cell centres [m]."""
        distance = from_segment(grid, self.start, self.end)
        return self.base + self.height * hill(distance / (self.width / 2))


def hill(distance: Array) -> Array:
    """The profile of smooth shapes: 1 at distance 0, 0 from distance 1 on, level at both."""
    return np.maximum(1 - distance**2, 0) ** 2
