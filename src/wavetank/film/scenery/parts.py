"""Parts: the bodies and the spray of a frame as spheres and triangles."""

from functools import singledispatch
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Array
from wavetank.film.rays.things import Things, things_of
from wavetank.frame import Frame
from wavetank.model.bodies import Box, Mesh, Placed, Sphere

Faces = npt.NDArray[Any]
SPRAY = (0.85, 0.88, 0.90, 1.0)
"""Share of red, green and blue that drops in the air send back; and that they are drops."""
CORNERS = np.array(list(product((-0.5, 0.5), repeat=3)))
"""Of a box, per its size."""
SIDES = np.array(
    [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
)
"""Which corners each side of a box has, counterclockwise seen from outside."""


def things_in(frame: Frame) -> Things:
    """All parts of a frame's bodies and spray."""
    parts: list[Array] = []
    normals: list[Array] = []
    colours: list[Array] = []
    for body in frame.bodies:
        part, normal = parts_of(body.shape, body)
        parts.append(part)
        normals.append(normal)
        colours.append(np.broadcast_to((*body.colour, 0.0), (len(part), 4)))
    drops = np.asarray(frame.spray, float)
    parts.append(balls(drops[:, :3], drops[:, 3]))
    normals.append(np.zeros((len(drops), 9)))
    colours.append(np.broadcast_to(SPRAY, (len(drops), 4)))
    return things_of(np.concatenate(parts), np.concatenate(normals), np.concatenate(colours))


@singledispatch
def parts_of(shape: Any, body: Placed) -> tuple[Array, Array]:
    """The parts of a shape where a body lies, and the triangles' normals at their corners."""
    raise TypeError(f"a film knows no shape {type(shape).__name__}")


@parts_of.register
def _(shape: Sphere, body: Placed) -> tuple[Array, Array]:
    return balls(np.array([body.place]), np.array([shape.radius])), np.zeros((1, 9))


@parts_of.register
def _(shape: Box, body: Placed) -> tuple[Array, Array]:
    faces = np.concatenate([SIDES[:, (0, 1, 2)], SIDES[:, (0, 2, 3)]])
    return triangles(CORNERS * shape.size, faces, body, smooth=False)


@parts_of.register
def _(shape: Mesh, body: Placed) -> tuple[Array, Array]:
    return triangles(shape.vertices, shape.faces, body, smooth=shape.smooth)


def balls(middles: Array, radii: Array) -> Array:
    """Spheres as parts."""
    parts = np.zeros((len(radii), 9))
    parts[:, :3], parts[:, 3] = middles, radii
    return parts


def triangles(vertices: Array, faces: Faces, body: Placed, *, smooth: bool) -> tuple[Array, Array]:
    """Triangles as parts, but for those without area; and their normals."""
    corners = vertices @ np.asarray(body.turn, float).T + body.place
    a, b, c = (corners[faces[:, k]] for k in range(3))
    up = np.cross(b - a, c - a)
    solid = np.linalg.norm(up, axis=1) > 0
    normals = np.tile(up, (1, 3))
    if smooth:
        at_corners = np.zeros_like(corners)  # the mean of the faces around, by their areas
        np.add.at(at_corners, faces, up[:, None, :])
        normals = at_corners[faces].reshape(-1, 9)
    return np.hstack([a, b - a, c - a])[solid], normals[solid]
