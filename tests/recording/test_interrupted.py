import errno
import multiprocessing
import os
import random
import signal
import time

import pytest
from runs import FRAMES, RATE, SCENE, checkpoint_of, files_of, make_run, record, record_or_resume

from wavetank.errors import OutputError
from wavetank.recording import Recording

KILLS = 6
FILES_A_FRAME = 6 + 1 + 6 + 1
"""Chunks, the checkpoint, the arrays' metadata, the root's."""


@pytest.fixture
def whole(tmp_path):
    path = tmp_path / "whole.zarr"
    record_or_resume(path, FRAMES)
    return path


def check_readable(path, whole):
    """All that is committed can be read by both, and is as it should be."""
    xarray = pytest.importorskip("xarray")
    recording, right = Recording.open(path), Recording.open(whole)
    with xarray.open_zarr(path) as data:
        assert data.sizes["time"] == len(recording)
        data.load()
        for k in range(len(recording)):
            frame, expected = recording.frame(k), right.frame(k)
            assert float(data.time[k]) == frame.time == expected.time
            for name in ("depth", "u", "v", "wet", "foam"):
                bits = getattr(expected, name).tobytes()
                assert getattr(frame, name).tobytes() == bits
                assert data[name][k].values.tobytes() == bits
    return len(recording)


@pytest.mark.parametrize("n", range(FILES_A_FRAME))
def test_a_full_disk_loses_no_frame(tmp_path, whole, monkeypatch, n):
    path = tmp_path / "run.zarr"
    record_or_resume(path, 3)
    simulation = make_run()
    recording = Recording.resume(path, simulation, scene=SCENE)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full_after(n))
        with pytest.raises(OutputError) as error:
            record(recording, simulation)

    assert "No space left" in str(error.value)
    assert "frames that are safe: 3; " in str(error.value)
    assert str(error.value).count("\n") == 1
    assert check_readable(path, whole) == len(recording) == 3
    record_or_resume(path, FRAMES)
    assert files_of(path) == files_of(whole)
    assert checkpoint_of(path) == checkpoint_of(whole)


def full_after(n, replace=os.replace):
    """A disk with room for n more files."""
    room = iter(range(n))

    def replace_if_there_is_room(*names, **options):
        if next(room, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(*names, **options)

    return replace_if_there_is_room


def test_that_a_frame_is_so_many_files(tmp_path, monkeypatch):
    path = tmp_path / "run.zarr"
    record_or_resume(path, 3)
    simulation = make_run()
    recording = Recording.resume(path, simulation, scene=SCENE)
    monkeypatch.setattr(os, "replace", full_after(FILES_A_FRAME))

    record(recording, simulation, frames=4)

    assert len(Recording.open(path)) == 4


def test_a_frame_can_be_written_again_once_there_is_room(tmp_path, whole, monkeypatch):
    path, simulation = tmp_path / "run.zarr", make_run()
    recording = Recording.create(path, simulation, rate=RATE, scene=SCENE)
    for frame in simulation.frames((FRAMES - 1) / RATE, RATE):
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", full_after(9))
            with pytest.raises(OutputError):
                recording.write(frame, simulation)
        recording.write(frame, simulation)

    assert files_of(path) == files_of(whole)


def test_a_disk_that_is_full_from_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "replace", full_after(0))

    with pytest.raises(OutputError, match="nothing is recorded yet"):
        Recording.create(tmp_path / "run.zarr", make_run(), rate=RATE)


def test_a_killed_run_leaves_its_frames_and_goes_on(tmp_path):
    """Killed for real, over and over; in the end nobody can tell."""
    path, frames = tmp_path / "run.zarr", 60
    whole = tmp_path / "whole.zarr"
    record_or_resume(whole, frames)
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["wavetank.recording.store", "wavetank.solvers"])
    chance = random.Random()
    committed = 0

    for _ in range(KILLS):
        run = processes.Process(target=record_or_resume, args=(path, frames))
        run.start()
        wait_for_frames(path, committed + 1, run)
        time.sleep(chance.uniform(0, 0.05))
        os.kill(run.pid, signal.SIGKILL)
        run.join()
        now = check_readable(path, whole)
        assert now > committed
        committed = now
        if committed == frames:
            break

    record_or_resume(path, frames)
    assert files_of(path) == files_of(whole)
    assert checkpoint_of(path) == checkpoint_of(whole)


def wait_for_frames(path, frames, run):
    """Until so many frames are committed."""
    while run.is_alive():
        try:
            if len(Recording.open(path)) >= frames:
                return
        except Exception:  # it is only being made
            time.sleep(0.001)
    raise AssertionError("the run ended by itself")
