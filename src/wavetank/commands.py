"""What the commands do: each a few steps along the road from a scene file."""

import json
import tomllib
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING, Any

from wavetank.errors import OutputError, SceneError
from wavetank.model.features import Feature
from wavetank.progress import progress
from wavetank.scene import library, reader
from wavetank.scene.scene import Scene
from wavetank.solvers import SOLVERS

if TYPE_CHECKING:
    from wavetank.film.shots import Shot

MOST_PIXELS = 100_000_000
"""Of a film's pictures: more is a slip of the hand."""


def asked_for(
    scene: str, duration: float | None, solver: str | None, settings: Sequence[str] | None
) -> Scene:
    """The scene a command line names, with the changes it asks for."""
    return Scene.read(scene, changes_of(duration, solver, settings))


def changes_of(
    duration: float | None, solver: str | None, settings: Sequence[str] | None
) -> dict[str, Any]:
    """The values that a command line puts in place of a scene file's, by their paths."""
    changes: dict[str, Any] = {}
    if solver is not None:
        changes["solver"] = solver
    if duration is not None:
        changes["frames.duration"] = duration
    changes.update(setting(text) for text in settings or ())
    return changes


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

    if resume and force:
        raise OutputError(
            "--resume goes on with a recording, --force begins it again", "give one of the two"
        )
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


def shots_of(
    scenes: Sequence[str],
    side_by_side: bool,
    duration: float | None,
    solver: str | None,
    settings: Sequence[str] | None,
) -> "list[Shot]":
    """What a command line names to be filmed: scenes, that run for it, or recordings."""
    from wavetank.film.shots import SceneShot, recording_shot

    if len(scenes) > 1 and not side_by_side:
        raise SceneError(f"{len(scenes)} things to film at once", "--side-by-side shows them so")
    changes = changes_of(duration, solver, settings)
    return [
        recording_shot(Path(name), changes)
        if Path(name).is_dir()
        else SceneShot(Scene.read(name, changes))
        for name in scenes
    ]


def size_of(text: str) -> tuple[int, int]:
    """Width and height of "1280x720"."""
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise SceneError(f"--size {text}: no size in pixels", "for example: --size 1280x720")
    if int(width) * int(height) > MOST_PIXELS:
        raise SceneError(f"--size {text}: too many pixels", f"{MOST_PIXELS:,} at most")
    return int(width), int(height)


def frames_of(text: str | None) -> slice:
    """Which frames "10:50" means."""
    if match := fullmatch(r"(-?\d+)?:(-?\d+)?(?::0*([1-9]\d*))?", text or ":"):
        return slice(*(int(number) if number else None for number in match.groups()))
    raise SceneError(
        f"--frames {text}: no range of frames", "FIRST:END or FIRST:END:STEP, for example 10:50"
    )


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
