"""What every solver promises, in both precisions. A solver named in SOLVERS is tested by that.

Where a promise is about something that not every solver handles, the test asks for the Feature.
"""

import re

import numpy as np
import pytest
from exact import Seiche

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
from wavetank.errors import StepTooLongError, WaterError

SPLIT = {"implicit_wave"}
"""Solvers that take rows first and columns second, and so know x from y."""

G = 9.81
STILL = 0.5
SPEED = np.sqrt(G * STILL)
AWAY = {"east": (1, 0), "west": (-1, 0), "north": (0, 1), "south": (0, -1)}
ALL_SIDES = ("west", "east", "south", "north")

named = pytest.mark.parametrize("name", SOLVERS)
dry_ground = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if able else pytest.mark.skip("does not handle dry ground"))
        for name, able in ((n, Feature.DRY_GROUND in s.handles) for n, s in SOLVERS.items())
    ],
)


def of_round_off(precision, double, single):
    """The bound for a precision."""
    return {"double": double, "single": single}[precision]


def step_of(solver, state, courant=0.5, spacing=0.1):
    """A dt [s] in which a wave crosses this part of a cell, if the solver can."""
    return min(courant * spacing / SPEED, solver.largest_step(state))


def run(solver, state, seconds, courant=0.5):
    """Step for so long, in equal steps, and return how many there were."""
    steps = int(np.ceil(seconds / step_of(solver, state, courant, solver.model.grid.spacing)))
    for _ in range(steps):
        solver.step(state, seconds / steps)
    return steps


def basin(name, nx=18, ny=14, seed=1, **options):
    """Waves over rough ground that stays wet, as deep as STILL where the ground is lowest."""
    random = np.random.default_rng(seed)
    bed = random.uniform(0, 0.1, (ny, nx))
    lifted = STILL + random.uniform(-0.01, 0.01, (ny, nx))
    parts = {"bed": bed, "surface": lifted, "level": STILL} | options
    return SOLVERS[name](Model(Grid(nx=nx, ny=ny, spacing=0.1), **parts))


def hump(grid, x, y, radius=0.2, height=0.02):
    """A smooth hill of water at a place, without edges."""
    east, north = grid.centres()
    return height * np.exp(-((east - x) ** 2 + (north - y) ** 2) / (2 * radius**2))


# Water at rest

LEVEL = 0.37  # no sum of powers of two, so that bed + depth is the level only to round-off


def lake(name, precision, side):
    """Level water around islands; where a solver needs wet ground, they are walls."""
    grid = Grid(nx=16, ny=12, spacing=0.1)
    bed = np.random.default_rng(7).uniform(-0.9, LEVEL - 0.1, grid.shape)
    bed += hump(grid, 0.5, 0.5, 0.15, 1.5) + hump(grid, 1.2, 0.9, 0.1, 1.5)
    bed[5, 14] = LEVEL  # a rock that just reaches the surface
    walls = None if Feature.DRY_GROUND in SOLVERS[name].handles else bed >= LEVEL
    sides = dict.fromkeys(ALL_SIDES, side)
    return Model(
        grid, bed=bed, surface=LEVEL, walls=walls, level=LEVEL, precision=precision, **sides
    )


@named
@pytest.mark.parametrize("side", ["wall", "periodic", "open"])
def test_a_lake_with_islands_stays_at_rest(name, precision, side):
    model = lake(name, precision, side)
    assert (model.bed >= LEVEL).sum() > 4
    assert (model.start_depth() > 0).sum() > 100
    solver = SOLVERS[name](model)
    state = solver.start()
    dt = step_of(solver, state, courant=1.0)
    for _ in range(10_000):
        solver.step(state, dt)

    wet = model.start_depth() > 0
    level, still = of_round_off(precision, 1e-12, 2e-5), of_round_off(precision, 1e-12, 5e-4)
    np.testing.assert_allclose((model.bed + state.depth)[wet], LEVEL, atol=level, rtol=0)
    np.testing.assert_allclose(state.depth[~wet], 0, atol=level)
    np.testing.assert_allclose(state.u, 0, atol=still)
    np.testing.assert_allclose(state.v, 0, atol=still)


# Walls


