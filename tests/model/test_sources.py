"""Sources: what each puts into the water, and that it says so."""

from math import inf, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wavetank import Drop, Grid, Inflow, Model, Oscillator, Outflow, Rain
from wavetank.model.sources import bell
from wavetank.state import Water

GRID = Grid(nx=40, ny=30, spacing=0.05)  # 2 m by 1.5 m
BELL = pi / 2 - 2 / pi  # volume of a bell of radius 1 and height 1


def model(grid=GRID, walls=None, seed=0, precision="double"):
    return Model(grid, bed=0, surface=0.5, walls=walls, seed=seed, precision=precision)


def water(of, time=0.0):
    return Water(time, of.start_depth(), *of.start_velocity())


def act(source, of=None, time=0.0, dt=1.0):
    """What a source did in one step, and what it said it did [m^3]."""
    of = of or model()
    state = water(of, time)
    before = state.depth.copy()
    said = source.apply(state, of, time, time + dt)
    assert not state.u.any()
    assert not state.v.any()
    change = state.depth.astype(float) - before
    assert said == pytest.approx(change.sum() * of.grid.cell_area, rel=1e-9, abs=1e-15)
    return change, said


def test_a_drop_is_a_bell():
    change, volume = act(Drop(time=0.5, x=1.0, y=0.6, radius=0.4, height=0.02))

    x, y = GRID.centres()
    r = np.hypot(x - 1.0, y - 0.6) / 0.4
    expected = np.where(r < 1, 0.01 * (1 + np.cos(pi * r)), 0)
    np.testing.assert_allclose(change, expected, atol=1e-15)
    assert volume == pytest.approx(0.4**2 * 0.02 * BELL, rel=0.01)


@pytest.mark.parametrize(("time", "dt", "lands"), [
    (0.0, 0.5, False), (0.5, 0.1, True), (0.45, 0.1, True), (0.6, 0.1, False), (0.4, 0.05, False),
])  # fmt: skip
def test_a_drop_lands_in_the_step_that_holds_its_time(time, dt, lands):
    change, _ = act(Drop(time=0.5, x=1.0, y=0.6, radius=0.4, height=0.02), time=time, dt=dt)

    assert change.any() == lands


def test_a_drop_may_dent_the_water_but_not_the_ground():
    change, volume = act(Drop(time=0.0, x=1.0, y=0.75, radius=0.3, height=-2.0))

    assert change.min() == -0.5
    assert volume < 0


@pytest.mark.parametrize("height", [0.03, -0.03, -2.0])
@pytest.mark.parametrize("place", [(1.0, 0.75), (0.02, 0.03), (1.99, 0.5)])
def test_a_drop_that_adds_no_water_takes_it_from_the_ring_around(height, place):
    drop = Drop(0.0, *place, radius=0.2, height=height, adds_water=False)
    change, volume = act(drop)
    x, y = GRID.centres()
    distance = np.hypot(x - place[0], y - place[1])

    assert volume == pytest.approx(0, abs=1e-13)
    nearest = change[distance == distance.min()][0]
    assert nearest * height > 0
    assert (change[(distance > 0.22) & (distance < 0.3)] * height < 0).all()
    assert not change[distance > 0.4].any()


def test_walls_stay_dry_under_every_source():
    walls = GRID.centres()[0] > 1.0
    for source in (
        Drop(0.0, 1.0, 0.75, 0.3, 0.1),
        Drop(0.0, 1.0, 0.75, 0.3, 0.1, adds_water=False),
        Inflow(1.0, 0.75, 0.3, 0.1),
        Oscillator(1.0, 0.75, 0.3, 0.1, period=3.0),
        Outflow(1.0, 0.75, 0.3, 0.1),
    ):
        change, _ = act(source, model(walls=walls))
        assert change.any()
        assert not change[walls].any()


@given(x=st.floats(0, 2), y=st.floats(0, 1.5), radius=st.floats(1e-6, 5.0))
def test_a_bell_lies_within_its_patch_and_is_never_missed(x, y, radius):
    of = model()
    patch, weights = bell(of, x, y, radius)
    whole = np.zeros(GRID.shape)
    whole[patch] = weights
    columns, rows = GRID.centres()
    r = np.hypot(columns - x, rows - y) / max(radius, 0.05)

    np.testing.assert_allclose(whole, np.where(r < 1, 0.5 + 0.5 * np.cos(pi * r), 0), atol=1e-12)
    assert whole.sum() > 0


def test_a_spring_gives_to_the_litre():
    spring = Inflow(1.0, 0.75, 0.2, rate=0.03, start=0.25, stop=0.75)

    for time, dt, seconds in ((0.0, 1.0, 0.5), (0.5, 0.1, 0.1), (0.7, 0.2, 0.05), (0.8, 1, 0)):
        assert act(spring, time=time, dt=dt)[1] == pytest.approx(0.03 * seconds, rel=1e-12, abs=0)


def test_a_drain_takes_in_proportion_to_what_is_there_and_no_more():
    assert act(Outflow(1.0, 0.75, 0.2, rate=0.001))[1] == pytest.approx(-0.001, rel=1e-12)

    of = model()
    _patch, weights = bell(of, 1.0, 0.75, 0.2)
    change, volume = act(Outflow(1.0, 0.75, 0.2, rate=9.0), of)
    assert volume == pytest.approx(-0.5 * weights.sum() * GRID.cell_area, rel=1e-12)
    assert change.min() >= -0.5
    dry = Model(GRID, bed=0, surface=0)
    assert Outflow(1.0, 0.75, 0.2, rate=9.0).apply(water(dry), dry, 0.0, 1.0) == 0


