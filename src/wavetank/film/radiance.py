"""Radiance: the light that comes to the eye along a ray.

A ray is followed until it meets something; what it carries from there on is put back on a small
stack, so that one loop serves reflection, refraction, total reflection, and an eye under water.

    sky, sun        what the map of the sky holds there; the sun as a blurred disc
    ground          albedo / pi * (sunlight + skylight); wet ground mirrors, too
    water's surface R along the mirrored ray, 1 - R along the refracted one (Fresnel, Snell)
    in water        exp(-c s) of what comes from behind, c = a + b (Beer and Lambert), and what
                    sun and sky have sent there, scattered once on its way: with depth z along
                    the ray, J = b / 4 pi (E_sun exp(-c z / m) / m + ...), summed up exactly

The light on the bed comes from the caustics' map; above the water the sun is asked for.
"""

from math import exp, pi, sqrt
from typing import NamedTuple

from wavetank.arrays import Array
from wavetank.film.ground import Paint, albedo, wetted
from wavetank.film.march import GROUND, NOTHING, WATER, G, Relief, S, first_hit, height
from wavetank.film.optics import (
    WATER_INDEX,
    bent_cosine,
    lifted,
    mirrored,
    reflectance,
    refracted,
)
from wavetank.film.scenery import FOAM, WALL, WET, Scenery
from wavetank.film.sky import sky_light
from wavetank.kernels.jit import ray_kernel

Colour = tuple[float, float, float]

FAR = 1e6
"""How far rays are followed [m]."""
FAINT = 2e-3
"""Rays that carry a smaller share of the eye's light are dropped."""
PLACE, WAY, SHARE, IN_WATER, BLUR, GONE, TURNS = 0, 3, 6, 9, 10, 11, 12
"""What stands where in a ray on the stack."""
RAY = 13
STACK = 12
"""Rays that wait at most: each turn leaves one behind."""
OFF = 1e-4
"""How far a new ray starts from the face it left, in vertex spacings."""
GRAZING = 1e-3
"""The least cosine at which a new ray leaves a face."""
SKY_DOWN = 1.2
"""Mean path of skylight through a metre of depth [m]: it comes from all sides."""
SKY_ENTERS = 0.934
"""Share of an even sky's light that enters level water."""
FOAM_ALBEDO = 0.75
AIR_SIGHT = 30e3
"""Distance over which clean air keeps a third of the light [m]; less by the haze."""
BRIGHTEST = 30.0
"""A glint is not counted brighter, lest one ray outshine the others of its pixel."""


class Sun(NamedTuple):
    """The sun, for the kernels."""

    x: float
    y: float
    z: float
    """Towards it."""
    irradiance: Colour
    """On a face turned to it."""
    variance: float
    """Of the angle between its rays and its middle, along one axis."""


class World(NamedTuple):
    """All that light meets in one frame."""

    scenery: Scenery
    paint: Paint
    absorption: Colour
    """Of the water, a [1/m]."""
    scattering: Colour
    """Of the water, b [1/m]."""
    sun: Sun
    sky: Array
    """The map of the sky."""
    skylight: Colour
    """Irradiance from the sky on level ground."""
    sight: float
    """Distance over which air keeps a third of the light [m]."""
    caustics: Array
    """Sunlight on the bed at the vertices, per what falls on a level face above the water."""
    ripples: float
    """Variance of the slope of waves too small to be in the relief."""
    turns: int
    """How often a ray's light is followed from one thing to the next."""


@ray_kernel
def cell_of(relief: Relief, x: float, y: float) -> tuple[int, int, float, float]:
    """The cell a place lies in, and the place counted in cells, kept over the vertices."""
    rows, columns = relief.z.shape[0], relief.z.shape[1]
    u = min(max((x - relief.x) / relief.spacing, 0.0), columns - 1.000001)
    v = min(max((y - relief.y) / relief.spacing, 0.0), rows - 1.000001)
    return int(v), int(u), u, v


@ray_kernel
def between(f: Array, layer: int, j: int, i: int, u: float, v: float) -> float:
    """A field at a place, between the vertices linearly."""
    return height(f, layer, j, i, u, v)


