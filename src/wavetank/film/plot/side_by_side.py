"""Side by side: several runs in one film, each in a pane with its name above it.

A moment is a tuple, the frame of each run at one time. The film ends with the shortest run:
a run that stood still beside others that go on would look as if its water had come to rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np

from wavetank.arrays import Array
from wavetank.errors import RecordingError
from wavetank.film.picture import Drawer, Picture
from wavetank.film.plot.caption import STRIP, caption, linear
from wavetank.film.plot.panes import Panes
from wavetank.frame import Frame

Moment: TypeAlias = tuple[Frame, ...]
"""A frame of each run, all of one time."""
SAME_TIME = 0.01
"""Frames are of one time if they lie no further apart than this, per time between frames."""


@dataclass(frozen=True)
class Run:
    """Frames to be shown beside others': of a recording, or of a simulation as it goes."""

    name: str
    """Written above its pictures."""
    rate: float
    """Frames a second."""
    frames: Iterable[Frame]
    """In order, the first at the time of the others' first."""


def moments(runs: Sequence[Run]) -> Iterator[Moment]:
    """The frames of all runs, matched by time, until the shortest ends."""
    if not runs:
        raise RecordingError("there is nothing to show side by side", "name two recordings or more")
    first = runs[0]
    for run in runs[1:]:
        if abs(run.rate - first.rate) > 1e-9 * first.rate:
            raise RecordingError(
                f"{first.name} has {first.rate:g} frames a second, {run.name} has {run.rate:g}",
                f"run both at one rate: --set frames.rate={first.rate:g}",
            )
    return matched(runs)


def matched(runs: Sequence[Run]) -> Iterator[Moment]:
    """The runs' frames by turns; refused where they are not of one time."""
    for moment in zip(*(run.frames for run in runs), strict=False):
        for run, frame in zip(runs, moment, strict=True):
            if abs(frame.time - moment[0].time) * run.rate > SAME_TIME:
                raise RecordingError(
                    f"{runs[0].name} is at {moment[0].time:g} s when {run.name} is at "
                    f"{frame.time:g} s",
                    "show runs side by side that begin at the same time",
                )
        yield moment


@dataclass(frozen=True)
class SideBySide:
    """Draws moments: each run by its own drawer, whose pictures have the size of a pane."""

    panes: Panes
    """Where each picture goes: row by row."""
    drawers: tuple[Drawer, ...]
    """One a run; give them the same ranges, or the same camera, so that they compare."""
    names: tuple[str, ...]
    """One a run."""

    def __post_init__(self) -> None:
        room = self.panes.rows * self.panes.columns
        if not len(self.names) == len(self.drawers) <= room:
            raise ValueError(
                f"{len(self.drawers)} drawers, {len(self.names)} names and {room} panes"
            )

    def draw(self, moment: Moment) -> Picture:
        """The picture of a moment."""
        pictures = [drawer.draw(frame) for drawer, frame in zip(self.drawers, moment, strict=True)]
        return Picture(self.joined([p.shown for p in pictures], False), self.light(pictures))

    def light(self, pictures: Sequence[Picture]) -> Array | None:
        """The light of all pictures; None if one of them has none."""
        lights = [picture.light for picture in pictures if picture.light is not None]
        return self.joined(lights, True) if len(lights) == len(pictures) else None

    def joined(self, parts: Sequence[Array], light: bool) -> Array:
        """The parts in their panes, and their names above them; as light, or as shown."""
        width, height = self.panes.pane
        strip, grey = self.panes.strip, np.full(1, float(STRIP), np.float32)
        whole = np.full((*self.panes.size[::-1], 3), linear(grey) if light else grey, np.float32)
        for k, (name, part) in enumerate(zip(self.names, parts, strict=True)):
            if part.shape != (height, width, 3):
                raise ValueError(f"a pane is {width} x {height}, a picture {part.shape[1::-1]}")
            top, left = self.panes.place(k)
            words = caption(name, (width, strip))
            whole[top : top + strip, left : left + width] = words.light if light else words.shown
            whole[top + strip : top + strip + height, left : left + width] = part
        return whole


def names_of(paths: Sequence[Path]) -> tuple[str, ...]:
    """What to call recordings: by their files, and by as many folders as tell them apart."""
    deepest = max((len(path.parts) for path in paths), default=1)
    for parts in range(1, deepest + 1):
        names = tuple(str(Path(*path.with_suffix("").parts[-parts:])) for path in paths)
        if len(set(names)) == len(names):
            return names
    return tuple(f"{path} ({k + 1})" for k, path in enumerate(paths))
