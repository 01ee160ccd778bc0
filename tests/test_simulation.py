"""The clock: frames at exact times, sources at theirs, nothing twice and nothing lost."""

from itertools import islice
from math import inf

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wavetank import (
    SOLVERS,
    Drop,
    Feature,
    Grid,
    Inflow,
    Model,
    Open,
    Oscillator,
    Outflow,
    Rain,
    Simulation,
    WaveMaker,
)
from wavetank.errors import ModelError, SolverError, StepTooLongError

named = pytest.mark.parametrize("name", SOLVERS)
GRID = Grid(nx=12, ny=10, spacing=0.1)


def simulation(name="damped_wave", dt=None, grid=GRID, **parts):
    """Still water, half a metre deep, and what acts on it."""
    model = Model(grid, **({"bed": 0, "surface": 0.5} | parts))
    return Simulation(model, SOLVERS[name](model), dt=dt)


def stepping(sim):
    """The simulation, and a list that each of its steps is added to: (time, dt, times)."""
    steps = []
    take = sim.take

    def noted(dt, times):
        steps.append((sim.state.time, dt, times))
        take(dt, times)

    sim.take = noted
    return steps


# Frames


@named
@pytest.mark.parametrize("rate", [30, 24, 25, 60, 29.97, 7])
@pytest.mark.parametrize("dt", [None, 0.004, 1 / 30, 1 / 90, 0.01])
def test_frames_come_at_exact_times(name, rate, dt):
    frames = list(simulation(name, dt).frames(duration=2.0, rate=rate))

    assert [frame.time for frame in frames] == [k / rate for k in range(round(2.0 * rate) + 1)]
    assert [frame.index for frame in frames] == list(range(len(frames)))


@given(
    rate=st.floats(0.5, 500),
    dt=st.one_of(st.none(), st.floats(1e-3, 0.03)),
    duration=st.floats(0, 0.5),
    name=st.sampled_from(sorted(SOLVERS)),
)
def test_any_rate_and_any_step_hit_the_frames(rate, dt, duration, name):
    sim = simulation(name, dt)
    steps = stepping(sim)
    frames = list(sim.frames(duration, rate))

    assert [frame.time for frame in frames] == [k / rate for k in range(round(duration * rate) + 1)]
    longest = min(dt or inf, sim.solver.largest_step(sim.state), 1 / rate)
    assert all(0 < used <= longest * (1 + 1e-6) for _, used, _ in steps)
    assert sim.steps_taken == sum(times for *_, times in steps)
    fewest = sum(max(1, int(np.ceil(1 / rate / longest - 1e-6))) for _ in frames[1:])
    assert sim.steps_taken >= fewest


def test_the_first_frame_comes_before_any_step():
    sim = simulation(dt=0.01)
    first = next(sim.frames(1.0, 30))

    assert first.time == 0
    assert sim.steps_taken == 0
    np.testing.assert_array_equal(first.depth, 0.5)


def test_a_second_call_goes_on_without_a_repetition():
    sim, at_once = simulation(dt=0.004), simulation(dt=0.004)
    parts = [frame for seconds in (0.5, 0.0, 1.0) for frame in sim.frames(seconds, 30)]
    whole = list(at_once.frames(1.5, 30))

    assert [frame.time for frame in parts] == [frame.time for frame in whole]
    assert [frame.index for frame in parts] == [frame.index for frame in whole]
    for part, expected in zip(parts, whole, strict=True):
        np.testing.assert_array_equal(part.depth, expected.depth)


def test_frames_left_early_can_be_gone_on_with():
    sim = simulation(dt=0.004)
    seen = [frame.time for frame in islice(sim.frames(1.0, 30), 4)]
    seen += [frame.time for frame in sim.frames(0.1, 30)]

    assert seen == [k / 30 for k in range(7)]


def test_another_rate_may_follow():
    sim = simulation(dt=0.004)
    times = [frame.time for frame in sim.frames(0.5, 30)]
    times += [frame.time for frame in sim.frames(0.5, 24)]

    assert times == [k / 30 for k in range(16)] + [k / 24 for k in range(13, 25)]


def test_a_rate_off_the_beat_counts_from_where_it_begins():
    sim = simulation(dt=0.004)
    list(sim.frames(0.1, 30))
    times = [frame.time for frame in sim.frames(0.5, 4)]

    assert times == [pytest.approx(0.1 + k / 4) for k in (1, 2)]


