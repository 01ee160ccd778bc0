"""Camera: from where the water is seen, and how that changes."""

from dataclasses import dataclass
from math import atan, degrees, dist, isfinite
from typing import Self

import numpy as np

from wavetank.arrays import Array
from wavetank.errors import SceneError
from wavetank.frame import Frame
from wavetank.look.framing import corners, eye_that_sees
from wavetank.look.path import Key, filled, glide, shot_of
from wavetank.look.view import Point, View, axes, turned
from wavetank.model.checks import check_finite, check_not_negative, check_positive

FILM_HEIGHT = 24.0
"""Height of the picture inside the camera [mm], as on 35 mm film: what `lens` is measured by."""
USUAL_LENS = 35.0
NEAREST = 1e-9
"""The target is farther from the eye than this [m]."""
LOOKS_DOWN = 33.0
"""How far below the horizon a camera looks that nobody placed [degrees]."""
LOOKS_EAST = 0.5
"""How far east of north it looks at a square tank, as a tangent; less at one that is wide."""
MARGIN = 0.06
"""What it leaves free on each side of the tank, as a share of the picture."""


@dataclass(frozen=True)
class Camera:
    """An eye, what it looks at, and its lens; z is up, and the picture's upright stays upright.

    Straight from above, north is up.
    """

    eye: Point
    """Where it stands, along x, y and z [m]."""
    target: Point
    """What it looks at, the middle of the picture, along x, y and z [m]."""
    lens: float = USUAL_LENS
    """Focal length, as on 35 mm film [mm]: 24 is wide, 35 is usual, 85 brings far things near."""
    turntable: float = 0.0
    """How fast the eye goes around the target [degrees/s], counterclockwise seen from above."""
    path: tuple[Key, ...] = ()
    """Where it goes from there: keys of a time, an eye, a target and a lens."""
    aperture: float = 0.0
    """The lens's f-number: 2.8 blurs what is out of focus, 16 little; 0: everything is sharp."""
    focus: float | None = None
    """How far away things are sharp [m]; as far as the target if not given."""

    def __post_init__(self) -> None:
        for name, place in (("eye", self.eye), ("target", self.target)):
            if len(place) != 3 or not all(isfinite(value) for value in place):
                raise ValueError(f"{name} must be three numbers x, y, z, got {place}")
        check_finite(self, "eye", "target", "turntable")
        check_positive(self, "lens", *(["focus"] if self.focus is not None else []))
        check_not_negative(self, "aperture")
        times = [key.time for key in self.path]
        if any(late <= soon for soon, late in zip([0.0, *times], times, strict=False)):
            raise ValueError(f"path must have keys of rising times above 0, got {times}")
        for key in self.keys():
            if dist(key.eye or (), key.target or ()) <= NEAREST:
                raise ValueError(f"target must not lie in eye, got {key.target} at {key.time:g} s")

    @classmethod
    def suited_to(cls, frame: Frame, aspect: float = 16 / 9) -> Self:
        """The camera of a scene that has none: the whole tank, from above in the south-west.

        aspect: of the picture, its width over its height.
        """
        length, width = frame.grid.size
        north_east = np.array([LOOKS_EAST * width, length, 0.0])
        down = np.radians(LOOKS_DOWN)
        forward = np.cos(down) * north_east / np.linalg.norm(north_east) - [0, 0, np.sin(down)]
        half = (1 - 2 * MARGIN) * FILM_HEIGHT / 2 / USUAL_LENS
        eye = eye_that_sees(corners(frame), axes(forward), (aspect * half, half))
        middle = np.array([length / 2, width / 2, frame.surface.mean(dtype=float)])
        return cls(point(eye), point(eye + forward * ((middle - eye) @ forward)))

    @property
    def field_of_view(self) -> float:
        """Angle from the picture's lower edge to its upper at time 0 [degrees]."""
        return degrees(2 * atan(FILM_HEIGHT / 2 / self.lens))

    def keys(self) -> tuple[Key, ...]:
        """The whole path, each key complete; the first is where the camera stands at time 0."""
        return filled([Key(0.0, self.eye, self.target, self.lens), *self.path])

    def at(self, time: float) -> View:
        """What it sees at a time [s]: where the path leads, then around the target."""
        shot = shot_of(self.keys(), time)
        times = np.array([key.time for key in shot])
        places = np.array([[*(key.eye or ()), *(key.target or ()), key.lens] for key in shot])
        *way, lens = glide(times, places, time)
        eye, target = np.array(way).reshape(2, 3)
        away = float(np.linalg.norm(target - eye))
        if away <= NEAREST:
            raise SceneError(
                f"[camera]: eye and target meet at {time:g} s, on the way from key to key",
                "keys from which eye and target keep apart, or a cut",
            )
        frame = np.vstack([eye - target, axes((target - eye) / away)])
        arm, *directions = turned(frame, self.turntable * time)
        right, up, forward = (point(direction) for direction in directions)
        return View(
            eye=point(target + arm),
            right=right,
            up=up,
            forward=forward,
            tan_half=FILM_HEIGHT / 2 / float(lens),
            lens_radius=float(lens) / 1000 / self.aperture / 2 if self.aperture else 0.0,
            focus=self.focus or away,
        )


def point(place: Array) -> Point:
    """A place as plain numbers."""
    x, y, z = place.tolist()
    return x, y, z
