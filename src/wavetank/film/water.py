"""Water over lit ground, seen from straight above.

    light = ground * caustic * exp(-2 a d) + body * (1 - exp(-2 a d)) + sky + glint

The sun's way down and the eye's way up each cross the depth d; `a` is how fast water takes
each colour (Beer and Lambert). The ground is looked up where the eye's ray meets it, bent
at the surface; a crest is a lens that gathers sunlight on it. All of it fades in with the
first millimetres of water, so a film a micrometre thick is wet sand and nothing else.
"""

from math import exp, sqrt

from numba import prange

from wavetank.arrays import Array
from wavetank.film.light import SUN, Scale, blend, drawn_slope, facing
from wavetank.kernels.jit import kernel, parallel_kernel

ABSORPTION = (1.5, 0.42, 0.3)
"""How fast water takes red, green and blue, per depth of clear sight: exaggerated, not real."""
BODY = (0.0, 0.15, 0.36)
"""What water without a ground sends back of the sun."""
SKY = (0.42, 0.66, 1.0)
REFLECTS = 0.02
"""Share of the light that water mirrors, seen from straight above."""
GLOW = 3.0
"""How much brighter the sky is on the sun's side than on average."""
GLINT = 1.6
SHINE = 120
"""How sharp the sun's mirror image is."""
HALFWAY = (-0.3358, 0.2818, 0.8988)
"""Between the sun and the eye above: a slope that faces this way mirrors the one to the other."""
BEND = 0.25
"""1 - 1/1.33: the share of a slope by which a ray is bent under it."""
CAUSTIC = (0.6, 2.2)
"""The least and the most that waves change the light on the ground: beyond, rays have crossed
and the sum of first order means nothing."""
FILM = 0.008
"""Depth at which water is two thirds there, per depth of clear sight: above it fades in."""


@kernel
def mirrored(x: float, y: float) -> tuple[float, float]:
    """How much of the sky's light and of the sun's a slope (x, y) mirrors upwards."""
    up = 1 / sqrt(1 + x * x + y * y)
    fresnel = REFLECTS + (1 - REFLECTS) * (1 - up) ** 5
    towards = -2 * up * up * (x * SUN[0] + y * SUN[1])  # where the mirrored ray goes, sunwards
    halfway = up * (HALFWAY[2] - x * HALFWAY[0] - y * HALFWAY[1])
    return fresnel * max(1 + GLOW * towards, 0.0), GLINT * exp((halfway - 1) * SHINE)


@kernel
def between(row: float, column: float, ny: int, nx: int) -> tuple[int, int, float, float]:
    """The pixel up and left of a place in the picture, and how far the place lies beyond it."""
    row, column = min(max(row, 0.0), ny - 1.0), min(max(column, 0.0), nx - 1.0)
    j, i = max(min(int(row), ny - 2), 0), max(min(int(column), nx - 2), 0)
    return j, i, row - j, column - i


@parallel_kernel
def cover(light: Array, ground: Array, b: Array, h: Array, scale: Scale) -> None:
    """Light from the water over lit ground; all in picture rows, from the north down."""
    ny, nx = b.shape
    reach, clear = scale.reach, scale.clear
    film, run = clear * FILM, 2 * reach * scale.pixel
    for j in prange(ny):
        north, south = h[max(j - reach, 0)], h[min(j + reach, ny - 1)]
        for i in range(nx):
            d = max(h[j, i] - b[j, i], 0.0)
            there = 1 - exp(-d / film)
            west, east = h[j, max(i - reach, 0)], h[j, min(i + reach, nx - 1)]
            rise_x, rise_y = (east - west) / run, (north[i] - south[i]) / run
            bulge = (west + east + north[i] + south[i] - 4 * h[j, i]) * 4 / (run * run)
            caustic = max(1 / max(1 + BEND * d * bulge, 1 / CAUSTIC[1]), CAUSTIC[0])
            bent = BEND * d / scale.pixel
            j0, i0, down, right = between(j - bent * rise_y, i + bent * rise_x, ny, nx)
            j1, i1 = min(j0 + 1, ny - 1), min(i0 + 1, nx - 1)
            x, y = drawn_slope(scale.steepness * rise_x, scale.steepness * rise_y)
            sun, (sky, glint) = facing(x, y), mirrored(x, y)
            for c in range(3):
                through = exp(-2 * ABSORPTION[c] / clear * d)
                upper = blend(ground[j0, i0, c], ground[j0, i1, c], right)
                lower = blend(ground[j1, i0, c], ground[j1, i1, c], right)
                below = blend(upper, lower, down) * caustic
                water = blend(BODY[c] * sun, below, through) + SKY[c] * sky + glint
                light[j, i, c] = blend(ground[j, i, c], water, there)
