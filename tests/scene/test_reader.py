"""Reader: from TOML to objects, and two lines where that cannot be."""

import pytest

from wavetank.errors import SceneError
from wavetank.scene import library, reader
from wavetank.scene.scene import Scene


def refused(path_or_tables, changes=None):
    """The two lines in which a scene is refused."""
    tables = isinstance(path_or_tables, dict)
    with pytest.raises(SceneError) as caught:
        _ = (
            reader.object_of(Scene, path_or_tables, "pond.toml")
            if tables
            else Scene.read(path_or_tables, changes)
        )
    lines = str(caught.value).splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("  ")
    return lines[0], lines[1].strip()


def pond(**tables):
    """The tables of a small sound scene, some of them changed."""
    sound = {
        "grid": {"nx": 12, "ny": 10, "spacing": 0.1},
        "solver": {"name": "damped_wave"},
        "water": {"surface": 0.5},
        "frames": {"duration": 0.1},
    }
    return {name: value for name, value in (sound | tables).items() if value is not None}


DROP = {"kind": "drop", "time": 0.1, "x": 0.5, "y": 0.5, "radius": 0.2, "height": 0.1}


# Lists of tables


@pytest.mark.parametrize("name", ["terrain", "sources", "walls"])
def test_one_table_where_a_list_is_wanted(name):
    where, instead = refused(pond(**{name: DROP}))

    assert where == f"pond.toml, [{name}]: '{name}' must be a list of tables, got one table"
    assert instead == f"write [[{name}]] above it, or {name} = [{{ ... }}]"


# Files


def test_a_file_that_is_not_there(tmp_path):
    where, instead = refused(tmp_path / "nothing.toml")

    assert where == f"{tmp_path / 'nothing.toml'}: no such file"
    assert instead.startswith("shipped scenes: beach, cone_beach")


def test_an_unknown_bare_name_is_guessed():
    where, instead = refused("three_drop")

    assert where == "unknown scene 'three_drop'"
    assert instead.startswith("did you mean 'three_drops'? known: beach, ")


@pytest.mark.parametrize(("content", "what"), [
    (b"\xff\xfe\x00", "not a text file"),
    ("[grid\nnx = 3", "(at line 1"),
    ("nx = ", "Invalid value"),
    ("a = 1\na = 2", "Cannot overwrite a value"),
    ("x = " + "[" * 2000 + "]" * 2000, ""),
    ("x = 1" + "0" * 5000, ""),
    ("", "'grid' is missing"),
])  # fmt: skip
def test_files_that_are_no_scene(write_scene, content, what):
    path = write_scene(content)
    where, _ = refused(path)

    assert where.startswith(f"{path}: ")
    assert what in where


def test_a_folder_is_no_scene(tmp_path):
    refused(tmp_path)


# Tables


def test_a_sound_scene_is_read():
    scene = reader.object_of(Scene, pond(sources=[DROP], boundaries={"east": "open"}), "pond.toml")

    assert scene.grid.nx == 12
    assert scene.frames.rate == 30
    assert scene.sources[0].radius == 0.2
    assert scene.boundaries.east.kind == "open"


