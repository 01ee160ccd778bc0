"""Every shipped scene is sound, runs, and keeps its water."""

from pathlib import Path

import numpy as np
import pytest

from wavetank import Scene
from wavetank.scene import library, reader

NAMES = sorted(library.shipped())
PROMISED = {"three_drops", "rain", "pi_tank", "triangle_pool", "two_sines", "cone_beach", "beach",
            "puddle_over_the_bar", "fish_tank"}  # fmt: skip
every = pytest.mark.parametrize("name", NAMES)


def test_the_promised_scenes_are_there():
    assert set(NAMES) >= PROMISED


@every
def test_a_scene_has_a_title_a_camera_and_a_schema(name):
    scene = Scene.read(name)

    assert 10 < len(scene.title) < 100
    assert scene.camera is not None
    head = library.shipped()[name].read_text().splitlines()[0]
    assert head.startswith("#:schema ")
    schema = library.shipped()[name].parent / head.removeprefix("#:schema ")
    assert schema.is_file()


def test_the_schema_that_is_shipped_is_the_schema():
    import json

    folder = Path(library.shipped()["beach"]).parent
    shipped = json.loads((folder / "../docs/scene.schema.json").read_text())
    assert shipped == reader.schema_of(Scene)


@every
def test_a_scene_runs_and_keeps_its_water(name):
    """A second or three frames, whichever is more work, to see its first drops fall."""
    scene = Scene.read(name)
    simulation = scene.simulation()
    frames = 3 if scene.grid.cells > 30_000 else round(scene.frames.rate)
    for frame in simulation.frames((frames - 1) / scene.frames.rate, scene.frames.rate):
        for array in (frame.depth, frame.u, frame.v, frame.wet):
            assert np.isfinite(array).all()
        assert frame.depth.min() >= 0
        assert not frame.depth[frame.walls].any()
        assert frame.wet.min() >= 0
        assert frame.wet.max() <= 1

    assert frame.index == frames - 1
    assert np.abs(frame.u).max() > 0  # something moves
    assert abs(simulation.ledger.error) < {"double": 1e-12, "single": 1e-6}[scene.precision]
