"""Kinds of films, by the ending of their names."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from wavetank.film.files.gif import Gif
from wavetank.film.files.pictures import Exr, PictureFile, Png
from wavetank.film.files.video import APNG, AV1_MKV, AV1_WEBM, H264, PRORES
from wavetank.film.files.webp import Webp
from wavetank.film.picture import Codes, Size


class Encoder(Protocol):
    """Makes one file of many pictures."""

    @property
    def bits(self) -> int:
        """Of the codes it takes."""
        ...

    @property
    def even(self) -> bool:
        """Must width and height be?"""
        ...

    def encode(self, path: Path, pictures: Iterable[Codes], rate: Fraction, size: Size) -> None:
        """Write them to a file, at so many a second; they may be gone through twice."""
        ...


ENCODERS: dict[str, Encoder] = {
    ".mp4": H264,
    ".mov": PRORES,
    ".webm": AV1_WEBM,
    ".mkv": AV1_MKV,
    ".webp": Webp(),
    ".apng": APNG,
    ".gif": Gif(),
}
PICTURES: dict[str, PictureFile] = {".png": Png(), ".exr": Exr()}
ENDINGS = (
    ".mp4, .mov (ProRes), .webm or .mkv (AV1), .webp, .apng or .gif: a movie; "
    ".png or .exr: its last picture; FOLDER/####.png or .exr: all its pictures, numbered; "
    "no ending: a folder of .png"
)
"""What a film may be called."""
