"""Camera: from where the water is seen."""

from dataclasses import dataclass
from math import atan, degrees, isfinite

FILM_HEIGHT = 24.0
"""Height of the picture inside the camera [mm], as on 35 mm film: what `lens` is measured by."""

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Camera:
    """An eye, what it looks at, and its lens; z is up, and the picture's upright stays upright."""

    eye: Point
    """Where it stands, along x, y and z [m]."""
    target: Point
    """What it looks at, the middle of the picture, along x, y and z [m]."""
    lens: float = 35.0
    """Focal length, as on 35 mm film [mm]: 24 is wide, 35 is usual, 85 brings far things near."""

    def __post_init__(self) -> None:
        for name, place in (("eye", self.eye), ("target", self.target)):
            if len(place) != 3 or not all(isfinite(value) for value in place):
                raise ValueError(f"{name} must be three numbers x, y, z, got {place}")
        if tuple(self.eye[:2]) == tuple(self.target[:2]):
            raise ValueError(
                f"target must not lie right above or below eye or in it, got {self.target}"
            )
        if not (isfinite(self.lens) and self.lens > 0):
            raise ValueError(f"lens must be positive, got {self.lens}")

    @property
    def field_of_view(self) -> float:
        """Angle from the picture's lower edge to its upper [degrees]."""
        return degrees(2 * atan(FILM_HEIGHT / 2 / self.lens))
