"""The command: what it prints, its exit codes, and its errors of two lines."""

import json
import subprocess
import sys

import av
import numpy as np
import pytest
from PIL import Image

from wavetank import SOLVERS, Scene
from wavetank.recording.recording import Recording
from wavetank.scene import library


def two_lines(answer, code=2):
    """The two lines of a refusal, which is all there is."""
    assert answer.code == code
    assert answer.out == ""
    lines = answer.err.splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("  ")
    assert "Traceback" not in answer.err
    return lines[0], lines[1].strip()


# What there is


def test_scenes_lists_the_shipped_scenes(wavetank):
    answer = wavetank("scenes")

    assert answer.code == 0
    assert answer.err == ""
    names = [line.split()[0] for line in answer.out.splitlines()]
    assert names == sorted(library.shipped())
    assert "Three drops fall into a square tank" in answer.out


def test_scenes_prints_the_schema(wavetank):
    schema = json.loads(wavetank("scenes", "--schema").out)

    assert schema["title"] == "Scene"
    assert "grid" in schema["properties"]


def test_solvers_lists_every_solver_with_its_paper(wavetank):
    out = wavetank("solvers").out

    for name, solver in SOLVERS.items():
        assert name in out
        assert solver.title in out
    assert "dry_ground" in out


def test_check_says_what_a_scene_will_do(wavetank):
    answer = wavetank("check", "three_drops")

    assert answer.code == 0
    assert answer.err == ""
    for words in ("three_drops: Three drops", "64 x 64 cells of 0.05 m: 3.2 x 3.2 m", "241 in 8 s",
                  "damped_wave: damped wave equation", "up to 0.3 m deep"):  # fmt: skip
        assert words in answer.out


def test_check_takes_a_file(wavetank, write_scene):
    assert "pond: " in wavetank("check", write_scene()).out


def test_without_a_command_there_is_help(wavetank):
    answer = wavetank()

    assert "Height-field water" in answer.out + answer.err
    for command in ("run", "check", "scenes", "solvers", "film", "study", "bench"):
        assert command in answer.out + answer.err


# Changes


def test_changes_on_the_command_line(wavetank, write_scene):
    path = write_scene()
    words = ["check", path, "--set", "grid.nx=20", "--set", "frames.duration=2.0",
             "--set", "title=My pond", "--solver", "implicit_wave"]  # fmt: skip
    out = wavetank(*words).out

    assert "20 x 10 cells" in out
    assert "61 in 2 s" in out
    assert "pond: My pond" in out
    assert "implicit_wave: " in out


def test_options_of_the_solver_that_goes_do_not_hinder(wavetank):
    """three_drops has a [solver] table of its own; --solver puts another in its place."""
    assert "implicit_wave: " in wavetank("check", "three_drops", "--solver", "implicit_wave").out


@pytest.mark.parametrize(("change", "where", "instead"), [
    ("grid.nx", "--set grid.nx: no key=value", "for example: --set frames.duration=5"),
    ("=3", "--set =3: no key=value", "for example"),
    ("grid.nxx=3", "[grid]: unknown key 'nxx'", "did you mean 'nx'?"),
    ("grid.nx=many", "[grid]: 'nx' must be a valid integer, got 'many'", "keys: nx"),
    ("grid.nx=-4", "[grid]: nx must be at least 1, got -4", "keys: nx"),
    ("grid.nx.a=4", "--set grid.nx.a: 'nx' is a value, not a table", "shorter"),
    ("sources.0.x=4", "", ""),
])  # fmt: skip
def test_changes_that_cannot_be(wavetank, write_scene, change, where, instead):
    first, second = two_lines(wavetank("check", write_scene(), "--set", change))

    assert where in first
    assert instead in second


# Bad input


def changed(write_scene, old, new):
    text = write_scene().read_text()
    assert old in text
    return write_scene(text.replace(old, new))


