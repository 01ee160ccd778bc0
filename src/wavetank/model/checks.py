"""Checks that tables share: what their numbers must be."""

import numpy as np


def check_finite(table: object, *names: str) -> None:
    """Refuse NaN and infinity in these keys: numbers, points or lists of points; None may pass."""
    for name in names:
        value = getattr(table, name)
        if value is not None and not np.isfinite(value).all():
            raise ValueError(f"{name} must be finite, got {value}")


def check_positive(table: object, *names: str) -> None:
    """Refuse anything but finite numbers above zero in these keys."""
    for name in names:
        value = getattr(table, name)
        if not 0 < value < float("inf"):
            raise ValueError(f"{name} must be positive, got {value}")
