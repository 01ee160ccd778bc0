import numba
import numpy as np
import pytest

from wavetank.kernels.vectors import (
    TILE_BYTES,
    VECTOR_BYTES,
    choose,
    load,
    one,
    prefetch,
    store,
    transpose_tile,
    wide,
)

pytestmark = pytest.mark.parametrize("dtype", [np.float32, np.float64])


@numba.njit
def every_operation(x, y, to, like):
    p, q = load(x, 1, 2, like), load(y, 0, 1, like)
    two = x.dtype.type(2)
    prefetch(x, 100, 0)
    store(to, 0, 3, p + q)
    store(to, 1, 3, p - q)
    store(to, 2, 3, p * q)
    store(to, 3, 3, p / q)
    store(to, 4, 3, max(p, q))
    store(to, 5, 3, min(p, q))
    store(to, 6, 3, choose(p > q, p, q + q))
    store(to, 7, 3, choose((p > q) & (q > p - p), p, q))
    store(to, 8, 3, two + p)
    store(to, 9, 3, p - two)
    store(to, 10, 3, two / p)
    store(to, 11, 3, choose(p > two - two, p, like))


def expected(p, q):
    return [
        *(p + q, p - q, p * q, p / q, np.maximum(p, q), np.minimum(p, q)),
        *(np.where(p > q, p, 2 * q), np.where((p > q) & (q > 0), p, q)),
        *(2 + p, p - 2, 2 / p, np.where(p > 0, p, 0)),
    ]


def numbers(shape, dtype):
    return np.random.default_rng(7).standard_normal(shape).astype(dtype)


def test_vectors_compute_what_numpy_does(dtype):
    count = VECTOR_BYTES // np.dtype(dtype).itemsize
    x, y = numbers((2, count + 5), dtype), numbers((1, count + 1), dtype)
    to = np.zeros((12, count + 4), dtype)

    run_on_vectors(x, y, to)

    np.testing.assert_array_equal(to[:, 3:-1], expected(x[1, 2:-3], y[0, 1:]))
    assert not to[:, :3].any()
    assert not to[:, -1].any()


def test_single_numbers_run_through_the_same_lines(dtype):
    x, y, to = numbers((2, 5), dtype), numbers((1, 5), dtype), np.zeros((12, 6), dtype)

    run_on_one(x, y, to)

    np.testing.assert_array_equal(to[:, 3], expected(x[1, 2], y[0, 1]))
    assert not to[:, 4:].any()


@numba.njit
def run_on_vectors(x, y, to):
    every_operation(x, y, to, wide(x))


@numba.njit
def run_on_one(x, y, to):
    every_operation(x, y, to, one(x))


@numba.njit
def transpose(a, j, i, to, k, l):  # noqa: E741
    transpose_tile(a, j, i, to, k, l)


def test_a_tile_is_transposed(dtype):
    side = TILE_BYTES // np.dtype(dtype).itemsize
    a, to = numbers((side + 3, side + 7), dtype), np.zeros((side + 4, side + 2), dtype)

    transpose(a, 2, 5, to, 3, 1)

    np.testing.assert_array_equal(to[3 : 3 + side, 1 : 1 + side], a[2:-1, 5:-2].T)
    to[3 : 3 + side, 1 : 1 + side] = 0
    assert not to.any()
