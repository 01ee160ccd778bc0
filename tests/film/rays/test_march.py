"""The march over the relief, against small steps along the ray."""

import numpy as np
import pytest

from wavetank.film.rays.march import GROUND, NOTHING, WATER, Relief, build_nodes, first_hit

SPACING, WEST, SOUTH = 0.5, -1.0, 2.0
FAR = 12.0
STEPS = 6000
TINY = 1e-5
"""Heights are float32 [m]."""


def relief_of(ground, surface, ground_beyond=-2.0, water_beyond=0.0):
    z = np.stack([ground, surface], axis=-1).astype(np.float32)
    return Relief(z, *build_nodes(z), WEST, SOUTH, SPACING, ground_beyond, water_beyond)


def waves(rows, columns, seed, rough=0.5):
    """Random ground that stands up through random water here and there; its rim lies level."""
    rng = np.random.default_rng(seed)
    ground, surface = np.full((rows, columns), -2.0), np.zeros((rows, columns))
    ground[1:-1, 1:-1] = rng.normal(-0.3, rough, (rows - 2, columns - 2))
    surface[1:-1, 1:-1] = rng.normal(0, 0.2, (rows - 2, columns - 2))
    return relief_of(ground, surface)


def heights(relief, x, y):
    """Ground and surface at places, and which cell they are in; -1 beyond the vertices."""
    rows, columns = relief.z.shape[:2]
    u, v = (x - relief.x) / relief.spacing, (y - relief.y) / relief.spacing
    inside = (u >= 0) & (v >= 0) & (u <= columns - 1) & (v <= rows - 1)
    i = np.clip(np.floor(u).astype(int), 0, columns - 2)
    j = np.clip(np.floor(v).astype(int), 0, rows - 2)
    a, b, z = (u - i)[..., None], (v - j)[..., None], relief.z.astype(float)
    low = (1 - a) * z[j, i] + a * z[j, i + 1]
    high = (1 - a) * z[j + 1, i] + a * z[j + 1, i + 1]
    over = (1 - b) * low + b * high
    planes = np.array([relief.ground_beyond, relief.water_beyond])
    both = np.where(inside[..., None], over, planes)
    return both[..., 0], both[..., 1], np.where(inside, j * columns + i, -1)


def free_height(relief, place, way, t, wet):
    """How far a ray is from ground and surface, less than 0 where it is past one; and its cell."""
    x, y, z = (place[k] + t * way[k] for k in range(3))
    ground, surface, cell = heights(relief, x, y)
    return np.minimum(z - ground, surface - z if wet else z - surface), cell


def passes_unseen(gap, cell):
    """Are all steps on the wrong side within one cell, which the ray leaves on the right one?

    Crests that it enters and leaves within a cell are what a march may pass over.
    """
    wrong = np.flatnonzero(gap < -TINY)
    if len(wrong) == 0:
        return True
    for run in np.split(wrong, np.flatnonzero(np.diff(wrong) > 1) + 1):
        around = cell[max(run[0] - 1, 0) : run[-1] + 2]
        if np.any(around != around[0]):
            return False
    return True


def check(relief, place, way, wet):
    """The march's answer along one ray, held against all the steps before it; what was met."""
    t, what = first_hit(relief, *place, *way, 0.0, FAR, wet)
    before = np.linspace(0, t, STEPS, endpoint=False)[1:]
    gap, cell = free_height(relief, place, way, before, wet)
    assert passes_unseen(gap, cell), (place, way, t, what)
    if what == NOTHING:
        assert t == FAR
        return what
    x, y, z = (np.array(place[k] + t * way[k]) for k in range(3))
    ground, surface, _ = heights(relief, x, y)
    met = abs(z - (ground if what == GROUND else surface)) < 1e-4
    assert met, (place, way, t, what)
    return what


def random_way(rng, kind):
    way = rng.normal(size=3)
    if kind == "grazing":
        way[2] *= 0.03
    if kind == "along an axis":
        way[rng.integers(2)] = 0
    if kind == "level":
        way[2] = 0
    if kind == "vertical":
        way[:2] = 0
    return way / np.linalg.norm(way)


