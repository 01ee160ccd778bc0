"""Gradient noise: smooth hills by chance, the same wherever they are asked for.

K. Perlin, "An Image Synthesizer", SIGGRAPH 1985; with the fade of his "Improving Noise", SIGGRAPH
2002. Each knot of a square lattice carries a slope, picked by hashing its place; between the knots
the slopes of the four around are blended.
"""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Array
from wavetank.model.grid import Grid

Hash: TypeAlias = npt.NDArray[np.uint64]


def gradient_noise(grid: Grid, width: float, seed: tuple[int, int]) -> Array:
    """Smooth noise around 0 at all cell centres, of a lattice with knots `width` [m] apart."""
    shift_x, shift_y = (
        _unit(_hashed(*seed, way)).item() for way in (1, 2)
    )  # else all lattices meet at 0
    west, x = _within((np.arange(grid.nx) + 0.5) * grid.spacing / width + shift_x)
    south, y = _within((np.arange(grid.ny) + 0.5) * grid.spacing / width + shift_y)
    knot_i, knot_j = (np.arange(end[-1] + 2, dtype=np.uint64) for end in (west, south))
    angle = 2 * np.pi * _unit(_hashed(*seed, 3, knot_i[None, :], knot_j[:, None]))

    noise = np.zeros(grid.shape)
    for slope, x_power, y_power in ((np.cos(angle), 1, 0), (np.sin(angle), 0, 1)):
        rows = _blended(slope.T, west, x, x_power).T
        noise += _blended(rows, south, y, y_power)
    return noise


def _blended(slope: Array, before: npt.NDArray[np.intp], place: Array, power: int) -> Array:
    """Between knots along axis 0: a sum over both of fade * slope * distance ** power."""
    fade = place**3 * (place * (place * 6 - 15) + 10)
    here, next_one = (1 - fade) * place**power, fade * (place - 1) ** power
    blended: Array = here[:, None] * slope[before] + next_one[:, None] * slope[before + 1]
    return blended


def _within(place: Array) -> tuple[npt.NDArray[np.intp], Array]:
    """The knot before each place, and how far beyond it the place lies."""
    before = np.floor(place)
    return before.astype(np.intp), place - before


def _hashed(*numbers: Any) -> Hash:
    """Whole numbers, or arrays of them, stirred into one of 64 random-looking bits.

    The steps are those of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
    """
    mixed = np.zeros((1, 1), np.uint64)  # an array: scalars would warn when they overflow
    for number in numbers:
        more = np.atleast_2d(np.asarray(number & 0xFFFF_FFFF_FFFF_FFFF, np.uint64))
        mixed = (mixed ^ more) + np.uint64(0x9E37_79B9_7F4A_7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58_476D_1CE4_E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D0_49BB_1331_11EB)
        mixed = mixed ^ (mixed >> np.uint64(31))
    return mixed


def _unit(hashed: Hash) -> Array:
    """As numbers from 0 to 1, 1 left out."""
    return (hashed >> np.uint64(11)).astype(np.float64) * 2.0**-53
