"""Rays on a stack: what is left to follow of the light that comes to the eye."""

from wavetank.arrays import Array
from wavetank.film.rays.world import Colour
from wavetank.kernels.jit import ray_kernel
from wavetank.look.view import Point

FAINT = 2e-3
"""Rays that carry a smaller share of the eye's light are dropped."""
PLACE, WAY, SHARE, IN_WATER, BLUR, GONE, TURNS = 0, 3, 6, 9, 10, 11, 12
"""What stands where in a ray on the stack."""
RAY = 13
STACK = 12
"""Rays that wait at most: each turn leaves one behind."""


@ray_kernel
def push(
    stack: Array, n: int, place: Point, way: Point, share: Colour, wet: bool,
    blur: float, gone: float, turns: int,
) -> int:  # fmt: skip
    """Put a ray on the stack, unless it carries next to nothing; how many there are now."""
    if max(share[0], max(share[1], share[2])) < FAINT or n >= stack.shape[0]:
        return n
    ray = stack[n]
    for k in range(3):
        ray[PLACE + k], ray[WAY + k], ray[SHARE + k] = place[k], way[k], share[k]
    ray[IN_WATER], ray[BLUR], ray[GONE], ray[TURNS] = wet, blur, gone, turns
    return n + 1


@ray_kernel
def three(ray: Array, k: int) -> Colour:
    """Three numbers of a ray: its PLACE, WAY or SHARE."""
    return ray[k], ray[k + 1], ray[k + 2]


@ray_kernel
def add(light: Array, share: Colour, colour: Colour) -> None:
    """Add a share of a colour to the light."""
    light[0] += share[0] * colour[0]
    light[1] += share[1] * colour[1]
    light[2] += share[2] * colour[2]


@ray_kernel
def times(a: Colour, b: Colour) -> Colour:
    """Colour by colour."""
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@ray_kernel
def scaled(k: float, a: Colour) -> Colour:
    """So many times a colour, or a vector."""
    return k * a[0], k * a[1], k * a[2]


@ray_kernel
def along(place: Point, way: Point, length: float) -> Point:
    """The place so far along a way."""
    return place[0] + length * way[0], place[1] + length * way[1], place[2] + length * way[2]


@ray_kernel
def dot(a: Point, b: Point) -> float:
    """The inner product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
