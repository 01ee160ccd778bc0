"""What every test may use: both precisions, steady examples, scene files and the command line."""

import os
import sys
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, settings

from wavetank.cli import main

settings.register_profile(
    "steady",
    deadline=None,  # a first example compiles kernels
    derandomize=True,
    database=None,
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("wild", settings.get_profile("steady"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

POND = """
[grid]
nx = 12
ny = 10
spacing = 0.1

[solver]
name = "damped_wave"

[water]
surface = 0.5

[frames]
duration = 0.1
rate = 30
"""


@pytest.fixture(params=["double", "single"])
def precision(request):
    return request.param


@pytest.fixture
def write_scene(tmp_path):
    """Writes a scene file: a small pond, or other text; returns its path."""

    def write(text=POND, name="pond.toml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@dataclass(frozen=True)
class Answer:
    """What a command answered."""

    code: int
    out: str
    err: str


@pytest.fixture
def wavetank(monkeypatch, capsys):
    """Runs the command in this process, through the door that a shell takes."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["wavetank", *(str(word) for word in words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main()
        return Answer(left.value.code or 0, *capsys.readouterr())

    return run
