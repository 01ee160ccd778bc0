"""What reads the figures off the water must itself be right."""

import numpy as np
import pytest

from wavetank.model.grid import Grid
from wavetank.studies import measure


def test_a_damped_cosine_gives_back_its_phase_and_its_decay():
    n = np.arange(60)
    swing = measure.swing_of(0.98**n * np.cos(0.3 * n + 0.5))

    assert swing.turn == pytest.approx(0.3, rel=1e-9)
    assert swing.kept == pytest.approx(0.98, rel=1e-9)
    assert swing.kept_per_period == pytest.approx(0.98 ** (2 * np.pi / 0.3), rel=1e-9)


@pytest.mark.parametrize(("stretch", "expected"), [(1.0, 0.0), (1.02, 0.02), (1.1, 0.095)])
def test_an_ellipse_is_as_far_from_round_as_its_axes_differ(stretch, expected):
    grid = Grid(128, 128, 0.05)
    x, y = grid.centres()
    radius = np.hypot((x - 3.2) / stretch, y - 3.2)
    rise = np.exp(-(((radius - 2) / 0.15) ** 2))
    radii = measure.crest_radii(rise, grid, 2.0, 0.5)

    assert radii.mean() == pytest.approx((1 + stretch) / 2 * 2, rel=0.01)
    assert measure.out_of_round(radii) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("angle", [-60, -20, 0, 35, 80])
def test_the_direction_of_plane_waves(angle):
    x, y = Grid(200, 200, 0.1).centres()
    phase = 2.0 * (x * np.cos(np.radians(angle)) + y * np.sin(np.radians(angle)))
    hull = np.exp(-((x - 10) ** 2 + (y - 10) ** 2) / 8)

    assert measure.crest_direction(hull * np.cos(phase)) == pytest.approx(angle, abs=0.5)


def test_halving_finds_the_limit():
    assert measure.largest_stable(lambda courant: courant <= 0.7071) == pytest.approx(0.7071, 1e-3)


def test_small_ones():
    assert measure.half_life(0.5) == pytest.approx(1)
    assert measure.half_life(1.0) == np.inf
    assert measure.power_of([1, 10, 100], [3, 300, 30000]) == pytest.approx(2)
    assert measure.path_length((0, 0), (3, 4), (3, 5)) == pytest.approx(6)
