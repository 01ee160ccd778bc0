"""What rays bring back: from ground wet and dry, from foam, from the water's two sides."""

import numpy as np
import pytest
from worlds import BLACK, INDEX, NO_LIGHT, fresnel, light_along, sun_at, world

from wavetank.film.rays.caustics import caustics
from wavetank.film.rays.ground import WET
from wavetank.film.rays.hit import THING
from wavetank.film.rays.march import GROUND, NOTHING, WATER
from wavetank.film.rays.radiance import FOAM_ALBEDO
from wavetank.film.rays.sky_map import nodes
from wavetank.model.bodies import Box, Placed, Sphere

WHITE_SKY = np.ones((2, 128, 128, 3), np.float32)
NO_SUN = sun_at(-5.0)._replace(irradiance=NO_LIGHT)
SKY_IS_ONE = {"sky": WHITE_SKY, "skylight": (np.pi,) * 3, "sun": NO_SUN}
SUN_ONLY = {"sky": BLACK, "skylight": NO_LIGHT}
CRITICAL = np.degrees(np.arcsin(1 / INDEX))
UNDIMMED = {"absorption": NO_LIGHT, "scattering": NO_LIGHT, "sight": 1e12}


def way_at(degrees):
    """The direction down and east, so far from straight down; past 90 it goes up."""
    a = np.radians(degrees)
    return np.sin(a), 0.0, -np.cos(a)


def eye_before(place, way, away=1.0):
    return np.array(place) - away * np.array(way)


@pytest.fixture
def beach(frame_of):
    """Dry level ground, as wet as asked for, under a sky of 1 without sun, or other light."""

    def make(wet, light=SKY_IS_ONE, **fields):
        frame = frame_of(12, 12, bed=0.2, depth=0.0, wet=wet, level=-1.0, **fields)
        return world(frame)._replace(**light, **UNDIMMED)

    return make


@pytest.fixture
def pond(frame_of):
    """Level water at 0, and light as asked for."""

    def make(depth=0.5, light=SKY_IS_ONE, **fields):
        frame = frame_of(12, 12, bed=-depth, depth=depth, **fields)
        return world(frame)._replace(**light, **UNDIMMED)

    return make


def ground_at(beach, degrees):
    way = way_at(degrees)
    light, what = light_along(beach, eye_before((0.6, 0.6, 0.2), way), way)
    assert what == GROUND
    return light


def test_dry_ground_looks_the_same_from_all_sides(beach):
    seen = [ground_at(beach(wet=0.0), degrees) for degrees in (0, 40, 80)]

    for light in seen[1:]:
        np.testing.assert_allclose(light, seen[0], rtol=1e-6)
    assert np.all(seen[0] < 0.7)


def test_wet_ground_is_darker(beach):
    """Seen from above: so much of the dry ground's light, and two percent of the sky's."""
    dry, wet = (ground_at(beach(wet), 0) for wet in (0.0, 1.0))
    mirror = fresnel(1.0, INDEX)

    np.testing.assert_allclose(wet, (1 - mirror) * dry * WET + mirror, rtol=1e-5)
    assert np.all(wet < 0.7 * dry)


@pytest.mark.parametrize("degrees", [30, 70, 85])
def test_wet_ground_shines_at_a_slant_and_dry_ground_does_not(beach, degrees):
    mirror = fresnel(np.cos(np.radians(degrees)), INDEX)
    dark = ground_at(beach(1.0, SKY_IS_ONE | {"sky": BLACK}), degrees)
    np.testing.assert_allclose(ground_at(beach(1.0), degrees) - dark, mirror, rtol=1e-5)
    dark = ground_at(beach(0.0, SKY_IS_ONE | {"sky": BLACK}), degrees)
    np.testing.assert_array_equal(ground_at(beach(0.0), degrees), dark)


def test_drying_ground_goes_evenly_from_wet_to_dry(beach):
    brightness = [ground_at(beach(wet), 0).mean() for wet in (0, 0.25, 0.5, 0.75, 1)]

    assert np.all(np.diff(brightness) < 0)
    assert np.all(np.diff(brightness) > -0.2 * brightness[0])


@pytest.mark.parametrize("height", [0.2, 0.3, -1 / 3])
def test_level_ground_is_of_one_colour(frame_of, height):
    """Whatever its height: rounding is no hill."""
    flat = world(frame_of(12, 12, bed=height, depth=0.0, level=-1.0))
    flat = flat._replace(**SKY_IS_ONE, **UNDIMMED)
    places = np.random.default_rng(1).uniform(0.1, 1.1, (60, 2))
    seen = [light_along(flat, (x, y, 2), (0, 0, -1))[0] for x, y in places]

    np.testing.assert_allclose(seen, np.broadcast_to(seen[0], (60, 3)), rtol=1e-4)


