"""One picture in one file: PNG, OpenEXR, or packed until a video is made of it."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, ClassVar, Protocol

import numpy as np

from wavetank.errors import OutputError
from wavetank.film.picture import Codes, Picture, Size

PACKING = 1
"""How hard finished pictures are packed, 1 to 22; 3 saves a tenth and takes twice as long."""
LARGEST_HALF = 65504.0


class PictureFile(Protocol):
    """A kind of file that holds one picture."""

    ending: ClassVar[str]

    def write(self, file: BinaryIO, picture: Picture) -> None:
        """Write a picture."""
        ...


@dataclass(frozen=True)
class Packed:
    """What is shown, without loss and soonest written: 720p takes 15 ms, and as much as a PNG."""

    bits: int
    """Of a code; where they are rounded once more, a few more than there will be."""
    ending: ClassVar[str] = ".blosc"

    def write(self, file: BinaryIO, picture: Picture) -> None:
        """Pack its codes."""
        from numcodecs.blosc import Blosc

        file.write(Blosc("zstd", PACKING).encode(picture.codes(self.bits)))


def unpacked(path: Path, size: Size) -> Codes:
    """The codes of a packed picture of this size."""
    from numcodecs.blosc import Blosc

    try:
        numbers = Blosc().decode(path.read_bytes())
    except RuntimeError as error:
        raise OutputError(
            f"{path} is damaged", "remove it and film again: no other frame is drawn again"
        ) from error
    count = size[0] * size[1] * 3
    codes: Codes = np.frombuffer(numbers, np.uint8 if len(numbers) == count else np.uint16)
    return codes.reshape(size[1], size[0], 3)


@dataclass(frozen=True)
class Png:
    """What is shown, in 8 bits."""

    ending: ClassVar[str] = ".png"

    def write(self, file: BinaryIO, picture: Picture) -> None:
        """Quickly rather than small."""
        from PIL import Image

        Image.fromarray(picture.codes(8)).save(file, "PNG", compress_level=1)


@dataclass(frozen=True)
class Exr:
    """Its light, linear, as half floats: what compositing programs take."""

    ending: ClassVar[str] = ".exr"

    def write(self, file: BinaryIO, picture: Picture) -> None:
        """Whatever is read later can be calculated with: no infinity, no NaN."""
        import OpenEXR

        if picture.light is None:
            raise OutputError(
                ".exr holds light, and a plot has none", "write .png, or film another style"
            )
        half = np.clip(picture.light, -LARGEST_HALF, LARGEST_HALF).astype(np.float16)
        half[np.isnan(half)] = 0
        header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}
        whole = BytesIO()  # so that a full disk is told by Python, in its own words
        with OpenEXR.File(header, {"RGB": half}) as image:
            image.write(whole)
        file.write(whole.getbuffer())