@ray_kernel
def beyond(relief: Relief, x: float, y: float) -> bool:
    """Does a place lie outside all vertices?"""
    u, v = (x - relief.x) / relief.spacing, (y - relief.y) / relief.spacing
    return not (0 <= u <= relief.z.shape[1] - 1 and 0 <= v <= relief.z.shape[0] - 1)


@ray_kernel
def normal_of(slope_x: float, slope_y: float) -> Colour:
    """The upward unit vector that stands on a slope."""
    up = 1 / sqrt(1 + slope_x * slope_x + slope_y * slope_y)
    return -slope_x * up, -slope_y * up, up


@ray_kernel
def smooth_normal(scenery: Scenery, layer: int, x: float, y: float) -> Colour:
    """The normal that light sees: of the slopes, between the vertices linearly."""
    if beyond(scenery.relief, x, y):
        return 0.0, 0.0, 1.0
    j, i, u, v = cell_of(scenery.relief, x, y)
    across = between(scenery.slopes, 2 * layer, j, i, u, v)
    along = between(scenery.slopes, 2 * layer + 1, j, i, u, v)
    return normal_of(across, along)


@ray_kernel
def face_normal(relief: Relief, layer: int, x: float, y: float) -> Colour:
    """The normal of the face that rays meet."""
    if beyond(relief, x, y):
        return 0.0, 0.0, 1.0
    j, i, u, v = cell_of(relief, x, y)
    a, b, z = u - i, v - j, relief.z
    low = z[j, i + 1, layer] - z[j, i, layer]
    high = z[j + 1, i + 1, layer] - z[j + 1, i, layer]
    west = z[j + 1, i, layer] - z[j, i, layer]
    east = z[j + 1, i + 1, layer] - z[j, i + 1, layer]
    per = 1 / relief.spacing
    return normal_of((low + b * (high - low)) * per, (west + a * (east - west)) * per)


@ray_kernel
def depth_at(relief: Relief, x: float, y: float, z: float) -> float:
    """How deep a place lies below the surface above it [m]; 0 if it does not."""
    if beyond(relief, x, y):
        return max(relief.water_beyond - z, 0.0)
    j, i, u, v = cell_of(relief, x, y)
    return max(height(relief.z, S, j, i, u, v) - z, 0.0)


