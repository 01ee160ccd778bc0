"""Framing: from where a picture holds all of something, and nothing is smaller than it must be."""

import numpy as np

from wavetank.arrays import Array
from wavetank.frame import Frame


def corners(frame: Frame) -> Array:
    """The corners (8, 3) of the box around a tank's surface and its dry ground [m]."""
    surface = frame.surface
    ends = [(0.0, side) for side in frame.grid.size]
    heights = (float(surface.min()), float(surface.max()))
    return np.array(np.meshgrid(*ends, heights)).reshape(3, -1).T


def eye_that_sees(places: Array, axes: Array, tangents: tuple[float, float]) -> Array:
    """The nearest eye whose picture holds these places (n, 3).

    axes: its right, up and forward, as rows; tangents: of the half angles of its picture, across
    and up. A place p is right of the left edge and left of the right edge if, along right (x) and
    forward (z), |p_x - e_x| <= t (p_z - e_z). So e_z is at most what the outermost places of
    both edges leave, e_x is halfway between them; and the same along up.
    """
    along = places @ axes.T
    eye = np.empty(3)
    farthest = []
    for axis, t in enumerate(tangents):
        right = np.max(along[:, axis] - t * along[:, 2])
        left = np.max(-along[:, axis] - t * along[:, 2])
        eye[axis] = (right - left) / 2
        farthest.append(-(right + left) / (2 * t))
    eye[2] = min(farthest)
    return eye @ axes
