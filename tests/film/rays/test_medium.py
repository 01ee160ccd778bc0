"""Light on its way through water: Beer and Lambert's law, and what is scattered once."""

import numpy as np
import pytest
from worlds import BLACK, INDEX, NO_LIGHT, fresnel, light_along, sun_at, world

from wavetank.film.rays.ground import WET
from wavetank.film.rays.medium import SKY_DOWN, SKY_ENTERS, deep_water, murk
from wavetank.film.rays.radiance import WATERLOGGED
from wavetank.look.waters import Water

HALF = np.log(2)
CLEAR = (0.0, 0.0, 0.0)
A = (0.9, 0.5, 0.2)


@pytest.fixture
def dark_world(frame_of):
    """A flat tank under a black sky with the sun in the east, and water of one's own."""

    def make(depth=1.0, absorption=A, scattering=CLEAR, elevation=50.0):
        frame = frame_of(12, 12, depth=depth, bed=-depth)
        made, sun = world(frame), sun_at(elevation)
        return made._replace(
            sky=BLACK,
            skylight=NO_LIGHT,
            sun=sun,
            caustics=np.full_like(made.caustics, sun.enters),
            absorption=absorption,
            scattering=scattering,
        )

    return make


@pytest.mark.parametrize("colour", [0, 1, 2])
def test_half_of_a_beds_light_is_left_after_ln_2_over_a(dark_world, colour):
    """An eye under water, straight above the bed, and the same farther by that."""
    half = HALF / A[colour]
    deep = dark_world(depth=5.0)
    near, far = (
        light_along(deep, (0.6, 0.6, -5 + away), (0, 0, -1), wet=True)[0]
        for away in (0.5, 0.5 + half)
    )

    assert near[colour] > 0
    assert far[colour] == pytest.approx(near[colour] / 2, rel=1e-6)


@pytest.mark.parametrize("elevation", [20.0, 50.0])
def test_half_is_left_where_the_way_down_and_up_is_longer_by_that(dark_world, elevation):
    """From above: the sun's slanting way down counts, and the eye's straight way up."""
    down = np.sqrt(1 - (np.cos(np.radians(elevation)) / INDEX) ** 2)
    for colour in range(3):
        deeper = HALF / A[colour] / (1 + 1 / down)
        lights = [
            light_along(dark_world(depth, elevation=elevation), (0.6, 0.6, 1), (0, 0, -1))[0]
            for depth in (0.5, 0.5 + deeper)
        ]

        assert lights[1][colour] == pytest.approx(lights[0][colour] / 2, rel=1e-3)


def test_the_skys_light_is_lost_over_a_mean_path(dark_world):
    lights = []
    for depth in (0.5, 1.0):
        lit = dark_world(depth)._replace(skylight=(1.0, 1.0, 1.0), sun=sun_at(-5.0))
        lights.append(light_along(lit, (0.6, 0.6, 1), (0, 0, -1))[0])

    expected = np.exp(-np.array(A) * 0.5 * (1 + SKY_DOWN))
    np.testing.assert_allclose(lights[1] / lights[0], expected, rtol=1e-3)


def quadrature(lit, depth, down, length):
    """What single scattering gathers along a ray, summed in small steps, for each colour."""
    s = np.linspace(0, length, 20001)
    z = depth + down * s
    a, b = np.array(lit.absorption)[:, None], np.array(lit.scattering)[:, None]
    c, m = a + b, lit.sun.under_water[2]
    sun = np.array(lit.sun.irradiance)[:, None] * lit.sun.towards[2] * lit.sun.enters
    sky = np.array(lit.skylight)[:, None] * SKY_ENTERS
    falls = sun / m * np.exp(-c * z / m) + SKY_DOWN * sky * np.exp(-SKY_DOWN * c * z)
    return np.trapezoid(b / (4 * np.pi) * falls * np.exp(-c * s), s, axis=1)


@pytest.mark.parametrize("down", [1.0, 0.4, 0.0, -0.3])
@pytest.mark.parametrize("length", [0.01, 1.0, 7.0])
def test_what_is_scattered_once_is_summed_exactly(dark_world, down, length):
    lit = dark_world(scattering=(0.1, 0.4, 2.0))._replace(skylight=(0.5, 0.7, 1.1))
    depth = 0.3 + 0.3 * length

    gathered = murk(lit, depth, down, length)
    np.testing.assert_allclose(gathered, quadrature(lit, depth, down, length), rtol=1e-5)


