"""Height maps: ground from a file."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from wavetank.arrays import Array
from wavetank.errors import HeightMapError
from wavetank.model.checks import check_finite
from wavetank.model.files import existing_file
from wavetank.model.grid import Grid
from wavetank.model.height_files import ENDINGS, RAW_TYPES
from wavetank.model.height_values import check_values, read_values
from wavetank.model.joins import Join

RawType: TypeAlias = Literal["uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"]
"""How a number is kept in a raw file."""


@dataclass(frozen=True)
class HeightMap:
    """Ground from a file: GeoTIFF, grey PNG, NumPy array or raw numbers."""

    file: str
    """Its path, from the folder of the scene file: .tif, .tiff, .png, .npy, .raw, .bin or .r16."""
    low: float | None = None
    """Height of the smallest value there is in the file [m]; give `high` too."""
    high: float | None = None
    """Height of the largest value there is in the file [m]; below `low`, it inverts the map."""
    scale: float = 1.0
    """Metres for each unit of the file, without `low` and `high`; negative for maps of depths."""
    offset: float = 0.0
    """Height of the value 0 [m], without `low` and `high`."""
    resample: bool = False
    """Stretch it over the tank, edge to edge, bilinearly? If not, it must have the grid's shape."""
    top: Literal["north", "south"] = "north"
    """The side where the file's first row lies; "south" for an array [j, i] of this library."""
    no_data: float | None = None
    """Value in the file that means no data, besides what the file itself says; may be nan."""
    fill: float | None = None
    """Height of the ground where there are no data [m]; without it, such cells are an error."""
    type: RawType | None = None
    """Of the numbers in a raw file; a .r16 file has uint16."""
    byte_order: Literal["little", "big"] = "little"
    """Of the numbers in a raw file."""
    shape: tuple[int, int] | None = None
    """Rows and columns of a raw file; a square if not given."""
    join: Join = field(default="add", kw_only=True)
    """How it meets the ground of the shapes before it."""
    kind: Literal["height_map"] = field(default="height_map", kw_only=True)

    def __post_init__(self) -> None:
        check_finite(self, "low", "high", "scale", "offset", "fill")
        if (self.low is None) != (self.high is None):
            raise ValueError("low and high must be given both or neither")
        if self.low is not None and (self.scale, self.offset) != (1, 0):
            raise ValueError("low and high leave no room for scale and offset: give one pair")
        if self.scale == 0:
            raise ValueError("scale must not be 0: it would flatten the map")
        self._check_file_keys()

    def _check_file_keys(self) -> None:
        ending = Path(self.file).suffix.lower()
        if ending not in ENDINGS:
            raise ValueError(f"file must end in {', '.join(ENDINGS)}, got '{self.file}'")
        if ending in RAW_TYPES:
            if self.shape is not None and min(self.shape) < 1:
                raise ValueError(f"shape must be at least 1 x 1, got {self.shape}")
            if not (self.type or RAW_TYPES[ending]):
                raise ValueError(f"type is missing: a {ending} file does not say what it holds")
        elif self.type or self.shape or self.byte_order != "little":
            raise ValueError(f"type, byte_order and shape are for raw files, not for {ending}")

    def heights(self, grid: Grid, folder: Path) -> Array:
        """Its height at all cell centres [m]."""
        heights = self.read(folder)
        if self.resample:
            return stretched(stretched(heights, grid.ny).T, grid.nx).T.copy()
        if heights.shape != grid.shape:
            rows, columns = heights.shape
            raise HeightMapError(
                f"{folder / self.file} has shape {heights.shape}, the grid (ny, nx) = {grid.shape}",
                f"resample = true stretches it over the tank; or take nx = {columns}, ny = {rows}",
            )
        return heights

    def read(self, folder: Path = Path()) -> Array:
        """All heights in the file [m]: [j, i], row 0 in the south."""
        path = existing_file(folder, self.file, ENDINGS, HeightMapError)
        raw_type = self.type or RAW_TYPES.get(path.suffix.lower())
        raw = np.dtype(raw_type).newbyteorder(self.byte_order) if raw_type else None
        values, missing = read_values(path, self.no_data, raw, self.shape)
        check_values(path, values, missing, filled=self.fill is not None)

        heights = self._in_metres(path, values)
        if self.fill is not None:
            heights[missing] = self.fill
        return heights[::-1].copy() if self.top == "north" else heights

    def _in_metres(self, path: Path, values: Array) -> Array:
        if self.low is None or self.high is None:
            return self.scale * values + self.offset
        least, most = np.nanmin(values), np.nanmax(values)  # NaN where there are no data
        if least == most:
            raise HeightMapError(
                f"{path} is flat: all its values are {least:g}, which is neither low nor high",
                "give scale and offset instead of low and high",
            )
        part = (values - least) / (most - least)
        heights: Array = self.low * (1 - part) + self.high * part  # exact at both ends
        return heights


def read_height_map(path: str | Path, **options: Any) -> Array:
    """The heights [m] in a file: [j, i], row 0 in the south; options are the keys of HeightMap."""
    return HeightMap(str(path), **options).read()


def stretched(rows: Array, count: int) -> Array:
    """So many rows, of the same height from edge to edge, linear between the middles of the given.

    Counted in whole parts of a row, so that what is symmetric stays so, to the bit.
    """
    given, parts = len(rows), 2 * count
    place = np.arange(1, parts, 2) * given - count  # from the middle of the first row, in parts
    place = np.clip(place, 0, (given - 1) * parts)  # level beyond the middle of the last
    before, part = np.divmod(place, parts)
    after = np.minimum(before + 1, given - 1)
    here, there = ((parts - part) / parts)[:, None], (part / parts)[:, None]
    blended: Array = here * rows[before] + there * rows[after]
    return blended
