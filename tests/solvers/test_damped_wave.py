"""What the damped wave solver and its paper claim, beside the contract."""

from itertools import pairwise

import numpy as np
import pytest
from exact import Seiche

from wavetank import Grid, Model, Open, WaveMaker
from wavetank.errors import StepTooLongError
from wavetank.solvers.damped_wave import DampedWave

G, STILL = 9.81, 0.5
SPEED = np.sqrt(G * STILL)
both = pytest.mark.parametrize("neighbours", [4, 8])


def pool(nx=40, ny=30, spacing=0.1, rise=0.0, walls=None, precision="double", **options):
    """Water half a metre deep over level ground, with a rise on it."""
    model = Model(Grid(nx, ny, spacing), bed=0, surface=STILL + rise, level=STILL, walls=walls,
                  precision=precision)  # fmt: skip
    return DampedWave(model, speed=SPEED, **options)


def hump(nx, ny, x, y, radius, height=1e-3, spacing=0.1):
    east, north = Grid(nx, ny, spacing).centres()
    return height * np.exp(-((east - x) ** 2 + (north - y) ** 2) / (2 * radius**2))


def run(solver, steps, dt):
    state = solver.start()
    for _ in range(steps):
        solver.step(state, dt)
    return state


def laplacian(h, neighbours):
    """Eqs. (5) and (6) with the sum over eight halved, written out; mirrors at the walls."""
    m = np.pad(h, 1, mode="edge")
    edges = m[1:-1, :-2] + m[1:-1, 2:] + m[:-2, 1:-1] + m[2:, 1:-1]
    corners = m[:-2, :-2] + m[:-2, 2:] + m[2:, :-2] + m[2:, 2:]
    return edges - 4 * h if neighbours == 4 else (edges + corners / 2 - 6 * h) / 2


@both
@pytest.mark.parametrize("walls", [False, True], ids=["open water", "around a pillar"])
@pytest.mark.parametrize("damping", [0.0, 3.0])
def test_the_scheme_is_the_papers(neighbours, walls, damping):
    """h'' = h' + R (h' - h) + (c dt/dx)^2 L h', whatever is remembered between the steps."""
    rise = np.random.default_rng(2).uniform(-0.01, 0.01, (12, 14))
    mask = np.zeros(rise.shape, bool)
    if walls:
        mask[0, 0] = True  # a corner, far from where is looked
    solver = pool(14, 12, rise=rise, walls=mask, neighbours=neighbours, damping=damping)
    state, dt = solver.start(), 0.02
    heights = [state.depth.copy()]
    for _ in range(4):
        solver.step(state, dt)
        heights.append(state.depth.copy())
    R = np.exp(-damping * dt)
    for before, now, after in zip(heights, heights[1:], heights[2:], strict=False):
        expected = now + R * (now - before) + (SPEED * dt / 0.1) ** 2 * laplacian(now, neighbours)
        np.testing.assert_allclose(after[4:, 4:], expected[4:, 4:], atol=1e-14)


def seiche_errors(neighbours, damping):
    """From rest, on grids and with steps each half the last."""
    exact, errors = Seiche(length=1.0, speed=SPEED, damping=damping), []
    for cells in (16, 32, 64, 128):
        x, _ = Grid(cells, 3, 1 / cells).centres()
        rise = 1e-6 * exact.rise(x, 0)
        solver = pool(cells, 3, 1 / cells, rise, neighbours=neighbours, damping=damping)
        steps = round(0.66 * exact.period / (0.5 / cells / SPEED))
        state = run(solver, steps, 0.66 * exact.period / steps)
        errors.append(np.abs((state.depth - STILL) / 1e-6 - exact.rise(x, state.time)).max())
    return errors, np.log2(np.divide(errors[:-1], errors[1:]))


@both
def test_a_seiche_is_exact_to_second_order(neighbours):
    errors, orders = seiche_errors(neighbours, damping=0.0)

    assert errors[-1] < 1e-3
    np.testing.assert_allclose(orders, 2, atol=0.1)


@both
def test_a_damped_seiche_is_exact_to_first_order(neighbours):
    """The paper's damping looks back a step: R (h - h(t - dt))."""
    errors, orders = seiche_errors(neighbours, damping=0.8)

    assert errors[-1] < 0.01
    assert orders[-1] > 0.9


@both
@pytest.mark.parametrize("damping", [0.0, 0.8])
def test_a_seiche_swings_and_fades_at_the_exact_pace(neighbours, damping):
    """Its period and its decay, from a long swing, whatever the first half step did."""
    exact = Seiche(length=1.0, speed=SPEED, damping=damping)
    x, _ = Grid(64, 3, 1 / 64).centres()
    solver = pool(64, 3, 1 / 64, 1e-6 * exact.rise(x, 0), neighbours=neighbours, damping=damping)
    state, dt, ends = solver.start(), exact.period / 400, []
    for _ in range(2000):
        solver.step(state, dt)
        ends.append(state.depth[1, 0] - STILL)
    ends = np.array(ends)
    ups = np.flatnonzero((ends[:-1] < 0) & (ends[1:] >= 0))
    crossings = dt * (ups + ends[ups] / (ends[ups] - ends[ups + 1]))
    crests = [ends[a:b].max() for a, b in pairwise(ups)]

    np.testing.assert_allclose(np.diff(crossings), exact.period, rtol=1e-3)
    fading = [b / a for a, b in pairwise(crests)]
    np.testing.assert_allclose(fading, np.exp(-damping * exact.period / 2), rtol=2e-3)


