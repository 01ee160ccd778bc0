"""State: what changes while the water moves."""

from dataclasses import dataclass, field
from typing import Protocol

from wavetank.arrays import Array

STAYS = {"stays": True}
"""Marks a field of a state that does not change: a saved state leaves it out."""


class State(Protocol):
    """The water at one moment: what everybody may read, and whose depth everybody may edit.

    Each solver brings its own kind. None remembers a past depth, so water put in from outside
    is water and nothing else: it does not move until gravity moves it.
    """

    time: float
    """Simulated time [s]."""
    depth: Array
    """Height of the water column, d = h - b [m], at cell centres; never negative."""
    inflow: float
    """Volume that has come in through the sides since the start, less what left [m^3]."""

    @property
    def u(self) -> Array:
        """Velocity along x [m/s], on x faces, shape (ny, nx + 1)."""
        ...

    @property
    def v(self) -> Array:
        """Velocity along y [m/s], on y faces, shape (ny + 1, nx)."""
        ...


@dataclass
class Water:
    """The state of a solver whose memory is the water itself: depth and velocity."""

    time: float
    """Simulated time [s]."""
    depth: Array
    """Height of the water column, d = h - b [m], at cell centres; never negative."""
    u: Array
    """Velocity along x [m/s], on x faces, shape (ny, nx + 1)."""
    v: Array
    """Velocity along y [m/s], on y faces, shape (ny + 1, nx)."""
    inflow: float = field(default=0.0, kw_only=True)
    """Volume that has come in through the sides since the start, less what left [m^3]."""
