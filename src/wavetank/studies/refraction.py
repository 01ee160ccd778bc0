"""Refraction: a wave crosses from deep water into shallow at a slant."""

from dataclasses import dataclass
from math import asin, cos, degrees, pi, radians, sin, sqrt, tan

import numpy as np

from wavetank.arrays import Array
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.solvers.implicit_wave import ImplicitWave
from wavetank.studies.measure import crest_direction

DEEP = 1.0
"""Depth of the water that the wave comes from [m]."""
WAVE = 24
"""Length of the wave in the deep water, in cells."""
SMALL = 1e-4
"""Height of the wave [m]."""
GRAVITY = 9.81
"""[m/s^2]."""
EDGE, RUN_UP = 0.55, 0.3
"""Where the step in the ground is, and how far before it the wave starts, over the tank's width."""


@dataclass(frozen=True)
class Crossing:
    """The directions of one wave in deep and in shallow water, from the x axis."""

    deep: float
    """Measured before it crosses [degrees]."""
    shallow: float
    """Measured after it crossed [degrees]."""
    snell: float
    """What Snell's law makes of `deep` [degrees]."""


def crossing(angle: float, shallow: float, cells: int = 320, courant: float = 0.25) -> Crossing:
    """A packet of waves meets a step in the ground, up to a depth `shallow` [m]."""
    grid = Grid(cells, cells, 0.1)
    x, _ = grid.centres()
    edge, c = EDGE * grid.size[0], sqrt(GRAVITY * DEEP)
    model = packet(grid, np.where(x < edge, -DEEP, -shallow), radians(angle))
    solver = ImplicitWave(model)
    state = solver.start()
    before = crest_direction(model.surface)
    dt = courant * grid.spacing / c
    way = RUN_UP * grid.size[0] / cos(radians(angle)) + 2.5 * WAVE * grid.spacing
    for _ in range(round(way / c / dt)):
        solver.step(state, dt)
    first = int(edge / grid.spacing) + 2  # beside the step itself slopes are not a wave's
    after = crest_direction((model.bed + state.depth)[:, first:])
    snell = degrees(asin(sin(radians(before)) * sqrt(shallow / DEEP)))
    return Crossing(before, after, snell)


def packet(grid: Grid, bed: Array, angle: float) -> Model:
    """A few waves under a smooth hull, on their way to the middle of the step."""
    (x, y), width, c = grid.centres(), grid.size[0], sqrt(GRAVITY * DEEP)
    x = x - (EDGE - RUN_UP) * width
    y = y - (0.5 - RUN_UP * tan(angle)) * width
    hull = np.exp(-(x**2 + y**2) / (1.25 * WAVE * grid.spacing) ** 2 / 2)
    phase = 2 * pi / (WAVE * grid.spacing) * (x * cos(angle) + y * sin(angle))
    lift = SMALL * hull * np.cos(phase)
    u, v = (lift * c / DEEP * part for part in (cos(angle), sin(angle)))
    return Model(grid, bed=bed, surface=lift, u=u, v=v, gravity=GRAVITY)
