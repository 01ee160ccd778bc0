"""What a film costs: each piece of a picture, a whole film, pixels, memory and threads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import numba
from rich.console import Console
from rich.table import Table

from wavetank.bench.apart import Apart, film_apart
from wavetank.bench.pieces import Seconds, pieces, renderer_of
from wavetank.film.picture import Size
from wavetank.film.renderer import QUALITIES, QualityName
from wavetank.film.shoot import Order, shoot
from wavetank.film.shots import RecordingShot, recording_shot
from wavetank.film.sky.sky import environment
from wavetank.frame import Frame
from wavetank.recording.recording import Recording
from wavetank.scene.scene import Scene

SCENE = "cone_beach"
"""Deep and shallow water, a shore, wet and dry ground, sky."""
ALL_THREADS: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
RATE = 30.0
"""Frames a second."""
TARGET_SECONDS, TARGET_MEMORY, TARGET_THREADS = 240.0, 1.5, 1.8
"""Of a film of 250 pictures on 256 x 256 cells [s]; of the process that makes it [GB]; how many
times faster two threads are than one."""


@dataclass(frozen=True)
class Plan:
    """How much is filmed."""

    cells: int = 256
    """Along each side of the recording's grid."""
    size: Size = (1280, 720)
    """Of the pictures, across and down [pixels]; and half of it, to see what pixels cost."""
    pictures: int = 250
    """Of the whole film."""
    sample: int = 6
    """How many of these are drawn, evenly spread; the rest is extrapolated."""
    rounds: int = 2
    """How often one thread and all are timed, in turn; the best counts."""
    whole: bool = False
    """Is all of it filmed, too?"""


