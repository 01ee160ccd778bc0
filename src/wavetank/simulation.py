"""Simulation: the clock. Sources act, the solver steps, frames come out."""

from collections.abc import Iterator, Set
from copy import deepcopy
from dataclasses import fields
from math import ceil, exp, inf
from typing import Any

import numpy as np

from wavetank.arrays import Array
from wavetank.errors import ModelError, SolverError, StepTooLongError, WaterError
from wavetank.frame import Frame
from wavetank.kernels.check import first_unsound
from wavetank.ledger import Ledger
from wavetank.model.features import Feature
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.solvers import SOLVERS
from wavetank.solvers.solver import ManySteps, Solver
from wavetank.state import STAYS

WET_FILM = 1e-4
"""Depth from which ground counts as under water [m]: less is only damp."""


class Simulation:
    """A model's water, moved by a solver and by what acts from outside between its steps."""

    def __init__(self, model: Model, solver: Solver[Any], *, dt: float | None = None) -> None:
        """dt [s]: the step; shortened to hit frames. None: the largest stable one."""
        refuse_what_cannot_be_handled(model, solver)
        if dt is not None and not 0 < dt < inf:
            raise ModelError(f"dt must be positive, got {dt}", "leave it out for the largest step")
        self.model = model
        self.solver = solver
        self.state = solver.start()
        self.dt = dt
        self.acted = 0.0
        """Up to when the sources have acted [s]: a step's end, or an earlier one's if quiet."""
        self.steps_taken = 0
        self.frames_made = 0
        self.last_shown: float | None = None
        volume = self.volume()
        names = [f"{source.kind} {k + 1}" for k, source in enumerate(model.sources)]
        self.ledger = Ledger(volume, volume, dict.fromkeys(names, 0.0))
        self.wet = (self.state.depth > WET_FILM).astype(model.dtype)
        if dt is not None and dt > self.solver.largest_step(self.state):
            largest = self.solver.largest_step(self.state)
            raise StepTooLongError(
                f"dt = {dt:g} s is too long a step for {solver.title}",
                f"largest stable step here: {largest:.6g} s",
            )

    def frames(self, duration: float, rate: float = 30.0) -> Iterator[Frame]:
        """Frames each 1/rate s from now to now + duration, both included; times are hit exactly.

        The frame of this moment comes only once: a simulation that goes on begins with the next.
        """
        if not (0 <= duration < inf and 0 < rate < inf):
            raise ModelError(
                f"no frames last {duration:g} s at {rate:g} a second", "duration >= 0 s, rate > 0"
            )
        if self.last_shown != self.state.time:
            yield self.frame()
        origin = self.state.time
        counted = round(origin * rate)
        on_the_beat = abs(origin * rate - counted) < 1e-6
        for k in range(1, round(duration * rate) + 1):
            self.advance((counted + k) / rate if on_the_beat else origin + k / rate)
            yield self.frame()

    def advance(self, until: float) -> None:
        """Move the water on to a time, exactly."""
        begin = self.state.time
        while self.state.time < until:
            remaining = until - self.state.time
            limit = self.solver.largest_step(self.state)
            steps = max(1, ceil(remaining / min(self.dt or inf, limit) - 1e-9))
            dt = remaining / steps
            times = self.quiet_steps(dt, steps)
            self.take(dt, times)
            if times == steps:
                self.state.time = until
        self.dry(until - begin)

    def quiet_steps(self, dt: float, most: int) -> int:
        """How many steps can be taken at once: up to the one in which a source acts next."""
        if not isinstance(self.solver, ManySteps):
            return 1
        acts = (source.next(self.acted, self.model) for source in self.model.sources)
        quiet = (min(acts, default=inf) - self.state.time) / dt
        return most if quiet >= most else max(1, int(quiet))

    def take(self, dt: float, times: int) -> None:
        """Let the sources act, then step."""
        since, until = self.acted, self.state.time + dt
        for name, source in zip(self.ledger.sources, self.model.sources, strict=True):
            self.ledger.sources[name] += source.apply(self.state, self.model, since, until)
        self.acted = until
        if times > 1 and isinstance(self.solver, ManySteps):
            self.solver.steps(self.state, dt, times)
        else:
            self.solver.step(self.state, dt)
        self.steps_taken += times
        self.check()

    def check(self) -> None:
        """Stop at the first cell that holds no sound depth."""
        cell = first_unsound(self.state.depth, 0.0)
        if cell < 0:
            return
        row, column = divmod(cell, self.model.grid.nx)
        depth = self.state.depth[row, column]
        where = f"step {self.steps_taken}, t = {self.state.time:g} s, row {row}, column {column}"
        if depth < 0 and Feature.DRY_GROUND not in self.solver.handles:
            raise WaterError(
                f"the water fell dry: depth {depth:g} m at {where}",
                f"deeper water, lower waves, or a solver that can: {able({Feature.DRY_GROUND})}",
            )
        raise WaterError(
            f"the water is unsound: depth {depth:g} m at {where}",
            "a smaller dt, or another solver; with a sound scene this is a bug: please report it",
        )

    def dry(self, seconds: float) -> None:
        """Wet what is under water, let the rest dry."""
        self.wet *= self.model.dtype.type(exp(-seconds / self.model.drying))
        self.wet[self.state.depth > WET_FILM] = 1

    def frame(self) -> Frame:
        """What there is to see now."""
        state, model = self.state, self.model
        self.ledger.now, self.ledger.sides = self.volume(), state.inflow
        u, v = state.u, state.v
        self.last_shown = state.time
        self.frames_made += 1
        return Frame(
            grid=model.grid,
            index=self.frames_made - 1,
            time=state.time,
            bed=model.bed,
            depth=state.depth.copy(),
            u=(u[:, 1:] + u[:, :-1]) / 2,
            v=(v[1:] + v[:-1]) / 2,
            wet=self.wet.copy(),
            foam=np.zeros_like(self.wet),
            walls=model.walls,
            level=model.level,
        )

    def volume(self) -> float:
        """All water there is [m^3]."""
        return float(self.state.depth.sum(dtype=np.float64)) * self.model.grid.cell_area

    def height(self, x: float, y: float) -> float:
        """Of the surface at a place [m], between the cells' centres linearly."""
        return between_centres(self.model.bed + self.state.depth, self.model.grid, x, y)

    def velocity(self, x: float, y: float) -> tuple[float, float]:
        """Of the water at a place [m/s]."""
        u, v, grid = self.state.u, self.state.v, self.model.grid
        u, v = (u[:, 1:] + u[:, :-1]) / 2, (v[1:] + v[:-1]) / 2
        return between_centres(u, grid, x, y), between_centres(v, grid, x, y)

    def save(self) -> dict[str, Any]:
        """Everything that changes: what `take_up` needs to go on as if nothing had happened."""
        parts = [part.name for part in fields(self.state) if part.metadata != STAYS]
        arrays = {f"state.{name}": getattr(self.state, name) for name in parts}
        for name, value in arrays.items():
            if not isinstance(value, np.ndarray | float):
                raise TypeError(f"{name} is neither an array nor a number: mark it as STAYS")
        sources = np.array(list(self.ledger.sources.values()))
        counts = np.array([self.steps_taken, self.frames_made])
        clock = {"acted": self.acted, "start": self.ledger.start}
        return deepcopy({**arrays, **clock, "wet": self.wet, "sources": sources, "counts": counts})

    def take_up(self, saved: dict[str, Any]) -> None:
        """Go on from what `save` gave."""
        for name, value in saved.items():
            if name.startswith("state."):
                part = name.removeprefix("state.")
                if isinstance(there := getattr(self.state, part), np.ndarray):
                    there[...] = value  # where it lies in memory matters to some solvers
                else:
                    setattr(self.state, part, float(value))
        self.wet, self.acted = saved["wet"].copy(), float(saved["acted"])
        self.steps_taken, self.frames_made = (int(count) for count in saved["counts"])
        sources = zip(self.ledger.sources, saved["sources"], strict=True)
        self.ledger.sources = {name: float(volume) for name, volume in sources}
        self.ledger.start = float(saved["start"])
        self.ledger.now, self.ledger.sides = self.volume(), self.state.inflow
        self.last_shown = self.state.time


