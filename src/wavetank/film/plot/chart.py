"""Chart: the tank from above in colours that can be read off, north up.

Water has the colour of its height about still water, dry ground greys by height with contours;
shaded relief, lit from the upper left, is multiplied in, so that ripples show which no colour
could tell. Walls are dark. Even water is as bright as the colour bar beside it.
"""

from math import sqrt
from typing import NamedTuple

import matplotlib
import numpy as np
import numpy.typing as npt
from matplotlib.colors import ListedColormap
from numba import prange

from wavetank.arrays import Array
from wavetank.film.plot.ranges import Ranges, rounded_up
from wavetank.film.plot.relief_shading import lit, shade, shaded
from wavetank.film.plot.resample import resample
from wavetank.film.scenery.shore import land, water
from wavetank.frame import Frame
from wavetank.kernels.jit import kernel, parallel_kernel, use_threads_for
from wavetank.simulation import WET_FILM

Codes8 = npt.NDArray[np.uint8]

COLOURS = 1024
DIMMED = 0.9
"""Of all water colours: leaves room above white for what is lit."""
LAND = ((0.60, 0.58, 0.53), (0.83, 0.81, 0.76))
"""Colours of ground at the level of still water, and of the highest."""
WALL = (0.21, 0.21, 0.23)
INK = 0.25
"""How bright contours and the shore are."""
CONTOUR = (0.55, 0.22)
"""How strong contours are on land, and through water."""
SHORE = 0.5
"""How strong the line between water and land is."""
CONTOURS = 10
"""About so many from the lowest ground to the highest."""
LEVEL = 1e-6
"""Ground that rises by less than this has no contours [m]."""
THIN = 0.02
"""Water as shallow as this begins to count as none at the shore, per height of the scale."""


def water_colours() -> ListedColormap:
    """Blue below still water, red above: told apart by whatever eyes."""
    table = matplotlib.colormaps["RdBu_r"].resampled(COLOURS)(np.linspace(0, 1, COLOURS))[:, :3]
    return ListedColormap(table * DIMMED, name="height")


class Ground(NamedTuple):
    """What stays the same in all frames, by pixels."""

    height: Array
    """Of the ground [m]."""
    colour: Array
    """Of dry ground: (height, width, 3)."""
    contour: Array
    """How much of a pixel a contour covers."""
    wall: Array
    """How much of a pixel a wall covers."""


class Chart:
    """Paints frames that share their ground."""

    def __init__(self, frame: Frame, shape: tuple[int, int], ranges: Ranges) -> None:
        """shape: rows and columns of pixels."""
        self.shape, self.ranges = shape, ranges
        self.pixel = frame.grid.size[0] / shape[1]
        self.reach = max(1, round(frame.grid.spacing / self.pixel))
        self.land = land(frame.bed, frame.walls)
        self.colours = np.ascontiguousarray(water_colours().colors, dtype=np.float64)
        self.step = 0.0
        """From one contour to the next [m]; 0: there are none."""
        self.ground = self.ground_of(frame)

    def ground_of(self, frame: Frame) -> Ground:
        """What is seen of the ground and the walls."""
        height = resample(self.land, self.shape)
        lowest, highest = float(height.min()), float(height.max())
        per_cell = max(frame.grid.spacing / self.pixel, 1.0)
        wall = np.clip((resample(frame.walls, self.shape) - 0.5) * per_cell + 0.5, 0, 1)
        share = (height - frame.level) / max(highest - frame.level, 1e-9)
        low, high = np.array(LAND)
        colour = low + np.clip(share, 0, 1)[:, :, None] * (high - low)
        lit = np.empty_like(colour)
        shade(height, colour, self.reach, self.pixel * self.steepest(height), lit)
        if highest - lowest > LEVEL:
            self.step = rounded_up((highest - lowest) / CONTOURS)
        return Ground(height, lit, contours(height - frame.level, self.step), wall)

    def steepest(self, height: Array) -> float:
        """The ground's slope that is shaded in full contrast, but for a rest."""
        rise = np.hypot(*np.gradient(height)) if min(height.shape) > 1 else np.zeros(1)
        return max(3 * float(np.sqrt(np.mean(rise**2))) / self.pixel, 1e-9)

    def paint(self, frame: Frame) -> Codes8:
        """The tank's picture, (height, width, 3)."""
        use_threads_for(self.shape[0] * self.shape[1])
        thin = max(WET_FILM, THIN * self.ranges.height)
        surface = resample(water(self.land, frame.depth, frame.walls, thin), self.shape)
        scale = (self.ranges.height, self.pixel * self.ranges.slope, frame.level)
        picture = np.empty((*self.shape, 3), np.uint8)
        paint(surface, self.ground, self.colours, self.reach, scale, picture)
        return picture


def contours(height: Array, step: float) -> Array:
    """How much of each pixel is covered by a line at a multiple of step [m]."""
    if step == 0 or min(height.shape) < 2:
        return np.zeros(height.shape)
    rise = np.hypot(*np.gradient(height))
    off = np.abs(height / step - np.round(height / step)) * step
    line = np.clip(1.1 - off / np.maximum(rise, 1e-3 * step), 0, 1)
    covered: Array = np.where(rise > 1e-3 * step, line, 0)  # level ground is no line
    return covered


@kernel
def out_of_water(h: Array, b: Array, j: int, i: int) -> float:
    """How many pixels off a pixel lies from the shore: negative in water."""
    n, m = min(i + 1, h.shape[1] - 1), min(j + 1, h.shape[0] - 1)
    d = h[j, i] - b[j, i]
    x, y = h[j, n] - b[j, n] - d, h[m, i] - b[m, i] - d
    off: float = -d / max(sqrt(x * x + y * y), 1e-12)
    return off


@parallel_kernel
def paint(
    h: Array,
    ground: Ground,
    colours: Array,
    reach: int,
    scale: tuple[float, float, float],
    picture: Codes8,
) -> None:
    """Water over ground; scale: of heights [m], of rises from pixel to pixel, the level [m]."""
    last = colours.shape[0] - 1
    for j in prange(h.shape[0]):
        for i in range(h.shape[1]):
            off = out_of_water(h, ground.height, j, i)
            dry = min(max(off + 0.5, 0.0), 1.0)
            share = 0.5 + 0.5 * (h[j, i] - scale[2]) / scale[0]
            tone = int(min(max(share, 0.0), 1.0) * last + 0.5)
            facing = lit(h, j, i, reach, scale[1])
            line = ground.contour[j, i] * (CONTOUR[1] + dry * (CONTOUR[0] - CONTOUR[1]))
            line = max(line, min(max(1.2 - abs(off), 0.0), 1.0) * SHORE)
            for c in range(3):
                value = shaded(colours[tone, c], facing)
                value += dry * (ground.colour[j, i, c] - value)
                value += line * (INK - value)
                value += ground.wall[j, i] * (WALL[c] - value)
                picture[j, i, c] = int(255 * min(max(value, 0.0), 1.0) + 0.5)
