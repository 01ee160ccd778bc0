import numpy as np
import pytest

from wavetank.film.plot.resample import resample


@pytest.mark.parametrize("shape", [(7, 9), (50, 81), (20, 30), (3, 200), (1, 1)])
def test_a_constant_stays_what_it_is(shape):
    np.testing.assert_allclose(resample(np.full((20, 30), 3.5), shape), 3.5, rtol=1e-14)


def test_a_slope_stays_straight_away_from_the_rim():
    x = np.arange(30.0)
    seen = resample(np.tile(x, (4, 1)), (4, 90))
    places = (np.arange(90) + 0.5) / 3 - 0.5

    np.testing.assert_allclose(seen[0, 6:-6], places[6:-6], rtol=1e-12)


def test_the_first_row_of_a_picture_is_the_last_of_a_field():
    field = np.repeat(np.arange(5.0)[:, None], 3, axis=1)

    np.testing.assert_allclose(resample(field, (5, 3)), field[::-1])


def test_a_cell_in_the_middle_of_a_pixel_is_told_as_it_is():
    field = np.random.default_rng(5).normal(size=(4, 6))

    np.testing.assert_allclose(resample(field, (12, 18))[1::3, 1::3], field[::-1], rtol=1e-13)


def test_nothing_overshoots():
    step = (np.arange(40) >= 20).astype(float)
    seen = resample(np.tile(step, (2, 1)), (2, 333))

    assert seen.min() >= 0
    assert seen.max() <= 1 + 1e-15
    assert np.all(np.diff(seen[0]) >= -1e-15)


def test_each_cell_counts_the_same_in_a_smaller_picture():
    """A cell drawn smaller than a pixel must not flash as it falls on or between pixels."""
    sums = []
    for i in range(40, 60):
        field = np.zeros((1, 100))
        field[0, i] = 1
        sums.append(resample(field, (1, 23)).sum())

    np.testing.assert_allclose(sums, 0.23, rtol=0.03)
