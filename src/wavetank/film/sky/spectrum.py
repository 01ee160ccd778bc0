"""Spectrum: daylight in sixteen wavelengths, and the red, green and blue they make."""

import numpy as np

from wavetank.arrays import Array

WAVELENGTHS = np.arange(400.0, 701.0, 20.0)
"""Where light is followed through the air [nm]: daylight and air are smooth, so few suffice."""
SUNLIGHT = np.array([
    1.583, 1.680, 1.868, 2.024, 1.962, 1.905, 1.865, 1.862,
    1.838, 1.811, 1.746, 1.677, 1.594, 1.536, 1.477, 1.415,
])  # fmt: skip
"""Light of the sun above the air at WAVELENGTHS, each with its neighbours [W/m^2/nm].

ASTM G173. A black body of 5778 K has a tenth less blue: the sky would be duller.
"""
LUMENS = 683.0
"""A watt of the light that the eye sees best is as many lumens."""
TO_REC709 = np.array(
    [[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]]
)
"""From CIE XYZ to linear RGB of Rec. 709 primaries and its white, D65 (IEC 61966-2-1)."""
DAYLIGHT = np.array([1.1436, 1.0, 0.9277])
"""What is white: a white card that lies flat under sun and sky as a look has them by default.

Film is balanced for daylight; else water at noon would have a yellow cast.
"""
LUMINANCE = np.array([0.2126, 0.7152, 0.0722])
"""How bright each of red, green and blue of Rec. 709 is to the eye."""


def lobe(nm: Array, middle: float, below: float, above: float) -> Array:
    """A bell whose two sides have widths of their own [nm]."""
    bell: Array = np.exp(-0.5 * ((nm - middle) / np.where(nm < middle, below, above)) ** 2)
    return bell


def colour_matching(nm: Array) -> Array:
    """The CIE 1931 observer's x, y, z (3, n) at wavelengths [nm].

    The bells fitted by Wyman, Sloan and Shirley 2013 (Journal of Computer Graphics Techniques 2).
    """
    x = 1.056 * lobe(nm, 599.8, 37.9, 31.0) + 0.362 * lobe(nm, 442.0, 16.0, 26.7)
    x -= 0.065 * lobe(nm, 501.1, 20.4, 26.2)
    y = 0.821 * lobe(nm, 568.8, 46.9, 40.5) + 0.286 * lobe(nm, 530.9, 16.3, 31.1)
    z = 1.217 * lobe(nm, 437.0, 11.8, 36.0) + 0.681 * lobe(nm, 459.0, 26.0, 13.8)
    return np.stack([x, y, z])


def seen(light: Array) -> Array:
    """Linear RGB (..., 3) of light (..., n) per nm at WAVELENGTHS; below 0 where no screen goes."""
    step = WAVELENGTHS[1] - WAVELENGTHS[0]
    colour: Array = light @ (TO_REC709 @ colour_matching(WAVELENGTHS) * step).T
    return colour


def filmed(colour: Array) -> Array:
    """The RGB that film for daylight has of one seen; no less than none of any."""
    shown: Array = np.maximum(colour, 0) / DAYLIGHT
    return shown


def luminance(colour: Array) -> Array:
    """How bright linear RGB (..., 3) is to the eye."""
    bright: Array = np.asarray(colour) @ LUMINANCE
    return bright
