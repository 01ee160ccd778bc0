from math import sqrt

import numpy as np
import pytest

from wavetank.film.plot.ranges import Ranges, rounded_down, rounded_up

X = np.arange(40) * 0.1


def waves(frame_of, height, **others):
    """Sines of four waves along x, over half a metre of water."""
    return frame_of(depth=0.5 + height * np.sin(2 * np.pi * X), level=0.5, **others)


@pytest.mark.parametrize(
    ("value", "up", "down"),
    [(1.0, 1.0, 1.0), (1.2, 1.5, 1.0), (0.021, 0.03, 0.02), (8.1, 10.0, 5.0), (99.0, 100.0, 50.0)],
)
def test_scales_are_round(value, up, down):
    assert rounded_up(value) == pytest.approx(up, rel=1e-12)
    assert rounded_down(value) == pytest.approx(down, rel=1e-12)


def test_what_is_round_stays_as_it_is():
    for power in range(-6, 7):
        assert rounded_up(float(f"3e{power}")) == float(f"3e{power}")
        assert rounded_down(float(f"5e{power}")) == float(f"5e{power}")


@pytest.mark.parametrize("height", [0.0009, 0.018, 0.45])
def test_sines_fill_the_scale_to_the_next_round_number(frame_of, height):
    assert Ranges.of([waves(frame_of, height)]).height == rounded_up(height)


def test_one_high_drop_does_not_bleach_a_film_of_small_waves(frame_of):
    frame = waves(frame_of, 0.01)
    frame.depth[10, 10] += 0.3

    assert Ranges.of([frame]).height < 0.06


def test_all_frames_count_in_any_order(frame_of):
    frames = [waves(frame_of, height) for height in (0.0, 0.0, 0.05, 0.0, 0.0)]
    ranges = Ranges.of(frames)

    assert ranges == Ranges.of(frames[::-1])
    assert ranges.height == rounded_up(2.5 * 0.05 * sqrt(1 / 5 / 2)) == 0.04
    assert ranges.top == max(frame.surface.max() for frame in frames)


def test_no_frames_have_no_ranges():
    with pytest.raises(ValueError, match="no frames"):
        Ranges.of([])


def test_speeds_and_slopes_count_by_their_mean_square(frame_of):
    ranges = Ranges.of([frame_of(depth=1 + 0.02 * X, u=0.3, v=-0.4, level=1.0)])

    assert ranges.speed == rounded_up(2.5 * 0.5)
    assert ranges.slope == pytest.approx(2.5 * 0.02 * sqrt(39 / 40), rel=1e-6)


def test_only_water_counts(frame_of):
    """Neither dry hills nor what is said of cells in walls."""
    bed = np.where(X > 2, 5.0, 0.0)
    walls = np.broadcast_to(X < 0.3, (30, 40))
    depth = np.where(X > 2, 0.0, np.where(X < 0.3, 9.0, 0.5 + 0.01 * np.sin(2 * np.pi * X)))
    frame = frame_of(bed=bed, depth=depth, walls=walls, u=np.where(X > 2, 7, 0), level=0.5)
    ranges = Ranges.of([frame])

    assert ranges.height == 0.01
    assert ranges.top < 0.52
    assert ranges.speed < 1e-3
    assert ranges.slope < 0.2


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_rounding_is_no_wave(frame_of, kind):
    noise = np.random.default_rng(7).integers(-2, 3, (30, 40)) * np.finfo(kind).eps * 1000
    frame = frame_of(depth=0.5, level=1000.5)
    for name, value in (("bed", 1000 + noise), ("depth", frame.depth)):
        object.__setattr__(frame, name, value.astype(kind))

    assert np.abs(frame.surface - 1000.5).max() < Ranges.of([frame]).height / 100


@pytest.mark.parametrize("depth", [0.0, 0.5], ids=["dry", "still"])
def test_nothing_to_see_has_ranges_too(frame_of, depth):
    ranges = Ranges.of([frame_of(depth=depth, level=depth)])

    assert min(ranges.height, ranges.slope, ranges.speed) > 0
    assert ranges.top == depth


@pytest.mark.parametrize("name", ["height", "slope", "speed"])
def test_a_scale_of_no_length_is_refused(name):
    sound = {"height": 1.0, "slope": 1.0, "speed": 1.0, "top": 0.0}
    for value in (0.0, -1.0, np.inf, np.nan):
        with pytest.raises(ValueError, match=name):
            Ranges(**sound | {name: value})
