import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wavetank.errors import SceneError
from wavetank.model.fractal import NOISE_DEVIATION, Fractal
from wavetank.model.grid import Grid
from wavetank.model.hills import Cone, Island, Ridge
from wavetank.model.noise import gradient_noise
from wavetank.model.terrain import Flat, Slope, ground

HERE = Path()
GRID = Grid(nx=40, ny=20, spacing=0.1)  # 4 m by 2 m
ODD = Grid(nx=33, ny=21, spacing=0.07)  # the middle falls on a cell, the spacing on no binary


def middle(grid):
    return grid.size[0] / 2, grid.size[1] / 2


def heights(shape, grid=GRID):
    return shape.heights(grid, HERE)


# Shapes at known places


def test_flat_ground_is_flat():
    np.testing.assert_array_equal(heights(Flat(-1.5)), np.full((20, 40), -1.5))


@pytest.mark.parametrize("toward", ["east", "west", "north", "south"])
def test_a_slope_rises_evenly_from_one_end_of_the_tank_to_the_other(toward):
    bed = heights(Slope(low=-1, high=3, toward=toward))

    turns = {"east": bed, "west": bed[:, ::-1], "north": bed.T, "south": bed.T[:, ::-1]}
    profile = turns[toward][0]
    cells = len(profile)
    np.testing.assert_allclose(profile, -1 + 4 * (np.arange(cells) + 0.5) / cells, atol=1e-12)
    assert np.ptp(turns[toward], axis=0).max() == 0


def test_a_slope_is_level_before_its_start_and_behind_its_stop():
    bed = heights(Slope(low=-0.5, high=0.7, toward="west", start=1, stop=3))

    x, _ = GRID.centres()
    np.testing.assert_array_equal(bed[x > 3], -0.5)  # 1 m from the east side: x = 3 m
    np.testing.assert_array_equal(bed[x < 1], 0.7)
    np.testing.assert_allclose(bed, np.clip(-0.5 + 1.2 * (3 - x) / 2, -0.5, 0.7), atol=1e-12)


def test_a_slope_may_start_before_the_tank_and_stop_behind_it():
    x, _ = GRID.centres()
    bed = heights(Slope(low=0, high=10, start=-3, stop=7))

    np.testing.assert_allclose(bed, x + 3, atol=1e-12)


def test_a_cone_falls_straight_to_its_base():
    bed = heights(Cone(x=2.05, y=1.05, radius=0.5, height=2, base=-1))

    row = bed[10]  # y = 1.05
    np.testing.assert_allclose(row[20:26], [1, 0.6, 0.2, -0.2, -0.6, -1], atol=1e-9)
    np.testing.assert_array_equal(row[26:], -1)
    assert bed[13, 24] == -1  # 0.3 and 0.4 m away: on the rim


def test_an_island_is_level_at_its_top_and_at_its_rim():
    bed = heights(Island(x=2.05, y=1.05, radius=0.5, height=2, base=-1))

    distance = np.arange(6) / 5
    np.testing.assert_allclose(bed[10, 20:26], -1 + 2 * (1 - distance**2) ** 2, atol=1e-9)
    np.testing.assert_array_equal(bed[10, 26:], -1)


def test_half_an_islands_height_is_where_its_docstring_says():
    fine = Grid(nx=400, ny=1, spacing=0.01)
    bed = heights(Island(x=0.005, y=0.005, radius=2, height=1), fine)

    assert bed[0, 108] == pytest.approx(0.5, abs=0.01)  # at 0.54 radii


def test_a_ridge_is_as_high_all_along_its_crest_and_ends_round():
    bed = heights(Ridge(start=(1.05, 1.05), end=(3.05, 1.05), width=0.8, height=0.3, base=-1))

    np.testing.assert_allclose(bed[10, 10:31], -0.7, atol=1e-12)
    profile = -1 + 0.3 * (1 - (np.arange(5) / 4) ** 2) ** 2
    np.testing.assert_allclose(bed[10:15, 20], profile, atol=1e-9)  # across
    np.testing.assert_allclose(bed[10, 30:35], profile, atol=1e-9)  # beyond its end
    np.testing.assert_array_equal(bed[:6], -1)


