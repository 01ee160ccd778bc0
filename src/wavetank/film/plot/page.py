"""Page: a plot but for its map: title, time, axes, and room for what explains the map.

Drawn once by Matplotlib; from frame to frame only what changes is drawn onto it. Nothing is
kept of a frame, so frames may come in any order.
"""

from typing import Any, TypeAlias

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import FigureImage
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.ticker import Locator, MaxNLocator, NullLocator
from matplotlib.transforms import IdentityTransform

from wavetank.film.plot.chart import Codes8
from wavetank.film.plot.layout import SMALLEST, Box, Layout

Extent: TypeAlias = tuple[float, float, float, float]
"""Of a map: from west to east, from south to north, or from below to above [m]."""

DPI = 64
"""A power of two, so that sizes in inches are exact."""
POINTS = 72 / DPI
"""In a pixel."""
INK = "0.15"
FONT = "DejaVu Sans"
"""Which comes with Matplotlib."""
BROAD = 28
"""A map wider than this has room for a word below it, beside the scale bar [letters]."""


class Page:
    """What stays on a plot, and where what changes goes."""

    def __init__(self, layout: Layout, extent: Extent, title: str) -> None:
        self.layout, self.extent = layout, extent
        self.line = max(1, round(layout.em / 14))
        width, height = layout.size
        self.figure = Figure((width / DPI, height / DPI), dpi=DPI, facecolor="white")
        self.canvas: Any = FigureCanvasAgg(self.figure)  # its methods have no types
        self.axes = self.add_axes()
        self.image = FigureImage(self.figure, offsetx=layout.map.left, offsety=layout.map.bottom)
        self.time = self.add_header(title)
        self.changing: list[Artist] = [self.image, self.time]
        """What is drawn anew in each frame."""

    def draw(self, map: Codes8, time: float) -> Codes8:
        """The page at a time [s], with a picture in the map's place."""
        self.canvas.restore_region(self.blank)
        self.image.set_data(map)
        self.time.set_text(seconds(time))
        for artist in self.changing:
            self.figure.draw_artist(artist)
        return np.asarray(self.canvas.buffer_rgba())[:, :, :3].copy()

    def finish(self) -> None:
        """Draw what stays; nothing can be added after."""
        for artist in self.changing:
            artist.set_animated(True)
        self.canvas.draw()
        self.blank = self.canvas.copy_from_bbox(self.figure.bbox)

    def add_axes(self) -> Axes:
        """Axes around the map, in metres; their frame lies just outside of it."""
        box, em = self.layout.map, self.layout.em
        corner = (box.left - self.line, box.bottom - self.line)
        self.block(*corner, box.width + 2 * self.line, box.height + 2 * self.line)
        axes = self.figure.add_axes(self.share(box))
        axes.set(xlim=self.extent[:2], ylim=self.extent[2:], facecolor="none")
        axes.spines[:].set_visible(False)
        self.style_ticks(axes)
        axes.xaxis.set_major_locator(self.ticks(box.width / (5 * em)))
        axes.yaxis.set_major_locator(self.ticks(box.height / (3 * em)))
        return axes

    def block(self, left: float, bottom: float, width: float, height: float) -> Rectangle:
        """A filled rectangle on the page [pixels]."""
        block = Rectangle((left, bottom), width, height, facecolor=INK, linewidth=0, snap=True)
        block.set_transform(IdentityTransform())
        self.figure.add_artist(block)
        return block

    def style_ticks(self, axes: Axes) -> None:
        """Small numbers, in the page's letters."""
        em = self.layout.em * POINTS
        axes.tick_params(
            labelsize=self.letters()["fontsize"],
            labelfontfamily=FONT,
            length=0.3 * em,
            pad=0.25 * em,
            width=self.line * POINTS,
            color=INK,
            labelcolor=INK,
        )

    def ticks(self, most: float) -> Locator:
        """Round places along an axis, no more than fit; none on a page without room."""
        if not self.layout.roomy:
            return NullLocator()
        return MaxNLocator(nbins=min(max(int(most), 1), 9), steps=[1, 2, 5, 10])

    def share(self, box: Box) -> tuple[float, float, float, float]:
        """A box in shares of the page."""
        width, height = self.layout.size
        return box.left / width, box.bottom / height, box.width / width, box.height / height

    def letters(self, size: float = 0.85) -> dict[str, Any]:
        """How words look; size in letters, none smaller than can be read."""
        points = max(size * self.layout.em, SMALLEST) * POINTS
        return {"fontsize": points, "family": FONT, "color": INK, "parse_math": False}

    def text(self, x: float, y: float, words: str, size: float = 0.85, **place: Any) -> Text:
        """Words at a place of the page [pixels]."""
        width, height = self.layout.size
        return self.figure.text(x / width, y / height, words, **self.letters(size), **place)

    def add_header(self, title: str) -> Text:
        """The title, from the map's west end or as far left as it must; where the time goes."""
        box, bar, em, width = self.layout.map, self.layout.bar, self.layout.em, self.layout.size[0]
        y, edge = (max(box.top, bar.top) if bar else box.top) + 0.95 * em, 0.6 * em
        end = box.right if bar is None else bar.right + 6.0 * em
        time = self.text(width - edge, y, seconds(1000.0), 1.0, ha="right", va="center")
        words = self.text(edge, y, title, 1.0, va="center")
        room = self.span(time)[0] - em
        while title and self.span(words)[1] > room:
            title = title[: max(title.rfind(" "), 0)].rstrip(" ,;:(–-")
            words.set_text(f"{title} …" if title else "")
        length = self.span(words)[1] - edge
        left = min(float(box.left), room - length)
        end = max(end, left + length + width - edge - room)
        words.set_x(left / width)
        time.set_x(min(end, width - edge) / width)
        return time

    def span(self, words: Text) -> tuple[float, float]:
        """From where to where words go on the page [pixels]."""
        box = words.get_window_extent(self.canvas.get_renderer())
        return box.x0, box.x1

    @property
    def broad(self) -> bool:
        """Has the row below the map room at its end?"""
        return self.layout.map.width > BROAD * self.layout.em

    def add_labels(self, along: str, up: str) -> None:
        """What the axes count, if there are any."""
        if not self.layout.roomy:
            return
        if self.broad:
            self.text(self.layout.map.right, self.foot(), along, ha="right", va="center")
        self.axes.set_ylabel(up, **self.letters(), labelpad=0.3 * self.layout.em)

    def foot(self) -> float:
        """Height of the row below the axes [pixels]."""
        below = 2.5 if self.layout.roomy else 0.9
        return self.layout.map.bottom - below * self.layout.em


def seconds(time: float) -> str:
    """A time [s], so that digits stay where they are."""
    return f"t = {time:.2f} s"
