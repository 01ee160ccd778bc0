"""The benchmark of steps names every solver and the triad, and its peers move the same wave."""

import numpy as np
import pytest

from wavetank.bench import peers
from wavetank.bench.bench import print_bench
from wavetank.bench.machine import time_together
from wavetank.solvers import SOLVERS


def test_the_bench_times_every_solver_beside_the_triad(capsys):
    print_bench("steps", 32, peers=True, whole=False)

    printed = " ".join(capsys.readouterr().out.split())
    for name in ("triad", "NumPy wave", "32 x 32", *SOLVERS):
        assert name in printed


def test_a_thing_that_does_twice_the_work_has_half_the_rate():
    x = np.ones(200_000)

    def once():
        np.sqrt(x, out=x)

    timings = time_together({"a": (once, x.size), "b": (once, 2 * x.size)}, rounds=3)

    assert timings["a"].cells * 2 == timings["b"].cells
    assert timings["b"].ns_a_cell == timings["b"].seconds / (2 * x.size) * 1e9
    assert timings["a"].ratio_to(timings["a"]) == 1


@pytest.mark.parametrize(
    "name", [n for n, (library, _) in peers.PEERS.items() if library == "numpy"]
)
def test_the_peer_moves_the_wave_of_the_formula(name):
    h, before = peers.hump(24)
    step = peers.PEERS[name][1](24)
    step()
    moved = step.__closure__

    inner = h[1:-1, 1:-1]
    around = h[:-2, 1:-1] + h[2:, 1:-1] + h[1:-1, :-2] + h[1:-1, 2:]
    expected = inner + peers.R * (inner - before[1:-1, 1:-1]) + peers.K * (around - 4 * inner)
    fields = [c.cell_contents for c in moved if isinstance(c.cell_contents, np.ndarray)]
    assert any(
        f.shape == h.shape and np.allclose(f[1:-1, 1:-1], expected, atol=1e-7) for f in fields
    )