def test_a_slanted_ridge_is_as_high_all_along_its_crest():
    bed = heights(Ridge(start=(0.55, 0.55), end=(1.45, 1.45), width=0.5, height=1))

    np.testing.assert_allclose(np.diagonal(bed)[5:15], 1, atol=1e-9)
    off = 1 - (np.sqrt(0.5) * 0.1 / 0.25) ** 2
    np.testing.assert_allclose(np.diagonal(bed, 1)[5:14], off**2, atol=1e-9)


def test_a_ridge_from_a_place_to_itself_is_a_round_hill():
    ridge = Ridge(start=(2, 1), end=(2, 1), width=1, height=1)

    np.testing.assert_allclose(
        heights(ridge), heights(Island(x=2, y=1, radius=0.5, height=1)), atol=1e-12
    )


# Symmetry, to the bit


@pytest.mark.parametrize("grid", [GRID, ODD], ids=["even", "odd"])
@pytest.mark.parametrize("shape", [Cone, Island], ids=["cone", "island"])
def test_a_hill_in_the_middle_is_symmetric_to_the_bit(shape, grid):
    x, y = middle(grid)
    bed = heights(shape(x=x, y=y, radius=0.66, height=0.37), grid)

    assert bed.max() > 0.3
    np.testing.assert_array_equal(bed, bed[::-1])
    np.testing.assert_array_equal(bed, bed[:, ::-1])


def test_a_hill_in_the_middle_of_a_square_is_the_same_along_x_and_y():
    square = Grid(nx=27, ny=27, spacing=0.1)
    bed = heights(Cone(x=1.35, y=1.35, radius=1.1, height=0.37), square)

    np.testing.assert_array_equal(bed, bed.T)


@pytest.mark.parametrize("grid", [GRID, ODD], ids=["even", "odd"])
def test_a_ridge_across_the_middle_is_symmetric_to_the_bit(grid):
    x, y = middle(grid)
    ridge = Ridge(start=(x - 0.31, y), end=(x + 0.31, y), width=0.9, height=0.3)
    bed = heights(ridge, grid)

    assert bed.max() > 0.25
    np.testing.assert_array_equal(bed, bed[::-1])
    np.testing.assert_array_equal(bed, bed[:, ::-1])
    np.testing.assert_array_equal(
        bed, heights(replace(ridge, start=ridge.end, end=ridge.start), grid)
    )


@pytest.mark.parametrize("grid", [GRID, ODD], ids=["even", "odd"])
def test_mirrored_hills_make_mirrored_ground(grid):
    east, _ = grid.size
    here, there = 0.7123, east - 0.7123
    west_hill = heights(Island(x=here, y=0.3, radius=0.5, height=1), grid)
    east_hill = heights(Island(x=there, y=0.3, radius=0.5, height=1), grid)
    np.testing.assert_array_equal(west_hill, east_hill[:, ::-1])

    west_bar = heights(Ridge(start=(here, 0.1), end=(1.1, 0.93), width=0.5, height=1), grid)
    east_bar = heights(Ridge(start=(there, 0.1), end=(east - 1.1, 0.93), width=0.5, height=1), grid)
    np.testing.assert_array_equal(west_bar, east_bar[:, ::-1])


@pytest.mark.parametrize(("one", "other"), [("west", "east"), ("south", "north")])
def test_slopes_toward_opposite_sides_are_mirror_images(one, other):
    slope = Slope(low=-0.3, high=0.4, toward=one, start=0.13, stop=1.07)
    bed = heights(slope, ODD)

    np.testing.assert_array_equal(bed, np.flip(heights(replace(slope, toward=other), ODD)))


# Fractal


FRACTAL = Fractal(seed=3, height=2.0, size=1.6, roughness=0.8, base=-0.5)


def test_a_seed_always_makes_the_same_mountains():
    np.testing.assert_array_equal(heights(FRACTAL), heights(replace(FRACTAL)))


