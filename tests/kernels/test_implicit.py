"""The step against its formula, written out as dense matrices in double precision."""

from itertools import product
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest

from wavetank.kernels.faces import face_depth
from wavetank.kernels.implicit import apart, step

SHAPES = [(1, 1), (1, 9), (8, 1), (3, 5), (17, 33), (40, 70), (64, 64)]
WRAPS = list(product([False, True], repeat=2))
WALL = 1e30


class Case(NamedTuple):
    d: np.ndarray
    b: np.ndarray
    u: np.ndarray
    v: np.ndarray
    s: np.ndarray
    keep: Any
    a: Any
    r: Any
    west: np.ndarray
    east: np.ndarray
    south: np.ndarray
    north: np.ndarray
    wrap_x: bool = False
    wrap_y: bool = False

    def cast(self, dtype):
        """The same case in another precision, in arrays of its own."""
        *numbers, wrap_x, wrap_y = self
        numbers = [np.array(x, dtype) if np.ndim(x) else dtype(x) for x in numbers]
        return Case(*numbers, wrap_x, wrap_y)


def rough_case(shape, wraps=(False, False), openness=0.0, a=5.0, seed=0):
    """Water in pits and on hills, with dry ground, walls, and any velocities."""
    rng = np.random.default_rng([seed, *shape])
    ny, nx = shape
    b, d = rng.uniform(-1, 1, shape), rng.uniform(0, 1, shape)
    d[rng.random(shape) < 0.3] = 0
    wall = rng.random(shape) < 0.1
    b[wall], d[wall] = WALL, 0
    u, v = rng.standard_normal((ny, nx + 1)), rng.standard_normal((ny + 1, nx))
    u[:, -1], v[-1] = u[:, 0], v[0]
    sides = [openness * rng.uniform(0, 1, (2, n)) for n in (ny, ny, nx, nx)]
    for side, edge in zip(sides, (wall[:, 0], wall[:, -1], wall[0], wall[-1]), strict=True):
        side[:, edge] = 0
    return Case(d, b, u, v, 0 * d, 0.97, a, 0.7, *sides, *wraps)


def the_papers_face_depth(bl, dl, br, dr):
    """The mean of two wet cells; over a sill into a dry one what stands above the sill."""
    if max(bl + dl, br + dr) <= max(bl, br):
        return 0
    if min(dl, dr) > 0:
        return (dl + dr) / 2
    return max(bl + dl, br + dr) - max(bl, br)


def depths(d, b, wrap):
    """The depths of a line's faces, ends included."""
    between = lambda i, j: the_papers_face_depth(b[i], d[i], b[j], d[j])  # noqa: E731
    n = len(d)
    ends = (between(n - 1, 0),) * 2 if wrap else (d[0], d[n - 1])
    return np.array([ends[0], *(between(i - 1, i) for i in range(1, n)), ends[1]])


def differences(n, wrap):
    """Of each inner face's two cells, as a matrix; the seam is face 0 and face n."""
    matrix = np.zeros((n + 1, n))
    for i in range(1, n):
        matrix[i, i - 1], matrix[i, i] = -1, 1
    if wrap:
        for i in (0, n):
            matrix[i, n - 1] -= 1
            matrix[i, 0] += 1
    return matrix


def line_step(h, D, w, s, kept, case, low, high, wrap):
    """Gravity along one line: (1 + r diff a D diff) s' = s - r diff(D w~ - a D diff h)."""
    n, (a, r) = len(h), (case.a, case.r)
    slope = differences(n, wrap)
    inner = slope.any(axis=1) | (wrap if n == 1 else False)
    q = np.where(inner, D * (kept * w), 0) - a * D * (slope @ h)
    exchange = a * D[:, None] * slope
    if not wrap:
        q[0], q[n] = -(low[0] * h[0] + low[1]), high[0] * h[-1] + high[1]
        exchange[0, 0], exchange[n, -1] = low[0], -high[0]
    s = np.linalg.solve(np.eye(n) - r * np.diff(exchange, axis=0), s - r * np.diff(q))
    w = np.where(D > 0, case.keep * w - a * (slope @ (h + s)), 0)
    if not wrap:
        w[0] = -(low[0] * (h[0] + s[0]) + low[1]) / D[0] if D[0] > 0 else 0
        w[n] = (high[0] * (h[-1] + s[-1]) + high[1]) / D[n] if D[n] > 0 else 0
    return s, w