def refuse_what_cannot_be_handled(model: Model, solver: Solver[Any]) -> None:
    """Refuse a model that needs more than its solver can do."""
    missing = model.needs() - solver.handles
    if missing:
        what = ", ".join(sorted(feature.value for feature in missing))
        raise SolverError(
            f"solver '{name_of(solver)}' cannot handle {what}",
            f"solvers that can: {able(model.needs())}",
        )


def able(needs: Set[Feature]) -> str:
    """The names of the solvers that can do all of these."""
    names = [name for name, solver in SOLVERS.items() if needs <= solver.handles]
    return ", ".join(names) or "none yet"


def name_of(solver: Solver[Any]) -> str:
    """The name a scene gives a solver."""
    kinds = {kind: name for name, kind in SOLVERS.items()}
    return kinds.get(type(solver), type(solver).__name__)


def between_centres(values: Array, grid: Grid, x: float, y: float) -> float:
    """A field at a place, linearly between the centres around it; beyond them, the nearest."""
    i = min(max(x / grid.spacing - 0.5, 0.0), grid.nx - 1.0)
    j = min(max(y / grid.spacing - 0.5, 0.0), grid.ny - 1.0)
    west, south = min(int(i), grid.nx - 2), min(int(j), grid.ny - 2)
    west, south = max(west, 0), max(south, 0)
    east, north = min(west + 1, grid.nx - 1), min(south + 1, grid.ny - 1)
    a, b = i - west, j - south
    low = (1 - a) * values[south, west] + a * values[south, east]
    high = (1 - a) * values[north, west] + a * values[north, east]
    return float((1 - b) * low + b * high)
