import numpy as np
import OpenEXR
import pytest

from wavetank.errors import SceneError
from wavetank.film.rays.sky_map import sky_light, skylight_of
from wavetank.film.sky.environment_map import (
    angle_between,
    at_angles,
    azimuths,
    elevations,
    environment_of,
    folded,
    pixel_angles,
    smaller,
    without_sun,
)
from wavetank.film.sky.sky import environment
from wavetank.film.sky.spectrum import luminance
from wavetank.look.look import Look


@pytest.fixture
def sky(tmp_path):
    """Writes a picture of the sky, and gives its name."""

    def write(light):
        header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
        with OpenEXR.File(header, {"RGB": light.astype(np.float32)}) as file:
            file.write(str(tmp_path / "sky.exr"))
        return tmp_path / "sky.exr"

    return write


def even(rows=64, colour=(1.0, 1.0, 1.0)):
    return np.ones((rows, 2 * rows, 3)) * colour


def speckled(rows=64):
    """Each pixel another light, between 0.2 and 1."""
    return np.random.default_rng(4).uniform(0.2, 1, (rows, 2 * rows, 3))


def on_level_ground(light):
    """Irradiance from the upper half of a picture."""
    rows = len(light)
    weights = pixel_angles(*light.shape[:2]) * np.sin(elevations(rows))
    return weights[: rows // 2] @ light[: rows // 2].sum(axis=1)


def all_light(found):
    """Irradiance of sky and sun on level ground."""
    return np.array(found.skylight) + max(found.sun[2], 0) * np.array(found.sunlight)


@pytest.mark.parametrize("rows", [4, 7, 64, 300])
def test_a_white_picture_is_white_on_all_sides(sky, rows):
    found = environment_of(sky(even(rows)), turn=0)

    np.testing.assert_allclose(found.map, 1, rtol=1e-5)
    assert found.skylight == pytest.approx((np.pi,) * 3, rel=1e-3)
    assert found.sunlight == (0, 0, 0)


@pytest.mark.parametrize("rows", [16, 64, 300])
@pytest.mark.parametrize("turn", [0, 77.7])
def test_no_light_is_lost(sky, rows, turn):
    light = speckled(rows)

    assert all_light(environment_of(sky(light), turn)) == pytest.approx(
        on_level_ground(light), rel=0.01
    )


def test_light_comes_from_where_it_is_in_the_picture():
    """Brightness and colour as plain functions of the direction."""
    rows = 256
    towards = at_angles(elevations(rows)[:, None], azimuths(2 * rows))
    found = folded(0.5 + 0.5 * towards, turn=0)

    directions = np.random.default_rng(3).normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    wrong = [sky_light(found, *d) - (0.5 + 0.5 * d) for d in directions]

    np.testing.assert_allclose(wrong, 0, atol=4e-3)  # half a row of pixels at the horizon
    np.testing.assert_allclose(np.mean(wrong, axis=0), 0, atol=2e-4)  # not aside, as a whole


def test_the_middle_is_north_and_right_of_it_east():
    light = np.zeros((64, 128, 3))
    light[:, 60:68, 0] = light[:, 92:100, 1] = light[:, :4, 2] = light[:, -4:, 2] = 1
    found = folded(light, turn=0)

    assert sky_light(found, 0.0, 0.9, 0.1) == pytest.approx((1, 0, 0))
    assert sky_light(found, 0.9, 0.0, 0.1) == pytest.approx((0, 1, 0))
    assert sky_light(found, 0.0, -0.9, 0.1) == pytest.approx((0, 0, 1))


def test_the_horizon_stays_sharp():
    light = even()
    light[32:] = 0
    found = folded(light, turn=0)

    np.testing.assert_allclose(found[0], 1, rtol=1e-6)
    np.testing.assert_array_equal(found[1], 0)


def test_a_turn_is_clockwise(sky):
    """By 90 degrees, what was north is east, and the sun turns with the sky."""
    light = 0.2 + 0 * even()
    light[:, 60:68, 0] = 1
    light[20, 64] = 2000
    still, turned = (environment_of(sky(light), turn) for turn in (0, 90))

    assert sky_light(still.map, 0.0, 0.9, -0.1)[0] == pytest.approx(1)
    assert sky_light(turned.map, 0.9, 0.0, -0.1)[0] == pytest.approx(1)
    assert sky_light(turned.map, 0.0, 0.9, -0.1)[0] == pytest.approx(0.2)
    x, y, z = still.sun
    assert turned.sun == pytest.approx((y, -x, z))


@pytest.mark.parametrize("rows", [16, 64, 512])
@pytest.mark.parametrize(("down", "along"), [(0.0, 0.3), (0.2, 0.999), (0.3, 0.0), (0.49, 0.6)])
def test_a_sun_of_one_pixel_is_found_where_it_is(sky, rows, down, along):
    """Taken out of the map, and as bright in all as it was."""
    row, column = int(down * rows), int(along * 2 * rows)
    light = speckled(rows)
    light[row, column] = np.array([30.0, 20.0, 10.0]) / pixel_angles(rows, 2 * rows)[row]
    found = environment_of(sky(light), turn=0)
    place = at_angles(elevations(rows)[row], azimuths(2 * rows)[column])

    assert angle_between(np.array(found.sun), place) < 0.5 * np.pi / rows
    assert found.sunlight == pytest.approx((30, 20, 10), rel=0.01)
    assert all_light(found) == pytest.approx(on_level_ground(light), rel=0.01)
    assert found.map.max() <= 1.001
    assert found.sun_radius == pytest.approx(np.radians(0.2666))


def test_a_round_sun_has_its_radius():
    rows, radius = 720, np.radians(1.5)
    middle = at_angles(np.radians(40.0), np.radians(-120.0))
    towards = at_angles(elevations(rows)[:, None], azimuths(2 * rows))
    light = even(rows)
    light[angle_between(towards, middle) < radius] = 500
    disc, rest = without_sun(light)

    assert disc.radius == pytest.approx(radius, rel=0.03)
    assert angle_between(disc.direction, middle) < 0.1 * radius
    assert luminance(disc.light) == pytest.approx(499 * np.pi * radius**2, rel=0.02)
    np.testing.assert_allclose(rest, 1)


@pytest.mark.parametrize(
    "bright",
    [
        (slice(5, 25), slice(10, 50), 10.0),  # a window
        (slice(10, 11), slice(10, 11), 1.5),  # a pixel hardly brighter
        (slice(40, 41), slice(10, 11), 1e5),  # below the horizon
    ],
)
def test_what_is_no_sun_stays_in_the_map(bright):
    rows, columns, value = bright
    light = even()
    light[rows, columns] = value
    disc, rest = without_sun(light)

    assert not disc.light.any()
    assert rest is light


def test_the_picture_it_was_read_from_is_left_as_it_was():
    light = even()
    light[10, 10] = 1e5
    before = light.copy()
    without_sun(light)

    np.testing.assert_array_equal(light, before)


def test_a_large_picture_made_smaller_keeps_its_light(monkeypatch):
    monkeypatch.setattr("wavetank.film.sky.environment_map.WIDEST", 64)
    light = speckled(128).astype(np.float32)
    small = smaller(light)

    assert small.shape == (32, 64, 3)
    angles = pixel_angles(128, 256) @ light.sum(axis=1)
    assert pixel_angles(32, 64) @ small.sum(axis=1) == pytest.approx(angles, rel=1e-4)


def test_a_map_has_a_node_for_each_pixel_at_the_horizon_up_to_a_limit():
    assert folded(even(16), 0).shape == (2, 65, 65, 3)
    assert folded(even(256), 0).shape == (2, 129, 129, 3)


@pytest.mark.parametrize("sun", [0, 1e4])
def test_a_look_meters_it_like_any_sky(sky, sun):
    light = 0.003 * speckled()
    light[12, 70] += sun
    path = sky(light)
    found = environment(Look(sky=path.name), path.parent)

    assert found.card == pytest.approx(1, rel=1e-4)
    assert luminance(all_light(found)) == pytest.approx(np.pi, rel=1e-4)
    assert found.skylight == pytest.approx(skylight_of(found.map))
    assert np.isfinite(found.map).all()
    assert any(found.sunlight) == bool(sun)


def test_a_black_sky_is_refused(sky):
    light = even()
    light[:32] = 0

    with pytest.raises(SceneError, match="black above the horizon"):
        environment_of(sky(light), turn=0)
