"""Look: in what light the water is seen, and what it and its surroundings are made of."""

from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, TypeAlias

from wavetank.look.waters import WaterName
from wavetank.model.checks import check_finite, check_positive, check_seed

MADE_SKIES = ("physical", "sphere_map")
"""Skies that are computed; any other is a file."""
SKY_FILES = (".exr", ".hdr")
"""Endings of environment maps that can be read."""
LOWEST_SUN = -6.0
"""Elevation [degrees] at which civil twilight ends; below, one scattering explains no sky."""
HAZE = (1.0, 20.0)
"""From air without any dust to fog, in which turbidity no longer means anything."""
STORM = 30.0
"""Wind [m/s] beyond which nobody has seen the slopes of waves."""
MOST_STOPS = 30.0
"""Beyond these, single precision holds no picture."""

Ground: TypeAlias = Literal["sand", "tiles", "rock", "mud"]
"""What the ground is made of."""
Surround: TypeAlias = Literal["sea", "pool"]
"""What lies around the tank."""


@dataclass(frozen=True)
class Sun:
    """Where the sun stands."""

    elevation: float = 50.0
    """Above the horizon [degrees], from -6 (dusk) to 90 (straight above)."""
    azimuth: float = 300.0
    """As on a compass [degrees]: 0 north, which is along y; 90 east, along x."""

    def __post_init__(self) -> None:
        check_finite(self, "azimuth")
        if not LOWEST_SUN <= self.elevation <= 90:
            raise ValueError(
                f"elevation must be from {LOWEST_SUN:g} to 90 degrees, got {self.elevation}"
            )


@dataclass(frozen=True)
class Wind:
    """What ripples the water where waves are too small for the cells."""

    speed: float = 0.0
    """How fast it blows [m/s]: 0 none, 2 a light breeze, 6 a fresh one."""
    azimuth: float = 90.0
    """Where it blows to, as on a compass [degrees]: 0 north, along y; 90 east, along x."""

    def __post_init__(self) -> None:
        check_finite(self, "azimuth")
        if not 0 <= self.speed <= STORM:
            raise ValueError(f"speed must be from 0 to {STORM:g} m/s, got {self.speed}")


@dataclass(frozen=True)
class Look:
    """How a scene appears: light, air, water, ground, and what lies around."""

    sun: Sun = field(default_factory=Sun)
    """Where the sun stands; an environment map brings its own."""
    sky: str = "physical"
    """"physical", "sphere_map", or an environment map: an .exr or .hdr beside the scene file."""
    turn: float = 0.0
    """Turns an environment map clockwise [degrees]; at 0, the middle of its picture is north."""
    haze: float = 2.5
    """How much air and dust dim light, as multiples of pure air (turbidity): 2 clear, 8 hazy.

    Under an environment map only how far one sees.
    """
    water: WaterName = "pool"
    """What is in the water: "pool", "lake", "sea" or "river" (muddy)."""
    wind: Wind = field(default_factory=Wind)
    """What ripples the water; none, and what is seen is what the solver made."""
    clarity: float = 1.0
    """How many times clearer than in nature: at 0.1, a tank 1 m deep looks like a sea of 10 m."""
    ground: Ground = "sand"
    """What the ground is made of."""
    surround: Surround = "sea"
    """Around the tank, water and ground go on to the horizon ("sea"), or a stone rim ("pool")."""
    exposure: float = 0.0
    """Brightness of the picture [stops]: 1 is twice the light, -1 half of it."""
    caustics: bool = True
    """Does light gather where waves bend it together?"""
    shutter: float = 0.0
    """For how much of the time from frame to frame the film is exposed; 0: nothing blurs."""
    seed: int = 0
    """What the wind's ripples start from."""

    def __post_init__(self) -> None:
        check_finite(self, "turn")
        check_positive(self, "clarity")
        check_seed(self.seed)
        self._check_sky()
        if not HAZE[0] <= self.haze <= HAZE[1]:
            raise ValueError(f"haze must be from {HAZE[0]:g} to {HAZE[1]:g}, got {self.haze}")
        if not -MOST_STOPS <= self.exposure <= MOST_STOPS:
            raise ValueError(
                f"exposure must be from {-MOST_STOPS:g} to {MOST_STOPS:g} stops, "
                f"got {self.exposure}"
            )
        if not 0 <= self.shutter <= 1:
            raise ValueError(f"shutter must be from 0 to 1, got {self.shutter}")

    def _check_sky(self) -> None:
        if self.sky in MADE_SKIES or Path(self.sky).suffix.lower() in SKY_FILES:
            return
        close = get_close_matches(self.sky, MADE_SKIES, n=1)
        guess = f": did you mean '{close[0]}'?" if close else ""
        words = ", ".join(f"'{word}'" for word in MADE_SKIES)
        endings = " or ".join(SKY_FILES)
        raise ValueError(f"sky must be {words} or a file {endings}, got '{self.sky}'{guess}")
