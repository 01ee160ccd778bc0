"""The command line: one function a command, no logic."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from wavetank.errors import WavetankError

app = typer.Typer(
    help="Height-field water for computer graphics.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

SceneName = Annotated[str, typer.Argument(help="A scene file, or the name of a shipped scene.")]
Changes = Annotated[
    list[str] | None, typer.Option("--set", help="key=value, in place of the file's; repeatable.")
]
SolverName = Annotated[str | None, typer.Option(help="Another solver than the file's.")]
Duration = Annotated[float | None, typer.Option(help="Another duration than the file's [s].")]
Style = Literal["water", "plot"]
Quality = Literal["draft", "good", "final"]
What = Literal["steps", "film"]
Force = Annotated[bool, typer.Option("--force", help="Overwrite what is there.")]


@app.command()
def run(
    scene: SceneName,
    out: Annotated[Path | None, typer.Option(help="The recording; NAME.zarr if not given.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with it.")] = False,
    force: Force = False,
    duration: Duration = None,
    solver: SolverName = None,
    change: Changes = None,
) -> None:
    """Run a scene to a recording, and print where every litre went."""
    from wavetank.commands import asked_for, record

    asked = asked_for(scene, duration, solver, change)
    typer.echo(record(asked, out or Path(f"{asked.name}.zarr"), resume=resume, force=force))


@app.command()
def check(scene: SceneName, solver: SolverName = None, change: Changes = None) -> None:
    """Is a scene sound? Says what it will do; exit code 2 and two lines if it is not."""
    from wavetank.commands import asked_for, describe

    typer.echo(describe(asked_for(scene, None, solver, change)))


@app.command()
def scenes(
    schema: Annotated[
        bool, typer.Option("--schema", help="The JSON schema of scene files.")
    ] = False,
) -> None:
    """List the shipped scenes; or print what a scene file may hold, for editors."""
    from wavetank.commands import scene_list, scene_schema

    typer.echo(scene_schema() if schema else scene_list())


@app.command()
def solvers() -> None:
    """List the solvers, the papers they come from, and what they can do."""
    from wavetank.commands import solver_table

    typer.echo(solver_table())


@app.command()
def film(
    scenes: Annotated[list[str], typer.Argument(help="A scene file or name, or a recording.")],
    out: Annotated[Path, typer.Option(help="The film; its ending says what it is.")],
    style: Annotated[Style, typer.Option(help="As an eye sees it, or as a figure.")] = "water",
    size: Annotated[str, typer.Option(help="Width x height, in pixels.")] = "1280x720",
    quality: Annotated[Quality, typer.Option(help="What a picture may cost.")] = "good",
    frames: Annotated[str | None, typer.Option(help="Which frames, FIRST:END.")] = None,
    side_by_side: Annotated[bool, typer.Option(help="Several of them in one film.")] = False,
    force: Force = False,
    duration: Duration = None,
    solver: SolverName = None,
    change: Changes = None,
) -> None:
    """Film a scene or a recording.

    The film is .mp4 (H.264), .mov (ProRes), .webm or .mkv (AV1), .webp, .apng or .gif; its last
    picture as .png or .exr; or all its pictures, numbered: FOLDER/####.png, FOLDER/####.exr.
    A film that was stopped goes on where it was when the same is asked for again.
    """
    from wavetank.commands import frames_of, shots_of, size_of
    from wavetank.film.shoot import Order, shoot

    order = Order(out, style, size_of(size), quality, frames_of(frames), force)
    shoot(shots_of(scenes, side_by_side, duration, solver, change), order)


@app.command()
def study(
    name: Annotated[str, typer.Argument(help="nishidate, kass or skirlo.")],
    out: Annotated[Path | None, typer.Option(help="Also write the tables as Markdown.")] = None,
) -> None:
    """Measure a paper's claims again, and print them beside the paper's figures."""
    from wavetank.studies import print_study

    print_study(name, out)


@app.command()
def bench(
    what: Annotated[What, typer.Argument(help="Steps of the solvers, or a film.")] = "steps",
    size: Annotated[
        int | None,
        typer.Option(help="Cells along each side of the largest grid: 4096, or 256 for a film."),
    ] = None,
    peers: Annotated[
        bool, typer.Option("--peers", help="Steps: time other libraries too.")
    ] = False,
    full: Annotated[bool, typer.Option("--full", help="Film: make all of its pictures.")] = False,
) -> None:
    """Time the solvers beside this machine's memory in the same run; or what a film takes."""
    from wavetank.bench.bench import print_bench

    print_bench(what, size, peers=peers, whole=full)


def main() -> None:
    """Run a command; a user's error is two lines and no traceback."""
    try:
        app()
    except WavetankError as error:
        print(error, file=sys.stderr)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
