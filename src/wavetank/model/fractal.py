"""Fractal ground: hills upon hills upon hills, from a seed.

Noise of half the width, and lower, is added for as long as the grid can show it.
So the seed fixes the ground, and the grid how finely it is seen.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Literal

import numpy as np

from wavetank.arrays import Array
from wavetank.model.checks import check_finite, check_positive, check_seed
from wavetank.model.grid import Grid
from wavetank.model.joins import Join
from wavetank.model.noise import gradient_noise

BROWNIAN = sqrt(0.5)
"""What each lattice has of the height of that twice as wide in a Brownian relief; the roughest."""
NOISE_DEVIATION = 0.21571
"""Standard deviation of gradient noise; the test works out the integral."""
DEVIATIONS = 6
"""Standard deviations from valleys to peaks; three each way leave out few."""
CELLS_PER_KNOT = 2
"""The finest lattice a grid can show has a knot every so many cells."""
FAINTEST = 1e-6
"""Lattices with less than this of the largest one's height are left out."""


@dataclass(frozen=True)
class Fractal:
    """Mountains and valleys by chance: the same for the same seed, on coarse and fine grids."""

    seed: int
    """Any whole number; another one makes other mountains."""
    height: float
    """From valleys to peaks, about [m]: six standard deviations."""
    size: float
    """Width of the largest mountains [m]."""
    roughness: float = 0.7
    """From 0, smooth hills of one size, to 1, jagged."""
    base: float = 0.0
    """Height of the valleys, about [m]."""
    join: Join = field(default="add", kw_only=True)
    """How it meets the ground of the shapes before it."""
    kind: Literal["fractal"] = field(default="fractal", kw_only=True)

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_finite(self, "height", "base")
        check_positive(self, "size")
        if not 0 <= self.roughness <= 1:
            raise ValueError(f"roughness must be from 0 to 1, got {self.roughness}")

    def heights(self, grid: Grid, folder: Path) -> Array:
        """Its height at all cell centres [m]."""
        share = BROWNIAN * self.roughness
        endless = NOISE_DEVIATION / sqrt(1 - share**2)  # deviation of the sum of all lattices
        relief = np.zeros(grid.shape)
        for lattice, (width, weight) in enumerate(self._lattices(grid, share)):
            relief += weight * gradient_noise(grid, width, (self.seed, lattice))
        return self.base + self.height * (0.5 + relief / (DEVIATIONS * endless))

    def _lattices(self, grid: Grid, share: float) -> Iterator[tuple[float, float]]:
        """Width [m] and weight of each lattice the grid can show; the largest in any case."""
        width, weight = self.size, 1.0
        yield width, weight
        while (width := width / 2) >= CELLS_PER_KNOT * grid.spacing:
            if (weight := weight * share) < FAINTEST:
                return
            yield width, weight
