from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from wavetank.errors import RecordingError
from wavetank.film.picture import Picture
from wavetank.film.plot.caption import caption, linear
from wavetank.film.plot.chart import water_colours
from wavetank.film.plot.panes import Panes
from wavetank.film.plot.plot import Plot
from wavetank.film.plot.ranges import Ranges
from wavetank.film.plot.side_by_side import Run, SideBySide, moments, names_of

SIZE = (320, 180)


@dataclass(frozen=True)
class Flat:
    """Draws one grey; the light is as bright as the time."""

    size: tuple[int, int]
    grey: float
    lit: bool = True

    def draw(self, frame):
        shape = (self.size[1], self.size[0], 3)
        light = np.full(shape, np.float32(frame.time)) if self.lit else None
        return Picture(np.full(shape, np.float32(self.grey)), light)


@pytest.fixture
def run(frame_of):
    def make(name, count=3, rate=10.0, begin=0.0):
        frames = (frame_of(nx=4, ny=3, time=begin + k / rate) for k in range(count))
        return Run(name, rate, frames)

    return make


def beside(greys, size=SIZE, lit=True):
    panes = Panes.of(len(greys), size)
    names = tuple(f"run {k}" for k in range(len(greys)))
    return SideBySide(panes, tuple(Flat(panes.pane, grey, lit) for grey in greys), names)


@pytest.mark.parametrize(
    ("count", "aspect", "columns", "rows"),
    [
        (1, 1.8, 1, 1),
        (2, 1.8, 2, 1),
        (2, 1.0, 2, 1),
        (2, 4.0, 1, 2),
        (3, 1.8, 2, 2),
        (4, 1.8, 2, 2),
    ],
)
def test_panes_show_what_is_in_them_as_large_as_they_can(count, aspect, columns, rows):
    panes = Panes.of(count, (1280, 720), aspect)

    assert (panes.columns, panes.rows) == (columns, rows)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 12])
@pytest.mark.parametrize("size", [(320, 180), (1280, 720), (333, 111), (20, 20)])
def test_panes_fit_into_the_picture_and_do_not_overlap(count, size):
    panes = Panes.of(count, size)
    taken = np.zeros(size[::-1], int)
    for k in range(count):
        top, left = panes.place(k)
        there = taken[top : top + panes.strip + panes.pane[1], left : left + panes.pane[0]]
        assert there.shape == (panes.strip + panes.pane[1], panes.pane[0])
        there += 1

    assert taken.max() == 1


def test_each_picture_is_in_its_pane_below_its_name(run):
    drawn = beside((0.2, 0.6, 0.9))
    (moment, *_) = moments([run("a"), run("b"), run("c")])
    picture = drawn.draw(moment)
    panes = drawn.panes

    assert picture.size == SIZE
    strips = []
    for k, grey in enumerate((0.2, 0.6, 0.9)):
        top, left = panes.place(k)
        strip = picture.shown[top : top + panes.strip, left : left + panes.pane[0]]
        below = picture.shown[top + panes.strip :][: panes.pane[1], left : left + panes.pane[0]]
        np.testing.assert_allclose(below, grey, atol=1e-6)
        assert strip.max() > 0.7
        assert strip[:, :4].max() < 0.2
        strips.append(strip)
    assert all(np.any(one != other) for one, other in pairwise(strips))


def test_names_are_written_whole_or_as_much_of_their_end_as_fits():
    short, long = caption("a", (100, 20)).shown, caption("a" * 500, (100, 20)).shown
    ink = (short.max(-1) > 0.5).any(0).nonzero()[0]

    assert abs(ink.mean() - 49.5) < 2
    assert (long.max(-1) > 0.5).any(0).sum() > 50
    assert not (long[:, [0, 1, 2, -3, -2, -1]] > 0.5).any()


