"""What is timed of ours: whole solver steps, as the simulation takes them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.solvers import SOLVERS

MANY = 32
"""How many steps run at once where nothing acts from outside."""

Things = dict[str, tuple[Callable[[], None], int]]


def pond(cells: int, precision: Any) -> Model:
    """A square pond over uneven ground with a hump in its middle."""
    grid = Grid(nx=cells, ny=cells, spacing=1.0)
    x, y = grid.centres()
    middle = cells / 2
    hump = 0.1 * np.exp(-((x - middle) ** 2 + (y - middle) ** 2) / (cells / 10) ** 2)
    ground = 0.3 * np.sin(x / 40) * np.cos(y / 50)
    return Model(grid, bed=ground, surface=5.0 + hump, precision=precision)


def level_pond(cells: int, precision: Any) -> Model:
    """The same pond over level ground, as the damped wave's paper has it."""
    model = pond(cells, precision)
    return Model(model.grid, bed=0.0, surface=model.surface, precision=precision)


def damped_wave(cells: int, precision: Any) -> Things:
    """The damped wave: steps one by one, and many at once."""
    solver: Any = SOLVERS["damped_wave"](level_pond(cells, precision))
    state = solver.start()
    dt = 0.9 * solver.largest_step(state)
    return {
        "damped_wave, a step": (lambda: solver.step(state, dt), cells**2),
        f"damped_wave, {MANY} at once": (lambda: solver.steps(state, dt, MANY), MANY * cells**2),
    }


def implicit_wave(cells: int, precision: Any) -> Things:
    """The implicit wave, at four times the explicit limit."""
    model = pond(cells, precision)
    solver: Any = SOLVERS["implicit_wave"](model)
    state = solver.start()
    dt = 4 * model.grid.spacing / np.sqrt(model.gravity * float(state.depth.max()))
    return {"implicit_wave, a step": (lambda: solver.step(state, dt), cells**2)}