@pytest.mark.parametrize(("duration", "rate"), [(-1, 30), (inf, 30), (np.nan, 30), (1, 0),
                                                (1, -3), (1, inf), (1, np.nan)])  # fmt: skip
def test_impossible_frames_are_refused(duration, rate):
    with pytest.raises(ModelError, match="no frames last"):
        next(simulation().frames(duration, rate))


def test_a_frame_keeps_what_it_shows():
    """Its arrays are its own: the water moves on without it."""
    sim = simulation(sources=[Drop(time=0.01, x=0.6, y=0.5, radius=0.2, height=0.1)])
    frames = sim.frames(1.0, 30)
    next(frames)
    frame = next(frames)
    before = {name: np.copy(value) for name, value in vars(frame).items()
              if isinstance(value, np.ndarray)}  # fmt: skip
    list(frames)
    sim.state.depth[...] = 0.7

    for name, value in before.items():
        np.testing.assert_array_equal(getattr(frame, name), value)


def test_ground_stays_wet_and_dries():
    bed = np.where(np.arange(12) < 6, 0.0, 0.6) + np.zeros(GRID.shape)
    model = Model(GRID, bed=bed, surface=0.5, drying=2.0)
    sim = Simulation(model, SOLVERS["implicit_wave"](model), dt=0.05)
    first = sim.frame()
    np.testing.assert_array_equal(first.wet, bed < 0.5)
    sim.state.depth[:, 0] = 0.0
    sim.state.depth[:, 8] = 5e-5  # damp, but not under water
    sim.wet[:, 7] = 1.0
    sim.advance(1.0)

    assert sim.frame().wet[0, 7] == pytest.approx(np.exp(-1.0 / 2.0))
    np.testing.assert_array_equal(sim.frame().wet[:, 1:5], 1)
    np.testing.assert_array_equal(sim.frame().wet[:, 10:], 0)


# Steps


@pytest.mark.parametrize("dt", [0.0, -0.1, inf, np.nan])
def test_an_impossible_step_is_refused(dt):
    with pytest.raises(ModelError, match="dt must be positive"):
        simulation(dt=dt)


def test_a_step_above_the_limit_is_refused_naming_the_largest():
    largest = simulation().solver.limit
    with pytest.raises(StepTooLongError) as caught:
        simulation(dt=1.01 * largest)

    assert f"{largest:.6g} s" in caught.value.instead
    assert f"dt = {1.01 * largest:g} s" in caught.value.problem
    assert list(simulation(dt=0.999 * largest).frames(0.1, 30))


def test_without_dt_the_step_is_the_largest_that_hits_the_frame():
    sim = simulation()
    steps = stepping(sim)
    list(sim.frames(1.0, 4))
    limit = sim.solver.limit
    count = int(np.ceil(0.25 / limit))

    assert sum(times for *_, times in steps) == 4 * count
    assert {round(dt, 12) for _, dt, _ in steps} == {round(0.25 / count, 12)}


def test_a_solver_of_any_step_takes_one_a_frame():
    sim = simulation("implicit_wave")
    list(sim.frames(1.0, 4))

    assert sim.steps_taken == 4


@pytest.mark.parametrize("feature", [Feature.REFRACTION, Feature.ANY_STEP, Feature.DRY_GROUND])
def test_a_scene_that_needs_more_is_refused_naming_who_can(feature):
    with pytest.raises(SolverError) as caught:
        simulation("damped_wave", needs={feature})

    assert f"solver 'damped_wave' cannot handle {feature.value}" == caught.value.problem
    assert caught.value.instead == "solvers that can: implicit_wave"
    assert simulation("implicit_wave", needs={feature})


def test_ground_above_the_water_needs_a_solver_that_can():
    with pytest.raises(SolverError, match="cannot handle ground that falls dry"):
        simulation("damped_wave", bed=lambda x, y: x)
    walls = GRID.centres()[0] >= 0.4
    assert simulation("damped_wave", bed=lambda x, y: x, walls=walls)  # behind walls it may


