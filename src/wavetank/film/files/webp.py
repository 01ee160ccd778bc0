"""Animated WebP, by Pillow.

Every picture is whole: of parts of pictures, as FFmpeg's encoder leaves them, old squares stay
behind waves, for a quarter less bytes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from PIL import Image

from wavetank.film.picture import Codes, Size

LARGEST = 16383
"""Width or height of a WebP [pixels]."""


@dataclass(frozen=True)
class Webp:
    """An encoder of animated WebPs."""

    quality: int = 90
    """Of 100: 75 wipes small waves away."""

    bits, even = 8, False

    def encode(self, path: Path, pictures: Iterable[Codes], rate: Fraction, size: Size) -> None:
        """Write a file; all its pictures are in memory meanwhile."""
        if max(size) > LARGEST:
            raise ValueError(f"no WebP is {size[0]} x {size[1]}")
        images = map(Image.fromarray, pictures)
        first = next(images)
        first.save(
            path,
            save_all=True,
            append_images=images,
            duration=float(1000 / rate),
            loop=0,
            quality=self.quality,
            method=4,
            kmax=1,
        )