@pytest.mark.parametrize(("old", "new", "where", "instead"), [
    ("spacing", "spacin", "[grid]: unknown key 'spacin'", "did you mean 'spacing'?"),
    ("spacing = 0.1", "spacing = -0.1", "spacing must be positive, got -0.1", "keys: nx"),
    ("rate = 30", "dt = 0.5", "dt = 0.5 s is too long a step", "largest stable step here: 0.045"),
    ('"damped_wave"', '"damped"', "unknown solver 'damped'", "did you mean 'damped_wave'?"),
    ("[water]", "[walter]", "unknown key 'walter'", "did you mean 'water'?"),
    ("surface = 0.5", "surface = -0.5", "cannot handle ground that falls dry", "implicit_wave"),
    ("surface = 0.5", "surface = nan", "'surface' must be a finite number, got nan", "keys"),
    ("[grid]", "[grid", "(at line", "a scene is TOML"),
    ("[water]", '[[terrain]]\nkind = "height_map"\nfile = "no.tif"\n[water]', "does not exist",
     "looked in"),
])  # fmt: skip
@pytest.mark.parametrize("command", ["check", "run", "film"])
def test_bad_scenes_are_two_lines(
    wavetank, write_scene, tmp_path, command, old, new, where, instead
):
    path = changed(write_scene, old, new)
    out = tmp_path / "out.mp4"
    words = [command, path] + ([] if command == "check" else ["--out", out])
    first, second = two_lines(wavetank(*words))

    assert first.startswith(f"{path}")
    assert where in first
    assert instead in second
    assert sorted(tmp_path.iterdir()) == [path]  # nothing was begun


def test_unknown_scenes_are_guessed(wavetank):
    first, second = two_lines(wavetank("check", "tree_drops"))

    assert first == "unknown scene 'tree_drops'"
    assert second.startswith("did you mean 'three_drops'?")


@pytest.mark.parametrize("solver", ["implicit", "no such thing"])
def test_unknown_solvers_are_refused(wavetank, solver):
    first, second = two_lines(wavetank("check", "rain", "--solver", solver))

    assert f"unknown solver '{solver}'" in first
    assert ("did you mean 'implicit_wave'?" in second) == (solver == "implicit")
    assert "known: damped_wave, implicit_wave" in second


def test_a_solver_that_cannot_is_refused_naming_those_that_can(wavetank):
    first, second = two_lines(wavetank("check", "cone_beach", "--solver", "damped_wave"))

    assert "solver 'damped_wave' cannot handle ground that falls dry" in first
    assert second == "solvers that can: implicit_wave"


@pytest.mark.parametrize("words", [
    ["run"], ["nonsense"], ["check"], ["check", "rain", "--nonsense"], ["film", "rain"],
    ["run", "rain", "--duration", "long"], ["run", "rain", "--duration", "-1"],
    ["run", "rain", "--duration", "nan"], ["film", "rain", "--out", "x.mp4", "--size", "big"],
])  # fmt: skip
def test_wrong_words_are_exit_code_two(wavetank, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = wavetank(*words)

    assert answer.code == 2
    assert answer.out == ""
    assert "Traceback" not in answer.err
    assert not list(tmp_path.iterdir())


# Runs


def test_run_records_and_audits(wavetank, write_scene, tmp_path):
    out = tmp_path / "pond.zarr"
    answer = wavetank("run", write_scene(), "--out", out)

    assert answer.code == 0
    assert answer.err == ""
    assert f"{out}: 4 frames" in answer.out
    assert "at the start" in answer.out
    assert "unexplained" in answer.out
    assert out.is_dir()


def test_what_is_there_is_not_overwritten(wavetank, write_scene, tmp_path):
    out = tmp_path / "pond.zarr"
    path = write_scene()
    wavetank("run", path, "--out", out)
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    first, second = two_lines(wavetank("run", path, "--out", out, "--duration", "0.2"))

    assert str(out) in first
    assert "--force" in second
    assert {file: file.read_bytes() for file in out.rglob("*") if file.is_file()} == before
    assert "7 frames" in wavetank("run", path, "--out", out, "--duration", "0.2", "--force").out


def test_a_run_is_gone_on_with(wavetank, write_scene, tmp_path):
    out, path = tmp_path / "pond.zarr", write_scene()
    wavetank("run", path, "--out", out)
    answer = wavetank("run", path, "--out", out, "--resume", "--duration", "0.3")
    assert answer.code == 0
    assert "10 frames" in answer.out

    other = write_scene(path.read_text().replace("nx = 12", "nx = 13"), "other.toml")
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    two_lines(wavetank("run", other, "--out", out, "--resume"))
    assert {file: file.read_bytes() for file in out.rglob("*") if file.is_file()} == before


def test_going_on_and_beginning_again_are_not_both_asked_for(wavetank, write_scene, tmp_path):
    out, path = tmp_path / "pond.zarr", write_scene()
    wavetank("run", path, "--out", out)
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}

    first, _ = two_lines(wavetank("run", path, "--out", out, "--resume", "--force"))

    assert "--resume" in first
    assert "--force" in first
    assert {file: file.read_bytes() for file in out.rglob("*") if file.is_file()} == before