def test_what_nobody_can_is_said_so():
    able = [name for name, solver in SOLVERS.items() if Feature.VORTICES in solver.handles]
    with pytest.raises(SolverError) as caught:
        simulation("damped_wave", needs={Feature.VORTICES, Feature.DRY_GROUND})
    assert caught.value.instead == f"solvers that can: {', '.join(able) or 'none yet'}"


# Sources and the clock


DROP = Drop(time=0.3, x=0.6, y=0.5, radius=0.25, height=0.02)


def drop_volume(sim):
    return sim.ledger.sources["drop 1"]


ONE_DROP = pytest.approx(0.25**2 * 0.02 * (np.pi / 2 - 2 / np.pi), rel=0.05)  # of the bell


@named
@given(
    time=st.one_of(st.floats(0, 1), st.integers(0, 60).map(lambda k: k / 60),
                   st.integers(0, 300).map(lambda k: k * 0.004)),
    rate=st.sampled_from([10, 24, 29.97, 30, 60, 3]),
    dt=st.one_of(st.none(), st.sampled_from([0.004, 0.01, 1 / 60, 1 / 90]), st.floats(2e-3, 0.03)),
)  # fmt: skip
@example(time=0.036, rate=10, dt=0.002)  # 18 steps from now, less a hair of rounding
@example(time=0.076, rate=25, dt=0.004)
@example(time=0.1, rate=10, dt=0.01)
@example(time=0.0, rate=30, dt=None)
def test_a_drop_lands_exactly_once(name, time, rate, dt):
    sim = simulation(name, dt, sources=[Drop(time, x=0.6, y=0.5, radius=0.25, height=0.02)])
    landed = []
    for frame in sim.frames(1.5, rate):
        landed.append((frame.time, drop_volume(sim)))

    assert landed[-1][1] == ONE_DROP
    assert {volume for when, volume in landed if when <= time - 1e-9} <= {0.0}
    assert {volume for when, volume in landed if when > time + 1 / rate} <= {landed[-1][1]}


@named
def test_drops_that_land_together_add_up(name):
    one = simulation(name, 0.01, sources=[DROP])
    two = simulation(name, 0.01, sources=[DROP, DROP])
    list(one.frames(0.5, 30))
    list(two.frames(0.5, 30))

    assert sum(two.ledger.sources.values()) == pytest.approx(2 * drop_volume(one), rel=1e-12)


RAIN = Rain(rate=40, radius=0.15, height=0.004, start=0.21, stop=1.7, seed=3)


@pytest.fixture(scope="module")
def rained():
    """What that rain brings, and from where it stops; taken from its drops alone."""
    model = Model(GRID, bed=0, surface=0.5, seed=9)
    drops = [drop for second in range(3) for drop in RAIN.drops(second, model)]
    assert 30 < len(drops) < 90
    assert all(0.21 <= drop.time < 1.7 for drop in drops)
    sim = simulation(seed=9)
    total = 0.0
    for drop in drops:
        sim.state.time = drop.time
        total += drop.apply(sim.state, sim.model, sim.state.time, sim.state.time + 0.01)
    return total


@named
@pytest.mark.parametrize("dt", [None, 0.004, 0.0111])
@pytest.mark.parametrize("rate", [30, 24, 4])
def test_rain_is_the_same_whatever_the_step_and_the_frames(name, dt, rate, rained):
    sim = simulation(name, dt, sources=[RAIN], seed=9)
    list(sim.frames(2.0, rate))

    assert sim.ledger.sources["rain 1"] == pytest.approx(rained, rel=1e-9)


def test_rain_is_of_its_seeds():
    def falls(seed, rain_seed):
        rain = Rain(rate=40, radius=0.15, height=0.004, seed=rain_seed)
        return rain.drops(0, Model(GRID, bed=0, surface=0.5, seed=seed))

    assert falls(1, 2) == falls(1, 2)
    assert len({falls(1, 2), falls(2, 2), falls(1, 3), falls(3, 1)}) == 4


def test_light_rain_does_not_hold_up_the_clock(monkeypatch):
    """A drop in a million years is far away: that must not be found by looking at every second."""
    looks = iter(range(1000))
    drops = Rain.drops
    monkeypatch.setattr(Rain, "drops", lambda *args: (next(looks), drops(*args))[1])
    sim = simulation(sources=[Rain(rate=1e-12, radius=0.1, height=0.01)], dt=0.01)
    list(sim.frames(0.1, 30))

    assert sim.steps_taken == 12
    assert sim.ledger.sources["rain 1"] == 0


