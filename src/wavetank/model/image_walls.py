"""Image walls: walls drawn in a picture."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Array, Mask
from wavetank.errors import SceneError
from wavetank.model.files import existing_file
from wavetank.model.grid import Grid

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff")
"""Endings of pictures, to propose when one is not found."""


@dataclass(frozen=True)
class ImageWalls:
    """Walls drawn in a picture that is stretched over the tank, its top in the north."""

    file: str
    """Its path, from the folder of the scene file; pixels darker than middle grey are wall."""
    outside: bool = False
    """Are the light pixels the wall instead?"""
    kind: Literal["image"] = field(default="image", kw_only=True)

    def cells(self, grid: Grid, folder: Path, bed: Array, surface: Array) -> Mask:
        """True where the wall is: where a centre lies on a dark pixel, its edges included."""
        dark = read_dark(existing_file(folder, self.file, PICTURES))[::-1]
        rows, columns = (_pixels(n, size) for n, size in zip(grid.shape, dark.shape, strict=True))
        inside = np.zeros(grid.shape, bool)
        for row in rows:
            for column in columns:
                inside |= dark[np.ix_(row, column)]
        return inside ^ self.outside


def read_dark(path: Path) -> Mask:
    """True where a picture is darker than middle grey, first row first; clear pixels are light."""
    from PIL import Image

    try:
        with Image.open(path) as picture:
            if picture.mode.startswith("I"):  # grey of 16 bits, which Pillow would clip to 8
                return np.asarray(picture) < 1 << 15
            paper = Image.new("RGBA", picture.size, "white")
            paper.alpha_composite(picture.convert("RGBA"))
    except (OSError, ValueError, SyntaxError) as error:
        raise SceneError(
            f"{path} cannot be read: {error}", "is it whole, and a picture?"
        ) from error
    return np.asarray(paper.convert("L")) < 1 << 7


def _pixels(cells: int, pixels: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The pixels a cell's centre lies on, one twice unless it lies on the line between two.

    Counted in whole parts of a pixel, so that the walls of a symmetric picture are symmetric.
    """
    place = np.arange(1, 2 * cells, 2) * pixels
    return place // (2 * cells), -(-place // (2 * cells)) - 1
