"""Renderer: frames to pictures, as an eye would see them.

One ray goes through the middle of every pixel; where neighbours differ visibly (an edge, a
glint) several more go through the pixel, always at the same places. So a picture depends on
its frame alone, not on the frames before it nor on how many threads drew it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numba import prange

from wavetank.arrays import Array, Mask
from wavetank.film.picture import Codes, Picture
from wavetank.film.radiance import radiance
from wavetank.film.rays import RAY, STACK
from wavetank.film.scenery import Land, land_of
from wavetank.film.stage import is_in_water, world_of
from wavetank.film.tone import develop
from wavetank.film.world import World
from wavetank.frame import Frame
from wavetank.kernels.jit import parallel_kernel, piece_kernel, ray_kernel, share_out
from wavetank.look.camera import Camera
from wavetank.look.look import Look
from wavetank.look.view import Point, View

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
BAND = 8
"""Rows that a thread draws at a time: few, for those of the sky are soon done."""
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
        self.bed: Array | None = None

    def draw(self, frame: Frame) -> Picture:
        """The picture of a frame."""
        view, gain = self.camera.at(frame.time), self.gain
        world = self.world(frame)
        wet = is_in_water(world.scenery, view.eye)
        width, height = self.size
        light = np.empty((height, width, 3), np.float32)
        met = np.empty((height, width), np.uint8)
        bands = -(-height // BAND)
        share_out(lambda k: draw_middles(world, view, wet, k * BAND, light, met), bands)
        shown = np.empty_like(light)
        develop(light, gain, shown)
        if more := self.quality.rays:
            marks = np.ones((height, width), np.bool_)
            if not view.lens_radius:
                mark(shown, met, self.quality.contrast, marks)
            share_out(lambda k: draw_more(world, view, wet, k * BAND, marks, more, light), bands)
            develop(light, gain, shown)
        return Picture(shown, light)

    def world(self, frame: Frame) -> World:
        """All that light meets in a frame."""
        if self.land is None or self.bed is not frame.bed:
            times = round(self.quality.vertices / max(frame.grid.nx, frame.grid.ny))
            self.land = land_of(frame, self.look.surround, min(max(times, 1), FINEST))
            self.bed = frame.bed
        quality = self.quality
        return world_of(frame, self.land, self.look, self.folder, quality.turns, quality.photons)


@ray_kernel
def ray_through(view: View, x: float, y: float, size: tuple[int, int]) -> Point:
    """The direction through a place of the picture, counted in pixels from its upper left."""
    per = 2 * view.tan_half / size[0]
    a, b = (x - size[1] / 2) * per, (size[0] / 2 - y) * per
    dx = view.forward[0] + a * view.right[0] + b * view.up[0]
    dy = view.forward[1] + a * view.right[1] + b * view.up[1]
    dz = view.forward[2] + a * view.right[2] + b * view.up[2]
    length = np.sqrt(dx * dx + dy * dy + dz * dz)
    return dx / length, dy / length, dz / length


@piece_kernel
def draw_middles(world: World, view: View, wet: bool, top: int, light: Array, met: Codes) -> None:
    """The light through the middle of every pixel of a band of rows, and what it met."""
    size = light.shape[:2]
    pixel = 2 * view.tan_half / size[0]
    stack, colour = np.empty((STACK, RAY)), np.empty(3)
    for j in range(top, min(top + BAND, size[0])):
        for i in range(size[1]):
            way = ray_through(view, i + 0.5, j + 0.5, size)
            met[j, i] = radiance(world, stack, view.eye, way, wet, pixel, colour)
            for c in range(3):
                light[j, i, c] = colour[c]


@parallel_kernel
def mark(shown: Array, met: Codes, contrast: float, marks: Mask) -> None:
    """Mark the pixels that differ visibly from a neighbour, or met another thing."""
    ny, nx = met.shape
    for j in prange(ny):
        for i in range(nx):
            marks[j, i] = False
            for m in range(max(j - 1, 0), min(j + 2, ny)):
                for n in range(max(i - 1, 0), min(i + 2, nx)):
                    other = met[m, n] != met[j, i]
                    for c in range(3):
                        other |= abs(shown[m, n, c] - shown[j, i, c]) > contrast
                    marks[j, i] |= other


@piece_kernel
def draw_more(
    world: World, view: View, wet: bool, top: int, marks: Mask, more: int, light: Array
) -> None:
    """Send more rays through the marked pixels; bright ones count less, or they would sparkle."""
    size = light.shape[:2]
    pixel = 2 * view.tan_half / size[0]
    stack, colour, total = np.empty((STACK, RAY)), np.empty(3), np.empty(3)
    for j in range(top, min(top + BAND, size[0])):
        for i in range(size[1]):
            if not marks[j, i]:
                continue
            weights = trust(light[j, i])
            total[:] = weights * light[j, i]
            for k in range(more):
                x, y = (
                    i + (0.5 + (k + 1) * 0.7548776662) % 1,
                    j + (0.5 + (k + 1) * 0.5698402910) % 1,
                )
                way = ray_through(view, x, y, size)
                radiance(world, stack, view.eye, way, wet, pixel, colour)
                weight = trust(colour)
                weights += weight
                for c in range(3):
                    total[c] += weight * colour[c]
            for c in range(3):
                light[j, i, c] = total[c] / weights


@ray_kernel
def trust(colour: Array) -> float:
    """How much a ray counts among others: the less, the brighter it is."""
    return 1 / (1 + max(colour[0], max(colour[1], colour[2])))
