"""Files that are there as a whole or not at all."""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

PARTIAL = ".partial"
"""What the name of an unfinished file ends with; zarr calls its own the same."""


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file that takes its place only when it is complete."""
    partial = path.with_name(path.name + PARTIAL)
    try:
        with partial.open("wb") as file:
            yield file
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def write_json(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table as JSON, in one stroke."""
    with written_whole(path) as file:
        file.write(json.dumps(table, indent=1).encode())


def read_json(path: Path) -> dict[str, Any]:
    """A table from JSON; ValueError if it is none."""
    table = json.loads(path.read_bytes())
    if not isinstance(table, dict):
        raise ValueError(f"{path.name} holds no table")
    return table
