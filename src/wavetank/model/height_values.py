"""The values of a height file of any format: where there are none, and whether they are sound."""

from pathlib import Path
from typing import Any

import numpy as np

from wavetank.arrays import Array, Mask
from wavetank.errors import HeightMapError
from wavetank.model.height_files import READERS, Values, read_raw


def read_values(
    path: Path, no_data: float | None, raw: np.dtype[Any] | None, shape: tuple[int, int] | None
) -> tuple[Array, Mask]:
    """The values in a file, NaN where there are none, and where that is."""
    ending = path.suffix.lower()
    try:
        stored = read_raw(path, raw, shape) if raw else READERS[ending](path)
    except (OSError, ValueError, EOFError, SyntaxError) as error:
        raise HeightMapError(
            f"{path} cannot be read: {_first_line(error)}",
            f"is it whole, and really a {ending} file?",
        ) from error
    missing = stored.missing | _marked(stored.values, no_data)
    values = stored.values.astype(np.float64) * stored.scale + stored.offset
    values[missing] = np.nan
    return values, missing


def _marked(values: Values, no_data: float | None) -> Mask:
    """True where a value is the mark for no data."""
    if no_data is None:
        return np.zeros(values.shape, bool)
    if np.isnan(no_data):
        return np.isnan(values)
    # A float, not np.float64: with that, NumPy would not compare in the precision of the file.
    return np.asarray(values == float(no_data))


def check_values(path: Path, values: Array, missing: Mask, filled: bool) -> None:
    """Refuse values that are no heights, and missing ones unless they will be filled."""
    if missing.all():
        raise HeightMapError(f"{path} has no data at all", "is no_data right?")
    if missing.any() and not filled:
        raise HeightMapError(
            f"{path} has no data in {_count(missing)}", "give fill = the height of the ground there"
        )
    broken = ~np.isfinite(values) & ~missing
    if broken.any():
        raise HeightMapError(
            f"{path} has NaN or infinity in {_count(broken)}",
            "mend the file; if NaN means no data, give no_data = nan and fill = a height",
        )


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _count(cells: Mask) -> str:
    """How many are true, and where the first is, counted from 0 in the file's first row."""
    row, column = np.argwhere(cells)[0]
    return f"{cells.sum()} of {cells.size} cells, the first at [row, column] = [{row}, {column}]"