def test_where_the_ways_in_and_out_are_one_the_sum_is_even(dark_world):
    """A ray up along the sun's own way: no part of it gets less light than another."""
    lit = dark_world(scattering=(0.1, 0.4, 2.0))
    down = -lit.sun.under_water[2]

    gathered = murk(lit, 3.0, down, 2.0)
    np.testing.assert_allclose(gathered, quadrature(lit, 3.0, down, 2.0), rtol=1e-5)


def test_light_that_a_ray_gathers_does_not_depend_on_where_it_is_cut(dark_world):
    lit = dark_world(scattering=(0.1, 0.4, 2.0))._replace(skylight=(0.5, 0.7, 1.1))
    c = np.array(lit.absorption) + lit.scattering
    first, second = np.array(murk(lit, 1.0, 0.5, 0.7)), np.array(murk(lit, 1.35, 0.5, 0.9))

    np.testing.assert_allclose(murk(lit, 1.0, 0.5, 1.6), first + np.exp(-0.7 * c) * second)


def test_deep_water_is_what_a_ray_gathers_that_never_ends(dark_world):
    lit = dark_world(scattering=(0.1, 0.4, 2.0))

    np.testing.assert_allclose(deep_water(lit), quadrature(lit, 0, 1, 60), rtol=1e-3)


def test_an_eye_above_deep_water_sees_it_through_the_surface(dark_world):
    """Nothing but scattered light: what deep water sends up, less what the surface sends back."""
    lit = dark_world(depth=90.0, scattering=(0.3, 0.4, 0.5))
    light, _ = light_along(lit, (0.6, 0.6, 1.0), (0, 0, -1))

    expected = (1 - ((INDEX - 1) / (INDEX + 1)) ** 2) * np.array(deep_water(lit))
    np.testing.assert_allclose(light, expected, rtol=1e-4)


@pytest.mark.parametrize("elevation", [15.0, 50.0, 90.0])
def test_deep_water_sends_up_what_its_reflectance_says(dark_world, elevation):
    """b / (a + b) / 4 (m + 1) of a white card's light, of what enters."""
    lit = dark_world(scattering=(0.1, 0.4, 2.0), elevation=elevation)
    down = np.sqrt(1 - (np.cos(np.radians(elevation)) / INDEX) ** 2)
    share = Water(A, (0.1, 0.4, 2.0)).deep_reflectance(down, 1.0)
    falls = np.array(lit.sun.irradiance) * np.sin(np.radians(elevation))
    enters = 1 - fresnel(np.sin(np.radians(elevation)), INDEX)

    np.testing.assert_allclose(deep_water(lit), np.array(share) * enters * falls / np.pi, rtol=1e-6)


def test_an_even_sky_enters_as_fresnel_lets_it_and_goes_down_aslant():
    """Both by quadrature over the sky: what enters, and its mean path per depth."""
    cosine = (np.arange(20000) + 0.5) / 20000
    enters = (1 - fresnel(cosine, INDEX)) * 2 * cosine
    below = np.sqrt(1 - (1 - cosine**2) / INDEX**2)

    assert pytest.approx(enters.mean(), abs=1e-3) == SKY_ENTERS
    assert pytest.approx(np.sum(enters / below) / np.sum(enters), abs=0.02) == SKY_DOWN


def test_the_bed_is_lit_by_what_enters_and_is_left(dark_world):
    """The sun's light on a bed, against the same ground dry: seen from right above, in water."""
    for elevation in (20.0, 60.0):
        down = np.sqrt(1 - (np.cos(np.radians(elevation)) / INDEX) ** 2)
        enters = 1 - fresnel(np.sin(np.radians(elevation)), INDEX)
        lit = dark_world(depth=1.5, elevation=elevation)
        light, _ = light_along(lit, (0.6, 0.6, -1.5 + 1e-3), (0, 0, -1), wet=True)
        falls = np.array(lit.sun.irradiance) * np.sin(np.radians(elevation)) * enters
        falls *= np.exp(-np.array(A) * 1.5 / down)
        wet = 1 - WATERLOGGED * (1 - np.array(WET))
        ground = np.array(lit.paint.ground.low) * wet

        np.testing.assert_allclose(light, ground * falls / np.pi, rtol=3e-3)


def test_clear_water_gathers_nothing(dark_world):
    assert murk(dark_world(), 1.0, 0.5, 2.0) == NO_LIGHT
