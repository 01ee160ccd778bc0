"""What can be measured of the implicit wave equation where water meets land."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, pi, sqrt
from typing import Any

import numpy as np
from scipy.ndimage import maximum_filter

from wavetank.arrays import Array, Mask
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.scene.scene import Scene
from wavetank.simulation import Simulation
from wavetank.solvers.implicit_wave import ImplicitWave
from wavetank.solvers.volume import VolumeRule, puddles

FILM = 0.01
"""Water less deep than this is not counted as run-up, nor as a puddle [m]."""
GRAVITY = 9.81
"""[m/s^2]."""
FRAME = 1 / 30
"""From one look at the water to the next [s]."""


def scene(name: str, cells: int, **changes: Any) -> Simulation:
    """A shipped scene on a grid with so many cells along x, and other changes."""
    grid = Scene.read(name).grid
    share = cells / grid.nx
    shape = {"nx": cells, "ny": round(grid.ny * share), "spacing": grid.spacing / share}
    options = {f"grid.{key}": value for key, value in shape.items()}
    return Scene.read(name, {**options, **changes}).simulation()


def looks(simulation: Simulation, duration: float) -> Iterator[Array]:
    """The depth, frame by frame, to look at and not to keep."""
    for k in range(1, round(duration / FRAME) + 1):
        simulation.advance(k * FRAME)
        yield simulation.state.depth


@dataclass(frozen=True)
class RunUp:
    """How far a wave gets up the cone-shaped beach."""

    height: float
    """Of the highest ground that it covers, above the still water [m]."""
    area: float
    """Of all dry ground that it covers [m^2]."""
    wave: float
    """Height of its crest before the beach, above the still water [m]."""
    steps: int
    """How many steps that took."""


def run_up(dt: float, cells: int = 192, duration: float = 5.0) -> RunUp:
    """The scene `cone_beach` with a step of its own."""
    simulation = scene("cone_beach", cells, **{"frames.dt": dt})
    model = simulation.model
    gauge = tuple(int(z / model.grid.spacing) for z in (5.4, 4.6))
    flooded, wave = np.zeros(model.grid.shape, bool), -inf
    for depth in looks(simulation, duration):
        flooded |= depth > FILM
        wave = max(wave, float((model.bed + depth)[gauge]))
    land = flooded & (model.bed > 0)
    height = float(model.bed[land].max(initial=0))
    return RunUp(height, land.sum() * model.grid.cell_area, wave, simulation.steps_taken)


def plane_beach_run_up(dt: float, cells: int = 640, height: float = 0.05) -> float:
    """How far a standing wave gets up a plane beach, over what theory says: its own height there.

    The wave is J0(2 w sqrt(x / (g s))), x seaward on the slope s (Carrier & Greenspan 1958),
    with a wall where it has its third level place; it starts at its lowest.
    """
    from scipy.special import j0, jn_zeros

    slope, sea, land = 0.1, 6.0, 2.0
    grid = Grid(cells, 1, (sea + land) / cells)
    seaward = sea - grid.centres()[0]
    wall = float(jn_zeros(1, 2)[-1])
    bed = -slope * seaward
    lift = -height * j0(wall * np.sqrt(np.maximum(seaward, 0) / sea))
    solver = ImplicitWave(Model(grid, bed=bed, surface=np.maximum(lift, bed), level=0.0))
    state = solver.start()
    period, top = 4 * pi / wall * sqrt(sea / (GRAVITY * slope)), -inf
    for _ in range(round(period / dt)):
        solver.step(state, dt)
        top = max(top, float(bed[state.depth > FILM / 10].max()))
    return top / height


def drift(name: str, rule: VolumeRule, cells: int, duration: float) -> tuple[float, float]:
    """Water made in a scene, as a share of all water, and of the water in its wave."""
    simulation = scene(name, cells, **{"solver.volume": rule})
    model, ledger = simulation.model, simulation.ledger
    still = np.maximum(model.level - model.bed, 0).sum() * model.grid.cell_area
    for _ in looks(simulation, duration):
        pass
    made = simulation.volume() - ledger.start
    return made / ledger.start, made / (ledger.start - still)


def two_pools(rule: VolumeRule, cells: int = 96, steps: int = 600) -> float:
    """By what share the water of a still pool grows while waves beat against its other side.

    Between the pool and the sea stands a ridge that no wave gets over.
    """
    grid = Grid(cells, cells // 4, 0.1)
    x, y = grid.centres()
    along = x / grid.size[0]
    bed = np.where(along < 0.7, 1.2 * along / 0.7 - 0.6, 0.6 - (along - 0.7) / 0.3)
    lift = 0.15 * np.exp(-((x - 2) ** 2) - (y - 1) ** 2)
    level = np.where(along < 0.7, lift, 0.1)
    solver = ImplicitWave(Model(grid, bed=bed, surface=np.maximum(level, bed)), volume=rule)
    state = solver.start()
    pool = along > 0.7
    before = state.depth[pool].sum()
    for _ in range(steps):
        solver.step(state, 0.01)
    return float(state.depth[pool].sum() / before - 1)


def sharpest_column(rule: VolumeRule, cells: int = 96, duration: float = 5.0) -> float:
    """How far one cell's water stands above all its neighbours', near the shore [m]."""
    options = {"frames.dt": 1 / 360, "solver.volume": rule}
    simulation = scene("cone_beach", cells, **options)
    bed = simulation.model.bed
    shore, sharpest = np.abs(bed) < 0.1, 0.0
    beside = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], bool)
    for depth in looks(simulation, duration):
        surface = bed + depth
        above = surface - maximum_filter(surface, footprint=beside, mode="nearest")
        sharpest = max(sharpest, float(above[shore & (depth > FILM)].max(initial=0)))
    return sharpest


def puddle_behind_the_bar(cells: int = 240, duration: float = 10.0) -> float:
    """Volume of the puddles that a wave leaves in the scene `puddle_over_the_bar` [m^3]."""
    simulation = scene("puddle_over_the_bar", cells)
    for _ in looks(simulation, duration):
        pass
    depth = simulation.state.depth
    return float(depth[cut_off(depth)].sum()) * simulation.model.grid.cell_area


def cut_off(depth: Array) -> Mask:
    """Water that no way leads to from the deepest place."""
    pieces = puddles(depth > FILM, (False, False))
    apart: Mask = (pieces > 0) & (pieces != pieces.flat[np.argmax(depth)])
    return apart
