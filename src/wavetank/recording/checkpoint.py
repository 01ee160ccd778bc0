"""Checkpoints: beside a recording's frames, all that a simulation needs to go on from the last."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from wavetank.recording.files import write_json, written_whole

FOLDER = "checkpoint"


def make_folder(recording: Path) -> None:
    """Make their folder; it looks like a Zarr group, so that no reader stumbles over it."""
    (recording / FOLDER).mkdir(exist_ok=True)
    comment = "the simulation's state at the last frame, for wavetank to go on from"
    group = {"zarr_format": 3, "node_type": "group", "attributes": {"comment": comment}}
    write_json(recording / FOLDER / "zarr.json", group)


def path_of(recording: Path, frames: int) -> Path:
    """Where the checkpoint lies that goes with this many frames."""
    return recording / FOLDER / f"{frames:05d}.npz"


def write(recording: Path, frames: int, saved: Mapping[str, Any]) -> None:
    """Write the checkpoint that is to go with this many frames."""
    with written_whole(path_of(recording, frames)) as file:
        np.savez(file, **saved)


def read(recording: Path, frames: int) -> dict[str, Any]:
    """The checkpoint that goes with this many frames; ValueError if there is no sound one."""
    path = path_of(recording, frames)
    try:
        with np.load(path) as saved:
            return dict(saved)
    except (OSError, EOFError, ValueError, BadZipFile) as error:
        raise ValueError(f"{FOLDER}/{path.name} is missing or unreadable") from error


def keep_only(recording: Path, frames: int) -> None:
    """Remove all checkpoints but the one that goes with this many frames."""
    for path in (recording / FOLDER).glob("*.npz"):
        if path != path_of(recording, frames):
            path.unlink()