def written_out_step(case):
    """s, u, v after one step, line by line."""
    d, b, wrap_x, wrap_y = case.d, case.b, case.wrap_x, case.wrap_y
    ny, nx = d.shape
    u, v, h = case.u.copy(), case.v.copy(), b + d
    Dx, Dy = face_depths(case)
    q = Dy * case.keep * v
    if not wrap_y:
        q[0] = q[-1] = 0
    s = -case.r * np.diff(q, axis=0)
    for j in range(ny):
        ends = case.west[:, j], case.east[:, j]
        s[j], u[j] = line_step(h[j], Dx[j], u[j], s[j], case.keep, case, *ends, wrap_x)
    for i in range(nx):
        ends = case.south[:, i], case.north[:, i]
        column = h[:, i], Dy[:, i], v[:, i], s[:, i]
        s[:, i], v[:, i] = line_step(*column, 0, case, *ends, wrap_y)
    return s, u, v


def face_depths(case):
    d, b = case.d, case.b
    Dx = [depths(*row, case.wrap_x) for row in zip(d, b, strict=True)]
    Dy = [depths(*column, case.wrap_y) for column in zip(d.T, b.T, strict=True)]
    return np.array(Dx), np.array(Dy).T


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("openness", [0.0, 1.0])
@pytest.mark.parametrize("wraps", WRAPS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_step_solves_the_written_out_system(shape, wraps, openness, dtype):
    case = rough_case(shape, wraps, openness)
    s, u, v = written_out_step(case)

    moved = case.cast(dtype)
    step(*moved)

    tolerance = 2000 * np.finfo(dtype).eps
    np.testing.assert_allclose(moved.s, s, rtol=0, atol=tolerance)
    np.testing.assert_allclose(moved.u, u, rtol=0, atol=10 * tolerance)
    np.testing.assert_allclose(moved.v, v, rtol=0, atol=10 * tolerance)
    np.testing.assert_array_equal(moved.d, case.cast(dtype).d)


@pytest.mark.parametrize("wraps", WRAPS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_cell_gains_what_runs_through_its_faces(shape, wraps):
    case = rough_case(shape, wraps, openness=1.0)
    for edge in (np.s_[0], np.s_[-1], np.s_[:, 0], np.s_[:, -1]):
        case.d[edge] = np.maximum(case.d[edge], 0.1)  # a dry cell at a side has no face to it
        case.b[edge] = np.minimum(case.b[edge], 1)
    Dx, Dy = face_depths(case)

    step(*case)

    gained = -case.r * (np.diff(Dx * case.u, axis=1) + np.diff(Dy * case.v, axis=0))
    np.testing.assert_allclose(case.s, gained, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("wraps", WRAPS)
def test_a_lake_stays_at_rest_around_its_islands(wraps, dtype):
    rng = np.random.default_rng(3)
    b = rng.uniform(-1, 1.5, (50, 45))
    b[10:13, 20:30] = WALL
    case = rough_case(b.shape, wraps, a=50.0)
    case = case._replace(b=b, d=np.maximum(1 - b, 0), u=0 * case.u, v=0 * case.v).cast(dtype)

    step(*case)

    for moved in (case.s, case.u / case.a, case.v / case.a):
        assert abs(moved).max() < 4 * np.finfo(dtype).eps


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_lake_does_not_begin_to_turn(dtype):
    """The slope must be of one surface, to the bit: else round-off drives eddies, step by step."""
    b = np.random.default_rng(4).uniform(-1, 1.5, (20, 37))
    case = rough_case(b.shape, a=1.0)
    case = case._replace(b=b, d=np.maximum(1 - b, 0), u=0 * case.u, v=0 * case.v, keep=1.0)
    case = case.cast(dtype)
    for _ in range(2000):
        step(*case)
        case.d[:] = np.maximum(case.d + case.s, 0)

    assert abs(case.u).max() < 32 * np.finfo(dtype).eps
    assert abs(case.v).max() < 32 * np.finfo(dtype).eps


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("wraps", WRAPS)
@pytest.mark.parametrize("column", [0, 31, 32, 66, 69])
def test_a_step_says_whether_a_cell_would_run_dry(column, wraps, dtype):
    """A trough is pulled empty in one column, in a whole vector of them or in what is left."""
    shape = (40, 70)
    nothing = np.zeros((2, 40)), np.zeros((2, 40)), np.zeros((2, 70)), np.zeros((2, 70))
    for wanted, speed in ((True, 0.45), (False, 0.55)):  # a cell gives 2 r D speed, r = 1
        d, v = np.full(shape, 0.3), np.zeros((41, 70))
        v[20, column], v[21, column] = -speed, speed
        case = Case(d, 0 * d, np.zeros((40, 71)), v, 0 * d, 1.0, 1e-9, 1.0, *nothing, *wraps)
        case = case.cast(dtype)

        assert step(*case) is wanted
        assert bool((case.d + case.s >= 0).all()) is wanted


@pytest.mark.parametrize("wraps", WRAPS)
def test_a_step_does_not_depend_on_the_number_of_threads(wraps):
    one, two = (rough_case((150, 170), wraps, openness=1.0) for _ in range(2))
    threads = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        step(*one)
    finally:
        numba.set_num_threads(threads)
    step(*two)

    for x, y in zip(one[:5], two[:5], strict=True):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("wraps", WRAPS)
def test_a_step_is_the_same_where_rows_lie_apart(wraps, dtype):
    """To the bit: for a solver's own arrays may, and those of whoever asks it may not."""
    together = rough_case((40, 70), wraps, openness=1.0).cast(dtype)
    b, s = (apart(40, 70, dtype) for _ in range(2))
    b[...] = together.b
    spread = together.cast(dtype)._replace(b=b, s=s)

    assert step(*spread) == step(*together)

    for x, y in zip(spread[:5], together[:5], strict=True):
        np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize("nx", [1, 16, 1000, 1008, 1024, 2048, 4096])
def test_rows_that_lie_apart_begin_at_other_places_of_a_page(nx):
    rows = apart(16, nx, np.float32)

    begins = {j * rows.strides[0] % 4096 // 64 for j in range(16)}

    assert rows.shape == (16, nx)
    assert len(begins) == 16


@pytest.mark.parametrize("wraps", WRAPS)
@pytest.mark.parametrize("axis", [0, 1])
def test_mirrored_water_moves_in_the_mirror(axis, wraps):
    case = rough_case((40, 70), wraps, openness=1.0)
    d, b, u, v, s, keep, a, r, west, east, south, north, *_ = (
        np.flip(x, axis % x.ndim).copy() if np.ndim(x) else x for x in case
    )
    if axis == 0:
        west, east = case.west[:, ::-1].copy(), case.east[:, ::-1].copy()
        south, north = case.north.copy(), case.south.copy()
        v = -v
    else:
        west, east = case.east.copy(), case.west.copy()
        south, north = case.south[:, ::-1].copy(), case.north[:, ::-1].copy()
        u = -u
    mirrored = Case(d, b, u, v, s, keep, a, r, west, east, south, north, *wraps)

    step(*case)
    step(*mirrored)

    np.testing.assert_allclose(np.flip(mirrored.s, axis), case.s, atol=1e-13)
    sign_u, sign_v = (1, -1) if axis == 0 else (-1, 1)
    np.testing.assert_allclose(sign_u * np.flip(mirrored.u, axis), case.u, atol=1e-12)
    np.testing.assert_allclose(sign_v * np.flip(mirrored.v, axis), case.v, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("wraps", WRAPS)
def test_rough_water_stays_bounded_at_fifty_cells_a_step(wraps, dtype):
    """c dt/dx = 50: g = 10, d = 1, dx = 1."""
    rng = np.random.default_rng(50)
    g, d, dt = 10.0, rng.uniform(0.5, 1.5, (48, 40)), 50 / np.sqrt(10)
    case = rough_case(d.shape, wraps)
    case = case._replace(d=d, b=0 * d, u=0 * case.u, v=0 * case.v, keep=1.0, a=g * dt, r=dt)
    case = case.cast(dtype)
    for _ in range(300):
        step(*case)
        case.d[:] = np.maximum(case.d + case.s, 0)

    assert case.d.max() < 2
    assert np.isfinite(case.u).all()
    assert np.isfinite(case.v).all()


def test_faces_are_as_deep_as_the_paper_says():
    rng = np.random.default_rng(0)
    b = rng.uniform(-1, 1, (200, 2))
    d = np.where(rng.random((200, 2)) < 0.4, 0, rng.uniform(0, 1, (200, 2)))
    for (bl, br), (dl, dr) in zip(b, d, strict=True):
        assert face_depth(bl, dl, br, dr) == the_papers_face_depth(bl, dl, br, dr)


def test_a_film_of_single_molecules_does_not_flow():
    assert face_depth(0.0, 2e-10, 0.0, 0.0) == 0
    assert face_depth(0.0, 4e-10, 0.0, 0.0) == 4e-10
