"""What a solver's step costs, beside the triad in the same run."""

from typing import Any

import numba
from rich.console import Console
from rich.table import Table

from wavetank.bench import ours
from wavetank.bench.machine import time_together, triad_on
from wavetank.bench.peers import missing, peers
from wavetank.kernels.jit import ONE_THREAD_CELLS
from wavetank.solvers import SOLVERS

LARGEST = 4096
"""Cells along each side of the largest grid, if nothing else is asked for."""
PRECISIONS: dict[str, Any] = {"single": "float32", "double": "float64"}
TARGETS = {
    ("damped_wave, a step", 4096): "1.0 of the triad",
    (f"damped_wave, {ours.MANY} at once", 4096): "1.5 of the triad",
    ("damped_wave, a step", 1024): "0.6 of the triad",
    ("implicit_wave, a step", 1024): "2 ns a cell",
}
"""What single precision on two threads is asked for, at a size."""


def print_steps(largest: int, *, with_peers: bool) -> None:
    """Time all solvers on grids up to `largest` cells a side, and print a table for each."""
    console = Console()
    threads = numba.get_num_threads()
    console.print(
        f"{threads} threads (one up to {ONE_THREAD_CELLS:,} cells); best of several rounds, "
        "everything of one table in turn. Compare within a table: machines breathe."
    )
    sizes = [size for size in (128, 256, 512, 1024, 2048, 4096) if size < largest]
    for precision in PRECISIONS:
        for size in [*sizes, largest]:
            console.print(table_of(size, precision, with_peers and precision == "single"))
    if with_peers:
        console.print(f"not installed: {', '.join(missing()) or 'none'}")


def table_of(size: int, precision: str, with_peers: bool) -> Table:
    """Everything timed on one grid in one precision."""
    things: ours.Things = {"triad": (triad_on(size, PRECISIONS[precision]), size**2)}
    for name in SOLVERS:
        things |= getattr(ours, name)(size, precision)
    if with_peers:
        things |= peers(size)
    timings = time_together(things)
    table = Table(title=f"{size} x {size}, {precision} precision", title_justify="left")
    table.add_column("what")
    for heading in ("ns a cell", "Gcell/s", "of the triad", "target (single)"):
        table.add_column(heading, justify="right")
    for name, timing in timings.items():
        row = f"{timing.ns_a_cell:.3f}", f"{1 / timing.ns_a_cell:.2f}"
        share = f"{timing.ratio_to(timings['triad']):.2f}"
        target = TARGETS.get((name, size), "") if precision == "single" else ""
        table.add_row(name, *row, share, target)
    return table
