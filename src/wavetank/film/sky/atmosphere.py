"""Atmosphere: what the air makes of sunlight, by following it.

Along a line of sight,

    L = int T(eye, p) (s_R P_R + s_M P_M) V E T(p, sun) + T(eye, p) (s_R + s_M) J  dp

with scattering s of air and dust, phase P, transmittance T = exp(-tau), and E the sun's light
above the air; V is the share of the sun above p's horizon. The first part is light scattered
once, exact but for the steps. The second is all the rest, as Hillaire 2020 ("A Scalable and
Production Ready Sky and Atmosphere Rendering Technique", EGSR) sums it: light scattered before
is taken to come evenly from all sides, J = L2 / (1 - f), where L2 is the mean over all directions
of light scattered or reflected by the ground once, and f the share of even light that air
scatters back into its middle. Without it the zenith at dusk is green and nearly black.

Phases: Rayleigh; Cornette and Shanks 1992. They alone vary fast, around the sun; so the integrals
are summed without them, for few directions, and between these are taken linearly.
"""

from typing import NamedTuple

import numpy as np

from wavetank.arrays import Array
from wavetank.film.sky.air import EARTH, TOP, Air, between, densities, to_ground, to_shell
from wavetank.film.sky.spectrum import SUNLIGHT, seen

FORWARD = 0.76
"""Mean cosine of the angle by which dust turns light."""
GROUND = 0.15
"""What the ground far away reflects, of any colour: earth and grass."""
EYE = 2.0
"""Height of the eye above the ground far away [m]."""

STEPS = 48
"""Of a line of sight.

Against 80 steps and a finer J (20 x 101, 12 slants), at haze 2.5: sun at 50, 0, -6 degrees, light
differs by 0.3, 0.7, 2.5 % of the brightest at most, in half of all directions by 2, 4, 11 %.
"""
LINES = (64, 24)
"""Slants, up and as many down, and azimuths to one side of the sun, for which light is summed."""
REST_STEPS = 24
REST_SHAPE = (12, 64)
"""Heights and slants of the sun for which J is known."""
LOWEST = -0.25
"""Slant of the sun under which no light is left, at any height."""
REST_SLANTS, REST_TURNS = 8, 4
"""Directions over which J is a mean, to one side of the sun."""


class Gathered(NamedTuple):
    """What a line of sight gathers, a share of E at each wavelength (..., wavelengths)."""

    plain: Array
    """Sunlight scattered by air once, but for the phase."""
    dusty: Array
    """Sunlight scattered by dust once, but for the phase."""
    even: Array
    """What was scattered before, and what the ground reflects."""
    share: Array
    """What of even light from everywhere it would be."""


def light_from(air: Air, directions: Array, sun: Array) -> Array:
    """RGB (..., 3) that comes to the eye from unit vectors (..., 3), without the sun."""
    x, y, z = np.moveaxis(directions, -1, 0)
    turn = np.arctan2(x * sun[1] - y * sun[0], x * sun[0] + y * sun[1])
    colours = between(summed(air, sun[2]), 0.5 + 0.5 * signed_root(z), abs(turn) / np.pi)
    plain, dusty, even = np.moveaxis(colours.reshape(*x.shape, 3, 3), -2, 0)
    cosine = (directions @ sun)[..., None]
    light: Array = rayleigh_phase(cosine) * plain + dust_phase(cosine) * dusty + even
    return light


def light_of_sun(air: Air, sun: Array) -> Array:
    """RGB of the sun at the ground, on a surface that faces it."""
    return seen(air.left_of_sun(np.array(EARTH + EYE), sun[2]) * SUNLIGHT)


def signed_root(z: Array) -> Array:
    """From -1 to 1, as z; close together at the horizon, where light changes most."""
    root: Array = np.copysign(np.sqrt(abs(z)), z)
    return root


def summed(air: Air, mu: float) -> Array:
    """What lines of sight gather, in RGB: rows from nadir to zenith, columns away from the sun."""
    t = np.linspace(-1, 1, 2 * LINES[0] - 1)[:, None]
    z = t * abs(t)
    nu = cosine_between(z, mu, np.linspace(0, np.pi, LINES[1]))
    light = gather(air, np.array(EARTH + EYE), z, np.array(mu), nu, summed_rest(air), STEPS)
    return np.concatenate([seen(part * SUNLIGHT) for part in light[:3]], axis=-1)


