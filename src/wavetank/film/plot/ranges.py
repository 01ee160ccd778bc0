"""Ranges: what fills the scales of a plot, fixed for all of a film's frames."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor, log10
from typing import Self

import numpy as np

from wavetank.arrays import Array, Mask
from wavetank.frame import Frame
from wavetank.simulation import WET_FILM

WITHIN = 2.5
"""How many times the root mean square a scale reaches: waves stay within but for rare crests."""
STILL = 1e-5
"""Waves lower than this, per depth, are no waves: the water is still."""
TINIEST = 1e-6
"""No scale is smaller: it would show rounding."""
ROUND = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


@dataclass(frozen=True)
class Ranges:
    """The scales of a plot; plots that share them can be compared."""

    height: float
    """The colour bar goes as far to either side of still water [m]."""
    slope: float
    """The water's slope that is shaded in full contrast, but for a rest."""
    speed: float
    """Of the arrow that has full length [m/s]."""
    top: float
    """Where the highest water stands [m]."""

    def __post_init__(self) -> None:
        for name in ("height", "slope", "speed"):
            if not 0 < getattr(self, name) < np.inf:
                raise ValueError(f"{name} must be positive, got {getattr(self, name)}")

    @classmethod
    def of(cls, frames: Iterable[Frame]) -> Self:
        """The ranges that suit these frames: all that will be drawn, or some throughout.

        Each reaches 2.5 times the root mean square of what the water does, where there is
        water and in all frames together, rounded up: so one drop does not bleach a film.
        """
        sums, most, least, top = np.zeros(4), 0.0, 0.0, -np.inf
        for frame in frames:
            sums += squares(frame)
            high, low = highest(frame)
            top = max(top, high)
            most = max(most, high - frame.level, frame.level - low)
            least = max(least, least_height(frame))
        if top == -np.inf:
            raise ValueError("there are no ranges of no frames")
        height, slope, speed = np.sqrt(sums[1:] / max(sums[0], 1.0)) * WITHIN
        return cls(
            height=rounded_up(max(min(height, most), least, TINIEST)),
            slope=float(max(slope, TINIEST)),
            speed=rounded_up(max(speed, TINIEST)),
            top=top,
        )


def is_water(frame: Frame) -> Mask:
    """Where there is more than a film of water."""
    return (frame.depth > WET_FILM) & ~frame.walls


def squares(frame: Frame) -> Array:
    """How many cells hold water; their sums of height², slope² and speed²."""
    wet = is_water(frame)
    height = np.where(wet, frame.surface - frame.level, 0).astype(np.float64)
    slope = 0.0
    for axis in (0, 1):
        both = np.diff(wet, axis=axis) | ~wet.take(range(1, wet.shape[axis]), axis)
        rise = np.diff(height, axis=axis)[~both] / frame.grid.spacing
        slope += float(np.sum(rise**2))
    speed = float(np.sum(frame.speed[wet].astype(np.float64) ** 2))
    return np.array([wet.sum(), float(np.sum(height**2)), slope, speed])


def least_height(frame: Frame) -> float:
    """Heights below this are rounding or nothing [m]; without water, a hundredth of the tank."""
    wet = is_water(frame)
    if not wet.any():
        return max(frame.grid.size) / 100
    noise = 1e3 * float(np.finfo(frame.depth.dtype).eps) * float(np.abs(frame.surface[wet]).max())
    return max(STILL * float(frame.depth[wet].max()), noise)


def highest(frame: Frame) -> tuple[float, float]:
    """Where the highest and the lowest water of a frame stand [m]."""
    surface = frame.surface[is_water(frame)]
    return (float(surface.max()), float(surface.min())) if surface.size else (frame.level,) * 2


def rounded_up(value: float, steps: tuple[float, ...] = ROUND) -> float:
    """The next round number that is no less."""
    power = 10.0 ** floor(log10(value))
    step = next((s for s in steps if s * power >= value * (1 - 1e-9)), steps[-1])
    return float(f"{step * power:.3g}")


def rounded_down(value: float, steps: tuple[float, ...] = (5.0, 2.0, 1.0)) -> float:
    """The next round number that is no more."""
    power = 10.0 ** floor(log10(value) + 1e-9)
    step = next(s for s in steps if s * power <= value * (1 + 1e-9))
    return float(f"{step * power:.3g}")
