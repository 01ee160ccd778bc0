"""Measuring: periods, crests and directions, read off the water itself."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, log, pi, sin, sqrt
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Array
from wavetank.model.grid import Grid
from wavetank.solvers.solver import Solver

Numbers = npt.NDArray[np.float64]

BLOWN_UP = 1e4
"""Waves so many times as high as at the start are unstable: at the limit they grow by 300."""
RAY_POINTS = 1200
"""Places along a ray at which a crest is looked for: a fiftieth of a cell apart, or so."""


@dataclass(frozen=True)
class Swing:
    """A damped oscillation, sampled once a step."""

    turn: float
    """By how much its phase turns in a step [rad]."""
    kept: float
    """By what its amplitude is multiplied in a step."""

    @property
    def kept_per_period(self) -> float:
        """By what its amplitude is multiplied in a whole period."""
        return float(self.kept ** (2 * pi / self.turn))


def swing_of(samples: npt.ArrayLike) -> Swing:
    """The oscillation that fits samples best: x'' = p x' - q x, by least squares.

    One wave in a linear scheme of two levels obeys this exactly, so nothing is smoothed away.
    """
    x = np.asarray(samples, dtype=np.float64)
    before = np.stack([x[1:-1], -x[:-2]], axis=1)
    p, q = np.linalg.lstsq(before, x[2:], rcond=None)[0]
    return Swing(atan2(sqrt(max(4 * q - p * p, 0.0)), p), sqrt(max(q, 0.0)))


def follow(solver: Solver[Any], shape: Array, dt: float, steps: int) -> Numbers:
    """How much of a shape is in the water's surface, at the start and after each step."""
    state = solver.start()
    still = state.depth.mean()
    amounts = [((state.depth - still) * shape).sum()]
    for _ in range(steps):
        solver.step(state, dt)
        amounts.append(((state.depth - still) * shape).sum())
    return np.array(amounts, dtype=np.float64) / float(np.square(shape).sum())


def crest_radii(rise: Array, grid: Grid, radius: float, reach: float, rays: int = 72) -> Numbers:
    """Where the crest of a ring around the tank's middle stands, along each of some rays [m].

    The highest place within `reach` of `radius`, on a cubic surface through the cells.
    """
    from scipy.ndimage import map_coordinates, spline_filter

    smooth = spline_filter(rise)
    r = np.linspace(radius - reach, radius + reach, RAY_POINTS)
    crests = []
    for angle in np.linspace(0, 2 * pi, rays, endpoint=False):
        y, x = grid.ny / 2 - 0.5 + np.outer((sin(angle), cos(angle)), r / grid.spacing)
        crests.append(r[np.argmax(map_coordinates(smooth, (y, x), prefilter=False))])
    return np.array(crests)


def out_of_round(radii: Numbers) -> float:
    """The largest less the smallest radius, as a share of the mean."""
    return float(np.ptp(radii) / radii.mean())


def crest_direction(rise: Array) -> float:
    """The angle between the x axis and the direction in which crests follow each other [deg].

    The main axis of the slopes: the sum of grad h grad h^T over the cells.
    """
    slope_y, slope_x = np.gradient(rise)
    xx, yy, xy = (slope_x**2).sum(), (slope_y**2).sum(), (slope_x * slope_y).sum()
    return degrees(atan2(2 * xy, xx - yy) / 2)


def largest_stable(bounded: Callable[[float], bool], halvings: int = 12) -> float:
    """The largest c dt/dx, up to 1.5, at which waves stay bounded, found by halving."""
    safe, unsafe = 0.3, 1.5
    for _ in range(halvings):
        courant = (safe + unsafe) / 2
        safe, unsafe = (courant, unsafe) if bounded(courant) else (safe, courant)
    return safe


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """How long some work takes at best [s]; run once before, to compile."""
    work()
    best = float("inf")
    for _ in range(times):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best


def power_of(sizes: npt.ArrayLike, costs: npt.ArrayLike) -> float:
    """The exponent n of cost = size^n that fits best."""
    return float(np.polyfit(np.log(np.asarray(sizes)), np.log(np.asarray(costs)), 1)[0])


def half_life(kept: float) -> float:
    """In how many steps an amplitude halves."""
    return log(2) / -log(kept) if kept < 1 else float("inf")


def path_length(*corners: tuple[float, float]) -> float:
    """The length of a path from corner to corner [m]."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners))
