"""Every example runs, prints something, and stays short enough to read."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_runs(example, tmp_path):
    done = subprocess.run(
        [sys.executable, "-W", "error", example], cwd=tmp_path, capture_output=True, text=True
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert len(example.read_text().splitlines()) < 60


def test_there_are_examples_to_learn_from():
    assert [path.name[:2] for path in EXAMPLES[:4]] == ["01", "02", "03", "04"]