@pytest.mark.parametrize("size", ["0", "-5"])
def test_a_benchmark_without_cells_is_refused(wavetank, size):
    first, _ = two_lines(wavetank("bench", "--size", size))

    assert size in first


def test_water_that_falls_dry_is_exit_code_one(wavetank, write_scene, tmp_path):
    """Bad luck, not bad input: it could only be seen while it ran."""
    drain = '[[sources]]\nkind = "outflow"\nx = 0.5\ny = 0.5\nradius = 0.2\nrate = 5.0\n'
    path = changed(write_scene, "[water]", f"{drain}\n[water]")
    first, second = two_lines(
        wavetank("run", path, "--out", tmp_path / "x.zarr", "--duration", "3"), code=1
    )

    assert "the water fell dry" in first
    assert "step" in first
    assert "row" in first
    assert "implicit_wave" in second


# Films


TINY = ("--size", "32x18", "--quality", "draft")


@pytest.fixture
def recorded(wavetank, write_scene, tmp_path):
    """A recording of the pond, four frames long."""
    out = tmp_path / "pond.zarr"
    assert wavetank("run", write_scene(), "--out", out).code == 0
    return out


def numbers_of(folder):
    """Which frames are in a folder of numbered pictures."""
    return [int(picture.stem) for picture in sorted(folder.iterdir())]


def test_a_scene_is_filmed(wavetank, write_scene, tmp_path):
    out = tmp_path / "pond.mp4"
    answer = wavetank("film", write_scene(), "--out", out, *TINY)

    assert (answer.code, answer.out, answer.err) == (0, "", "")
    with av.open(str(out)) as film:
        video = film.streams.video[0]
        assert (video.width, video.height, video.average_rate) == (32, 18, 30)
        assert sum(1 for _ in film.decode(video)) == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pond.mp4", "pond.toml"]


def test_a_recordings_film_is_the_scenes(wavetank, write_scene, recorded, tmp_path):
    for name, what in (("scene", write_scene()), ("run", recorded)):
        assert wavetank("film", what, "--out", tmp_path / name / "##.png", *TINY).code == 0

    pictures = [sorted((tmp_path / name).iterdir()) for name in ("scene", "run")]
    assert len(pictures[0]) == len(pictures[1]) == 4
    for one, other in zip(*pictures, strict=True):
        assert one.read_bytes() == other.read_bytes()


def test_a_plot_is_another_picture_of_the_same(wavetank, recorded, tmp_path):
    outs = {style: tmp_path / f"{style}.png" for style in ("water", "plot")}
    for style, out in outs.items():
        words = ["--style", style, "--size", "320x180", "--quality", "draft"]
        assert wavetank("film", recorded, "--out", out, *words).code == 0

    water, plot = (np.asarray(Image.open(out)) for out in outs.values())
    assert water.shape == plot.shape == (180, 320, 3)
    assert (plot == 255).all(axis=2).mean() > 0.1  # paper
    assert not (water == 255).all(axis=2).any()


def test_runs_are_filmed_side_by_side(wavetank, write_scene, recorded, tmp_path):
    other = write_scene(write_scene().read_text().replace("0.5", "0.4"), "other.toml")
    out = tmp_path / "both.png"
    words = ["--side-by-side", "--size", "160x48", "--quality", "draft"]
    assert wavetank("film", recorded, other, "--out", out, *words).code == 0

    picture = np.asarray(Image.open(out)).astype(int)
    assert picture.shape == (48, 160, 3)
    assert abs(picture[-20:, :80] - picture[-20:, 80:]).max() > 5


def test_several_are_filmed_only_side_by_side(wavetank, recorded, write_scene, tmp_path):
    out = tmp_path / "both.mp4"
    first, second = two_lines(wavetank("film", recorded, write_scene(), "--out", out, *TINY))

    assert first == "2 things to film at once"
    assert "--side-by-side" in second
    assert not out.exists()


@pytest.mark.parametrize(("words", "expected"), [
    ("1:3", [1, 2]), (":2", [0, 1]), ("-3:", [1, 2, 3]), ("0:4:2", [0, 2]), (":", [0, 1, 2, 3]),
    ("2:100", [2, 3]),
])  # fmt: skip
def test_some_frames_of_a_film(wavetank, recorded, tmp_path, words, expected):
    """And they keep the numbers, and the pictures, that they have in the whole film."""
    folder = tmp_path / "film"
    words = ["--frames", words, "--out", folder / "###.png", *TINY]
    assert wavetank("film", recorded, *words).code == 0

    assert numbers_of(folder) == expected


