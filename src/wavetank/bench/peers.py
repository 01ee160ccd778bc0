"""Peers: the same arithmetic by other libraries, on the same arrays, in the same run."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from wavetank.arrays import Array
from wavetank.bench.ours import Things

R, K = 0.999, 0.2
"""Damping factor of a step, and (c dt/dx)^2, of the wave that every peer moves."""


def hump(cells: int) -> tuple[Array, Array]:
    """Heights now and a step before, in single precision."""
    x = np.linspace(-1, 1, cells, dtype=np.float32)
    h = 0.1 * np.exp(-20 * (x[None, :] ** 2 + x[:, None] ** 2)).astype(np.float32)
    return h, h.copy()


def numpy_wave(cells: int) -> Callable[[], None]:
    """Slices of NumPy arrays, four neighbours."""
    h, before = hump(cells)
    around = np.empty_like(h[1:-1, 1:-1])

    def step() -> None:
        nonlocal h, before
        np.add(h[:-2, 1:-1], h[2:, 1:-1], out=around)
        np.add(around, h[1:-1, :-2], out=around)
        np.add(around, h[1:-1, 2:], out=around)
        before[1:-1, 1:-1] *= np.float32(-R)
        before[1:-1, 1:-1] += np.float32(1 + R - 4 * K) * h[1:-1, 1:-1] + np.float32(K) * around
        h, before = before, h

    return step


def scipy_implicit(cells: int) -> Callable[[], None]:
    """The two sweeps of an implicit step with SciPy's banded solver, a line after the other."""
    from scipy.linalg import solveh_banded

    h, _ = hump(cells)
    lines = np.empty((2, cells), np.float32)
    lines[0], lines[1] = -K, 1 + 2 * K
    lines[0, 0], lines[1, 0], lines[1, -1] = 0, 1 + K, 1 + K

    def step() -> None:
        for across in (h, h.T):
            for j in range(cells):
                across[j] = solveh_banded(lines, across[j], check_finite=False)

    return step


def jax_wave(cells: int) -> Callable[[], None]:
    """JAX, compiled by XLA for the processor."""
    import jax

    @jax.jit
    def move(h: Any, before: Any) -> Any:
        around = h[:-2, 1:-1] + h[2:, 1:-1] + h[1:-1, :-2] + h[1:-1, 2:]
        inner = (1 + R - 4 * K) * h[1:-1, 1:-1] - R * before[1:-1, 1:-1] + K * around
        return h.at[1:-1, 1:-1].set(inner)

    h, before = (jax.numpy.asarray(part) for part in hump(cells))

    def step() -> None:
        nonlocal h, before
        h, before = move(h, before).block_until_ready(), h

    return step


def taichi_wave(cells: int) -> Callable[[], None]:
    """Taichi on the processor."""
    import taichi as ti

    ti.init(arch=ti.cpu, log_level=ti.ERROR)
    fields = [ti.field(ti.f32, shape=(cells, cells)) for _ in range(2)]
    for field, values in zip(fields, hump(cells), strict=True):
        field.from_numpy(values)

    @ti.kernel
    def move(h: ti.template(), p: ti.template()):  # type: ignore[valid-type]
        for j, i in ti.ndrange((1, cells - 1), (1, cells - 1)):
            around = h[j - 1, i] + h[j + 1, i] + h[j, i - 1] + h[j, i + 1]
            p[j, i] = (1 + R - 4 * K) * h[j, i] - R * p[j, i] + K * around

    def step() -> None:
        move(*fields)
        ti.sync()
        fields.reverse()

    return step


def warp_wave(cells: int) -> Callable[[], None]:
    """NVIDIA Warp on the processor."""
    import warp as wp

    wp.config.quiet = True
    wp.init()

    @wp.kernel
    def move(h: wp.array2d(dtype=float), p: wp.array2d(dtype=float)):  # type: ignore[valid-type]
        j, i = wp.tid()
        if 0 < i < h.shape[1] - 1 and 0 < j < h.shape[0] - 1:
            around = h[j - 1, i] + h[j + 1, i] + h[j, i - 1] + h[j, i + 1]
            p[j, i] = (1.0 + R - 4.0 * K) * h[j, i] - R * p[j, i] + K * around

    fields = [wp.array(part, dtype=float, device="cpu") for part in hump(cells)]

    def step() -> None:
        wp.launch(move, dim=(cells, cells), inputs=fields, device="cpu")
        wp.synchronize()
        fields.reverse()

    return step


def devito_wave(cells: int) -> Callable[[], None]:
    """Devito, which writes and compiles C."""
    import devito

    devito.configuration["log-level"] = "ERROR"
    grid = devito.Grid(shape=(cells, cells), dtype=np.float32)
    h = devito.TimeFunction(name="h", grid=grid, time_order=2, space_order=2)
    h.data[:] = hump(cells)[0]
    spacing = grid.dimensions[0].spacing
    ahead = (1 + R) * h - R * h.backward + K * spacing**2 * h.laplace
    move = devito.Operator([devito.Eq(h.forward, ahead)])

    def step() -> None:
        move(time_m=1, time_M=1)

    return step


PEERS: dict[str, tuple[str, Callable[[int], Callable[[], None]]]] = {
    "NumPy wave": ("numpy", numpy_wave),
    "SciPy solveh_banded, implicit": ("scipy", scipy_implicit),
    "Devito wave": ("devito", devito_wave),
    "JAX wave": ("jax", jax_wave),
    "Taichi wave": ("taichi", taichi_wave),
    "Warp wave": ("warp", warp_wave),
}
"""By what they are called: the library each needs, and what makes one step of it."""


def peers(cells: int) -> Things:
    """Every peer that is installed."""
    return {
        name: (make(cells), cells**2)
        for name, (library, make) in PEERS.items()
        if find_spec(library)
    }


def missing() -> Iterator[str]:
    """The libraries that are not installed."""
    return (library for library, _ in PEERS.values() if not find_spec(library))
