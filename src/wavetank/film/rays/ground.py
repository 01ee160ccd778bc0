"""Ground: what share of the light each place of the ground sends back.

Sand is lighter where it is high and gives way to rock where it is steep; all of it has grain.
Tiles have joints, narrowed by the pixel's width, so that far ones do not flicker. Walls are
stone. What is wet is darker: water between grains keeps light in.
"""

from math import floor, sqrt
from typing import NamedTuple

from wavetank.film.rays.noise import grain, hashed
from wavetank.kernels.jit import ray_kernel
from wavetank.look.look import Ground as GroundName

Colour = tuple[float, float, float]

STONE = (0.40, 0.38, 0.355)
WET = (0.52, 0.55, 0.60)
"""What is left of dry ground's light when it is wet."""
JOINT = 0.05
"""Width of the joints between tiles, per tile."""


class Ground(NamedTuple):
    """What the ground is made of."""

    low: Colour
    """Share of light that low ground sends back."""
    high: Colour
    """Share of light that high ground sends back."""
    steep: Colour
    """Share of light that steep ground sends back; of tiles, the joints."""
    rocky: tuple[float, float]
    """Slope from which steep ground shows, and from which there is nothing else."""
    grain: float
    """How much the grain changes the light."""
    tile: float
    """Width of tiles, per the tank's shorter side; 0: none."""


GROUNDS: dict[GroundName, Ground] = {
    "sand": Ground((0.39, 0.32, 0.23), (0.47, 0.40, 0.30), (0.22, 0.20, 0.18), (0.7, 1.2), 0.05, 0),
    "tiles": Ground(
        (0.54, 0.66, 0.70), (0.54, 0.66, 0.70), (0.28, 0.35, 0.37), (9, 10), 0.02, 1 / 16
    ),
    "rock": Ground((0.24, 0.23, 0.21), (0.36, 0.35, 0.32), (0.20, 0.19, 0.18), (0.5, 1.5), 0.20, 0),
    "mud": Ground((0.25, 0.19, 0.13), (0.33, 0.26, 0.18), (0.21, 0.17, 0.13), (0.5, 1.2), 0.12, 0),
}


class Paint(NamedTuple):
    """The ground of one film, for the kernels."""

    ground: Ground
    bottom: float
    """Height of the lowest ground [m]."""
    range: float
    """From there to the highest [m]."""
    tile: float
    """Width of a tile [m]; 0: none."""
    spots: float
    """Width of the largest spots [m]."""


@ray_kernel
def step(low: float, high: float, x: float) -> float:
    """From 0 at low to 1 at high, smoothly."""
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3 - 2 * t)


@ray_kernel
def blended(a: Colour, b: Colour, share: float) -> Colour:
    """From one colour to another."""
    r, g, c = (
        a[0] + share * (b[0] - a[0]),
        a[1] + share * (b[1] - a[1]),
        a[2] + share * (b[2] - a[2]),
    )
    return r, g, c


@ray_kernel
def joint_share(x: float, pixel: float) -> float:
    """How much of a pixel around x lies in joints, along one axis, counted in tiles."""
    pixel = max(pixel, 1e-6)
    a, b = x - pixel / 2 + JOINT / 2, x + pixel / 2 + JOINT / 2
    before = floor(a) * JOINT + min(a - floor(a), JOINT)
    after = floor(b) * JOINT + min(b - floor(b), JOINT)
    return (after - before) / pixel


@ray_kernel
def whole(x: float) -> int:
    """The whole number below; numba's floor gives a real one."""
    return int(floor(x))  # noqa: RUF046


@ray_kernel
def tiled(paint: Paint, x: float, y: float, pixel: float) -> Colour:
    """Tiles: none quite like the next."""
    u, v, ground = x / paint.tile, y / paint.tile, paint.ground
    across, along = joint_share(u, pixel / paint.tile), joint_share(v, pixel / paint.tile)
    joints = 1 - (1 - across) * (1 - along)
    near = min(max(2 - 2 * pixel / paint.tile, 0.0), 1.0)
    one = 1 + 0.10 * near * hashed(whole(u), whole(v))
    tile = (ground.low[0] * one, ground.low[1] * one, ground.low[2] * one)
    return blended(tile, ground.steep, joints)


@ray_kernel
def albedo(paint: Paint, place: Colour, up: float, wall: float, pixel: float) -> Colour:
    """The share of light that dry ground sends back; up: the normal's part along z."""
    ground, (x, y, z) = paint.ground, place
    if paint.tile > 0:
        colour = tiled(paint, x, y, pixel)
    else:
        height = (z - paint.bottom) / paint.range
        colour = blended(ground.low, ground.high, min(max(height, 0.0), 1.0))
        slope = sqrt(max(1 - up * up, 0.0)) / max(up, 1e-6)
        colour = blended(colour, ground.steep, step(ground.rocky[0], ground.rocky[1], slope))
    if wall > 0:
        colour = blended(colour, STONE, step(0.0, 0.5, wall))
    spots = 1 + ground.grain * grain(x, y, pixel, paint.spots)
    return colour[0] * spots, colour[1] * spots, colour[2] * spots


@ray_kernel
def wetted(colour: Colour, wet: float) -> Colour:
    """The same ground when it is wet: 0 dry, 1 soaked."""
    return (
        colour[0] * (1 - wet * (1 - WET[0])),
        colour[1] * (1 - wet * (1 - WET[1])),
        colour[2] * (1 - wet * (1 - WET[2])),
    )
