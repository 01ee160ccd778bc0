"""Radiance: the light that comes to the eye along a ray.

A ray is followed until it meets something; what it carries from there on is put back on a small
stack, so that one loop serves reflection, refraction, total reflection, and an eye under water.

    sky, sun        what the map of the sky holds there; the sun as a blurred disc
    ground          albedo / pi * (sunlight + skylight); wet ground mirrors, too
    things          the same, under a thin coat of varnish
    water's surface R along the mirrored ray, 1 - R along the refracted one (Fresnel, Snell)

The light on the bed comes from the caustics' map; above the water the sun is asked for.
"""

from math import exp, pi

from wavetank.arrays import Array
from wavetank.film.rays.ball import BLEND
from wavetank.film.rays.daylight import (
    daylight,
    has_ball,
    light_in_drop,
    light_on_bed,
    light_under_water,
    outside,
)
from wavetank.film.rays.ground import albedo, wetted
from wavetank.film.rays.hit import FAR, THING, hit
from wavetank.film.rays.march import GROUND, NOTHING, WATER, G, S
from wavetank.film.rays.medium import deep_water, through_air, through_water
from wavetank.film.rays.optics import (
    WATER_INDEX,
    bent_cosine,
    lifted,
    mirrored,
    reflectance,
    refracted,
)
from wavetank.film.rays.places import cover_at, depth_at, face_normal, smooth_normal, water_normal
from wavetank.film.rays.rays import (
    BLUR,
    GONE,
    IN_WATER,
    PLACE,
    RAY,
    SHARE,
    TURNS,
    WAY,
    add,
    along,
    dot,
    push,
    scaled,
    three,
    times,
)
from wavetank.film.rays.things import DROP, thing_normal
from wavetank.film.rays.world import Colour, World
from wavetank.kernels.jit import ray_kernel
from wavetank.look.view import Point

OFF = 1e-4
"""How far a new ray starts from the face it left, in vertex spacings."""
GRAZING = 1e-3
"""The least cosine at which a new ray leaves a face."""
FOAM_ALBEDO = 0.75
WET_BLUR = 0.02
"""Variance of the angle at which wet sand mirrors: its grains stand up through the film."""
WATERLOGGED = 0.35
"""How much of wet ground's darkening stays under deep water: no more film lies on its grains."""
FILM = 0.02
"""Depth in which it goes over to that [m]: under a film of water ground is as dark as without."""
VARNISH = 1.45
"""Refractive index of what bodies are coated with."""
VARNISH_BLUR = 0.002
"""Variance of the angle at which it mirrors."""


@ray_kernel
def meet_ground(
    world: World, stack: Array, n: int, ray: Array, place: Point, share: Colour,
    gone: float, pixel: float, light: Array,
) -> int:  # fmt: skip
    """Add the ground's light; wet ground in the air sends the ray on as a mirror does."""
    scenery, way = world.scenery, three(ray, WAY)
    normal = smooth_normal(scenery, G, place[0], place[1])
    cosine = max(-dot(way, normal), 0.05)
    wall, damp, _ = cover_at(scenery, place[0], place[1])
    colour = albedo(world.paint, place, normal[2], wall, gone * pixel / cosine)
    if ray[IN_WATER] > 0:
        depth = depth_at(scenery.relief, place[0], place[1], place[2])
        soaked = WATERLOGGED + (1 - WATERLOGGED) * exp(-depth / FILM)
        falls = light_on_bed(world, place, normal)
        add(light, share, scaled(1 / pi, times(wetted(colour, soaked), falls)))
        return n
    face = face_normal(scenery.relief, G, place[0], place[1])
    near = along(place, face, OFF * scenery.relief.spacing)
    falls, shine = daylight(world, near, normal), 0.0
    damp *= 1 - wall
    if damp > 0.02 and ray[TURNS] < world.turns:
        shine = damp * damp * reflectance(cosine, bent_cosine(cosine, WATER_INDEX), WATER_INDEX)
        on = lifted(mirrored(way, normal), face, GRAZING)
        blur, turns = ray[BLUR] + WET_BLUR, int(ray[TURNS]) + 1
        n = push(stack, n, near, on, scaled(shine, share), False, blur, gone, turns)
    add(light, share, scaled((1 - shine) / pi, times(wetted(colour, damp), falls)))
    return n