@pytest.mark.parametrize(("tables", "where", "instead"), [
    (pond(grid={"nx": 12, "ny": 10, "spacing": -1}),
     "pond.toml, [grid]: spacing must be positive, got -1", "keys: nx, ny, spacing"),
    (pond(grid={"nx": 12, "ny": 10, "spacin": 1}),
     "pond.toml, [grid]: unknown key 'spacin'", "did you mean 'spacing'? known: nx, ny, spacing"),
    (pond(grid={"nx": 12, "ny": 10}),
     "pond.toml, [grid]: 'spacing' is missing", "keys: nx, ny, spacing"),
    (pond(grid={"nx": "many", "ny": 10, "spacing": 1}),
     "pond.toml, [grid]: 'nx' must be a valid integer, got 'many'", "keys: nx, ny, spacing"),
    (pond(grid=None), "pond.toml: 'grid' is missing", "keys: grid, frames, solver"),
    (pond(grid=3), "pond.toml, [grid]: must be a table, got 3", "keys: nx, ny, spacing"),
    (pond(gird={}), "pond.toml: unknown key 'gird'", "did you mean 'grid'? known: grid, frames"),
    (pond(solver="damped_waves"), "pond.toml, [solver]: unknown solver 'damped_waves'",
     "did you mean 'damped_wave'? known: damped_wave, implicit_wave"),
    (pond(solver={"name": "damped_wave", "damping": "much"}),
     "pond.toml, [solver]: 'damping' must be a valid number, got 'much'",
     "keys: name, damping, neighbours, speed"),
    (pond(solver={"name": "implicit_wave", "neighbours": 8}),
     "pond.toml, [solver]: unknown key 'neighbours'", "known: name, damping, volume"),
    (pond(solver={"damping": 1.0}), "pond.toml, [solver]: 'name' is missing", "name = "),
    (pond(solver={"name": "damped_wave", "neighbours": 6}),
     "pond.toml, [solver]: 'neighbours' must be 4 or 8, got 6", "keys: name"),
    (pond(sources=[DROP, DROP | {"radius": -1}]),
     "pond.toml, source 2: radius must be positive, got -1", "keys: time, x, y, radius, height"),
    (pond(sources=[{key: value for key, value in DROP.items() if key != "height"}
                   | {"heigth": 1}]),
     "pond.toml, source 1: unknown key 'heigth'", "did you mean 'height'? known: time, x, y"),
    (pond(sources=[DROP | {"kind": "dorp"}]),
     "pond.toml, source 1: unknown kind 'dorp'", "did you mean 'drop'? known: drop, rain"),
    (pond(sources=[{"time": 1.0}]), "pond.toml, source 1: 'kind' is missing", "kind = "),
    (pond(sources=[DROP | {"height": float("nan")}]),
     "pond.toml, source 1: 'height' must be a finite number, got nan", "keys: time"),
    (pond(boundaries={"east": "opne"}), "pond.toml, [boundaries], [east]: unknown kind 'opne'",
     "did you mean 'open'? known: wall, periodic, open, wave_maker"),
    (pond(boundaries={"west": "periodic"}),
     "pond.toml, [boundaries]: west and east must be periodic both or neither", "keys: west"),
    (pond(boundaries={"west": {"kind": "wave_maker", "height": 0.1}}),
     "pond.toml, [boundaries], [west]: 'period' is missing", "keys: height, period"),
    (pond(terrain=[{"kind": "cone", "x": 1}]), "pond.toml, terrain 1: 'y' is missing", "keys: x"),
    (pond(walls=[{"kind": "polygon", "points": [[0, 0], [1, 1]]}]),
     "pond.toml, wall 1: points must be at least 3, got 2", "keys: points"),
    (pond(water={"surface": 0.5, "bumps": [{"kind": "gaussian", "x": 1}]}),
     "pond.toml, [water], bump 1: 'y' is missing", "keys: x, y, radius, height"),
    (pond(frames={"duration": -1}),
     "pond.toml, [frames]: duration must not be negative, got -1", "keys: duration, rate, dt"),
    (pond(frames={"duration": 1, "rate": 0}),
     "pond.toml, [frames]: rate must be positive, got 0", "keys: duration, rate, dt"),
    (pond(frames={"duration": 1, "dt": -0.1}),
     "pond.toml, [frames]: dt must be positive, got -0.1", "keys: duration, rate, dt"),
    (pond(frames={"duration": 1e8}), "pond.toml, [frames]: duration * rate makes more than", "k"),
    (pond(precision="half"),
     "pond.toml: 'precision' must be 'single' or 'double', got 'half'", "keys"),
    (pond(gravity=float("inf")), "pond.toml: 'gravity' must be a finite number, got inf", "keys"),
    (pond(file="pond.toml"), "pond.toml: unknown key 'file'", "known: grid, frames"),
    (pond(camera={"eye": [0, 0], "target": [1, 1, 1]}), "pond.toml, [camera]", "keys: eye"),
])  # fmt: skip
def test_two_lines_say_where_and_what_instead(tables, where, instead):
    first, second = refused(tables)

    assert first.startswith(where)
    assert instead in second