def cosine_between(z: Array, mu: Array | float, turn: Array) -> Array:
    """Cosine of the angle between a direction and the sun, from their slants and turn."""
    cosine: Array = z * mu + np.sqrt((1 - z * z) * (1 - np.square(mu))) * np.cos(turn)
    return cosine


def gather(air: Air, r: Array, z: Array, mu: Array, nu: Array, rest: Array, steps: int) -> Gathered:
    """What lines of sight gather.

    r: where they begin, from the earth's middle [m]; z, mu: slants of line and sun there; nu:
    cosine between both. Steps lengthen with the distance; in one, light is even and fades
    exponentially.
    """
    ground = to_ground(r, z)
    end = np.minimum(ground, to_shell(r, z, TOP))
    left = np.ones(1)
    plain, dusty, even, share = (np.zeros(1) for _ in Gathered._fields)
    for k in range(steps):
        step = end * (2 * k + 1) / steps**2
        t = end * (k / steps) ** 2 + 0.5 * step
        rt = np.sqrt(r * r + t * t + 2 * r * z * t)
        mut = (r * mu + t * nu) / rt
        dense = densities(rt)
        lost = dense @ air.extinction
        passed = np.exp(-lost * step[..., None])
        shown = left * (1 - passed) / lost
        by_air, by_dust = (shown * dense[..., c, None] * air.scattering[c] for c in range(2))
        sun, before = air.left_of_sun(rt, mut), rest_at(rest, rt, mut)
        plain = plain + by_air * sun
        dusty = dusty + by_dust * sun
        even = even + (by_air + by_dust) * before
        share = share + by_air + by_dust
        left = left * passed
    met = np.isfinite(ground)
    mut = np.where(met, (r * mu + end * nu) / EARTH, 0)
    floor = np.full_like(mut, EARTH)
    falls = np.maximum(mut, 0)[..., None] * air.left_of_sun(floor, mut)
    falls = falls + np.pi * rest_at(rest, floor, mut)
    even = even + met[..., None] * left * GROUND / np.pi * falls
    return Gathered(plain, dusty, even, share)


def summed_rest(air: Air) -> Array:
    """The table of J, a share of E: rows by the height, columns by the sun's slant there."""
    r = EARTH + (TOP - EARTH) * np.linspace(0, 1, REST_SHAPE[0]) ** 2
    x = np.linspace(signed_root(np.array(LOWEST)), 1, REST_SHAPE[1])
    z = 2 * (np.arange(REST_SLANTS) + 0.5) / REST_SLANTS - 1
    turn = np.pi * (np.arange(REST_TURNS) + 0.5) / REST_TURNS
    r, mu, z = r[:, None, None, None], (x * abs(x))[:, None, None], z[:, None]
    none = np.zeros((2, 2, air.extinction.shape[1]))
    light = gather(air, r, z, mu, cosine_between(z, mu, turn), none, REST_STEPS)
    once = (light.plain + light.dusty) / (4 * np.pi) + light.even
    rest: Array = once.mean(axis=(2, 3)) / (1 - light.share.mean(axis=(2, 3)))
    return rest


def rest_at(rest: Array, r: Array, mu: Array) -> Array:
    """J at places (..., wavelengths), under slants of the sun."""
    y = np.sqrt(np.maximum(r - EARTH, 0) / (TOP - EARTH))
    lowest = signed_root(np.array(LOWEST))
    x = (signed_root(mu) - lowest) / (1 - lowest)
    return between(rest, *np.broadcast_arrays(y, x))


def rayleigh_phase(cosine: Array) -> Array:
    """Share of light that air turns by an angle, per steradian."""
    return 3 / (16 * np.pi) * (1 + cosine * cosine)


def dust_phase(cosine: Array) -> Array:
    """Share of light that dust turns by an angle, per steradian: Cornette and Shanks 1992."""
    g = FORWARD
    even = 3 / (8 * np.pi) * (1 - g * g) / (2 + g * g)
    phase: Array = even * (1 + cosine * cosine) / (1 + g * g - 2 * g * cosine) ** 1.5
    return phase
