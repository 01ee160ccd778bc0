"""What the implicit solver and its papers claim, beside the contract."""

import numpy as np
import pytest
from exact import Seiche

from wavetank import Grid, Model
from wavetank.solvers.implicit_wave import ImplicitWave
from wavetank.solvers.volume import KEEP_VOLUME

G, STILL = 9.81, 0.5
SPEED = np.sqrt(G * STILL)


def seiche(cells, steps, damping=0.0, swings=0.66):
    """The error against the exact seiche, and the water, after so many steps."""
    exact = Seiche(length=1.0, speed=SPEED, damping=damping)
    x, _ = Grid(cells, 1, 1 / cells).centres()
    rise = 1e-6 * exact.rise(x, 0)
    solver = ImplicitWave(
        Model(Grid(cells, 1, 1 / cells), bed=0, surface=STILL + rise), damping=damping
    )
    state = solver.start()
    for _ in range(steps):
        solver.step(state, swings * exact.period / steps)
    found = (state.depth - STILL) / 1e-6
    return np.abs(found - exact.rise(x, state.time)).max(), found


@pytest.mark.parametrize("damping", [0.0, 0.8])
def test_a_seiche_is_exact_to_first_order_in_the_step(damping):
    errors = [seiche(64, steps, damping)[0] for steps in (200, 400, 800, 1600)]
    orders = np.log2(np.divide(errors[:-1], errors[1:]))

    assert errors[-1] < 0.005
    np.testing.assert_allclose(orders, 1, atol=0.1)


def test_one_mode_is_stepped_as_the_paper_has_it():
    """A h(n) = 2 h(n-1) - h(n-2), Eq. (16): a half cosine is its eigenvector."""
    cells, dt = 32, 0.03
    x, _ = Grid(cells, 1, 1 / cells).centres()
    solver = ImplicitWave(
        Model(Grid(cells, 1, 1 / cells), bed=0, surface=STILL + 1e-7 * np.cos(np.pi * x))
    )
    eigenvalue = 1 + G * STILL * (dt * cells) ** 2 * (2 - 2 * np.cos(np.pi / cells))
    state, heights = solver.start(), [1.0]
    for _ in range(20):
        solver.step(state, dt)
        heights.append(2 * np.mean((state.depth - STILL) * np.cos(np.pi * x)) / 1e-7)

    expected = [1.0, 1 / eigenvalue]
    for _ in range(19):
        expected.append((2 * expected[-1] - expected[-2]) / eigenvalue)
    np.testing.assert_allclose(heights, expected, atol=1e-5)


def test_damping_is_per_second():
    left = [np.ptp(seiche(32, steps, damping=2.0, swings=3.0)[1]) for steps in (3000, 6000)]
    free = np.ptp(seiche(32, 6000, swings=3.0)[1])
    seconds = 3.0 * Seiche(1.0, SPEED, 2.0).period

    assert left[0] == pytest.approx(left[1], rel=0.05)
    assert left[1] < free * np.exp(-0.9 * seconds)


@pytest.mark.parametrize("courant", [0.4, 2.0, 11.0, 100.0])
def test_any_step_is_stable(courant):
    random = np.random.default_rng(1)
    bed = random.uniform(-1, 0.3, (20, 24))
    solver = ImplicitWave(
        Model(Grid(24, 20, 0.1), bed=bed, surface=random.uniform(0, 0.1, (20, 24)))
    )
    state = solver.start()
    water, highest = state.depth.sum(), (bed + state.depth).max()
    for _ in range(200):
        solver.step(state, courant * 0.1 / SPEED)
        assert state.depth.min() >= 0
        assert (bed + state.depth)[state.depth > 1e-6].max() < highest + 0.1

    assert state.depth.sum() == pytest.approx(water, rel=1e-12)


def test_waves_are_slower_over_shallow_ground():
    """Eq. 5: the speed follows the depth, sqrt(g d), under one crest as under another."""
    grid = Grid(200, 1, 0.05)
    x, _ = grid.centres()
    for depth in (0.2, 0.8):
        rise = 1e-4 * np.exp(-(((x - 3.0) / 0.4) ** 2) / 2)
        bed = 0.8 - depth  # the same surface
        model = Model(grid, bed=bed, surface=0.8 + rise, u=rise * np.sqrt(G / depth))
        solver, steps = ImplicitWave(model), 2000
        state = solver.start()
        for _ in range(steps):
            solver.step(state, 3.0 / np.sqrt(G * depth) / steps)
        assert x[0, (state.depth - depth).argmax()] == pytest.approx(6.0, abs=0.1)


def slosh(rule, seconds=6.0, dt=0.02):
    """Waves that run up a beach and over a bar; the water, and the most that was on dry ground."""
    grid = Grid(60, 12, 0.1)
    x, y = grid.centres()
    ground = np.maximum(-0.75, 0.25 * (x - 4)) + 0.12 * np.exp(-(((x - 3.9) / 0.15) ** 2))
    surface = 0.25 * np.exp(-(((x - 0.8) / 0.5) ** 2)) + 0.03 * np.cos(np.pi * y / 1.2)
    solver = ImplicitWave(Model(grid, bed=ground, surface=surface, level=0.0), volume=rule)
    state, most = solver.start(), 0.0
    dry = ground > 0.05
    for _ in range(round(seconds / dt)):
        solver.step(state, dt)
        most = max(most, state.depth[dry].sum() * grid.cell_area)
    return solver, state, most


