"""Whatever a scene file holds: a simulation that takes a step, or two lines. Nothing else.

Warnings are errors here (pyproject.toml), so numbers that overflow on the quiet are found too.
"""

from copy import deepcopy

import numpy as np
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from wavetank import Scene
from wavetank.errors import WavetankError
from wavetank.scene import library, reader

# Scenes that are mostly sound: small, shallow, with something of everything

length = st.floats(0.01, 0.5)
inside = st.floats(0, 0.2)  # within the smallest tank
height = st.floats(-0.1, 0.1)
late = st.floats(5, 9)
count = st.integers(0, 4)


def kind(name, **keys):
    return st.fixed_dictionaries({"kind": st.just(name)} | keys)


def word(*words):
    return st.sampled_from(words)


def several(*parts):
    return st.lists(st.one_of(*parts), max_size=2)


def some(**keys):
    return st.fixed_dictionaries({}, optional=keys)


corners = st.lists(st.tuples(inside, inside).map(list), min_size=3, max_size=5)
place = {"x": inside, "y": inside}
bell = place | {"radius": length, "height": height}
end = st.tuples(inside, inside).map(list)
eye = st.tuples(length, length, length).map(list)
sources = several(
    kind("drop", time=st.floats(0, 0.01), adds_water=st.booleans(), **bell),
    kind("rain", rate=st.floats(1, 200), radius=length, height=height, seed=count),
    kind("inflow", rate=length, radius=length, **place),
    kind("outflow", rate=length, radius=length, start=inside, stop=late, **place),
    kind("oscillator", period=length, **bell),
)
terrain = several(
    kind("flat", height=height),
    kind("slope", low=height, high=height, toward=word("west", "east", "south", "north")),
    kind("cone", join=word("add", "highest", "lowest"), **bell),
    kind("island", base=height, **bell),
    kind("ridge", start=end, end=end, width=length, height=height),
    kind("fractal", seed=count, height=length, size=length, roughness=inside),
)
walls = several(
    kind("rectangle", west=inside, east=late, south=inside, north=late),
    kind("disc", x=inside, y=inside, radius=st.floats(0.01, 0.1)),
    kind("polygon", points=corners),
    kind("land", depth=inside),
)
bumps = several(
    kind("gaussian", **bell),
    kind("dam", height=height, east=length),
    kind("ring", width=length, **bell),
    kind("front", place=inside, width=length, height=height, toward=word("east", "south")),
    kind("sines", height=height, along_x=count, along_y=count),
)
passage = st.one_of(
    word("wall", "open"),
    kind("open", sponge=length, level=height),
    kind("wave_maker", height=length, period=length, ramp=inside),
)
sides = st.one_of(
    some(west=passage, east=passage, south=passage, north=passage),
    st.just({"west": "periodic", "east": "periodic"}),
)
sound_scenes = st.fixed_dictionaries(
    {
        "grid": st.fixed_dictionaries(
            {"nx": st.integers(1, 12), "ny": st.integers(1, 12), "spacing": st.floats(0.2, 1)}
        ),
        "frames": st.builds(dict, duration=length),
        "solver": st.one_of(
            word("damped_wave", "implicit_wave"),
            st.builds(dict, name=word("damped_wave"), damping=length, neighbours=word(4, 8)),
            st.builds(dict, name=word("implicit_wave"), damping=length,
                      volume=word("fluxes", "puddles", "pool", "drifts")),
        ),
        "water": st.fixed_dictionaries(
            {"surface": st.floats(0.3, 2)}, optional={"bumps": bumps, "u": height, "v": height}
        ),
    },
    optional={
        "gravity": length, "precision": word("single", "double"), "seed": count,
        "title": st.text(), "drying": length, "terrain": terrain, "boundaries": sides,
        "walls": walls, "sources": sources, "needs": several(word("refraction", "any_step")),
        "camera": st.builds(dict, eye=eye, target=eye, lens=length),
    },
)  # fmt: skip

# and then spoilt in a place or two

EXTREME = [0, -1, 1e-300, -1e-300, 1e300, -1e300, 1e38, 1e-12, 1e9, -1e9, 10**13, 10**30, 2**31,
           2**63, 0.5, float("nan"), float("inf"), float("-inf")]  # fmt: skip
