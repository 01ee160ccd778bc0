import subprocess
import sys
from json import dumps

import numpy as np
import pytest
from runs import DTS, FRAMES, RATE, SCENE, bytes_of, checkpoint_of, files_of, make_run, record

from wavetank.errors import OutputError, RecordingError
from wavetank.recording import Recording
from wavetank.recording.recording import first_difference
from wavetank.solvers.implicit_wave import ImplicitWave

ISLAND = np.zeros((7, 9), bool)
ISLAND[2:4, 5:7] = True


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.zarr"


def create(path, simulation, **options):
    return Recording.create(path, simulation, rate=RATE, title="Rain", scene=SCENE, **options)


def made(path, frames=3, **run):
    simulation = make_run(**run)
    recording = create(path, simulation)
    record(recording, simulation, frames=frames)
    return recording


# What is written can be read


@pytest.mark.parametrize("precision", ["single", "double"])
def test_frames_are_read_as_they_were_written(path, precision):
    simulation = make_run(precision=precision, walls=ISLAND)
    recording = create(path, simulation)
    shown = []
    for frame in simulation.frames(0.5, RATE):
        shown.append(bytes_of(frame))
        recording.write(frame, simulation)

    read = Recording.open(path)

    assert [bytes_of(frame) for frame in read.frames()] == shown
    assert bytes_of(read.frame(4)) == shown[4]
    assert len(read) == len(shown) == 11
    assert shown[0] != shown[4]


def test_a_minus_zero_stays_one(path):
    simulation = make_run()
    recording = create(path, simulation)
    frame = next(simulation.frames(1))
    frame.foam[...] = -0.0
    recording.write(frame, simulation)

    assert np.signbit(Recording.open(path).frame(0).foam).all()


def test_a_recording_says_what_it_is_of(path):
    simulation = make_run(gravity=1.62)
    create(path, simulation, options={"damping": 0.1})

    recording = Recording.open(path)

    assert (recording.title, recording.scene, recording.rate) == ("Rain", SCENE, RATE)
    assert recording.grid == simulation.model.grid
    noted = recording.attributes
    assert (noted["solver"], noted["gravity"], noted["dt"]) == ("implicit_wave", 1.62, 1 / 70)
    assert noted["solver_options"] == '{"damping": 0.1}'
    assert ImplicitWave.title in noted["source"]


def test_frames_are_read_while_the_run_goes_on(path):
    simulation = make_run()
    recording = create(path, simulation)
    for frame in simulation.frames(0.2, RATE):
        recording.write(frame, simulation)
        assert [seen.time for seen in Recording.open(path).frames()][-1] == frame.time


def test_more_frames_than_a_chunk_of_times(path, monkeypatch):
    monkeypatch.setattr("wavetank.recording.store.SCALARS_A_CHUNK", 4)
    made(path, frames=11)

    times = [frame.time for frame in Recording.open(path).frames()]

    assert times == [k / RATE for k in range(11)]
    assert len(list(path.glob("time/c.*"))) == 3


def test_nobody_waits_for_zarr_who_does_not_record():
    ask = "import sys, wavetank, wavetank.recording; sys.exit('zarr' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", ask]).returncode == 0


# xarray can read it


def test_xarray_labels_everything(path):
    xarray = pytest.importorskip("xarray")
    recording = made(path, precision="single", walls=ISLAND)
    frame = recording.frame(2)

    with xarray.open_zarr(path) as data:
        assert dict(data.sizes) == {"time": 3, "y": 7, "x": 9}
        assert set(data.coords) == {"time", "y", "x"}
        for name in ("depth", "u", "v", "wet", "foam"):
            assert data[name].dims == ("time", "y", "x")
            assert data[name].dtype == np.float32
            assert data[name][2].values.tobytes() == getattr(frame, name).tobytes()
        assert data.walls.dtype == bool
        assert data.walls.values.tobytes() == ISLAND.tobytes()
        np.testing.assert_array_equal(data.bed + data.depth[2], frame.surface)
        there = data.depth.sel(x=3.4, y=2.6, time=0.1, method="nearest")
        assert there == frame.depth[2, 3]
        units = {name: data[name].attrs["units"] for name in data.variables}
        assert units == dict.fromkeys(("time",), "s") | dict.fromkeys(("x", "y"), "m") | {
            **dict.fromkeys(("bed", "depth"), "m"),
            **dict.fromkeys(("u", "v"), "m s-1"),
            **dict.fromkeys(("wet", "foam", "walls"), "1"),
        }
        assert data.attrs["title"] == "Rain"


