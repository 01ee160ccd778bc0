"""Shutter: what moves while a frame is exposed is blurred.

A film's frame stands for the time until the next one; the shutter is open for a share of it. Its
picture is the mean light of several moments in that share, between the frame and the next
linearly: what moves in a frame's time moves evenly in it.
"""

from dataclasses import dataclass, replace

import numpy as np

from wavetank.arrays import Array
from wavetank.film.picture import Picture
from wavetank.film.renderer import Renderer
from wavetank.film.shots import Shot
from wavetank.film.tone import develop
from wavetank.frame import Frame

MOMENTS = 6
"""How many are drawn for one picture."""
MOVING = ("depth", "u", "v", "wet", "foam")


@dataclass(frozen=True)
class Shutter:
    """Draws frames with what moves blurred; a picture takes as long as several."""

    renderer: Renderer
    shot: Shot
    share: float
    """For how much of the time from frame to frame it is open."""

    def draw(self, frame: Frame) -> Picture:
        """The frame's picture; the last of all stands still."""
        after = self.shot.after(frame)
        if after is None:
            return self.renderer.draw(frame)
        shares = self.share * (np.arange(MOMENTS) + 0.5) / MOMENTS
        pictures = [self.renderer.draw(between(frame, after, share)) for share in shares]
        lights = np.stack([picture.light for picture in pictures if picture.light is not None])
        light: Array = lights.mean(axis=0, dtype=np.float32)
        shown = np.empty_like(light)
        develop(light, self.renderer.gain, shown)
        return Picture(shown, light)


def between(frame: Frame, after: Frame, share: float) -> Frame:
    """The water a share of the way from one frame to the next, and the bodies as in the first."""
    fields = {
        name: getattr(frame, name) + share * (getattr(after, name) - getattr(frame, name))
        for name in MOVING
    }
    return replace(frame, time=frame.time + share * (after.time - frame.time), **fields)
