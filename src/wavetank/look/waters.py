"""Waters: what light meets in a metre of water, for red, green and blue.

Absorption a(l) is that of pure water, of yellow matter (rotten leaves), of algae and of silt:

    a = a_w + a_y(440) exp(-0.014 (l - 440)) + 0.06 A(l) C^0.65 + 0.041 S exp(-0.0123 (l - 443))

with a_w from Pope and Fry 1997 (Applied Optics 36); A, the algae's absorption relative to that
at 440 nm, and its power of the chlorophyll C [mg/m^3] from Prieur and Sathyendranath 1981
(Limnology and Oceanography 26) and Morel 1991; yellow matter from Bricaud, Morel and Prieur 1981;
silt S [g/m^3] from Babin et al. 2003 (JGR 108). Scattering b(l) is that of sea water (Morel
1974), of algae (Gordon and Morel 1983) and of silt (Babin et al. 2003),

    b = 0.0029 (l/500)^-4.32 + 0.30 C^0.62 (550/l) + 0.5 S (550/l)^0.5

Particles throw light forward almost without turning it: only 1.8 % goes back (Petzold 1972; of
water itself half). Light that goes on as before is not counted as scattered (quasi-single
scattering, Gordon 1973); what is, goes evenly to all sides (phase 1/4 pi), and twice what goes
back, so that as much goes back as in nature. This second b is what `Water.scattering` holds.

A coefficient of red, green or blue is the mean over its band of wavelengths.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from wavetank.arrays import Array

WaterName: TypeAlias = Literal["pool", "lake", "sea", "river"]
"""The waters there are."""
RGB: TypeAlias = tuple[float, float, float]

WAVELENGTHS = np.arange(400.0, 701.0, 10.0)
"""Of the two tables below [nm]."""
PURE_WATER = np.array([
    0.00663, 0.00473, 0.00454, 0.00495, 0.00635, 0.00922, 0.00979, 0.0106, 0.0127, 0.0150,
    0.0204, 0.0325, 0.0409, 0.0434, 0.0474, 0.0565, 0.0619, 0.0695, 0.0896, 0.1351,
    0.2224, 0.2644, 0.2755, 0.2916, 0.3108, 0.340, 0.410, 0.439, 0.465, 0.516, 0.624,
])  # fmt: skip
"""Absorption [1/m], Pope and Fry 1997."""
ALGAE = np.array([
    0.687, 0.828, 0.913, 0.973, 1.000, 0.944, 0.917, 0.870, 0.798, 0.750,
    0.668, 0.618, 0.528, 0.474, 0.416, 0.357, 0.294, 0.276, 0.291, 0.282,
    0.236, 0.252, 0.276, 0.317, 0.334, 0.356, 0.441, 0.595, 0.502, 0.329, 0.215,
])  # fmt: skip
"""Absorption, as a share of that at 440 nm, Morel 1991."""
BANDS = ((590.0, 660.0), (500.0, 570.0), (420.0, 490.0))
"""Of red, green and blue [nm]: where Rec. 709 primaries have most of their light."""
BACKWARD = 0.018
"""The share of light that particles scatter backward, Petzold 1972."""


@dataclass(frozen=True)
class Water:
    """What light meets in a metre of water."""

    absorption: RGB
    """Light lost to heat, a [1/m]."""
    scattering: RGB
    """Light sent to all sides evenly, b [1/m]."""

    def deep_reflectance(self, sun: float, view: float) -> RGB:
        """What bottomless water sends up of the light that enters it, as a share of a white card's.

        Single scattering of light that comes down at one slant and goes up at another, each as
        the cosine to the vertical, under water: b / (a + b) / (4 (sun + view)).
        """
        a, b = np.array(self.absorption), np.array(self.scattering)
        red, green, blue = b / (a + b) / (4 * (sun + view))
        return float(red), float(green), float(blue)


def water_of(yellow: float, chlorophyll: float, silt: float) -> Water:
    """The water that holds this: yellow matter [1/m at 440 nm], chlorophyll [mg/m^3], silt [g/m^3].

    All as in the formulas above.
    """
    nm = WAVELENGTHS
    a = PURE_WATER + yellow * np.exp(-0.014 * (nm - 440))
    a += 0.06 * ALGAE * chlorophyll**0.65 + 0.041 * silt * np.exp(-0.0123 * (nm - 443))
    particles = 0.30 * chlorophyll**0.62 * (550 / nm) + 0.5 * silt * (550 / nm) ** 0.5
    backward = 0.5 * 0.0029 * (nm / 500) ** -4.32 + BACKWARD * particles
    return Water(bands_of(a), bands_of(2 * backward))


def bands_of(values: Array) -> RGB:
    """The means over red, green and blue of what is given at WAVELENGTHS."""
    inside = [(low <= WAVELENGTHS) & (high >= WAVELENGTHS) for low, high in BANDS]
    red, green, blue = (float(values[band].mean()) for band in inside)
    return red, green, blue


WATERS: dict[WaterName, Water] = {
    "pool": water_of(yellow=0.005, chlorophyll=0.0, silt=0.05),
    "lake": water_of(yellow=0.6, chlorophyll=4.0, silt=1.0),
    "sea": water_of(yellow=0.02, chlorophyll=0.3, silt=0.05),
    "river": water_of(yellow=1.2, chlorophyll=5.0, silt=60.0),
}
"""A filtered pool; a lake with algae; the open sea near a coast; a river in spate."""
