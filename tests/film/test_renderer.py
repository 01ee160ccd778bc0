"""The whole picture: always the same, finer where it matters, and odd frames, too."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from wavetank.errors import SceneError
from wavetank.film.renderer import QUALITIES, Renderer
from wavetank.look.camera import Camera
from wavetank.look.look import Look, Sun, Wind
from wavetank.model.bodies import Box, Placed, Sphere

SMALL = (48, 30)
OVERVIEW = Camera((2.0, -2.5, 2.2), (2.0, 1.5, 0.0))
WINDY = Look(wind=Wind(4.0), seed=3)


def waves_at(frame_of, time, **fields):
    """A lake with an island, waves and foam at a time, and a ball."""
    x, y = np.meshgrid((np.arange(40) + 0.5) * 0.1, (np.arange(30) + 0.5) * 0.1)
    bed = 0.8 * np.exp(-((x - 2.6) ** 2 + (y - 1.5) ** 2)) - 0.6
    depth = np.maximum(0.03 * np.sin(4 * x - 5 * time) * np.cos(3 * y) - bed, 0)
    ball = Placed(Sphere(0.2), place=(1.0, 1.0, 0.3 + 0.05 * time))
    given = {"bed": bed, "depth": depth, "foam": 0.2 * (y > 2), "bodies": (ball,)}
    return frame_of(time=time, **(given | fields))


def assert_seen(picture, size=SMALL):
    """A picture of a size, all of it light: nothing missing, nothing negative."""
    assert picture.size == size
    assert np.isfinite(picture.light).all()
    assert picture.light.min() >= 0
    assert picture.shown.min() >= 0
    assert picture.shown.max() <= 1


@pytest.mark.parametrize("aperture", [0.0, 2.8])
def test_a_picture_depends_on_its_frame_alone(frame_of, aperture):
    """A renderer that has drawn others before draws the same, bit for bit."""
    camera = replace(OVERVIEW, turntable=5.0, aperture=aperture)
    frames = [waves_at(frame_of, time) for time in (0.0, 0.3)]
    one = Renderer(camera, WINDY, SMALL)
    forth = [one.draw(frame).light for frame in frames]
    back = [one.draw(frame).light for frame in reversed(frames)][::-1]
    fresh = Renderer(camera, WINDY, SMALL).draw(frames[1]).light

    np.testing.assert_array_equal(forth, back)
    np.testing.assert_array_equal(fresh, forth[1])
    assert abs(forth[0] - forth[1]).max() > 0.01


def test_other_ground_or_walls_make_another_land(frame_of):
    """Drawn after each other, each as by a renderer of its own."""
    first = waves_at(frame_of, 0.0)
    walls = np.zeros((30, 40), bool)
    walls[:, 10] = True
    others = [
        replace(first, walls=walls),
        replace(first, level=0.2),
        replace(first, bed=first.bed - 0.1),
    ]
    one = Renderer(OVERVIEW, Look(), SMALL, "draft")
    before = one.draw(first).light
    for frame in others:
        light = one.draw(frame).light

        np.testing.assert_array_equal(
            light, Renderer(OVERVIEW, Look(), SMALL, "draft").draw(frame).light
        )
        assert abs(light - before).max() > 1e-3


def test_a_seed_is_a_picture_of_its_own(frame_of):
    frame = waves_at(frame_of, 0.0)
    one, other = (
        Renderer(OVERVIEW, replace(WINDY, seed=seed), SMALL, "draft").draw(frame).light
        for seed in (3, 4)
    )

    assert abs(one - other).max() > 0.01


FINGERPRINT = """
import hashlib, numpy as np
from wavetank.film.renderer import Renderer
from wavetank.frame import Frame
from wavetank.look.camera import Camera
from wavetank.look.look import Look, Wind
from wavetank.model.grid import Grid
grid = Grid(24, 20, 0.1)
x, y = grid.centres()
bed = 0.3 * np.sin(x) - 0.35
depth = np.maximum(0.02 * np.sin(9 * x + 5 * y) - bed, 0)
none = np.zeros(grid.shape)
frame = Frame(grid, 0, 0.5, bed, depth, none, none, none + 1.0 * (x > 1), none, none > 0)
camera = Camera((1.2, -1.5, 1.2), (1.2, 1.0, 0.0))
picture = Renderer(camera, Look(wind=Wind(3.0)), (40, 24)).draw(frame)
print(hashlib.sha256(picture.light.tobytes() + picture.shown.tobytes()).hexdigest())
"""


def test_a_picture_does_not_depend_on_how_many_threads_draw_it():
    prints = set()
    for threads in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", FINGERPRINT],
            env=os.environ | {"NUMBA_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        )
        prints.add(done.stdout)

    assert len(prints) == 1
    assert len(prints.pop().strip()) == 64


def test_better_qualities_come_nearer_to_many_rays(frame_of):
    """Where a draft is wrong, at edges, good is less so, and final still less."""
    frame, errors = waves_at(frame_of, 0.2), []
    finest = Renderer(OVERVIEW, Look(), (96, 60), "good")
    finest.quality = replace(QUALITIES["good"], rays=63, contrast=-1.0)
    reference = finest.draw(frame).shown
    for quality in ("draft", "good", "final"):
        renderer = Renderer(OVERVIEW, Look(), (96, 60), "good")
        asked = QUALITIES[quality]
        renderer.quality = replace(QUALITIES["good"], rays=asked.rays, contrast=asked.contrast)
        errors.append(np.sqrt(np.mean((renderer.draw(frame).shown - reference) ** 2)))

    assert errors[1] < 0.6 * errors[0]
    assert errors[2] < errors[1]


@pytest.mark.parametrize("quality", ["draft", "good", "final"])
def test_each_quality_draws(frame_of, quality):
    picture = Renderer(OVERVIEW, WINDY, SMALL, quality).draw(waves_at(frame_of, 0.1))

    assert_seen(picture)
    assert np.ptp(picture.shown) > 0.2


ODD = {
    "all dry ground": {"bed": 0.3, "depth": 0.0},
    "all water": {"bed": -9.0, "depth": 9.0},
    "a film of water": {"bed": 0.0, "depth": 1e-6},
    "one row": {"nx": 40, "ny": 1},
    "one column": {"nx": 1, "ny": 30},
    "one cell": {"nx": 1, "ny": 1},
    "four cells": {"nx": 2, "ny": 2},
    "walls everywhere": {"walls": True, "depth": 0.0},
    "wet through, and foam": {"wet": 1.0, "foam": 1.0},
    "a level far above all": {"level": 3.0},
    "a level far below all": {"level": -30.0},
}


@pytest.mark.parametrize("surround", ["sea", "pool"])
@pytest.mark.parametrize("odd", ODD)
def test_odd_frames_are_seen(frame_of, odd, surround):
    frame = frame_of(**({"bed": -0.5, "depth": 0.5} | ODD[odd]))
    camera = Camera((2.0, -2.5, 4.2), (2.0, 1.5, 0.0))

    assert_seen(Renderer(camera, Look(surround=surround), SMALL, "draft").draw(frame))


CAMERAS = {
    "straight down": Camera((2.0, 1.5, 3.0), (2.0, 1.5, 0.0)),
    "straight up": Camera((2.0, 1.5, 0.2), (2.0, 1.5, 3.0)),
    "straight up under water": Camera((1.0, 2.2, -0.3), (1.0, 2.2, 3.0)),
    "level under water": Camera((1.0, 2.2, -0.1), (3.0, 2.2, -0.1)),
    "along an axis": Camera((-3.0, 1.5, 0.4), (5.0, 1.5, 0.4)),
    "far outside": Camera((-4000.0, -2500.0, 900.0), (2.0, 1.5, 0.0), lens=2000.0),
    "beside, along an axis": Camera((50.0, 50.0, 0.8), (60.0, 50.0, 0.8), lens=2000.0),
    "beside, under water": Camera((-40.0, 1.0, -0.2), (0.0, 1.0, -0.2)),
    "on a cell's edge": Camera((2.0, 1.0, 1.0), (2.0, 2.0, 0.0), lens=9.0),
    "very near the water": Camera((1.0, 2.2, 1e-3), (3.0, 2.2, 0.0)),
}


@pytest.mark.parametrize("lens", [0.0, 1.4])
@pytest.mark.parametrize("camera", CAMERAS)
def test_odd_cameras_see(frame_of, camera, lens):
    frame = waves_at(frame_of, 0.0, depth=np.maximum(-waves_at(frame_of, 0.0).bed, 0))
    for size in (SMALL, (21, 21)):
        picture = Renderer(replace(CAMERAS[camera], aperture=lens), Look(), size, "draft")
        assert_seen(picture.draw(frame), size)


@pytest.mark.parametrize("size", [(1, 1), (1, 40), (40, 1), (3, 2)])
def test_pictures_may_be_as_small_as_a_pixel(frame_of, size):
    assert_seen(Renderer(OVERVIEW, Look(), size).draw(waves_at(frame_of, 0.0)), size)


@pytest.mark.parametrize("elevation", [-6.0, -1.0, 0.0, 0.01, 90.0])
def test_the_sun_may_be_anywhere(frame_of, elevation):
    look = Look(sun=Sun(elevation), wind=Wind(3.0))

    assert_seen(Renderer(OVERVIEW, look, SMALL, "draft").draw(waves_at(frame_of, 0.0)))


@pytest.mark.parametrize("water", ["pool", "river"])
def test_an_eye_in_the_ground_is_told_so_in_two_lines(frame_of, water):
    buried = Camera((2.6, 1.5, 0.1), (2.0, 4.0, 0.0))
    with pytest.raises(SceneError, match=r"the eye .* is in the ground") as told:
        Renderer(buried, Look(water=water), SMALL).draw(waves_at(frame_of, 0.0))

    assert str(told.value).count("\n") == 1
    assert "raise the eye" in str(told.value)


def test_from_below_the_whole_sky_is_in_snells_window(frame_of):
    """Straight up: bright within 48.6 degrees, past them what deep water mirrors."""
    frame = frame_of(40, 40, bed=-30.0, depth=30.0)
    eye, size = (2.0, 2.0, -0.2), (61, 61)
    camera = Camera(eye, (2.0, 2.0, 1.0), lens=6.0)
    light = Renderer(camera, Look(caustics=False, water="sea"), size, "draft").draw(frame).light
    place = np.arange(61) + 0.5 - 30.5
    across, down = np.meshgrid(place, place)
    slant = np.degrees(np.arctan(np.hypot(across, down) / 30.5 * camera.at(0.0).tan_half))
    red = light[..., 0]

    assert red[slant < 44].min() > 2 * red[(slant > 50) & (slant < 60)].max()
    edge = red[30, 30:]
    window = slant[30, 30:][np.argmax(edge < red[slant < 44].min() / 2)]
    assert window == pytest.approx(48.6, abs=2.5)  # a pixel is that wide


def test_bodies_are_seen_under_and_over_water(frame_of):
    """A red box in the air, and one on the bed: both redden the picture."""
    redness = []
    for height in (0.4, -0.4, None):
        box = Placed(Box((1.0, 1.0, 0.2)), place=(2.0, 1.5, height or 0.0), colour=(0.9, 0.0, 0.0))
        frame = frame_of(bed=-0.5, depth=0.5, bodies=() if height is None else (box,))
        light = Renderer(OVERVIEW, Look(), SMALL).draw(frame).light.mean(axis=(0, 1))
        redness.append(light[0] / light[2])

    assert redness[0] > 1.08 * redness[2]
    assert redness[1] > 1.03 * redness[2]
