"""Shots: what is filmed, a scene as it runs or a recording, and how it asks to be seen."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from wavetank.errors import SceneError
from wavetank.frame import Frame
from wavetank.look.camera import Camera
from wavetank.look.look import Look
from wavetank.recording.recording import Recording
from wavetank.scene import reader
from wavetank.scene.scene import Scene

SEEN = ("camera", "look")
"""What of a recorded scene may be another in its film: nothing else can be changed any more."""


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
    known_by: str
    """By which a film of it is known again."""

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
        self.known_by = scene.text()

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
    scene: Scene | None
    """The scene it was made of, as it is to be seen now; None if it was made without."""

    def __post_init__(self) -> None:
        recording, scene = self.recording, self.scene
        self.name, self.title = recording.path.stem, recording.title
        self.rate, self.count = recording.rate, len(recording)
        self.camera, self.look = (scene.camera, scene.look) if scene else (None, Look())
        self.folder = recording.path.parent
        self.known_by = f"{recording.path.name}: {recording.scene}"

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
    seen = json.loads(recording.scene) if recording.scene else {}
    if not seen and not changes:
        return RecordingShot(recording, None)
    grid = {"nx": recording.grid.nx, "ny": recording.grid.ny, "spacing": recording.grid.spacing}
    tables = {name: seen[name] for name in SEEN if seen.get(name) is not None}
    tables |= {"grid": grid, "solver": {"name": "damped_wave"}, "frames": {"duration": 0.0}}
    return RecordingShot(
        recording, reader.object_of(Scene, reader.changed(tables, changes), str(path))
    )
