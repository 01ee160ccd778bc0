"""The command: what it prints, its exit codes, and its errors of two lines."""

import json
import subprocess
import sys

import pytest

from wavetank import SOLVERS
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


def test_a_defect_shows_its_traceback(monkeypatch, wavetank):
    """Two lines are for what users can mend; a fault of ours must be seen."""
    monkeypatch.setattr("wavetank.commands.describe", lambda scene: 1 / 0)
    from wavetank import cli

    monkeypatch.setattr(sys, "argv", ["wavetank", "check", "rain"])
    with pytest.raises(ZeroDivisionError):
        cli.main()
