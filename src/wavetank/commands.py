"""What the commands do: each a few steps along the road from a scene file."""

import json
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from wavetank.errors import SceneError
from wavetank.frame import Frame
from wavetank.model.features import Feature
from wavetank.progress import progress
from wavetank.scene import library, reader
from wavetank.scene.scene import Scene
from wavetank.solvers import SOLVERS


def asked_for(
    scene: str, duration: float | None, solver: str | None, settings: Sequence[str] | None
) -> Scene:
    """The scene a command line names, with the changes it asks for."""
    changes: dict[str, Any] = {}
    if solver is not None:
        changes["solver"] = solver
    if duration is not None:
        changes["frames.duration"] = duration
    changes.update(setting(text) for text in settings or ())
    return Scene.read(scene, changes)


def setting(text: str) -> tuple[str, Any]:
    """A key and a value of `key=value`; the value as TOML has it, or else as a word."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise SceneError(f"--set {text}: no key=value", "for example: --set frames.duration=5")
    try:
        return key.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key.strip(), value.strip()


def record(scene: Scene, out: Path, *, resume: bool, force: bool) -> str:
    """Run a scene to a recording; the ledger at its end."""
    from wavetank.recording import Recording

    simulation = scene.simulation()
    if resume:
        recording = Recording.resume(out, simulation, scene=scene.text())
    else:
        recording = Recording.create(
            out,
            simulation,
            title=scene.title,
            scene=scene.text(),
            rate=scene.frames.rate,
            options=asdict(scene.solver),
            force=force,
        )
    done = len(recording)
    left = scene.frames.duration - simulation.state.time if done else scene.frames.duration
    frames = simulation.frames(max(left, 0.0), scene.frames.rate)
    for frame in progress(frames, max(scene.frame_count() - done, 0), scene.name):
        recording.write(frame, simulation)
    return f"{out}: {len(recording)} frames\n{simulation.ledger}"


@dataclass
class Shooting:
    """What a film is made of: frames, how many, how fast, and what they show."""

    frames: Iterable[Frame]
    count: int
    rate: float
    name: str


def asked_frames(
    scene: str, duration: float | None, solver: str | None, settings: Sequence[str] | None
) -> Shooting:
    """The frames of a recording, or of a scene that runs while it is filmed."""
    if Path(scene).is_dir():
        from wavetank.recording import Recording

        recording = Recording.open(Path(scene))
        return Shooting(recording.frames(), len(recording), recording.rate, Path(scene).stem)
    asked = asked_for(scene, duration, solver, settings)
    frames = asked.simulation().frames(asked.frames.duration, asked.frames.rate)
    return Shooting(frames, asked.frame_count(), asked.frames.rate, asked.name)


def shoot(shooting: Shooting, out: Path, size: str, *, force: bool) -> None:
    """Draw all frames and write the film."""
    from wavetank.film.movie import open_movie
    from wavetank.film.top_view import TopView

    with open_movie(out, shooting.rate, pixels(size), force=force) as movie:
        frames = progress(shooting.frames, shooting.count, shooting.name)
        first = next(frames)
        view = TopView.suited_to(first, pixels(size))
        for frame in chain([first], frames):
            movie.write(view.draw(frame))


def pixels(size: str) -> tuple[int, int]:
    """Width and height of "1280x720"."""
    width, _, height = size.partition("x")
    if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
        raise SceneError(f"--size {size}: no size in pixels", "for example: --size 1280x720")
    return int(width), int(height)


def describe(scene: Scene) -> str:
    """What a scene will do, in a few lines; building its simulation is the check."""
    simulation = scene.simulation()
    grid, model = scene.grid, simulation.model
    width, length = grid.size
    bed, depth, walls = model.bed, model.start_depth(), model.walls
    dt = min(scene.frames.dt or 1 / scene.frames.rate, 1 / scene.frames.rate)
    limit = simulation.solver.largest_step(simulation.state)
    steps = round(scene.frames.duration / min(dt, limit))
    rows = {
        "scene": f"{scene.name}: {scene.title}",
        "solver": f"{scene.solver.name}: {simulation.solver.title}",
        "grid": f"{grid.nx} x {grid.ny} cells of {grid.spacing:g} m: {width:g} x {length:g} m",
        "ground": f"{bed.min():.4g} to {bed.max():.4g} m, {walls.mean():.0%} wall",
        "water": f"{simulation.ledger.start:.6g} m^3, up to {depth.max():.4g} m deep",
        "frames": f"{scene.frame_count()} in {scene.frames.duration:g} s, about {steps} steps",
        "largest step": f"{limit:.4g} s",
    }
    return "\n".join(f"{name:14}{value}" for name, value in rows.items())


def scene_list() -> str:
    """The shipped scenes, a line each."""
    tables = {name: reader.tables_of(path) for name, path in library.shipped().items()}
    return "\n".join(f"{name:22}{table.get('title', '')}" for name, table in tables.items())


def scene_schema() -> str:
    """The JSON schema of scene files."""
    return json.dumps(reader.schema_of(Scene), indent=1, ensure_ascii=False)


def solver_table() -> str:
    """The solvers, a line each, and what they can do beside waves on a wet basin."""
    able = {feature: feature.name.lower() for feature in Feature}
    lines = []
    for name, solver in SOLVERS.items():
        can = ", ".join(word for feature, word in able.items() if feature in solver.handles)
        lines += [f"{name:16}{solver.title}", f"{'':16}{can or 'a basin that stays wet'}"]
    return "\n".join(lines)
