"""Bumps: how the water stands at the start where it is not level."""

from dataclasses import dataclass, field
from math import pi
from typing import Annotated, Literal, Protocol, TypeAlias

import numpy as np

from wavetank.arrays import Array
from wavetank.model.checks import check_finite, check_not_negative, check_positive
from wavetank.model.grid import Grid
from wavetank.model.kinds import BY_KIND

Direction = Literal["east", "west", "north", "south"]
TOWARD: dict[Direction, tuple[int, int]] = {
    "east": (1, 0),
    "west": (-1, 0),
    "north": (0, 1),
    "south": (0, -1),
}


class Bump(Protocol):
    """A shape laid on the still water."""

    def lift(self, grid: Grid) -> Array:
        """How far it lifts the water [m]."""
        ...

    def travels(self) -> tuple[int, int]:
        """Where it goes from the start: a direction, or (0, 0) if it starts at rest."""
        ...


class AtRest:
    """What starts without velocity."""

    def travels(self) -> tuple[int, int]:
        """Nowhere: it falls apart evenly to all sides."""
        return 0, 0


@dataclass(frozen=True)
class Gaussian(AtRest):
    """A smooth hill, or with a negative height a hollow."""

    x: float
    """Its middle, along x [m]."""
    y: float
    """Its middle, along y [m]."""
    radius: float
    """Its standard deviation [m]."""
    height: float
    """Of its middle above the still water [m]."""
    kind: Literal["gaussian"] = field(default="gaussian", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "x", "y", "height")
        check_positive(self, "radius")

    def lift(self, grid: Grid) -> Array:
        """How far it lifts the water [m]."""
        x, y = grid.centres()
        square = ((x - self.x) ** 2 + (y - self.y) ** 2) / self.radius**2
        return self.height * np.exp(-square / 2)


@dataclass(frozen=True)
class Dam(AtRest):
    """Water held back in a rectangle and let go at the start."""

    height: float
    """Above the still water [m]."""
    west: float = 0.0
    """The rectangle's side at small x [m]."""
    east: float = np.inf
    """The rectangle's side at large x [m]."""
    south: float = 0.0
    """The rectangle's side at small y [m]."""
    north: float = np.inf
    """The rectangle's side at large y [m]."""
    kind: Literal["dam"] = field(default="dam", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "height")
        if not (self.west < self.east and self.south < self.north):
            raise ValueError("west must be less than east, and south less than north")

    def lift(self, grid: Grid) -> Array:
        """How far it lifts the water [m]."""
        x, y = grid.centres()
        within = (self.west <= x) & (x <= self.east) & (self.south <= y) & (y <= self.north)
        return self.height * within.astype(np.float64)


@dataclass(frozen=True)
class Ring(AtRest):
    """A round wall of water."""

    x: float
    """Its middle, along x [m]."""
    y: float
    """Its middle, along y [m]."""
    radius: float
    """From its middle to its crest [m]."""
    width: float
    """Standard deviation of the crest [m]."""
    height: float
    """Of the crest above the still water [m]."""
    kind: Literal["ring"] = field(default="ring", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "x", "y", "height")
        check_positive(self, "radius", "width")

    def lift(self, grid: Grid) -> Array:
        """How far it lifts the water [m]."""
        x, y = grid.centres()
        off: Array = (np.hypot(x - self.x, y - self.y) - self.radius) / self.width
        lift: Array = self.height * np.exp(-(off**2) / 2)
        return lift


@dataclass(frozen=True)
class Front:
    """A straight wave already on its way."""

    place: float
    """Where its crest is, along the axis it travels [m]."""
    width: float
    """Standard deviation of the crest [m]."""
    height: float
    """Of the crest above the still water [m]."""
    toward: Direction = "east"
    """Where it travels."""
    kind: Literal["front"] = field(default="front", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "place", "height")
        check_positive(self, "width")

    def lift(self, grid: Grid) -> Array:
        """How far it lifts the water [m]."""
        x, y = grid.centres()
        along = x if self.toward in ("east", "west") else y
        return self.height * np.exp(-(((along - self.place) / self.width) ** 2) / 2)

    def travels(self) -> tuple[int, int]:
        """The direction in which it goes."""
        return TOWARD[self.toward]


@dataclass(frozen=True)
class Sines(AtRest):
    """A standing wave between the walls: whole half-waves along x and y."""

    height: float
    """Of a crest above the still water [m]."""
    along_x: int = 1
    """Half-waves from the west wall to the east wall."""
    along_y: int = 0
    """Half-waves from the south wall to the north wall."""
    kind: Literal["sines"] = field(default="sines", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "height")
        check_not_negative(self, "along_x", "along_y")

    def lift(self, grid: Grid) -> Array:
        """How far it lifts the water [m]."""
        x, y = grid.centres()
        width, length = grid.size
        along, across = pi * self.along_x * x / width, pi * self.along_y * y / length
        waves: Array = self.height * np.cos(along) * np.cos(across)
        return waves


AnyBump: TypeAlias = Annotated[Gaussian | Dam | Ring | Front | Sines, BY_KIND]
"""Every kind of bump a scene can name."""