def test_a_seed_makes_the_mountains_it_made_when_this_was_written():
    bed = heights(Fractal(seed=3, height=2.0, size=1.6, roughness=0.8, base=-0.5))

    np.testing.assert_allclose(
        bed[[0, 7, 19], [0, 31, 39]],
        [1.19390340016514, 0.63191488481593, 0.71062297675296],
        atol=1e-12,
    )


@pytest.mark.parametrize("seed", [4, 7, 3 + 2**32, 0])
def test_another_seed_makes_other_mountains(seed):
    one, other = heights(FRACTAL), heights(replace(FRACTAL, seed=seed))

    assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.5
    assert np.abs(one - other).max() > 0.3


def test_smooth_hills_do_not_depend_on_the_grid():
    smooth = replace(FRACTAL, roughness=0.0)
    coarse = heights(smooth, Grid(nx=40, ny=20, spacing=0.1))
    fine = heights(smooth, Grid(nx=120, ny=60, spacing=0.1 / 3))  # every third centre is shared

    np.testing.assert_allclose(fine[1::3, 1::3], coarse, atol=1e-12)


def test_a_finer_grid_shows_the_same_mountains_with_more_detail():
    coarse = heights(FRACTAL, Grid(nx=40, ny=20, spacing=0.1))
    fine = heights(FRACTAL, Grid(nx=360, ny=180, spacing=0.1 / 9))
    detail = fine[4::9, 4::9] - coarse

    assert 0.01 < detail.std() < 0.25 * coarse.std()
    assert np.corrcoef(fine[4::9, 4::9].ravel(), coarse.ravel())[0, 1] > 0.97


def test_a_larger_tank_shows_more_of_the_same_mountains():
    wide = heights(FRACTAL, Grid(nx=80, ny=50, spacing=0.1))

    np.testing.assert_array_equal(wide[:20, :40], heights(FRACTAL))


def test_the_noise_has_the_deviation_that_its_integral_gives():
    t = (np.arange(4000) + 0.5) / 4000
    fade = t**3 * (t * (t * 6 - 15) + 10)
    across = ((1 - fade) ** 2 + fade**2).mean()
    along = ((1 - fade) ** 2 * t**2 + fade**2 * (t - 1) ** 2).mean()
    assert np.sqrt(across * along) == pytest.approx(NOISE_DEVIATION, rel=1e-4)

    noise = gradient_noise(Grid(nx=900, ny=900, spacing=1), 5.37, (1, 0))
    assert noise.std() == pytest.approx(NOISE_DEVIATION, rel=0.02)
    assert abs(noise.mean()) < 0.01


@pytest.mark.parametrize("roughness", [0, 0.5, 1])
def test_the_height_is_about_from_valleys_to_peaks(roughness):
    wide = Grid(nx=500, ny=500, spacing=0.1)
    bed = heights(Fractal(seed=1, height=6, size=1.6, roughness=roughness, base=10), wide)

    assert bed.mean() == pytest.approx(13, abs=0.15)
    assert bed.std() == pytest.approx(1, rel=0.1)


def test_rougher_ground_is_rougher():
    fine = Grid(nx=200, ny=100, spacing=0.02)
    steepness = [
        np.abs(np.diff(heights(replace(FRACTAL, roughness=roughness), fine))).mean()
        for roughness in (0, 0.4, 0.8, 1)
    ]

    assert steepness == sorted(steepness)
    assert steepness[3] > 3 * steepness[0]


def test_the_lattices_do_not_all_have_a_knot_at_the_same_place():
    """Noise is 0 at its knots: if they fell together, the ground would be dotted."""
    grid = Grid(nx=90, ny=90, spacing=0.2)
    bed = heights(Fractal(seed=3, height=2.0, size=0.9), grid)

    x, _ = grid.centres()
    np.testing.assert_allclose(x[0, 4::9] / 0.9 % 2, 1)
    assert bed[4::9, 4::9].std() > 0.1


def test_a_thousand_cells_square_take_less_than_a_second():
    start = time.process_time()
    heights(Fractal(seed=1, height=1, size=50), Grid(nx=1024, ny=1024, spacing=0.1))

    assert time.process_time() - start < 1