KINDS = ["any", "grazing", "along an axis", "level", "vertical"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wet", [False, True])
@pytest.mark.parametrize("shape", [(14, 19), (9, 9), (3, 17), (33, 4)])
def test_the_march_meets_what_small_steps_meet(kind, wet, shape):
    rng, met = np.random.default_rng(8), []
    for seed in range(40):
        relief = waves(*shape, seed)
        x = WEST + rng.uniform(0.01, 0.99) * SPACING * (shape[1] - 1)
        y = SOUTH + rng.uniform(0.01, 0.99) * SPACING * (shape[0] - 1)
        ground, surface, _ = heights(relief, np.array(x), np.array(y))
        if wet and surface <= ground:
            continue
        share = rng.uniform(0.01, 0.99)
        z = share * ground + (1 - share) * surface if wet else max(ground, surface) + share / 2
        met.append(check(relief, (x, y, float(z)), random_way(rng, kind), wet))

    assert len(set(met)) > 1 or kind == "vertical"


@pytest.mark.parametrize("kind", KINDS[:4])
def test_rays_from_outside_find_the_relief(kind):
    rng, met = np.random.default_rng(5), []
    relief = waves(14, 19, seed=5)
    for k in range(80):
        middle = np.array([WEST + 4.5, SOUTH + 3.2, rng.uniform(-0.5, 0.5)])
        away = random_way(rng, kind) * rng.uniform(6, 8)
        away[2] = abs(away[2])
        if kind == "along an axis":  # along the cells' edges, too
            middle[:2] = np.round(middle[:2] / SPACING) * SPACING if k % 2 else middle[:2]
        place = middle + away
        if heights(relief, place[0], place[1])[2] >= 0 or place[2] <= 0:
            continue
        met.append(check(relief, tuple(place), tuple(-away / np.linalg.norm(away)), False))

    assert GROUND in met
    assert WATER in met


def test_rays_on_the_edges_of_cells_do_not_slip_between_them():
    relief, rng = waves(12, 12, seed=2), np.random.default_rng(2)
    for k in range(12):
        x, y = WEST + SPACING * k, SOUTH + SPACING * rng.integers(12)
        assert check(relief, (x, y, 3.0), (0.0, 0.0, -1.0), False) != NOTHING
        for way in [(0.6, 0.0, -0.8), (0.0, -0.6, -0.8), (0.5, 0.5, -np.sqrt(0.5))]:
            check(relief, (x, y, 3.0), way, False)


def test_no_ray_passes_a_wall():
    """One cell wide, a hundred times as high, met at its face and at its top."""
    ground = np.full((21, 21), -1.0)
    ground[:, 10] = 9.0
    relief = relief_of(ground, np.zeros((21, 21)))
    rng = np.random.default_rng(7)
    wall = WEST + SPACING * 9, WEST + SPACING * 11
    for _ in range(200):
        place = np.array([rng.uniform(-12, wall[0]), rng.uniform(3, 11), rng.uniform(0.2, 3)])
        beyond = np.array([rng.uniform(wall[1], 12), rng.uniform(3, 11), rng.uniform(0.2, 3)])
        t, what = first_hit(relief, *place, *(beyond - place), 0.0, 1.0, False)

        assert what == GROUND
        assert wall[0] <= place[0] + t * (beyond - place)[0] <= wall[1] - SPACING


@pytest.mark.parametrize("wet", [False, True])
def test_a_ray_that_leaves_a_face_does_not_meet_it_again(wet):
    """From just off the surface it goes on; from the surface itself, too."""
    relief = relief_of(np.full((9, 9), -1.0), np.zeros((9, 9)))
    side = -1.0 if wet else 1.0
    for off in (0.0, 1e-7, 1e-4):
        way = (0.8, 0.0, 0.6 * side)
        _, what = first_hit(relief, 1.0, 4.0, side * off, *way, 0.0, 1.0, wet)
        assert what == NOTHING


def test_the_bilinear_surface_is_met_exactly():
    """A twisted cell, z = x y: along the ray a parabola, and its root."""
    x = np.arange(5.0) * SPACING
    relief = relief_of(np.full((5, 5), -9.0), np.multiply.outer(x, x))
    for y, slope in [(0.3, -0.4), (1.1, -0.2), (1.2, -0.9)]:
        way = np.array([0.5, 0.5, slope])
        t, what = first_hit(relief, WEST, SOUTH + y, 1.5, *way, 0.0, 9.0, False)
        # 1.5 + s t = (t / 2)(y + t / 2)
        expected = max(np.roots([0.25, y / 2 - slope, -1.5]))

        assert what == WATER
        assert t == pytest.approx(expected, rel=1e-6)


def test_far_away_there_are_level_planes():
    relief = waves(5, 5, seed=1)
    down = (0.6, 0.0, -0.8)

    assert first_hit(relief, 50.0, 50.0, 0.8, *down, 0.0, FAR, False) == (pytest.approx(1), WATER)
    assert first_hit(relief, 50.0, 50.0, -0.4, *down, 0.0, FAR, True) == (pytest.approx(2), GROUND)
    assert first_hit(relief, 50.0, 50.0, -0.8, 0.6, 0.0, 0.8, 0.0, FAR, True)[1] == WATER
    assert first_hit(relief, 50.0, 50.0, 0.8, 0.6, 0.0, 0.8, 0.0, FAR, False) == (FAR, NOTHING)
    assert first_hit(relief, 50.0, 50.0, 0.8, *down, 0.0, 0.9, False) == (0.9, NOTHING)


def test_each_node_knows_what_is_below_it():
    """Level by level, against the cells' own corners."""
    relief = waves(14, 19, seed=4)
    corners = np.stack([relief.z[j : j + 13, i : i + 18] for j in (0, 1) for i in (0, 1)])
    for level, start in enumerate(relief.start):
        size = 2**level
        across, down = -(-18 // size), -(-13 // size)
        assert relief.across[level] == across
        for n in range(down * across):
            j, i = n // across * size, n % across * size
            below = corners[:, j : j + size, i : i + size]
            low, high = below.min(axis=(0, 1, 2)), below.max(axis=(0, 1, 2))
            np.testing.assert_array_equal(relief.nodes[start + n], [high[0], high[1], low[1]])
