import numpy as np
import pytest
from worlds import world

from wavetank.film.rays.draw import LENS_RAYS, draw_more, mark, ray_in, ray_through
from wavetank.look.camera import Camera

SIZE = (60, 90)
"""Down and across [pixels]."""
SHARP = Camera((1.0, -2.0, 3.0), (2.0, 1.5, 0.0), lens=28.0).at(0.0)
OPEN = Camera((1.0, -2.0, 3.0), (2.0, 1.5, 0.0), lens=28.0, aperture=0.5, focus=3.0).at(0.0)


@pytest.mark.parametrize("place", [(0.0, 0.0), (45.0, 30.0), (89.5, 0.5), (12.3, 47.8)])
def test_a_ray_goes_through_its_place_of_the_picture(place):
    way = np.array(ray_through(SHARP, *place, SIZE))
    (x, y, away), *_ = SHARP.project([np.array(SHARP.eye) + 7 * way], SIZE[::-1])

    assert np.linalg.norm(way) == pytest.approx(1)
    assert (x, y) == pytest.approx(place)
    assert away > 0


def rays_in(view, j, i, rays=LENS_RAYS):
    starts, ways = zip(*[ray_in(view, j, i, k, rays, SIZE) for k in range(rays)], strict=True)
    return np.array(starts), np.array(ways)


@pytest.mark.parametrize("pixel", [(0, 0), (20, 70), (59, 89)])
def test_all_rays_of_a_pixel_go_through_it_where_things_are_sharp(pixel):
    for view in (SHARP, OPEN):
        starts, ways = rays_in(view, *pixel)
        forward = np.array(view.forward)
        away = view.focus - (starts - view.eye) @ forward
        sharp = starts + (away / (ways @ forward))[:, None] * ways
        x, y, distance = view.project(sharp, SIZE[::-1]).T

        np.testing.assert_allclose(distance, view.focus)
        assert np.all((x > pixel[1]) & (x < pixel[1] + 1))
        assert np.all((y > pixel[0]) & (y < pixel[0] + 1))
        assert len(np.unique(np.round(x, 6))) == LENS_RAYS  # no two in one place
        assert abs(np.mean(x) - pixel[1] - 0.5) < 0.05


def test_rays_begin_all_over_the_lens_evenly():
    """The mean of r^2 over a disc is half its radius squared, its middle nothing."""
    starts, _ = rays_in(OPEN, 10, 20)
    across = (starts - OPEN.eye) @ np.array(OPEN.right)
    upward = (starts - OPEN.eye) @ np.array(OPEN.up)
    radius = np.hypot(across, upward) / OPEN.lens_radius

    np.testing.assert_allclose((starts - OPEN.eye) @ np.array(OPEN.forward), 0, atol=1e-12)
    assert radius.max() < 1
    assert np.mean(radius**2) == pytest.approx(0.5, abs=0.01)
    assert abs(np.mean(across)) < 0.1 * OPEN.lens_radius
    assert abs(np.mean(upward)) < 0.1 * OPEN.lens_radius
    quarters = np.histogram2d(across, upward, bins=2)[0]
    assert quarters.min() >= LENS_RAYS // 4 - 3


def test_a_closed_lens_is_the_eye_itself():
    starts, _ = rays_in(SHARP, 10, 20)

    np.testing.assert_array_equal(starts, np.tile(SHARP.eye, (LENS_RAYS, 1)))


def test_the_sharp_ray_counts_only_where_all_is_sharp(frame_of):
    """What a pixel held before plays no part in an open lens's picture."""
    lit, marks = world(frame_of(12, 12)), np.ones((8, 12), np.bool_)
    marks[:, 6:] = False
    for view, counts in ((SHARP, True), (OPEN, False)):
        black, bright = (np.full((8, 12, 3), held, np.float32) for held in (0, 100))
        for light in (black, bright):
            draw_more(lit, view, False, 0, marks, 4, light)

        assert (abs(black - bright)[:, :6].min() > 0) == counts
        np.testing.assert_array_equal(black[:, 6:], 0)  # and nothing else was drawn
        np.testing.assert_array_equal(bright[:, 6:], 100)


def test_pixels_are_marked_beside_an_edge_and_nowhere_else():
    shown, met = np.zeros((5, 12, 3), np.float32), np.zeros((5, 12), np.uint8)
    shown[:, 4:, 1] = 0.1  # an edge between columns 3 and 4
    met[:, 9:] = 2  # and one of another thing, as bright
    marks = np.empty((5, 12), np.bool_)
    for contrast, expected in ((0.08, [3, 4, 8, 9]), (0.2, [8, 9])):
        mark(shown, met, contrast, marks)
        assert np.flatnonzero(marks[2]).tolist() == expected
        assert np.all(marks == marks[2])