def test_an_oscillator_follows_its_sine():
    shaker = Oscillator(1.0, 0.75, 0.3, height=0.02, period=0.8, start=0.1)
    of = model()
    state, peak = water(of), []
    weight = bell(of, 1.0, 0.75, 0.3)[1].max()
    for k in range(60):
        shaker.apply(state, of, 0.02 * k, 0.02 * (k + 1))
        peak.append(state.depth.max() - 0.5 if state.depth.max() > 0.5 else state.depth.min() - 0.5)
    time = 0.02 * np.arange(1, 61)

    expected = 0.02 * np.sin(2 * pi * np.maximum(time - 0.1, 0) / 0.8)
    np.testing.assert_allclose(peak, weight * expected, atol=1e-12)


# When they act


@pytest.mark.parametrize("source", [
    Drop(1.5, 1.0, 0.75, 0.2, 0.1),
    Rain(rate=3.0, radius=0.1, height=0.01, start=1.2, stop=2.9),
    Inflow(1.0, 0.75, 0.2, 0.1, start=1.3, stop=1.9),
    Outflow(1.0, 0.75, 0.2, 0.1, start=1.3, stop=1.9),
    Oscillator(1.0, 0.75, 0.2, 0.1, 0.7, start=1.3, stop=1.9),
], ids=lambda source: source.kind)  # fmt: skip
def test_next_says_until_when_it_does_nothing(source):
    """Steps that end by then may be taken without asking it; after its end it never acts."""
    of, time, acted = model(seed=4), 0.0, 0
    while (quiet := source.next(time, of)) < inf:
        assert quiet >= time
        assert not act(source, of, time, quiet - time)[0].any()
        acted += act(source, of, quiet, 0.01)[0].any()
        time = quiet + 0.01
        assert time < 4.0
    assert acted > 0
    assert not act(source, of, 3.0, 5.0)[0].any()


# Rain


def drops(rain, of, seconds):
    return [drop for second in range(seconds) for drop in rain.drops(second, of)]


def test_rain_falls_at_its_rate_everywhere_alike():
    of = model(seed=1)
    fallen = drops(Rain(rate=50, radius=0.1, height=0.01), of, 200)
    places = np.array([[drop.x, drop.y] for drop in fallen])
    times = [drop.time for drop in fallen]

    assert len(fallen) == pytest.approx(50 * 200, abs=5 * np.sqrt(50 * 200))
    assert times == sorted(times)
    np.testing.assert_allclose(places.mean(axis=0), [1.0, 0.75], rtol=0.03)
    np.testing.assert_allclose(places.std(axis=0), np.array([2.0, 1.5]) / np.sqrt(12), rtol=0.03)
    assert (places > 0).all()
    assert (places < [2.0, 1.5]).all()


def test_rain_in_two_steps_is_rain_in_one():
    rain, of = Rain(rate=50, radius=0.1, height=0.01), model(seed=1)
    whole, _ = act(rain, of, 0.3, 2.5)
    first, _ = act(rain, of, 0.3, 0.9)
    second, _ = act(rain, of, 1.2, 1.6)

    np.testing.assert_allclose(first + second, whole, atol=1e-14)


# Refused


@pytest.mark.parametrize(("make", "problem"), [
    (lambda: Drop(-1.0, 0, 0, 0.1, 0.1), "time must not be negative, got -1.0"),
    (lambda: Drop(1.0, 0, 0, 0.0, 0.1), "radius must be positive, got 0.0"),
    (lambda: Rain(rate=0, radius=0.1, height=0.1), "rate must be positive, got 0"),
    (lambda: Rain(rate=1, radius=-1, height=0.1), "radius must be positive, got -1"),
    (lambda: Rain(1, 0.1, 0.1, start=2, stop=2), "stop must come after start, got 2 and 2"),
    (lambda: Inflow(0, 0, 0.1, rate=-3), "rate must be positive, got -3"),
    (lambda: Inflow(0, 0, 0.1, 1, start=1, stop=0.5), "stop must come after start"),
    (lambda: Outflow(0, 0, 0.1, rate=0), "rate must be positive, got 0"),
    (lambda: Outflow(0, 0, 0, rate=1), "radius must be positive, got 0"),
    (lambda: Oscillator(0, 0, 0.1, 0.1, period=0), "period must be positive, got 0"),
    (lambda: Oscillator(0, 0, 0.1, 0.1, 1, start=3, stop=1), "stop must come after start"),
    (lambda: Drop(float("nan"), 0, 0, 0.1, 0.1), "time"),
    (lambda: Drop(1.0, 0, 0, inf, 0.1), "radius"),
    (lambda: Drop(1.0, 0, 0, 0.1, float("nan")), "height"),
    (lambda: Rain(rate=inf, radius=0.1, height=0.1), "rate"),
    (lambda: Rain(rate=1e30, radius=0.1, height=0.1), "rate"),
    (lambda: Rain(rate=1, radius=0.1, height=0.1, start=inf), "start"),
    (lambda: Inflow(0, 0, 0.1, rate=inf), "rate"),
    (lambda: Oscillator(0, 0, 0.1, float("nan"), 1.0), "height"),
    (lambda: Oscillator(0, 0, 0.1, 0.1, inf), "period"),
])  # fmt: skip
def test_impossible_sources_are_refused(make, problem):
    with pytest.raises(ValueError, match=problem):
        make()
