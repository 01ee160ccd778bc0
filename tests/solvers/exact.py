"""Exact solutions of the equations that the solvers step, to hold them against.

Each is checked in test_exact.py by putting it into its own equation.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np


@dataclass(frozen=True)
class Seiche:
    """Half a cosine between two walls, let go at rest: h_tt + k h_t = c^2 h_xx."""

    length: float
    """From wall to wall [m]."""
    speed: float
    """Of long waves, c [m/s]."""
    damping: float = 0.0
    """k [1/s]; below twice the swing's own angular frequency, or it would not swing."""

    @property
    def turning(self):
        """Angular frequency of the swing [1/s]."""
        return sqrt((self.speed * np.pi / self.length) ** 2 - (self.damping / 2) ** 2)

    @property
    def period(self):
        """From crest to crest [s]."""
        return 2 * np.pi / self.turning

    def swing(self, t):
        """What has become of the height at time t [s]: 1 at the start."""
        w, k = self.turning, self.damping
        return np.exp(-k * t / 2) * (np.cos(w * t) + k / (2 * w) * np.sin(w * t))

    def rise(self, x, t):
        """The surface above still water, for a height of 1."""
        return self.swing(t) * np.cos(np.pi * x / self.length)
