"""Scene: what is asked for becomes a model, a solver and a clock."""

import dataclasses

import numpy as np
import pytest

from wavetank import SOLVERS, Scene
from wavetank.errors import (
    HeightMapError,
    ModelError,
    SceneError,
    SolverError,
    StepTooLongError,
    WavetankError,
)
from wavetank.scene import library


def two_lines(caught):
    first, second = str(caught.value).splitlines()
    return first, second.strip()


def test_a_scene_becomes_the_model_it_describes(write_scene):
    path = write_scene("""
        gravity = 3.7
        precision = "single"
        seed = 8
        drying = 5.0
        solver = { name = "implicit_wave", damping = 0.3 }
        grid = { nx = 20, ny = 10, spacing = 0.1 }
        frames = { duration = 1.0, rate = 24, dt = 0.02 }
        needs = ["refraction"]
        [water]
        surface = 0.2
        u = 0.1
        bumps = [{ kind = "dam", height = 0.1, east = 0.5 }]
        [[terrain]]
        kind = "slope"
        low = -0.5
        high = 0.5
        [[walls]]
        kind = "rectangle"
        west = 0.8
        east = 1.2
        south = 0.0
        north = 0.3
        [boundaries]
        west = "open"
        north = { kind = "open", sponge = 0.2 }
        [[sources]]
        kind = "inflow"
        x = 0.3
        y = 0.3
        radius = 0.1
        rate = 0.01
    """)
    simulation = Scene.read(path).simulation()
    model = simulation.model
    x = (np.arange(20) + 0.5) * 0.1

    assert model.dtype == np.float32
    assert model.gravity == 3.7
    assert (model.seed, model.drying, model.level) == (8, 5.0, 0.2)
    assert (simulation.dt, simulation.solver.damping) == (0.02, 0.3)
    bed = -0.5 + x / 2
    np.testing.assert_allclose(model.bed[0], bed, atol=1e-6)
    np.testing.assert_allclose(model.surface[5], np.maximum(0.2 + 0.1 * (x < 0.5), bed), atol=1e-6)
    np.testing.assert_array_equal(model.walls, np.outer(np.arange(10) < 3, (x > 0.8) & (x < 1.2)))
    np.testing.assert_allclose(model.u, 0.1, rtol=1e-6)
    assert list(model.boundaries.passages()) == ["west", "north"]
    assert [source.rate for source in model.sources] == [0.01]
    assert {need.name for need in model.needs()} == {"REFRACTION", "DRY_GROUND"}


def test_a_front_starts_with_the_velocity_of_its_wave(write_scene):
    """u = 2 sqrt(g (d + e)) - 2 sqrt(g d), over ground that is not level, toward where it goes."""
    path = write_scene("""
        solver = "implicit_wave"
        grid = { nx = 40, ny = 8, spacing = 0.1 }
        frames = { duration = 1.0 }
        terrain = [{ kind = "slope", low = -1.0, high = -0.2 }]
        [[water.bumps]]
        kind = "front"
        place = 2.0
        width = 0.3
        height = 0.05
        toward = "west"
    """)
    model = Scene.read(path).model()
    rise = model.surface

    expected = 2 * np.sqrt(9.81 * (rise - model.bed)) - 2 * np.sqrt(9.81 * -model.bed)
    np.testing.assert_allclose(model.u, -expected, rtol=1e-9, atol=1e-15)
    low = rise < 1e-3
    np.testing.assert_allclose(model.u[low], (-rise * np.sqrt(9.81 / -model.bed))[low], rtol=2e-3)
    assert not model.v.any()
    assert rise.max() == pytest.approx(0.05, rel=0.02)


def test_a_scene_read_in_another_folder_finds_its_height_map(write_scene, tmp_path):
    bed = np.arange(120.0).reshape(10, 12) / 1000
    np.save(tmp_path / "bed.npy", bed)
    path = write_scene(POND + '\n[[terrain]]\nkind = "height_map"\nfile = "bed.npy"\ntop = "south"')

    np.testing.assert_array_equal(Scene.read(path).model().bed, bed)


POND = """
solver = "damped_wave"
grid = { nx = 12, ny = 10, spacing = 0.1 }
frames = { duration = 0.1 }
water = { surface = 0.5 }
"""


@pytest.mark.parametrize(("extra", "kind", "where", "instead"), [
    ('[[terrain]]\nkind = "height_map"\nfile = "bde.npy"', HeightMapError,
     "bde.npy does not exist", "did you mean 'bed.npy'?"),
    ('[[terrain]]\nkind = "height_map"\nfile = "small.npy"', HeightMapError,
     "has shape (3, 4), the grid (ny, nx) = (10, 12)", "resample = true"),
    ('[[terrain]]\nkind = "height_map"\nfile = "nan.npy"', HeightMapError,
     "NaN or infinity in 1 of 120 cells", "mend the file"),
    ('[[terrain]]\nkind = "flat"\nheight = 0.6', SolverError,
     "solver 'damped_wave' cannot handle ground that falls dry or floods",
     "solvers that can: implicit_wave"),
    ('[[sources]]\nkind = "drop"\ntime = 0\nx = 9\ny = 0.5\nradius = 0.1\nheight = 0.1',
     ModelError, "source 1 (drop): x = 9 m is outside the tank", "0 to 1.2 m"),
    ('[[walls]]\nkind = "disc"\nx = 0.5\ny = 0.5\nradius = 9', ModelError,
     "walls leave no room for water", "True is wall"),
])  # fmt: skip
def test_a_scene_that_cannot_be_says_which_file(write_scene, tmp_path, extra, kind, where, instead):
    np.save(tmp_path / "bed.npy", np.zeros((10, 12)))
    np.save(tmp_path / "small.npy", np.zeros((3, 4)))
    holes = np.zeros((10, 12))
    holes[3, 4] = np.nan
    np.save(tmp_path / "nan.npy", holes)
    path = write_scene(f"{POND}\n{extra}")
    with pytest.raises(kind) as caught:
        Scene.read(path).simulation()
    first, second = two_lines(caught)

    assert first.startswith(f"{path}: ")
    assert where in first
    assert instead in second


