"""Movies: pictures into one file, or a folder of them, by the ending of its name.

What is written grows under another name beside the place it will have and is moved there when
it is complete, so a film that is stopped leaves nothing half done, and never half replaces one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EDQUOT, EFBIG, ENOSPC
from os import getpid
from pathlib import Path
from shutil import rmtree
from typing import Protocol

from wavetank.errors import DiskError, OutputError
from wavetank.film.light import Image
from wavetank.film.pictures import Folder, Gif, Still
from wavetank.film.video import Mp4, Webp


class Writer(Protocol):
    """Writes pictures of one kind of file."""

    def write(self, image: Image) -> None:
        """Add a picture."""
        ...

    def close(self) -> None:
        """Write what is left to write."""
        ...


WRITERS: dict[str, Callable[[Path, float, tuple[int, int]], Writer]] = {
    ".mp4": Mp4,
    ".webp": Webp,
    ".gif": Gif,
    ".png": Still,
    "": Folder,
}
"""By ending; each is made with a path, pictures a second, and their size."""
ENDINGS = ".mp4, .webp or .gif: a movie; .png: its last picture; no ending: a folder of them"
FULL = {ENOSPC, EDQUOT, EFBIG}


class Movie:
    """A movie being made."""

    def __init__(self, path: Path, writer: Writer, size: tuple[int, int]) -> None:
        self.path = path
        self.writer = writer
        self.size = size
        self.pictures = 0

    def write(self, image: Image) -> None:
        """Add a picture, (height, width, 3)."""
        width, height = self.size
        if image.shape != (height, width, 3):
            raise ValueError(f"image must be {(height, width, 3)}, got {image.shape}")
        with troubles_told(self.path):
            self.writer.write(image)
        self.pictures += 1


@contextmanager
def open_movie(
    path: Path | str, rate: float, size: tuple[int, int], force: bool = False
) -> Iterator[Movie]:
    """A movie to write pictures of one size to, across and down; rate: pictures a second.

    It is there when the block ends, unless by an error. force: replace what is there.
    """
    path = Path(path)
    refuse(path, size, force)
    part = path.with_name(f".{path.name}.{getpid()}.part")
    try:
        with troubles_told(path):
            writer = WRITERS[path.suffix.lower()](part, rate, size)
        movie = Movie(path, writer, size)
        try:
            yield movie
            if not movie.pictures:
                raise OutputError(f"{path}: there is no picture to write", "film longer")
        except BaseException:
            with suppress(Exception):  # what stopped the film matters, not what it stopped
                writer.close()
            raise
        with troubles_told(path):
            writer.close()
            put(part, path)
    finally:
        remove(part)


def refuse(path: Path, size: tuple[int, int], force: bool) -> None:
    """Refuse what could not be written, before anything is computed for it."""
    ending = path.suffix.lower()
    if ending not in WRITERS:
        raise OutputError(f"{path}: no movie ends in '{path.suffix}'", ENDINGS)
    if not path.parent.is_dir():
        raise OutputError(f"{path}: there is no folder {path.parent}", "make it, or film elsewhere")
    if ending == ".mp4" and (size[0] % 2 or size[1] % 2):
        even = f"{size[0] + size[0] % 2}x{size[1] + size[1] % 2}"
        raise OutputError(f"{path}: .mp4 needs even sizes, not {size[0]}x{size[1]}", f"try {even}")
    if path.exists():
        refuse_to_replace(path, force)


def refuse_to_replace(path: Path, force: bool) -> None:
    """Refuse to replace what must stay: unless forced, all but an empty folder."""
    if path.is_dir() != (path.suffix == ""):
        kind = "a folder" if path.is_dir() else "a file"
        raise OutputError(f"{path} is {kind}", f"choose another name: {ENDINGS}")
    if path.is_dir() and not Folder.made(path):
        raise OutputError(f"{path} holds more than a film's pictures", "choose another folder")
    if not force and not (path.is_dir() and not any(path.iterdir())):
        raise OutputError(f"{path} exists", "--force replaces it")


@contextmanager
def troubles_told(path: Path) -> Iterator[None]:
    """Say in two lines why something could not be written."""
    try:
        yield
    except OSError as error:
        instead = "make room, or film elsewhere"
        if error.errno not in FULL:
            instead = "film to a place that can be written"
        raise DiskError(f"{path}: {error.strerror or error}", instead) from error


def put(part: Path, path: Path) -> None:
    """Move what is complete to its place; a folder's pictures give way, nothing else in it."""
    if path.is_dir():
        for picture in Folder.pictures(path):
            picture.unlink()
        path.rmdir()
    part.replace(path)


def remove(part: Path) -> None:
    """Remove what is half done, if there is any."""
    if part.is_dir():
        rmtree(part, ignore_errors=True)
    else:
        part.unlink(missing_ok=True)
