"""Shots: what is filmed, a scene as it runs or a recording, and how it asks to be seen."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Protocol

from wavetank.errors import SceneError
from wavetank.frame import Frame
from wavetank.look.camera import Camera
from wavetank.look.look import Look
from wavetank.recording.recording import Recording
from wavetank.scene import reader
from wavetank.scene.scene import Scene


@dataclass(frozen=True)
class Seen:
    """What of a recorded scene may be another in its film: all else was settled by then."""

    __pydantic_config__: ClassVar[dict[str, Any]] = Scene.__pydantic_config__
    camera: Camera | None = None
    """From where it is seen."""
    look: Look = field(default_factory=Look)
    """In what light."""


SEEN = tuple(part.name for part in fields(Seen))


class Shot(Protocol):
    """A run of frames to be filmed."""

    name: str
    """For progress bars and captions."""
    title: str
    """What it shows."""
    rate: float
    """Frames a second."""
    count: int
    """How many frames there are."""
    camera: Camera | None
    """From where it is seen; None: wherever all of it is in view."""
    look: Look
    """In what light."""
    folder: Path
    """Where the look's files are."""
    known_by: reader.Tables
    """By which its frames are known again."""

    def frames(self, wanted: range) -> Iterator[Frame]:
        """The frames of these indices, in order."""
        ...

    def after(self, frame: Frame) -> Frame | None:
        """The frame after the one that `frames` gave last; None at the end."""
        ...


@dataclass
class SceneShot:
    """A scene that runs while it is filmed."""

    scene: Scene
    ahead: Frame | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        scene = self.scene
        self.name, self.title, self.rate = scene.name, scene.title, scene.frames.rate
        self.count, self.camera, self.look = scene.frame_count(), scene.camera, scene.look
        self.folder = scene.file.parent if scene.file else Path()
        self.known_by = settled(scene.text())

    def frames(self, wanted: range) -> Iterator[Frame]:
        """The frames of these indices; it runs one frame ahead."""
        run = self.scene.simulation().frames(self.scene.frames.duration, self.scene.frames.rate)
        frame: Frame | None = next(run)
        while frame is not None and frame.index < wanted.stop:
            self.ahead = next(run, None)
            if frame.index in wanted:
                yield frame
            frame = self.ahead

    def after(self, frame: Frame) -> Frame | None:
        """The one it has run ahead to."""
        return self.ahead


@dataclass
class RecordingShot:
    """A recording."""

    recording: Recording
    seen: Seen
    """How it is to be seen."""

    def __post_init__(self) -> None:
        recording = self.recording
        self.name, self.title = recording.path.stem, recording.title
        self.rate, self.count = recording.rate, len(recording)
        self.camera, self.look = self.seen.camera, self.seen.look
        self.folder = recording.path.parent
        self.known_by = {"recording": recording.path.name, "scene": settled(recording.scene)}

    def frames(self, wanted: range) -> Iterator[Frame]:
        """The frames of these indices, each read when it is asked for."""
        return (self.recording.frame(k) for k in wanted)

    def after(self, frame: Frame) -> Frame | None:
        """The next one on disk."""
        k = frame.index + 1
        return self.recording.frame(k) if k < self.count else None


def recording_shot(path: Path, changes: reader.Tables) -> RecordingShot:
    """A recording, with changes of how it is seen."""
    recording = Recording.open(path)
    for key in changes:
        if key.split(".")[0] not in SEEN:
            raise SceneError(
                f"{path}: '{key}' was settled when it was recorded",
                f"a recording's film can change: {', '.join(SEEN)}",
            )
    if not len(recording):
        next(recording.frames())  # says so
    noted = tables_of(recording.scene)
    tables = {name: noted[name] for name in SEEN if noted.get(name) is not None}
    return RecordingShot(
        recording, reader.object_of(Seen, reader.changed(tables, changes), str(path))
    )


def tables_of(scene: str) -> reader.Tables:
    """The tables of a recorded scene; what was noted in other words is one of its own."""
    try:
        tables = json.loads(scene or "{}")
    except ValueError:
        tables = None
    return tables if isinstance(tables, dict) else {"text": scene}


def settled(scene: str) -> reader.Tables:
    """What of a scene's text says what its frames hold, not how they are seen."""
    return {name: table for name, table in tables_of(scene).items() if name not in SEEN}
