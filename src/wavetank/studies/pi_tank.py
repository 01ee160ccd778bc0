"""What can be measured of waves in Nishidate & Nikishkov's Π-shaped tank (their Fig. 5)."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from wavetank.arrays import Mask
from wavetank.model.bumps import Front, Gaussian
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.solvers.damped_wave import DampedWave, DampedWaveState
from wavetank.studies.measure import Numbers, path_length

WIDTH = 3.2
"""Of the tank, both ways [m]."""
LEG, OTHER_LEG, LINTEL = 1.1, 2.1, 1.9
"""Where the one leg ends and the other begins along x, and both along y [m]."""
DEPTH = 0.3
"""Of the still water [m]."""
SMALL = 1e-3
"""Height of the waves at the start [m]."""
SOURCE, FAR = (0.55, 0.5), (2.65, 0.5)
"""Where a wave starts in the one leg, and where it is waited for in the other, x and y [m]."""
COURANT = 0.5
"""Cells that a wave passes in a step, wherever the step is not itself what is measured."""


def tank(cells: int) -> tuple[Grid, Mask]:
    """The paper's shape, with so many cells along each side."""
    grid = Grid(cells, cells, WIDTH / cells)
    x, y = grid.centres()
    return grid, (x > LEG) & (x < OTHER_LEG) & (y < LINTEL)


class Run:
    """A wave in the tank, stepped on by a constant dt."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.c = sqrt(model.gravity * DEPTH)
        self.solver = DampedWave(model, speed=self.c)
        self.state: DampedWaveState = self.solver.start()
        self.dt = COURANT * model.grid.spacing / self.c

    def heights_at(self, *places: tuple[float, float], seconds: float) -> Numbers:
        """The water above its level at some places, after each step for so long; a row a place."""
        cells = [tuple(int(z / self.model.grid.spacing) for z in place) for place in places]
        heights = []
        for _ in range(round(seconds / self.dt)):
            self.solver.step(self.state, self.dt)
            heights.append([self.state.depth[j, i] - DEPTH for i, j in cells])
        return np.array(heights).T

    def energy_of_a_step(self) -> float:
        """Step; the energy that this scheme keeps without damping, gravity's and the motion's.

        Gravity's is of the heights before and after, since the motion's is of between.
        """
        before, f, D = self.state.depth - DEPTH, self.state.potential, DEPTH
        self.solver.step(self.state, self.dt)
        after, basin = self.state.depth - DEPTH, self.solver.basin
        gx, gy = basin.slopes_x(f), basin.slopes_y(f)
        motion = -(f * (np.diff(gx, axis=1) + np.diff(gy, axis=0))).sum()
        heights = (before * after)[~self.model.walls].sum()
        dx = self.model.grid.spacing
        return float(self.model.gravity * heights + D * motion / dx**2) / 2


@dataclass(frozen=True)
class Echo:
    """A wave before and after it met a wall head on."""

    before: float
    """Height of its crest on the way there [m]."""
    after: float
    """Height of its crest, or if that is deeper its trough, on the way back [m]."""

    @property
    def share(self) -> float:
        """What came back; below zero if upside down."""
        return self.after / self.before


def echo(cells: int = 128) -> Echo:
    """A wave runs down the west leg, and back; watched on the way."""
    grid, walls = tank(cells)
    x, _ = grid.centres()
    lift = Front(0.9, 0.15, SMALL, "south").lift(grid) * (x < LEG)
    v = -lift * sqrt(9.81 / DEPTH)
    run = Run(Model(grid, bed=0.0, surface=DEPTH + lift, v=v, level=DEPTH, walls=walls))
    there, back = (run.heights_at((LEG / 2, 0.5), seconds=path / run.c)[0] for path in (0.7, 1.0))
    return Echo(float(there.max()), float(back[np.argmax(np.abs(back))]))


def drop_in_west_leg(cells: int) -> Run:
    """The scene `pi_tank`: a smooth hill, let go in the one leg."""
    grid, walls = tank(cells)
    lift = Gaussian(*SOURCE, 0.12, SMALL).lift(grid)
    return Run(Model(grid, bed=0.0, surface=DEPTH + lift, level=DEPTH, walls=walls))


def energy_kept(cells: int = 128, seconds: float = 10.0) -> float:
    """What is left of the waves' energy after all their reflections, as a share."""
    run = drop_in_west_leg(cells)
    start = run.energy_of_a_step()
    run.solver.steps(run.state, run.dt, round(seconds / run.dt))
    return run.energy_of_a_step() / start


def way_round(cells: int = 128) -> tuple[float, float]:
    """From leg to leg: the shortest way, and c times the time in which the first crest came."""
    run = drop_in_west_leg(cells)
    way = path_length(SOURCE, (LEG, LINTEL), (OTHER_LEG, LINTEL), FAR)
    heights = run.heights_at(FAR, seconds=1.3 * way / run.c)[0]
    return way, first_crest(heights, 2e-3 * SMALL) * run.dt * run.c


def first_crest(heights: Numbers, least: float) -> float:
    """When water that stands `least` high first stops to rise, in steps."""
    k = int(np.argmax((heights > least) & (heights >= np.roll(heights, -1))))
    before, top, after = heights[k - 1 : k + 2]
    return float(k + 1 + (after - before) / (2 * top - before - after) / 2)