@both
def test_waves_run_at_the_square_root_of_g_d(neighbours):
    """The paper's sum over eight, taken as it stands, would make them faster by sqrt(2)."""
    solver = pool(200, 3, rise=hump(200, 3, 10.0, 0.15, 0.5), neighbours=neighbours)
    state = run(solver, 300, 0.01)
    crest = 100 + (state.depth[1, 100:] - STILL).argmax()

    assert (crest + 0.5) * 0.1 - 10.0 == pytest.approx(3.0 * SPEED, abs=0.1)


def unroundness(neighbours):
    """How much a sharp ring differs along an axis and along the diagonal, of its height."""
    solver = pool(121, 121, rise=hump(121, 121, 6.05, 6.05, 0.12), neighbours=neighbours)
    rise = run(solver, 80, 0.02).depth - STILL
    i, place = np.arange(60), np.arange(2.0, 4.5, 0.01)
    axis = np.interp(place, 0.1 * i, rise[60, 60 + i])
    diagonal = np.interp(place, 0.1 * np.sqrt(2) * i, rise[60 + i, 60 + i])
    return np.abs(axis - diagonal).max() / np.abs(axis).max()


def test_rings_are_rounder_with_eight_neighbours():
    assert unroundness(8) < 0.5 * unroundness(4)


@both
@pytest.mark.parametrize("walls", [False, True], ids=["no walls", "walls"])
def test_the_largest_step_is_the_largest(neighbours, walls):
    """c dt/dx <= 1 with eight neighbours, 1/sqrt(2) with four; beyond it the water grows."""
    rise = np.random.default_rng(3).uniform(-1e-6, 1e-6, (30, 40))
    mask = np.zeros(rise.shape, bool)
    mask[10:20, 12:25] = mask[0, 0] = walls
    solver = pool(rise=rise, walls=mask, neighbours=neighbours)
    limit = solver.largest_step(solver.start())
    if not walls:
        assert limit * SPEED / 0.1 == pytest.approx({4: 1 / np.sqrt(2), 8: 1}[neighbours], rel=1e-6)
    assert np.abs(run(solver, 3000, 0.999 * limit).depth - STILL)[~mask].max() < 1e-3

    with pytest.raises(StepTooLongError, match=f"{limit:.6g} s"):
        solver.step(solver.start(), 1.001 * limit)
    solver.limit = np.inf
    with np.errstate(all="ignore"):
        beyond = run(solver, 3000, (1.05 if not walls else 1.5) * limit).depth
    assert not np.abs(beyond - STILL)[~mask].max() < 1


@both
@pytest.mark.parametrize("damping", [1.0, 30.0])
def test_damped_water_is_stable_at_its_largest_step(neighbours, damping):
    rise = np.random.default_rng(3).uniform(-1e-6, 1e-6, (30, 40))
    solver = pool(rise=rise, neighbours=neighbours, damping=damping)
    state = run(solver, 2000, solver.largest_step(None))

    assert np.abs(state.depth - STILL).max() < 1e-6
    assert np.ptp(state.depth) < np.ptp(rise) / 2


@both
def test_damping_is_per_second(neighbours):
    """What is left of the water's energy after two seconds does not depend on the step."""

    def left(steps, **options):
        solver = pool(rise=hump(40, 30, 2.0, 1.5, 0.4), neighbours=neighbours, **options)
        state = run(solver, steps, 2.0 / steps)
        moving = (state.u[:, 1:] + state.u[:, :-1]) ** 2 + (state.v[1:] + state.v[:-1]) ** 2
        return (G * (state.depth - state.depth.mean()) ** 2 + STILL * moving / 4).sum()

    assert left(100, damping=1.5) == pytest.approx(left(800, damping=1.5), rel=0.03)
    assert left(800, damping=1.5) / left(800) == pytest.approx(np.exp(-1.5 * 2), rel=0.1)


@both
def test_waves_add_up(neighbours):
    one, other = hump(40, 30, 1.0, 1.0, 0.3), hump(40, 30, 2.5, 2.0, 0.2)
    alone = [run(pool(rise=r, neighbours=neighbours), 80, 0.02).depth - STILL for r in (one, other)]
    together = run(pool(rise=one + other, neighbours=neighbours), 80, 0.02).depth - STILL

    np.testing.assert_allclose(together, alone[0] + alone[1], atol=1e-15)


