"""Every block of code in README and docs does what it says: Python runs, scenes simulate,
commands run (shortened) in a folder of their own."""

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest

import wavetank as wt
from wavetank.film.renderer import Renderer
from wavetank.look.camera import Camera
from wavetank.scene.reader import object_of

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(language, code, id=f"{page.relative_to(ROOT)}-{number}")
    for page in PAGES
    for number, (language, code) in enumerate(FENCE.findall(page.read_text()), 1)
]


@pytest.mark.parametrize(("language", "code"), BLOCKS)
def test_the_block_works(language, code, tmp_path, monkeypatch, wavetank):
    assert language in TRIALS, f"a block of '{language}': say python, toml, sh or text"
    monkeypatch.chdir(tmp_path)
    TRIALS[language](code, wavetank)


def run_python(code, wavetank):
    exec(compile(code, "page", "exec"), {"__name__": "__main__"})


def run_scene(code, wavetank):
    """It simulates, and can be filmed."""
    scene = object_of(wt.Scene, tomllib.loads(code), "page")
    simulation = scene.simulation()
    *_, frame = simulation.frames(duration=0.1, rate=30)
    assert abs(simulation.ledger.error) < 1e-12
    camera = scene.camera or Camera.suited_to(frame)
    shown = Renderer(camera, scene.look, (32, 18), "draft").draw(frame).shown
    assert shown.std() > 0.01


def run_commands(code, wavetank):
    for line in code.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        assert words[0] in ("wavetank", "make"), f"what is {words[0]}?"
        if words[0] == "make":
            command = ["make", "--dry-run", "--directory", str(ROOT), *words[1:]]
            subprocess.run(command, capture_output=True, check=True)
        else:
            answer = wavetank(*shortened(words[1:]))
            assert answer.code == 0, f"{line}\n{answer.out}\n{answer.err}"


def shortened(words):
    """The same command, on a scene that lasts a moment, without the long measurements."""
    name, short = words[0], list(words)
    if name in ("run", "film") and not any(word.endswith(".zarr") for word in words[1:2]):
        short += ["--duration", "0.1"]
    if name == "film":
        short += ["--size", "96x54", "--quality", "draft", "--frames", "1:3"]  # the last counts
    if name == "bench" and "film" not in words:
        short += ["--size", "64"]
    if name == "study" or "film" in words[1:]:  # tests/studies and tests/bench run them
        short = [name, "--help"]
    return short


TRIALS = {
    "python": run_python,
    "toml": run_scene,
    "sh": run_commands,
    "text": lambda code, wavetank: None,
}


def test_the_schema_for_editors_is_the_one_of_the_program():
    import json

    from wavetank.commands import scene_schema

    shipped = (ROOT / "docs" / "scene.schema.json").read_text()
    assert json.loads(shipped) == json.loads(scene_schema())
