"""Section: a channel of one row from the side; ground, and water filled in up to its surface."""

import numpy as np

from wavetank.arrays import Array
from wavetank.film.plot.chart import Codes8
from wavetank.film.plot.ranges import Ranges
from wavetank.film.plot.resample import resample
from wavetank.film.scenery.shore import land, water
from wavetank.frame import Frame
from wavetank.simulation import WET_FILM

AIR = (1.0, 1.0, 1.0)
WATER = (0.56, 0.74, 0.88)
SURFACE = (0.08, 0.28, 0.50)
GROUND = (0.72, 0.69, 0.63)
INK = (0.33, 0.31, 0.28)
WALL = (0.21, 0.21, 0.23)
ABOVE = 0.15
"""Air over the highest water, per height shown."""
DEEPEST = 15.0
"""Ground lower than so many times the highest wave is left out: no wave would be seen."""
STEEPEST = 8.0
"""Lines that rise by more pixels than this from one to the next are drawn thinner."""
DASH = 10
"""Pixels from one dash of the still water's level to the next."""


class Section:
    """Paints frames that share their ground."""

    def __init__(self, frame: Frame, shape: tuple[int, int], ranges: Ranges) -> None:
        """shape: rows and columns of pixels."""
        self.shape = shape
        self.land = land(frame.bed, frame.walls)
        self.low, self.high = heights(frame, ranges)
        pixel = (self.high - self.low) / shape[0]
        self.z: Array = (self.high - (np.arange(shape[0]) + 0.5) * pixel)[:, None]
        """Height of the pixels' middles, row by row [m]."""
        self.pixel = pixel
        """Height of a pixel [m]."""

    def paint(self, frame: Frame) -> Codes8:
        """The channel's picture, (height, width, 3)."""
        width = (1, self.shape[1])
        surface = resample(water(self.land, frame.depth, frame.walls, WET_FILM), width)
        ground, wall = resample(self.land, width), resample(frame.walls, width)
        surface = np.maximum(surface, ground)
        wet = self.below(surface) * (surface - ground > 0.1 * WET_FILM)
        picture = np.empty((*self.shape, 3), np.float32)
        picture[:] = AIR
        blend(picture, wet, WATER)
        blend(picture, wet * (1 - self.below(surface - self.line(surface))), SURFACE)
        blend(picture, self.dashes(frame.level), SURFACE)
        blend(picture, self.below(ground), INK)
        blend(picture, self.below(ground - self.line(ground)), GROUND)
        blend(picture, np.broadcast_to(wall > 0.5, self.shape).astype(np.float64), WALL)
        return np.round(255 * picture).astype(np.uint8)

    def below(self, height: Array) -> Array:
        """How much of each pixel lies below a height, by columns."""
        return np.asarray(np.clip((height - self.z) / self.pixel + 0.5, 0, 1))

    def line(self, height: Array) -> Array:
        """How far down a line along a height goes [m], so that it is as thick where it is steep."""
        steep = np.gradient(height[0]) / self.pixel if height.size > 1 else np.zeros(1)
        thick = min(max(1.0, self.shape[0] / 300), 3.0)
        return np.asarray(thick * self.pixel * np.minimum(np.hypot(1, steep), STEEPEST))

    def dashes(self, level: float) -> Array:
        """How much of each pixel is a dash at the level of still water."""
        here = np.abs(self.z - level) <= self.pixel / 2
        dash = np.arange(self.shape[1]) % DASH < DASH // 2
        return np.asarray(0.6 * (here & dash[None, :]))


def heights(frame: Frame, ranges: Ranges) -> tuple[float, float]:
    """The lowest and the highest height that is shown [m]: from the ground to above the water."""
    there = frame.bed[~frame.walls] if not frame.walls.all() else frame.bed
    top = max(ranges.top, frame.level + ranges.height)
    low = max(float(there.min()), top - DEEPEST * (top - frame.level))
    low = min(low, frame.level - ranges.height)
    return low - ABOVE / 2 * (top - low), top + ABOVE * (top - low)


def blend(picture: Array, share: Array, colour: tuple[float, float, float]) -> None:
    """Lay a colour over a picture."""
    picture += share.astype(np.float32)[:, :, None] * (np.array(colour, np.float32) - picture)
