"""The one array type: numbers over cells or faces, in the model's precision."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.floating[Any]]
"""Real numbers, float32 or float64; two-dimensional ones are [j, i]: row j along y."""

Mask: TypeAlias = npt.NDArray[np.bool_]
"""True or false for each cell."""