def print_film(plan: Plan) -> None:
    """Record a scene, film it, and print what that took."""
    console = Console()
    with TemporaryDirectory() as name:
        folder = Path(name)
        shot = recorded(folder / f"{SCENE}.zarr", plan)
        frames = list(shot.frames(range(0, shot.count, max(shot.count // plan.sample, 1))))
        console.print(
            f"{SCENE} on {plan.cells} x {plan.cells} cells, {ALL_THREADS} threads; "
            f"means over {len(frames)} of {plan.pictures} frames, evenly spread. Compare within a "
            "table: machines breathe."
        )
        took = {name: pieces(shot, frames, plan.size, name, folder) for name in QUALITIES}
        console.print(pieces_table(took, plan))
        console.print(film_table(shot, frames, sum(took["good"].values()), plan))
        console.print(threads_table(shot, plan))


def recorded(path: Path, plan: Plan) -> RecordingShot:
    """The scene, recorded on a plan's cells."""
    width, _ = Scene.read(SCENE).grid.size
    changes = {
        "grid.nx": plan.cells,
        "grid.ny": plan.cells,
        "grid.spacing": width / plan.cells,
        "frames.duration": (plan.pictures - 1) / RATE,
        "frames.rate": RATE,
    }
    scene = Scene.read(SCENE, changes)
    simulation = scene.simulation()
    recording = Recording.create(path, simulation, rate=RATE, scene=scene.text())
    for frame in simulation.frames(scene.frames.duration, RATE):
        recording.write(frame, simulation)
    return recording_shot(path, {})


def pieces_table(took: Mapping[QualityName, Seconds], plan: Plan) -> Table:
    """What a picture of each quality takes, piece by piece."""
    width, height = plan.size
    table = table_of(f"a picture of {width} x {height}, seconds and shares", "piece", *took)
    totals = {quality: sum(seconds.values()) for quality, seconds in took.items()}
    for name in max(took.values(), key=len):
        cells = (
            f"{seconds[name]:.3f}  {seconds[name] / totals[quality]:4.0%}"
            if name in seconds
            else ""
            for quality, seconds in took.items()
        )
        table.add_row(name, *cells)
    table.add_row("all", *(f"{total:.3f}  100%" for total in totals.values()))
    return table


def film_table(shot: RecordingShot, frames: Sequence[Frame], picture: float, plan: Plan) -> Table:
    """What a film in the quality `good` takes, at so many seconds a picture; and its pixels."""
    table = table_of("a film, good", "what", "measured", "target")
    begin = beginning(shot, frames[0], plan.size)
    table.add_row("sky, land and encoder, once", f"{begin:.1f} s", "")
    film = begin + plan.pictures * picture
    words = f"{plan.pictures} pictures, encoded"
    target = f"under {TARGET_SECONDS:.0f} s"
    table.add_row(f"{words} (extrapolated from {len(frames)})", f"{film:.0f} s", target)
    if plan.whole:
        table.add_row(f"{words} (all of them)", f"{filmed(shot, plan.size):.0f} s", target)
    half = plan.size[0] // 2, plan.size[1] // 2
    (small, _), (large, busy) = (
        seconds_a_picture(shot, frames, size) for size in (half, plan.size)
    )
    alone = plan.pictures * busy / ALL_THREADS
    words = f"processor time of drawing them, shared by {ALL_THREADS} threads"
    table.add_row(words, f"{alone:.0f} s", "")
    words = f"a pixel of {plan.size[0]} x {plan.size[1]}, per one of {half[0]} x {half[1]}"
    ratio = large / small * (half[0] * half[1]) / (plan.size[0] * plan.size[1])
    table.add_row(words, f"{ratio:.2f}", "at most 1")
    return table


def beginning(shot: RecordingShot, frame: Frame, size: Size) -> float:
    """How long a film takes before its first picture, all compiled [s]."""
    environment.cache_clear()
    begin = perf_counter()
    drawer = renderer_of(shot, frame, size, "good")
    view = drawer.camera.at(frame.time)
    drawer.world(frame, view)
    first = perf_counter()
    drawer.world(frame, view)
    return first - begin - (perf_counter() - first)


def filmed(shot: RecordingShot, size: Size) -> float:
    """How long the whole film takes, as the command makes it [s]."""
    begin = perf_counter()
    shoot([shot], Order(shot.recording.path.with_name("whole.mp4"), size=size))
    return perf_counter() - begin


def seconds_a_picture(
    shot: RecordingShot, frames: Sequence[Frame], size: Size
) -> tuple[float, float]:
    """What drawing one takes, on an average over some: by the clock, and of all processors [s]."""
    drawer = renderer_of(shot, frames[0], size, "good")
    drawer.draw(frames[0])
    begin, busy = perf_counter(), process_time()
    for frame in frames:
        drawer.draw(frame)
    return (perf_counter() - begin) / len(frames), (process_time() - busy) / len(frames)


def threads_table(shot: RecordingShot, plan: Plan) -> Table:
    """What a process takes that films some pictures, on one thread and on all."""
    runs = best_of_rounds(shot.recording.path, plan)
    title = f"a process that films {plan.sample} pictures"
    table = table_of(title, "threads", "seconds", "cores it had", "times as fast", "target")
    for threads, run in runs.items():
        gain = f"{runs[1].seconds / run.seconds:.2f}"
        had = f"{run.processor / run.seconds:.1f}"
        target = f"{TARGET_THREADS}, if it had two" if threads == 2 else ""
        table.add_row(str(threads), f"{run.seconds:.1f}", had, gain, target)
    memory = max(run.memory or 0.0 for run in runs.values()) / 1e9
    told = f"memory {memory:.2f} GB at most" if memory else "this system tells no memory"
    table.caption = f"{told}; target: under {TARGET_MEMORY} GB"
    return table


def best_of_rounds(run: Path, plan: Plan) -> dict[int, Apart]:
    """The quickest of some processes on one thread, and on all, run in turn."""
    best: dict[int, Apart] = {}
    for _ in range(plan.rounds):
        for threads in (1, ALL_THREADS):
            now = film_apart(run, plan.size, plan.sample, threads)
            best[threads] = min(best.get(threads, now), now, key=lambda run: run.seconds)
    return best


def table_of(title: str, first: str, *others: str) -> Table:
    """An empty table; all but its first column are numbers."""
    table = Table(title=title, title_justify="left")
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table
