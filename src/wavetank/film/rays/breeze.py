"""Breeze: the wind's ripples, too small for the cells, laid over the surface as slopes.

A square tile of waves that run as gravity and surface tension make them,

    w^2 = g k + (s / rho) k^3,

each octave of wavelengths with the same share of the slopes' variance, most of them near the
wind's direction. The variance is what Cox and Munk 1954 (J. Opt. Soc. Am. 44) saw from the air,
0.003 + 0.00512 U at a wind of U m/s. The tile is laid down twice, the second time turned, so
that the eye finds no pattern.

A pixel that is wider than a wave sees none of it but a blurred mirror: the tile is kept at
coarser and coarser levels, each with the variance that it has lost.
"""

from functools import lru_cache
from math import cos, degrees, floor, log2, pi, sin, sqrt
from typing import Any, NamedTuple

import numpy as np

from wavetank.arrays import Array
from wavetank.kernels.jit import ray_kernel
from wavetank.look.look import Wind

CELLS = 256
"""Of the tile, along each side."""
WAVES = 8
"""How often the longest wave fits into the tile."""
SHOWN = 4
"""Levels with fewer nodes in the longest wave show nothing: what is left is chance, not waves."""
LONGEST = 8.0
"""Length of the longest wave, in cells of the grid: longer ones are the solver's."""
TURNED = 0.66
"""By how much the second tile is turned [rad]: by no angle that the first one repeats at."""
COS, SIN = cos(TURNED), sin(TURNED)
CROSSWIND = 0.1
"""Power of waves across the wind and against it, per that of those along it."""
GRAVITY = 9.81
TENSION = 7.3e-5
"""Surface tension over density, s / rho [m^3/s^2]."""
CALM = 0.002**2
"""Variance of the slopes without a breeze, along each axis: no water is a perfect mirror."""


class Breeze(NamedTuple):
    """The wind's ripples at one moment, for the kernels."""

    slopes: Array
    """Of half the variance, over the tile, level after level, from fine to coarse: (n, 2)."""
    start: Any
    """Where each level begins."""
    lost: Array
    """Variance along an axis that each level no longer shows."""
    tile: float
    """Length of the tile's sides [m]; 0: no breeze."""
    per_depth: float
    """Ripples are as high as they can be where depth times this is 1 [1/m]."""


LEVELS = CELLS.bit_length()
START = np.cumsum([0, *[(CELLS >> k) ** 2 for k in range(LEVELS - 1)]])
NO_BREEZE = Breeze(np.zeros((1, 2), np.float32), np.zeros(1, np.intp), np.full(1, CALM), 0.0, 0.0)


def breeze_of(wind: Wind, spacing: float, time: float, seed: int) -> Breeze:
    """The ripples of a wind, over cells of a width [m], at a time."""
    speed = wind.speed
    if speed == 0:
        return NO_BREEZE
    longest = min(LONGEST * spacing, 2 * pi * speed**2 / GRAVITY)
    tile, variance = WAVES * longest, (0.003 + 0.00512 * speed) / 2
    waves, kx, ky, omega = sea_of(tile, wind.azimuth, seed)
    half = waves * np.exp(-1j * omega * time)
    both = np.fft.ifft2(np.stack([1j * kx * half, 1j * ky * half])).real
    slopes = np.moveaxis(both, 0, -1) * sqrt(variance / 2)
    levels: list[Array] = [slopes.astype(np.float32)]
    while len(fine := levels[-1]) > 1:
        pairs = (fine[::2] + fine[1::2]) / 2
        shown = len(fine) // 2 >= WAVES * SHOWN
        levels.append((pairs[:, ::2] + pairs[:, 1::2]) / 2 * shown)
    lost = [max(variance - 2 * shown_by(level), 0.0) + CALM for level in levels]
    flat = np.concatenate([level.reshape(-1, 2) for level in levels])
    return Breeze(flat, START, np.array(lost), tile, 2 * pi / longest)


