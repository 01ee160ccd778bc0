"""Where a recording lies: what is already there, and what may be overwritten."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

from wavetank.errors import DiskError, RecordingError
from wavetank.recording import checkpoint
from wavetank.recording.contents import COORDINATES, FORMAT, MOVING, STILL
from wavetank.recording.files import read_json, write_json

ROOT = "zarr.json"
FOLDERS = {*COORDINATES, *STILL, *MOVING, checkpoint.FOLDER}
"""What lies in a recording beside its root."""


@contextmanager
def sound(path: Path) -> Iterator[None]:
    """Say of a recording that makes no sense that it is damaged."""
    try:
        yield
    except (KeyError, ValueError, TypeError, OSError) as error:
        raise RecordingError(
            f"{path} is damaged: {error}", "record it afresh: --force overwrites it"
        ) from error


@contextmanager
def written(path: Path, instead: str) -> Iterator[None]:
    """Say of a disk that is full, or refuses, what to do."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise DiskError(f"{path} could not be written: {reason}", instead) from error


def marks(path: Path) -> dict[str, Any] | None:
    """The root metadata of a wavetank recording; None of anything else."""
    try:
        root = read_json(path / ROOT)
        return root if "recording_format" in root["attributes"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def refuse_what_is_no_recording(path: Path) -> None:
    """Refuse to read what is not there, not ours, not finished, or from the future."""
    if not path.exists():
        raise RecordingError(f"{path}: there is no such recording", "`wavetank run` makes one")
    root = marks(path)
    if root is None:
        raise RecordingError(
            f"{path} is no wavetank recording", "give the .zarr folder that `wavetank run` made"
        )
    if root["attributes"]["recording_format"] != FORMAT:
        maker = root["attributes"].get("wavetank_version", "of unknown version")
        raise RecordingError(
            f"{path} was recorded by another wavetank ({maker}), in a form unknown to this one",
            "update wavetank to read it",
        )
    if "consolidated_metadata" not in root:
        raise RecordingError(
            f"{path} was left when it had hardly been begun", "--force begins it afresh"
        )


def make_room(path: Path, force: bool) -> None:
    """See that a recording can be made here; with force, in place of an old one."""
    if not path.parent.is_dir():
        raise RecordingError(f"{path}: there is no folder {path.parent}", "make it first")
    if path.exists() and not path.is_dir():
        raise RecordingError(f"{path} is a file", "a recording is a folder: name another")
    there = {entry.name for entry in path.iterdir()} if path.exists() else set()
    if not there:
        return
    if marks(path) is None:
        raise RecordingError(
            f"{path} is there already, and no recording", "record elsewhere, or remove it yourself"
        )
    if not force:
        raise RecordingError(
            f"{path} is there already", "--force overwrites it, --resume goes on with it"
        )
    if foreign := sorted(there - FOLDERS - {ROOT}):
        raise RecordingError(
            f"{path} holds what is not the recording's: {', '.join(foreign)}",
            "move that away first: --force overwrites recordings only",
        )
    clear(path)


def clear(path: Path) -> None:
    """Remove a recording but for its root; killed meanwhile, it is one that was hardly begun."""
    attributes = {"recording_format": FORMAT}
    write_json(path / ROOT, {"zarr_format": 3, "node_type": "group", "attributes": attributes})
    for folder in FOLDERS:
        rmtree(path / folder, ignore_errors=not (path / folder).exists())
