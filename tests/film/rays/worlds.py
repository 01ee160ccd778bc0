"""Worlds to ask for light: a frame in known light, and the numbers that tests compare with."""

from pathlib import Path

import numpy as np

from wavetank.film.rays.radiance import radiance
from wavetank.film.rays.rays import RAY, STACK
from wavetank.film.scenery.scenery import land_of, scenery_of
from wavetank.film.sky.sky import environment
from wavetank.film.stage import sun_of, world_of
from wavetank.look.camera import Camera
from wavetank.look.look import Look, Sun

INDEX = 1.333
NO_LIGHT = (0.0, 0.0, 0.0)
BLACK = np.zeros((2, 128, 128, 3), np.float32)
VIEW = Camera((0.0, 0.0, 1.0), (1.0, 0.0, 0.0)).at(0.0)


def scenery(frame, fineness=2, surround="sea"):
    return scenery_of(frame, land_of(frame, surround, fineness))


def world(frame, fineness=2, turns=5, photons=0, surround="sea", **look):
    """The world of a frame, without grain; photons 0: the bed is lit as under level water."""
    asked = Look(surround=surround, caustics=photons > 0, **look)
    land = land_of(frame, surround, fineness)
    made = world_of(frame, land, asked, VIEW, Path(), turns, photons)
    ground = made.paint.ground._replace(grain=0.0)
    return made._replace(paint=made.paint._replace(ground=ground))


def sun_at(elevation, azimuth=90.0):
    """The sun of a clear day there, azimuth 90: in the east."""
    return sun_of(environment(Look(sun=Sun(elevation, azimuth))))


def light_along(world, eye, way, wet=False, pixel=1e-3):
    """Red, green and blue along a ray, and what it met first."""
    way = np.asarray(way, float) / np.linalg.norm(way)
    light, stack = np.empty(3), np.empty((STACK, RAY))
    eye = tuple(float(k) for k in eye)
    what = radiance(world, stack, eye, tuple(way.tolist()), wet, pixel, light)
    return light, what


def fresnel(c1, n):
    """Reflectance for the cosine of the angle of incidence, by tangents and sines."""
    a = np.arccos(c1)
    b = np.arcsin(np.minimum(np.sin(a) / n, 1))
    normal = ((1 - n) / (1 + n)) ** 2
    with np.errstate(invalid="ignore"):
        sines, tangents = np.sin(a - b) / np.sin(a + b), np.tan(a - b) / np.tan(a + b)
    return np.where(a < 1e-6, normal, (sines**2 + tangents**2) / 2)
