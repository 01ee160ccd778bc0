"""What of Nishidate & Nikishkov's paper must hold, on small tanks; and what must not."""

from math import sqrt

import numpy as np
import pytest

from wavetank.model.grid import Grid
from wavetank.solvers.damped_wave import DampedWave
from wavetank.studies import damped, nishidate, nishidate_walls, pi_tank, printed
from wavetank.studies.measure import largest_stable


@pytest.mark.parametrize("neighbours", [4, 8])
@pytest.mark.parametrize("waves", [(4, 0), (0, 4), (3, 3)])
def test_waves_on_the_grid_travel_at_c(neighbours, waves):
    assert damped.relative_speed(neighbours, waves) == pytest.approx(1, rel=0.01)


def test_the_printed_sum_runs_too_fast_by_the_square_root_of_two():
    swing = printed.swing_of_sum(8, waves=2, cells=64, courant=0.35, steps=200)

    assert swing.turn / (np.pi * 2 / 64 * 0.35) == pytest.approx(sqrt(2), rel=0.01)


@pytest.mark.parametrize("neighbours", [4, 8])
def test_the_printed_signs_blow_up(neighbours):
    """The sharpest wave, 8 times its height in the sum, at c dt/dx = 1/2: x^2 = 4 x - 1."""
    assert printed.growth_as_printed(neighbours) == pytest.approx(2 + sqrt(3), rel=0.02)


@pytest.mark.parametrize("courant", [0.5, 0.7])
def test_rings_are_at_least_twice_as_round_with_eight_neighbours(courant):
    four, eight = (damped.ring_out_of_round(n, courant, cells=128) for n in (4, 8))

    assert eight < four / 2
    assert eight < 0.005


@pytest.mark.parametrize(("neighbours", "limit"), [(4, 1 / sqrt(2)), (8, 1.0)])
def test_waves_of_all_lengths_are_stable_up_to_the_limit_and_not_beyond(neighbours, limit):
    model = damped.random_surface(Grid(32, 32, 0.05))

    assert damped.stays_bounded(model, neighbours, 0.99 * limit)
    assert not damped.stays_bounded(model, neighbours, 1.01 * limit)


def test_the_step_allowed_in_the_pi_tank_is_stable_there():
    model = damped.random_surface(*pi_tank.tank(64))
    allowed = damped.largest_allowed(model)

    assert damped.stays_bounded(model, 8, allowed, steps=2000)
    assert allowed > 0.8  # and not needlessly short


def test_the_printed_sum_is_stable_only_to_one_over_root_two():
    limit = largest_stable(lambda courant: printed.stays_bounded(8, courant), halvings=9)

    assert limit == pytest.approx(1 / sqrt(2), abs=0.01)


@pytest.mark.parametrize("R", [0.95, 0.85])
def test_a_step_leaves_the_square_root_of_r(R):
    swing, _ = damped.standing_wave(8, (4, 0), 0.5, R)

    assert swing.kept == pytest.approx(sqrt(R), rel=1e-6)


def test_a_wall_sends_a_wave_back_upright_and_whole():
    assert 0.98 < pi_tank.echo(cells=64).share < 1.01


def test_reflections_lose_no_energy():
    assert pi_tank.energy_kept(cells=32, seconds=20) == pytest.approx(1, abs=1e-10)


def test_a_wave_goes_round_the_legs_and_not_through_the_wall():
    way, came = pi_tank.way_round(cells=64)

    assert came == pytest.approx(way, rel=0.03)


def test_nothing_arrives_in_the_other_leg_before_it_could():
    run = pi_tank.drop_in_west_leg(64)
    heights = run.heights_at(pi_tank.FAR, seconds=3.0 / run.c)[0]  # round is 4 m, less the hill

    assert np.abs(heights).max() < 1e-4 * pi_tank.SMALL


def test_a_drop_adds_its_volume_here_and_once_a_step_with_the_papers_memory():
    tank, drop = np.full((16, 16), 0.3), np.zeros((16, 16))
    drop[4:6, 4:6] = 0.03
    grown = printed.growth_after_a_drop(tank, drop, 0.5, steps=100) - 1

    assert abs(damped.volume_error_of_a_drop(cells=32, duration=0.5)) < 1e-12
    assert grown == pytest.approx(101 * drop.sum() / tank.sum(), rel=1e-9)


def test_the_verdicts_say_what_was_measured():
    verdicts = {row.claim: row.verdict for row in (*nishidate.signs(), *nishidate.speeds())}
    verdicts |= {row.claim: row.verdict for row in nishidate_walls.stability()}

    for claim, verdict in verdicts.items():
        fails = any(part in claim for part in ("as printed", "4 neighbours, Π", "8 neighbours, Π"))
        fails = fails or claim == "largest stable c dt/dx, 4 neighbours"
        assert verdict == ("does not" if fails else "holds"), claim


def test_a_wall_far_off_leaves_the_water_as_it_is():
    """Tanks with walls inside take another way through the code; the waves must be the same."""
    grid = Grid(64, 64, 0.05)
    corner = np.zeros(grid.shape, bool)
    corner[0, 0] = True
    depths = []
    for walls in (None, corner):
        model = damped.random_surface(grid, walls)
        solver = DampedWave(model, speed=1.0)
        state = solver.start()
        solver.steps(state, 0.02, 30)
        depths.append(state.depth[32:, 32:])  # 30 steps of one cell each do not reach this

    np.testing.assert_allclose(depths[1], depths[0], rtol=1e-13)