def test_how_far_each_rule_keeps_the_volume():
    """Fluxes to round-off; each puddle and the pool nearly so; without a rule it drifts."""
    drift = {}
    for rule in KEEP_VOLUME:
        solver, state, _ = slosh(rule)
        water = solver.start().depth.sum()
        drift[rule] = abs(state.depth.sum() / water - 1)
        assert state.depth.min() >= 0

    assert drift["fluxes"] < 1e-13
    assert drift["puddles"] < 1e-12 > drift["pool"]
    assert drift["drifts"] > 1e-4


def test_run_up_does_not_depend_on_the_step():
    """How much water gets up the beach, when the step is halved twice."""
    over = [slosh("fluxes", seconds=4.0, dt=dt)[2] for dt in (0.004, 0.002, 0.001)]

    assert over[2] > 0.01
    np.testing.assert_allclose(over, over[2], rtol=0.1)


def two_puddles(wrap=None):
    """Two hollows; the left one is set to lose 0.1 a cell, the right one nothing."""
    depth = np.zeros((6, 20))
    depth[2:4, 2:6] = 0.3
    depth[2:4, 12:18] = 0.2
    rise = np.zeros_like(depth)
    rise[2, 2] = -0.5  # more than it holds: clipped, which makes 0.2
    rise[3, 5] = 0.1
    return depth, rise


@pytest.mark.parametrize("rule", ["puddles", "pool"])
def test_what_clipping_makes_is_taken_back_where_it_was_made(rule):
    depth, rise = two_puddles()
    wanted = (depth + rise)[:, :10].sum(), (depth + rise)[:, 10:].sum()
    right = depth[:, 10:].copy()
    nothing = np.zeros((6, 21)), np.zeros((7, 20))
    KEEP_VOLUME[rule](depth, np.zeros_like(depth), *nothing, rise, 1.0, (False, False), False)

    assert depth.min() >= 0
    assert depth.sum() == pytest.approx(sum(wanted), rel=1e-12)
    if rule == "puddles":
        assert depth[:, :10].sum() == pytest.approx(wanted[0], rel=1e-12)
        np.testing.assert_array_equal(depth[:, 10:], right)
    else:
        assert depth[:, 10:].sum() < right.sum() - 0.01


def test_a_puddle_across_a_periodic_seam_is_one_puddle():
    depth, rise = np.zeros((4, 12)), np.zeros((4, 12))
    depth[1:3, :3] = depth[1:3, -3:] = 0.2
    depth[1:3, 5:7] = 0.2
    rise[1, 0] = -0.5
    ring = depth[1:3, :3].sum() + depth[1:3, -3:].sum() - 0.5
    nothing = np.zeros((4, 13)), np.zeros((5, 12))
    KEEP_VOLUME["puddles"](depth, np.zeros_like(depth), *nothing, rise, 1.0, (True, False), False)

    assert depth[:, :3].sum() + depth[:, -3:].sum() == pytest.approx(ring, rel=1e-12)
    assert depth[1:3, -3:].max() < 0.2  # the part beyond the seam paid its share
    np.testing.assert_array_equal(depth[1:3, 5:7], 0.2)


@pytest.mark.parametrize("ring", [False, True])
def test_what_a_cell_wins_is_what_runs_through_its_faces(ring):
    """To round-off: d' = d - dt [(D u')_x + (D v')_y], D the mean depth before the step."""
    random = np.random.default_rng(3)
    sides = dict.fromkeys(("west", "east", "south", "north"), "periodic") if ring else {}
    solver = ImplicitWave(
        Model(Grid(14, 12, 0.1), bed=random.uniform(0, 0.2, (12, 14)),
              surface=0.5 + random.uniform(-0.02, 0.02, (12, 14)), **sides)
    )  # fmt: skip
    state, dt = solver.start(), 0.05
    for _ in range(5):
        d = state.depth.copy()
        solver.step(state, dt)
        wide, tall = (
            np.pad(d, ((0, 0), (1, 1)), mode="wrap"),
            np.pad(d, ((1, 1), (0, 0)), mode="wrap"),
        )
        qx = (wide[:, 1:] + wide[:, :-1]) / 2 * state.u
        qy = (tall[1:] + tall[:-1]) / 2 * state.v
        moved = -dt / 0.1 * (np.diff(qx, axis=1) + np.diff(qy, axis=0))
        np.testing.assert_allclose(state.depth - d, moved, atol=2e-14)


def test_water_thrown_over_a_bar_stays_behind_it_as_a_puddle():
    solver, state, _ = slosh("fluxes", seconds=120.0)
    surface = solver.model.bed + state.depth
    behind = np.s_[:, 40:45]
    assert not solver.start().depth[behind].any()
    puddle = state.depth[behind] > 1e-3

    assert puddle.sum() > 10
    assert surface[behind][puddle].min() > 0.02  # above the sea, which no longer reaches it
    assert np.ptp(surface[behind][puddle]) < 1e-3  # and level
