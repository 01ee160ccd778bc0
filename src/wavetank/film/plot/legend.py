"""Legend: what explains a map: how long a metre is, and which height has which colour."""

from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize

from wavetank.film.plot.chart import water_colours
from wavetank.film.plot.page import INK, POINTS, Page
from wavetank.film.plot.ranges import rounded_down

FINE = 2e-3
"""Scales smaller than this are counted in millimetres [m]."""
POINTED = 0.04
"""Share of the colour bar that its ends take: for what is higher or lower than it tells."""


def add_scale_bar(page: Page) -> float:
    """A bar of a round length below the map, from its west end; where its words end [pixels]."""
    box, em = page.layout.map, page.layout.em
    pixel = (page.extent[1] - page.extent[0]) / box.width
    metres = rounded_down(max(box.width / 4, 1) * pixel)
    length, height = metres / pixel, max(2, round(0.3 * em))
    page.block(box.left, round(page.foot() - height / 2), length, height)
    place = box.left + length + 0.4 * em
    words = page.text(place, page.foot(), length_in_words(metres), va="center")
    return page.span(words)[1]


def add_contour_step(page: Page, step: float, place: float) -> None:
    """How far apart contours are, if there are any, and room for it; place: where [pixels]."""
    box, em = page.layout.map, page.layout.em
    if not page.layout.roomy or step == 0:
        return
    end = box.right - 3 * em if page.broad else page.layout.size[0]
    words = page.text(place + 2 * em, page.foot(), f"contours {length_in_words(step)}", va="center")
    if page.span(words)[1] > end:
        words.remove()


def add_colour_bar(page: Page, height: float) -> None:
    """The colours of heights about still water, to so many metres up and down."""
    if page.layout.bar is None:
        return
    size, unit = (1e-3, "mm") if height < FINE else (1.0, "m")
    most, roomy = height / size, page.layout.roomy
    colours = ScalarMappable(Normalize(-most, most), water_colours())
    axes = page.figure.add_axes(page.share(page.layout.bar))
    bar = page.figure.colorbar(colours, cax=axes, extend="both", extendfrac=POINTED)
    bar.outline.set(edgecolor=INK, linewidth=POINTS * page.line)
    marks = [-most, -most / 2, 0, most / 2, most] if roomy else [-most, 0, most]
    words = [signed(mark) for mark in marks]
    if roomy:
        name = f"surface above still water [{unit}]"
        axes.set_ylabel(name, **page.letters(), labelpad=0.3 * page.layout.em)
    else:
        words[-1] += f" {unit}"
    bar.set_ticks(marks, labels=words)
    page.style_ticks(axes)


def signed(value: float) -> str:
    """A number with its sign, unless it is nothing."""
    return f"{value:+.4g}".replace("-", "\N{MINUS SIGN}") if value else "0"


def length_in_words(length: float) -> str:
    """A length in the unit in which it is short."""
    for unit, name in ((1e3, "km"), (1.0, "m"), (1e-2, "cm"), (1e-3, "mm")):
        if length >= unit * (1 - 1e-9):
            return f"{length / unit:g} {name}"
    return f"{length:g} m"
