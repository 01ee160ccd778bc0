"""Every error a user can meet: two lines, what is wrong and where, then what to do instead."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar


class WavetankError(Exception):
    """Something the user can mend."""

    exit_code: ClassVar[int] = 2
    """What the command line answers with: 2 for what the user mends, 1 for water that failed."""

    def __init__(self, problem: str, instead: str) -> None:
        super().__init__(problem, instead)
        self.problem = one_line(problem)
        self.instead = one_line(instead)

    def __str__(self) -> str:
        return f"{self.problem}\n  {self.instead}"


class SceneError(WavetankError):
    """A scene file, or a value in it, that cannot be."""


class HeightMapError(SceneError):
    """A height map that is missing, unreadable, or of the wrong shape."""


class ModelError(WavetankError):
    """Arrays or numbers that make no model."""


class SolverError(WavetankError):
    """A solver that is unknown, or cannot do what the scene needs."""


class StepTooLongError(SolverError):
    """A time step beyond what keeps an explicit solver stable."""


class RecordingError(WavetankError):
    """A recording that is missing, damaged, in the way, or of another scene."""


class MissingPartError(WavetankError):
    """An optional library, or a part of the system, that is not installed."""


class WaterError(WavetankError):
    """Water that stopped being water: NaN, infinity, or less than nothing."""

    exit_code = 1


class OutputError(WavetankError):
    """Output that cannot be what was asked for, or where."""


class DiskError(OutputError):
    """Output that could not be written, though it was well asked for: a full disk, say."""


def one_line(text: str) -> str:
    """The same text without what breaks lines, which a user's own words may hold."""
    return " ".join(text.splitlines())


def hint_for(name: str, known: Iterable[str]) -> str:
    """The likeliest name that was meant, then all there are."""
    names = list(known)
    close = get_close_matches(name, names, n=1)
    guess = f"did you mean '{close[0]}'? " if close else ""
    return f"{guess}known: {', '.join(names)}"