@pytest.mark.parametrize("elevation", [20.0, 60.0, 90.0])
def test_the_sun_lights_ground_by_the_sine_of_its_height(beach, elevation):
    sun = sun_at(elevation)._replace(irradiance=(1.0, 1.0, 1.0))
    sky = ground_at(beach(0.0), 0)  # albedo, as E / pi is 1
    lit = ground_at(beach(0.0, SUN_ONLY | {"sun": sun}), 0)

    np.testing.assert_allclose(lit, sky * np.sin(np.radians(elevation)) / np.pi, rtol=1e-6)


def test_foam_covers_the_water(pond):
    """Full foam is all there is to see; half of it half."""
    full, half, none = (
        light_along(pond(foam=share), (0.6, 0.6, 1), (0, 0, -1))[0] for share in (1.0, 0.5, 0.0)
    )

    np.testing.assert_allclose(full, FOAM_ALBEDO, rtol=1e-5)
    np.testing.assert_allclose(half, (full + none) / 2, rtol=1e-5)


@pytest.mark.parametrize("degrees", [0, 30, 53.1, 75, 85, 89])
def test_water_mirrors_the_sky_as_fresnel_has_it(pond, degrees):
    """Over a bed without light all that comes is the mirrored sky."""
    sky_alone = SKY_IS_ONE | {"skylight": NO_LIGHT}
    way = way_at(degrees)
    light, what = light_along(pond(light=sky_alone), eye_before((0.6, 0.6, 0.0), way), way)

    assert what == WATER
    np.testing.assert_allclose(light, fresnel(np.cos(np.radians(degrees)), INDEX), rtol=1e-5)


@pytest.mark.parametrize("degrees", [0.0, 30.0, 48.0, 49.0, 70.0])
def test_from_below_the_sky_shows_within_the_critical_angle_only(pond, degrees):
    sky_alone = SKY_IS_ONE | {"skylight": NO_LIGHT}
    way = way_at(180 - degrees)
    light, what = light_along(pond(light=sky_alone), (0.6, 0.6, -0.3), way, wet=True)
    expected = 1 - fresnel(np.cos(np.radians(degrees)), 1 / INDEX) if degrees < CRITICAL else 0

    assert what == WATER
    np.testing.assert_allclose(light, expected, rtol=1e-3, atol=1e-12)


def test_under_an_even_sky_that_lights_all_alike_nothing_can_be_brighter(pond):
    """All albedos are below 1, and the surface gives no more than it takes."""
    for degrees in np.linspace(0, 89, 30):
        way = way_at(degrees)
        assert light_along(pond(), eye_before((0.6, 0.6, 0), way), way)[0].max() < 1 + 1e-6


def test_the_mirrored_and_the_bent_ray_see_their_own_part_of_the_sky(pond):
    """Under a sky whose light tells x, y and z: what is seen is the way that the ray took."""
    sky = (0.5 + 0.5 * nodes(128)).astype(np.float32)
    lit = pond(light=SKY_IS_ONE | {"skylight": NO_LIGHT, "sky": sky})
    for degrees in (5.0, 30.0, 45.0):
        for turn in (0.0, 2.0):
            a, s = np.radians(degrees), INDEX * np.sin(np.radians(degrees))
            flat = np.array([np.cos(turn), np.sin(turn), 0.0])
            below = np.sin(a) * flat + [0, 0, np.cos(a)]
            light, _ = light_along(lit, (0.6, 0.6, -0.3), below, wet=True)
            through = 1 - fresnel(np.cos(a), 1 / INDEX)
            bent = s * flat + [0, 0, np.sqrt(1 - s * s)]
            np.testing.assert_allclose(light / through, 0.5 + 0.5 * bent, atol=2e-3)

            above = below * [1, 1, -1]
            light, _ = light_along(lit, eye_before((0.6, 0.6, 0.0), above), above)
            share = fresnel(np.cos(a), INDEX)
            np.testing.assert_allclose(light / share, 0.5 + 0.5 * below, atol=2e-3)


def test_rays_that_leave_see_the_map_of_the_sky(pond):
    towards = way_at(140)
    light, what = light_along(pond(), (0.6, 0.6, 0.5), towards)

    assert what == NOTHING
    np.testing.assert_allclose(light, 1, rtol=1e-6)


