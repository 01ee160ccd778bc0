"""The command `wavetank bench`."""

from typing import Literal

from wavetank.errors import WavetankError

What = Literal["steps", "film"]
"""What can be timed."""


def print_bench(what: What, cells: int | None, *, peers: bool, whole: bool) -> None:
    """Time steps or pictures; cells: along each side of the largest grid."""
    if cells is not None and cells < 1:
        raise WavetankError(f"--size {cells}: no grid", "at least 1 cell along each side")
    if what == "film":
        from wavetank.bench.film import Plan, print_film

        print_film(Plan(cells=cells or Plan.cells, whole=whole))
    else:
        from wavetank.bench.steps import LARGEST, print_steps

        print_steps(cells or LARGEST, with_peers=peers)
