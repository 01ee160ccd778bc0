"""Model: what it takes, what it refuses, what it tells."""

import numpy as np
import pytest

from wavetank import Drop, Feature, Grid, Model, WaveMaker
from wavetank.errors import ModelError

GRID = Grid(nx=4, ny=3, spacing=0.5)


def model(grid=GRID, **parts):
    return Model(grid, **({"bed": 0.0, "surface": 1.0} | parts))


# The grid


def test_a_grid_knows_its_places():
    x, y = GRID.centres()

    assert GRID.shape == x.shape == y.shape == (3, 4)
    assert (GRID.cells, GRID.cell_area, GRID.size) == (12, 0.25, (2.0, 1.5))
    np.testing.assert_array_equal(x[0], [0.25, 0.75, 1.25, 1.75])
    np.testing.assert_array_equal(y[:, 0], [0.25, 0.75, 1.25])
    assert not np.ptp(x, axis=0).any()
    assert not np.ptp(y, axis=1).any()


@pytest.mark.parametrize(("arguments", "problem"), [
    ((0, 3, 0.5), "nx must be at least 1, got 0"),
    ((4, -3, 0.5), "ny must be at least 1, got -3"),
    ((4, 3, 0), "spacing must be positive, got 0"),
    ((4, 3, -1), "spacing must be positive, got -1"),
    ((4, 3, float("nan")), "spacing must be positive, got nan"),
    ((4, 3, float("inf")), "spacing must be positive, got inf"),
])  # fmt: skip
def test_an_impossible_grid_is_refused(arguments, problem):
    with pytest.raises(ValueError, match=problem):
        Grid(*arguments)


# Arrays


def test_fields_are_numbers_arrays_or_functions_of_x_and_y():
    array = np.arange(12.0).reshape(3, 4) / 20
    made = model(bed=lambda x, y: x + 10 * y, surface=20.0, u=array, v=[0, 1, 2, 3])

    x, y = GRID.centres()
    np.testing.assert_array_equal(made.bed, x + 10 * y)
    np.testing.assert_array_equal(made.surface, np.full((3, 4), 20.0))
    np.testing.assert_array_equal(made.u, array)
    np.testing.assert_array_equal(made.v, [[0, 1, 2, 3]] * 3)


@pytest.mark.parametrize("name", ["bed", "surface", "u", "v", "walls"])
def test_a_models_arrays_are_read_only_and_its_own(name):
    given = np.zeros((3, 4), bool if name == "walls" else float)
    made = model(**{name: given})
    given[:] = 1
    with pytest.raises(ValueError, match="read-only"):
        getattr(made, name)[0, 0] = 7

    assert not np.shares_memory(getattr(made, name), given)
    if name != "surface":
        assert not getattr(made, name).any()


@pytest.mark.parametrize(("precision", "dtype"), [("double", np.float64), ("single", np.float32)])
def test_all_arrays_have_the_precision_asked_for(precision, dtype):
    made = model(precision=precision)
    arrays = made.bed, made.surface, made.u, made.v, made.start_depth(), *made.start_velocity()

    assert {array.dtype for array in arrays} == {np.dtype(dtype)}


def test_the_surface_is_never_below_the_ground():
    made = model(bed=[0, 0.5, 1.5, 2.0])

    np.testing.assert_array_equal(made.surface[0], [1, 1, 1.5, 2])
    np.testing.assert_array_equal(made.start_depth()[0], [1, 0.5, 0, 0])


def test_no_water_stands_in_walls():
    walls = np.zeros((3, 4), bool)
    walls[1, 2] = True
    depth = model(walls=walls).start_depth()

    assert depth[1, 2] == 0
    assert depth.sum() == 11
    depth[...] = 5  # a new array each time
    assert model(walls=walls).start_depth().sum() == 11


def test_start_velocities_go_to_the_faces_but_not_through_walls():
    walls = np.zeros((3, 4), bool)
    walls[1, 2] = True
    made = model(walls=walls, u=[1.0, 2.0, 3.0, 4.0], v=[[1.0], [2.0], [4.0]])
    u, v = made.start_velocity()

    assert u.shape == (3, 5)
    assert v.shape == (4, 4)
    np.testing.assert_array_equal(u[0], [0, 1.5, 2.5, 3.5, 0])
    np.testing.assert_array_equal(u[1], [0, 1.5, 0, 0, 0])
    np.testing.assert_array_equal(v[:, 0], [0, 1.5, 3, 0])
    np.testing.assert_array_equal(v[:, 2], [0, 0, 0, 0])