def two_rooms(name, precision="double"):
    """Two rooms behind one wall, waves in the western one only."""
    grid = Grid(nx=17, ny=12, spacing=0.1)
    walls = np.zeros(grid.shape, bool)
    walls[:, 8] = walls[2, 3] = True
    surface = STILL + np.where(grid.centres()[0] < 0.8, hump(grid, 0.3, 0.6), 0)
    return SOLVERS[name](
        Model(grid, bed=0.1, surface=surface, walls=walls, level=STILL, precision=precision)
    )


@named
def test_walls_keep_the_water_in(name, precision):
    solver = two_rooms(name, precision)
    state = solver.start()
    water = state.depth.sum(dtype=float)
    west = state.depth[:, :8].sum(dtype=float)
    run(solver, state, 20.0)

    rounding = of_round_off(precision, 1e-12, 1e-6)
    assert np.ptp(state.depth[:, :8]) > 1e-4  # it still moves
    assert state.depth.sum(dtype=float) == pytest.approx(water, rel=rounding)
    assert state.depth[:, :8].sum(dtype=float) == pytest.approx(west, rel=rounding)
    np.testing.assert_allclose(state.depth[:, 9:], STILL - 0.1, rtol=rounding)
    np.testing.assert_array_equal(state.depth[solver.model.walls], 0)


@named
def test_nothing_runs_through_walls_and_sides(name, precision):
    solver = two_rooms(name, precision)
    state = solver.start()
    run(solver, state, 0.5)

    u, v, walls = state.u, state.v, solver.model.walls
    assert np.abs(u[:, 1:8]).max() > 1e-3 < np.abs(v[1:-1, :8]).max()
    for across, to_walls, sides in ((u, walls, u[:, [0, -1]]), (v.T, walls.T, v[[0, -1]])):
        np.testing.assert_array_equal(sides, 0)
        np.testing.assert_array_equal(across[:, 1:][to_walls], 0)
        np.testing.assert_array_equal(across[:, :-1][to_walls], 0)


@named
def test_a_wave_at_a_wall_stands_twice_as_high_and_comes_back(name):
    """Half the way to the mirror and half the way back, it is the same wave, turned round."""
    grid = Grid(nx=200, ny=1, spacing=0.05)
    x, _ = grid.centres()
    wave = hump(grid, 7.0, 0.0, 0.5, 1e-3)
    solver = SOLVERS[name](
        Model(grid, bed=0, surface=STILL + wave, u=wave * np.sqrt(G / STILL), level=STILL)
    )
    state = solver.start()
    run(solver, state, 3.0 / SPEED, courant=0.02)
    assert (state.depth[0, -1] - STILL) / 1e-3 == pytest.approx(2, rel=0.05)

    run(solver, state, 3.0 / SPEED, courant=0.02)
    rise = state.depth - STILL
    assert x[0, rise.argmax()] == pytest.approx(7.0, abs=0.05)
    assert rise.max() / 1e-3 == pytest.approx(1, rel=0.05)
    assert state.u.min() < 0
    assert state.u.max() < 0.02 * -state.u.min()


# The ledger


def busy(name, precision="double", **sides):
    """A simulation with every kind of source in it."""
    sources = [
        Drop(time=0.11, x=0.5, y=0.4, radius=0.2, height=0.03),
        Drop(time=0.23, x=1.2, y=0.7, radius=0.2, height=-0.03, adds_water=False),
        Rain(rate=20, radius=0.15, height=0.01),
        Inflow(x=1.4, y=0.3, radius=0.15, rate=0.004, start=0.3),
        Outflow(x=0.3, y=1.0, radius=0.15, rate=0.002, stop=0.9),
        Oscillator(x=0.9, y=0.9, radius=0.2, height=0.02, period=0.4),
    ]
    solver = basin(name, precision=precision, sources=sources, seed=3, **sides)
    return Simulation(solver.model, solver, dt=0.5 * 0.1 / SPEED)


SHUT = {}
RING = dict.fromkeys(ALL_SIDES, "periodic")
SEA = {"west": WaveMaker(height=0.02, period=0.8), "east": "open", "north": Open(sponge=0.4)}


