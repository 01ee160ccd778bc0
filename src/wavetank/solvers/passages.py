"""Passages: the sides that water runs through, for the solvers that share their arithmetic.

An open side lets a wave out as if the tank went on: the velocity through it is what a wave
travelling outward has, u = sqrt(g/d) (h_b - h_sea), outward. h_b is the level at the side
itself, half a cell beyond the last centre; taking the last cell's instead would reflect a tenth
of a wave of 16 cells. It follows its neighbour as the outgoing wave does,

    h_b' - h_b = rho (h_last - h_b),    rho = 2 c dt / dx

A wave coming in with the height e lifts h_sea by 2 e: once for the wave that is there, and
once for the velocity it brings.
"""

from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from wavetank.arrays import Array
from wavetank.model.boundaries import SIDES, Passage
from wavetank.model.model import Model

EDGES: dict[str, Any] = {
    "west": np.s_[:, 0],
    "east": np.s_[:, -1],
    "south": np.s_[0, :],
    "north": np.s_[-1, :],
}
"""Where in an array over cells the cells beside a side stand; over faces, its own faces."""

SPONGE_LEAVES = 0.1
"""What a sponge leaves of a wave that crosses it, is reflected, and crosses it again."""


@dataclass(frozen=True)
class Gap:
    """One side that water runs through."""

    name: str
    """Which side."""
    passage: Passage
    """What the scene asked for."""
    level: float
    """Of the still sea beyond [m]."""

    @property
    def row(self) -> int:
        """Which row of a table of all sides is its own."""
        return SIDES.index(self.name)

    @property
    def edge(self) -> Any:
        """Where its cells stand in an array over cells."""
        return EDGES[self.name]

    @property
    def outward(self) -> int:
        """The sign of a velocity that leads out."""
        return -1 if self.name in ("west", "south") else 1

    def sea(self, time: float) -> float:
        """The level that the water at the side is drawn to [m]."""
        return self.level + 2 * self.passage.rise(time)


def gaps(model: Model) -> tuple[Gap, ...]:
    """All sides of a model that water runs through."""
    return tuple(
        Gap(name, passage, model.level if passage.level is None else passage.level)
        for name, passage in model.boundaries.passages().items()
    )


class Sponge:
    """Strips inside open sides that calm waves meeting them at a slant.

    Surface and velocity decay together, which lets a wave enter the strip without noticing.
    The water this takes or gives is booked as having passed the side.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.rate = np.zeros(model.grid.shape)
        """How fast everything decays [1/s], at cell centres."""
        speed = np.sqrt(model.gravity * max(float(model.start_depth().max()), 1e-9))
        x, y = model.grid.centres()
        width, length = model.grid.size
        into = {"west": x, "east": width - x, "south": y, "north": length - y}
        for gap in gaps(model):
            if gap.passage.sponge > 0:
                across = gap.passage.sponge
                depth_in = np.clip(1 - into[gap.name] / across, 0, 1)
                self.rate += 1.5 * speed * log(1 / SPONGE_LEAVES) / across * depth_in**2
        self.works = bool(self.rate.any())

    def keeps(self, dt: float) -> Array:
        """What is left after a step, at cell centres."""
        return np.exp(-self.rate * dt).astype(self.model.dtype)

    def calm(self, depth: Array, kept: Array) -> float:
        """Draw the surface toward the sea's level; the volume this adds [m^3]."""
        model = self.model
        before = depth.sum(dtype=np.float64)
        rise = model.bed + depth - model.dtype.type(model.level)
        wet = (depth > 0) & (kept < 1)
        depth[wet] = np.maximum(depth[wet] - ((1 - kept) * rise)[wet], 0)
        return float(depth.sum(dtype=np.float64) - before) * model.grid.cell_area
