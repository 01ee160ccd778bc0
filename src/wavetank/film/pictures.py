"""Pictures by Pillow: a still, a folder of them, an animated GIF."""

from pathlib import Path
from re import fullmatch

from PIL import Image as Pillow

from wavetank.film.light import Image


class Still:
    """One picture: the last one written."""

    def __init__(self, path: Path, rate: float, size: tuple[int, int]) -> None:
        self.path = path
        self.last: Image | None = None

    def write(self, image: Image) -> None:
        """Remember it instead of the one before."""
        self.last = image

    def close(self) -> None:
        """Write it."""
        if self.last is not None:
            Pillow.fromarray(self.last).save(self.path, "PNG")


class Folder:
    """A folder of pictures, frame_00000.png and so on."""

    def __init__(self, path: Path, rate: float, size: tuple[int, int]) -> None:
        self.path = path
        self.path.mkdir()
        self.count = 0

    def write(self, image: Image) -> None:
        """Write it as the next file; quickly rather than small."""
        name = self.path / f"frame_{self.count:05}.png"
        Pillow.fromarray(image).save(name, "PNG", compress_level=3)
        self.count += 1

    def close(self) -> None:
        """Nothing is left to write."""

    @staticmethod
    def pictures(path: Path) -> list[Path]:
        """The pictures in such a folder."""
        return [file for file in path.iterdir() if fullmatch(r"frame_\d{5,}\.png", file.name)]

    @staticmethod
    def made(path: Path) -> bool:
        """Does a folder hold such pictures and nothing else?"""
        return len(Folder.pictures(path)) == len(list(path.iterdir()))


class Gif:
    """An animated GIF: 256 colours a picture, kept in memory until the end."""

    def __init__(self, path: Path, rate: float, size: tuple[int, int]) -> None:
        self.path = path
        self.rate = rate
        self.images: list[Pillow.Image] = []

    def write(self, image: Image) -> None:
        """Reduce it to its colours."""
        self.images.append(Pillow.fromarray(image).quantize(256, Pillow.Quantize.FASTOCTREE))

    def close(self) -> None:
        """Write them all; GIF counts time in hundredths of a second."""
        if not self.images:
            return
        ends = [round(100 * (k + 1) / self.rate) for k in range(len(self.images))]
        lasting = [10 * (end - begin) for begin, end in zip([0, *ends[:-1]], ends, strict=True)]
        first, *others = self.images
        first.save(self.path, "GIF", save_all=True, append_images=others, duration=lasting, loop=0)
