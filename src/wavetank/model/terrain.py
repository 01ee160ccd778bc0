"""Terrain: the ground, put together from shapes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np

from wavetank.arrays import Array
from wavetank.errors import SceneError
from wavetank.model.checks import check_finite
from wavetank.model.fractal import Fractal
from wavetank.model.grid import Grid
from wavetank.model.heightmap import HeightMap
from wavetank.model.hills import Cone, Island, Ridge
from wavetank.model.joins import JOINS, Join


@dataclass(frozen=True)
class Flat:
    """Level ground."""

    height: float
    """Of the ground [m]."""
    join: Join = field(default="add", kw_only=True)
    """How it meets the ground of the shapes before it."""
    kind: Literal["flat"] = field(default="flat", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "height")

    def heights(self, grid: Grid, folder: Path) -> Array:
        """Its height at all cell centres [m]."""
        return np.full(grid.shape, float(self.height))


@dataclass(frozen=True)
class Slope:
    """Ground that rises evenly toward one side, and is level before and behind."""

    low: float
    """Height where it begins to rise, and before [m]; above `high`, and it falls."""
    high: float
    """Height where it ends, and behind [m]."""
    toward: Literal["west", "east", "south", "north"] = "east"
    """The side one walks to, from the side opposite."""
    start: float = 0.0
    """How far one walks until it begins [m]."""
    stop: float | None = None
    """How far one walks until it ends [m]; all the way if not given."""
    join: Join = field(default="add", kw_only=True)
    """How it meets the ground of the shapes before it."""
    kind: Literal["slope"] = field(default="slope", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "low", "high", "start", "stop")
        if self.stop is not None and self.stop <= self.start:
            raise ValueError(f"stop must be beyond start, got {self.start} to {self.stop}")

    def heights(self, grid: Grid, folder: Path) -> Array:
        """Its height at all cell centres [m]."""
        along_x = self.toward in ("west", "east")
        cells, length = (grid.nx, grid.size[0]) if along_x else (grid.ny, grid.size[1])
        stop = length if self.stop is None else self.stop
        if stop <= self.start:
            raise SceneError(
                f"a slope that starts at {self.start} m lies beyond the tank's end at {length} m",
                "start it earlier, or say where it stops",
            )
        walked = (np.arange(cells) + 0.5) * grid.spacing
        profile = np.interp(walked, [self.start, stop], [self.low, self.high])
        if self.toward in ("west", "south"):
            profile = profile[::-1]
        return np.broadcast_to(profile if along_x else profile[:, None], grid.shape).copy()


Terrain: TypeAlias = Flat | Slope | Cone | Island | Ridge | Fractal | HeightMap
"""Any shape of the ground."""


def ground(shapes: Sequence[Terrain], grid: Grid, folder: Path) -> Array:
    """The height of the ground that these shapes make at all cell centres [m].

    The first is the ground, whatever its join: there is nothing before it. Without any shape the
    ground is flat, at 0. Files are looked for from the folder.
    """
    if not shapes:
        return np.zeros(grid.shape)
    bed = shapes[0].heights(grid, folder)
    for shape in shapes[1:]:
        bed = JOINS[shape.join](bed, shape.heights(grid, folder))
    return bed
