"""The benchmark of films runs, and its clock misses nothing; what it says is for its reader."""

import pytest

from wavetank.bench import film, pieces
from wavetank.bench.film import Plan, print_film
from wavetank.film import renderer, stage
from wavetank.film.renderer import Renderer

TINY = Plan(cells=32, size=(48, 26), pictures=3, sample=1, rounds=1, whole=True)


@pytest.fixture(scope="module")
def shot(tmp_path_factory):
    return film.recorded(tmp_path_factory.mktemp("bench") / "shore.zarr", TINY)


def test_the_bench_prints_every_piece_and_target(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    print_film(TINY)

    printed = " ".join(capsys.readouterr().out.split())
    for words in ("scenery", "caustics", "more rays", "writing", "encoding", "draft", "final",
                  "extrapolated", "all of them", "under 240 s", "under 1.5 GB", "times as fast",
                  "48 x 26, per"):  # fmt: skip
        assert words in printed


def test_the_recording_is_of_the_asked_size(shot):
    assert len(shot.recording) == 3
    assert shot.recording.grid.shape == (32, 32)
    assert shot.recording.grid.size[0] == pytest.approx(10.24)


@pytest.mark.parametrize(("quality", "rays"), [("draft", 1), ("good", 2)])
def test_each_piece_is_timed_where_it_is_drawn(shot, tmp_path, monkeypatch, quality, rays):
    """By a clock that counts how often it is looked at: two looks a piece, one apart."""
    ticks = iter(range(1000))
    monkeypatch.setattr(pieces, "perf_counter", lambda: next(ticks))
    frames = list(shot.frames(range(2)))
    took = pieces.pieces(shot, frames, (24, 14), quality, tmp_path)

    assert took["scenery"] == took["caustics"] == took["rays"] == 1
    assert ("more rays" in took) == ("marking" in took) == (rays == 2)
    assert took["tone"] == rays  # once more after more rays
    doors = 3 + rays + 2 * (rays == 2)
    assert took["the rest"] == 2 * doors + 1 - doors
    assert took["writing"] == took["encoding"] == 1 / 2


def test_the_doors_are_as_before_when_the_clock_is_gone():
    doors = [stage.caustics, stage.scenery_of, renderer.share_out, renderer.develop]
    with pieces.clocks_at_doors({}, "good"):
        assert renderer.share_out is not doors[2]

    assert doors == [stage.caustics, stage.scenery_of, renderer.share_out, renderer.develop]


def test_pictures_under_the_clock_are_the_same(shot):
    frame = next(shot.frames(range(1)))
    drawer = Renderer(shot.camera, shot.look, (24, 14))
    alone = drawer.draw(frame).shown
    with pieces.clocks_at_doors({}, "good"):
        timed = drawer.draw(frame).shown

    assert (timed == alone).all()
