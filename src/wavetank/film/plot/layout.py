"""Layout: where the parts of a plot lie on its page, in whole pixels."""

from dataclasses import dataclass

from wavetank.film.picture import Size

TEXT = 0.0245
"""Height of letters, per height of the page, or of one of 4 : 3 if it is narrower."""
SMALLEST = 8
"""Letters no smaller than this can be read [pixels]."""
ROOMY = 300
"""Height from which a page has room for axes; below, the scale bar alone says how long [pixels]."""
SLIMMEST = 16
"""The colour bar is no shorter, be the tank however narrow: as its name is long [letters]."""


@dataclass(frozen=True)
class Box:
    """A rectangle on the page, from its lower left corner [pixels]."""

    left: int
    bottom: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """Where it ends along x."""
        return self.left + self.width

    @property
    def top(self) -> int:
        """Where it ends upwards."""
        return self.bottom + self.height

    @property
    def shape(self) -> tuple[int, int]:
        """Its rows and columns."""
        return self.height, self.width


@dataclass(frozen=True)
class Layout:
    """The boxes of a page, and how large its letters are."""

    size: Size
    """Of the page [pixels]."""
    em: int
    """Height of letters [pixels]."""
    roomy: bool
    """Is there room for axes?"""
    map: Box
    """What is drawn of the tank."""
    bar: Box | None
    """The colours, if there are any to read."""

    @classmethod
    def of(cls, size: Size, aspect: float | None) -> "Layout":
        """The layout of a page; aspect: width to height of the map, None: as the page has it."""
        width, height = size
        fair = min(height, round(width * 3 / 4))
        em, roomy = max(SMALLEST, round(TEXT * fair)), fair >= ROOMY
        margins = (5.2, 3.4, 2.2) if roomy else (0.6, 1.6, 1.9)
        west, south, north = (round(em * margin) for margin in margins)
        beside = round(em * (8.4 if roomy else 7.6)) if aspect else em
        room = Box(west, south, max(width - west - beside, 1), max(height - south - north, 1))
        if not aspect:
            return cls(size, em, roomy, room, None)
        shown = fitted(room, aspect)
        return cls(size, em, roomy, shown, bar_beside(shown, room, em))


def fitted(room: Box, aspect: float) -> Box:
    """The largest box of an aspect in the middle of a room."""
    width = min(room.width, max(1, round(room.height * aspect)))
    height = min(room.height, max(1, round(room.width / aspect)))
    left = room.left + (room.width - width) // 2
    return Box(left, room.bottom + (room.height - height) // 2, width, height)


def bar_beside(shown: Box, room: Box, em: int) -> Box:
    """The box of the colour bar: as high as the map, unless that is too slim to read."""
    height = min(room.height, max(shown.height, SLIMMEST * em))
    bottom = shown.bottom + (shown.height - height) // 2
    bottom = min(max(bottom, room.bottom), room.top - height)
    return Box(shown.right + em, bottom, em, height)
