"""Noise: values that look random and are the same in every frame, anywhere on the plane."""

from math import floor

import numpy as np

from wavetank.kernels.jit import ray_kernel

OCTAVES = 6
"""Sizes of spots, each a quarter of the one before."""
FIRST = 0.35
"""Strength of the largest spots, per that of the others: ground looks even from afar."""


@ray_kernel
def hashed(i: int, j: int) -> float:
    """A number from -1 to 1 that belongs to a point with whole coordinates."""
    h = np.uint32(i) * np.uint32(0x9E3779B1) ^ np.uint32(j) * np.uint32(0x85EBCA77)
    h = (h ^ (h >> np.uint32(15))) * np.uint32(0x2C1B3C6D)
    h = (h ^ (h >> np.uint32(12))) * np.uint32(0x297A2D39)
    h ^= h >> np.uint32(15)
    return np.float64(h & np.uint32(0xFFFFFF)) / 8388607.5 - 1


@ray_kernel
def smooth_noise(x: float, y: float) -> float:
    """Smooth noise from -1 to 1, with spots about 1 wide."""
    i, j = floor(x), floor(y)
    a, b = x - i, y - j
    a, b = a * a * (3 - 2 * a), b * b * (3 - 2 * b)
    i, j = int(i), int(j)
    low = hashed(i, j) + a * (hashed(i + 1, j) - hashed(i, j))
    high = hashed(i, j + 1) + a * (hashed(i + 1, j + 1) - hashed(i, j + 1))
    return low + b * (high - low)


@ray_kernel
def grain(x: float, y: float, pixel: float, size: float) -> float:
    """Spots from a size [m] down, but for those that a pixel [m] is too wide to show."""
    total, strength = 0.0, FIRST
    for _ in range(OCTAVES):
        seen = min(size / pixel - 1, 1.0)
        if seen <= 0:
            break
        total += seen * strength * smooth_noise(x / size + 0.37, y / size + 0.71)
        size /= 4
        strength = 1.0
    return total
