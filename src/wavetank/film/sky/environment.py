"""Environment: what light comes from where when a ray leaves the scene.

A map holds the light of every direction but the sun's disc, which is kept apart: a renderer aims
at it, rather than find it by chance. All light is metered: so that a white card lying flat has
radiance 1, as a photographer would.
"""

from dataclasses import dataclass, replace

import numpy as np

from wavetank.arrays import Array
from wavetank.film.rays.sky_map import RGB, skylight_of
from wavetank.film.sky.spectrum import luminance


@dataclass(frozen=True, eq=False)
class Environment:
    """Light from outside; linear, Rec. 709 primaries."""

    map: Array
    """Light from above and below, (2, n, n, 3), for `sky_light`; without the sun's disc."""
    sun: tuple[float, float, float]
    """Unit vector toward the sun."""
    sunlight: RGB
    """Light of the sun on a surface that faces it [irradiance: radiance times pi on a card]."""
    sun_radius: float
    """Half the angle at which the sun is seen [rad]."""
    skylight: RGB
    """Light of the upper half of the map on level ground, likewise."""
    sphere_map: Array | None = None
    """Picture for `sphere_light`, where reflections come from one; (n, n, 3), rows from the top."""

    @property
    def card(self) -> float:
        """Luminance of a white card lying flat."""
        sun, sky = np.array(self.sunlight), np.array(self.skylight)
        return float(luminance(max(self.sun[2], 0.0) * sun + sky)) / np.pi

    def metered(self) -> "Environment":
        """The same, so bright that a white card lying flat has luminance 1."""
        gain = 1 / self.card
        sky = (gain * self.map).astype(np.float32)
        red, green, blue = (gain * light for light in self.sunlight)
        return replace(self, map=sky, sunlight=(red, green, blue), skylight=skylight_of(sky))
