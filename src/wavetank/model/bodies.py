"""Bodies: what floats, sinks or stands in the water, and its shape."""

from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Array
from wavetank.model.checks import check_positive

Point: TypeAlias = tuple[float, float, float]
"""A place [m], or lengths [m], along x, y and z."""


class Body(Protocol):
    """Something in the water."""

    kind: str
    """Its name in a scene."""


@dataclass(frozen=True)
class Sphere:
    """A ball."""

    radius: float
    """Half its width [m]."""

    def __post_init__(self) -> None:
        check_positive(self, "radius")


@dataclass(frozen=True)
class Box:
    """A block with square corners."""

    size: Point
    """Its length, width and height [m]."""

    def __post_init__(self) -> None:
        if len(self.size) != 3 or not all(0 < length < float("inf") for length in self.size):
            raise ValueError(f"size must be three positive lengths, got {self.size}")


@dataclass(frozen=True, eq=False)
class Mesh:
    """A surface of triangles."""

    vertices: Array
    """Places of its corners [m]; (n, 3)."""
    faces: npt.NDArray[Any]
    """Which three corners each triangle has, counterclockwise seen from outside; (m, 3)."""
    smooth: bool = True
    """Is it round, or are its edges to be seen?"""

    def __post_init__(self) -> None:
        if self.vertices.ndim != 2 or self.vertices.shape[1] != 3:
            raise ValueError(f"vertices must be (n, 3), got {self.vertices.shape}")
        if self.faces.ndim != 2 or self.faces.shape[1] != 3:
            raise ValueError(f"faces must be (m, 3), got {self.faces.shape}")
        if self.faces.size and not 0 <= self.faces.min() <= self.faces.max() < len(self.vertices):
            raise ValueError(f"faces must name corners from 0 to {len(self.vertices) - 1}")


Shape: TypeAlias = Sphere | Box | Mesh
"""What a body may look like."""


@dataclass(frozen=True, eq=False)
class Placed:
    """A body at one moment: its shape, where it is, and how it lies."""

    shape: Shape
    """What it looks like."""
    place: Point
    """Where its middle is [m]."""
    turn: Array = field(default_factory=lambda: np.eye(3))
    """A rotation, from its own axes to x, y and z; (3, 3)."""
    colour: Point = (0.70, 0.25, 0.12)
    """Share of red, green and blue light that it sends back."""