@ray_kernel
def push(
    stack: Array, n: int, place: Colour, way: Colour, share: Colour, wet: bool,
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
def sun_disc(sun: Sun, x: float, y: float, z: float, blur: float) -> float:
    """The sun's light as seen along a ray, per its irradiance, spread over a blurred disc."""
    variance = sun.variance + blur
    apart = 2 * (1 - (x * sun.x + y * sun.y + z * sun.z))  # squared angle, where it is small
    if apart > 24 * variance:
        return 0.0
    return min(exp(-apart / (2 * variance)) / (2 * pi * variance), BRIGHTEST)


@ray_kernel
def outside(world: World, x: float, y: float, z: float, blur: float) -> Colour:
    """The light of the sky and the sun along a ray that leaves the scene."""
    r, g, b = sky_light(world.sky, x, y, z)
    disc, sun = sun_disc(world.sun, x, y, z, blur), world.sun.irradiance
    return r + disc * sun[0], g + disc * sun[1], b + disc * sun[2]


@ray_kernel
def sunny(world: World, x: float, y: float, z: float) -> bool:
    """Does the sun shine on a place above the water?"""
    sun = world.sun
    if sun.z <= 0:
        return False
    what = first_hit(world.scenery.relief, x, y, z, sun.x, sun.y, sun.z, 0.0, FAR, False)[1]
    return what == NOTHING


@ray_kernel
def daylight(world: World, place: Colour, normal: Colour) -> Colour:
    """Irradiance in the air: the sun's and the sky's."""
    sun, sky = world.sun, world.skylight
    facing = normal[0] * sun.x + normal[1] * sun.y + normal[2] * sun.z
    open_sky = 0.5 + 0.5 * normal[2]
    if facing > 0 and not sunny(world, place[0], place[1], place[2]):
        facing = 0.0
    facing = max(facing, 0.0)
    return (
        facing * sun.irradiance[0] + open_sky * sky[0],
        facing * sun.irradiance[1] + open_sky * sky[1],
        facing * sun.irradiance[2] + open_sky * sky[2],
    )


@ray_kernel
def underwater_light(world: World, place: Colour, normal: Colour) -> Colour:
    """Irradiance on the bed: what the water lets through of the sun's caustics and of the sky."""
    relief, sun = world.scenery.relief, world.sun
    depth = depth_at(relief, place[0], place[1], place[2])
    level = max(sun.z, 0.0)
    way = depth / bent_cosine(level, WATER_INDEX)
    j, i, u, v = cell_of(relief, place[0], place[1])
    a, b, f = u - i, v - j, world.caustics
    low = f[j, i] + a * (f[j, i + 1] - f[j, i])
    high = f[j + 1, i] + a * (f[j + 1, i + 1] - f[j + 1, i])
    sunlight = (low + b * (high - low)) * level * normal[2]
    skylight = SKY_ENTERS * (0.5 + 0.5 * normal[2])
    c0, c1, c2 = extinction(world)
    return (
        sunlight * sun.irradiance[0] * exp(-c0 * way)
        + skylight * world.skylight[0] * exp(-c0 * SKY_DOWN * depth),
        sunlight * sun.irradiance[1] * exp(-c1 * way)
        + skylight * world.skylight[1] * exp(-c1 * SKY_DOWN * depth),
        sunlight * sun.irradiance[2] * exp(-c2 * way)
        + skylight * world.skylight[2] * exp(-c2 * SKY_DOWN * depth),
    )


@ray_kernel
def extinction(world: World) -> Colour:
    """How fast light is lost in the water, c = a + b [1/m]."""
    a, b = world.absorption, world.scattering
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@ray_kernel
def gathered(c: float, k: float, down: float, length: float) -> float:
    """The integral of exp(-(c + k down) s) over a ray's length."""
    rate = c + k * down
    if abs(rate * length) < 1e-6:
        return length
    return (1 - exp(-rate * length)) / rate


@ray_kernel
def scattered(world: World, channel: int, depth: float, down: float, length: float) -> float:
    """What a ray gathers of the light that the water scatters into it."""
    b = world.scattering[channel]
    c = world.absorption[channel] + b
    level = max(world.sun.z, 0.0)
    m = bent_cosine(level, WATER_INDEX)
    enters = level * (1 - reflectance(level, m, WATER_INDEX)) / m
    sun = enters * world.sun.irradiance[channel] * exp(-c / m * depth)
    sky = SKY_ENTERS * SKY_DOWN * world.skylight[channel] * exp(-SKY_DOWN * c * depth)
    gain = sun * gathered(c, c / m, down, length)
    return b / (4 * pi) * (gain + sky * gathered(c, SKY_DOWN * c, down, length))


@ray_kernel
def through_water(world: World, ray: Array, length: float, light: Array) -> Colour:
    """Add what the water itself sends along a ray; the share left of what comes from behind."""
    share = ray[SHARE], ray[SHARE + 1], ray[SHARE + 2]
    depth = depth_at(world.scenery.relief, ray[PLACE], ray[PLACE + 1], ray[PLACE + 2])
    down = -ray[WAY + 2]
    add(
        light,
        share,
        (
            scattered(world, 0, depth, down, length),
            scattered(world, 1, depth, down, length),
            scattered(world, 2, depth, down, length),
        ),
    )
    c = extinction(world)
    return times(share, (exp(-c[0] * length), exp(-c[1] * length), exp(-c[2] * length)))


@ray_kernel
def through_air(world: World, ray: Array, length: float, light: Array) -> Colour:
    """Add what the air sends along a ray: far things turn to the colour of the horizon."""
    share = ray[SHARE], ray[SHARE + 1], ray[SHARE + 2]
    if length < 1e-3 * world.sight:
        return share
    kept = exp(-length / world.sight)
    horizon = sky_light(world.sky, ray[WAY], ray[WAY + 1], 0.0)
    lost = 1 - kept
    add(light, share, (lost * horizon[0], lost * horizon[1], lost * horizon[2]))
    return share[0] * kept, share[1] * kept, share[2] * kept


@ray_kernel
def meet_ground(
    world: World, stack: Array, n: int, ray: Array, place: Colour, share: Colour,
    gone: float, pixel: float, light: Array,
) -> int:  # fmt: skip
    """Add the ground's light; wet ground in the air sends the ray on as a mirror does."""
    scenery, wet = world.scenery, ray[IN_WATER] > 0
    normal = smooth_normal(scenery, G, place[0], place[1])
    way = ray[WAY], ray[WAY + 1], ray[WAY + 2]
    cosine = max(-(way[0] * normal[0] + way[1] * normal[1] + way[2] * normal[2]), 0.05)
    wall, damp = 0.0, 0.0
    if not beyond(scenery.relief, place[0], place[1]):
        j, i, u, v = cell_of(scenery.relief, place[0], place[1])
        wall = between(scenery.cover, WALL, j, i, u, v)
        damp = between(scenery.cover, WET, j, i, u, v) * (1 - wall)
    elif world.scenery.relief.ground_beyond > world.scenery.relief.water_beyond:
        wall = 1.0
    colour = albedo(
        world.paint, place[0], place[1], place[2], normal[2], wall, gone * pixel / cosine
    )
    if wet:
        falls = underwater_light(world, place, normal)
        colour = wetted(colour, 0.35)
        damp = 0.0
    else:
        face = face_normal(scenery.relief, G, place[0], place[1])
        off = OFF * scenery.relief.spacing
        place = place[0] + off * face[0], place[1] + off * face[1], place[2] + off * face[2]
        falls = daylight(world, place, normal)
        colour = wetted(colour, damp)
    shine = 0.0
    if damp > 0.02 and ray[TURNS] < world.turns:
        shine = damp * damp * reflectance(cosine, bent_cosine(cosine, WATER_INDEX), WATER_INDEX)
        on = mirrored(way[0], way[1], way[2], normal[0], normal[1], normal[2])
        on = lifted(on[0], on[1], on[2], face[0], face[1], face[2], GRAZING)
        carried = share[0] * shine, share[1] * shine, share[2] * shine
        n = push(
            stack, n, place, on, carried, False, ray[BLUR] + WET_BLUR, gone, int(ray[TURNS]) + 1
        )
    k = (1 - shine) / pi
    add(
        light, share, (k * colour[0] * falls[0], k * colour[1] * falls[1], k * colour[2] * falls[2])
    )
    return n


WET_BLUR = 0.02
"""Variance of the angle at which wet sand mirrors: its grains stand up through the film."""


@ray_kernel
def meet_water(
    world: World, stack: Array, n: int, ray: Array, place: Colour, share: Colour,
    gone: float, pixel: float, light: Array,
) -> int:  # fmt: skip
    """Part a ray at the water's surface, from above or from below."""
    scenery, wet = world.scenery, ray[IN_WATER] > 0
    side = -1.0 if wet else 1.0
    way = ray[WAY], ray[WAY + 1], ray[WAY + 2]
    up = smooth_normal(scenery, S, place[0], place[1])
    face = face_normal(scenery.relief, S, place[0], place[1])
    nx, ny, nz = side * up[0], side * up[1], side * up[2]
    fx, fy, fz = side * face[0], side * face[1], side * face[2]
    n_ratio = 1 / WATER_INDEX if wet else WATER_INDEX
    c1 = max(-(way[0] * nx + way[1] * ny + way[2] * nz), GRAZING)
    c2 = bent_cosine(c1, n_ratio)
    back = reflectance(c1, c2, n_ratio)
    off = OFF * scenery.relief.spacing
    near = place[0] + off * fx, place[1] + off * fy, place[2] + off * fz
    turns = int(ray[TURNS]) + 1
    if not wet:
        foam = foam_at(world, place, gone * pixel / c1)
        if foam > 0:
            falls = daylight(world, near, up)
            k = foam * FOAM_ALBEDO / pi
            add(light, share, (k * falls[0], k * falls[1], k * falls[2]))
            share = share[0] * (1 - foam), share[1] * (1 - foam), share[2] * (1 - foam)
    # a mirror turns its ray by twice the angle it is turned itself; seen at a slant, tilts across
    # the ray count less
    mirror_blur = ray[BLUR] + 4 * world.ripples
    on = mirrored(way[0], way[1], way[2], nx, ny, nz)
    on = lifted(on[0], on[1], on[2], fx, fy, fz, GRAZING)
    kept = share[0] * back, share[1] * back, share[2] * back
    through = share[0] * (1 - back), share[1] * (1 - back), share[2] * (1 - back)
    if turns > world.turns:
        return last_turn(world, n, wet, on, kept, through, mirror_blur, light)
    n = push(stack, n, near, on, kept, wet, mirror_blur, gone, turns)
    if back < 1:
        on = refracted(way[0], way[1], way[2], nx, ny, nz, c1, c2, n_ratio)
        on = lifted(on[0], on[1], on[2], -fx, -fy, -fz, GRAZING)
        far = place[0] - off * fx, place[1] - off * fy, place[2] - off * fz
        blur = ray[BLUR] + 0.1 * world.ripples
        n = push(stack, n, far, on, through, not wet, blur, gone, turns)
    return n


@ray_kernel
def last_turn(
    world: World, n: int, wet: bool, on: Colour, kept: Colour, through: Colour, blur: float,
    light: Array,
) -> int:  # fmt: skip
    """Where a ray is followed no further: deep water below, nothing but sky above."""
    deep = (
        scattered(world, 0, 0.0, 1.0, FAR),
        scattered(world, 1, 0.0, 1.0, FAR),
        scattered(world, 2, 0.0, 1.0, FAR),
    )
    below, above = (kept, through) if wet else (through, kept)
    add(light, below, deep)
    add(light, above, outside(world, on[0], on[1], abs(on[2]), blur))
    return n


@ray_kernel
def foam_at(world: World, place: Colour, pixel: float) -> float:
    """How much of the surface foam covers: thin foam breaks into flecks."""
    if beyond(world.scenery.relief, place[0], place[1]):
        return 0.0
    j, i, u, v = cell_of(world.scenery.relief, place[0], place[1])
    return between(world.scenery.cover, FOAM, j, i, u, v)


@ray_kernel
def radiance(
    world: World, stack: Array, eye: Colour, way: Colour, wet: bool, pixel: float, light: Array
) -> int:
    """The light along a ray from the eye, into `light`; what it met first.

    pixel: the angle between the rays of two neighbouring pixels.
    """
    light[0] = light[1] = light[2] = 0.0
    first, ray = -1, stack[0]
    stack = stack[1:]
    n = push(stack, 0, eye, way, (1.0, 1.0, 1.0), wet, 0.25 * pixel * pixel, 0.0, 0)
    while n > 0:
        n -= 1
        for k in range(RAY):
            ray[k] = stack[n, k]
        x, y, z, dx, dy, dz = ray[0], ray[1], ray[2], ray[3], ray[4], ray[5]
        in_water = ray[IN_WATER] > 0
        length, what = first_hit(world.scenery.relief, x, y, z, dx, dy, dz, 0.0, FAR, in_water)
        if first < 0:
            first = what
        if in_water:
            share = through_water(world, ray, length, light)
        elif what != NOTHING:
            share = through_air(world, ray, length, light)
        else:
            share = ray[SHARE], ray[SHARE + 1], ray[SHARE + 2]
        place = x + length * dx, y + length * dy, z + length * dz
        gone = ray[GONE] + length
        if what == GROUND:
            n = meet_ground(world, stack, n, ray, place, share, gone, pixel, light)
        elif what == WATER:
            n = meet_water(world, stack, n, ray, place, share, gone, pixel, light)
        elif not in_water:
            add(light, share, outside(world, dx, dy, dz, ray[BLUR]))
    return first