@named
@pytest.mark.parametrize("dt", [None, 0.0043, 1 / 30])
@pytest.mark.parametrize(("start", "stop"), [(0.0, 0.5), (0.123, 0.777), (0.5, 0.51), (0.9, inf)])
def test_a_spring_gives_its_rate_for_as_long_as_it_is_on(name, dt, start, stop):
    dt = dt and min(dt, simulation(name).solver.largest_step(None))
    spring = Inflow(x=0.6, y=0.5, radius=0.2, rate=3e-3, start=start, stop=stop)
    sim = simulation(name, dt, sources=[spring])
    list(sim.frames(1.0, 30))

    assert sim.ledger.sources["inflow 1"] == pytest.approx(3e-3 * (min(stop, 1) - start), rel=1e-11)
    assert sim.volume() == pytest.approx(
        sim.ledger.start + sim.ledger.sources["inflow 1"], rel=1e-13
    )


@named
def test_a_drain_takes_its_rate_for_as_long_as_it_is_on(name):
    drain = Outflow(x=0.6, y=0.5, radius=0.2, rate=3e-3, start=0.2, stop=0.9)
    sim = simulation(name, 0.004, sources=[drain])
    list(sim.frames(1.0, 30))

    assert sim.ledger.sources["outflow 1"] == pytest.approx(-3e-3 * 0.7, rel=1e-11)


@named
def test_an_oscillator_stopped_after_whole_swings_leaves_no_water(name):
    shaker = Oscillator(x=0.6, y=0.5, radius=0.2, height=0.01, period=0.25, start=0.1, stop=0.85)
    sim = simulation(name, 0.004, sources=[shaker])
    volumes = [sim.ledger.sources["oscillator 1"] for _ in sim.frames(1.0, 100)]

    bell = 0.2**2 * 0.01 * (np.pi / 2 - 2 / np.pi)
    assert max(volumes) == pytest.approx(bell, rel=0.1)
    assert min(volumes) == pytest.approx(-bell, rel=0.1)
    assert volumes[-1] == pytest.approx(0, abs=1e-12)
    assert sim.volume() == pytest.approx(sim.ledger.start, rel=1e-12)


# Saved and taken up


def eventful(name, precision):
    """Rain, a spring, a sea with waves, ground that dries where the solver allows."""
    dry = Feature.DRY_GROUND in SOLVERS[name].handles
    bed = np.random.default_rng(2).uniform(0, 0.7 if dry else 0.1, GRID.shape)
    model = Model(
        GRID,
        bed=bed,
        surface=0.5,
        u=0.1,
        v=lambda x, y: -0.1 * x,
        west=WaveMaker(height=0.02, period=0.5),
        north=Open(sponge=0.3),
        sources=[
            Rain(rate=60, radius=0.15, height=0.01),
            Inflow(x=0.6, y=0.5, radius=0.2, rate=3e-3, start=0.2),
            Oscillator(x=0.3, y=0.5, radius=0.2, height=0.01, period=0.25),
        ],
        precision=precision,
    )
    return Simulation(model, SOLVERS[name](model), dt=0.004)


def looked_at(frame):
    return {name: value for name, value in vars(frame).items() if name != "grid"}


def assert_same(one, other):
    """To the bit, in every field of two frames."""
    for name, value in looked_at(one).items():
        np.testing.assert_array_equal(looked_at(other)[name], value, err_msg=name)


@named
@pytest.mark.parametrize("after", [0, 1, 17])
def test_a_run_taken_up_again_is_the_same_to_the_bit(name, precision, after):
    whole, first, second = (eventful(name, precision) for _ in range(3))
    expected = list(whole.frames(1.0, 30))
    begun = list(first.frames(after / 30, 30))
    second.take_up(first.save())
    rest = list(second.frames(1.0 - after / 30, 30))

    assert len(begun) + len(rest) == len(expected)
    for frame, wanted in zip(begun + rest, expected, strict=True):
        assert_same(frame, wanted)
    assert second.ledger == whole.ledger
    assert second.steps_taken == whole.steps_taken


