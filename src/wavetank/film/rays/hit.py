"""Hit: what a ray meets first, of all there is. The one question that rays ask.

Ground and water are a relief (`march`), all else is things (`things`). Whoever adds another kind
of scenery adds it here, and every ray meets it: the eye's, the mirror's, the sun's.
"""

from wavetank.film.rays.march import NOTHING, first_hit
from wavetank.film.rays.things import hit_things
from wavetank.film.scenery.scenery import Scenery
from wavetank.kernels.jit import ray_kernel
from wavetank.look.view import Point

THING = 3
"""What a ray met, beside march's NOTHING, GROUND and WATER."""
NONE = -1
FAR = 1e6
"""How far rays are followed [m]."""


@ray_kernel
def hit(
    scenery: Scenery, place: Point, way: Point, far: float, wet: bool
) -> tuple[float, int, int]:
    """How far a ray goes, up to far, what it meets there, and which part of the things that is.

    wet: the ray is under water.
    """
    t, what = first_hit(scenery.relief, *place, *way, 0.0, far, wet)
    if scenery.things.nodes.shape[0] == 0:
        return t, what, NONE
    nearer, which = hit_things(scenery.things, place, way, t)
    return (nearer, THING, which) if which >= 0 else (t, what, NONE)


@ray_kernel
def is_free(scenery: Scenery, place: Point, way: Point) -> bool:
    """Does a ray in the air go on for ever?"""
    return hit(scenery, place, way, FAR, False)[1] == NOTHING