@named
@pytest.mark.parametrize("sides", [SHUT, RING, SEA], ids=["walls", "periodic", "sea"])
def test_the_ledger_knows_where_every_litre_is(name, precision, sides):
    simulation = busy(name, precision, **sides)
    *_, last = simulation.frames(duration=2.0, rate=30)

    ledger, area = simulation.ledger, simulation.model.grid.cell_area
    assert ledger.start == pytest.approx(area * simulation.model.start_depth().sum(dtype=float))
    assert ledger.now == pytest.approx(area * last.depth.sum(dtype=float), rel=1e-12)
    assert ledger.sources["inflow 4"] == pytest.approx(0.004 * 1.7, rel=1e-5)
    assert ledger.sources["outflow 5"] == pytest.approx(-0.002 * 0.9, rel=1e-5)
    assert ledger.sources["rain 3"] > 0 < ledger.sources["drop 1"]
    assert (ledger.sides != 0) == bool(simulation.model.boundaries.passages())
    assert abs(ledger.error) < of_round_off(precision, 1e-12, 1e-6)


# Symmetry


def mirrored(model_of, name, turn, swap):
    """A scene's depth, and that of the same scene turned, turned back."""
    there = model_of(name, lambda array: array, {side: side for side in ALL_SIDES}, 1, 1)
    sign_u, sign_v = (-1 if "east" in swap else 1), (-1 if "north" in swap else 1)
    swaps = {side: side for side in ALL_SIDES} | swap | {b: a for a, b in swap.items()}
    back = model_of(name, turn, swaps, sign_u, sign_v)
    depths = []
    for solver in (there, back):
        state = solver.start()
        run(solver, state, 1.0)
        depths.append(state.depth)
    return depths[0], turn(depths[1])


def lopsided(name, turn, swaps, sign_u, sign_v):
    """Nothing in it is symmetric: ground, waves, currents, walls, sides."""
    random = np.random.default_rng(5)
    shape = (14, 18)
    walls = np.zeros(shape, bool)
    walls[3:6, 4:6] = walls[9, 8:13] = walls[10:, 12] = True
    u, v = random.uniform(-0.05, 0.05, (2, *shape))
    sides = {"west": WaveMaker(height=0.02, period=0.6), "north": Open(sponge=0.3)}
    return basin(
        name,
        bed=turn(random.uniform(0, 0.1, shape)),
        surface=turn(STILL + random.uniform(-0.01, 0.01, shape)),
        u=turn(u * sign_u),
        v=turn(v * sign_v),
        walls=turn(walls),
        **{swaps[side]: answer for side, answer in sides.items()},
    )


@named
def test_a_scene_mirrored_in_x_gives_the_mirrored_water(name):
    seen, reflected = mirrored(lopsided, name, np.fliplr, {"east": "west"})

    np.testing.assert_allclose(reflected, seen, atol=1e-13, rtol=0)


@named
def test_a_scene_mirrored_in_y_gives_the_mirrored_water(name):
    seen, reflected = mirrored(lopsided, name, np.flipud, {"north": "south"})

    np.testing.assert_allclose(reflected, seen, atol=1e-13, rtol=0)


@named
@pytest.mark.parametrize("axis", [0, 1])
def test_symmetric_water_stays_symmetric(name, precision, axis):
    half = np.random.default_rng(8).uniform(-0.01, 0.01, (14, 18))
    surface = STILL + half + np.flip(half, axis)
    solver = basin(name, bed=0.05 + np.abs(half + np.flip(half, axis)), surface=surface,
                   precision=precision)  # fmt: skip
    state = solver.start()
    run(solver, state, 3.0)

    rounding = of_round_off(precision, 1e-13, 5e-6)
    np.testing.assert_allclose(np.flip(state.depth, axis), state.depth, atol=rounding, rtol=0)


def unlike_when_transposed(name, courant):
    """How much x differs from y: a hump's water, and that of the scene with both swapped."""
    depths = []
    for x, y in ((0.4, 0.7), (0.7, 0.4)):
        grid = Grid(nx=16, ny=16, spacing=0.1)
        surface = STILL + hump(grid, x, y, 0.2, 0.02)
        bed = 0.1 + hump(grid, x + y / 2, y + x / 2, 0.3, 0.1)
        solver = SOLVERS[name](Model(grid, bed=bed, surface=surface, level=STILL))
        state = solver.start()
        run(solver, state, 1.0, courant)
        depths.append(state.depth)
    return np.abs(depths[0] - depths[1].T).max() / 0.02


