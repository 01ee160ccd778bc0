"""The machine: what its memory gives, and how things are timed beside it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numba import prange

from wavetank.arrays import Array
from wavetank.kernels.jit import parallel_kernel, use_threads_for

ROUNDS = 7
"""How often everything is timed; the best counts."""
ROUND_SECONDS = 0.12
"""About how long one thing runs in one round [s]."""


@parallel_kernel
def triad(a: Array, b: Array, c: Array, s: float) -> None:
    """a = b + s c, the usual measure of memory: 12 bytes an element in single precision."""
    for j in prange(a.shape[0]):
        for i in range(a.shape[1]):
            a[j, i] = b[j, i] + s * c[j, i]


def triad_on(cells: int, dtype: Any) -> Callable[[], None]:
    """One triad over square arrays, on as many threads as the solvers would take."""
    a, b, c = (np.ones((cells, cells), dtype) for _ in range(3))

    def once() -> None:
        use_threads_for(cells * cells)
        triad(a, b, c, a.dtype.type(0.1))

    return once


@dataclass(frozen=True)
class Timing:
    """What one thing took."""

    name: str
    """What was timed."""
    seconds: float
    """The best time of one go [s]."""
    cells: int
    """How many cells one go moved, each step counted."""

    @property
    def ns_a_cell(self) -> float:
        """Nanoseconds for each cell and step."""
        return self.seconds / self.cells * 1e9

    def ratio_to(self, other: "Timing") -> float:
        """How many cells it moves while the other moves one."""
        return other.ns_a_cell / self.ns_a_cell


def time_together(
    things: Mapping[str, tuple[Callable[[], None], int]], rounds: int = ROUNDS
) -> dict[str, Timing]:
    """Time several things in turn, round after round, so that they meet the same machine."""
    repeats = {}
    for name, (once, _) in things.items():
        once()  # compiles
        begin = perf_counter()
        once()
        repeats[name] = max(1, round(ROUND_SECONDS / max(perf_counter() - begin, 1e-7)))
    best = dict.fromkeys(things, np.inf)
    for _ in range(rounds):
        for name, (once, _) in things.items():
            begin = perf_counter()
            for _ in range(repeats[name]):
                once()
            best[name] = min(best[name], (perf_counter() - begin) / repeats[name])
    return {name: Timing(name, best[name], cells) for name, (_, cells) in things.items()}
