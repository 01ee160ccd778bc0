"""Nishidate & Nikishkov's claims, measured again; those of steps and walls beside this."""

from math import sqrt

import numpy as np

from wavetank.model.grid import Grid
from wavetank.studies import damped, nishidate_walls, pi_tank, printed
from wavetank.studies.study import Study
from wavetank.studies.table import Row, compare


def frame_rates() -> list[Row]:
    """The paper's frame rates, which include drawing on a Pentium 4 of 2.4 GHz."""
    square = [(n, damped.random_surface(Grid(n, n, 0.05))) for n in (64, 128)]
    tanks = [(f"{n} x {n}", model) for n, model in square]
    tanks.append(("Π tank, 64 x 64", damped.random_surface(*pi_tank.tank(64))))
    rows = []
    for (name, model), paper in zip(tanks, (230, 100, 250), strict=True):
        rate = damped.frame_rate(model)
        claim = f"frames a second, {name}"
        measured = f"{rate:.0f} (a step and a Frame; nothing drawn)"
        rows.append(compare(claim, f"{paper}, drawing included", measured, rate >= paper))
    return rows


def signs() -> list[Row]:
    """Eqs. (4) to (6) as printed."""
    rows = []
    for neighbours, equation in ((4, "(5)"), (8, "(6)")):
        growth = printed.growth_as_printed(neighbours)
        claim = f"Eq. {equation} with its signs as printed makes waves, c dt/dx = 0.5"
        measured = f"a random surface grows x {growth:.2f} a step"
        rows.append(compare(claim, "stable", measured, growth < 1.01))
    return rows


def speeds() -> list[Row]:
    """Wave speed on the grid, along the cells and across them."""
    rows = []
    for neighbours in (4, 8):
        along = damped.relative_speed(neighbours, (6, 0))
        across = damped.relative_speed(neighbours, (4, 4))
        claim = f"wave speed, {neighbours} neighbours, 21 cells a wave along x, 23 diagonally"
        measured = f"{along:.4f} c along x, {across:.4f} c diagonally"
        good = max(abs(along - 1), abs(across - 1)) < 0.01
        rows.append(compare(claim, "c", measured, good))
    swing = printed.swing_of_sum(8, waves=6, cells=64, courant=0.35, steps=300)
    speed = swing.turn / (np.pi * 6 / 64 * 0.35)
    claim = "wave speed with the sum of Eq. (6) as printed (sign mended, not halved), in NumPy"
    rows.append(compare(claim, "c", f"{speed:.3f} c", abs(speed - 1) < 0.01))
    return rows


def roundness() -> list[Row]:
    """Does a ring look better with eight neighbours?"""
    rows = []
    for courant in (0.5, 0.7):
        four, eight = (damped.ring_out_of_round(n, courant) for n in (4, 8))
        claim = f"rings are rounder with 8 neighbours than with 4, c dt/dx = {courant}"
        measured = f"largest less smallest radius: {four:.2%} with 4, {eight:.2%} with 8"
        rows.append(compare(claim, "waves look visually better with 8", measured, eight < four))
    return rows


def damping() -> list[Row]:
    """R a step: the height of a standing wave."""
    rows = []
    for R in (0.95, 0.85):
        swing, _ = damped.standing_wave(8, (6, 0), 0.5, R)
        claim = f"R = {R}: what a step leaves of a wave's height"
        expected = f"√R = {sqrt(R):.4f} (Eq. 3)"
        measured = f"{swing.kept:.4f}"
        rows.append(compare(claim, expected, measured, abs(swing.kept / sqrt(R) - 1) < 0.001))
    return rows


def drops() -> list[Row]:
    """A drop put in from outside: with the solver's memory and with the paper's."""
    error = damped.volume_error_of_a_drop()
    tank, drop = np.full((64, 64), 0.3), np.zeros((64, 64))
    drop[30:34, 30:34] = 0.03
    poured, after = drop.sum() / tank.sum(), printed.growth_after_a_drop(tank, drop, 0.5, 100) - 1
    return [
        compare(
            "height values can be changed at any time: a drop, this solver",
            "the drop's volume is added",
            f"made or lost: {error:.1e} of all water",
            abs(error) < 1e-9,
        ),
        compare(
            "the same with the paper's memory h(t), h(t - dt), R = 1, after 100 steps, in NumPy",
            f"the drop's volume, {poured:.2%} of the water, is added",
            f"{after:.2%} are added: {after / poured:.0f} drops",
            abs(after / poured - 1) < 0.01,
        ),
    ]


STUDY = Study(
    "nishidate",
    "Nishidate & Nikishkov, Fast Water Animation Using the Wave Equation with Damping, 2005",
    (frame_rates, signs, speeds, roundness, damping, *nishidate_walls.CHECKS, drops),
)