@named
def test_x_and_y_are_alike(name):
    if name not in SPLIT:
        assert unlike_when_transposed(name, 0.5) < 1e-12
        return
    coarse, fine = (unlike_when_transposed(name, courant) for courant in (0.1, 0.025))
    assert coarse < 1e-4
    assert fine < coarse / 4  # the error of splitting: at least of first order


# Time steps


@named
def test_the_step_may_change_from_step_to_step(name):
    solver = basin(name, bed=0.05, surface=STILL + hump(Grid(18, 14, 0.1), 0.5, 0.6))
    steady, changing = solver.start(), solver.start()
    dt = 0.01 * 0.1 / SPEED
    factors = np.resize([0.3, 1.9, 0.1, 1.0, 1.7], 2000)
    assert factors.mean() == pytest.approx(1)
    for factor in factors:
        solver.step(steady, dt)
        solver.step(changing, factor * dt)

    assert changing.time == pytest.approx(steady.time)
    assert changing.depth.sum() == pytest.approx(solver.start().depth.sum(), rel=1e-12)
    waves = np.ptp(steady.depth)
    assert waves > 5e-3
    assert np.abs(changing.depth - steady.depth).max() < 0.02 * waves


@named
def test_a_step_beyond_every_explicit_limit_is_refused_or_survived(name):
    solver = basin(name)
    state = solver.start()
    largest = solver.largest_step(state)
    if Feature.ANY_STEP in solver.handles:
        assert largest == np.inf
        for _ in range(50):
            solver.step(state, 30 * 0.1 / SPEED)
        assert state.depth.min() > 0
        assert state.depth.max() < 2 * STILL
        return
    for _ in range(500):
        solver.step(state, largest)
    assert np.abs(state.depth + solver.model.bed - STILL).max() < 0.1
    with pytest.raises(StepTooLongError, match=rf"largest stable step here: {largest:.6g} s"):
        solver.step(state, 1.001 * largest)


# Editing the depth between steps


def bump_of_no_volume(solver):
    """A bump with its trough: the mean level stays, and with it what a solver takes from it."""
    grid = solver.model.grid
    bump = hump(grid, 0.9, 0.7, 0.2)
    return bump - bump.mean()


@named
def test_water_put_in_between_steps_is_water_from_the_start(name):
    """On still water, a bump laid on later is the same as starting with it."""
    solver = basin(name, bed=0.1, surface=STILL)
    state = solver.start()
    state.depth += bump_of_no_volume(solver)
    lifted = basin(name, bed=0.1, surface=STILL + bump_of_no_volume(solver))
    born_with_it = lifted.start()
    for _ in range(20):
        solver.step(state, 0.01)
        lifted.step(born_with_it, 0.01)

    np.testing.assert_allclose(state.depth, born_with_it.depth, atol=1e-14, rtol=0)
    np.testing.assert_allclose(state.u, born_with_it.u, atol=1e-13, rtol=0)
    np.testing.assert_allclose(state.v, born_with_it.v, atol=1e-13, rtol=0)


@named
def test_an_edit_of_the_depth_adds_no_velocity(name):
    solver = basin(name)
    state = solver.start()
    run(solver, state, 0.5)
    u, v = state.u.copy(), state.v.copy()
    assert np.abs(u).max() > 1e-3
    state.depth += bump_of_no_volume(solver)

    np.testing.assert_array_equal(state.u, u)
    np.testing.assert_array_equal(state.v, v)


@named
def test_an_edit_of_still_water_spreads_evenly_to_all_sides(name):
    solver = basin(name, nx=19, ny=15, bed=0.1, surface=STILL)
    state = solver.start()
    for _ in range(10):  # if a past depth were remembered, it would be by now
        solver.step(state, 0.01)
    state.depth[7, 9] += 0.02
    volume = state.depth.sum()
    for _ in range(8):
        solver.step(state, 0.01)

    np.testing.assert_allclose(state.depth, state.depth[:, ::-1], atol=1e-15)
    np.testing.assert_allclose(state.depth, state.depth[::-1], atol=1e-15)
    assert state.depth[7, 9] < STILL - 0.1 + 0.02  # falls, and never rose
    assert state.depth.sum() == pytest.approx(volume, rel=1e-13)