def test_no_hint_offers_what_cannot_be_given():
    _, known = refused(pond(gird={}))

    assert "file" not in known


# Changes


def test_changes_go_where_their_path_leads():
    before = pond(sources=[DROP, DROP], solver="damped_wave")
    after = reader.changed(before, {
        "grid.nx": 20, "sources.1.height": 0.3, "solver.damping": 0.5, "boundaries.east": "open",
        "boundaries.west.kind": "open", "title": "changed",
    })  # fmt: skip
    scene = reader.object_of(Scene, after, "pond.toml")

    assert (scene.grid.nx, scene.title, scene.solver.damping) == (20, "changed", 0.5)
    assert [drop.height for drop in scene.sources] == [0.1, 0.3]
    assert scene.boundaries.east.kind == scene.boundaries.west.kind == "open"
    assert before == pond(sources=[DROP, DROP], solver="damped_wave")  # as it was


@pytest.mark.parametrize(("path", "where", "instead"), [
    ("sources.2.height", "--set sources.2.height: there is no '2'", "there are 2"),
    ("sources.first", "--set sources.first: there is no 'first'", "there are 2"),
    ("grid.nx.y", "--set grid.nx.y: 'nx' is a value, not a table", "try a shorter key"),
    ("grid.nxx", "pond.toml, [grid]: unknown key 'nxx'", "did you mean 'nx'?"),
    ("", "", ""),
    (".", "", ""),
    ("sources.-1.height", "", ""),
    ("sources.²", "", ""),
    ("grid..nx", "", ""),
])  # fmt: skip
def test_changes_that_lead_nowhere(path, where, instead):
    tables = pond(sources=[DROP, DROP])
    with pytest.raises(SceneError) as caught:
        reader.object_of(Scene, reader.changed(tables, {path: 1}), "pond.toml")

    first, second = str(caught.value).splitlines()
    assert first.startswith(where)
    assert instead in second


def test_no_sources_to_change():
    with pytest.raises(SceneError):
        reader.changed(pond(sources=[]), {"sources.0.height": 1})


# The schema


def test_the_schema_describes_every_key():
    schema = reader.schema_of(Scene)
    tables = schema["$defs"]

    assert schema["$schema"].endswith("2020-12/schema")
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"grid", "frames", "solver"}
    assert "file" not in schema["properties"]
    assert {"Grid", "Drop", "Rain", "WaveMaker", "DampedWaveOptions", "Camera"} <= set(tables)
    for name, table in tables.items():
        assert table["additionalProperties"] is False, name


def kept(value, schema, tables):
    """Does a value keep to a schema? A small reading of JSON schema: what the reader's uses."""
    schema = schema | (tables[schema["$ref"].split("/")[-1]] if "$ref" in schema else {})
    for choice in ("anyOf", "oneOf"):
        if choice in schema and not any(kept(value, part, tables) for part in schema[choice]):
            return False
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool,
             "number": (int, float), "null": type(None)}  # fmt: skip
    if "type" in schema and not isinstance(value, kinds[schema["type"]]):
        return False
    if isinstance(value, dict):
        keys = schema.get("properties", {})
        if "type" in schema and (
            set(value) - set(keys) or set(schema.get("required", ())) - set(value)
        ):
            return False
        return all(kept(value[key], keys[key], tables) for key in value if key in keys)
    if isinstance(value, list) and "prefixItems" in schema:
        pairs = zip(value, schema["prefixItems"], strict=False)
        return all(kept(item, part, tables) for item, part in pairs)
    return not isinstance(value, list) or all(
        kept(item, schema.get("items", {}), tables) for item in value
    )


SCHEMA = reader.schema_of(Scene)


@pytest.mark.parametrize("name", library.shipped())
def test_shipped_scenes_keep_to_the_schema(name):
    tables, parts = reader.tables_of(library.shipped()[name]), SCHEMA["$defs"]
    dampping = {"solver": {"name": "damped_wave", "dampping": 1}}

    assert kept(tables, SCHEMA, parts)
    for wrong in ({"gird": {}}, dampping, {"frames": {"rate": 30}}, {"seed": "one"}):
        assert not kept(tables | wrong, SCHEMA, parts)