@named
def test_a_run_saved_as_arrays_is_taken_up_the_same(name, precision, tmp_path):
    """`save` is numbers and arrays only, so it survives a file."""
    whole, first, second = (eventful(name, precision) for _ in range(3))
    *_, expected = whole.frames(1.0, 30)
    list(first.frames(0.5, 30))
    np.savez(tmp_path / "saved.npz", **first.save())
    with np.load(tmp_path / "saved.npz", allow_pickle=False) as saved:
        second.take_up(dict(saved))
    *_, last = second.frames(0.5, 30)

    assert_same(last, expected)


@named
def test_what_is_saved_does_not_move_on(name):
    """It is kept for later, so it must be a copy; and two may take it up."""
    sim, one, other = (eventful(name, "double") for _ in range(3))
    list(sim.frames(0.2, 30))
    saved = sim.save()
    kept = {key: np.copy(value) for key, value in saved.items()}
    *_, expected = sim.frames(0.2, 30)
    for key, value in kept.items():
        np.testing.assert_array_equal(saved[key], value, err_msg=key)

    one.take_up(saved)
    other.take_up(saved)
    *_, first = one.frames(0.2, 30)
    *_, second = other.frames(0.2, 30)
    assert_same(first, expected)
    assert_same(second, expected)


def test_a_run_with_changed_frame_rates_is_saved_with_its_clock():
    sim, again = simulation(dt=0.004), simulation(dt=0.004)
    list(sim.frames(0.5, 30))
    list(sim.frames(0.5, 24))
    again.take_up(sim.save())

    assert [frame.time for frame in again.frames(0.25, 24)] == [k / 24 for k in range(25, 31)]


# Many steps at once


@pytest.mark.parametrize("walls", [None, "pillar"])
def test_many_steps_at_once_are_the_same_as_one_by_one(precision, walls):
    if walls:
        walls = np.zeros(GRID.shape, bool)
        walls[3:5, 5] = True
    sources = [DROP, Rain(rate=8, radius=0.15, height=0.004)]
    parts = {"walls": walls, "sources": sources, "precision": precision, "bed": lambda x, y: x / 10}
    many, single = (simulation(dt=0.004, **parts) for _ in range(2))
    single.quiet_steps = lambda dt, most: 1
    taken = stepping(many)
    for frame, expected in zip(many.frames(2.0, 5), single.frames(2.0, 5), strict=True):
        rounding = {"double": 1e-14, "single": 5e-7}[precision]
        np.testing.assert_allclose(frame.depth, expected.depth, atol=rounding, rtol=0)
        assert frame.time == expected.time

    assert max(times for *_, times in taken) > 5
    assert many.steps_taken == single.steps_taken
    for source, volume in single.ledger.sources.items():
        assert many.ledger.sources[source] == pytest.approx(volume, rel=1e-4, abs=1e-12)


# Queries


def test_height_and_velocity_between_the_cells():
    """Linear between the centres: on a plane they are exact; beyond the outermost, level."""
    model = Model(
        GRID, bed=lambda x, y: 0.1 * x, surface=lambda x, y: 0.5 + 0.02 * x - 0.03 * y,
        u=lambda x, y: 0.3 * y, v=lambda x, y: -0.2 * y,
    )  # fmt: skip
    sim = Simulation(model, SOLVERS["implicit_wave"](model))

    assert sim.height(0.63, 0.41) == pytest.approx(0.5 + 0.02 * 0.63 - 0.03 * 0.41)
    assert sim.height(0.05, 0.95) == pytest.approx(0.5 + 0.02 * 0.05 - 0.03 * 0.95)
    assert sim.height(0.0, 0.5) == sim.height(-3.0, 0.5) == sim.height(0.05, 0.5)
    assert sim.height(1.2, 0.5) == sim.height(9.0, 0.5) == sim.height(1.15, 0.5)
    assert sim.height(0.6, 1.0) == pytest.approx(sim.height(0.6, 0.95))
    assert sim.velocity(0.63, 0.41) == (pytest.approx(0.3 * 0.41), pytest.approx(-0.2 * 0.41))


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (4, 1)])
def test_queries_work_in_a_single_row(shape):
    sim = simulation("implicit_wave", grid=Grid(*shape, 0.1))

    assert sim.height(0.12, 0.03) == pytest.approx(0.5)
    assert sim.velocity(0.12, 0.03) == (0, 0)
