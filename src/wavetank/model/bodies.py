"""Bodies: what floats or sinks."""

from typing import Protocol


class Body(Protocol):
    """Something in the water."""

    kind: str
    """Its name in a scene."""