@pytest.mark.parametrize("scene", [True, False])
def test_a_frame_does_not_depend_on_those_before_it(
    wavetank, write_scene, recorded, tmp_path, scene
):
    alone, last = tmp_path / "alone.png", tmp_path / "last.png"
    what = write_scene() if scene else recorded
    for out, words in ((alone, "2:3"), (last, ":3")):
        assert wavetank("film", what, "--frames", words, "--out", out, *TINY).code == 0

    assert alone.read_bytes() == last.read_bytes()


def refused(wavetank, tmp_path, *words):
    """The two lines of a film that is refused; nothing was begun for it."""
    before = sorted(tmp_path.rglob("*"))
    lines = two_lines(wavetank("film", *words))
    assert sorted(tmp_path.rglob("*")) == before
    return lines


@pytest.mark.parametrize("frames", ["10", "a:b", "1:2:0", "1:2:-1", "1-5", "1:2:3:4", "1.5:3"])
def test_frames_that_are_no_range(wavetank, write_scene, tmp_path, frames):
    words = [write_scene(), "--out", tmp_path / "x.mp4", "--frames", frames, *TINY]
    first, second = refused(wavetank, tmp_path, *words)

    assert first == f"--frames {frames}: no range of frames"
    assert "10:50" in second


@pytest.mark.parametrize("frames", ["10:50", "3:1", "4:", ":0"])
def test_frames_that_are_not_there(wavetank, write_scene, tmp_path, frames):
    words = [write_scene(), "--out", tmp_path / "x.mp4", "--frames", frames, *TINY]
    first, second = refused(wavetank, tmp_path, *words)

    assert first == "--frames leaves none of 4 frames"
    assert "FIRST:END" in second


@pytest.mark.parametrize(("size", "problem"), [
    ("big", "no size"), ("1280", "no size"), ("1280x", "no size"), ("0x720", "no size"),
    ("-4x9", "no size"), ("1280X720", "no size"), ("12.5x7", "no size"), ("²x³", "no size"),
    ("99999x99999", "too many pixels"), ("33x18", "needs even sizes"),
])  # fmt: skip
def test_sizes_that_cannot_be(wavetank, write_scene, tmp_path, size, problem):
    words = [write_scene(), "--out", tmp_path / "x.mp4", "--size", size]
    first, _ = refused(wavetank, tmp_path, *words)

    assert problem in first
    assert size.partition("x")[0] in first


@pytest.mark.parametrize(("out", "problem", "instead"), [
    ("x.avi", "no movie ends in '.avi'", ".mp4"),
    ("x##.mp4", "only pictures are numbered", "####.png"),
    ("missing/x.mp4", "there is no folder", "make it"),
    ("pond.toml", "no movie ends in '.toml'", ".mp4"),
])  # fmt: skip
def test_films_that_cannot_be_called_so(wavetank, write_scene, tmp_path, out, problem, instead):
    first, second = refused(wavetank, tmp_path, write_scene(), "--out", tmp_path / out, *TINY)

    assert problem in first
    assert instead in second


def test_a_film_that_is_there_stays_unless_forced(wavetank, write_scene, tmp_path):
    out = tmp_path / "x.png"
    out.write_bytes(b"precious")
    words = [write_scene(), "--out", out, *TINY]
    first, second = refused(wavetank, tmp_path, *words)

    assert str(out) in first
    assert "--force" in second
    assert out.read_bytes() == b"precious"
    assert wavetank("film", *words, "--force").code == 0
    assert out.read_bytes() != b"precious"


@pytest.mark.parametrize(("change", "problem"), [
    ("frames.dt=0.001", "'frames.dt' was settled when it was recorded"),
    ("water.surface=0.4", "'water.surface' was settled when it was recorded"),
    ("look.water=tea", "[look]: 'water' must be"),
    ("look.wter=sea", "[look]: unknown key 'wter'"),
])  # fmt: skip
def test_what_a_recordings_film_cannot_change(wavetank, recorded, tmp_path, change, problem):
    words = [recorded, "--out", tmp_path / "x.png", "--set", change, *TINY]
    first, second = refused(wavetank, tmp_path, *words)

    assert first.startswith(str(recorded))
    assert problem in first
    assert second


@pytest.mark.parametrize("words", [("--solver", "implicit_wave"), ("--duration", "1.0")])
def test_a_recordings_run_is_settled(wavetank, recorded, tmp_path, words):
    first, second = refused(wavetank, tmp_path, recorded, "--out", tmp_path / "x.png", *words)

    assert "was settled when it was recorded" in first
    assert second == "a recording's film can change: camera, look"


