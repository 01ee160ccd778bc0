"""Every shipped scene still looks as it did, and the gallery shows them all.

A scene runs on a coarser grid up to one telling moment; its picture is compared with the one in
references/, which `make references` draws anew. Errors are planted in the light and in the
water to see that each of them would be found.
"""

import importlib.util
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from wavetank import Scene
from wavetank.film import renderer
from wavetank.film.renderer import Renderer
from wavetank.scene import library

ROOT = Path(__file__).parents[1]
REFERENCES = Path(__file__).parent / "references"
SIZE = (320, 180)
TOLERANCE = 0.001
"""Mean difference of two pictures, of 1; depths that are wrong by 1e-5 each make up to 0.0005."""
MOMENTS = {
    "beach": 7.0,
    "cone_beach": 3.0,
    "fish_tank": 3.4,
    "puddle_over_the_bar": 4.0,
    "rain": 1.0,
    "rain_viscous": 1.0,
    "three_drops": 0.5,
    "triangle_pool": 3.6,
}
"""When a scene shows most of what it is about, where that is not after 2 s."""
RATE = 10
"""Frames a second: ground is as wet as frames find it."""
MOST_CELLS = 20_000
"""Finer scenes run on cells twice as wide."""
NAMES = sorted(library.shipped())
every = pytest.mark.parametrize("name", NAMES)


@cache
def moment(name):
    """A scene and its telling frame."""
    time, scene = MOMENTS.get(name, 2.0), Scene.read(name)
    if scene.grid.cells > MOST_CELLS:
        grid, dt = scene.grid, scene.frames.dt
        changes = {"grid.nx": grid.nx // 2, "grid.ny": grid.ny // 2}
        changes |= {"grid.spacing": 2 * grid.spacing, "frames.dt": 2 * dt if dt else None}
        scene = Scene.read(name, changes)
    *_, frame = scene.simulation().frames(time, RATE)
    return scene, frame


def picture_of(name, **look):
    """Its picture, in 8 bits; look: what is different in its light."""
    scene, frame = moment(name)
    look = replace(scene.look, **look)
    return Renderer(scene.camera, look, SIZE, folder=scene.file.parent).draw(frame).codes()


def reference(name):
    """How it looked."""
    return np.asarray(Image.open(REFERENCES / f"{name}.png"))


def difference(picture, other):
    """The mean difference, of 1."""
    return np.abs(picture.astype(float) - other).mean() / 255


@pytest.fixture
def plant(monkeypatch):
    """Changes the world that light meets, in every picture drawn from now on."""
    world_of = renderer.world_of

    def changed(change):
        monkeypatch.setattr(renderer, "world_of", lambda *given: change(world_of(*given)))

    return changed


@every
def test_a_scene_looks_as_it_did(name):
    assert difference(picture_of(name), reference(name)) < TOLERANCE


@every
def test_a_flipped_normal_is_found(name, plant):
    def flipped(world):
        slopes = world.scenery.slopes * np.array([1, 1, -1, -1], np.float32)
        return world._replace(scenery=world.scenery._replace(slopes=slopes))

    plant(flipped)

    assert difference(picture_of(name), reference(name)) > TOLERANCE


@every
def test_water_that_mirrors_nothing_is_found(name, plant):
    """As if Fresnel's reflectance were 0; where the sky itself is seen, it stays."""

    def dull(world):
        return world._replace(sky=np.zeros_like(world.sky), ball=np.zeros_like(world.ball))

    plant(dull)
    picture, before = picture_of(name), reference(name)
    below = rows_below_the_horizon(name)

    assert difference(picture[below], before[below]) > TOLERANCE


def rows_below_the_horizon(name):
    scene, frame = moment(name)
    view = scene.camera.at(frame.time)
    up = 1 - 2 * (np.arange(SIZE[1]) + 0.5) / SIZE[1]
    return view.forward[2] + up * view.tan_half * view.up[2] < 0


@every
def test_a_sun_10_degrees_away_is_found(name):
    sun = moment(name)[0].look.sun
    moved = replace(sun, azimuth=sun.azimuth + 10)

    assert difference(picture_of(name, sun=moved), reference(name)) > TOLERANCE


@pytest.fixture(scope="module")
def gallery():
    """What makes the gallery."""
    spec = importlib.util.spec_from_file_location("make_gallery", ROOT / "docs/make_gallery.py")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_gallery_shows_every_scene(gallery):
    loops = gallery.loops()
    page = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")

    assert [loop.scene for loop in loops] == NAMES
    assert page == gallery.page(loops), "make gallery"


def test_the_loops_are_there_and_small(gallery):
    for loop in gallery.loops():
        assert loop.file.stat().st_size <= loop.most
    pictures = [path.stat().st_size for path in (ROOT / "docs/images").rglob("*.*")]
    assert sum(pictures) < 20e6


def renew():
    """Draw all references anew."""
    REFERENCES.mkdir(exist_ok=True)
    for name in NAMES:
        Image.fromarray(picture_of(name)).save(REFERENCES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    renew()