# Joining


def test_no_shapes_make_flat_ground_at_0():
    np.testing.assert_array_equal(ground([], GRID, HERE), np.zeros((20, 40)))


@pytest.mark.parametrize("join", ["add", "highest", "lowest"])
@pytest.mark.parametrize("height", [-2, 2])
def test_the_first_shape_is_the_ground_whatever_its_join(join, height):
    np.testing.assert_array_equal(ground([Flat(height, join=join)], GRID, HERE), float(height))


@pytest.mark.parametrize(
    ("join", "joined"), [("add", np.add), ("highest", np.maximum), ("lowest", np.minimum)]
)
def test_shapes_join_what_lies_before_them(join, joined):
    slope, cone = Slope(low=-1, high=1), Cone(x=2, y=1, radius=1, height=1, base=-0.3, join=join)

    np.testing.assert_array_equal(
        ground([slope, cone], GRID, HERE), joined(heights(slope), heights(cone))
    )


def test_shapes_join_in_their_order():
    shapes = [Flat(-1), Flat(3), Flat(0.5, join="lowest"), Flat(2)]

    np.testing.assert_array_equal(ground(shapes, GRID, HERE), 2.5)


@pytest.mark.parametrize(
    "shape",
    [
        Flat(1),
        Slope(low=0, high=1, toward="north"),
        Cone(x=0, y=0, radius=1, height=1),
        Island(x=0, y=0, radius=1, height=1),
        Ridge(start=(0, 0), end=(1, 1), width=1, height=1),
        FRACTAL,
    ],
    ids=lambda shape: shape.kind,
)
@pytest.mark.parametrize("grid", [GRID, Grid(nx=30, ny=1, spacing=0.1)], ids=["tank", "channel"])
def test_every_shape_gives_heights_of_its_own_over_the_whole_grid(shape, grid):
    bed = heights(shape, grid)

    assert bed.shape == grid.shape
    assert bed.dtype == np.float64
    bed += 1  # nobody else's, and writable
    assert heights(shape, grid).max() < bed.max()


# Values that cannot be


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Flat(float("nan")), "height must be finite, got nan"),
        (lambda: Cone(0, 0, -1, 1), "radius must be positive, got -1"),
        (lambda: Cone(0, 0, float("inf"), 1), "radius must be positive, got inf"),
        (lambda: Cone(float("inf"), 0, 1, 1), "x must be finite, got inf"),
        (lambda: Island(0, 0, 0, 1), "radius must be positive, got 0"),
        (lambda: Island(0, 0, 1, 1, float("nan")), "base must be finite, got nan"),
        (lambda: Ridge((0, 0), (1, 1), 0, 1), "width must be positive, got 0"),
        (lambda: Ridge((0, 0), (float("nan"), 1), 1, 1), "end must be finite, got (nan, 1)"),
        (lambda: Slope(0, 1, start=2, stop=2), "stop must be beyond start, got 2 to 2"),
        (lambda: Slope(float("inf"), 1), "low must be finite, got inf"),
        (lambda: Fractal(1, 1, 0), "size must be positive, got 0"),
        (lambda: Fractal(1, 1, 1, 1.1), "roughness must be from 0 to 1, got 1.1"),
        (lambda: Fractal(1, 1, 1, float("nan")), "roughness must be from 0 to 1, got nan"),
        (lambda: Fractal(1, float("nan"), 1), "height must be finite, got nan"),
    ],
)
def test_a_value_that_cannot_be_says_so(make, problem):
    with pytest.raises(ValueError) as error:  # noqa: PT011  # the text is compared in full
        make()

    assert str(error.value) == problem


def test_a_slope_beyond_the_tank_says_so():
    with pytest.raises(SceneError) as error:
        heights(Slope(low=0, high=1, start=5))

    assert error.value.problem == "a slope that starts at 5 m lies beyond the tank's end at 4.0 m"
    assert error.value.instead == "start it earlier, or say where it stops"