@named
def test_a_hundred_edits_leave_just_what_they_put_in(name):
    """With h(n-1) as memory the same drops made 13 % of water in a hundred steps."""
    solver = basin(name)
    state = solver.start()
    volume = state.depth.sum()
    for k in range(100):
        state.depth[k % 14, (5 * k) % 18] += 1e-3
        solver.step(state, 0.01)

    assert state.depth.sum() == pytest.approx(volume + 0.1, rel=1e-13)


# Velocity


@named
@pytest.mark.parametrize("side", ["wall", "periodic"])
def test_u_and_v_are_what_moved_the_water(name, side):
    """What a block of cells won came through its four faces: the sum of depth u dt."""
    solver = basin(name, bed=0.0, surface=STILL + hump(Grid(18, 14, 0.1), 0.6, 0.5, 0.3, 1e-3),
                   **dict.fromkeys(ALL_SIDES, side))  # fmt: skip
    state = solver.start()
    dt, block = 0.2 * 0.1 / SPEED, np.s_[2:9, 7:12]
    before = state.depth[block].sum()
    west = east = south = north = 0.0
    for _ in range(30):
        solver.step(state, dt)
        flow_x, flow_y = STILL * dt * state.u, STILL * dt * state.v
        west += flow_x[2:9, 7].sum() / 0.1
        east += flow_x[2:9, 12].sum() / 0.1
        south += flow_y[2, 7:12].sum() / 0.1
        north += flow_y[9, 7:12].sum() / 0.1

    came = west - east + south - north
    assert min(abs(west), abs(east), abs(north)) > 1e-4
    assert state.depth[block].sum() - before == pytest.approx(came, abs=2e-3 * abs(west))


def front(name, toward, spacing=0.1, cells=81, **sides):
    """A wave on its way along a channel that is three cells wide."""
    east, north = AWAY[toward]
    grid = Grid(cells, 3, spacing) if east else Grid(3, cells, spacing)
    along = grid.centres()[0 if east else 1]
    middle = cells * spacing / 2
    rise = 1e-3 * np.exp(-(((along - middle) / 0.5) ** 2) / 2)
    speed = rise * np.sqrt(G / STILL)
    return SOLVERS[name](
        Model(grid, bed=0, surface=STILL + rise, u=east * speed, v=north * speed,
              level=STILL, **sides)
    )  # fmt: skip


@named
@pytest.mark.parametrize("toward", AWAY)
def test_a_wave_moves_the_way_its_crest_moves(name, toward):
    """Under a crest travelling east u > 0, by eta sqrt(g/d); and so to the other sides."""
    solver = front(name, toward)
    state = solver.start()
    run(solver, state, 1.5 / SPEED, courant=0.02)
    east, north = AWAY[toward]
    rise, flow, none = (
        (state.depth[1] - STILL, state.u[1], state.v)
        if east
        else (state.depth[:, 1] - STILL, state.v[:, 1], state.u)
    )
    crest = rise.argmax()

    assert crest - 40 == pytest.approx((east + north) * 1.5 / 0.1, abs=1)
    under = (flow[crest] + flow[crest + 1]) / 2 * (east + north)
    assert under == pytest.approx(rise[crest] * np.sqrt(G / STILL), rel=0.02)
    assert rise[crest] == pytest.approx(1e-3, rel=0.05)
    assert -rise.min() < 1e-5  # and nothing runs the other way
    assert np.abs(none).max() < 1e-12


# Against the exact seiche


def seiche_error(name, cells, shape, courant=0.25):
    """How far the water is from the exact seiche after two thirds of a swing, for a height of 1."""
    exact = Seiche(length=1.0, speed=SPEED)
    height, dx = 1e-7, 1.0 / cells
    nx, ny = shape(cells)
    grid = Grid(nx, ny, dx)
    along = grid.centres()[0 if nx == cells else 1]
    model = Model(grid, bed=0, surface=STILL + height * exact.rise(along, 0), level=STILL)
    solver = SOLVERS[name](model)
    state = solver.start()
    run(solver, state, 0.66 * exact.period, courant)
    error = (state.depth - STILL) / height - exact.rise(along, state.time)
    return np.sqrt(np.mean(error**2))


