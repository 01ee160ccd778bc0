import numpy as np
import pytest

from wavetank.film.rays.ball import sphere_light
from wavetank.film.sky.sky import environment
from wavetank.film.sky.sphere_map import ball_directions
from wavetank.look.look import Look, Sun


def places(count):
    """A picture whose pixels hold where they lie: s from the left, t from below."""
    line = (np.arange(count) + 0.5) / count
    s, t = np.meshgrid(line, line[::-1])
    return np.stack([s, t, np.zeros_like(s)], axis=-1)


@pytest.mark.parametrize(
    ("ray", "place"),
    [
        ((0, 0, 1), (0.5, 0.5)),
        ((1, 0, 0), (0.5 + 0.5**1.5, 0.5)),
        ((-1, 0, 0), (0.5 - 0.5**1.5, 0.5)),
        ((0, 1, 0), (0.5, 0.5 + 0.5**1.5)),
        ((0, -1, 0), (0.5, 0.5 - 0.5**1.5)),
        ((0, 0.6, -0.8), (0.5, 0.5 + 0.6 / 2 / 0.4**0.5)),
    ],
)
def test_a_ray_picks_the_place_of_the_formula(ray, place):
    """m = 2 sqrt(rx^2 + ry^2 + (rz + 1)^2), (s, t) = (rx, ry) / m + 1/2."""
    ray = np.array(ray, float)

    assert sphere_light(places(256), *ray)[:2] == pytest.approx(place, abs=1e-3)
    m = 2 * np.sqrt(ray[0] ** 2 + ray[1] ** 2 + (ray[2] + 1) ** 2)
    assert place == pytest.approx(tuple(ray[:2] / m + 0.5))


def test_each_place_of_the_ball_is_picked_by_what_it_mirrors():
    towards, held = ball_directions(64), places(64)
    line = held[..., :2] - 0.5
    for j, i in np.argwhere(np.hypot(*np.moveaxis(line, -1, 0)) < 0.48):
        assert sphere_light(held, *towards[j, i])[:2] == pytest.approx(tuple(held[j, i, :2]))


def test_straight_ahead_is_the_rim_and_no_failure():
    assert np.isfinite(sphere_light(places(16), 0.0, 0.0, -1.0)).all()


@pytest.mark.parametrize("elevation", [90, 50, 0, -6])
def test_the_picture_is_light_and_brighter_above_than_below(elevation):
    picture = environment(Look(sky="sphere_map", sun=Sun(elevation))).sphere_map

    assert picture.shape == (512, 512, 3)
    assert np.isfinite(picture).all()
    assert picture.min() >= 0
    assert picture[100:200, 200:300].mean() > 1.5 * picture[380:480, 200:300].mean()


def test_only_this_look_has_the_picture():
    assert environment(Look()).sphere_map is None
