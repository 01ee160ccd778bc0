"""Panes: a picture cut up for several, each with a strip above it for a name."""

from dataclasses import dataclass

from wavetank.film.picture import Size
from wavetank.film.plot.caption import strip_height

SCREEN = 16 / 9
"""Width to height of what is shown, if nothing else is known."""


@dataclass(frozen=True)
class Panes:
    """How a picture is cut up into panes of one size, in rows and columns."""

    size: Size
    """Of the whole picture [pixels]."""
    columns: int
    """How many stand beside each other."""
    rows: int
    """How many stand above each other."""

    @classmethod
    def of(cls, count: int, size: Size, aspect: float = SCREEN) -> "Panes":
        """The panes in which so many things of an aspect, width to height, are shown largest."""

        def shown(columns: int) -> float:
            pane = cls(size, columns, -(-count // columns)).pane
            return min(pane[0], pane[1] * aspect)

        columns = max(range(count, 0, -1), key=shown)
        return cls(size, columns, -(-count // columns))

    @property
    def cell(self) -> Size:
        """Of a pane and the strip above it [pixels]."""
        return max(self.size[0] // self.columns, 1), max(self.size[1] // self.rows, 1)

    @property
    def strip(self) -> int:
        """Height of the strip with the name [pixels]."""
        return strip_height(self.cell)

    @property
    def pane(self) -> Size:
        """Of the picture in each pane [pixels]: that of the drawers."""
        return self.cell[0], max(self.cell[1] - self.strip, 1)

    def place(self, k: int) -> tuple[int, int]:
        """Row and column of pixels where a pane's strip begins; what is left over lies around."""
        row, column = divmod(k, self.columns)
        left = (self.size[0] - self.columns * self.cell[0]) // 2
        top = (self.size[1] - self.rows * self.cell[1]) // 2
        return top + row * self.cell[1], left + column * self.cell[0]