def test_a_recordings_look_can_be_another(wavetank, recorded, tmp_path):
    for name, change in (("plain", "look.exposure=0"), ("dark", "look.exposure=-2")):
        words = ["--out", tmp_path / f"{name}.png", "--set", change, *TINY]
        assert wavetank("film", recorded, *words).code == 0

    plain, dark = (np.asarray(Image.open(tmp_path / f"{n}.png")) for n in ("plain", "dark"))
    assert dark.mean() < 0.7 * plain.mean()


@pytest.mark.parametrize(("change", "where", "instead"), [
    ("camera.eye=[0.6, 0.5, -1.0]", "[camera]: the eye (0.6, 0.5, -1) is in the ground", "raise"),
    ("camera.target=[0.6, 0.5, 2.0]", "[camera]: target must not lie in eye", "keys"),
    ('look.sky="missing.exr"', "missing.exr", "beside the scene file"),
    ("look.sky=physicle", "sky must be 'physical', 'sphere_map' or a file", "keys"),
    ("look.sun.elevation=120", "elevation must be from -6 to 90 degrees", "keys"),
])  # fmt: skip
def test_cameras_and_looks_that_cannot_be(wavetank, write_scene, tmp_path, change, where, instead):
    camera = "camera={eye=[0.6, 0.5, 2.0], target=[0.6, 0.6, 0.5]}"
    words = [write_scene(), "--out", tmp_path / "x.png", "--set", camera, "--set", change, *TINY]
    first, second = refused(wavetank, tmp_path, *words)

    assert where in first
    assert instead in second


@pytest.mark.parametrize("words", [
    ("--style", "cubist"), ("--quality", "best"), ("--frames",), ("--fps", "24"),
])  # fmt: skip
def test_words_that_film_does_not_know(wavetank, write_scene, tmp_path, words):
    answer = wavetank("film", write_scene(), "--out", tmp_path / "x.png", *words)

    assert answer.code == 2
    assert words[0] in answer.err
    assert "Traceback" not in answer.err
    assert not (tmp_path / "x.png").exists()


def test_a_recording_without_a_frame_says_so(wavetank, write_scene, tmp_path):
    scene = Scene.read(write_scene())
    Recording.create(tmp_path / "none.zarr", scene.simulation(), rate=30, scene=scene.text())
    words = [tmp_path / "none.zarr", "--out", tmp_path / "x.png", *TINY]
    first, second = refused(wavetank, tmp_path, *words)

    assert "holds no frame yet" in first
    assert "--resume" in second


def test_a_recording_of_what_never_stops_can_be_filmed(wavetank, write_scene, tmp_path):
    """Rain has no end unless it is given one."""
    rain = '[[sources]]\nkind = "rain"\nrate = 9.0\nradius = 0.1\nheight = 0.01\n'
    scene, out = changed(write_scene, "[water]", f"{rain}\n[water]"), tmp_path / "rain.zarr"
    assert wavetank("run", scene, "--out", out).code == 0

    assert wavetank("film", out, "--out", tmp_path / "x.png", *TINY).code == 0


def test_a_folder_that_is_no_recording_says_so(wavetank, tmp_path):
    first, second = refused(wavetank, tmp_path, tmp_path, "--out", tmp_path / "x.png", *TINY)

    assert str(tmp_path) in first
    assert second


# As a shell meets it


def shell(*words, **options):
    command = [sys.executable, "-m", "wavetank", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def test_python_m_wavetank_is_the_command(write_scene):
    answer = shell("check", str(write_scene()))

    assert answer.returncode == 0
    assert "12 x 10 cells" in answer.stdout
    assert answer.stderr == ""


def test_errors_in_a_shell_are_two_lines_and_exit_code_two():
    answer = shell("check", "no_such_scene")

    assert answer.returncode == 2
    assert answer.stdout == ""
    assert len(answer.stderr.splitlines()) == 2


def test_a_missing_sky_in_a_shell_is_two_lines(write_scene, tmp_path):
    words = ["--out", str(tmp_path / "x.png"), "--set", "look.sky=missing.exr", *TINY]
    answer = shell("film", str(write_scene()), *words)

    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 2


def test_a_defect_shows_its_traceback(monkeypatch, wavetank):
    """Two lines are for what users can mend; a fault of ours must be seen."""
    monkeypatch.setattr("wavetank.commands.describe", lambda scene: 1 / 0)
    from wavetank import cli

    monkeypatch.setattr(sys, "argv", ["wavetank", "check", "rain"])
    with pytest.raises(ZeroDivisionError):
        cli.main()
