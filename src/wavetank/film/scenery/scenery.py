"""Scenery: what a film's rays meet, made from a frame.

A frame's cells are a metre or a centimetre wide; the picture's pixels are finer. So ground and
surface are drawn through the cells as splines. Around the tank a margin is laid, in which the
ground and the water go over into the level planes beyond. A wall is ground that stands up; dry
ground has the surface below it, so that the shore is where the two cross.

The ground stays, so it is made once for a film; the water's surface, wetness and foam are each
frame's own.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import prange
from scipy.ndimage import gaussian_filter, maximum_filter, minimum_filter

from wavetank.arrays import Array, Mask
from wavetank.film.rays.march import Relief, build_nodes
from wavetank.film.rays.things import Things
from wavetank.film.scenery.parts import things_in
from wavetank.film.scenery.shore import land, water
from wavetank.film.scenery.spline import refine, tent
from wavetank.frame import Frame
from wavetank.kernels.jit import parallel_kernel
from wavetank.look.look import Surround

MARGIN = 0.35
"""Width of the margin around the tank, per its longer side."""
MIRRORED = 0.3
"""Share of the margin in which all goes on as in a mirror, before it goes over."""
RIM = (0.1, 0.5)
"""How far walls stand up above still water: per the tank's shorter side, or per the water's mean
depth, whichever is less."""
STEPS = 1.5
"""How far walls are blurred before their edge is drawn [cells]: an oblique one shows no steps."""
THIN = 2e-3
"""Water that begins to count as none at the shore, per mean depth."""
SHALLOWEST = 0.02
"""Mean depth taken where there is hardly any water, per the tank's shorter side."""

WALL, WET, FOAM = 0, 1, 2
"""What stands in a vertex of the cover."""


class Scenery(NamedTuple):
    """What a frame's rays meet, and what lies on it; for the kernels."""

    relief: Relief
    """Ground and surface."""
    slopes: Array
    """Slopes at the vertices, along x and y: the ground's, the surface's; (rows, columns, 4)."""
    cover: Array
    """At the vertices: wall, wetness, foam, each 0 to 1; (rows, columns, 3)."""
    things: Things
    """Bodies and drops."""


@dataclass(frozen=True)
class Land:
    """The ground of a film's frames and what lies around it."""

    ground: Array
    """Height at cell centres, with what lies around walls in their place [m]."""
    laid: Array
    """The same with the margin."""
    margin: int
    """Width of the margin [cells]."""
    fineness: int
    """Vertices a cell, along each axis."""
    vertices: Array
    """Height at the vertices, with the walls [m]."""
    slopes: Array
    """Slope along x and y at the vertices."""
    wall: Array
    """How much of each vertex is wall, 0 to 1."""
    beyond: float
    """Height of the ground beyond the vertices [m]."""
    depth: float
    """Mean depth of still water [m]."""


def land_of(frame: Frame, surround: Surround, fineness: int) -> Land:
    """The land of a film: the same from each of its frames."""
    grid, level, pool = frame.grid, frame.level, surround == "pool"
    shorter, margin = min(grid.size), max(2, round(MARGIN * max(grid.nx, grid.ny)))
    ground = land(frame.bed, frame.walls)
    still = np.maximum(level - ground, 0)[~frame.walls]
    depth = max(float(still[still > 0].mean()) if still.any() else 0.0, SHALLOWEST * shorter)
    rim = level + min(RIM[0] * shorter, RIM[1] * depth)
    rock_bottom = float(ground.min())
    laid = lay_margin(ground, margin, rim if pool else rock_bottom)
    if pool:  # its surroundings are level: a hill ends at its wall
        laid = np.minimum(laid, rim)
        laid[margin:-margin, margin:-margin] = ground
    walls = without_steps(np.pad(frame.walls, margin, constant_values=pool))
    wall = steep(refine(walls, fineness), fineness)
    z = refine(laid, fineness)
    z = z + wall * np.maximum(rim - z, 0)
    slopes = slopes_of(z, grid.spacing / fineness)
    beyond = rim if pool else rock_bottom
    return Land(ground, laid, margin, fineness, z, slopes, wall, beyond, depth)


