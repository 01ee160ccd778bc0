"""What a study is, and how one is run."""

import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from wavetank.progress import progress
from wavetank.studies.table import Row, Table

Check = Callable[[], Sequence[Row]]
"""Measures one claim; a row for each case of it."""


@dataclass(frozen=True)
class Study:
    """One paper, and what is checked of it."""

    name: str
    """What the command line calls it."""
    paper: str
    """Authors, title, place, year."""
    checks: tuple[Check, ...]
    """Its claims, in the order of the table."""

    def run(self) -> Table:
        """Measure everything; takes up to a minute."""
        passing = progress(self.checks, len(self.checks), f"study {self.name}")
        rows = [row for check in passing for row in check()]
        return Table(self.paper, tuple(rows), machine())


def machine() -> str:
    """On what this was measured: a line for below the table."""
    system = f"{os.cpu_count()} CPUs ({platform.machine()}, {platform.system()})"
    return f"Measured on {system}, Python {platform.python_version()}, Numba {version('numba')}."