def test_light_goes_through_if_all_have_it(run):
    drawn = beside((0.2, 0.6))
    _, moment, *_ = moments([run("a"), run("b")])
    light = drawn.draw(moment).light
    top, left = drawn.panes.place(1)

    np.testing.assert_allclose(light[top + drawn.panes.strip :, left:], 0.1, rtol=1e-6)
    assert light[: drawn.panes.strip].min() > 0
    some = SideBySide(
        drawn.panes, (drawn.drawers[0], Flat(drawn.panes.pane, 0.5, lit=False)), ("a", "b")
    )
    assert some.draw(moment).light is None


def test_light_of_a_strip_is_what_a_screen_gives_off():
    """The numbers of IEC 61966-2-1."""
    np.testing.assert_allclose(linear(np.array([0.0, 0.04045, 1.0])), [0, 0.0031308, 1], rtol=1e-4)
    assert linear(np.array([0.5]))[0] == pytest.approx(0.214041, abs=1e-5)


def test_the_film_ends_with_the_shortest_run(run):
    assert [m[0].time for m in moments([run("a", 9), run("b", 4)])] == [0, 0.1, 0.2, 0.3]
    assert len(list(moments([run("a", 4), run("b", 9)]))) == 4


def test_frames_are_matched_by_time(run):
    for moment in moments([run("a"), run("b"), run("c")]):
        assert len({frame.time for frame in moment}) == 1


def told(runs):
    with pytest.raises(RecordingError) as error:
        list(moments(runs))
    lines = str(error.value).splitlines()
    assert len(lines) == 2
    return lines


def test_runs_of_different_rates_are_refused(run):
    first, second = told([run("sea.zarr", rate=30), run("lake.zarr", rate=25)])

    assert first == "sea.zarr has 30 frames a second, lake.zarr has 25"
    assert "frames.rate=30" in second


def test_runs_of_different_rates_are_refused_before_anything_runs(run):
    def never():
        raise AssertionError("ran")
        yield

    with pytest.raises(RecordingError):
        moments([run("a"), Run("b", 25.0, never())])


def test_runs_of_different_times_are_refused(run):
    first, _ = told([run("sea"), run("lake", begin=0.05)])

    assert "sea is at 0 s" in first
    assert "lake is at 0.05 s" in first


def test_no_runs_are_refused():
    first, _ = told([])

    assert "nothing" in first


def test_a_picture_of_another_size_is_refused(run):
    panes = Panes.of(1, SIZE)
    drawn = SideBySide(panes, (Flat((9, 9), 0.5),), ("a",))

    with pytest.raises(ValueError, match="pane"):
        drawn.draw(next(moments([run("a")])))


def test_as_many_names_as_drawers_and_no_more_than_panes():
    panes = Panes.of(1, SIZE)
    flat = Flat(panes.pane, 0.5)
    for drawers, names in (((flat,), ()), ((flat, flat), ("a", "b"))):
        with pytest.raises(ValueError, match="panes"):
            SideBySide(panes, drawers, names)


def test_plots_side_by_side_tell_heights_alike(frame_of):
    """The same colour bar for all, though one has lower waves."""
    frames = tuple(frame_of(depth=0.5 + lift, level=0.5) for lift in (0.01, 0.02))
    panes, ranges = Panes.of(2, (640, 360), 4 / 3), Ranges.of(frames)
    drawn = SideBySide(panes, tuple(Plot(ranges, panes.pane) for _ in frames), ("low", "high"))
    shown = drawn.draw(frames).codes()

    assert ranges.height == 0.02
    for left, share in ((0, 0.5), (320, 1.0)):
        colour = 255 * np.asarray(water_colours()(0.5 + share / 2)[:3])
        np.testing.assert_allclose(shown[180, left + 120], colour, atol=1.5)


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["a.zarr", "b.zarr"], ("a", "b")),
        (["x/run.zarr", "y/run.zarr"], ("x/run", "y/run")),
        (["out/x/run.zarr", "out/y/run.zarr"], ("x/run", "y/run")),
        (["a.zarr", "a.zarr"], ("a.zarr (1)", "a.zarr (2)")),
    ],
)
def test_recordings_are_called_by_what_tells_them_apart(paths, names):
    assert names_of([Path(path) for path in paths]) == names