def lay_margin(field: Array, margin: int, beyond: float) -> Array:
    """A field with a margin, in which it goes on as in a mirror, and over into what lies beyond."""
    wide = np.pad(field, margin, mode="symmetric")
    rows, columns = (np.clip(outside_of(n, margin) / margin, 0, 1) for n in field.shape)
    far = np.minimum(np.hypot(rows[:, None], columns[None, :]), 1)
    far = np.clip((far - MIRRORED) / (1 - MIRRORED), 0, 1)
    wide += (beyond - wide) * far * far * (3 - 2 * far)
    return wide


def outside_of(cells: int, margin: int) -> Array:
    """How far beyond the tank's ends each cell of an axis lies [cells]."""
    k = np.arange(cells + 2 * margin) - margin
    return np.maximum(np.maximum(-k, k - (cells - 1)), 0).astype(float)


def without_steps(walls: Mask) -> Array:
    """Walls blurred, but where they, or gaps between them, are so narrow that they would go."""
    blurred = gaussian_filter(walls.astype(np.float32), STEPS, mode="nearest")
    gone = walls & (maximum_filter(blurred, 3) < 0.5)
    closed = ~walls & (minimum_filter(blurred, 3) > 0.5)
    eased: Array = np.where(gone | closed, walls, blurred)
    return eased


def steep(share: Array, fineness: int) -> Array:
    """A share that goes from 0 to 1 within three vertices or so, where it was one half."""
    wall: Array = np.clip((share - 0.5) * 1.3 * fineness + 0.5, 0, 1).astype(np.float32)
    return wall


def scenery_of(frame: Frame, land: Land) -> Scenery:
    """What the rays of a frame meet."""
    thin = THIN * land.depth
    surface = water(land.ground, frame.depth, frame.walls, thin)
    surface = refine(surface_and_margin(surface, frame, land), land.fineness)
    spacing = frame.grid.spacing / land.fineness
    z = np.stack([land.vertices, surface], axis=-1)
    slopes = np.concatenate([land.slopes, slopes_of(surface, spacing)], axis=-1)
    wet = refine(np.pad(frame.wet, land.margin, mode="edge"), land.fineness, tent)
    foam = refine(np.pad(frame.foam, land.margin), land.fineness, tent)
    cover = np.stack([land.wall, wet, foam], axis=-1)
    edge = -land.margin * frame.grid.spacing
    relief = Relief(z, *build_nodes(z), edge, edge, spacing, land.beyond, frame.level)
    return Scenery(relief, slopes, cover, things_in(frame))


def surface_and_margin(surface: Array, frame: Frame, land: Land) -> Array:
    """The surface with its margin: toward the level sea, or just below ground that is dry."""
    level, inside = frame.level, slice(land.margin, -land.margin)
    dry = np.maximum(land.laid - level, 0)  # how far the ground stands above still water
    waves = lay_margin(surface - level - dry[inside, inside], land.margin, 0.0)
    waves += level + dry - np.minimum(dry, THIN * land.depth)
    if land.beyond > level:  # no wave goes over a pool's rim
        waves = np.minimum(waves, land.beyond - THIN * land.depth)
    waves[inside, inside] = surface
    return waves


def slopes_of(z: Array, spacing: float) -> Array:
    """The slopes of a field along x and y at its vertices: (rows, columns, 2)."""
    slopes = np.empty((*z.shape, 2), np.float32)
    central_differences(z, 1 / spacing, slopes)
    return slopes


@parallel_kernel
def central_differences(z: Array, per_metre: float, slopes: Array) -> None:
    """Slopes from the vertices on both sides; at the ends from one."""
    ny, nx = z.shape
    for j in prange(ny):
        low, high = max(j - 1, 0), min(j + 1, ny - 1)
        for i in range(nx):
            west, east = max(i - 1, 0), min(i + 1, nx - 1)
            slopes[j, i, 0] = (z[j, east] - z[j, west]) * per_metre / (east - west)
            slopes[j, i, 1] = (z[high, i] - z[low, i]) * per_metre / (high - low)
