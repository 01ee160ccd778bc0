"""Kass & Miller's claims, and Skirlo's, measured again; those of shores beside this."""

from math import sqrt

from wavetank.studies import implicit, kass_shores
from wavetank.studies.measure import half_life, power_of
from wavetank.studies.refraction import crossing
from wavetank.studies.study import Study
from wavetank.studies.table import Row, compare


def speeds() -> list[Row]:
    """Eq. (5): waves of speed sqrt(g d)."""
    rows = []
    for depth in (0.01, 0.1, 1.0, 10.0):
        speed = implicit.relative_speed(depth)
        claim = f"wave speed in water {depth:g} m deep, c dt/dx = 0.05"
        rows.append(compare(claim, "√(g d)", f"{speed:.4f} √(g d)", abs(speed - 1) < 0.01))
    return rows


def refraction() -> list[Row]:
    """Waves turn where the depth changes."""
    rows = []
    for angle in (20, 40):
        measured = crossing(angle, shallow=0.36)
        claim = f"refraction from 1 m of water into 0.36 m, coming in at {measured.deep:.1f}°"
        good = abs(measured.shallow - measured.snell) < 1.5
        paper = f"refraction with depth: {measured.snell:.1f}° (Snell)"
        rows.append(compare(claim, paper, f"{measured.shallow:.1f}°", good))
    return rows


def losses() -> list[Row]:
    """What the first-order implicit step takes from a wave of 128 cells."""
    rows = []
    for courant in (0.25, 0.5, 1, 2, 4, 8, 16):
        swing, theory = implicit.seiche(courant), implicit.backward_euler(courant)
        claim = f"what a period leaves of a wave of 128 cells, c dt/dx = {courant:g}"
        paper = f"{theory.kept_per_period:.3f} (what Eqs. 9 and 10 give)"
        kept = swing.kept_per_period
        measured = f"{kept:.3f}; halves in {half_life(kept):.1f} periods"
        good = abs(kept - theory.kept_per_period) < 0.002
        rows.append(compare(claim, paper, measured, good))
    return rows


def viscosity() -> list[Row]:
    """Eq. (17): tau damps."""
    plain = implicit.seiche(8)
    rows = []
    for tau in (0.05, 0.2):
        kept = implicit.seiche(8, tau).kept / plain.kept
        claim = f"τ = {tau}: what a step leaves of a wave's height, over that at τ = 0"
        expected = sqrt(1 - tau)
        good = abs(kept / expected - 1) < 0.001
        rows.append(compare(claim, f"√(1 - τ) = {expected:.4f}", f"{kept:.4f}", good))
    return rows


def stability() -> list[Row]:
    """Bounded at any step."""
    rows = []
    for courant in (0.4, 1, 2, 5, 11, 20, 50):
        highest = implicit.highest(courant)
        claim = f"very stable: a hump before a beach, 300 steps of c dt/dx = {courant:g}"
        measured = f"highest: {highest:.2f} of the hump"
        rows.append(compare(claim, "does not diverge", measured, highest < 2))
    return rows


def directions() -> list[Row]:
    """The favoured directions of splitting by rows and columns."""
    rows = []
    for courant in (0.25, 1, 4):
        round_by, lopsided = implicit.ring_out_of_round(courant), implicit.lopsided(courant)
        claim = f"no artifacts from splitting into rows and columns, c dt/dx = {courant:g}"
        measured = f"ring {round_by:.2%} out of round; rows and columns differ by {lopsided:.1e}"
        good = round_by < 0.01 and lopsided < 0.01
        rows.append(compare(claim, "very favorable (taken as: both below 1 %)", measured, good))
    return rows


def one_dimension() -> list[Row]:
    """A channel is one row of a tank."""
    difference = implicit.uniform_across()
    claim = "one row of cells moves as a tank that is the same across"
    measured = f"depths differ by {difference:.1e} m"
    return [compare(claim, "each row as before", measured, difference < 1e-12)]


def costs() -> list[Row]:
    """Linear in the number of cells."""
    sizes = (64, 128, 256, 512)
    each = [implicit.nanoseconds_a_cell(n) for n in sizes]
    power = 1 + power_of([n * n for n in sizes], each)
    costs = ", ".join(f"{n}²: {ns:.0f}" for n, ns in zip(sizes, each, strict=True))
    claim = "cost proportional to the number of samples"
    measured = f"samples^{power:.2f}; ns a cell {costs}"
    return [compare(claim, "samples^1 (taken as: within 0.1)", measured, abs(power - 1) < 0.1)]


STUDY = Study(
    "kass",
    "Kass & Miller, Rapid, Stable Fluid Dynamics for Computer Graphics, 1990; and Skirlo",
    (
        *(speeds, refraction, losses, viscosity, stability, directions, one_dimension, costs),
        *kass_shores.CHECKS,
    ),
)
