"""Every block of code in README and docs does what it says: Python runs, scenes simulate,
commands run (shortened) in a folder of their own."""

import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import wavetank as wt
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
def test_the_block_works(language, code, tmp_path):
    assert language in TRIALS, f"a block of '{language}': say python, toml, sh or text"
    TRIALS[language](code, tmp_path)


def run_python(code, folder):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def run_scene(code, folder):
    simulation = object_of(wt.Scene, tomllib.loads(code), "page").simulation()
    list(simulation.frames(duration=0.1, rate=30))
    assert abs(simulation.ledger.error) < 1e-12


def run_commands(code, folder):
    for line in code.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        assert words[0] in ("wavetank", "make"), f"what is {words[0]}?"
        command = make_dry(words) if words[0] == "make" else shortened(words)
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"


def make_dry(words):
    return ["make", "--dry-run", "--directory", str(ROOT), *words[1:]]


def shortened(words):
    """The same command, on a scene that lasts a moment, without the long measurements."""
    short = [sys.executable, "-m", *words]
    name = words[1]
    if name in ("run", "film") and not any(word.endswith(".zarr") for word in words[2:3]):
        short += ["--duration", "0.1"]
    if name == "bench":
        short += ["--size", "64"]
    if name == "study":  # tests/studies runs them
        short += ["--help"]
    return short


TRIALS = {
    "python": run_python,
    "toml": run_scene,
    "sh": run_commands,
    "text": lambda code, folder: None,
}


def test_the_schema_for_editors_is_the_one_of_the_program():
    import json

    from wavetank.commands import scene_schema

    shipped = (ROOT / "docs" / "scene.schema.json").read_text()
    assert json.loads(shipped) == json.loads(scene_schema())
