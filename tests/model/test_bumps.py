"""Bumps: their shapes, and where they go."""

import numpy as np
import pytest

from wavetank import Grid
from wavetank.model.bumps import Dam, Front, Gaussian, Ring, Sines

GRID = Grid(nx=80, ny=60, spacing=0.05)  # 4 m by 3 m
X, Y = GRID.centres()


def at(field, x, y):
    """The value of the cell that holds a place."""
    return field[int(y / 0.05), int(x / 0.05)]


def test_a_gaussian_is_as_high_and_as_wide_as_asked():
    lift = Gaussian(x=1.025, y=2.025, radius=0.4, height=0.3).lift(GRID)

    assert lift.max() == at(lift, 1.025, 2.025) == pytest.approx(0.3)
    assert at(lift, 1.425, 2.025) == pytest.approx(0.3 * np.exp(-0.5))
    assert at(lift, 1.025, 2.425) == pytest.approx(0.3 * np.exp(-0.5))
    hollow = Gaussian(x=1.025, y=2.025, radius=0.4, height=-0.3).lift(GRID)
    np.testing.assert_array_equal(hollow, -lift)


def test_a_dam_is_a_block():
    lift = Dam(height=0.5, west=1.0, east=2.0, north=1.5).lift(GRID)
    inside = (X > 1.0) & (X < 2.0) & (Y < 1.5)

    np.testing.assert_array_equal(lift, 0.5 * inside)
    np.testing.assert_array_equal(Dam(height=0.5).lift(GRID), 0.5)


def test_a_ring_is_highest_on_its_circle():
    lift = Ring(x=2.0, y=1.5, radius=1.0, width=0.1, height=0.2).lift(GRID)
    distance = np.hypot(X - 2.0, Y - 1.5)

    np.testing.assert_allclose(lift, 0.2 * np.exp(-(((distance - 1.0) / 0.1) ** 2) / 2), atol=1e-15)
    assert at(lift, 2.0, 1.5) < 1e-10
    assert at(lift, 3.0, 1.5) > 0.19


@pytest.mark.parametrize(("toward", "way"), [
    ("east", (1, 0)), ("west", (-1, 0)), ("north", (0, 1)), ("south", (0, -1)),
])  # fmt: skip
def test_a_front_stands_across_its_way(toward, way):
    front = Front(place=1.025, width=0.2, height=0.1, toward=toward)
    lift = front.lift(GRID)
    along, across = (1, 0) if way[0] else (0, 1)

    assert front.travels() == way
    assert not np.ptp(lift, axis=across).any()
    assert lift.argmax(axis=along).max() == 20
    assert lift.max() == pytest.approx(0.1)


def test_sines_stand_between_the_walls():
    lift = Sines(height=0.1, along_x=3, along_y=2).lift(GRID)

    np.testing.assert_allclose(
        lift, 0.1 * np.cos(3 * np.pi * X / 4) * np.cos(2 * np.pi * Y / 3), atol=1e-15
    )
    assert lift.sum() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("bump", [Gaussian(1, 1, 1, 1), Dam(1), Ring(1, 1, 1, 1, 1), Sines(1)])
def test_what_is_no_front_starts_at_rest(bump):
    assert bump.travels() == (0, 0)


@pytest.mark.parametrize(("make", "problem"), [
    (lambda: Gaussian(0, 0, 0, 1), "radius must be positive, got 0"),
    (lambda: Ring(0, 0, -1, 1, 1), "radius must be positive, got -1"),
    (lambda: Ring(0, 0, 1, 0, 1), "width must be positive, got 0"),
    (lambda: Front(0, 0, 1), "width must be positive, got 0"),
    (lambda: Dam(1, west=2, east=2), "west must be less than east"),
    (lambda: Dam(1, south=3, north=2), "south less than north"),
    (lambda: Sines(1, along_x=-1), "along_x must not be negative, got -1"),
    (lambda: Sines(1, along_y=-2), "along_y must not be negative, got -2"),
    (lambda: Gaussian(0, 0, float("nan"), 1), "radius must be positive, got nan"),
    (lambda: Gaussian(0, 0, float("inf"), 1), "radius"),
    (lambda: Gaussian(float("nan"), 0, 1, 1), "x"),
    (lambda: Dam(float("nan")), "height"),
    (lambda: Front(0, 1, float("inf")), "height"),
])  # fmt: skip
def test_impossible_bumps_are_refused(make, problem):
    with pytest.raises(ValueError, match=problem):
        make()
