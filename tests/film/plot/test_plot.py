"""What a plot says is so: read off its pixels, its words and its bars."""

import pickle
import subprocess
import sys

import matplotlib
import numpy as np
import pytest
from matplotlib.quiver import QuiverKey

from wavetank.film.plot.chart import COLOURS, WALL, water_colours
from wavetank.film.plot.plot import Plot
from wavetank.film.plot.ranges import Ranges

RANGES = Ranges(height=0.02, slope=0.1, speed=0.5, top=0.02)
SIZES = [(1280, 720), (320, 180), (640, 700)]
Y, X = (np.mgrid[:30, :40] + 0.5) * 0.1


@pytest.fixture
def water(frame_of):
    """Makes a frame of water 0.5 m deep, level at 0, but for what it is lifted by."""

    def make(lift=0.0, bed=-0.5, **others):
        depth = np.maximum(lift - bed, 0)
        return frame_of(bed=bed, depth=depth, **others)

    return make


def plot(**others):
    return Plot(RANGES, **{"size": (400, 300)} | others)


def page_of(plot, frame):
    plot.draw(frame)
    return plot.sheet(frame).page


def map_of(plot, frame):
    """The tank's part of a picture, (height, width, 3)."""
    codes = plot.draw(frame).codes().astype(int)
    box = page_of(plot, frame).layout.map
    top = codes.shape[0] - box.top
    return codes[top : top + box.height, box.left : box.right]


def colour(share):
    """The colour of a height, -1 to 1 of the scale."""
    table = np.asarray(water_colours().colors)
    return np.round(255 * table[round((COLOURS - 1) * (0.5 + share / 2))]).astype(int)


def words_of(page):
    """Everything that is written on a page."""
    words = list(page.figure.texts)
    for axes in page.figure.axes:
        words += [key.text for key in axes.findobj(QuiverKey)]
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            ticks = zip(axis.get_majorticklocs(), axis.get_majorticklabels(), strict=True)
            words += [axis.label, *(label for place, label in ticks if low <= place <= high)]
    return [text for text in words if text.get_visible() and text.get_text()]


@pytest.mark.parametrize("share", [-1.0, -0.5, 0.0, 0.25, 1.0])
def test_level_water_has_the_colour_of_its_height(water, share):
    picture = map_of(plot(), water(lift=share * 0.02))

    np.testing.assert_allclose(picture, np.broadcast_to(colour(share), picture.shape), atol=1)


def test_heights_are_counted_from_still_water(frame_of):
    picture = map_of(plot(), frame_of(bed=3.0, depth=0.51, level=3.5))

    np.testing.assert_allclose(picture[50, 50], colour(0.5), atol=1)


def test_what_is_beyond_the_scale_has_the_colour_of_its_end(water):
    for side in (-1, 1):
        picture = map_of(plot(), water(lift=side * 0.3))
        np.testing.assert_allclose(picture[50, 50], colour(side), atol=1)


@pytest.mark.parametrize(("x", "y"), [(3.1, 2.3), (0.7, 0.4)])
@pytest.mark.parametrize("side", [-1, 1])
def test_a_bump_is_where_it_is_and_red_a_dent_blue(water, x, y, side):
    lift = side * 0.015 * np.exp(-((X - x) ** 2 + (Y - y) ** 2) / 0.1**2)
    picture = map_of(plot(), water(lift=lift))
    red = (picture[:, :, 0] - picture[:, :, 2]) * side
    j, i = (red > 0.9 * red.max()).nonzero()
    pixel = 4.0 / picture.shape[1]

    assert red.max() > 60
    assert (i.mean() + 0.5) * pixel == pytest.approx(x, abs=0.05)
    assert 3.0 - (j.mean() + 0.5) * pixel == pytest.approx(y, abs=0.05)


@pytest.mark.parametrize("size", SIZES)
def test_metres_are_as_long_up_as_along(water, size):
    box = page_of(plot(size=size), water()).layout.map

    assert box.width / box.height == pytest.approx(40 / 30, rel=0.01)


