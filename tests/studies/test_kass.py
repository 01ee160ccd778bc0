"""What of Kass & Miller's paper must hold, on small tanks; and what must not."""

from itertools import pairwise
from math import sqrt

import pytest

from wavetank.studies import implicit, kass, shores
from wavetank.studies.refraction import crossing


@pytest.mark.parametrize("depth", [0.01, 1.0, 10.0])
def test_waves_travel_at_the_square_root_of_g_d(depth):
    assert implicit.relative_speed(depth) == pytest.approx(1, rel=0.01)


@pytest.mark.parametrize(("angle", "shallow"), [(20, 0.36), (30, 0.25), (35, 0.5)])
def test_waves_turn_as_snell_says(angle, shallow):
    measured = crossing(angle, shallow, cells=200)

    assert measured.deep == pytest.approx(angle, abs=0.5)
    assert measured.shallow == pytest.approx(measured.snell, abs=1.5)
    assert measured.shallow < measured.deep - 5


@pytest.mark.parametrize("courant", [0.25, 1, 4, 16])
def test_a_step_loses_what_backward_euler_loses(courant):
    measured, theory = implicit.seiche(courant), implicit.backward_euler(courant)

    assert measured.kept == pytest.approx(theory.kept, rel=1e-6)
    assert measured.turn == pytest.approx(theory.turn, rel=1e-6)


@pytest.mark.parametrize("tau", [0.05, 0.2])
def test_tau_damps_by_what_it_says(tau):
    kept = implicit.seiche(8, tau).kept / implicit.seiche(8).kept

    assert kept == pytest.approx(sqrt(1 - tau), rel=1e-6)


@pytest.mark.parametrize("courant", [0.4, 2, 11, 50])
def test_no_step_diverges(courant):
    assert implicit.highest(courant) < 1.5


@pytest.mark.parametrize("courant", [0.25, 1])
def test_rings_are_round_and_rows_like_columns(courant):
    assert implicit.ring_out_of_round(courant, cells=128) < 0.01
    assert implicit.lopsided(courant) < 1e-3


def test_one_row_moves_as_a_tank_that_is_the_same_across():
    assert implicit.uniform_across() < 1e-13


@pytest.mark.parametrize("name", ["cone_beach", "puddle_over_the_bar"])
@pytest.mark.parametrize(("rule", "most"), [("fluxes", 1e-13), ("puddles", 1e-9), ("pool", 1e-9)])
def test_the_volume_is_kept(name, rule, most):
    of_all, _ = shores.drift(name, rule, cells=64, duration=3.0)

    assert abs(of_all) < most


def test_without_correction_water_is_made():
    of_all, of_wave = shores.drift("puddle_over_the_bar", "drifts", cells=60, duration=5.0)

    assert of_all > 1e-3
    assert of_wave > 1e-2


@pytest.mark.parametrize("rule", ["fluxes", "puddles"])
def test_a_puddle_keeps_its_own_water(rule):
    assert abs(shores.two_pools(rule)) < 1e-12


def test_a_global_correction_takes_it_from_where_nothing_happened():
    assert shores.two_pools("pool") < -1e-3


def test_the_wave_leaves_a_puddle_behind_the_bar():
    early, late = (shores.puddle_behind_the_bar(120, duration) for duration in (0.1, 8.0))

    assert early == 0
    assert 0.2 < late < 1.0


def test_shorter_steps_do_not_repel_the_water_and_the_run_up_settles():
    """No epsilon: the shorter the steps, the less the wave has lost, and the higher it gets.

    The scheme is of first order in dt, so each halving must change less than the one before.
    """
    areas = [shores.run_up(1 / rate, cells=64).area for rate in (360, 720, 1440, 2880)]
    changes = [after - before for before, after in pairwise(areas)]

    assert min(changes) >= 0
    assert changes[2] < changes[0]
    assert changes[2] < 0.03 * areas[3]


def test_the_run_up_of_a_smooth_wave_is_what_theory_says_at_any_short_step():
    """Within two cells, of 2.5 % each."""
    shares = [shores.plane_beach_run_up(1 / rate) for rate in (180, 720)]

    assert shares == pytest.approx([1, 1], abs=0.08)
    assert shares[1] == pytest.approx(shares[0], abs=0.05)


def test_one_step_a_frame_costs_wave_and_run_up():
    frame, fine = (shores.run_up(1 / rate, cells=64) for rate in (30, 360))

    assert frame.steps == 150
    assert 0.5 < frame.wave / fine.wave < 0.9
    assert frame.height < fine.height


def test_keeping_the_fluxes_keeps_the_shore_smoother_than_clipping():
    fluxes, puddles = (shores.sharpest_column(rule, cells=64) for rule in ("fluxes", "puddles"))

    assert fluxes < puddles


def test_the_verdicts_say_what_was_measured():
    rows = (*kass.viscosity(), *kass.losses(), *kass.stability(), *kass.one_dimension())

    assert {row.verdict for row in rows} == {"holds"}
