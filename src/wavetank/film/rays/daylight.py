"""Daylight: what sun and sky send along a ray, and to a place in the air or under water."""

from math import exp, pi

from wavetank.film.rays.ball import sphere_light
from wavetank.film.rays.hit import FAR, hit, is_free
from wavetank.film.rays.march import NOTHING, WATER, first_hit
from wavetank.film.rays.medium import SKY_DOWN, SKY_ENTERS, extinction
from wavetank.film.rays.places import beyond, cell_of, depth_at
from wavetank.film.rays.rays import along, dot
from wavetank.film.rays.sky_map import sky_light
from wavetank.film.rays.world import Colour, Sun, World
from wavetank.kernels.jit import ray_kernel
from wavetank.look.view import Point

CLEAR = 1e-3
"""How far above the surface a ray to the sun goes on, in vertex spacings."""
FROM_BELOW = 0.2
"""Share of the light on level ground that comes up from it: what else would be black is not."""
BRIGHTEST = 30.0
"""A glint is not counted brighter, lest one ray outshine the others of its pixel."""


@ray_kernel
def sun_disc(sun: Sun, way: Point, blur: float) -> float:
    """The sun's light as seen along a ray, per its irradiance, spread over a blurred disc."""
    variance = sun.variance + blur
    apart = 2 * (1 - dot(way, sun.towards))  # squared angle, where it is small
    if apart > 24 * variance:
        return 0.0
    return min(exp(-apart / (2 * variance)) / (2 * pi * variance), BRIGHTEST)


@ray_kernel
def outside(world: World, way: Point, blur: float, mirrored: bool) -> Colour:
    """The light of the sky and the sun along a ray that leaves the scene; mirrored: by water."""
    if mirrored and has_ball(world):
        right, up, forward = world.axes
        return sphere_light(world.ball, dot(way, right), dot(way, up), -dot(way, forward))
    r, g, b = sky_light(world.sky, way[0], way[1], way[2])
    disc, sun = sun_disc(world.sun, way, blur), world.sun.irradiance
    return r + disc * sun[0], g + disc * sun[1], b + disc * sun[2]


@ray_kernel
def has_ball(world: World) -> bool:
    """Does water mirror a picture?"""
    return world.ball.shape[0] > 1


@ray_kernel
def daylight(world: World, place: Point, normal: Point) -> Colour:
    """Irradiance in the air: the sun's, unless it is hidden, and the sky's."""
    sun = world.sun
    facing = max(dot(normal, sun.towards), 0.0)
    if facing > 0 and (sun.towards[2] <= 0 or not is_free(world.scenery, place, sun.towards)):
        facing = 0.0
    return sun_and_sky(world, facing, normal)


@ray_kernel
def light_in_drop(world: World, place: Point, normal: Point) -> Colour:
    """Irradiance on a drop: light comes through its back, and other drops throw no shadow."""
    sun, facing = world.sun, 0.0
    what = first_hit(world.scenery.relief, *place, *sun.towards, 0.0, FAR, False)[1]
    if what == NOTHING and sun.towards[2] > 0:
        facing = 0.5 * abs(dot(normal, sun.towards))
    return sun_and_sky(world, facing, normal)


@ray_kernel
def sun_and_sky(world: World, facing: float, normal: Point) -> Colour:
    """Irradiance of so much of the sun's light, of the sky above a slant, and from below it."""
    sun, sky, level = world.sun.irradiance, world.skylight, max(world.sun.towards[2], 0.0)
    above, below = 0.5 + 0.5 * normal[2], (0.5 - 0.5 * normal[2]) * FROM_BELOW
    return (
        (facing + below * level) * sun[0] + (above + below) * sky[0],
        (facing + below * level) * sun[1] + (above + below) * sky[1],
        (facing + below * level) * sun[2] + (above + below) * sky[2],
    )


@ray_kernel
def light_on_bed(world: World, place: Point, normal: Point) -> Colour:
    """Irradiance on the bed under water: of the sun's caustics and of the sky.

    Caustics are light per level area, of which a slope has less than it has of its own.
    """
    sunlight = caustic_at(world, place) * max(world.sun.towards[2], 0.0) * normal[2]
    return underwater_light(world, place, normal, sunlight)


@ray_kernel
def light_under_water(world: World, place: Point, normal: Point) -> Colour:
    """Irradiance on a thing under water, as if the surface were level."""
    scenery, sun, sunlight = world.scenery, world.sun, 0.0
    facing = dot(normal, sun.under_water) / sun.under_water[2]
    if sun.enters > 0 and facing > 0:
        t, what, _ = hit(scenery, place, sun.under_water, FAR, True)
        x, y, z = along(place, sun.under_water, t)
        above = x, y, z + CLEAR * scenery.relief.spacing
        if what == WATER and is_free(scenery, above, sun.towards):
            sunlight = facing * sun.enters * sun.towards[2]
    return underwater_light(world, place, normal, sunlight)


@ray_kernel
def underwater_light(world: World, place: Point, normal: Point, sunlight: float) -> Colour:
    """Irradiance under water of the sun, so much of its light but for the water, and of the sky."""
    sun, way = world.sun, world.sun.under_water
    depth = depth_at(world.scenery.relief, place[0], place[1], place[2])
    below = (0.5 - 0.5 * normal[2]) * FROM_BELOW
    sunlight += below * sun.enters * max(sun.towards[2], 0.0)
    skylight = SKY_ENTERS * (0.5 + 0.5 * normal[2] + below)
    c0, c1, c2 = extinction(world)
    long, slant = depth / way[2], SKY_DOWN * depth
    return (
        sunlight * sun.irradiance[0] * exp(-c0 * long)
        + skylight * world.skylight[0] * exp(-c0 * slant),
        sunlight * sun.irradiance[1] * exp(-c1 * long)
        + skylight * world.skylight[1] * exp(-c1 * slant),
        sunlight * sun.irradiance[2] * exp(-c2 * long)
        + skylight * world.skylight[2] * exp(-c2 * slant),
    )


@ray_kernel
def caustic_at(world: World, place: Point) -> float:
    """Sunlight on the bed below a place, per what falls on a level face above the water."""
    if beyond(world.scenery.relief, place[0], place[1]):
        return world.sun.enters
    j, i, u, v = cell_of(world.scenery.relief, place[0], place[1])
    a, b, f = u - i, v - j, world.caustics
    low = f[j, i] + a * (f[j, i + 1] - f[j, i])
    high = f[j + 1, i] + a * (f[j + 1, i + 1] - f[j + 1, i])
    return low + b * (high - low)
