"""Air: what takes and scatters light on its way, and how much of the sun's is left anywhere.

A shell around a round earth holds air proper (Rayleigh scattering, blue), dust (Mie scattering,
white, forward) and ozone (absorbs orange: the blue of dusk). Densities fall as exp(-z / height);
ozone is a tent (Bruneton and Neyret 2008). Air is Hansen and Travis's (1974), whose column

    tau = 0.008569 um^-4 (1 + 0.0113 um^-2 + 0.00013 um^-4)

stands above the sea. Light goes straight: refraction, which lifts the setting sun by half a
degree, is left out.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from wavetank.arrays import Array
from wavetank.film.sky.spectrum import WAVELENGTHS

EARTH, TOP = 6.36e6, 6.46e6
"""Distance of ground and of the air's end from the earth's middle [m]."""
AIR_HEIGHT, DUST_HEIGHT = 8450.0, 1200.0
"""Over which air and dust thin out to 1/e [m]."""
OZONE_MIDDLE, OZONE_HALF = 25000.0, 15000.0
"""Where ozone is densest, and how far from there it ends [m]."""
DUST_POWER = 1.3
"""Fall of the dust's extinction with the wavelength (Angstrom 1929)."""
DUST_WHITENESS = 0.92
"""What dust scatters of the light it takes; the rest is lost."""
OZONE_COLUMN = 300 * 2.687e20
"""Molecules above a square metre, 300 Dobson units."""
OZONE = 1e-25 * np.array([
    0.0153, 0.0552, 0.158, 0.367, 0.775, 1.48, 2.14, 3.09,
    4.27, 4.40, 5.02, 3.74, 2.66, 1.85, 1.21, 0.746,
])  # fmt: skip
"""Absorption by a molecule of ozone at WAVELENGTHS [m^2], Gorshelev et al. 2014."""
SUN_RADIUS = float(np.radians(0.2666))
"""Half the angle at which the sun is seen [rad]."""

COLUMN_STEPS = 96
COLUMN_SHAPE = (48, 128)
"""Heights and slants for which the air toward the sun is summed."""
WIDEST = np.sqrt(TOP * TOP - EARTH * EARTH)
"""How far the air's end is from the ground along the horizon [m]."""


@dataclass(frozen=True, eq=False)
class Air:
    """Air of a haze, at each wavelength."""

    haze: float
    """Turbidity: extinction of air and dust at 550 nm, over that of air."""

    @cached_property
    def extinction(self) -> Array:
        """Of air, dust and ozone, each at its densest (3, wavelengths) [1/m]."""
        dust = (self.haze - 1) * rayleigh(np.array([550.0])) / DUST_HEIGHT
        return np.stack([
            rayleigh(WAVELENGTHS) / AIR_HEIGHT,
            dust * (WAVELENGTHS / 550) ** -DUST_POWER,
            OZONE * OZONE_COLUMN / OZONE_HALF,
        ])  # fmt: skip

    @cached_property
    def scattering(self) -> Array:
        """Of air and dust (2, wavelengths) [1/m]."""
        return self.extinction[:2] * [[1], [DUST_WHITENESS]]

    def left_of_sun(self, r: Array, mu: Array) -> Array:
        """Share of the sun's light at places (..., wavelengths), under slants of the sun.

        r: distance from the earth's middle [m]; mu: cosine of the sun to the vertical there.
        """
        horizon = -np.sqrt(np.maximum(0, 1 - (EARTH / r) ** 2))
        above = np.clip(0.5 + (mu - horizon) / (2 * SUN_RADIUS), 0, 1)
        rho = np.sqrt(np.maximum(0, r * r - EARTH * EARTH))
        nearest = TOP - r
        x = (to_shell(r, np.maximum(mu, horizon), TOP) - nearest) / (rho + WIDEST - nearest)
        columns = between(COLUMNS, *np.broadcast_arrays(rho / WIDEST, x))
        share: Array = above[..., None] * np.exp(-(columns @ self.extinction))
        return share


def rayleigh(nm: Array) -> Array:
    """Optical depth of the air above the sea."""
    um2 = (nm / 1000) ** -2
    depth: Array = 0.008569 * um2**2 * (1 + 0.0113 * um2 + 0.00013 * um2**2)
    return depth


def densities(r: Array) -> Array:
    """Of air, dust and ozone (..., 3) at a distance from the earth's middle, of the densest."""
    z = r - EARTH
    ozone = np.maximum(0, 1 - abs(z - OZONE_MIDDLE) / OZONE_HALF)
    return np.stack([np.exp(-z / AIR_HEIGHT), np.exp(-z / DUST_HEIGHT), ozone], axis=-1)


def to_shell(r: Array, mu: Array, shell: float) -> Array:
    """How far a shell is from a place inside it, along a slant (cosine to the vertical)."""
    far: Array = -r * mu + np.sqrt(np.maximum(0, r * r * (mu * mu - 1) + shell * shell))
    return far


def to_ground(r: Array, mu: Array) -> Array:
    """How far the ground is along a slant; infinitely if it is not met."""
    square = r * r * (mu * mu - 1) + EARTH * EARTH
    met = (mu < 0) & (square >= 0)
    return np.where(met, -r * mu - np.sqrt(np.maximum(square, 0)), np.inf)


def between(table: Array, y: Array, x: Array) -> Array:
    """Entries (..., n) of a table (rows, columns, n), between them linearly; y, x from 0 to 1."""
    rows, columns = table.shape[0] - 1, table.shape[1] - 1
    y, x = np.clip(y, 0, 1) * rows, np.clip(x, 0, 1) * columns
    j, i = np.minimum(y.astype(int), rows - 1), np.minimum(x.astype(int), columns - 1)
    b, a = (y - j)[..., None], (x - i)[..., None]
    low = (1 - a) * table[j, i] + a * table[j, i + 1]
    high = (1 - a) * table[j + 1, i] + a * table[j + 1, i + 1]
    entries: Array = (1 - b) * low + b * high
    return entries


def summed_columns() -> Array:
    """Air, dust and ozone from a place to the air's end, in metres of the densest.

    Rows by the distance of the horizon, columns by that of the air's end. Steps lengthen with
    the distance; even ones would be as long as the dust is high.
    """
    rho = WIDEST * np.linspace(0, 1, COLUMN_SHAPE[0])[:, None]
    r = np.sqrt(rho * rho + EARTH * EARTH)
    d = TOP - r + (rho + WIDEST - (TOP - r)) * np.linspace(0, 1, COLUMN_SHAPE[1])
    mu = (WIDEST * WIDEST - rho * rho - d * d) / (2 * r * np.maximum(d, 1e-9))
    k = np.arange(COLUMN_STEPS)
    t = d[..., None] * ((k + 0.5) / COLUMN_STEPS) ** 2
    r, mu = r[..., None], mu[..., None]
    there = densities(np.sqrt(r * r + t * t + 2 * r * mu * t))
    columns: Array = (2 * k + 1) / COLUMN_STEPS**2 @ there * d[..., None]
    return columns


COLUMNS = summed_columns()
"""The same for every haze."""
