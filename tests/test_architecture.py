"""The import graph is the architecture: a part may use only the parts named before it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wavetank

ORDER = [
    *("errors", "arrays", "kernels", "state", "model", "solvers", "ledger", "frame"),
    *("simulation", "recording", "look", "scene", "progress", "film", "export", "studies", "bench"),
    *("commands", "cli", "__main__", "__init__"),
]
ROOT = Path(wavetank.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))

KERNELS_MAY_USE = {"arrays", "kernels"}
NOT_AT_IMPORT = (
    *("zarr", "av", "rasterio", "typer", "rich", "pydantic", "matplotlib", "PIL", "OpenEXR"),
    *("scipy.ndimage", "scipy.sparse", "xarray", "wavetank.cli", "wavetank.film"),
)


def part_of(path):
    return path.relative_to(ROOT).with_suffix("").parts[0]


def imported_parts(tree):
    """The parts of wavetank that a file names in its imports, wherever they stand in it."""
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            package, *rest = name.split(".")
            if package == "wavetank":
                yield rest[0] if rest and rest[0] in ORDER else "__init__"


def uses(path):
    return set(imported_parts(ast.parse(path.read_text(encoding="utf-8"))))


def test_every_file_belongs_to_a_part():
    assert len(FILES) > 40
    assert {part_of(path) for path in FILES} <= set(ORDER)


def test_a_part_uses_only_the_parts_before_it():
    wrong = [
        f"{path.relative_to(ROOT)} uses {used}"
        for path in FILES
        for used in uses(path)
        if ORDER.index(used) > ORDER.index(part_of(path))
    ]

    assert not wrong


def test_kernels_know_nothing_but_arrays():
    wrong = [
        f"{path.name} uses {used}"
        for path in FILES
        if part_of(path) == "kernels"
        for used in uses(path) - KERNELS_MAY_USE
    ]

    assert not wrong


def test_how_loops_are_compiled_is_known_to_kernels_only():
    """Elsewhere loops may be written, as parallel ones too; kernels/jit.py compiles them."""
    wrong = [
        str(path.relative_to(ROOT))
        for path in FILES
        if part_of(path) not in ("kernels", "bench")
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip().startswith(("import numba", "from numba"))
        and line.strip() != "from numba import prange"
    ]

    assert not wrong


def test_the_public_names_are_sorted_and_there():
    names = wavetank.__all__
    constants = [name for name in names if name.isupper()]
    others = [name for name in names if not name.isupper()]

    assert names == sorted(constants) + sorted(others)
    assert all(hasattr(wavetank, name) for name in names)


@pytest.fixture(scope="module")
def imported():
    """Every module that `import wavetank` brings with it."""
    code = "import sys, wavetank; print(*sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return set(answer.stdout.split())


@pytest.mark.parametrize("module", NOT_AT_IMPORT)
def test_importing_wavetank_does_not_import(module, imported):
    assert "wavetank.simulation" in imported
    assert not {name for name in imported if name == module or name.startswith(f"{module}.")}
