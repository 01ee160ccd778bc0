"""Renderer: frames to pictures, as an eye would see them.

One ray goes through the middle of every pixel; where neighbours differ visibly (an edge, a
glint) several more go through the pixel, always at the same places. So a picture depends on
its frame alone, not on the frames before it nor on how many threads drew it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from wavetank.film.picture import Picture
from wavetank.film.rays.draw import BAND, LENS_RAYS, draw_middles, draw_more, mark
from wavetank.film.rays.world import World
from wavetank.film.scenery.scenery import Land, land_of
from wavetank.film.stage import is_in_water, world_of
from wavetank.film.tone import develop
from wavetank.frame import Frame
from wavetank.kernels.jit import share_out
from wavetank.look.camera import Camera
from wavetank.look.look import Look
from wavetank.look.view import View

QualityName = Literal["draft", "good", "final"]


@dataclass(frozen=True)
class Quality:
    """What a picture may cost."""

    vertices: int
    """Of the relief, along the tank's longer side: as many a cell as come nearest."""
    rays: int
    """More rays through a pixel that differs from its neighbours."""
    contrast: float
    """Difference on the screen from which neighbours differ visibly, of 1."""
    turns: int
    """How often a ray's light is followed from one thing to the next."""
    photons: int
    """Photons per vertex and axis."""


QUALITIES: dict[QualityName, Quality] = {
    "draft": Quality(vertices=256, rays=0, contrast=1.0, turns=2, photons=1),
    "good": Quality(vertices=512, rays=4, contrast=0.08, turns=3, photons=1),
    "final": Quality(vertices=1024, rays=16, contrast=0.03, turns=5, photons=2),
}
FINEST = 8
"""Vertices a cell, at most: a spline through four cells shows nothing more."""


class Renderer:
    """Draws frames as a camera sees them."""

    def __init__(
        self,
        camera: Camera,
        look: Look,
        size: tuple[int, int] = (1280, 720),
        quality: QualityName = "good",
        folder: Path = Path(),
    ) -> None:
        """size: of the picture, across and down [pixels]; folder: of the look's files."""
        self.camera, self.look, self.size = camera, look, size
        self.quality, self.folder = QUALITIES[quality], folder
        self.gain = 2.0**look.exposure
        self.land: Land | None = None
        self.first: Frame | None = None

    def draw(self, frame: Frame) -> Picture:
        """The picture of a frame."""
        view, gain = self.camera.at(frame.time), self.gain
        world = self.world(frame, view)
        wet = is_in_water(world.scenery, view.eye)
        width, height = self.size
        light = np.empty((height, width, 3), np.float32)
        met = np.empty((height, width), np.uint8)
        bands = -(-height // BAND)
        share_out(lambda k: draw_middles(world, view, wet, k * BAND, light, met), bands)
        shown = np.empty_like(light)
        develop(light, gain, shown)
        more = max(self.quality.rays, LENS_RAYS if view.lens_radius else 0)
        if more:
            marks = np.ones((height, width), np.bool_)
            if not view.lens_radius:
                mark(shown, met, self.quality.contrast, marks)
            share_out(lambda k: draw_more(world, view, wet, k * BAND, marks, more, light), bands)
            develop(light, gain, shown)
        return Picture(shown, light)

    def world(self, frame: Frame, view: View) -> World:
        """All that light meets in a frame."""
        if self.land is None or self.first is None or not same_land(self.first, frame):
            times = round(self.quality.vertices / max(frame.grid.nx, frame.grid.ny))
            self.land = land_of(frame, self.look.surround, min(max(times, 1), FINEST))
            self.first = frame
        quality = self.quality
        return world_of(
            frame, self.land, self.look, view, self.folder, quality.turns, quality.photons
        )


def same_land(a: Frame, b: Frame) -> bool:
    """Do two frames share their ground?"""
    return a.bed is b.bed and a.walls is b.walls and (a.grid, a.level) == (b.grid, b.level)
