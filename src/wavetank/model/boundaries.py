"""Boundaries: how the tank's four sides answer the water."""

from dataclasses import dataclass, field
from math import pi, sin
from typing import Annotated, Literal, TypeAlias

from wavetank.model.checks import check_finite, check_not_negative, check_positive
from wavetank.model.kinds import BY_KIND


@dataclass(frozen=True)
class Wall:
    """A side that reflects: nothing runs through it."""

    kind: Literal["wall"] = field(default="wall", kw_only=True)


@dataclass(frozen=True)
class Periodic:
    """A side joined to the one opposite: what leaves here enters there."""

    kind: Literal["periodic"] = field(default="periodic", kw_only=True)


@dataclass(frozen=True)
class Open:
    """A side that waves leave by and do not come back from; the sea beyond is still."""

    sponge: float = 0.0
    """Width of a calming strip inside this side, for waves that meet it at a slant [m]."""
    level: float | None = None
    """Of the sea beyond [m]; the model's own level if not given."""
    kind: Literal["open"] = field(default="open", kw_only=True)

    def __post_init__(self) -> None:
        check_not_negative(self, "sponge")
        check_finite(self, "level")

    def rise(self, time: float) -> float:
        """How far the incoming wave lifts the sea beyond [m]: not at all."""
        return 0.0


@dataclass(frozen=True)
class WaveMaker:
    """A side that sends regular waves in, and lets those that come back out."""

    height: float
    """From trough to crest [m]."""
    period: float
    """From crest to crest [s]."""
    ramp: float = 1.0
    """In how many periods the waves grow to their full height."""
    level: float | None = None
    """Of the sea beyond, when still [m]; the model's own level if not given."""
    kind: Literal["wave_maker"] = field(default="wave_maker", kw_only=True)

    def __post_init__(self) -> None:
        check_not_negative(self, "height", "ramp")
        check_positive(self, "period")
        check_finite(self, "level")

    @property
    def sponge(self) -> float:
        """None: it would calm the waves that are to come in."""
        return 0.0

    def rise(self, time: float) -> float:
        """How far the incoming wave lifts the sea beyond [m]."""
        periods = time / self.period
        grown = min(1.0, periods / self.ramp) if self.ramp > 0 else 1.0
        return grown * self.height / 2 * sin(2 * pi * periods)


Passage: TypeAlias = Open | WaveMaker
"""A side that water passes."""
Side: TypeAlias = Annotated[Wall | Periodic | Open | WaveMaker, BY_KIND]
"""Any side."""

SIDES = ("west", "east", "south", "north")
"""Their names: west is x = 0, south is y = 0."""


@dataclass(frozen=True)
class Boundaries:
    """The four sides of the tank."""

    west: Side = field(default_factory=Wall)
    """The side at x = 0."""
    east: Side = field(default_factory=Wall)
    """The side where x is largest."""
    south: Side = field(default_factory=Wall)
    """The side at y = 0."""
    north: Side = field(default_factory=Wall)
    """The side where y is largest."""

    def __post_init__(self) -> None:
        for one, other in (("west", "east"), ("south", "north")):
            kinds = {getattr(self, one).kind, getattr(self, other).kind}
            if "periodic" in kinds and len(kinds) > 1:
                raise ValueError(f"{one} and {other} must be periodic both or neither")

    @property
    def wrap_x(self) -> bool:
        """Does the east side join the west?"""
        return self.west.kind == "periodic"

    @property
    def wrap_y(self) -> bool:
        """Does the north side join the south?"""
        return self.south.kind == "periodic"

    def passages(self) -> dict[str, Passage]:
        """The sides that water passes, by name."""
        sides = {name: getattr(self, name) for name in SIDES}
        return {name: side for name, side in sides.items() if isinstance(side, Open | WaveMaker)}