SHAPES = {
    "a row": lambda n: (n, 1),
    "a column": lambda n: (1, n),
    "along x": lambda n: (n, 5),
    "along y": lambda n: (5, n),
}


@named
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_seiche_comes_nearer_to_the_exact_one_on_finer_grids(name, shape):
    """At least to first order when cells and steps are refined together."""
    errors = [seiche_error(name, cells, shape) for cells in (16, 32, 64, 128)]
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    print(f"{name}: order {', '.join(f'{order:.2f}' for order in orders)} from 16 to 128 cells")

    assert errors[-1] < 0.01
    assert orders[-1] > 0.9
    assert orders.min() > 0.7


# Open sides, wave makers and periodic sides


@named
@pytest.mark.parametrize("side", ALL_SIDES)
def test_an_open_side_lets_a_wave_out(name, side):
    solver = front(name, side, **{side: "open"})
    state = solver.start()
    run(solver, state, 8.0 / SPEED, courant=0.25)  # out, and what came back has 4 m to go

    assert np.abs(state.depth - STILL).max() < 0.02 * 1e-3
    lost = solver.start().depth.sum() - state.depth.sum()
    assert -state.inflow == pytest.approx(lost * solver.model.grid.cell_area, rel=1e-6)


def made_waves(name, side, height, period):
    """What a wave maker sends along a channel, 2 m on, once it runs steadily: times and rises."""
    opposite = {"west": "east", "east": "west", "south": "north", "north": "south"}[side]
    along_x = side in ("west", "east")
    grid = Grid(120, 1, 0.05) if along_x else Grid(1, 120, 0.05)
    maker = {side: WaveMaker(height=height, period=period), opposite: "open"}
    solver = SOLVERS[name](Model(grid, bed=0, surface=STILL, level=STILL, **maker))
    simulation = Simulation(solver.model, solver, dt=0.1 * 0.05 / SPEED)
    frames = [frame for frame in simulation.frames(8.0, 100) if frame.time > 3.4]
    place = 40 if side in ("west", "south") else -41
    rises = [frame.surface.ravel()[place] - STILL for frame in frames]
    return np.array([frame.time for frame in frames]), np.array(rises)


@named
@pytest.mark.parametrize("side", ALL_SIDES)
def test_a_wave_maker_makes_the_waves_it_was_asked_for(name, side):
    time, rise = made_waves(name, side, height=0.004, period=1.5)
    up = np.flatnonzero((rise[:-1] < 0) & (rise[1:] >= 0))
    crossings = time[up] - rise[up] * 0.01 / (rise[up + 1] - rise[up])

    assert np.diff(crossings) == pytest.approx(1.5, rel=0.05)
    assert np.ptp(rise) == pytest.approx(0.004, rel=0.05)
    assert abs(rise.max() + rise.min()) < 0.05 * 0.004  # about the still level


@named
@pytest.mark.parametrize("toward", AWAY)
def test_a_wave_leaves_by_a_periodic_side_and_enters_by_the_other(name, toward):
    solver = front(name, toward, **dict.fromkeys(ALL_SIDES, "periodic"))
    state = solver.start()
    start = state.depth - STILL
    run(solver, state, 8.1 / SPEED, courant=0.02)
    rise = state.depth - STILL

    steps = np.subtract(*(np.array(np.unravel_index(a.argmax(), a.shape)) for a in (rise, start)))
    assert np.abs(steps).max() <= 1
    assert rise.max() == pytest.approx(1e-3, rel=0.05)
    assert state.depth.sum() == pytest.approx(solver.start().depth.sum(), rel=1e-13)


@named
@pytest.mark.parametrize(("down", "right"), [(0, 5), (4, 0), (7, 9)])
def test_a_periodic_tank_has_no_seam(name, down, right):
    """Where a ring is cut open to lie in an array changes nothing."""

    def rolled(array):
        return np.roll(array, (down, right), (0, 1))

    random = np.random.default_rng(6)
    bed, rise, u, v = random.uniform(-0.01, 0.01, (4, 14, 18))
    walls = np.zeros((14, 18), bool)
    walls[2:5, 3] = walls[9, 0:4] = walls[12:, 10] = True
    waters = []
    for move in (lambda array: array, rolled):
        solver = basin(name, bed=move(bed), surface=move(STILL + rise), u=move(u), v=move(v),
                       walls=move(walls), **RING)  # fmt: skip
        state = solver.start()
        run(solver, state, 1.0)
        waters.append(state)

    still, moved = waters
    np.testing.assert_allclose(moved.depth, rolled(still.depth), atol=1e-12, rtol=0)
    np.testing.assert_allclose(moved.u[:, :-1], rolled(still.u[:, :-1]), atol=1e-11, rtol=0)
    np.testing.assert_allclose(moved.v[:-1], rolled(still.v[:-1]), atol=1e-11, rtol=0)
    np.testing.assert_array_equal(moved.u[:, 0], moved.u[:, -1])
    np.testing.assert_array_equal(moved.v[0], moved.v[-1])


