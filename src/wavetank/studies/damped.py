"""What can be measured of the damped wave equation in a square tank or a channel."""

from math import inf, log, pi, sqrt
from typing import Literal

import numpy as np

from wavetank.arrays import Mask
from wavetank.model.bumps import Gaussian, Sines
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.model.sources import Drop
from wavetank.simulation import Simulation
from wavetank.solvers.damped_wave import DampedWave
from wavetank.studies.measure import (
    BLOWN_UP,
    Swing,
    crest_radii,
    follow,
    out_of_round,
    seconds,
    swing_of,
)

Neighbours = Literal[4, 8]

DEPTH = 0.3
"""Of the still water [m]; the equation is linear, so any will do."""
SMALL = 1e-3
"""Height of the waves that are measured [m]."""


def step_of(model: Model, courant: float) -> float:
    """The dt with which a wave passes so many cells in a step [s]."""
    return courant * model.grid.spacing / sqrt(model.gravity * DEPTH)


def frame_rate(model: Model, frames: int = 200) -> float:
    """Frames a second: for each a step, and the making of a Frame; nothing is drawn."""
    dt = step_of(model, 0.5)
    simulation = Simulation(model, DampedWave(model), dt=dt)
    return frames / seconds(lambda: list(simulation.frames(frames * dt, 1 / dt)), times=5)


def standing_wave(
    neighbours: Neighbours, waves: tuple[int, int], courant: float, R: float = 1.0, cells: int = 64
) -> tuple[Swing, float]:
    """How half-waves along x and y swing, and their wave number k dx."""
    grid = Grid(cells, cells, 0.05)
    shape = Sines(1.0, *waves).lift(grid)
    model = Model(grid, bed=0.0, surface=DEPTH + SMALL * shape)
    dt = step_of(model, courant)
    solver = DampedWave(model, neighbours=neighbours, damping=-log(R) / dt)
    amounts = follow(solver, shape, dt, 300)
    return swing_of(amounts), pi * float(np.hypot(*waves)) / cells


def relative_speed(neighbours: Neighbours, waves: tuple[int, int], courant: float = 0.5) -> float:
    """The speed of waves on the grid, over c = sqrt(g d)."""
    swing, k = standing_wave(neighbours, waves, courant)
    return swing.turn / (k * courant)


def ring_out_of_round(
    neighbours: Neighbours, courant: float = 0.5, cells: int = 256, drop: float = 2.0
) -> float:
    """How far a ring is from round when it has gone 3/8 of the tank's width; drop in cells."""
    grid = Grid(cells, cells, 0.05)
    middle = cells / 2 * grid.spacing
    lift = Gaussian(middle, middle, drop * grid.spacing, SMALL).lift(grid)
    model = Model(grid, bed=0.0, surface=DEPTH + lift, level=DEPTH)
    solver = DampedWave(model, neighbours=neighbours, speed=sqrt(model.gravity * DEPTH))
    radius = 3 / 8 * cells * grid.spacing
    dt = step_of(model, courant)
    state = solver.start()
    solver.steps(state, dt, round(radius / solver.speed / dt))
    reach = 6 * drop * grid.spacing
    return out_of_round(crest_radii(state.depth - DEPTH, grid, radius - reach / 2, reach))


def stays_bounded(model: Model, neighbours: Neighbours, courant: float, steps: int = 300) -> bool:
    """Does a random surface stay as high as it is, about?"""
    solver = DampedWave(model, neighbours=neighbours)
    solver.limit = inf  # to see what it would refuse
    dt = courant * model.grid.spacing / solver.speed
    state = solver.start()
    with np.errstate(over="ignore", invalid="ignore"):
        solver.steps(state, dt, steps)
    return bool(np.abs(state.depth[~model.walls] - DEPTH).max() < BLOWN_UP * SMALL)


def random_surface(grid: Grid, walls: Mask | None = None) -> Model:
    """A tank whose water holds waves of all lengths."""
    lift = SMALL * np.random.default_rng(2005).uniform(-1, 1, grid.shape)
    return Model(grid, bed=0.0, surface=DEPTH + lift, level=DEPTH, walls=walls)


def volume_error_of_a_drop(cells: int = 64, duration: float = 2.0) -> float:
    """Water made or lost when a drop falls into the tank, as a share of all."""
    grid = Grid(cells, cells, 0.05)
    middle = cells / 2 * grid.spacing
    drop = Drop(time=0.1, x=middle, y=middle, radius=0.25, height=0.03)
    model = Model(grid, bed=0.0, surface=DEPTH, sources=(drop,))
    simulation = Simulation(model, DampedWave(model))
    list(simulation.frames(duration))
    return simulation.ledger.error


def largest_allowed(model: Model) -> float:
    """The largest c dt/dx that the solver takes, with 8 neighbours."""
    solver = DampedWave(model)
    return solver.limit * solver.speed / model.grid.spacing
