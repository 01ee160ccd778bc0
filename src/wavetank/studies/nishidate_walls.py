"""Nishidate & Nikishkov's claims, measured again: how long steps may be, and walls."""

from functools import partial

from wavetank.model.grid import Grid
from wavetank.studies import damped, pi_tank, printed
from wavetank.studies.measure import largest_stable
from wavetank.studies.study import Check
from wavetank.studies.table import Row, compare

SPEED_LIMIT = "1 (CFL: no wave farther than one cell a step)"


def stability() -> list[Row]:
    """The largest c dt/dx at which random waves stay bounded for 300 steps."""
    square, pi = damped.random_surface(Grid(64, 64, 0.05)), damped.random_surface(*pi_tank.tank(64))
    cases = {
        "Eq. (6), its sum as printed, in NumPy": partial(printed.stays_bounded, 8),
        "4 neighbours": partial(damped.stays_bounded, square, 4),
        "8 neighbours, their sum halved": partial(damped.stays_bounded, square, 8),
        "4 neighbours, Π tank": partial(damped.stays_bounded, pi, 4),
        "8 neighbours, Π tank": partial(damped.stays_bounded, pi, 8),
    }
    rows = []
    for name, bounded in cases.items():
        limit = largest_stable(bounded)
        claim = f"largest stable c dt/dx, {name}"
        rows.append(compare(claim, SPEED_LIMIT, f"{limit:.3f}", limit > 0.995))
    return rows


def refused_step() -> list[Row]:
    """What the solver refuses must cover what is unstable."""
    rows = []
    square, pi = damped.random_surface(Grid(64, 64, 0.05)), damped.random_surface(*pi_tank.tank(64))
    for name, model in (("square tank", square), ("Π tank", pi)):
        allowed = damped.largest_allowed(model)
        good = damped.stays_bounded(model, 8, 0.99 * allowed)
        claim = f"the largest step that the solver takes is stable, {name}, 8 neighbours"
        measured = f"c dt/dx = {allowed:.3f} at most; bounded at 0.99 of it: {good}"
        rows.append(compare(claim, "stable for real-time animation", measured, good))
    return rows


def reflection() -> list[Row]:
    """Mirrors for walls, in the Π tank."""
    echo, energy = pi_tank.echo(), pi_tank.energy_kept()
    way, came = pi_tank.way_round()
    return [
        compare(
            "a wave that meets the end of a leg comes back upright and whole",
            "reflected (symmetry at the wall)",
            f"{echo.share:+.4f} of its height",
            echo.share > 0.98,
        ),
        compare(
            "energy left after 10 s of reflections, without damping",
            "all (k = 0)",
            f"{energy:.12f}",
            abs(energy - 1) < 1e-9,
        ),
        compare(
            "a wave goes round from leg to leg",
            f"the shortest way is {way:.2f} m",
            f"its first crest came when c t was {came:.2f} m",
            abs(came / way - 1) < 0.03,
        ),
    ]


CHECKS: tuple[Check, ...] = (stability, refused_step, reflection)
