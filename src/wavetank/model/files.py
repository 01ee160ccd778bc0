"""Files that a scene names: found, or said why not."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from wavetank.errors import SceneError

NAMES_SHOWN = 6
"""How many files of a folder an error lists at most."""


def existing_file(
    folder: Path, file: str, endings: Iterable[str], error: type[SceneError] = SceneError
) -> Path:
    """The path of a file given from a folder; `endings` are those of files worth proposing."""
    path = folder / file
    if path.is_file():
        return path
    parent = path.parent.resolve()
    if path.is_dir():
        raise error(f"{path} is a folder", f"name a file in it: {_names(path, endings)}")
    if not parent.is_dir():
        raise error(f"{path} does not exist", f"there is no folder {parent}")
    there = sorted(other.name for other in parent.iterdir() if other.suffix.lower() in endings)
    close = get_close_matches(path.name, there, n=1)
    guess = f"did you mean '{close[0]}'? " if close else ""
    raise error(f"{path} does not exist", f"{guess}looked in {parent}: {_names(parent, endings)}")


def _names(folder: Path, endings: Iterable[str]) -> str:
    """What a folder holds of these endings, in a line."""
    names = sorted(file.name for file in folder.iterdir() if file.suffix.lower() in endings)
    if not names:
        return f"no {', '.join(endings)} there"
    more = ", ..." if len(names) > NAMES_SHOWN else ""
    return ", ".join(names[:NAMES_SHOWN]) + more
