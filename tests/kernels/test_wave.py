"""The wave kernels against the formula written out."""

import numba
import numpy as np
import pytest

from wavetank.kernels.wave import step, steps

FOUR, EIGHT = (1, 0, 4), (1 / 2, 1 / 4, 3)
SHAPES = [(1, 1), (1, 7), (9, 1), (2, 2), (3, 5), (40, 33), (130, 70)]
WRAPS = [(False, False), (True, False), (False, True), (True, True)]


def step_written_out(d, f, b, level, R, gdt, k, weights, wrap_x, wrap_y):
    """f' = R f - gdt (b + d - level), d' = d - k L f', in new arrays."""
    e, c, z = weights
    f = R * f - gdt * (b + d - level)
    p = np.pad(f, ((1, 1), (0, 0)), mode="wrap" if wrap_y else "edge")
    p = np.pad(p, ((0, 0), (1, 1)), mode="wrap" if wrap_x else "edge")
    edges = p[1:-1, :-2] + p[1:-1, 2:] + p[:-2, 1:-1] + p[2:, 1:-1]
    corners = p[:-2, :-2] + p[:-2, 2:] + p[2:, :-2] + p[2:, 2:]
    return d - k * (e * edges + c * corners - z * f), f


def random_water(shape, dtype, weights=EIGHT, uneven=True):
    """What d, f, b and the scalars of a step may be."""
    rng = np.random.default_rng(1990)
    d, f = rng.uniform(0.5, 1.5, shape), rng.uniform(-1, 1, shape)
    b = rng.uniform(-0.1, 0.1, shape if uneven else (1, shape[1]))
    scalars = [dtype(number) for number in (1.02, 0.97, 0.3, 0.7)]
    return [a.astype(dtype) for a in (d, f, b)], [*scalars, np.array(weights, dtype)]


@pytest.fixture(params=["one thread", "five slabs"])
def other_threads(request, monkeypatch):
    """Run on one thread, or share the work as five threads would."""
    before = numba.get_num_threads()
    if request.param == "one thread":
        numba.set_num_threads(1)
    else:
        monkeypatch.setattr(numba, "get_num_threads", lambda: 5)
    yield
    numba.set_num_threads(before)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("wraps", WRAPS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("weights", "uneven"), [(FOUR, True), (EIGHT, True), (EIGHT, False)])
def test_a_step_is_the_written_out_step(shape, wraps, dtype, weights, uneven):
    (d, f, b), scalars = random_water(shape, dtype, weights, uneven)
    exact = [np.float64(number) for number in scalars]
    expected = step_written_out(d.astype(float), f.astype(float), b, *exact, *wraps)

    step(d, f, b, *scalars, *wraps)

    assert d.dtype == f.dtype == dtype
    atol = 20 * np.finfo(dtype).eps
    np.testing.assert_allclose(d, expected[0], rtol=0, atol=atol)
    np.testing.assert_allclose(f, expected[1], rtol=0, atol=atol)


@pytest.mark.parametrize("times", [1, 2, 3, 7, 40])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("wraps", WRAPS)
@pytest.mark.parametrize("shape", SHAPES)
def test_steps_are_step_repeated(shape, wraps, dtype, times):
    (d, f, b), scalars = random_water(shape, dtype)
    d_single, f_single = d.copy(), f.copy()

    steps(d, f, b, *scalars, *wraps, times)
    for _ in range(times):
        step(d_single, f_single, b, *scalars, *wraps)

    np.testing.assert_array_equal(d, d_single)
    np.testing.assert_array_equal(f, f_single)


def results(shape, wraps, dtype, times):
    """Water after so many steps."""
    (d, f, b), scalars = random_water(shape, dtype)
    steps(d, f, b, *scalars, *wraps, times)
    return d, f


@pytest.fixture(scope="module")
def remembered():
    """What steps give on the usual threads."""
    return {
        (shape, wraps, dtype, times): results(shape, wraps, dtype, times)
        for shape in SHAPES
        for wraps in WRAPS
        for dtype in (np.float32, np.float64)
        for times in (1, 9)
    }


def test_the_number_of_threads_does_not_show(remembered, other_threads):
    for case, expected in remembered.items():
        np.testing.assert_array_equal(results(*case), expected, err_msg=str(case))


@pytest.mark.parametrize("wraps", WRAPS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_water_is_neither_made_nor_lost(wraps, dtype):
    (d, f, b), scalars = random_water((64, 48), dtype)
    volume = d.sum(dtype=float)

    steps(d, f, b, *scalars, *wraps, 50)

    assert d.sum(dtype=float) == pytest.approx(volume, rel=float(10 * np.finfo(dtype).eps))


@pytest.mark.parametrize(("weights", "limit"), [(EIGHT, 1.0), (FOUR, np.sqrt(1 / 2))])
def test_a_checkerboard_stays_bounded_up_to_the_limit(weights, limit):
    """The shortest wave, from rest: flips at c dt / dx = limit, and grows beyond it."""
    board = np.where(np.indices((32, 48)).sum(0) % 2, 1e-3, -1e-3)
    highest = []
    for courant in (limit, 1.05 * limit):
        d, f = 1 + board, courant / 2 * board  # f lies half a step back
        steps(
            d, f, np.zeros((1, 48)), 1.0, 1.0, courant, courant,
            np.array(weights, float), True, True, 200,
        )  # fmt: skip
        highest.append(np.abs(d - 1).max())

    assert highest[0] == pytest.approx(1e-3)
    assert highest[1] > 1
