"""Plot: a frame as a figure to read: heights in colours, metres, seconds.

A tank is seen from above, north up; a channel of one row from the side. What a plot shows of a
frame depends on its own fields and the frame alone: frames may be drawn in any order.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib import style

from wavetank.arrays import Array, Mask
from wavetank.film.picture import Picture, Size
from wavetank.film.plot.arrows import Arrows
from wavetank.film.plot.chart import Chart
from wavetank.film.plot.layout import Layout
from wavetank.film.plot.legend import add_colour_bar, add_contour_step, add_scale_bar
from wavetank.film.plot.page import Page
from wavetank.film.plot.ranges import Ranges
from wavetank.film.plot.section import Section
from wavetank.frame import Frame
from wavetank.model.grid import Grid


@dataclass(frozen=True)
class Plot:
    """Draws frames as figures; one thread at a time may use it."""

    ranges: Ranges
    """What fills its scales, in all frames: `Ranges.of` the frames that will be drawn."""
    size: Size = (1280, 720)
    """Of the picture, across and down [pixels]."""
    title: str = ""
    """Written above it; what does not fit is left out."""
    arrows: bool = False
    """Are velocities shown, too?"""
    printed: list["Sheet"] = field(default_factory=list, init=False, repr=False, compare=False)
    """The sheet of the last frame, for the next one of the same tank."""

    def __post_init__(self) -> None:
        if min(self.size) < 1:
            raise ValueError(f"size must be at least 1 x 1, got {self.size[0]} x {self.size[1]}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Sheets stay where they are: a plot that goes to another process prints its own."""
        return Plot, (self.ranges, self.size, self.title, self.arrows)

    def draw(self, frame: Frame) -> Picture:
        """The frame's picture, whatever the user has set Matplotlib to."""
        with style.context("default"):
            return self.sheet(frame).draw(frame)

    def sheet(self, frame: Frame) -> "Sheet":
        """The sheet for the tank of a frame."""
        if not (self.printed and self.printed[0].suits(frame)):
            self.printed[:] = [Sheet(self, frame)]
        return self.printed[0]


class Sheet:
    """A plot's page for one tank: all that frames of the same ground share."""

    def __init__(self, plot: Plot, frame: Frame) -> None:
        self.grid, self.level, self.bed, self.walls = tank(frame)
        self.arrows: Arrows | None = None
        if self.grid.ny == 1:
            self.page = self.from_the_side(plot, frame)
        else:
            self.page = self.from_above(plot, frame)
        self.page.finish()

    def from_the_side(self, plot: Plot, frame: Frame) -> Page:
        """A channel's page."""
        layout = Layout.of(plot.size, None)
        self.map: Chart | Section = Section(frame, layout.map.shape, plot.ranges)
        page = Page(layout, (0.0, self.grid.size[0], self.map.low, self.map.high), plot.title)
        page.add_labels("x [m]", "height [m]")
        add_scale_bar(page)
        return page

    def from_above(self, plot: Plot, frame: Frame) -> Page:
        """A tank's page."""
        layout = Layout.of(plot.size, self.grid.nx / self.grid.ny)
        self.map = chart = Chart(frame, layout.map.shape, plot.ranges)
        width, length = self.grid.size
        page = Page(layout, (0.0, width, 0.0, length), plot.title)
        page.add_labels("x [m]", "y [m]")
        place = add_scale_bar(page)
        add_colour_bar(page, plot.ranges.height)
        if plot.arrows:
            self.arrows = Arrows(page, plot.ranges.speed, place)
            place = self.arrows.end
        add_contour_step(page, chart.step, place)
        return page

    def suits(self, frame: Frame) -> bool:
        """Has this frame the same tank?"""
        grid, level, bed, walls = tank(frame)
        return (grid, level) == (self.grid, self.level) and all(
            a is b or np.array_equal(a, b) for a, b in ((bed, self.bed), (walls, self.walls))
        )

    def draw(self, frame: Frame) -> Picture:
        """The frame's picture."""
        if self.arrows:
            self.arrows.set(frame)
        return Picture.of_codes(self.page.draw(self.map.paint(frame), frame.time))


def tank(frame: Frame) -> tuple[Grid, float, Array, Mask]:
    """What frames of one run share."""
    return frame.grid, frame.level, frame.bed, frame.walls
