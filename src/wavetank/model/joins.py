"""Joins: how a shape of the terrain meets the ground of the shapes before it."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import numpy as np

from wavetank.arrays import Array

Join: TypeAlias = Literal["add", "highest", "lowest"]
"""Its height is added to the ground; or the higher, or the lower of the two stands, everywhere.

A hill is level outside its radius, at its `base`: joined by `highest`, that lifts what is lower.
"""

JOINS: dict[Join, Callable[[Array, Array], Array]] = {
    "add": np.add,
    "highest": np.maximum,
    "lowest": np.minimum,
}
"""What each join does with the ground so far and the next shape."""