@both
@pytest.mark.parametrize("walls", [False, True])
def test_what_moves_is_the_still_depth_times_the_velocity(neighbours, walls):
    """To the last bit of a litre: d' - d = -dt d0 (u_x + v_y), with the new velocities."""
    rise = np.random.default_rng(2).uniform(-0.01, 0.01, (12, 14))
    mask = np.zeros(rise.shape, bool)
    mask[3:6, 5:7] = walls
    solver = pool(14, 12, rise=rise, walls=mask, neighbours=neighbours)
    state = run(solver, 5, 0.02)
    before = state.depth.copy()
    solver.step(state, 0.02)
    gathered = np.diff(state.u, axis=1) + np.diff(state.v, axis=0)

    moved = -0.02 * solver.still_depth * gathered / 0.1
    np.testing.assert_allclose(state.depth - before, moved, atol=1e-15)


@both
def test_a_basin_of_walls_is_a_basin_of_sides(neighbours):
    """Walls in the outer cells make the same pool as sides do: two paths, one equation."""
    rise = np.random.default_rng(4).uniform(-0.01, 0.01, (10, 12))
    inner = run(pool(12, 10, rise=rise, neighbours=neighbours), 60, 0.02).depth
    walls = np.ones((12, 14), bool)
    walls[1:-1, 1:-1] = False
    solver = pool(14, 12, rise=np.pad(rise, 1), walls=walls, neighbours=neighbours)

    np.testing.assert_allclose(run(solver, 60, 0.02).depth[1:-1, 1:-1], inner, atol=1e-14)


@pytest.mark.parametrize("periodic", [(), ("west", "east"), ("south", "north")])
def test_many_steps_are_single_steps(precision, periodic):
    rise = np.random.default_rng(4).uniform(-0.01, 0.01, (40, 50))
    model = Model(Grid(50, 40, 0.1), bed=0, surface=STILL + rise, precision=precision,
                  **dict.fromkeys(periodic, "periodic"))  # fmt: skip
    solver = DampedWave(model)
    at_once, one_by_one = solver.start(), solver.start()
    solver.steps(at_once, 0.02, 37)
    for _ in range(37):
        solver.step(one_by_one, 0.02)

    rounding = {"double": 1e-14, "single": 1e-6}[precision]
    np.testing.assert_allclose(at_once.depth, one_by_one.depth, atol=rounding, rtol=0)
    assert at_once.time == pytest.approx(one_by_one.time)


def test_start_velocities_are_kept_as_far_as_a_potential_can():
    """A wave that travels along an axis has one, and so begins with just that velocity."""
    rise = hump(200, 3, 10.0, 0.15, 0.5)
    rise[:] = rise[1]
    model = Model(Grid(200, 3, 0.1), bed=0, surface=STILL + rise, u=rise * np.sqrt(G / STILL))
    state = DampedWave(model).start()

    np.testing.assert_allclose(state.u, model.start_velocity()[0], atol=1e-8)
    np.testing.assert_allclose(state.v, 0, atol=1e-8)


def test_a_speed_may_be_asked_for():
    solver = DampedWave(Model(Grid(40, 30, 0.1), bed=0, surface=STILL), speed=1.0)

    assert solver.largest_step(None) == pytest.approx(0.1, rel=1e-6)


SEAS = {"open": Open(), "sponge": Open(sponge=0.5), "waves": WaveMaker(height=0.01, period=0.7)}


def sea(west, rise):
    """A piece of sea, open to all sides."""
    model = Model(Grid(40, 30, 0.1), bed=0, surface=STILL + rise, level=STILL,
                  west=west, east="open", south="open", north="open")  # fmt: skip
    return DampedWave(model)


@pytest.mark.parametrize("west", SEAS.values(), ids=SEAS)
def test_open_sides_are_stable_at_the_largest_step(west):
    """Noise of the grid, which hardly travels there, rises at first but does not grow."""
    solver = sea(west, np.random.default_rng(5).uniform(-1e-3, 1e-3, (30, 40)))
    state = run(solver, 5000, solver.largest_step(None))

    assert np.abs(state.depth - STILL).max() < 0.05


@pytest.mark.parametrize("west", [Open(), Open(sponge=0.5)], ids=["open", "sponge"])
def test_a_ring_leaves_by_all_sides(west):
    solver = sea(west, hump(40, 30, 2.0, 1.5, 0.4))
    state = run(solver, 400, 0.02)

    assert np.abs(state.depth - STILL).max() < 0.02 * 1e-3


@pytest.mark.parametrize("precision", ["single", "double"])
def test_its_arrays_lie_where_its_loop_is_fast(precision):
    """The loop runs from the second cell on: that begins a line of the cache."""
    grid = Grid(64, 32, 0.1)
    state = DampedWave(Model(grid, bed=-1.0, surface=0.0, precision=precision)).start()

    for array in (state.depth, state.potential):
        assert (array.ctypes.data + array.itemsize) % 64 == 0
        assert array.flags.c_contiguous
