"""TopView: a frame as a shaded map, north up."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from wavetank.film.ground import light_ground
from wavetank.film.light import Image, Scale, develop
from wavetank.film.resample import resample, tent
from wavetank.film.shore import shore
from wavetank.film.stone import build, cover_foam
from wavetank.film.water import cover
from wavetank.frame import Frame
from wavetank.kernels.jit import use_threads_for
from wavetank.model.grid import Grid

AROUND = (24, 26, 29)
"""The colour around the tank, in sRGB."""
THIN = 0.004
"""Water that begins to count as none at the shore, per depth of clear sight."""
DAMP = 1e-3
"""Mean depth below which a tank counts as dry [m]: it tells nothing of how deep it will be."""
SIGHT = 1.5
"""Depth of clear sight, per mean depth of water: the deep end is blue, the shore sandy."""
STEEPNESS = 9.0
"""How much steeper slopes are lit: a ring 1 cm high in a pool of 6 m shows, and a wave of
0.1 m on a beach of 25 m is not yet blinding; light.STEEPEST tames what is steeper still."""
SHALLOW = 25.0
"""A tank longer than this many depths, times STEEPNESS, has flatter waves, lit steeper."""


@dataclass(frozen=True)
class TopView:
    """Draws frames from straight above; what it draws depends on this and the frame alone."""

    size: tuple[int, int] = (1280, 720)
    """Of the picture, across and down [pixels]; the tank is fitted into it."""
    clear: float = 0.5
    """Depth of clear sight [m]: in twice as much, the ground is hardly seen."""
    steepness: float = STEEPNESS
    """How many times steeper than they are slopes are lit; never changes where things are."""

    def __post_init__(self) -> None:
        if min(self.size) < 1:
            raise ValueError(f"size must be at least 1 x 1, got {self.size[0]} x {self.size[1]}")
        for name in ("clear", "steepness"):
            if not 0 < getattr(self, name) < np.inf:
                raise ValueError(f"{name} must be positive, got {getattr(self, name)}")

    @classmethod
    def suited_to(cls, frame: Frame, size: tuple[int, int] = (1280, 720)) -> Self:
        """The view for a film that begins with this frame: by how deep its water is."""
        wet = frame.depth[frame.depth > DAMP]
        length = max(frame.grid.size)
        depth = float(wet.mean(dtype=np.float64)) if wet.size else length / SHALLOW
        steepness = max(STEEPNESS, length / (SHALLOW * depth))
        return cls(size, clear=SIGHT * depth, steepness=steepness)

    def draw(self, frame: Frame) -> Image:
        """The frame's picture, (height, width, 3)."""
        width, height = fit(frame.grid, self.size)
        use_threads_for(width * height)
        top, left = (self.size[1] - height) // 2, (self.size[0] - width) // 2
        picture = np.empty((self.size[1], self.size[0], 3), np.uint8)
        picture[:] = AROUND
        picture[top : top + height, left : left + width] = self.draw_tank(frame, (height, width))
        return picture

    def draw_tank(self, frame: Frame, shape: tuple[int, int]) -> Image:
        """The tank alone, as rows and columns of pixels."""
        scale = self.scale(frame.grid, shape)
        ground, surface = shore(frame.bed, frame.depth, frame.walls, THIN * self.clear)
        ground, surface = resample(ground, shape), resample(surface, shape)
        dry = light_ground(ground, resample(frame.wet, shape), scale)
        light = np.empty_like(dry)
        cover(light, dry, ground, surface, scale)
        if frame.foam.any():
            cover_foam(light, resample(frame.foam, shape))
        if frame.walls.any():
            build(light, resample(frame.walls, shape, tent), scale.reach)
        picture = np.empty(light.shape, np.uint8)
        develop(light, picture)
        return picture

    def scale(self, grid: Grid, shape: tuple[int, int]) -> Scale:
        """How the tank is measured in a picture of rows and columns."""
        pixel = grid.size[0] / shape[1]
        reach = max(1, round(grid.spacing / pixel))
        return Scale(pixel, reach, self.steepness, self.clear)


def fit(grid: Grid, size: tuple[int, int]) -> tuple[int, int]:
    """How large the tank is in a picture [pixels], across and down: as large as it can be."""
    width, height = size
    scale = min(width / grid.nx, height / grid.ny)
    return max(1, round(grid.nx * scale)), max(1, round(grid.ny * scale))