def test_readers_that_ask_each_array_see_the_same(path):
    xarray = pytest.importorskip("xarray")
    made(path)

    with xarray.open_zarr(path) as data, xarray.open_zarr(path, consolidated=False) as asked:
        assert asked.identical(data)


def test_a_reader_sees_no_frame_before_it_is_committed(path):
    xarray = pytest.importorskip("xarray")
    recording = made(path)
    recording.store.put({"time": 9.0, "depth": np.ones((7, 9)), "u": np.ones((7, 9))})

    for consolidated in (True, False):
        with xarray.open_zarr(path, consolidated=consolidated) as data:
            assert data.time.values.tolist() == [0, 1 / RATE, 2 / RATE]
            assert data.depth.shape == (3, 7, 9)
    assert len(Recording.open(path)) == 3


def test_what_is_missing_from_a_damaged_recording_is_no_number_to_xarray(path):
    xarray = pytest.importorskip("xarray")
    made(path)
    (path / "depth" / "c.1.0.0").unlink()

    with xarray.open_zarr(path) as data:
        assert data.depth.isnull().any(("y", "x")).values.tolist() == [False, True, False]


# A run goes on as if nothing had happened


@pytest.mark.parametrize("dt", DTS)
@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize(
    ("solver", "walls"),
    [("implicit_wave", None), ("implicit_wave", ISLAND), ("damped_wave", None),
     ("damped_wave", ISLAND)],
    ids=["implicit", "implicit-walled", "damped", "damped-walled"],
)  # fmt: skip
def test_a_resumed_recording_is_the_uninterrupted_one(tmp_path, solver, walls, precision, dt):
    settings = {"solver": solver, "walls": walls, "precision": precision, "dt": dt}
    whole, parts = tmp_path / "whole.zarr", tmp_path / "parts.zarr"
    simulation = make_run(**settings)
    record(create(whole, simulation), simulation, dt)
    create(parts, make_run(**settings))

    for stop in (1, 2, 5, FRAMES):
        leave_half_a_frame(Recording.open(parts))
        resumed = make_run(**settings)
        record(Recording.resume(parts, resumed, scene=SCENE), resumed, dt, frames=stop)

    assert len(Recording.open(parts)) == FRAMES
    assert files_of(parts) == files_of(whole)
    assert checkpoint_of(parts) == checkpoint_of(whole)
    assert str(resumed.ledger) == str(simulation.ledger)


def test_a_run_killed_before_its_first_frame_goes_on_from_the_beginning(path):
    create(path, make_run())
    for left in (path / "checkpoint").iterdir():  # the last thing that `create` makes
        left.unlink()
    (path / "checkpoint").rmdir()

    simulation = make_run()
    record(Recording.resume(path, simulation, scene=SCENE), simulation, frames=2)

    assert [frame.time for frame in Recording.open(path).frames()] == [0, 1 / RATE]


def leave_half_a_frame(recording):
    """What a kill leaves behind: a frame not committed, a file not finished."""
    recording.store.put({"time": 99.0, "depth": np.full((7, 9), 99.0)})
    (recording.path / "u" / "c.7.0.0.partial").write_bytes(b"half")
    (recording.path / "checkpoint" / "00099.npz").write_bytes(b"no frame's")


