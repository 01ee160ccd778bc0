"""Skirlo's claims, measured again: his two films, and what he saw in them."""

from pathlib import Path
from time import perf_counter, process_time

from wavetank.film.shoot import Order, drawer_of
from wavetank.film.shots import SceneShot
from wavetank.scene.scene import Scene
from wavetank.studies import kass_shores, skirlo_waves
from wavetank.studies.skirlo_waves import AS_FILMED, LATE, LOW, OFF, SOON, Bend
from wavetank.studies.study import Study
from wavetank.studies.table import Row, compare, report

FILMS = ("two_sines", "cone_beach")
MATLAB, RENDERED = 300.0, 3600.0
"""What his MATLAB took for 8 s [s]; what "a few hours" are at the least, for 250 pictures [s]."""
PICTURES, SAMPLE = 250, 5
"""Of a film; of which so many are drawn, evenly spread."""
SIZE = (1280, 720)
STARTS = (-30.0, 0.0, 40.0)
"""Where the three parts of the front set out to that are followed, from the x axis [degrees]."""


def simulations() -> list[Row]:
    """How long the water of his two films takes."""
    rows = []
    for name in FILMS:
        simulation = Scene.read(name).simulation()
        start = perf_counter()
        frames = sum(1 for _ in simulation.frames(8.0))
        took = perf_counter() - start
        claim = f"8 s of {name}: {frames} frames, {simulation.steps_taken} steps"
        measured = f"{took:.1f} s, compiling included: {MATLAB / took:.0f} times as fast"
        rows.append(compare(claim, "about 5 min in MATLAB", measured, took <= MATLAB))
    return rows


def pictures() -> list[Row]:
    """How long their pictures take."""
    rows = []
    for name in FILMS:
        took, busy = (PICTURES * seconds for seconds in seconds_a_picture(name))
        claim = f"{PICTURES} pictures of {name}, {SIZE[0]} x {SIZE[1]}, good"
        work = f"{busy / 60:.1f} min of one processor's work"
        measured = f"{took / 60:.1f} min, {work}, extrapolated from {SAMPLE} pictures"
        paper = "a few hours by ray tracer, size unknown (taken as: at least one)"
        rows.append(compare(claim, paper, measured, took <= RENDERED))
    return rows


def seconds_a_picture(
    name: str, size: tuple[int, int] = SIZE, sample: int = SAMPLE
) -> tuple[float, float]:
    """How long a picture of a scene takes, by the clock and of all processors [s]."""
    shot = SceneShot(Scene.read(name, {"frames.duration": 8.0}))
    drawer = drawer_of(shot, shot.camera, None, Order(Path(name), size=size), size)
    drawer.draw(next(shot.frames(range(1))))  # compiles
    took = busy = 0.0
    for frame in shot.frames(range(0, shot.count, shot.count // sample)[:sample]):
        begin, work = perf_counter(), process_time()
        drawer.draw(frame)
        took, busy = took + perf_counter() - begin, busy + process_time() - work
    return took / sample, busy / sample


def splitting() -> list[Row]:
    """The hump splits in two."""
    found = skirlo_waves.split()
    west, east = found.heights
    halves = max(abs(west - 0.5), abs(east - 0.5)) < 0.01
    channel = "low hump in a channel, 0.8 m deep"
    parts = f"{west:.3f} and {east:.3f} of it"
    speed, echo = f"{found.speed:.3f} √(g d)", f"{found.echo:.3f} of its height"
    ring = skirlo_waves.bends(LOW, STARTS[1:2])[0].share
    whole = "a round hump splits so too, cone_beach"
    rest = f"a ring, {ring:.2f} of it after {SOON:g} s and ever lower"
    return [
        compare(f"splits into a wave to each side, {channel}", "half its height", parts, halves),
        compare(f"these go at (g d)^0.5, {channel}", "√(g d)", speed, abs(found.speed - 1) < 0.01),
        compare(f"reflection off a wall, {channel}", "whole", echo, abs(found.echo - 1) < 0.03),
        compare(whole, "half its height", rest, abs(ring - 0.5) < 0.05),
    ]


def bending() -> list[Row]:
    """The ring bends as it comes to the beach, for the part over shallower water lags."""
    rows, low = [], skirlo_waves.bends(LOW, STARTS)
    for part in low:
        turned = f"turns from {part.start:g}° to {part.ray:.1f}° (rays)"
        good = abs(part.front - part.ray) < 2
        rows.append(compare(f"bends, {case(LOW, part)}", turned, f"{part.front:.1f}°", good))
    high = skirlo_waves.bends(AS_FILMED, STARTS)
    rows += [slowing(LOW, part) for part in low] + [slowing(AS_FILMED, high[1])]
    return [*rows, lag(LOW, low), lag(AS_FILMED, high)]


def case(height: float, part: Bend | None = None) -> str:
    """What was looked at."""
    start = f", setting out at {part.start:g}°" if part else ""
    return f"cone_beach, hump {height:g} m high{start}"


def slowing(height: float, part: Bend) -> Row:
    """Does the front go at sqrt(g d), with d of the still water?"""
    theory, good = LATE - SOON, abs(part.took / (LATE - SOON) - 1) < 0.02
    paper = f"{theory:.3f} s over a way to the beach, √(g d) along the ray"
    return compare(f"speed (g d)^0.5, {case(height, part)}", paper, f"{part.took:.3f} s", good)


def lag(height: float, parts: list[Bend]) -> Row:
    """How much later than over deep water the front is over shallow."""
    deep, shallow = parts[0].lag, parts[1].lag
    theory, measured = (1000 * (late - soon) for soon, late in zip(deep, shallow, strict=True))
    return compare(
        f"the part over shallower water lags, {OFF:g} m from the hump, {case(height)}",
        f"{theory:.0f} ms (rays)",
        f"{measured:.0f} ms",
        measured > 0 and abs(measured / theory - 1) < 0.1,
    )


def sloshing() -> list[Row]:
    """The waves break up on the beach."""
    pieces = skirlo_waves.most_pieces()
    claim = "hits the beach and breaks up into separate pieces, cone_beach"
    return [report(claim, f"up to {pieces} pieces of water, the sea being one")]


STUDY = Study(
    "skirlo",
    "Skirlo, Creating Pretty Water Scenes, after Kass & Miller 1990",
    (
        *(simulations, pictures, splitting, bending, sloshing),
        kass_shores.steps_and_shores,  # his epsilon
    ),
)
"""Skirlo's claims, measured again."""