def shown_by(level: Array) -> float:
    """Variance along an axis of what is drawn through the nodes of a level: linear between them."""
    drawn = level.astype(float)
    for axis in (0, 1):
        drawn = (4 * drawn + np.roll(drawn, 1, axis) + np.roll(drawn, -1, axis)) / 6
    return float(np.mean(level * drawn))


@lru_cache(maxsize=4)
def sea_of(tile: float, azimuth: float, seed: int) -> tuple[Any, Array, Array, Array]:
    """Random waves of a tile, whose slopes have variance 1 on both axes together, k and omega."""
    k = 2 * pi * np.fft.fftfreq(CELLS, tile / CELLS)
    kx, ky = np.meshgrid(k, k)
    length = np.hypot(kx, ky)
    longest = 2 * pi * WAVES / tile
    inside = (length >= longest) & (length < longest * CELLS / WAVES / 3)
    safe = np.where(inside, length, 1.0)
    toward = np.radians(azimuth + degrees(TURNED) / 2)  # the two tiles turn to both sides of it
    downwind = np.maximum((kx * np.sin(toward) + ky * np.cos(toward)) / safe, 0) ** 2 + CROSSWIND
    power = np.where(inside, downwind / safe**4, 0.0)  # of heights: slopes get k^2 of it, per k^2
    random = np.random.default_rng(seed).standard_normal((2, CELLS, CELLS))
    waves = np.sqrt(power) * (random[0] + 1j * random[1])
    slopes = np.fft.ifft2(np.stack([1j * kx * waves, 1j * ky * waves])).real
    waves /= sqrt(np.mean(slopes**2))
    return waves, kx, ky, np.sqrt(GRAVITY * length + TENSION * length**3)


@ray_kernel
def ripples(breeze: Breeze, x: float, y: float, width: float) -> tuple[float, float, float]:
    """Slope along x and y at a place, seen by a pixel of a width [m]; the variance it misses."""
    if breeze.tile == 0:
        return 0.0, 0.0, breeze.lost[0]
    level = log2(max(2 * width * CELLS / breeze.tile, 1.0))  # else far water would flicker
    last = breeze.lost.shape[0] - 1
    k = min(int(level), last)
    ax, ay = both_layers(breeze, k, x, y)
    if k == last:
        return ax, ay, breeze.lost[k]
    share = level - k
    bx, by = both_layers(breeze, k + 1, x, y)
    lost = breeze.lost[k] + share * (breeze.lost[k + 1] - breeze.lost[k])
    return ax + share * (bx - ax), ay + share * (by - ay), lost


@ray_kernel
def both_layers(breeze: Breeze, level: int, x: float, y: float) -> tuple[float, float]:
    """Slopes of a level: the tile's, and the turned tile's turned back."""
    ax, ay = in_tile(breeze, level, x, y)
    bx, by = in_tile(breeze, level, COS * x + SIN * y, COS * y - SIN * x)
    return ax + COS * bx - SIN * by, ay + SIN * bx + COS * by


@ray_kernel
def in_tile(breeze: Breeze, level: int, x: float, y: float) -> tuple[float, float]:
    """Slopes of the tile at a level, between its nodes linearly."""
    n, f = CELLS >> level, breeze.slopes
    u, v = x / breeze.tile * n - 0.5, y / breeze.tile * n - 0.5
    i, j = floor(u), floor(v)
    a, b = u - i, v - j
    i, j = int(i) & (n - 1), int(j) & (n - 1)
    low, high = breeze.start[level] + j * n, breeze.start[level] + ((j + 1) & (n - 1)) * n
    k = (i + 1) & (n - 1)
    w00, w01, w10, w11 = (1 - b) * (1 - a), (1 - b) * a, b * (1 - a), b * a
    return (
        w00 * f[low + i, 0] + w01 * f[low + k, 0] + w10 * f[high + i, 0] + w11 * f[high + k, 0],
        w00 * f[low + i, 1] + w01 * f[low + k, 1] + w10 * f[high + i, 1] + w11 * f[high + k, 1],
    )
