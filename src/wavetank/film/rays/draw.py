"""Draw: rays through the pixels of a picture."""

from math import cos, pi, sin, sqrt

import numpy as np
from numba import prange

from wavetank.arrays import Array, Mask
from wavetank.film.picture import Codes
from wavetank.film.rays.radiance import radiance
from wavetank.film.rays.rays import RAY, STACK, along, dot
from wavetank.film.rays.world import World
from wavetank.kernels.jit import parallel_kernel, piece_kernel, ray_kernel
from wavetank.look.view import Point, View

BAND = 8
"""Rows that a thread draws at a time: few, for those of the sky are soon done."""
LENS_RAYS = 32
"""Through a pixel, at least, where the lens is open: fewer, and what is blurred is grainy."""
ACROSS, DOWN = 0.7548776662, 0.5698402910
"""Multiples of these fill a square evenly (M. Roberts 2018)."""
GOLDEN = 0.6180339887
"""Multiples of this fill a circle's turn evenly."""


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


@ray_kernel
def through_lens(view: View, way: Point, share: float, turn: float) -> tuple[Point, Point]:
    """Where a ray begins on the lens, and its way to where another from its middle is in focus.

    share: of the lens's area that is nearer to its middle; turn: around that, of 1.
    """
    sharp = along(view.eye, way, view.focus / dot(way, view.forward))
    radius, angle = view.lens_radius * sqrt(share), 2 * pi * turn
    start = along(view.eye, view.right, radius * cos(angle))
    start = along(start, view.up, radius * sin(angle))
    dx, dy, dz = sharp[0] - start[0], sharp[1] - start[1], sharp[2] - start[2]
    length = sqrt(dx * dx + dy * dy + dz * dz)
    return start, (dx / length, dy / length, dz / length)


@ray_kernel
def ray_in(
    view: View, j: int, i: int, k: int, rays: int, size: tuple[int, int]
) -> tuple[Point, Point]:
    """The start and the way of one of a pixel's rays; the middle one is none of them."""
    x, y = (0.5 + (k + 1) * ACROSS) % 1, (0.5 + (k + 1) * DOWN) % 1
    way = ray_through(view, i + x, j + y, size)
    if view.lens_radius == 0:
        return view.eye, way
    turn = k * GOLDEN + i * ACROSS + j * DOWN  # by pixel, or a glint would show the lens's points
    return through_lens(view, way, (k + 0.5) / rays, turn)


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
    """Send more rays through the marked pixels; bright ones count less, or they would sparkle.

    The ray through the middle counts among them, unless the lens is open: it is all sharp.
    """
    size = light.shape[:2]
    pixel = 2 * view.tan_half / size[0]
    stack, colour, total = np.empty((STACK, RAY)), np.empty(3), np.empty(3)
    for j in range(top, min(top + BAND, size[0])):
        for i in range(size[1]):
            if not marks[j, i]:
                continue
            weights = 0.0 if view.lens_radius > 0 else trust(light[j, i])
            total[:] = weights * light[j, i]
            for k in range(more):
                start, way = ray_in(view, j, i, k, more, size)
                radiance(world, stack, start, way, wet, pixel, colour)
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