def test_slopes_to_the_upper_left_are_lit(water):
    """Without changing how high they are said to be, on average."""
    for rise in (X, -Y):
        bright, flat, dark = (
            map_of(plot(), water(lift=s * 0.05 * (rise - rise.mean()), bed=-5.0)).sum(-1)
            for s in (1, 0, -1)
        )
        middle = np.s_[bright.shape[0] // 2, bright.shape[1] // 2]
        assert bright[middle] > flat[middle] + 3
        assert dark[middle] < flat[middle] - 3


def test_ripples_too_low_for_colours_show_as_relief(water):
    ripples = map_of(plot(), water(lift=1e-3 * np.sin(20 * X)))

    assert np.ptp(ripples[50, 20:-20].sum(-1)) > 12


def test_walls_are_dark_where_they_stand(water):
    walls = (X > 1.0) & (X < 2.0) & (Y > 2.0)
    picture = map_of(plot(), water(walls=walls))
    height, width = picture.shape[:2]
    dark = np.all(np.abs(picture - np.round(255 * np.array(WALL))) < 2, axis=-1)
    j, i = dark.nonzero()

    assert dark.mean() == pytest.approx(1 / 12, rel=0.06)
    assert i.min() == pytest.approx(width / 4, abs=2)
    assert i.max() == pytest.approx(width / 2, abs=2)
    assert j.min() == 0
    assert j.max() == pytest.approx(height / 3, abs=2)


def test_land_is_grey_and_the_shore_lies_where_it_meets_the_water(water):
    picture = map_of(plot(), water(bed=0.1 * (X - 1.7)))
    width = picture.shape[1]
    row = picture[picture.shape[0] // 2]
    land = row[:, 0] - row[:, 2] > 9  # of water that is level, red and blue are alike
    shore = int(land.argmax())

    assert (shore + 0.5) * 4.0 / width == pytest.approx(1.7, abs=0.05)
    assert land[shore:].all()
    assert np.median(row[:shore].sum(-1)) > np.median(row[shore:].sum(-1)) + 100


def test_higher_land_is_lighter(frame_of):
    picture = map_of(plot(), frame_of(bed=0.1 * Y, depth=0))
    brightness = np.median(picture.sum(-1), axis=1)

    assert np.all(np.diff(brightness[::20]) < 0)


def test_contours_lie_on_round_heights(frame_of):
    """About ten from the lowest ground to the highest, counted from still water."""
    frame = frame_of(bed=1.0 * X, depth=0, level=-1.0)
    picture = map_of(plot(), frame)
    row = picture[picture.shape[0] // 2].sum(-1)
    dark = np.flatnonzero(
        row < np.lib.stride_tricks.sliding_window_view(np.pad(row, 3, mode="edge"), 7).max(-1) - 60
    )
    lines = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1)
    places = [(line.mean() + 0.5) * 4.0 / len(row) for line in lines]
    np.testing.assert_allclose(places, np.arange(0.2, 4, 0.4), atol=0.03)
    page = page_of(plot(size=(1280, 720)), frame)
    assert "contours 40 cm" in [words.get_text() for words in words_of(page)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("height", [0.02, 0.0015, 30.0])
def test_the_colour_bar_says_which_height_has_which_colour(water, size, height):
    ranges = Ranges(height, 0.1, 0.5, height)
    drawn = Plot(ranges, size)
    page = page_of(drawn, water())
    codes = drawn.draw(water()).codes().astype(int)
    (bar,) = (axes for axes in page.figure.axes if axes is not page.axes)
    marks = list(zip(bar.get_yticks(), bar.get_yticklabels(), strict=True))

    assert len(marks) >= 3
    for place, label in marks:
        x, y = bar.transData.transform((0.5, place))
        said = float(label.get_text().replace("−", "-").rstrip(" m"))
        assert said * (1 if height > 0.002 else 1e-3) == pytest.approx(
            height * place / marks[-1][0], abs=1e-9 * height
        )
        there = codes[codes.shape[0] - 1 - int(np.clip(y, 0, size[1] - 1)), int(x)]
        np.testing.assert_allclose(there, colour(place / marks[-1][0]), atol=6)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spacing", [0.1, 0.0037, 1.3, 700.0])
def test_the_scale_bar_is_as_long_as_it_says(water, size, spacing):
    frame = water(spacing=spacing)
    drawn = plot(size=size)
    page = page_of(drawn, frame)
    row = drawn.draw(frame).codes()[size[1] - 1 - round(page.foot())].astype(int)
    box = page.layout.map
    bar = np.flatnonzero(row[box.left :].sum(-1) < 240)
    length = 1 + int(np.argmax(np.append(np.diff(bar), 2) > 1))
    units = {"km": 1e3, "m": 1.0, "cm": 1e-2, "mm": 1e-3}
    foot = [w for w in words_of(page) if abs(w.get_position()[1] * size[1] - page.foot()) < 1]
    number, unit = min(foot, key=lambda w: w.get_position()[0]).get_text().split()

    assert bar[0] == 0
    assert length * 40 * spacing / box.width == pytest.approx(
        float(number) * units[unit], abs=40 * spacing / box.width
    )
    assert box.width / 11 < length <= box.width / 4 + 1
    assert number[0] in "125"


@pytest.mark.parametrize(("time", "said"), [(0.0, "0.00"), (1 / 30, "0.03"), (123.456, "123.46")])
def test_the_time_is_told_in_seconds(water, time, said):
    page = page_of(plot(), water(time=time))

    assert f"t = {said} s" in [words.get_text() for words in words_of(page)]


def test_another_time_changes_nothing_but_the_time(water):
    drawn = plot()
    first, second = (drawn.draw(water(time=time)).codes().astype(int) for time in (1.0, 2.0))
    j, _ = (first != second).any(-1).nonzero()
    box = page_of(drawn, water()).layout.map

    assert len(j)
    assert j.max() < first.shape[0] - box.top


@pytest.mark.parametrize("size", [*SIZES, (640, 344)])
@pytest.mark.parametrize("cells", [(40, 30), (200, 20), (20, 200), (60, 1)])
@pytest.mark.parametrize("height", [0.15, 0.0015])
def test_no_words_are_cut_off_nor_lie_over_others(water, size, cells, height):
    frame = water(nx=cells[0], ny=cells[1], time=100.0)
    title = "Three drops fall into a tank of some length (Nishidate & Nikishkov, Fig. 3)"
    drawn = Plot(Ranges(height, 0.1, 0.5, 0.02), size, title, arrows=cells[1] > 1)
    page = page_of(drawn, frame)
    renderer = page.canvas.get_renderer()
    boxes = [(w.get_text(), w.get_window_extent(renderer)) for w in words_of(page)]

    for text, box in boxes:
        assert box.x0 >= -0.5, text
        assert box.y0 >= -0.5, text
        assert box.x1 <= size[0] + 0.5, text
        assert box.y1 <= size[1] + 0.5, text
        for other, there in boxes:
            apart = box.x1 <= there.x0 or there.x1 <= box.x0 or box.y1 <= there.y0 + 1
            assert text == other or apart or there.y1 <= box.y0 + 1, (text, other)


def test_a_title_that_does_not_fit_says_so(water):
    title = "An endless story " * 20
    (shown,) = (
        w.get_text() for w in words_of(page_of(plot(title=title), water())) if "An" in w.get_text()
    )

    assert shown.endswith(" …")
    assert title.startswith(shown[:-2])


def test_a_title_is_written_as_it_is(water):
    title = "100 % of $x_1$ \\alpha"

    assert title in [w.get_text() for w in words_of(page_of(plot(title=title), water()))]


def test_arrows_follow_the_water_and_leave_out_the_land(water):
    frame = water(u=0.3, v=np.where(X < 2, 0.4, -0.1), bed=np.where(Y > 2, 0.5, -0.5))
    sheet = plot(arrows=True).sheet(frame)
    sheet.draw(frame)
    quiver = sheet.arrows.quiver
    x, y = quiver.XY.T
    dry = np.ma.getmaskarray(np.ma.array(quiver.U, mask=quiver.Umask))

    np.testing.assert_array_equal(dry, y > 2)
    np.testing.assert_allclose(quiver.U[~dry], 0.3)
    np.testing.assert_allclose(quiver.V[~dry & (x < 1.8)], 0.4)
    np.testing.assert_allclose(quiver.V[~dry & (x > 2.2)], -0.1)


@pytest.mark.parametrize(("part", "axis", "side"), [("u", 1, 1), ("v", 0, -1)])
def test_arrows_point_east_and_north_on_the_picture(water, part, axis, side):
    """An arrow's head is where most of its ink is: to the right, or to the top."""
    picture = map_of(plot(arrows=True, size=(1280, 720)), water(**{part: 0.25}))
    ink = (picture.sum(-1) < 300).sum(1 - axis)

    assert skew(ink) * side > 50


def skew(profile):
    """Does ink stand to the end of each run of it (positive) or to its beginning?"""
    total = 0.0
    places = np.flatnonzero(profile)
    for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1):
        weights = profile[run]
        total += float(np.sum(weights * (run - run.mean())))
    return total


def test_a_channel_of_one_row_is_seen_from_the_side(frame_of):
    bed = np.where(np.arange(60) < 30, -1.0, -0.5)[None, :]
    surface = np.where(np.arange(60) < 30, 0.0, 0.25)
    frame = frame_of(nx=60, ny=1, bed=bed, depth=surface - bed, level=0.0)
    drawn = Plot(Ranges(0.2, 0.1, 0.5, 0.25), (400, 300))
    picture = map_of(drawn, frame)
    low, high = drawn.sheet(frame).page.axes.get_ylim()
    height, width = picture.shape[:2]
    blue = picture[:, :, 2] > picture[:, :, 0] + 30
    for i, top, bottom in ((width // 4, 0.0, -1.0), (width * 3 // 4, 0.25, -0.5)):
        rows = np.flatnonzero(blue[:, i])
        assert high - rows.min() * (high - low) / height == pytest.approx(top, abs=0.012)
        assert high - (rows.max() + 1) * (high - low) / height == pytest.approx(bottom, abs=0.012)
        assert np.all(picture[: rows.min() - 2, i] == 255)


def test_a_channels_walls_and_dry_ground_hold_no_water(frame_of):
    x = np.arange(60)
    bed = np.where(x < 30, -1.0, 0.5)
    frame = frame_of(nx=60, ny=1, bed=bed, depth=np.maximum(-bed, 0), walls=x < 10)
    picture = map_of(Plot(Ranges(0.2, 0.1, 0.5, 0.25), (400, 300)), frame)
    blue = (picture[:, :, 2] > picture[:, :, 0] + 30).any(0)
    cells = np.flatnonzero(blue) / len(blue) * 60

    assert cells.min() == pytest.approx(10, abs=0.7)
    assert cells.max() == pytest.approx(30, abs=0.7)


def test_frames_may_come_in_any_order(water):
    frames = [water(lift=0.01 * np.sin(X * k), time=k, u=0.1 * k) for k in range(4)]
    drawn = plot(arrows=True, title="Order")
    first = [drawn.draw(frame).codes() for frame in frames]
    again = [drawn.draw(frame).codes() for frame in frames[::-1]][::-1]
    alone = [plot(arrows=True, title="Order").draw(frame).codes() for frame in frames]

    np.testing.assert_array_equal(again, first)
    np.testing.assert_array_equal(alone, first)


def test_another_tank_gets_a_page_of_its_own(water):
    drawn = plot()
    small, large = water(), water(nx=20, ny=25, spacing=3.0)
    walled = water(walls=X > 2)
    first = [drawn.draw(frame).codes() for frame in (small, large, walled, small)]
    alone = [plot().draw(frame).codes() for frame in (small, large, walled, small)]

    np.testing.assert_array_equal(first, alone)


def test_a_plot_goes_to_another_process_as_what_it_was_asked(water):
    drawn = plot(title="Elsewhere")
    here = drawn.draw(water()).codes()
    sent = pickle.loads(pickle.dumps(drawn))

    assert sent == drawn
    np.testing.assert_array_equal(sent.draw(water()).codes(), here)


def test_what_a_user_sets_matplotlib_to_changes_nothing(water):
    before = plot(title="Mine").draw(water(time=1.0)).codes()
    changes = {"font.size": 30, "axes.facecolor": "red", "text.antialiased": False}
    with matplotlib.rc_context(changes):
        drawn = plot(title="Mine").draw(water(time=1.0)).codes()
        assert matplotlib.rcParams["font.size"] == 30

    np.testing.assert_array_equal(drawn, before)


def test_no_window_is_thought_of():
    code = "import sys, wavetank.film.plot.plot; sys.exit('matplotlib.pyplot' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("shape", [(1, 64), (64, 1), (1, 1), (3, 2), (300, 500)])
@pytest.mark.parametrize("depth", [0.0, 0.4], ids=["dry", "wet"])
@pytest.mark.parametrize("walls", [False, True], ids=["open", "all wall"])
def test_any_tank_can_be_drawn_at_any_size(frame_of, shape, depth, walls):
    frame = frame_of(nx=shape[1], ny=shape[0], depth=depth, walls=walls)
    for size in ((160, 120), (1, 1), (16, 90)):
        picture = Plot(Ranges.of([frame]), size, "Any", arrows=True).draw(frame)
        assert picture.size == size
        assert picture.light is None


def test_the_frame_is_left_as_it_was(water):
    frame = water()
    for array in (frame.bed, frame.depth, frame.u, frame.v, frame.walls):
        array.flags.writeable = False

    plot(arrows=True).draw(frame)


def test_single_precision_looks_the_same(water):
    double, single = water(lift=0.01 * np.sin(5 * X)), water(lift=0.01 * np.sin(5 * X))
    for name in ("bed", "depth", "u", "v"):
        object.__setattr__(single, name, getattr(single, name).astype(np.float32))

    np.testing.assert_allclose(map_of(plot(), single), map_of(plot(), double), atol=1)


def test_a_size_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="size"):
        plot(size=(0, 9))