def test_a_step_above_the_limit_names_the_largest(write_scene):
    path = write_scene(POND.replace("duration = 0.1", "duration = 0.1, dt = 1.0"))
    largest = Scene.read(path, {"frames.dt": 0.001}).simulation().solver.limit
    with pytest.raises(StepTooLongError) as caught:
        Scene.read(path).simulation()

    assert two_lines(caught)[1] == f"largest stable step here: {largest:.6g} s"


@pytest.mark.parametrize("changes", [
    {"solver.speed": 0.0}, {"solver.speed": -1.0}, {"solver.damping": -5.0}, {"gravity": 0.0},
    {"gravity": -9.81}, {"gravity": 1e300}, {"drying": 0.0}, {"grid.nx": 10**13},
    {"water.surface": 1e300}, {"water.u": 1e300}, {"grid.spacing": 1e-300}, {"grid.spacing": 1e300},
    {"seed": -1, "sources": [{"kind": "rain", "rate": 9.0, "radius": 0.1, "height": 0.1}]},
    {"sources": [{"kind": "rain", "rate": 1e300, "radius": 0.1, "height": 0.1}]},
    {"sources": [{"kind": "rain", "rate": 9.0, "radius": 0.1, "height": 0.1, "seed": -1}]},
    {"terrain": [{"kind": "fractal", "seed": -1, "height": 0.1, "size": 0.5}]},
    {"water.bumps": [{"kind": "gaussian", "x": 0.5, "y": 0.5, "radius": 1e-300, "height": 0.1}]},
    {"water.bumps": [{"kind": "dam", "height": 1e308}, {"kind": "dam", "height": 1e308}]},
    {"boundaries.west": {"kind": "wave_maker", "height": 0.1, "period": 1e-300}},
])  # fmt: skip
def test_absurd_numbers_run_or_are_refused_in_two_lines(write_scene, changes):
    try:
        simulation = Scene.read(write_scene(POND), changes).simulation()
        simulation.advance(min(0.01, simulation.solver.largest_step(simulation.state)))
    except WavetankError as error:
        lines = str(error).splitlines()
        assert len(lines) == 2
    else:
        assert np.isfinite(simulation.state.depth).all()
        assert np.isfinite(simulation.frame().u).all()


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("damping", [-0.1, -5.0])
def test_damping_that_drives_is_refused(write_scene, solver, damping):
    with pytest.raises(WavetankError, match="damping must not be negative"):
        Scene.read(write_scene(POND), {"solver": {"name": solver, "damping": damping}}).simulation()


@pytest.mark.parametrize("speed", [0.0, -1.0])
def test_waves_that_stand_or_run_backward_are_refused(write_scene, speed):
    with pytest.raises(WavetankError, match="speed must be positive"):
        Scene.read(write_scene(POND), {"solver.speed": speed}).simulation()


def test_a_scene_is_the_same_scene_whatever_its_duration(write_scene):
    path = write_scene(POND)
    scene = Scene.read(path)

    assert scene.text() == Scene.read(path, {"frames.duration": 99.0}).text()
    for change in ({"seed": 1}, {"grid.nx": 13}, {"solver.damping": 0.1}, {"frames.rate": 24.0},
                   {"water.surface": 0.6}):  # fmt: skip
        assert scene.text() != Scene.read(path, change).text()


def test_scenes_are_frozen(write_scene):
    scene = Scene.read(write_scene(POND))
    with pytest.raises(dataclasses.FrozenInstanceError):
        scene.gravity = 1.0
    assert scene == Scene.read(write_scene(POND, "other.toml"))
    assert scene.name == "pond"
    assert scene.frame_count() == 4


def test_a_shipped_scene_is_found_by_its_bare_name():
    assert Scene.read("three_drops").file == library.folder() / "three_drops.toml"
    assert library.find(library.folder() / "beach.toml").stem == "beach"


def test_a_file_here_goes_before_a_shipped_scene(write_scene, monkeypatch, tmp_path):
    write_scene(POND, "beach.toml")
    monkeypatch.chdir(tmp_path)

    assert Scene.read("beach.toml").grid.nx == 12
    assert Scene.read("beach").grid.nx == 512


def test_a_scene_can_be_made_in_python():
    from wavetank import Grid
    from wavetank.scene.options import OPTION_TABLES
    from wavetank.scene.scene import Frames, WaterTable

    scene = Scene(Grid(8, 6, 0.1), Frames(0.1), OPTION_TABLES["implicit_wave"](),
                  water=WaterTable(surface=0.4))  # fmt: skip
    *_, last = scene.simulation().frames(0.1)
    np.testing.assert_allclose(last.surface, 0.4)


@pytest.mark.parametrize("name", ["vorticies", "Refraction"])
def test_an_unknown_need_is_refused(write_scene, name):
    with pytest.raises(SceneError, match="'needs' must be 'vortices'"):
        Scene.read(write_scene(POND), {"needs": [name]})
