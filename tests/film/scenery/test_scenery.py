import numpy as np
import pytest

from wavetank.film.rays.march import G, S
from wavetank.film.scenery.scenery import FOAM, WALL, WET, land_of, scenery_of
from wavetank.film.scenery.spline import cubic, refine, tent


def drawn(frame, surround="sea", fineness=2):
    """The scenery of a frame, and where its vertices lie inside the tank."""
    land = land_of(frame, surround, fineness)
    first = land.margin * fineness
    rows, columns = frame.grid.ny * fineness + 1, frame.grid.nx * fineness + 1
    return scenery_of(frame, land), np.s_[first : first + rows, first : first + columns]


@pytest.mark.parametrize("times", [1, 2, 5])
@pytest.mark.parametrize("curve", [cubic, tent])
def test_a_refined_plane_is_the_plane(times, curve):
    j, i = np.mgrid[:8, :10]
    fine = refine(2.0 + 0.5 * i - 0.25 * j, times, curve)
    rows, columns = np.mgrid[: 8 * times + 1, : 10 * times + 1] / times - 0.5
    inside = np.s_[2 * times : -2 * times, 2 * times : -2 * times]

    assert fine.shape == (8 * times + 1, 10 * times + 1)
    np.testing.assert_allclose(fine[inside], (2.0 + 0.5 * columns - 0.25 * rows)[inside], rtol=1e-6)


def test_a_refined_field_never_leaves_what_its_cells_hold():
    field = np.random.default_rng(1).normal(size=(9, 7))
    for curve in (cubic, tent):
        fine = refine(field, 4, curve)
        assert field.min() <= fine.min() + 1e-6
        assert fine.max() <= field.max() + 1e-6


def test_slopes_are_those_of_what_is_drawn(frame_of):
    x, y = np.meshgrid((np.arange(40) + 0.5) * 0.1, (np.arange(30) + 0.5) * 0.1)
    frame = frame_of(bed=0.02 * x - 1.0, depth=1.0 + 0.03 * np.sin(x) - 0.02 * x - 0.01 * y)
    made, tank = drawn(frame)
    middle = made.slopes[tank][20:-20, 20:-20]
    places = (np.arange(81) * 0.05)[20:-20]

    np.testing.assert_allclose(middle[..., 0], 0.02, atol=1e-4)
    np.testing.assert_allclose(middle[..., 1], 0, atol=1e-4)
    np.testing.assert_allclose(middle[0, :, 2], 0.03 * np.cos(places), atol=2e-4)
    np.testing.assert_allclose(middle[..., 3], -0.01, atol=1e-4)


def test_the_relief_begins_where_the_margin_does(frame_of):
    """The tank's corner lies at the origin, whatever is laid around."""
    frame = frame_of(20, 10)
    made, tank = drawn(frame)
    relief = made.relief
    rows, columns = tank

    assert relief.x + relief.spacing * columns.start == pytest.approx(0, abs=1e-12)
    assert relief.y + relief.spacing * rows.start == pytest.approx(0, abs=1e-12)
    assert relief.x + relief.spacing * (columns.stop - 1) == pytest.approx(2.0)
    assert relief.spacing == pytest.approx(0.05)


@pytest.mark.parametrize("surround", ["sea", "pool"])
def test_at_the_rim_ground_and_water_are_level_with_what_lies_beyond(frame_of, surround):
    x, _ = np.meshgrid((np.arange(40) + 0.5) * 0.1, np.arange(30))
    frame = frame_of(bed=-0.5 + 0.2 * np.sin(3 * x), depth=0.5, level=0.0)
    made, _ = drawn(frame, surround)
    relief = made.relief
    for edge in (relief.z[0], relief.z[-1], relief.z[:, 0], relief.z[:, -1]):
        np.testing.assert_allclose(edge[:, G], relief.ground_beyond, atol=0.02)
        if surround == "sea":
            np.testing.assert_allclose(edge[:, S], relief.water_beyond, atol=0.02)
        else:
            assert np.all(edge[:, S] < edge[:, G])


def test_walls_stand_up_above_still_water(frame_of):
    walls = np.zeros((30, 40), bool)
    walls[:, 18:22] = True
    made, tank = drawn(frame_of(bed=-0.5, depth=0.5 * ~walls, walls=walls))
    z, cover = made.relief.z[tank][6:-6], made.cover[tank][6:-6]  # it ends with the tank

    assert np.all(z[:, 38:43, G] > 0.05)
    assert np.all(cover[:, 39:42, WALL] == 1)
    assert np.all(cover[:, :30, WALL] == 0)
    np.testing.assert_allclose(z[5:-5, 10:30, G], -0.5, atol=1e-6)


def test_wetness_and_foam_lie_where_they_are(frame_of):
    wet, foam = np.zeros((30, 40)), np.zeros((30, 40))
    wet[10:20, :20], foam[:, 30:] = 1.0, 0.5
    made, tank = drawn(frame_of(bed=0.1, depth=0.0, level=-1.0, wet=wet, foam=foam))
    cover = made.cover[tank]

    np.testing.assert_allclose(cover[25:35, 5:35, WET], 1)
    np.testing.assert_allclose(cover[45:, :, WET], 0)
    np.testing.assert_allclose(cover[20, 65:75, FOAM], 0.5)
    np.testing.assert_allclose(cover[:, :55, FOAM], 0)


def test_the_land_of_a_film_is_the_same_from_each_of_its_frames(frame_of):
    early = land_of(frame_of(bed=-0.5, depth=0.5), "sea", 2)
    late = land_of(frame_of(bed=-0.5, depth=0.7, time=3.0), "sea", 2)

    np.testing.assert_array_equal(early.vertices, late.vertices)
    assert early.depth == late.depth
