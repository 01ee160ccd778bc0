"""Panorama files: pictures of light, read as it is: linear, and as bright as it was.

OpenEXR through its own library. Radiance's .hdr here, as no common library reads it: a header of
lines, then four bytes a pixel, three mantissas and the exponent they share,

    light = mantissa 2^(exponent - 136),

row by row from the top, plain or with repeated bytes counted (G. Ward, "Real Pixels", Graphics
Gems II, 1991).
"""

import re
from collections.abc import Callable
from errno import ENOENT
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Array
from wavetank.errors import SceneError
from wavetank.kernels.jit import exact_kernel

Bytes: TypeAlias = npt.NDArray[np.uint8]

MOST_PIXELS = 2**27
"""Of a picture, 16384 x 8192."""
LEAST_ROWS = 4
ROWS_BY_COLUMNS = re.compile(rb"-Y (\d+) \+X (\d+)")


def read_exr(path: Path) -> Array:
    """Red, green and blue (rows, columns, 3) of an OpenEXR picture's display window."""
    import OpenEXR

    if not path.is_file():  # else the library writes a line of its own
        raise FileNotFoundError(ENOENT, "no such file")
    try:
        with OpenEXR.File(str(path), separate_channels=True) as file:
            header, channels = dict(file.header()), dict(file.channels())  # emptied when it closes
            planes = {name: np.array(channels[name].pixels) for name in "RGB" if name in channels}
    except Exception as error:  # the library raises RuntimeError, or what Python does
        raise SceneError(f"[look]: {path} is no OpenEXR picture", "is it damaged?") from error
    if len(planes) < 3 or len({plane.shape for plane in planes.values()}) > 1:
        raise SceneError(
            f"[look]: {path} has no channels R, G and B of one size",
            f"it has: {', '.join(sorted(channels))}",
        )
    data = np.stack([planes[name] for name in "RGB"], axis=-1, dtype=np.float32)
    return windowed(data, header["dataWindow"], header["displayWindow"])


def windowed(data: Array, given: Any, wanted: Any) -> Array:
    """A window of a picture, black where it has no data; windows are of first and last x, y."""
    (x0, y0), (x1, y1) = np.array(wanted)
    light = np.zeros((y1 - y0 + 1, x1 - x0 + 1, 3), np.float32)
    left, top = np.array(given)[0] - (x0, y0)
    rows = slice(max(top, 0), min(top + data.shape[0], light.shape[0]))
    columns = slice(max(left, 0), min(left + data.shape[1], light.shape[1]))
    if rows.start < rows.stop and columns.start < columns.stop:
        part = data[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]
        light[rows, columns] = part
    return light


def read_hdr(path: Path) -> Array:
    """Red, green and blue (rows, columns, 3) of a Radiance picture."""
    content = path.read_bytes()
    header, _, body = content.partition(b"\n\n")
    size, _, data = body.partition(b"\n")
    found = ROWS_BY_COLUMNS.fullmatch(size.strip())
    if not header.startswith(b"#?") or b"=32-bit_rle_rgbe" not in header or not found:
        raise SceneError(
            f"[look]: {path} is no Radiance picture of red, green and blue, from the top left",
            "write it anew from a program for pictures, as .hdr or .exr",
        )
    rows, columns = int(found[1]), int(found[2])
    if not 0 < rows * columns <= MOST_PIXELS:
        raise SceneError(
            f"[look]: {path} has {columns} x {rows} pixels", f"at most {MOST_PIXELS}, at least 1"
        )
    pixels = np.zeros((rows, columns, 4), np.uint8)
    if not unpack(np.frombuffer(data, np.uint8), pixels):
        raise SceneError(f"[look]: {path} ends too early, or is damaged", "copy it anew")
    exponent = pixels[..., 3:].astype(np.int32)
    light = np.ldexp(pixels[..., :3].astype(np.float32), exponent - 136)
    return np.where(exponent > 0, light, np.float32(0))


@exact_kernel
def unpack(data: Bytes, pixels: Bytes) -> bool:
    """Fill rows of pixels with what is packed; False if it does not fit."""
    at = 0
    for j in range(pixels.shape[0]):
        row = pixels[j]
        n = row.shape[0]
        counted = (
            8 <= n < 32768
            and at + 4 <= data.shape[0]
            and data[at] == 2
            and data[at + 1] == 2
            and 256 * int(data[at + 2]) + data[at + 3] == n
        )
        at = unpack_planes(data, at + 4, row) if counted else unpack_pixels(data, at, row)
        if at < 0:
            return False
    return True


@exact_kernel
def unpack_planes(data: Bytes, at: int, row: Bytes) -> int:
    """Fill a row from runs and lists of bytes, all reds first; where it ended, or -1."""
    for c in range(4):
        i = 0
        while i < row.shape[0]:
            if at + 1 >= data.shape[0]:
                return -1
            count = int(data[at])
            run = count > 128
            if run:
                count -= 128
            used = 1 if run else count
            if count == 0 or i + count > row.shape[0] or at + used >= data.shape[0]:
                return -1
            for k in range(count):
                row[i + k, c] = data[at + 1 + (0 if run else k)]
            i += count
            at += 1 + used
    return at


@exact_kernel
def unpack_pixels(data: Bytes, at: int, row: Bytes) -> int:
    """Fill a row pixel by pixel; 1, 1, 1, n repeats the last, n times; where it ended, or -1."""
    i, shift = 0, 0
    while i < row.shape[0]:
        if at + 4 > data.shape[0]:
            return -1
        if data[at] == 1 and data[at + 1] == 1 and data[at + 2] == 1:
            count = int(data[at + 3]) << shift
            if i == 0 or i + count > row.shape[0] or shift > 16:
                return -1
            row[i : i + count] = row[i - 1]
            i += count
            shift += 8
        else:
            row[i] = data[at : at + 4]
            i += 1
            shift = 0
        at += 4
    return at


READERS: dict[str, Callable[[Path], Array]] = {".exr": read_exr, ".hdr": read_hdr}
"""By the ending of the file's name."""


def read_panorama(path: Path) -> Array:
    """All light around a place (rows, columns, 3), the middle of the picture straight ahead."""
    try:
        light = READERS[path.suffix.lower()](path)
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise SceneError(
            f"[look]: cannot read the sky {path}: {reason}",
            "sky is 'physical', 'sphere_map', or a file .exr or .hdr beside the scene file",
        ) from error
    rows, columns = light.shape[:2]
    if columns != 2 * rows or rows < LEAST_ROWS:
        raise SceneError(
            f"[look]: {path} has {columns} x {rows} pixels; an environment map is twice as wide "
            "as high",
            f"give the whole sphere, equirectangular (latlong), of {LEAST_ROWS} rows at least",
        )
    wrong = ~np.isfinite(light) | (light < 0)
    if wrong.any():
        row, column, channel = np.argwhere(wrong)[0]
        raise SceneError(
            f"[look]: {path} has {light[row, column, channel]} in row {row}, column {column}",
            "light is a finite number, not below 0",
        )
    return light