@ray_kernel
def meet_thing(
    world: World, stack: Array, n: int, ray: Array, place: Point, share: Colour,
    gone: float, part: int, light: Array,
) -> int:  # fmt: skip
    """Add the light of a body or a drop; its coat sends the ray on."""
    things, way = world.scenery.things, three(ray, WAY)
    normal = thing_normal(things, part, place)
    if dot(way, normal) > 0:
        normal = scaled(-1.0, normal)
    colour = three(things.colours[part], 0)
    if ray[IN_WATER] > 0:
        falls = light_under_water(world, place, normal)
        add(light, share, scaled(1 / pi, times(colour, falls)))
        return n
    cosine = max(-dot(way, normal), GRAZING)
    shine = reflectance(cosine, bent_cosine(cosine, VARNISH), VARNISH)
    if things.colours[part, DROP] > 0:
        falls = light_in_drop(world, place, normal)
    else:
        falls = daylight(world, place, normal)
    add(light, share, scaled((1 - shine) / pi, times(colour, falls)))
    if ray[TURNS] < world.turns:
        blur, turns = ray[BLUR] + VARNISH_BLUR, int(ray[TURNS]) + 1
        on = mirrored(way, normal)
        n = push(stack, n, place, on, scaled(shine, share), False, blur, gone, turns)
    return n


@ray_kernel
def meet_water(
    world: World, stack: Array, n: int, ray: Array, place: Point, share: Colour,
    gone: float, pixel: float, light: Array,
) -> int:  # fmt: skip
    """Part a ray at the water's surface, from above or from below."""
    scenery, wet, way = world.scenery, ray[IN_WATER] > 0, three(ray, WAY)
    side = -1.0 if wet else 1.0
    index = 1 / WATER_INDEX if wet else WATER_INDEX
    face = scaled(side, face_normal(scenery.relief, S, place[0], place[1]))
    width = gone * pixel / max(-dot(way, face), GRAZING)
    up, rough = water_normal(scenery, world.breeze, place[0], place[1], width)
    normal = scaled(side, up)
    c1 = max(-dot(way, normal), GRAZING)
    c2 = bent_cosine(c1, index)
    back = reflectance(c1, c2, index)
    if not wet and has_ball(world):
        back = max(back, BLEND)
    off = OFF * scenery.relief.spacing
    near, turns = along(place, face, off), int(ray[TURNS]) + 1
    if not wet:
        foam = cover_at(scenery, place[0], place[1])[2]
        if foam > 0:
            falls = daylight(world, near, up)
            add(light, share, scaled(foam * FOAM_ALBEDO / pi, falls))
            share = scaled(1 - foam, share)
    kept, through = scaled(back, share), scaled(1 - back, share)
    blur = ray[BLUR] + 4 * rough  # a mirror turns its ray by twice the angle it is turned itself
    on = lifted(mirrored(way, normal), face, GRAZING)
    if turns > world.turns:
        return last_turn(world, n, wet, on, kept, through, blur, light)
    n = push(stack, n, near, on, kept, wet, blur, gone, turns)
    if back < 1:
        on = lifted(refracted(way, normal, c1, c2, index), scaled(-1.0, face), GRAZING)
        blur = ray[BLUR] + (1 - 1 / WATER_INDEX) ** 2 * rough
        gone *= max(
            c2 / c1, 1.0
        )  # a pixel is wide on water seen at a slant, and so is what it lets in
        n = push(stack, n, along(place, face, -off), on, through, not wet, blur, gone, turns)
    return n


@ray_kernel
def last_turn(
    world: World, n: int, wet: bool, on: Point, kept: Colour, through: Colour, blur: float,
    light: Array,
) -> int:  # fmt: skip
    """Where a ray is followed no further: deep water below, nothing but sky above."""
    below, above = (kept, through) if wet else (through, kept)
    add(light, below, deep_water(world))
    add(light, above, outside(world, (on[0], on[1], abs(on[2])), blur, not wet))
    return n


@ray_kernel
def radiance(
    world: World, stack: Array, eye: Point, way: Point, wet: bool, pixel: float, light: Array
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
        start, on, in_water = three(ray, PLACE), three(ray, WAY), ray[IN_WATER] > 0
        length, what, part = hit(world.scenery, start, on, FAR, in_water)
        if first < 0:
            first = what
        if in_water:
            share = through_water(world, ray, length, light)
        elif what != NOTHING:
            share = through_air(world, ray, length, light)
        else:
            share = three(ray, SHARE)
        place, gone = along(start, on, length), ray[GONE] + length
        if what == GROUND:
            n = meet_ground(world, stack, n, ray, place, share, gone, pixel, light)
        elif what == WATER:
            n = meet_water(world, stack, n, ray, place, share, gone, pixel, light)
        elif what == THING:
            n = meet_thing(world, stack, n, ray, place, share, gone, part, light)
        elif not in_water:
            add(light, share, outside(world, on, ray[BLUR], ray[TURNS] > 0))
    return first