@named
@pytest.mark.parametrize(("axis", "sides"), [(1, ("west", "east")), (0, ("south", "north"))])
def test_one_direction_may_be_periodic_while_the_other_has_walls(name, axis, sides):
    bed, rise = np.random.default_rng(6).uniform(-0.01, 0.01, (2, 14, 18))
    waters = []
    for shift in (0, 4):
        ground, surface = np.roll(bed, shift, axis), STILL + np.roll(rise, shift, axis)
        joined = dict.fromkeys(sides, "periodic")
        solver = basin(name, bed=ground, surface=surface, **joined)
        state = solver.start()
        run(solver, state, 1.0)
        waters.append(np.roll(state.depth, -shift, axis))
        ends = (state.v[[0, -1]], state.u[:, [0, -1]])[1 - axis]
        np.testing.assert_array_equal(ends, 0)

    np.testing.assert_allclose(*waters, atol=1e-12, rtol=0)


# What can never be


@named
@pytest.mark.parametrize("poison", [np.nan, np.inf, -np.inf])
def test_unsound_water_is_an_error_that_names_step_and_cell(name, precision, poison):
    solver = basin(name, precision=precision)
    simulation = Simulation(solver.model, solver, dt=0.01)
    frames = simulation.frames(duration=1.0, rate=100)
    for _ in range(4):
        next(frames)
    simulation.state.depth[3, 4] = poison
    with pytest.raises(WaterError) as caught:
        next(frames)

    step, row, column = (
        int(re.search(rf"{word} (\d+)", caught.value.problem)[1])
        for word in ("step", "row", "column")
    )
    assert step == 4
    assert not 0 <= simulation.state.depth[row, column] < 1e30
    assert len(str(caught.value).splitlines()) == 2


@named
def test_poison_in_whatever_a_solver_remembers_is_found_too(name):
    solver = basin(name, **SEA)
    memories = [key for key, value in vars(solver.start()).items() if isinstance(value, np.ndarray)]
    assert "depth" in memories
    assert len(memories) > 1
    for memory in memories:
        simulation = Simulation(solver.model, solver, dt=0.01)
        getattr(simulation.state, memory)[1, 1] = np.nan
        with pytest.raises(WaterError):
            list(simulation.frames(duration=0.1, rate=100))


@named
def test_water_never_falls_below_the_ground_unsaid(name):
    """A wave higher than the water is deep: depths are never negative, or it is an error."""
    grid = Grid(24, 16, 0.1)
    surface = 0.05 + hump(grid, 1.2, 0.8, 0.2, 0.3)
    solver = SOLVERS[name](Model(grid, bed=0, surface=surface, level=0.05))
    simulation = Simulation(solver.model, solver, dt=min(0.01, solver.largest_step(solver.start())))
    water = simulation.volume()
    if Feature.DRY_GROUND not in solver.handles:
        with pytest.raises(WaterError, match="the water fell dry"):
            list(simulation.frames(duration=4.0, rate=30))
        return
    for frame in simulation.frames(duration=4.0, rate=30):
        assert frame.depth.min() >= 0
    assert simulation.volume() == pytest.approx(water, rel=1e-12)


