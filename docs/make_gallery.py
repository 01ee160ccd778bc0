"""Films the shipped scenes small, as loops for a web page, and writes docs/gallery.md.

`make gallery` films all of them; `.venv/bin/python docs/make_gallery.py beach rain` these only.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from PIL import Image

from wavetank import SOLVERS, Scene
from wavetank.film.files.webp import Webp
from wavetank.film.shoot import Order, shoot
from wavetank.film.shots import SceneShot
from wavetank.scene import library

DOCS = Path(__file__).parent
LOOPS = DOCS / "images/gallery"
RATE = 15
"""Frames a second: half of a film's, for half the bytes."""
QUALITIES = (90, 80, 70, 60, 50, 40)
"""Of WebP, the best first; below 40, small waves are wiped away."""


@dataclass(frozen=True)
class Loop:
    """What is filmed of a scene."""

    scene: str
    start: float
    """Where in the scene it begins [s]."""
    length: float
    """How long it is [s]."""
    size: tuple[int, int] = (480, 270)
    """Of its pictures [pixels]."""
    most: int = 300_000
    """How large its file may be [bytes]."""

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return LOOPS / f"{self.scene}.webp"

    def film(self, file: Path) -> None:
        """Film it, in the best quality with which the file is small enough."""
        shot = SceneShot(Scene.read(self.scene, {"frames.rate": RATE}))
        first, count = round(self.start * RATE), round(self.length * RATE)
        with TemporaryDirectory() as temporary:
            folder = Path(temporary) / self.scene
            shoot([shot], Order(folder, size=self.size, frames=slice(first, first + count)))
            pictures = [np.asarray(Image.open(path)) for path in sorted(folder.iterdir())]
        for quality in QUALITIES:
            Webp(quality).encode(file, pictures, Fraction(RATE), self.size)
            if file.stat().st_size <= self.most:
                break
        print(f"{file.relative_to(DOCS)}: {file.stat().st_size:,} bytes at quality {quality}")


SPANS = {
    "beach": (8.0, 4.0),
    "cone_beach": (1.0, 4.0),
    "fish_tank": (2.5, 3.5),
    "puddle_over_the_bar": (0.8, 5.0),
}
"""Where in a scene its loop begins, and how long it is [s]; others show the first 3.5 s."""


def loops() -> list[Loop]:
    """A loop of every shipped scene."""
    return [Loop(name, *SPANS.get(name, (0.0, 3.5))) for name in library.shipped()]


def page(loops: Iterable[Loop]) -> str:
    """The gallery."""
    return "# Gallery\n\nEvery shipped scene, filmed by `make gallery`.\n" + "".join(
        map(part, loops)
    )


def part(loop: Loop) -> str:
    """What the gallery shows of a scene."""
    name = loop.scene
    scene = Scene.read(name)
    solver, command = scene.solver.name, f"wavetank film {name} --out {name}.mp4"
    return f"""
## {scene.title}

![{name}: {SOLVERS[solver].title}]({loop.file.relative_to(DOCS).as_posix()})

[`{solver}`](solvers/{solver}.md), [{name}.toml](../scenes/{name}.toml), `{command}`
"""


def main(names: Sequence[str]) -> None:
    """Film these scenes, or all; write the page of all."""
    LOOPS.mkdir(parents=True, exist_ok=True)
    for loop in loops():
        if not names or loop.scene in names:
            loop.film(loop.file)
    (DOCS / "gallery.md").write_text(page(loops()), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
