"""The computed sky against what is known of the real one, within what days differ by."""

import numpy as np
import pytest

from wavetank.film.rays.sky_map import sky_light
from wavetank.film.sky.air import EARTH, Air, rayleigh
from wavetank.film.sky.environment import Environment
from wavetank.film.sky.sky import direction_of, environment, physical
from wavetank.film.sky.spectrum import (
    DAYLIGHT,
    LUMENS,
    SUNLIGHT,
    TO_REC709,
    WAVELENGTHS,
    luminance,
    seen,
)
from wavetank.look.look import Look, Sun


def sky(elevation, haze=2.5):
    return physical(Look(sun=Sun(elevation=elevation, azimuth=180), haze=haze))


def klx(light):
    return LUMENS / 1000 * float(luminance(np.array(light) * DAYLIGHT))


def kelvin(light):
    """Correlated colour temperature, by McCamy's cubic (1992)."""
    x, y, z = np.linalg.solve(TO_REC709, np.array(light) * DAYLIGHT)
    n = (x / (x + y + z) - 0.3320) / (0.1858 - y / (x + y + z))
    return 449 * n**3 + 3525 * n**2 + 6823.3 * n + 5520.33


def at(light, elevation, azimuth):
    return np.array(sky_light(light.map, *direction_of(Sun(elevation, azimuth))))


def test_the_sun_above_the_air_gives_133_klx():
    assert LUMENS / 1000 * luminance(seen(SUNLIGHT)) == pytest.approx(133, rel=0.02)


def test_the_air_has_the_optical_depth_of_air():
    """Bodhaine et al. 1999: 0.0971 at 550 nm."""
    assert rayleigh(np.array([550.0]))[0] == pytest.approx(0.0971, rel=0.01)


def test_haze_is_turbidity():
    """By dust three times the air's 0.0973 at 550 nm the sun in the zenith fades as exp(-0.292)."""
    thin, thick = (Air(haze).left_of_sun(np.array(EARTH), np.array(1.0)) for haze in (1, 4))
    faded = np.interp(550, WAVELENGTHS, np.log(thin / thick))

    assert faded == pytest.approx(3 * 0.0973, rel=0.01)


@pytest.mark.parametrize("elevation", [15, 30, 50, 70])
def test_sun_and_sky_light_the_ground_as_on_a_clear_day(elevation):
    """IES 1984: direct 127.5 exp(-0.21 / sin h) klx, sky 0.8 + 15.5 sqrt(sin h) klx."""
    light, height = sky(elevation), np.sin(np.radians(elevation))

    assert klx(light.sunlight) == pytest.approx(127.5 * np.exp(-0.21 / height), rel=0.25)
    assert klx(light.skylight) == pytest.approx(0.8 + 15.5 * np.sqrt(height), rel=0.45)


def test_the_sky_is_blue_and_the_sun_yellow():
    light = sky(50)

    assert 10_000 < kelvin(at(light, 90, 0)) < 20_000
    assert 4_900 < kelvin(light.sunlight) < 5_700
    assert kelvin(sky(20).sunlight) < kelvin(light.sunlight)


def test_the_setting_sun_is_red_and_dim():
    noon, evening = sky(50), sky(5)

    assert kelvin(evening.sunlight) < 3_000
    assert 0.02 < klx(evening.sunlight) / klx(noon.sunlight) < 0.2
    assert sky(-2).sunlight == (0, 0, 0)


@pytest.mark.parametrize(("elevation", "low", "high"), [(0, 0.3, 1.2), (-6, 0.002, 0.012)])
def test_twilight_is_as_dark_as_it_is(elevation, low, high):
    """Sunset lights level ground with some 700 lx, the end of civil twilight with 3.4 lx."""
    assert low < klx(sky(elevation).skylight) < high


def test_dusk_is_blue_above_and_red_where_the_sun_went():
    light = sky(-4)
    glow, zenith = at(light, 4, 180), at(light, 90, 0)

    assert glow[0] > 1.5 * glow[2]
    assert zenith[2] > zenith[1] > zenith[0]
    assert luminance(glow) > 3 * luminance(at(light, 4, 0))


def test_the_horizon_is_brighter_than_the_zenith_away_from_the_sun():
    light = sky(50)
    ratio = luminance(at(light, 90, 0)) / luminance(at(light, 3, 0))

    assert 0.25 < ratio < 0.8


def test_the_sky_is_brightest_around_the_sun():
    light = sky(30)

    assert luminance(at(light, 30, 180)) > 5 * luminance(at(light, 60, 0))


def test_haze_whitens_the_sky_and_dims_the_sun():
    clear, hazy = sky(40, haze=1.5), sky(40, haze=8)

    assert kelvin(at(hazy, 80, 0)) < 0.7 * kelvin(at(clear, 80, 0))
    assert klx(hazy.sunlight) < 0.6 * klx(clear.sunlight)
    assert klx(hazy.skylight) > 1.5 * klx(clear.skylight)


def test_the_sky_is_the_same_on_both_sides_of_the_sun():
    light = sky(20)

    np.testing.assert_allclose(at(light, 25, 130), at(light, 25, 230), rtol=1e-4)


def test_the_sky_turns_with_the_sun():
    one = physical(Look(sun=Sun(20, 0)))
    other = physical(Look(sun=Sun(20, 90)))

    np.testing.assert_allclose(at(one, 10, 40), at(other, 10, 130), rtol=1e-3)


def test_a_white_card_in_default_light_is_white():
    light = environment(Look())
    card = (light.sun[2] * np.array(light.sunlight) + light.skylight) / np.pi

    np.testing.assert_allclose(card, 1, rtol=2e-3)


@pytest.mark.parametrize("haze", [1, 20])
@pytest.mark.parametrize("elevation", [90, 0.1, -0.2, -6])
def test_every_look_has_light(elevation, haze):
    light = environment(Look(sun=Sun(elevation), haze=haze))

    assert light.map.shape == (2, 128, 128, 3)
    assert np.isfinite(light.map).all()
    assert light.map.min() >= 0
    assert light.card == pytest.approx(1, rel=1e-5)
    assert np.linalg.norm(light.sun) == pytest.approx(1)


def test_the_sun_below_the_horizon_lights_no_card():
    light = Environment(np.ones((2, 33, 33, 3)), (0, 0.8, -0.6), (9, 9, 9), 0.01, (np.pi,) * 3)

    assert light.card == pytest.approx(1)
