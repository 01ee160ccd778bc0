"""Where a film goes: a file, or a folder of numbered pictures, by its name.

A run of # in a name stands for the number of a frame, as in Blender and Nuke: film/####.exr is a
folder `film` of 0000.exr, 0001.exr and so on. The folder is the film's alone, so that it can be
put in its place, and replaced, in one stroke.
"""

from dataclasses import dataclass
from pathlib import Path
from re import escape, fullmatch

from wavetank.errors import OutputError
from wavetank.film.files.kinds import ENCODERS, ENDINGS, PICTURES, Encoder
from wavetank.film.files.pictures import Packed, PictureFile
from wavetank.film.picture import Size

PLAIN = "frame_#####"
"""How pictures are named where nothing else is asked for."""


@dataclass(frozen=True)
class Numbered:
    """Names of pictures, by the index of their frame."""

    before: str
    digits: int
    """At least so many."""
    after: str

    @classmethod
    def of(cls, name: str) -> "Numbered":
        """From a name with #, of which the last run is the number."""
        parts = fullmatch(r"(.*?)(#+)([^#]*)", name)
        if parts is None:
            raise ValueError(f"no # in {name}")
        return cls(parts[1], len(parts[2]), parts[3])

    def __str__(self) -> str:
        return f"{self.before}{'#' * self.digits}{self.after}"

    def name(self, k: int) -> str:
        """The name of a frame's picture."""
        return f"{self.before}{k:0{self.digits}}{self.after}"

    def matches(self, name: str) -> bool:
        """Could it be the name of one of them?"""
        number = rf"\d{{{self.digits},}}"
        return fullmatch(escape(self.before) + number + escape(self.after), name) is not None


@dataclass(frozen=True)
class Output:
    """Where a film goes, and as what."""

    path: Path
    """The file, or the folder."""
    kept: PictureFile
    """What each picture is kept as, once it is finished."""
    names: Numbered
    """Of the files of finished pictures."""
    folder: bool
    """Is it a folder of them?"""
    encoder: Encoder | None = None
    """Makes one file of them; None where they are what was asked for."""

    @classmethod
    def of(cls, out: Path) -> "Output":
        """By the name of a film."""
        numbered, ending = "#" in out.name, out.suffix.lower()
        if not numbered and not ending:
            return cls.of(out / f"{PLAIN}.png")
        if numbered and ending in PICTURES:
            return cls(out.parent, PICTURES[ending], Numbered.of(out.name), folder=True)
        if numbered:
            raise OutputError(f"{out}: only pictures are numbered", "FOLDER/####.png or .exr")
        if ending not in PICTURES and ending not in ENCODERS:
            raise OutputError(f"{out}: no movie ends in '{out.suffix}'", ENDINGS)
        encoder = ENCODERS.get(ending)
        kept = Packed(encoder.bits) if encoder else PICTURES[ending]
        return cls(out, kept, Numbered.of(PLAIN + kept.ending), folder=False, encoder=encoder)

    @property
    def workshop(self) -> Path:
        """Where it is made."""
        return self.path.with_name(f".{self.path.name}.frames")

    def frames(self, frames: range) -> range:
        """Those that will be seen, of all: a still is the last."""
        still = self.encoder is None and not self.folder
        return frames[-1:] if still else frames

    def refuse(self, size: Size, force: bool) -> None:
        """Refuse what could not be written, before anything is computed for it."""
        path = self.path
        if path.name in ("", ".."):
            raise OutputError(f"{path}: a film's folder is its own", "name one: FOLDER/####.png")
        if not path.parent.is_dir():
            raise OutputError(
                f"{path}: there is no folder {path.parent}", "make it, or film elsewhere"
            )
        if self.encoder and self.encoder.even and (size[0] % 2 or size[1] % 2):
            even = f"{size[0] + size[0] % 2}x{size[1] + size[1] % 2}"
            raise OutputError(
                f"{path}: {path.suffix} needs even sizes, not {size[0]}x{size[1]}", f"try {even}"
            )
        if path.exists():
            self.refuse_to_replace(force)

    def refuse_to_replace(self, force: bool) -> None:
        """Refuse to replace what must stay: unless forced, all but an empty folder."""
        path = self.path
        if path.is_dir() != self.folder:
            kind = "a folder" if path.is_dir() else "a file"
            raise OutputError(f"{path} is {kind}", f"choose another name: {ENDINGS}")
        there = [entry.name for entry in path.iterdir()] if self.folder else [path.name]
        if self.folder and not all(self.names.matches(name) for name in there):
            raise OutputError(f"{path} holds more than a film's pictures", "choose another folder")
        if there and not force:
            raise OutputError(f"{path} exists", "--force replaces it")

    def put(self, made: Path) -> None:
        """Move what is complete here; a folder's pictures give way, nothing else in it."""
        if self.folder and self.path.is_dir():
            for picture in self.path.iterdir():
                if self.names.matches(picture.name):
                    picture.unlink()
            self.path.rmdir()
        made.replace(self.path)
