"""Shoot: from shots to a film, in a style."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from wavetank.errors import SceneError
from wavetank.film.files.movie import Movie, open_movie
from wavetank.film.picture import Drawer, Picture, Size
from wavetank.film.plot.panes import Panes
from wavetank.film.plot.plot import Plot
from wavetank.film.plot.ranges import Ranges
from wavetank.film.plot.side_by_side import Run, SideBySide, moments, names_of
from wavetank.film.renderer import QualityName, Renderer
from wavetank.film.shots import Shot
from wavetank.film.shutter import Shutter
from wavetank.look.camera import Camera
from wavetank.progress import progress

Style = Literal["water", "plot"]
"""As an eye would see it, or as a figure to read."""


@dataclass(frozen=True)
class Order:
    """How a film is asked for."""

    out: Path
    """The file or folder."""
    style: Style = "water"
    """How it looks."""
    size: Size = (1280, 720)
    """Of its pictures, across and down [pixels]."""
    quality: QualityName = "good"
    """What a picture may cost."""
    frames: slice = field(default_factory=lambda: slice(None))
    """Which of all frames."""
    force: bool = False
    """Is what is there replaced?"""


def shoot(shots: Sequence[Shot], order: Order) -> None:
    """Film a shot, or several side by side; frames that an earlier try finished are taken up."""
    count = min(shot.count for shot in shots)
    wanted = range(count)[order.frames]
    if not wanted:
        raise SceneError(
            f"--frames leaves none of {count} frames",
            "FIRST:END, counted from 0; END is the first that is left out: 10:50",
        )
    film = {
        "style": order.style,
        "quality": order.quality,
        **{f"run {k + 1}": identity(shot) for k, shot in enumerate(shots)},
    }
    with open_movie(
        order.out,
        shots[0].rate,
        order.size,
        frames=wanted,
        film=film,
        force=order.force,
        watch=progress,
    ) as movie:
        missing = [i for i, k in enumerate(wanted) if movie.needs(k)]
        if missing:
            draw(shots, order, movie, wanted[missing[0] : missing[-1] + 1])


def identity(shot: Shot) -> dict[str, Any]:
    """What a film's pictures depend on."""
    camera = asdict(shot.camera) if shot.camera else None
    return {"scene": shot.known_by, "camera": camera, "look": asdict(shot.look)}


def draw(shots: Sequence[Shot], order: Order, movie: Movie, wanted: range) -> None:
    """Draw the frames that a movie needs."""
    name = " | ".join(shot.name for shot in shots)
    ranges = ranges_of(shots) if order.style == "plot" else None
    drawn: Iterable[tuple[int, Callable[[], Picture]]]
    if len(shots) == 1:
        drawer = drawer_of(shots[0], shots[0].camera, ranges, order, order.size)
        drawn = ((f.index, partial(drawer.draw, f)) for f in shots[0].frames(wanted))
    else:
        panes = Panes.of(len(shots), order.size)
        drawers = tuple(
            drawer_of(shot, shots[0].camera, ranges, order, panes.pane) for shot in shots
        )
        beside = SideBySide(panes, drawers, names_of([Path(shot.name) for shot in shots]))
        runs = [Run(shot.name, shot.rate, shot.frames(wanted)) for shot in shots]
        drawn = ((m[0].index, partial(beside.draw, m)) for m in moments(runs))
    for k, picture in progress(drawn, len(wanted), name):
        if movie.needs(k):
            movie.put(k, picture())


def drawer_of(
    shot: Shot, camera: Camera | None, ranges: Ranges | None, order: Order, size: Size
) -> Drawer:
    """What draws a shot's frames: a plot if there are ranges, else through a camera."""
    if ranges is not None:
        return Plot(ranges, size, shot.title)
    if camera is None:
        first = next(shot.frames(range(1)))
        camera = Camera.suited_to(first, size[0] / size[1])
    renderer = Renderer(camera, shot.look, size, order.quality, shot.folder)
    return Shutter(renderer, shot, shot.look.shutter) if shot.look.shutter else renderer


def ranges_of(shots: Sequence[Shot]) -> Ranges:
    """The scales of plots of some shots, from all their frames: a scene runs for it, too."""
    return Ranges.of(chain.from_iterable(shot.frames(range(shot.count)) for shot in shots))
