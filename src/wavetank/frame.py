"""Frame: a snapshot of the water for everyone who looks."""

from dataclasses import dataclass, field

import numpy as np

from wavetank.arrays import Array, Mask
from wavetank.model.bodies import Placed
from wavetank.model.grid import Grid


def nothing_there() -> Array:
    """No particles: an array of none, each x, y, z, radius."""
    return np.zeros((0, 4))


@dataclass(frozen=True)
class Frame:
    """The water at one moment, in arrays of its own; all at cell centres, [j, i]."""

    grid: Grid
    """The cells."""
    index: int
    """Which frame this is, from 0."""
    time: float
    """Simulated time [s]."""
    bed: Array
    """Height of the ground [m]."""
    depth: Array
    """Height of the water column [m]."""
    u: Array
    """Velocity along x [m/s]."""
    v: Array
    """Velocity along y [m/s]."""
    wet: Array
    """How wet the ground is: 1 under water, fading to 0 as it dries."""
    foam: Array
    """How much foam lies on the water, 0 to 1."""
    walls: Mask
    """True where a cell is wall."""
    level: float = 0.0
    """Of still water, and of the sea beyond open sides [m]."""
    spray: Array = field(default_factory=nothing_there)
    """Drops in the air: a row each, x, y, z, radius [m]."""
    bodies: tuple[Placed, ...] = ()
    """What floats or sinks, and how it lies."""

    @property
    def surface(self) -> Array:
        """Height of the water's surface [m]; of the ground, where it is dry."""
        return self.bed + self.depth

    @property
    def speed(self) -> Array:
        """How fast the water moves [m/s]."""
        return np.hypot(self.u, self.v)
