"""Where things appear: through water, in its mirror, in shadow, and out of focus, to a pixel."""

import numpy as np
import pytest
from worlds import INDEX

from wavetank.film.renderer import Renderer
from wavetank.look.camera import Camera
from wavetank.look.look import Look, Sun
from wavetank.model.bodies import Box, Placed, Sphere

SPACING, CELLS, DEPTH = 0.1, 48, 0.8
WIDTH = CELLS * SPACING
TILE = WIDTH / 16
TILES = Look(ground="tiles", caustics=False, sun=Sun(elevation=60.0, azimuth=0.0), clarity=20.0)


def seen_along(frame, camera, look, size):
    """Light in the middle column of a picture, from the top; and its view."""
    light = Renderer(camera, look, size, "draft").draw(frame).light
    return light[:, size[0] // 2].sum(axis=1), camera.at(0.0)


def through_surface(eye, x, depth):
    """Where the light from a place on the bed, in the eye's plane, comes through the surface."""
    low, high = sorted((eye[0], x))
    for _ in range(60):  # halving: the nearer to the eye, the steeper it goes in air
        middle = (low + high) / 2
        air = abs(middle - eye[0]) / np.hypot(middle - eye[0], eye[2])
        water = abs(x - middle) / np.hypot(x - middle, depth)
        too_far = air > INDEX * water
        if too_far == (x > eye[0]):
            high = middle
        else:
            low = middle
    return middle


def joint_near(column, row, reach=4):
    """The middle of the dark joint near a row, between pixels [pixels from the top]."""
    rows = np.arange(round(row) - reach, round(row) + reach)
    part = column[rows]
    dark = np.maximum(np.minimum(part[0], part[-1]) - part, 0)
    assert dark.max() > 0.05 * part.max(), "no joint there"
    return np.sum(dark * (rows + 0.5)) / np.sum(dark)


@pytest.mark.parametrize("slant", [15.0, 40.0, 60.0])
def test_tiles_under_water_appear_where_snell_says(frame_of, slant):
    """Joints across the picture, seen from several angles: within half a pixel."""
    y = 7.5 * TILE  # in the middle of a row of tiles
    target = np.array([WIDTH / 2, y, 0.0])
    a = np.radians(slant)
    eye = target + 2.5 * np.array([-np.sin(a), 0, np.cos(a)])
    frame = frame_of(CELLS, CELLS, SPACING, bed=-DEPTH, depth=DEPTH)
    column, view = seen_along(frame, Camera(tuple(eye), tuple(target), 30.0), TILES, (9, 300))
    found = 0
    for joint in np.arange(4, 13) * TILE:
        place = np.array([through_surface(eye, joint, DEPTH), y, 0.0])
        (_, row, _), (_, straight, _) = view.project(
            np.array([place, [joint, y, -DEPTH]]), (9, 300)
        )
        if not 10 < row < 290:
            continue
        found += 1
        assert joint_near(column, row) == pytest.approx(row, abs=0.6)
        if abs(joint - eye[0]) > 1:
            assert abs(straight - row) > 5  # without water it would be elsewhere

    assert found >= 3


def test_from_just_above_the_water_its_bed_is_a_third_larger(frame_of):
    """Straight down onto a tile, with water and without: from joint to joint."""
    camera = Camera((7.5 * TILE, 8.5 * TILE, 0.004), (7.5 * TILE, 8.5 * TILE, -1.0), 35.0)
    spans = []
    for depth, larger in ((DEPTH, INDEX), (0.0, 1.0)):
        frame = frame_of(CELLS, CELLS, SPACING, bed=-DEPTH, depth=depth, level=-5 * (depth == 0))
        column, view = seen_along(frame, camera, TILES, (9, 200))
        half = larger * TILE / 2 / DEPTH * 100 / view.tan_half
        spans.append(joint_near(column, 100 + half, 7) - joint_near(column, 100 - half, 7))

    below = np.arctan(TILE / 2 / DEPTH)
    exact = np.tan(np.arcsin(INDEX * np.sin(below))) / np.tan(below)
    assert spans[0] / spans[1] == pytest.approx(exact, rel=0.01)
    assert exact == pytest.approx(INDEX, rel=0.02)


def rays_of(view, size):
    """Unit vectors through the middles of all pixels, (height, width, 3)."""
    width, height = size
    i, j = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    per = 2 * view.tan_half / height
    way = np.array(view.forward) + per * (
        (i - width / 2)[..., None] * np.array(view.right)
        + (height / 2 - j)[..., None] * np.array(view.up)
    )
    return way / np.linalg.norm(way, axis=-1, keepdims=True)


def meets_ball(eye, ways, middle, radius):
    """Which rays meet a ball."""
    to = np.array(middle) - eye
    along = ways @ to
    return (along > 0) & (to @ to - along**2 < radius**2)


def test_a_ball_over_water_is_mirrored_where_it_would_hang_below(frame_of):
    """Each pixel that sees the mirrored ball, and no other; but for those on its edge."""
    middle, radius, size = np.array([2.4, 2.6, 0.9]), 0.3, (96, 72)
    ball = Placed(Sphere(radius), place=tuple(middle), colour=(0.9, 0.1, 0.1))
    camera = Camera((2.4, -2.0, 1.2), (2.4, 2.6, 0.0), 50.0)
    look = Look(water="river", caustics=False, sun=Sun(elevation=30.0, azimuth=180.0))
    with_ball, without = (
        Renderer(camera, look, size, "draft")
        .draw(frame_of(CELLS, CELLS, SPACING, bed=-9.0, depth=9.0, bodies=bodies))
        .light
        for bodies in ((ball,), ())
    )
    view, ways = camera.at(0.0), rays_of(camera.at(0.0), size)
    eye = np.array(view.eye)
    seen = abs(with_ball - without).max(axis=-1) > 1e-3
    itself = meets_ball(eye, ways, middle, radius)
    image = meets_ball(eye, ways, middle * [1, 1, -1], radius)

    np.testing.assert_array_equal(seen[itself], True)
    wrong = seen != (itself | image)
    assert image.sum() > 200
    assert wrong.sum() <= 6
    at = [np.argwhere(mask & ~itself).mean(axis=0) for mask in (seen, image)]
    assert at[0] == pytest.approx(at[1], abs=0.1)


@pytest.mark.parametrize("azimuth", [90.0, 200.0])
def test_a_shadow_lies_where_the_sun_throws_it(frame_of, azimuth):
    """Straight from above, a ball over dry ground: an ellipse, its middle by the sun."""
    height, radius, elevation, size = 0.6, 0.25, 50.0, (90, 90)
    ball = Placed(Sphere(radius), place=(2.4, 2.4, height))
    frame = frame_of(CELLS, CELLS, SPACING, bed=0.0, depth=0.0, level=-1.0, bodies=(ball,))
    camera = Camera((2.4, 2.4, 6.0), (2.4, 2.4, 0.0), 60.0)
    light = (
        Renderer(camera, Look(ground="tiles", sun=Sun(elevation, azimuth)), size, "draft")
        .draw(frame)
        .light.sum(axis=-1)
    )
    view = camera.at(0.0)
    ways = rays_of(view, size)
    ground = np.array(view.eye) - ways * (view.eye[2] / ways[..., 2])[..., None]
    a, e = np.radians([azimuth, elevation])
    sun = np.array([np.cos(e) * np.sin(a), np.cos(e) * np.cos(a), np.sin(e)])
    to = np.array(ball.place) - ground
    along = to @ sun
    shadow = np.sum(to**2, axis=-1) - along**2 < radius**2
    hidden = meets_ball(np.array(view.eye), ways, ball.place, radius)
    dark = light < 0.45 * np.median(light)

    assert (shadow & ~hidden).sum() > 100
    assert ((dark != shadow) & ~hidden).sum() <= 6


@pytest.mark.parametrize("share", [0.5, 1.0, 2.0])
def test_what_is_out_of_focus_is_a_disc_as_wide_as_the_lens_makes_it(frame_of, share):
    """The edge of a black box before the sky: its blur is a disc's, r |d - f| / f / d wide.

    share: of the edge's distance that things are sharp at. A disc's shadow edge has the standard
    deviation of half its radius.
    """
    away, lens, size = 6.0, 85.0, (120, 60)
    box = Placed(Box((4.0, 0.02, 4.0)), place=(2.4 - 2.0, 6.0, 20.0), colour=(0, 0, 0))
    frame = frame_of(CELLS, CELLS, SPACING, bed=-1.0, depth=1.0, bodies=(box,))
    camera = Camera(
        (2.4, 5.99 - away, 20.0), (2.4, 6.0, 20.0), lens, aperture=0.35, focus=share * away
    )
    look = Look(sun=Sun(elevation=40.0, azimuth=180.0))
    light = Renderer(camera, look, size, "draft").draw(frame).light[..., 2]
    edge = light[20:40, 48:72].mean(axis=0)  # the sky beside it has a slope of its own
    share_of_sky = (edge - edge[:4].mean()) / (edge[-4:].mean() - edge[:4].mean())
    slope = np.diff(share_of_sky)
    places = np.arange(49, 72)
    middle = np.sum(slope * places)
    spread = np.sqrt(max(np.sum(slope * (places - middle) ** 2), 0))
    view = camera.at(0.0)
    radius = view.lens_radius * abs(1 - share) / share / away * size[1] / 2 / view.tan_half

    assert middle == pytest.approx(60, abs=0.6)
    if share == 1:
        assert spread < 0.6
    else:
        assert radius > 2
        assert spread == pytest.approx(radius / 2, rel=0.05, abs=0.2)
