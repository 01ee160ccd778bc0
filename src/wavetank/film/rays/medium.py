"""Medium: what water and air do to light on its way.

Water lets through exp(-c s) of what comes from behind, c = a + b (Beer and Lambert), and adds what
sun and sky have sent into it, scattered once: with the depth z along the ray,

    J = b / 4 pi  int (E_sun T_sun / m exp(-c z / m) + E_sky T_sky exp(-c m_sky z)) exp(-c s) ds

summed exactly, as if the surface above were level. m is the cosine of the sun's way down.
"""

from math import exp, pi

from wavetank.arrays import Array
from wavetank.film.rays.hit import FAR
from wavetank.film.rays.places import depth_at
from wavetank.film.rays.rays import PLACE, SHARE, WAY, add, three, times
from wavetank.film.rays.sky_map import sky_light
from wavetank.film.rays.world import Colour, World
from wavetank.kernels.jit import ray_kernel

SKY_DOWN = 1.2
"""Mean path of skylight through a metre of depth [m]: it comes from all sides."""
SKY_ENTERS = 0.934
"""Share of an even sky's light that enters level water."""


@ray_kernel
def extinction(world: World) -> Colour:
    """How fast light is lost in the water, c = a + b [1/m]."""
    a, b = world.absorption, world.scattering
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@ray_kernel
def gathered(rate: float, length: float) -> float:
    """The integral of exp(-rate s) over a length."""
    return length if abs(rate * length) < 1e-6 else (1 - exp(-rate * length)) / rate


@ray_kernel
def scattered(world: World, k: int, depth: float, down: float, length: float) -> float:
    """What a ray gathers of one colour of the light that the water scatters into it.

    depth: where it begins [m]; down: how fast it gets deeper.
    """
    b, sun = world.scattering[k], world.sun
    c, m = world.absorption[k] + b, sun.under_water[2]
    lit = max(sun.towards[2], 0.0) * sun.enters / m * sun.irradiance[k] * exp(-c / m * depth)
    sky = SKY_ENTERS * SKY_DOWN * world.skylight[k] * exp(-SKY_DOWN * c * depth)
    lit *= gathered(c + c / m * down, length)
    sky *= gathered(c + SKY_DOWN * c * down, length)
    return b / (4 * pi) * (lit + sky)


@ray_kernel
def murk(world: World, depth: float, down: float, length: float) -> Colour:
    """What a ray gathers of the light that the water scatters into it."""
    return (
        scattered(world, 0, depth, down, length),
        scattered(world, 1, depth, down, length),
        scattered(world, 2, depth, down, length),
    )


@ray_kernel
def through_water(world: World, ray: Array, length: float, light: Array) -> Colour:
    """Add what the water itself sends along a ray; the share left of what comes from behind."""
    share = three(ray, SHARE)
    depth = depth_at(world.scenery.relief, ray[PLACE], ray[PLACE + 1], ray[PLACE + 2])
    add(light, share, murk(world, depth, -ray[WAY + 2], length))
    c = extinction(world)
    return times(share, (exp(-c[0] * length), exp(-c[1] * length), exp(-c[2] * length)))


@ray_kernel
def deep_water(world: World) -> Colour:
    """What water without a bottom sends straight up."""
    return murk(world, 0.0, 1.0, FAR)


@ray_kernel
def through_air(world: World, ray: Array, length: float, light: Array) -> Colour:
    """Add what the air sends along a ray: far things turn to the colour of the horizon."""
    share = three(ray, SHARE)
    if length < 1e-3 * world.sight:
        return share
    kept = exp(-length / world.sight)
    r, g, b = sky_light(world.sky, ray[WAY], ray[WAY + 1], 0.0)
    add(light, share, ((1 - kept) * r, (1 - kept) * g, (1 - kept) * b))
    return share[0] * kept, share[1] * kept, share[2] * kept
