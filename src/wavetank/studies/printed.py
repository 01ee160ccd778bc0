"""Nishidate & Nikishkov's formulas as they are printed, in NumPy: what they do, slips included.

Only here: the solver has the mended ones. All run on a tank with mirrors for walls.
"""

import numpy as np

from wavetank.arrays import Array
from wavetank.studies.measure import BLOWN_UP, Swing, swing_of


def neighbours_less_own(h: Array, neighbours: int) -> Array:
    """The sums of Eqs. (5) and (6) with the sign mended: 4 edges, and half of 4 corners."""
    p = np.pad(h, 1, mode="edge")
    edges = p[1:-1, :-2] + p[1:-1, 2:] + p[:-2, 1:-1] + p[2:, 1:-1] - 4 * h
    corners = p[:-2, :-2] + p[:-2, 2:] + p[2:, :-2] + p[2:, 2:] - 4 * h
    total: Array = edges + corners / 2 if neighbours == 8 else edges
    return total


def random_surface() -> Array:
    """Waves of all lengths."""
    return np.random.default_rng(2005).normal(size=(32, 32))


def growth_as_printed(neighbours: int, courant: float = 0.5, steps: int = 100) -> float:
    """By what Eqs. (5) and (6), sign as printed, multiply a random surface in a step."""
    h_prev = h = random_surface()
    factor = 1.0
    for _ in range(steps):
        h_next = h + (h - h_prev) - courant**2 * neighbours_less_own(h, neighbours)
        factor = float(np.abs(h_next).max() / np.abs(h).max())
        h_prev, h = h, h_next
    return factor


def stays_bounded(neighbours: int, courant: float, steps: int = 300) -> bool:
    """Does a random surface stay as high as it is, about, with the sign mended?"""
    h_prev = h = random_surface()
    for _ in range(steps):
        h_prev, h = h, h + (h - h_prev) + courant**2 * neighbours_less_own(h, neighbours)
        if np.abs(h).max() > BLOWN_UP:
            return False
    return True


def swing_of_sum(neighbours: int, waves: int, cells: int, courant: float, steps: int) -> Swing:
    """How half-waves along x swing with the printed sum, its sign mended but not its size."""
    shape = np.cos(np.pi * waves * (np.arange(cells) + 0.5) / cells) * np.ones((4, 1))
    h_prev = h = shape
    amounts = []
    for _ in range(steps):
        h_next = h + (h - h_prev) + courant**2 * neighbours_less_own(h, neighbours)
        h_prev, h = h, h_next
        amounts.append((h * shape).sum())
    return swing_of(amounts)


def growth_after_a_drop(tank: Array, drop: Array, courant: float, steps: int) -> float:
    """The sum of all heights after a drop is added to h but not to h_prev, over that before."""
    h_prev, h = tank, tank + drop
    for _ in range(steps):
        lift = neighbours_less_own(h, 8) / 2
        h_prev, h = h, h + (h - h_prev) + courant**2 * lift
    return float(h.sum() / tank.sum())
