"""Sources: what puts water in or takes it out, between the solver's steps.

A source changes the depth and nothing else, so it gives the water no velocity. What it
says it did is what it did: the volume is added up from the cells it touched.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from math import inf, pi, sin
from typing import TYPE_CHECKING, Annotated, Literal, Protocol, TypeAlias

import numpy as np

from wavetank.arrays import Array
from wavetank.model.checks import check_finite, check_not_negative, check_positive, check_seed
from wavetank.model.grid import Grid
from wavetank.model.kinds import BY_KIND
from wavetank.state import State

if TYPE_CHECKING:
    from wavetank.model.model import Model


class Source(Protocol):
    """Acts on the water between two steps."""

    @property
    def kind(self) -> str:
        """Its name in a scene and in the ledger."""
        ...

    def next(self, time: float, model: "Model") -> float:
        """Until when it surely does nothing [s], from `time` on; infinite if never again."""
        ...

    def apply(self, state: State, model: "Model", since: float, until: float) -> float:
        """Act as it does from one time to another; the volume this added [m^3]."""
        ...


Patch: TypeAlias = tuple[slice, slice]


def bell(model: "Model", x: float, y: float, radius: float) -> tuple[Patch, Array]:
    """The cells around a place and their weights: 1 at the place, 0 at the radius and in walls.

    A radius below a cell's width is taken as a cell's width, so that no place is missed.
    """
    grid = model.grid
    radius = max(radius, grid.spacing)
    rows, columns = span(y, radius, grid.ny, grid), span(x, radius, grid.nx, grid)
    y_there = (np.arange(rows.start, rows.stop) + 0.5) * grid.spacing - y
    x_there = (np.arange(columns.start, columns.stop) + 0.5) * grid.spacing - x
    distance = np.hypot(x_there[None, :], y_there[:, None]) / radius
    weights = np.where(distance < 1, 0.5 + 0.5 * np.cos(pi * distance), 0)
    weights[model.walls[rows, columns]] = 0
    return (rows, columns), weights


def span(middle: float, radius: float, cells: int, grid: Grid) -> slice:
    """The cells whose centres may lie within the radius, along one axis."""
    first = int(np.floor((middle - radius) / grid.spacing))
    last = int(np.ceil((middle + radius) / grid.spacing))
    return slice(min(max(first, 0), cells), max(min(last, cells), 0))


MOST_DROPS = 1_000_000
"""A second: more than any machine could let fall one by one."""


def pour(state: State, grid: Grid, patch: Patch, lift: Array) -> float:
    """Raise (or lower, never below the ground) the water of a patch; the volume added [m^3]."""
    depth = state.depth[patch]
    before = depth.astype(np.float64)
    depth[...] = np.maximum(before + lift, 0)
    return float(np.sum(depth.astype(np.float64) - before)) * grid.cell_area


@dataclass(frozen=True)
class Drop:
    """A drop that falls once and leaves a smooth bump on the water."""

    time: float
    """When it lands [s]."""
    x: float
    """Where it lands, along x [m]."""
    y: float
    """Where it lands, along y [m]."""
    radius: float
    """Half its width [m]."""
    height: float
    """How far it lifts the water at its middle [m]; below zero: how far it dents it."""
    adds_water: bool = True
    """Is the bump new water? If not, it is taken from the ring around it."""
    kind: Literal["drop"] = field(default="drop", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "height")
        check_positive(self, "radius")
        check_not_negative(self, "time")

    def next(self, time: float, model: "Model") -> float:
        """When it lands, once."""
        return self.time if self.time >= time else inf

    def apply(self, state: State, model: "Model", since: float, until: float) -> float:
        """Add the bump if the drop lands in this time."""
        if not since <= self.time < until:
            return 0.0
        patch, weights = bell(model, self.x, self.y, self.radius)
        added = pour(state, model.grid, patch, self.height * weights)
        if self.adds_water:
            return added
        ring, around = bell(model, self.x, self.y, 2 * self.radius)
        around[inner(patch, ring)] *= 1 - weights
        return added + give_back(state, model.grid, ring, around, added)


def inner(patch: Patch, ring: Patch) -> Patch:
    """Where a patch lies within a larger one."""
    rows, columns = (
        slice(small.start - large.start, small.stop - large.start)
        for small, large in zip(patch, ring, strict=True)
    )
    return rows, columns


def give_back(state: State, grid: Grid, patch: Patch, weights: Array, volume: float) -> float:
    """Spread the opposite of a volume over a patch, where there is water; what this added."""
    wet = np.where(state.depth[patch] > 0, weights, 0)
    if not wet.any():
        return 0.0
    return pour(state, grid, patch, -volume / grid.cell_area * wet / wet.sum())


@dataclass(frozen=True, kw_only=True)
class Lasting:
    """What is on from one time to another."""

    start: float = 0.0
    """When it begins [s]."""
    stop: float = inf
    """When it ends [s]."""

    def __post_init__(self) -> None:
        check_not_negative(self, "start")
        if not self.stop > self.start:
            raise ValueError(f"stop must come after start, got {self.start} and {self.stop}")

    def next(self, time: float, model: "Model") -> float:
        """At once, while it is on."""
        return max(time, self.start) if time < self.stop else inf

    def on(self, since: float, until: float) -> float:
        """For how much of this time it is on [s]."""
        return max(0.0, min(self.stop, until) - max(self.start, since))


@dataclass(frozen=True)
class Rain(Lasting):
    """Drops that fall at random places and times, the same ones for the same seed."""

    rate: float
    """Drops a second on the whole tank, on average."""
    radius: float
    """Half a drop's width [m]."""
    height: float
    """How far a drop lifts the water at its middle [m]; below zero: how far it dents it."""
    adds_water: bool = True
    """Is a drop new water? If not, each bump is taken from the ring around it."""
    seed: int = 0
    """Which rain this is, beside the scene's own seed."""
    kind: Literal["rain"] = field(default="rain", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_finite(self, "height")
        check_seed(self.seed)
        check_positive(self, "rate", "radius")
        if self.rate > MOST_DROPS:
            raise ValueError(f"rate must be at most {MOST_DROPS:,} drops a second, got {self.rate}")

    def next(self, time: float, model: "Model") -> float:
        """When the next drop of this second lands, or the end of this second."""
        time = max(time, self.start)
        if time >= self.stop:
            return inf
        landings = (drop.time for drop in self.drops(int(time), model) if drop.time >= time)
        return next(landings, float(int(time) + 1))

    def apply(self, state: State, model: "Model", since: float, until: float) -> float:
        """Let the drops of this time fall."""
        seconds = range(int(since), int(until) + 1)
        falling = (drop for second in seconds for drop in self.drops(second, model))
        return sum(drop.apply(state, model, since, until) for drop in falling)

    def drops(self, second: int, model: "Model") -> tuple[Drop, ...]:
        """The drops of one second in order; no state: a run taken up again meets the same."""
        return drops_of(self, second, model.seed, model.grid)


@lru_cache(maxsize=256)
def drops_of(rain: Rain, second: int, seed: int, grid: Grid) -> tuple[Drop, ...]:
    """The drops of one second of rain, in the order in which they land."""
    random = np.random.default_rng([seed, rain.seed, second])
    count = random.poisson(rain.rate)
    width, length = grid.size
    times = second + np.sort(random.random(count))
    places = random.random((count, 2)) * (width, length)
    return tuple(
        Drop(float(time), float(x), float(y), rain.radius, rain.height, rain.adds_water)
        for time, (x, y) in zip(times, places, strict=True)
        if rain.start <= time < rain.stop
    )


@dataclass(frozen=True)
class Inflow(Lasting):
    """A spring: water rises here at a steady rate."""

    x: float
    """Where, along x [m]."""
    y: float
    """Where, along y [m]."""
    radius: float
    """Half its width [m]."""
    rate: float
    """Water it gives [m^3/s]."""
    kind: Literal["inflow"] = field(default="inflow", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(self, "radius", "rate")

    def apply(self, state: State, model: "Model", since: float, until: float) -> float:
        """Add what it gives in this time, to the last litre."""
        lift = self.rate * self.on(since, until) / model.grid.cell_area
        patch, weights = bell(model, self.x, self.y, self.radius)
        total = weights.sum()
        return pour(state, model.grid, patch, lift * weights / total) if total > 0 else 0.0


@dataclass(frozen=True)
class Outflow(Lasting):
    """A drain: water leaves here at a steady rate, as long as there is any."""

    x: float
    """Where, along x [m]."""
    y: float
    """Where, along y [m]."""
    radius: float
    """Half its width [m]."""
    rate: float
    """Water it takes [m^3/s]; less where there is not so much."""
    kind: Literal["outflow"] = field(default="outflow", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(self, "radius", "rate")

    def apply(self, state: State, model: "Model", since: float, until: float) -> float:
        """Take what it draws in this time from what stands here."""
        patch, weights = bell(model, self.x, self.y, self.radius)
        held = weights * state.depth[patch]
        volume = held.sum() * model.grid.cell_area
        if volume == 0:
            return 0.0
        share = min(1.0, self.rate * self.on(since, until) / volume)
        return pour(state, model.grid, patch, -held * share)


@dataclass(frozen=True)
class Oscillator(Lasting):
    """A place where the water is pushed up and down, sending out rings."""

    x: float
    """Where, along x [m]."""
    y: float
    """Where, along y [m]."""
    radius: float
    """Half its width [m]."""
    height: float
    """How far it would lift still water at its middle [m]."""
    period: float
    """From one push to the next [s]; stop it after whole ones: then it leaves no water behind."""
    kind: Literal["oscillator"] = field(default="oscillator", kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_finite(self, "height")
        check_positive(self, "radius", "period")

    def apply(self, state: State, model: "Model", since: float, until: float) -> float:
        """Push by what the sine has changed in this step."""
        change = self.level(until) - self.level(since)
        patch, weights = bell(model, self.x, self.y, self.radius)
        return pour(state, model.grid, patch, change * weights)

    def level(self, time: float) -> float:
        """How far still water would stand up here [m]."""
        since = min(max(time, self.start), self.stop) - self.start
        return self.height * sin(2 * pi * since / self.period)


AnySource: TypeAlias = Annotated[Drop | Rain | Inflow | Outflow | Oscillator, BY_KIND]
"""Every kind of source a scene can name."""