@dry_ground
def test_a_broken_dam_floods_the_dry_side_and_nothing_more(name, precision):
    random = np.random.default_rng(9)
    bed = random.uniform(0, 0.2, (16, 24))
    surface = np.where(np.arange(24) < 8, 0.6, 0.0) + 0 * bed
    solver = SOLVERS[name](Model(Grid(24, 16, 0.1), bed=bed, surface=surface, precision=precision))
    state = solver.start()
    water = state.depth.sum(dtype=float)
    solver.step(state, 0.01)
    assert state.u.min() >= 0 < state.u[:, 8].min()
    for _ in range(1000):
        solver.step(state, 0.01)
        assert state.depth.min() >= 0

    assert (state.depth[:, 16:] > 0.01).mean() > 0.9
    rounding = of_round_off(precision, 1e-12, 2e-6)
    assert state.depth.sum(dtype=float) == pytest.approx(water, rel=rounding)


@dry_ground
def test_a_puddle_on_a_hill_stays_there(name, precision):
    """Water that stands in a hollow above the sea neither leaks nor hears of the sea's waves."""
    x, y = Grid(40, 12, 0.1).centres()
    bed = np.where(x > 2.5, 0.6 + 0.3 * ((x - 3.3) ** 2 + (y - 0.6) ** 2), 0.0)
    sea = 0.3 + hump(Grid(40, 12, 0.1), 1.0, 0.6, 0.3, 0.05)
    surface = np.where(x > 2.5, 0.7, sea)
    solver = SOLVERS[name](Model(Grid(40, 12, 0.1), bed=bed, surface=surface, precision=precision))
    state = solver.start()
    hill = np.s_[:, 25:]
    puddle = state.depth[hill].copy()
    assert 20 < (puddle > 0).sum() < puddle.size
    run(solver, state, 10.0, courant=1.0)

    tolerance = of_round_off(precision, 1e-12, 2e-6)
    np.testing.assert_allclose(state.depth[hill], puddle, atol=tolerance, rtol=0)


# Whose arrays they are


@named
def test_every_start_is_a_state_of_its_own(name):
    solver = basin(name)
    one, other = solver.start(), solver.start()
    depth, u = other.depth.copy(), other.u.copy()
    run(solver, one, 0.3)
    one.depth += 1

    np.testing.assert_array_equal(other.depth, depth)
    np.testing.assert_array_equal(other.u, u)
    np.testing.assert_array_equal(solver.start().depth, depth)


@named
def test_two_simulations_with_one_solver_share_nothing(name):
    solver = basin(name)
    moved, waiting = (Simulation(solver.model, solver, dt=0.01) for _ in range(2))
    list(moved.frames(0.5, 30))
    alone = basin(name)
    expected = Simulation(alone.model, alone, dt=0.01)

    *_, late = waiting.frames(0.5, 30)
    *_, fresh = expected.frames(0.5, 30)
    np.testing.assert_array_equal(late.depth, fresh.depth)
    np.testing.assert_array_equal(late.u, fresh.u)


@named
def test_the_model_stays_as_it_was(name):
    solver = basin(name, **SEA)
    model = solver.model
    arrays = model.bed, model.surface, model.u, model.v, model.walls
    before = [array.copy() for array in arrays]
    run(solver, solver.start(), 0.5)

    for array, was in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(array, was)


@named
def test_states_have_the_shapes_and_the_precision_of_the_model(name, precision):
    solver = basin(name, nx=7, ny=5, precision=precision)
    state = solver.start()
    solver.step(state, 0.01)

    assert state.time == pytest.approx(0.01)
    shapes = {"depth": (5, 7), "u": (5, 8), "v": (6, 7)}
    for field, shape in shapes.items():
        assert getattr(state, field).shape == shape
        assert (
            getattr(state, field).dtype == {"double": np.float64, "single": np.float32}[precision]
        )


@named
@pytest.mark.parametrize("shape", [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (3, 3), (1, 3)])
@pytest.mark.parametrize("side", ["wall", "periodic", "open"])
def test_the_smallest_tanks_work(name, shape, side):
    grid = Grid(*shape, 0.1)
    surface = STILL + 0.01 * np.arange(grid.cells).reshape(grid.shape)
    sides = dict.fromkeys(ALL_SIDES, side)
    solver = SOLVERS[name](Model(grid, bed=0, surface=surface, level=surface.mean(), **sides))
    state = solver.start()
    water = state.depth.sum()
    run(solver, state, 1.0)

    kept = state.depth.sum() - state.inflow / grid.cell_area
    assert kept == pytest.approx(water, rel=1e-12)
    assert np.abs(state.depth - surface.mean()).max() < 0.05