anything = st.one_of(
    *[st.sampled_from(EXTREME)] * 3,
    st.none(), st.booleans(), st.text(max_size=5), st.dates(), st.floats(), st.integers(),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=3), count, max_size=2),
    st.sampled_from(["no.png", "wall", "drop", "damped_wave", "..", "\0", "a\nb"]),
)  # fmt: skip


def places(tables):
    """Every place in nested tables: the table or list that holds it, and its key there."""
    keys = list(tables) if isinstance(tables, dict) else range(len(tables))
    for key in keys:
        yield tables, key
        if isinstance(tables[key], dict | list):
            yield from places(tables[key])


@st.composite
def scenes(draw):
    """A scene in which up to two values are something else, missing, or one too many."""
    tables = deepcopy(draw(sound_scenes))
    for _ in range(draw(st.integers(0, 2))):
        holder, key = draw(st.sampled_from(list(places(tables))))
        how = draw(st.sampled_from(["change", "change", "change", "remove", "add"]))
        if how == "change":
            holder[key] = draw(anything)
        elif how == "remove":
            del holder[key]
        elif isinstance(holder, dict):
            holder[draw(st.text(max_size=4))] = draw(anything)
        if not tables:
            break
    return tables


def step_or_two_lines(make_scene):
    """Read a scene and take one step; an error must be of two lines, and say something."""
    try:
        simulation = make_scene().simulation()
        dt = min(simulation.dt or 0.01, simulation.solver.largest_step(simulation.state), 0.01)
        simulation.advance(dt)
    except WavetankError as error:
        lines = str(error).splitlines()
        assert len(lines) == 2, lines
        assert lines[0].strip()
        assert lines[1].startswith("  ")
        assert lines[1].strip()
        event(f"refused: {type(error).__name__}")
    else:
        assert np.isfinite(simulation.state.depth).all()
        event("took a step")


@given(scenes())
@settings(max_examples=600)
def test_any_table_is_a_scene_or_two_lines(tables):
    step_or_two_lines(lambda: reader.object_of(Scene, tables, "fuzz.toml"))


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
@example(b"\xef\xbb\xbfgrid = 1")
@example(b"x = " + b"{a=" * 300 + b"1" + b"}" * 300)
@example(b"x = " + b"[" * 100_000)
def test_any_bytes_are_a_scene_or_two_lines(write_scene, content):
    step_or_two_lines(lambda: Scene.read(write_scene(content)))


@st.composite
def damaged(draw):
    """A shipped scene with a piece cut out, doubled, or put in."""
    text = (library.folder() / "three_drops.toml").read_bytes()
    start, length = draw(st.integers(0, len(text))), draw(st.integers(0, 30))
    words = [b"[", b"]", b"\n", b"=", b'"', b"-", b"9", b"1e300", b"nan", b"[[sources]]\n"]
    piece = draw(st.one_of(st.just(b""), st.binary(max_size=8), st.sampled_from(words)))
    return text[:start] + piece + text[start + length :]


@given(damaged())
def test_a_damaged_scene_file_is_a_scene_or_two_lines(write_scene, content):
    step_or_two_lines(lambda: Scene.read(write_scene(content)))


STEPS = ["grid", "nx", "sources", "0", "7", "x", "solver", "name", "", "boundaries", "west", "kind",
         "²", "title", "frames", "rate"]  # fmt: skip


@given(
    path=st.lists(st.sampled_from(STEPS), max_size=4),
    value=anything,
)
def test_any_change_is_a_scene_or_two_lines(path, value):
    step_or_two_lines(lambda: Scene.read("three_drops", {".".join(path): value}))


def test_most_scenes_that_are_not_spoilt_run():
    """Otherwise all of the above would only test the refusals."""
    steps, refusals = [], []

    @given(sound_scenes)
    @settings(max_examples=200)
    def run(tables):
        try:
            reader.object_of(Scene, tables, "fuzz.toml").simulation().advance(0.001)
            steps.append(tables)
        except WavetankError as error:
            refusals.append(str(error))

    run()
    assert len(steps) > len(refusals)
    assert any("cannot handle" in refusal for refusal in refusals)
