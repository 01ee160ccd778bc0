"""Grid: how the tank is cut into cells."""

from dataclasses import dataclass

import numpy as np

from wavetank.arrays import Array
from wavetank.model.checks import check_positive

MOST_CELLS = 16384**2
"""In one tank: beyond, a few arrays fill the memory of any machine."""


@dataclass(frozen=True)
class Grid:
    """Square cells in rows; arrays over them are [j, i], row j along y."""

    nx: int
    """Cells along x."""
    ny: int
    """Cells along y; 1 for a one-dimensional channel."""
    spacing: float
    """Width of a cell [m]."""

    def __post_init__(self) -> None:
        for name in ("nx", "ny"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")
        if self.cells > MOST_CELLS:
            raise ValueError(f"nx * ny must be at most {MOST_CELLS:,} cells, got {self.cells:,}")
        check_positive(self, "spacing")

    @property
    def shape(self) -> tuple[int, int]:
        """Of an array over all cells: (ny, nx)."""
        return self.ny, self.nx

    @property
    def cells(self) -> int:
        """How many there are."""
        return self.nx * self.ny

    @property
    def cell_area(self) -> float:
        """Of one cell [m^2]."""
        return self.spacing**2

    @property
    def size(self) -> tuple[float, float]:
        """Of the tank, along x and along y [m]."""
        return self.nx * self.spacing, self.ny * self.spacing

    def centres(self) -> tuple[Array, Array]:
        """The places x and y of all cell centres [m], each of shape (ny, nx)."""
        x = (np.arange(self.nx) + 0.5) * self.spacing
        y = (np.arange(self.ny) + 0.5) * self.spacing
        columns, rows = np.meshgrid(x, y)
        return columns, rows
