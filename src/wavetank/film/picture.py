"""Picture: what was drawn, before it becomes a file of any kind.

Drawn numbers are real; files hold whole ones. They are rounded here and nowhere else, to the
nearest code, so that every file of a picture says the same within its bits.
"""

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import prange

from wavetank.arrays import Array
from wavetank.frame import Frame
from wavetank.kernels.jit import parallel_kernel, use_threads_for

Codes: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]
"""Whole numbers from 0, black, to the largest of their bits: (height, width, 3)."""
Size: TypeAlias = tuple[int, int]
"""Of a picture, across and down [pixels]."""


@dataclass(frozen=True)
class Picture:
    """Rows from the top, pixels from the left; red, green, blue: (height, width, 3)."""

    shown: Array
    """What a screen shows: encoded as sRGB has it, 0 to 1."""
    light: Array | None = None
    """Linear light, red, green and blue as sRGB has them; None of what is no light, a plot."""

    def __post_init__(self) -> None:
        for part in (self.shown, self.shown if self.light is None else self.light):
            if part.ndim != 3 or part.shape != (*self.shown.shape[:2], 3):
                raise ValueError(f"a picture is (height, width, 3), not {part.shape}")

    @classmethod
    def of_codes(cls, codes: Codes, light: Array | None = None) -> "Picture":
        """The picture that has these codes."""
        return cls(codes.astype(np.float32) / np.float32(np.iinfo(codes.dtype).max), light)

    @property
    def size(self) -> Size:
        """Across and down [pixels]."""
        return self.shown.shape[1], self.shown.shape[0]

    def codes(self, bits: int = 8) -> Codes:
        """What is shown in so many bits; NaN is black, what is brighter than white is white."""
        codes = np.empty(self.shown.shape, np.uint8 if bits <= 8 else np.uint16)
        use_threads_for(codes.size)
        quantise(self.shown, float(2**bits - 1), codes)
        return codes


class Drawer(Protocol):
    """Draws frames; a frozen dataclass, as what it draws depends on its fields and the frame."""

    def draw(self, frame: Frame) -> Picture:
        """The frame's picture."""
        ...


@parallel_kernel
def quantise(shown: Array, most: float, codes: Codes) -> None:
    """Each number's nearest code; 1 is most."""
    for j in prange(shown.shape[0]):
        for i in range(shown.shape[1]):
            for c in range(3):
                value = shown[j, i, c]
                if value > 0:  # which NaN is not
                    codes[j, i, c] = int(min(value, 1.0) * most + 0.5)
                else:
                    codes[j, i, c] = 0
