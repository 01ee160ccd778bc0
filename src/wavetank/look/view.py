"""View: a camera at one moment, in numbers that kernels read."""

from typing import NamedTuple, TypeAlias

import numpy as np

from wavetank.arrays import Array

Point: TypeAlias = tuple[float, float, float]
"""A place [m] or a direction along x, y and z."""

UPRIGHT = 1e-9
"""Sine of the angle to the vertical below which a camera looks straight up or down."""


class View(NamedTuple):
    """Where the eye is, how it is turned, and what its lens does; lengths in metres."""

    eye: Point
    """The middle of the lens."""
    right: Point
    """Unit vector to the right of the picture."""
    up: Point
    """Unit vector to the top of the picture."""
    forward: Point
    """Unit vector into the picture."""
    tan_half: float
    """Tangent of half the angle from the picture's lower edge to its upper."""
    lens_radius: float
    """Half the width of the lens's opening [m]; 0: everything is sharp."""
    focus: float
    """How far along `forward` things are sharp [m]."""

    def project(self, places: Array, size: tuple[int, int]) -> Array:
        """Where places (n, 3) are in a picture of a width and a height [pixels].

        Rows of: from its left edge, from its upper edge, and distance along `forward` [m], which
        is below zero for what is behind the eye.
        """
        width, height = size
        across, upward, away = np.array(self[1:4]) @ (np.asarray(places, float) - self.eye).T
        pixels = height / 2 / (self.tan_half * away)
        return np.stack([width / 2 + pixels * across, height / 2 - pixels * upward, away], axis=1)


def axes(forward: Array) -> Array:
    """Right, up and forward, as rows, of a camera that looks along a unit vector.

    Its right is level; of one that looks straight up or down, up is north.
    """
    level = np.array([forward[1], -forward[0], 0.0])
    slant = np.linalg.norm(level)
    right = level / slant if slant > UPRIGHT else np.array([-np.sign(forward[2]), 0.0, 0.0])
    return np.array([right, np.cross(right, forward), forward])


def turned(vectors: Array, degrees: float) -> Array:
    """Vectors (n, 3) turned about the vertical, counterclockwise seen from above."""
    angle = np.radians(degrees)
    sine, cosine = np.sin(angle), np.cos(angle)
    x, y, z = vectors.T
    return np.stack([cosine * x - sine * y, sine * x + cosine * y, z], axis=1)
