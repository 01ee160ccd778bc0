"""What can be measured of the implicit wave equation on water that stays wet."""

from math import atan, log, pi, sin, sqrt

import numpy as np

from wavetank.model.bumps import Gaussian, Sines
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.solvers.implicit_wave import ImplicitWave
from wavetank.studies.measure import (
    Swing,
    crest_radii,
    follow,
    out_of_round,
    seconds,
    swing_of,
)

DEPTH = 0.5
"""Of the still water, where it is not itself what is measured [m]."""
SMALL = 1e-5
"""Height of the waves, as a share of the depth: small, for the speed follows the depth."""
CELLS = 64
"""Of a channel along x; its seiche is a wave of twice as many."""


def seiche(courant: float, tau: float = 0.0, depth: float = DEPTH, steps: int = 200) -> Swing:
    """How half a wave swings in a channel, one cell wide; courant is c dt/dx."""
    grid = Grid(CELLS, 1, 0.1)
    shape = Sines(1.0).lift(grid)
    model = Model(grid, bed=-depth, surface=SMALL * depth * shape)
    dt = courant * grid.spacing / sqrt(model.gravity * depth)
    solver = ImplicitWave(model, damping=-log(1 - tau) / dt)
    return swing_of(follow(solver, shape, dt, steps))


def relative_speed(depth: float, courant: float = 0.05) -> float:
    """The speed of waves in water of a depth, over sqrt(g d)."""
    return seiche(courant, depth=depth, steps=2000).turn / turn_of(courant)


def turn_of(courant: float) -> float:
    """By how much the phase of a seiche turns in a step if nothing is lost [rad]."""
    return pi / CELLS * courant


def backward_euler(courant: float, tau: float = 0.0) -> Swing:
    """What Eqs. (9), (10) and (17) make of a seiche: both roots of a quadratic equation."""
    solved = 1 + (2 * courant * sin(pi / CELLS / 2)) ** 2
    p, q = (2 - tau) / solved, (1 - tau) / solved
    return Swing(atan(sqrt(max(4 * q - p * p, 0.0)) / p), sqrt(q))


def highest(courant: float, cells: int = 64, steps: int = 300) -> float:
    """How high water gets over a beach in so many steps, over how high it stood at the start."""
    grid = Grid(cells, cells, 0.1)
    x, _ = grid.centres()
    end = grid.size[0]
    bed = DEPTH * (1.2 * x / end - 1)
    lift = Gaussian(0.3 * end, 0.4 * end, 0.1 * end, 0.2 * DEPTH).lift(grid)
    model = Model(grid, bed=bed, surface=np.maximum(lift, bed))
    dt = courant * grid.spacing / sqrt(model.gravity * DEPTH)
    solver = ImplicitWave(model)
    state = solver.start()
    most = 0.0
    for _ in range(steps):
        solver.step(state, dt)
        rise = np.where(state.depth > 0, bed + state.depth, 0)
        most = max(most, float(np.abs(rise).max()))
    return most / float(lift.max())


def nanoseconds_a_cell(cells: int, steps: int = 20) -> float:
    """What a step costs, for each cell of a square of so many along each side, at best."""
    grid = Grid(cells, cells, 0.1)
    middle = cells / 2 * grid.spacing
    lift = Gaussian(middle, middle, 0.5, 0.1).lift(grid)
    solver = ImplicitWave(Model(grid, bed=-DEPTH, surface=lift))
    state = solver.start()

    def work() -> None:
        for _ in range(steps):
            solver.step(state, 0.01)

    return seconds(work, times=5) / steps / grid.cells * 1e9


def ring_out_of_round(courant: float, cells: int = 256, drop: float = 6.0) -> float:
    """How far a ring is from round after 3/8 of the tank's width; drop in cells."""
    grid = Grid(cells, cells, 0.1)
    middle = cells / 2 * grid.spacing
    lift = Gaussian(middle, middle, drop * grid.spacing, SMALL * DEPTH).lift(grid)
    model = Model(grid, bed=-DEPTH, surface=lift)
    c, radius = sqrt(model.gravity * DEPTH), 3 / 8 * cells * grid.spacing
    dt = courant * grid.spacing / c
    solver = ImplicitWave(model)
    state = solver.start()
    for _ in range(round(radius / c / dt)):
        solver.step(state, dt)
    reach = 6 * drop * grid.spacing
    return out_of_round(crest_radii(state.depth - DEPTH, grid, radius - reach / 2, reach))


def lopsided(courant: float, cells: int = 64, steps: int = 40) -> float:
    """How far rows and columns differ in a wave that starts the same in both, over its height."""
    grid = Grid(cells, cells, 0.1)
    lift = Gaussian(0.3 * cells * 0.1, 0.3 * cells * 0.1, 0.4, 0.2 * DEPTH).lift(grid)
    solver = ImplicitWave(Model(grid, bed=-DEPTH, surface=lift))
    state = solver.start()
    for _ in range(steps):
        solver.step(state, courant * grid.spacing / sqrt(9.81 * DEPTH))
    rise = state.depth - DEPTH
    return float(np.abs(rise - rise.T).max() / np.abs(rise).max())


def uniform_across(cells: int = 128, steps: int = 200) -> float:
    """The largest difference between a channel and the same scene nine cells wide [m]."""
    depths = []
    for ny in (1, 9):
        grid = Grid(cells, ny, 0.1)
        x, _ = grid.centres()
        bed = 0.8 * x / grid.size[0] - DEPTH
        lift = 0.1 * np.exp(-((x - 3) ** 2))
        solver = ImplicitWave(Model(grid, bed=bed, surface=np.maximum(lift, bed)))
        state = solver.start()
        for _ in range(steps):
            solver.step(state, 0.02)
        depths.append(state.depth)
    return float(np.abs(depths[1] - depths[0]).max())
