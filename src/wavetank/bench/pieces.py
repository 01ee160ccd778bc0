"""Pieces of a picture: what each part of drawing one takes, by a clock at the door of each part."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from fractions import Fraction
from io import BytesIO
from itertools import cycle, repeat
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any

from wavetank.film import renderer, stage
from wavetank.film.files.pictures import Packed
from wavetank.film.files.video import H264
from wavetank.film.picture import Picture, Size
from wavetank.film.renderer import QUALITIES, QualityName, Renderer
from wavetank.film.shots import Shot
from wavetank.frame import Frame
from wavetank.look.camera import Camera

Seconds = dict[str, float]
"""How long each piece takes for a picture [s], by its name."""


def pieces(
    shot: Shot, frames: Sequence[Frame], size: Size, quality: QualityName, folder: Path
) -> Seconds:
    """How long each piece of a picture takes, on an average over some frames."""
    drawer = renderer_of(shot, frames[0], size, quality)
    first = [drawer.draw(frames[0])]  # compiles; sky and ground are made once for a film
    write(first)
    encode(first, folder / "bench.mp4", shot.rate, size)
    took: Seconds = {}
    with clocks_at_doors(took, quality):
        pictures = [timed(took, "all", drawer.draw)(frame) for frame in frames]
    took["the rest"] = 2 * took["all"] - sum(took.values())
    del took["all"]
    timed(took, "writing", write)(pictures)
    timed(took, "encoding", encode)(pictures, folder / "bench.mp4", shot.rate, size)
    return {name: seconds / len(frames) for name, seconds in took.items()}


def renderer_of(shot: Shot, frame: Frame, size: Size, quality: QualityName) -> Renderer:
    """What draws a shot's frames."""
    camera = shot.camera or Camera.suited_to(frame, size[0] / size[1])
    return Renderer(camera, shot.look, size, quality, shot.folder)


@contextmanager
def clocks_at_doors(took: Seconds, quality: QualityName) -> Iterator[None]:
    """While this lasts, whoever draws is timed where it goes from part to part."""
    rays = ["rays", "more rays"] if QUALITIES[quality].rays else ["rays"]
    doors: list[tuple[ModuleType, str, Iterable[str]]] = [
        (stage, "scenery_of", repeat("scenery")),
        (stage, "caustics", repeat("caustics")),
        (renderer, "share_out", cycle(rays)),
        (renderer, "mark", repeat("marking")),
        (renderer, "develop", repeat("tone")),
    ]
    with ExitStack() as watch:
        for module, name, pieces in doors:
            door = getattr(module, name)
            watch.callback(setattr, module, name, door)
            setattr(module, name, timed_in_turn(took, iter(pieces), door))
        yield


def timed(took: Seconds, piece: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """The same work, its time added to a piece's."""
    return timed_in_turn(took, repeat(piece), work)


def timed_in_turn(
    took: Seconds, pieces: Iterator[str], work: Callable[..., Any]
) -> Callable[..., Any]:
    """The same work, its time added to one piece's after the other."""

    def clocked(*arguments: Any) -> Any:
        begin = perf_counter()
        done = work(*arguments)
        piece = next(pieces)
        took[piece] = took.get(piece, 0.0) + perf_counter() - begin
        return done

    return clocked


def write(pictures: Sequence[Picture]) -> None:
    """Pack pictures as a film in the making keeps them."""
    for picture in pictures:
        Packed(H264.bits).write(BytesIO(), picture)


def encode(pictures: Sequence[Picture], path: Path, rate: float, size: Size) -> None:
    """Make a movie of them; it takes longer than with pictures that follow each other."""
    H264.encode(path, (picture.codes(H264.bits) for picture in pictures), Fraction(rate), size)
