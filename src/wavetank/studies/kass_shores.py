"""Kass & Miller's claims, and Skirlo's, measured again: where water meets land."""

from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter

from wavetank.solvers.volume import KEEP_VOLUME
from wavetank.studies import shores
from wavetank.studies.shores import RunUp
from wavetank.studies.study import Check
from wavetank.studies.table import Row, compare, report

RULES = {
    "fluxes": "no cell gives more than it holds (ours)",
    "puddles": "clipped, put back in each puddle (the paper)",
    "pool": "clipped, put back everywhere (Skirlo)",
    "drifts": "clipped and forgotten",
}


def volume() -> list[Row]:
    """Is the volume kept, under each rule?"""
    rows = []
    scenes = (("cone_beach", 128, 8.0), ("puddle_over_the_bar", 120, 10.0))
    for name, cells, duration in scenes:
        for rule in KEEP_VOLUME:
            of_all, of_wave = shores.drift(name, rule, cells, duration)
            claim = f"volume kept for {duration:g} s of {name}: {RULES[rule]}"
            measured = f"{of_all:+.1e} of the water, {of_wave:+.1e} of the wave's"
            paper = "drifts without correction" if rule == "drifts" else "kept"
            good = abs(of_all) > 1e-3 if rule == "drifts" else abs(of_all) < 1e-9
            rows.append(compare(claim, paper, measured, good))
    return rows


def own_water() -> list[Row]:
    """Does a puddle keep its own water?"""
    rows = []
    for rule in KEEP_VOLUME:
        growth = shores.two_pools(rule)
        claim = f"a still pool beyond a ridge keeps its water: {RULES[rule]}"
        rows.append(compare(claim, "kept", f"{growth:+.1e} of it", abs(growth) < 1e-9))
    return rows


def puddle() -> list[Row]:
    """A wave leaves a puddle behind an obstacle."""
    litres = 1000 * shores.puddle_behind_the_bar()
    claim = "a wave pushes water over an obstacle and leaves a puddle, puddle_over_the_bar"
    return [compare(claim, "a puddle", f"{litres:.0f} litres cut off after 10 s", litres > 1)]


def steps_and_shores() -> list[Row]:
    """What the step has to do with the run-up, from one a frame to 24."""
    runs = [shores.run_up(1 / rate) for rate in (180, 360, 720)]
    return [*shorter_steps(runs), shortest_steps(), smooth_wave(), one_step_a_frame(runs[-1])]


def shorter_steps(runs: Sequence[RunUp]) -> list[Row]:
    """Does the shore let the water up, the shorter the steps? With Skirlo's epsilon it did not."""
    heights = " -> ".join(f"{100 * run.height:.1f}" for run in runs)
    areas = " -> ".join(f"{run.area:.2f}" for run in runs)
    waves = " -> ".join(f"{100 * run.wave:.2f}" for run in runs)
    change = runs[-1].height / runs[-2].height - 1
    case = "cone_beach, dt = 1/180, 1/360, 1/720 s"
    return [
        compare(
            f"shorter steps do not repel the water from the shore, {case}",
            "an epsilon does (Skirlo); there is none here",
            f"run-up {heights} cm, over {areas} m^2; the wave before it {waves} cm",
            all(run.height <= next_run.height for run, next_run in pairwise(runs)),
        ),
        compare(
            f"the run-up does not depend on the step, {case}",
            "the same (taken as: within 2 %)",
            f"{change:+.1%} at the last halving",
            abs(change) < 0.02,
        ),
    ]


def shortest_steps(cells: int = 64, rates: tuple[int, ...] = (180, 720, 1440, 2880)) -> Row:
    """Where the run-up goes as the step goes to nothing."""
    areas = [shores.run_up(1 / rate, cells).area for rate in rates]
    claim = f"the run-up settles as the step shrinks, {cells}² cells"
    steps = ", ".join(f"1/{rate}" for rate in rates)
    measured = f"dt = {steps} s: {', '.join(f'{area:.2f}' for area in areas)} m^2"
    good = abs(areas[-1] / areas[-2] - 1) < 0.03
    return compare(claim, "settles (taken as: the last halving adds less than 3 %)", measured, good)


def smooth_wave() -> Row:
    """The run-up of a wave that never steepens, against theory."""
    shares = [shores.plane_beach_run_up(1 / rate) for rate in (180, 360, 720)]
    claim = "run-up of a smooth standing wave on a plane beach, dt = 1/180, 1/360, 1/720 s"
    measured = ", ".join(f"{share:.3f}" for share in shares)
    return compare(claim, "1 (Carrier & Greenspan)", measured, abs(shares[-1] - 1) < 0.05)


def one_step_a_frame(fine: RunUp) -> Row:
    """A single iteration per frame suffices in most cases, the paper says."""
    shores.run_up(1 / 30, duration=0.1)  # compiles
    start = perf_counter()
    frame = shores.run_up(1 / 30)
    cost = (perf_counter() - start) / frame.steps
    measured = (
        f"{1000 * cost:.1f} ms a frame; {frame.wave / fine.wave:.0%} of the wave's height, "
        f"{frame.height / fine.height:.0%} of the run-up"
    )
    return report("one step a frame, cone_beach, 192²; against 24 steps a frame", measured)


def columns() -> list[Row]:
    """Does the shore stay smooth?"""
    rows = []
    for rule in KEEP_VOLUME:
        jump = shores.sharpest_column(rule)
        claim = f"the sharpest column of water at the shore, cone_beach: {RULES[rule]}"
        measured = f"{100 * jump:.0f} cm above its highest neighbour"
        rows.append(report(claim, measured))
    return rows


CHECKS: tuple[Check, ...] = (*(volume, own_water, puddle, steps_and_shores, columns),)
