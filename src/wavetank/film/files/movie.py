"""Movies: pictures into one file, or a folder of them, by the ending of its name.

A film is first drawn, then made. While it is drawn, its finished pictures are kept beside the
place it will have; when all are there, it is encoded from them, in order, and moved there in one
stroke. So a film that is stopped never half replaces one, and its frames may be drawn in any
order. To encode while drawing would gain little: 720p takes 0.01 s a picture as H.264, 0.03 s
as AV1 and 0.04 s as ProRes, of the second that it takes to draw one.

A film goes on by itself with what it finds finished; there is no --resume as for recordings.
A recording that was stopped is one, worth keeping, and going on with it changes it. Half a film
is nothing yet, and what is taken up is, to the bit, what would be drawn. Frames of anything but
the same film are refused, by the key in which it differs.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from errno import EDQUOT, EFBIG, ENOSPC
from fractions import Fraction
from importlib.metadata import version
from os import getpid
from pathlib import Path
from typing import Any

import numpy as np

from wavetank.errors import DiskError, OutputError
from wavetank.film.files.kinds import Encoder
from wavetank.film.files.output import Output
from wavetank.film.files.rushes import Rushes, Watch, unwatched
from wavetank.film.picture import Codes, Picture, Size

FULL = {ENOSPC, EDQUOT, EFBIG}
FINEST_RATE = 1001
"""Rates are told as fractions of whole numbers up to this: 30, 12.5 and 30000/1001 are exact."""


@contextmanager
def open_movie(
    out: Path | str,
    rate: float,
    size: Size,
    *,
    frames: range,
    film: Mapping[str, Any],
    force: bool = False,
    watch: Watch = unwatched,
) -> Iterator["Movie"]:
    """A film of these frames to put pictures of one size in, across and down; rate: a second.

    It is there when the block ends, unless by an error. film: all that its pictures depend on,
    by which it is known again: scene or recording, camera, look, quality.
    force: replace what is there; another film's frames, too, but not this one's.
    watch: shows how far the encoding has come.
    """
    movie = Movie(Path(out), rate, size, frames, watch)
    movie.begin(film, force)
    try:
        movie.rehearse()
        yield movie
        movie.finish()
    finally:
        if not movie.finished:
            movie.rushes.remove()


class Movie:
    """A movie being made."""

    def __init__(self, out: Path, rate: float, size: Size, frames: range, watch: Watch) -> None:
        self.output = Output.of(out)
        self.rate = Fraction(rate).limit_denominator(FINEST_RATE)
        self.size = size
        self.frames = self.output.frames(frames)
        """Those that are seen in it."""
        self.rushes = Rushes(self.output, self.frames, size, watch)

    def needs(self, k: int) -> bool:
        """Is this frame still to be drawn?"""
        return k in self.frames and not self.rushes.has(k)

    def put(self, k: int, picture: Picture) -> None:
        """Commit a frame's picture."""
        if picture.size != self.size or k not in self.frames:
            raise ValueError(f"{picture.size} of frame {k}, not {self.size} of {self.frames}")
        with self.troubles_told():
            self.rushes.put(k, picture)

    @property
    def finished(self) -> int:
        """How many frames are finished."""
        return self.rushes.finished

    def begin(self, film: Mapping[str, Any], force: bool) -> None:
        """Refuse what cannot be; take up what is there."""
        if not self.frames:
            raise OutputError(f"{self.output.path}: there is no picture to write", "film longer")
        self.output.refuse(self.size, force)
        ours = {
            "size": f"{self.size[0]}x{self.size[1]}",
            "frames": f"{self.frames.start}:{self.frames.stop}:{self.frames.step}",
            "pictures": str(self.output.names),
            "wavetank": version("wavetank"),
        }
        with self.troubles_told():
            self.rushes.take_up({**film, **ours}, force)

    def rehearse(self) -> None:
        """Encode a black picture, so that no encoder refuses its task after hours of drawing."""
        from av.error import FFmpegError

        if self.output.encoder is None:
            return
        width, height = self.size
        black = Picture(np.zeros((height, width, 3), np.float32))
        try:
            self.encode(self.output.encoder, [black.codes(self.output.encoder.bits)]).unlink()
        except (FFmpegError, ValueError) as error:
            raise OutputError(
                f"{self.output.path}: its encoder refuses {width}x{height} pictures, "
                f"{float(self.rate):g} a second",
                "try another size or rate, or another ending",
            ) from error

    def finish(self) -> None:
        """Make the film of its pictures, and put it in its place."""
        if missing := [k for k in self.frames if not self.rushes.has(k)]:
            raise ValueError(f"frames that were never drawn: {missing}")
        with self.troubles_told():
            self.output.put(self.made())
        self.rushes.remove()

    def made(self) -> Path:
        """The film, where it was made."""
        if self.output.folder:
            return self.rushes.pictures
        if self.output.encoder is None:
            return self.rushes.path(self.frames[-1])
        return self.encode(self.output.encoder, self.rushes)

    def encode(self, encoder: Encoder, pictures: Iterable[Codes]) -> Path:
        """Make a file of pictures, whole or not at all."""
        made = self.output.workshop / f"{getpid()}{self.output.path.suffix}"
        try:
            with self.troubles_told():
                encoder.encode(made, pictures, self.rate, self.size)
        except BaseException:
            made.unlink(missing_ok=True)
            raise
        return made

    @contextmanager
    def troubles_told(self) -> Iterator[None]:
        """Say in two lines why something could not be written, and that nothing is lost."""
        try:
            yield
        except OSError as error:
            mend = "make room" if error.errno in FULL else "see that it can be written"
            done = self.finished
            then = (
                f"then film again: {done} finished frames are kept" if done else "or film elsewhere"
            )
            problem = f"{self.output.path}: {error.strerror or error}"
            raise DiskError(problem, f"{mend}, {then}") from error
