"""Arrows: how the water moves, on top of a chart; few enough to be told apart."""

import numpy as np
from matplotlib.quiver import Quiver, QuiverKey

from wavetank.film.plot.page import DPI, INK, Page
from wavetank.film.plot.ranges import is_water
from wavetank.film.plot.resample import resample
from wavetank.frame import Frame

APART = 2.0
"""From one arrow to the next [letters]."""
LENGTH = 1.4
"""Of an arrow at full speed, per distance to the next."""


class Arrows:
    """The arrows of a page."""

    def __init__(self, page: Page, speed: float, place: float) -> None:
        """speed: of an arrow of full length [m/s]; place: of one that explains it [pixels]."""
        box, em = page.layout.map, page.layout.em
        self.shape = (max(1, int(box.height / (APART * em))), max(1, int(box.width / (APART * em))))
        x = (np.arange(self.shape[1]) + 0.5) / self.shape[1] * page.extent[1]
        y = (np.arange(self.shape[0])[::-1] + 0.5) / self.shape[0] * page.extent[3]
        still = np.zeros(self.shape)
        self.quiver = Quiver(
            page.axes, *np.meshgrid(x, y), still, still,
            units="dots", angles="uv", scale_units="dots", pivot="mid", color=INK,
            width=max(1.0, 0.09 * em), scale=speed / (LENGTH * APART * em), minlength=0.6,
        )  # fmt: skip
        page.axes.add_collection(self.quiver, autolim=False)
        self.end = self.add_key(page, speed, place)
        """Where the row below the map ends now [pixels]."""
        page.changing.append(self.quiver)

    def set(self, frame: Frame) -> None:
        """Let them show a frame's velocities, each the mean of the water around it."""
        wet = is_water(frame)
        share = resample(wet, self.shape)
        dry = share < 0.5
        u, v = (
            resample(np.where(wet, part, 0), self.shape) / np.maximum(share, 0.5)
            for part in (frame.u, frame.v)
        )
        self.quiver.set_UVC(np.ma.array(u, mask=dry), np.ma.array(v, mask=dry))

    def add_key(self, page: Page, speed: float, place: float) -> float:
        """An arrow of full length below the map, and how fast that is; where this ends."""
        em, (width, height) = page.layout.em, page.layout.size
        x, letters = place + (2 + LENGTH * APART / 2) * em, page.letters()
        font = {"family": letters["family"], "size": letters["fontsize"]}
        key = QuiverKey(
            self.quiver, x / width, page.foot() / height, speed, f"{speed:g} m/s",
            coordinates="figure", labelpos="E", labelsep=0.3 * em / DPI,
            labelcolor=INK, fontproperties=font,
        )  # fmt: skip
        page.axes.add_artist(key)
        return x + (LENGTH * APART / 2 + 0.3) * em + page.span(key.text)[1] - page.span(key.text)[0]