def test_a_saved_state_stays_as_it_was_and_can_be_taken_up_twice():
    simulation = make_run()
    list(simulation.frames(0.2, RATE))
    saved = simulation.save()
    first = [bytes_of(frame) for frame in simulation.frames(0.2, RATE)]
    simulation.take_up(saved)
    again = [bytes_of(frame) for frame in simulation.frames(0.2, RATE)]
    simulation.take_up(saved)

    assert again == first
    assert [bytes_of(frame) for frame in simulation.frames(0.2, RATE)] == first


# What goes wrong is said in two lines


def message(error):
    text = str(error.value)
    assert text.count("\n") == 1
    return text


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ({"a": {"b": 1, "c": [2]}}, {"a": {"b": 1, "c": [3]}}, ("a.c = [2]", "a.c = [3]")),
        ({"a": 1}, {"a": 1, "water": {"u": 0.5}}, ("water = null", 'water = {"u": 0.5}')),
        ({"a": {"b": 1}}, {"a": None}, ('a = {"b": 1}', "a = null")),
    ],
)
def test_scenes_in_json_differ_by_their_keys(was, now, says):
    assert first_difference(dumps(was), dumps(now)) == says


def test_texts_that_differ_in_their_ends_alone_differ():
    assert first_difference("a", "a\n") == ("'a'", "'a\n'")


@pytest.mark.parametrize(
    ("changes", "scene", "says"),
    [
        ({}, SCENE.replace("nx = 9", "nx = 8"), "its scene is 'nx = 9', this one's 'nx = 8'"),
        ({}, SCENE + "[water]", "its scene is '', this one's '[water]'"),
        ({}, '{"a": "' + 99 * "x" + '"}', "its scene is '[grid]', this one's '{\"a\""),
        ({"precision": "single"}, SCENE, "its precision is double, this one's single"),
        ({"dt": "largest"}, SCENE, "largest stable"),
        ({"gravity": 1.62}, SCENE, "its gravity is 9.81, this one's 1.62"),
        ({"walls": ISLAND}, SCENE, "its walls"),
        ({"bed": -0.3}, SCENE, "its bed"),
    ],
)
def test_another_run_does_not_go_on_with_it(path, changes, scene, says):
    made(path)
    before = files_of(path)

    with pytest.raises(RecordingError) as error:
        Recording.resume(path, make_run(**changes), scene=scene)

    assert says in message(error)
    assert files_of(path) == before


def test_nothing_is_overwritten_unasked(path):
    made(path)
    before = files_of(path)

    with pytest.raises(RecordingError) as error:
        create(path, make_run())

    assert "--force overwrites it, --resume goes on with it" in message(error)
    assert files_of(path) == before


def test_force_begins_afresh(path):
    made(path, precision="single")
    created = create(path, make_run(), force=True)

    assert len(created) == 0
    assert Recording.open(path).bed.dtype == np.float64
    assert not list(path.rglob("c.1.0.0"))
    assert not list(path.rglob("*.npz"))


def test_an_empty_folder_is_free(path):
    path.mkdir()

    assert len(create(path, make_run())) == 0


@pytest.mark.parametrize(
    "name", ["thesis.txt", "zarr.json", "depth/c.0.0.0"], ids=["text", "zarr", "chunk"]
)
def test_force_deletes_nothing_but_recordings(path, name):
    (path / name).parent.mkdir(parents=True)
    (path / name).write_text('{"zarr_format": 3, "node_type": "group", "attributes": {}}')

    with pytest.raises(RecordingError) as error:
        create(path, make_run(), force=True)

    assert "no recording" in message(error)
    assert (path / name).exists()


def test_force_deletes_nothing_that_was_put_into_a_recording(path):
    made(path)
    (path / "thesis.txt").write_text("chapter 1")
    before = files_of(path)

    with pytest.raises(RecordingError) as error:
        create(path, make_run(), force=True)

    assert "thesis.txt" in message(error)
    assert files_of(path) == before


