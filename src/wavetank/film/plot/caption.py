"""Caption: a strip with a name on it, to lay above a picture."""

from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from wavetank.arrays import Array
from wavetank.film.picture import Picture, Size
from wavetank.film.plot.page import DPI, FONT, POINTS

STRIP = "0.16"
LETTERS = "0.95"
SMALLEST = 12
"""A strip is no lower than this: its letters could not be read [pixels]."""
SHARE = 0.044
"""Height of a strip, per height of picture and strip, or of one of 4 : 3 if it is narrower."""
FILLED = 0.62
"""Height of letters, per height of the strip."""


def strip_height(size: Size) -> int:
    """Of the strip on a picture of a size, which takes it from the picture's own [pixels]."""
    width, height = size
    return min(max(SMALLEST, round(SHARE * min(height, width * 3 / 4))), max(height - 1, 0))


@lru_cache(maxsize=64)
def caption(words: str, size: Size) -> Picture:
    """A strip with words in its middle; what does not fit is left out at their front."""
    width, height = size
    figure = Figure((width / DPI, height / DPI), dpi=DPI, facecolor=STRIP)
    canvas: Any = FigureCanvasAgg(figure)  # its methods have no types
    about: dict[str, Any] = {"family": FONT, "color": LETTERS, "parse_math": False}
    about |= {"ha": "center", "va": "center_baseline", "fontsize": FILLED * height * POINTS}
    text = figure.text(0.5, 0.5, words, **about)
    while words and text.get_window_extent(canvas.get_renderer()).width > width - height / 2:
        words = words[1:]
        text.set_text(f"…{words}" if words else "")
    canvas.draw()
    codes = np.asarray(canvas.buffer_rgba())[:, :, :3].copy()
    return Picture.of_codes(codes, linear(codes / 255))


def linear(shown: Array) -> Array:
    """The light that a screen gives off for what it is told (sRGB, IEC 61966-2-1)."""
    bright = ((shown + 0.055) / 1.055) ** 2.4
    return np.where(shown <= 0.04045, shown / 12.92, bright).astype(np.float32)