def test_the_suns_disc_holds_its_irradiance(pond):
    """Summed over directions around it."""
    sun = sun_at(50.0)._replace(irradiance=(1.0, 2.0, 3.0), variance=0.1**2)
    lit = pond(light=SUN_ONLY | {"sun": sun})
    towards = np.array(sun.towards)
    across = np.cross(towards, (0, 0, 1)) / np.linalg.norm(np.cross(towards, (0, 0, 1)))
    up = np.cross(across, towards)
    line = np.linspace(-0.5, 0.5, 41)
    total = sum(
        light_along(lit, (0.6, 0.6, 1), towards + a * across + b * up, pixel=1e-9)[0]
        / (1 + a * a + b * b) ** 1.5
        for a in line
        for b in line
    )

    np.testing.assert_allclose(total * (line[1] - line[0]) ** 2, (1, 2, 3), rtol=0.02)


def test_water_mirrors_the_sun_where_the_angles_are_the_same(pond):
    """But for Fresnel's share the glint is brightest along the mirrored sun's way."""
    sun = sun_at(40.0, azimuth=90.0)
    lit = pond(depth=50.0, light=SUN_ONLY | {"sun": sun._replace(variance=0.01)})
    lit = lit._replace(absorption=(1.0, 1.0, 1.0))  # nothing comes from below
    seen = {}
    for degrees in np.arange(44, 57, 0.5):
        for side in (-1, 1):
            way = np.array(way_at(side * degrees))
            light, _ = light_along(lit, eye_before((0.6, 0.6, 0), way), way)
            seen[side * degrees] = light[0] / fresnel(np.cos(np.radians(degrees)), INDEX)
    brightest = max(seen, key=seen.get)

    assert brightest == 50  # a ray toward the east, as the sun is there


def shadow_ends(lit, line, at):
    """Where along x the light of what rays straight down see comes to half of the full light."""
    seen = np.array([light_along(lit, (x, 0.6, 3.0), (0, 0, -1))[0].sum() for x in line])
    middle = (seen.min() + seen.max()) / 2
    crossed = np.flatnonzero((seen[:-1] < middle) != (seen[1:] < middle))
    return line[crossed[np.argmin(abs(line[crossed] - at))]]


@pytest.mark.parametrize("elevation", [30.0, 55.0])
@pytest.mark.parametrize("azimuth", [90.0, 270.0])
def test_a_boxs_shadow_on_dry_ground_ends_where_the_sun_says(frame_of, elevation, azimuth):
    box = Placed(Box((0.1, 0.4, 0.2)), place=(0.6, 0.6, 0.3))  # from 0.2 to 0.4 high
    frame = frame_of(12, 12, bed=0.0, depth=0.0, level=-1.0, bodies=(box,))
    lit = world(frame)._replace(**SUN_ONLY, sun=sun_at(elevation, azimuth), **UNDIMMED)
    to_west = -1 if azimuth == 90 else 1
    end = 0.6 + to_west * (0.05 + 0.4 / np.tan(np.radians(elevation)))
    line = np.linspace(end - 0.1, end + 0.1, 201)

    assert shadow_ends(lit, line, end) == pytest.approx(end, abs=0.002)


def test_a_box_above_water_throws_its_shadow_along_the_bent_sun(frame_of):
    """Straight to the surface, then steeper to the bed, as wide as the box all the way."""
    depth, elevation = 0.5, 40.0
    box = Placed(Box((0.3, 0.6, 0.02)), place=(1.6, 1.6, 0.2))
    frame = frame_of(64, 64, spacing=0.05, bed=-depth, depth=depth, bodies=(box,))
    lit = world(frame, photons=2, fineness=2)
    sun = sun_at(elevation, azimuth=90.0)
    light = caustics(lit.scenery, lit.breeze, sun, 2)
    relief = lit.scenery.relief
    row = light[round((1.6 - relief.y) / relief.spacing)]
    x = relief.x + relief.spacing * np.arange(len(row))
    down = np.arcsin(np.cos(np.radians(elevation)) / INDEX)
    away = 0.2 / np.tan(np.radians(elevation)) + depth * np.tan(down)
    dark = row < sun.enters / 2

    assert x[dark].min() == pytest.approx(1.6 - 0.15 - away, abs=0.03)
    assert x[dark].max() == pytest.approx(1.6 + 0.15 - away, abs=0.03)
    assert row[dark].min() < 1e-3


def test_a_thing_is_lit_on_its_sunny_side(frame_of):
    ball = Placed(Sphere(0.2), place=(0.6, 0.6, 0.6))
    frame = frame_of(12, 12, bed=0.0, depth=0.0, level=-1.0, bodies=(ball,))
    lit = world(frame)._replace(**SUN_ONLY, sun=sun_at(20.0, azimuth=90.0), **UNDIMMED)
    (east, what), (west, _) = (
        light_along(lit, (0.6 + side, 0.6, 0.6), (-side, 0, 0)) for side in (1, -1)
    )

    assert what == THING
    assert np.all(east > 0.3 * np.array(ball.colour) * np.array(lit.sun.irradiance) / np.pi)
    assert west.max() < 0.1 * east.max()