def test_force_interrupted_leaves_what_force_can_overwrite(path, monkeypatch):
    made(path)
    with monkeypatch.context() as patch:
        patch.setattr("wavetank.recording.place.rmtree", stop)
        with pytest.raises(KeyboardInterrupt):
            create(path, make_run(), force=True)

    with pytest.raises(RecordingError) as error:
        Recording.open(path)
    assert "--force begins it afresh" in message(error)
    assert len(create(path, make_run(), force=True)) == 0


def stop(*_, **__):
    raise KeyboardInterrupt


def test_places_where_no_recording_can_be(tmp_path):
    (tmp_path / "file").write_text("text")
    for place, says in (("missing/run.zarr", "no folder"), ("file", "is a file")):
        for force in (False, True):
            with pytest.raises(RecordingError) as error:
                create(tmp_path / place, make_run(), force=force)
            assert says in message(error)
    assert (tmp_path / "file").read_text() == "text"


def test_a_folder_that_refuses(path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.mkdir", refuse)
    with pytest.raises(OutputError) as error:
        create(path, make_run())

    assert "Permission denied" in message(error)


def test_what_is_no_recording_is_not_read(tmp_path):
    (tmp_path / "file").write_text("text")
    (tmp_path / "folder").mkdir()
    for name, says in (("none", "no such"), ("file", "is no"), ("folder", "is no")):
        with pytest.raises(RecordingError) as error:
            Recording.open(tmp_path / name)
        assert says in message(error)


def test_a_recording_from_the_future_is_not_read(path, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("wavetank.recording.contents.FORMAT", 2)
        patch.setattr("wavetank.recording.place.FORMAT", 2)
        made(path)

    with pytest.raises(RecordingError) as error:
        Recording.open(path)

    assert "update wavetank" in message(error)


def test_a_recording_without_frames_has_none_to_show(path):
    create(path, make_run())

    with pytest.raises(RecordingError) as error:
        next(Recording.open(path).frames())

    assert "holds no frame yet" in message(error)


@pytest.mark.parametrize("k", [-1, 3])
def test_a_frame_that_is_not_there(path, k):
    made(path)

    with pytest.raises(RecordingError) as error:
        Recording.open(path).frame(k)

    assert f"no frame {k}" in message(error)


@pytest.mark.parametrize("name", ["depth/c.1.0.0", "time/c.0", "bed/c.0.0", "walls/c.0.0"])
@pytest.mark.parametrize("kept", [None, 0, 30])
def test_a_damaged_recording_is_not_read(path, name, kept):
    made(path, walls=ISLAND)
    content = (path / name).read_bytes()
    (path / name).unlink()
    if kept is not None:
        (path / name).write_bytes(content[:kept])

    with pytest.raises(RecordingError) as error:
        list(Recording.open(path).frames())

    assert name in message(error)


@pytest.mark.parametrize("content", ["", "[]", '{"attributes": {"recording_format": 1}'])
def test_a_broken_root_is_not_read(path, content):
    made(path)
    (path / "zarr.json").write_text(content)

    with pytest.raises(RecordingError) as error:
        Recording.open(path)

    assert "no wavetank recording" in message(error)


@pytest.mark.parametrize("content", [None, b"", b"half a file"])
def test_without_its_checkpoint_a_run_does_not_go_on(path, content):
    made(path)
    checkpoint = path / "checkpoint" / "00003.npz"
    checkpoint.unlink()
    if content is not None:
        checkpoint.write_bytes(content)

    with pytest.raises(RecordingError) as error:
        Recording.resume(path, make_run(), scene=SCENE)

    assert "checkpoint/00003.npz" in message(error)


def test_frames_come_in_turn(path):
    simulation = make_run()
    recording = create(path, simulation)
    first, second = simulation.frames(0.05, RATE)

    with pytest.raises(RecordingError, match="cannot be its next"):
        recording.write(second, simulation)
    with pytest.raises(RecordingError, match="has gone on"):
        recording.write(first, simulation)
    assert len(Recording.open(path)) == 0
