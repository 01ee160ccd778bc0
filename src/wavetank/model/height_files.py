"""Height files, one reader a format: what stands in them, first row first, and what is missing."""

import warnings
from collections.abc import Callable
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Mask
from wavetank.errors import HeightMapError, MissingPartError

Values: TypeAlias = npt.NDArray[Any]
"""Numbers of any type, [row, column]."""


class Stored(NamedTuple):
    """What a file holds."""

    values: Values
    """As they stand there."""
    missing: Mask
    """True where the file itself says that it has no data."""
    scale: float = 1.0
    """Units of the map for each unit of the values."""
    offset: float = 0.0
    """What the value 0 means, in units of the map."""


GREY_MODES = ("L", "I", "I;16")
"""Pillow's names for one number a pixel: 8, 32 and 16 bits."""


def read_tiff(path: Path) -> Stored:
    """A GeoTIFF of one band."""
    try:
        import rasterio
        from rasterio.errors import NotGeoreferencedWarning
    except ImportError as error:
        raise MissingPartError(
            f"{path}: reading GeoTIFF needs rasterio", "pip install 'wavetank[terrain]'"
        ) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotGeoreferencedWarning)  # where it lies doesn't matter
        with rasterio.open(path) as file:
            if file.count != 1:
                raise HeightMapError(
                    f"{path} has {file.count} bands; a height map has one",
                    "write the heights alone: gdal_translate -b 1 FROM TO",
                )
            band = file.read(1, masked=True)
            return Stored(band.data, np.ma.getmaskarray(band), file.scales[0], file.offsets[0])


def read_png(path: Path) -> Stored:
    """A grey picture of 8 or 16 bits: the numbers it holds, from 0 to 255 or 65535."""
    from PIL import Image

    with Image.open(path) as image:
        if image.mode not in GREY_MODES:
            raise HeightMapError(
                f"{path} is no grey picture: its mode is {image.mode}",
                f"save it as grey, 16 bits: magick {path.name} -colorspace Gray -depth 16 TO.png",
            )
        values = np.array(image)
    return Stored(values, np.zeros(values.shape, bool))


def read_npy(path: Path) -> Stored:
    """A NumPy array of two dimensions."""
    values = np.load(path, allow_pickle=False)
    if values.ndim != 2 or values.dtype.kind not in "iuf":
        raise HeightMapError(
            f"{path} holds {values.dtype} of shape {values.shape}",
            "a height map is an array of integers or floats, of shape (rows, columns)",
        )
    return Stored(values, np.zeros(values.shape, bool))


def read_raw(path: Path, dtype: np.dtype[Any], shape: tuple[int, int] | None) -> Stored:
    """Bare numbers, row after row; a square of them if no shape is given."""
    size, each = path.stat().st_size, dtype.itemsize
    if size % each or size == 0:
        raise HeightMapError(
            f"{path} has {size} bytes: not a whole number of {dtype.name}",
            f"its values have {each} bytes each; another type?",
        )
    values = np.fromfile(path, dtype)
    rows, columns = shape or (isqrt(values.size), isqrt(values.size))
    if rows * columns != values.size:
        problem = f"not {rows} x {columns} = {rows * columns}" if shape else "which makes no square"
        raise HeightMapError(
            f"{path} holds {values.size} values, {problem}", "give shape = [rows, columns]"
        )
    return Stored(values.reshape(rows, columns), np.zeros((rows, columns), bool))


READERS: dict[str, Callable[[Path], Stored]] = {
    ".tif": read_tiff,
    ".tiff": read_tiff,
    ".png": read_png,
    ".npy": read_npy,
}
"""By the ending of the file's name."""
RAW_TYPES = {".raw": None, ".bin": None, ".r16": "uint16"}
"""Endings of files that hold numbers and nothing else, and their type where that is agreed."""
ENDINGS = (*READERS, *RAW_TYPES)
"""Of all files that can be read."""