def test_start_velocities_pass_open_and_periodic_sides():
    u, _ = model(u=[1.0, 2.0, 3.0, 4.0], west="open", east="wall").start_velocity()
    np.testing.assert_array_equal(u[0], [1, 1.5, 2.5, 3.5, 0])
    u, _ = model(u=[1.0, 2.0, 3.0, 4.0], west="periodic", east="periodic").start_velocity()
    np.testing.assert_array_equal(u[0], [2.5, 1.5, 2.5, 3.5, 2.5])
    _, v = model(v=[[1.0], [2.0], [4.0]], north="open").start_velocity()
    np.testing.assert_array_equal(v[:, 0], [0, 1.5, 3, 4])


# What it tells


def test_the_level_is_the_mean_of_the_wet_surface_unless_given():
    assert model(bed=[0, 0, 0, 2.0]).level == 1.0
    assert model(surface=[1.0, 2.0, 3.0, 4.0]).level == 2.5
    assert model(level=0.3).level == 0.3
    assert model(bed=[3.0, 4.0, 5.0, 6.0]).level == 3.0  # all dry: the lowest ground


def test_dry_ground_is_noticed():
    assert model().needs() == set()
    assert model(bed=[0, 0, 0, 1.0]).needs() == {Feature.DRY_GROUND}
    assert model(bed=[0, 0, 0, 1.0], walls=[[False] * 3 + [True]] * 3).needs() == set()
    asked = model(needs={Feature.VORTICES})
    assert asked.needs() == {Feature.VORTICES}


# Refused


@pytest.mark.parametrize("name", ["bed", "surface", "u", "v"])
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_none_is_refused_by_its_place(name, bad):
    values = np.zeros((3, 4))
    values[1, 2] = values[2, 0] = bad
    with pytest.raises(ModelError) as caught:
        model(**{name: values})

    assert caught.value.problem == f"{name} is {bad} in row 1, column 2"
    assert "2 of 12 cells" in caught.value.instead


@pytest.mark.parametrize("shape", [(4, 3), (5,), (2, 3, 4)])
def test_an_array_of_another_shape_is_refused(shape):
    with pytest.raises(ModelError) as caught:
        model(bed=np.zeros(shape))

    assert caught.value.problem == f"bed has the shape {shape}, the grid (3, 4)"
    assert caught.value.instead == "arrays are [j, i]: ny rows of nx cells"


def test_a_function_of_another_shape_is_refused():
    with pytest.raises(ModelError, match=r"bed has the shape \(2, 2\)"):
        model(bed=lambda x, y: np.zeros((2, 2)))


@pytest.mark.parametrize("value", ["deep", [[1, 2], [3]]])
def test_what_is_no_numbers_is_refused_in_two_lines(value):
    with pytest.raises(ModelError) as caught:
        model(surface=value)
    assert len(str(caught.value).splitlines()) == 2


@pytest.mark.parametrize(("parts", "problem"), [
    ({"gravity": 0}, "gravity must be positive, got 0"),
    ({"gravity": float("nan")}, "gravity must be positive, got nan"),
    ({"drying": -1.0}, "drying must be positive, got -1.0"),
    ({"walls": np.ones((3, 4))}, "walls leave no room for water"),
    ({"walls": np.ones((4, 3))}, r"walls has the shape \(4, 3\), the grid \(3, 4\)"),
    ({"west": "opne"}, "west: unknown side 'opne'"),
    ({"west": "periodic"}, "west and east must be periodic both or neither"),
    ({"north": "periodic", "south": WaveMaker(0.1, 1.0)}, "south and north must be periodic both"),
    ({"level": float("nan")}, "level"),
    ({"level": float("inf")}, "level"),
    ({"precision": "half"}, "precision"),
    ({"sources": [Drop(0, 2.1, 0.1, 0.2, 0.1)]}, r"source 1 \(drop\): x = 2.1 m is outside"),
    ({"sources": [Drop(0, 1, 1, 0.2, 0.1), Drop(0, 1, -0.1, 0.2, 0.1)]},
     r"source 2 \(drop\): y = -0.1 m is outside"),
    ({"sources": [Drop(0, float("nan"), 1, 0.2, 0.1)]}, r"source 1 \(drop\): x = nan"),
])  # fmt: skip
def test_impossible_models_are_refused(parts, problem):
    with pytest.raises(ModelError, match=problem) as caught:
        model(**parts)
    assert len(str(caught.value).splitlines()) == 2
