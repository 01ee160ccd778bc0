"""Checks that tables share: what their numbers must be."""

import numpy as np

SMALLEST, LARGEST = 1e-12, 1e9
"""What lengths, times and rates lie between: beyond, products of a few of them overflow."""


def check_finite(table: object, *names: str) -> None:
    """Refuse NaN, infinity and the absurdly large: numbers, points or lists of points, or None."""
    for name in names:
        value = getattr(table, name)
        if value is None:
            continue
        if not np.isfinite(value).all():
            raise ValueError(f"{name} must be finite, got {value}")
        if np.abs(value).max(initial=0) > LARGEST:
            raise ValueError(f"{name} must lie within {LARGEST:g}, got {value}")


def check_positive(table: object, *names: str) -> None:
    """Refuse anything but finite numbers above zero in these keys."""
    for name in names:
        value = getattr(table, name)
        if not 0 < value < float("inf"):
            raise ValueError(f"{name} must be positive, got {value}")
        if not SMALLEST <= value <= LARGEST:
            raise ValueError(f"{name} must be from {SMALLEST:g} to {LARGEST:g}, got {value}")


def check_not_negative(table: object, *names: str) -> None:
    """Refuse what is below zero in these keys, and what is not finite."""
    for name in names:
        check_finite(table, name)
        if getattr(table, name) < 0:
            raise ValueError(f"{name} must not be negative, got {getattr(table, name)}")


def check_seed(seed: int) -> None:
    """Refuse a seed that no generator of random numbers takes."""
    if not 0 <= seed < 2**63:
        raise ValueError(f"seed must be from 0 to 2^63 - 1, got {seed}")
