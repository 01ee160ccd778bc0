"""Rushes: the finished pictures of a film in the making, in a folder beside the film's place.

Each is committed on its own, in any order, so that a film killed at any moment leaves whole
pictures, and the next try draws only those that are missing. film.json says which film they are
of; where a frame's picture depends on nothing but what stands there, as it must, taking one up
or drawing it again is the same.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Any, TypeAlias

from wavetank.errors import OutputError
from wavetank.film.files.output import Output
from wavetank.film.files.pictures import unpacked
from wavetank.film.picture import Codes, Picture, Size
from wavetank.recording.files import read_json, write_json, written_whole
from wavetank.recording.recording import first_unlike

Watch: TypeAlias = Callable[[Iterable[int], int, str], Iterable[int]]
"""Lets frames pass, so many in all, and shows meanwhile how far what is being done has come."""

NOTE = "film.json"
PICTURES = "pictures"


def unwatched(frames: Iterable[int], count: int, doing: str) -> Iterable[int]:
    """Let them pass."""
    return frames


@dataclass(frozen=True)
class Rushes:
    """The pictures of some frames, as far as they are finished."""

    output: Output
    frames: Sequence[int]
    """Of the whole film."""
    size: Size
    watch: Watch
    """Looks on while they are gone through."""

    def take_up(self, film: Mapping[str, Any], force: bool) -> None:
        """Go on with what the same film left, or begin; force: even if another's is lost."""
        film = json.loads(json.dumps(film, default=str))
        was = self.noted()
        if was == film:
            return
        if was is not None and not force:
            old, new = first_unlike(was, film)
            raise OutputError(
                f"{self.output.path} was begun as another film: its {old}, this one's {new}",
                "finish it as it was begun, or film elsewhere; --force starts afresh",
            )
        if self.output.workshop.exists():  # without a note it may be what a kill left of another's
            rmtree(self.output.workshop)
        self.pictures.mkdir(parents=True)
        write_json(self.output.workshop / NOTE, film)

    def noted(self) -> dict[str, Any] | None:
        """What film it is of; None if it is of none yet."""
        try:
            return read_json(self.output.workshop / NOTE)
        except FileNotFoundError:
            return None
        except ValueError:
            return {}

    @property
    def pictures(self) -> Path:
        """The folder of the finished ones."""
        return self.output.workshop / PICTURES

    def path(self, k: int) -> Path:
        """Where a frame's picture is kept."""
        return self.pictures / self.output.names.name(k)

    def has(self, k: int) -> bool:
        """Is this frame finished?"""
        return self.path(k).exists()

    def put(self, k: int, picture: Picture) -> None:
        """Commit a frame's picture."""
        with written_whole(self.path(k)) as file:
            self.output.kept.write(file, picture)

    @property
    def finished(self) -> int:
        """How many there are."""
        return sum(self.has(k) for k in self.frames)

    def __iter__(self) -> Iterator[Codes]:
        """The codes of them all, in order, to be encoded; of packed pictures only."""
        for k in self.watch(self.frames, len(self.frames), "encoding"):
            yield unpacked(self.path(k), self.size)

    def remove(self) -> None:
        """Remove them, and all that is left of their film."""
        rmtree(self.output.workshop, ignore_errors=True)
