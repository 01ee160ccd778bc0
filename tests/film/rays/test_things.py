"""The tree over spheres and triangles, against every part looked at one by one."""

from math import inf

import numpy as np
import pytest

from wavetank.film.rays.things import hit_things, thing_normal, things_of
from wavetank.film.scenery.parts import parts_of
from wavetank.model.bodies import Box, Mesh, Placed, Sphere

FAR = 1e6


def crowd(count, seed):
    """Random spheres and triangles."""
    rng = np.random.default_rng(seed)
    parts, normals = np.zeros((count, 9)), np.zeros((count, 9))
    parts[:, :3] = rng.uniform(-1, 1, (count, 3))
    ball = rng.random(count) < 0.4
    parts[ball, 3] = rng.uniform(0.01, 0.15, ball.sum())
    parts[~ball, 3:] = rng.uniform(-0.3, 0.3, (np.sum(~ball), 6))
    up = np.cross(parts[:, 3:6], parts[:, 6:])
    normals[~ball] = np.tile(up, (1, 3))[~ball]
    return things_of(parts, normals, np.zeros((count, 4)))


def to_part(things, part, place, way):
    """How far one part is along a ray, by solving for it."""
    numbers = things.parts[part]
    if not things.normals[part].any():
        b, c = np.dot(place - numbers[:3], way), np.sum((place - numbers[:3]) ** 2)
        roots = np.roots([1, 2 * b, c - numbers[3] ** 2])
        ahead = [root for root in roots if np.isreal(root) and root > things.nearest]
        return min(ahead, default=inf)
    matrix = np.stack([-way, numbers[3:6], numbers[6:]], axis=1)
    if abs(np.linalg.det(matrix)) < 1e-12:
        return inf
    t, u, v = np.linalg.solve(matrix, place - numbers[:3])
    return t if u >= 0 and v >= 0 and u + v <= 1 and t > things.nearest else inf


def rays(count, seed, toward=(0.0, 0.0, 0.0)):
    """Random rays, near and far, half of them toward a place, a third with components of zero."""
    rng = np.random.default_rng(seed)
    for k in range(count):
        place, way = rng.uniform(-1.5, 1.5, 3), rng.normal(size=3)
        if k % 2:
            place = toward - rng.uniform(1, 2) * way
        if k % 3 == 0:
            way[rng.permutation(3)[: 1 + k % 2]] = 0
        yield place, way / np.linalg.norm(way)


@pytest.mark.parametrize("count", [1, 3, 4, 5, 8, 100])
def test_the_tree_finds_what_looking_at_each_part_finds(count):
    things, met = crowd(count, seed=count), 0
    middle = things.parts[0, :3] + (things.parts[0, 3:6] + things.parts[0, 6:]) / 3
    if not things.normals[0].any():
        middle = things.parts[0, :3]
    for place, way in rays(150, seed=4, toward=middle):
        each = [to_part(things, part, place, way) for part in range(count)]
        t, part = hit_things(things, tuple(place), tuple(way), FAR)
        met += part >= 0

        assert t == pytest.approx(min(min(each), FAR), rel=1e-6)
        assert part == (int(np.argmin(each)) if min(each) < FAR else -1)
    assert 150 > met > 25


def test_what_is_farther_than_asked_is_not_met():
    things = crowd(150, seed=1)
    for place, way in rays(100, seed=2):
        t, part = hit_things(things, tuple(place), tuple(way), FAR)
        if part >= 0:
            assert hit_things(things, tuple(place), tuple(way), t * 1.001)[1] == part
            assert hit_things(things, tuple(place), tuple(way), t * 0.999) == (t * 0.999, -1)


def cloth(cells):
    """A level square of triangles from -1 to 1, their edges on round numbers."""
    line = np.linspace(-1, 1, cells + 1)
    x, y = np.meshgrid(line, line)
    vertices = np.stack([x, y, 0 * x], axis=-1).reshape(-1, 3)
    j, i = (k.ravel() for k in np.mgrid[:cells, :cells])
    a, b = j * (cells + 1) + i, (j + 1) * (cells + 1) + i
    faces = np.concatenate([np.stack([a, a + 1, b + 1], 1), np.stack([a, b + 1, b], 1)])
    return Mesh(vertices, faces)


def things_in_place(shape, **placed):
    body = Placed(shape, **({"place": (0.0, 0.0, 0.0)} | placed))
    parts, normals = parts_of(shape, body)
    return things_of(parts, normals, np.zeros((len(parts), 4)))


def test_no_ray_slips_through_the_edges_of_a_mesh():
    """Straight down, and aslant, onto edges and corners, where the tree's boxes end."""
    things = things_in_place(cloth(8))
    for x in np.linspace(-0.875, 0.875, 15):
        for y in (-0.75, -0.5, 0.0, 0.25, 0.3):
            assert hit_things(things, (x, y, 1.0), (0.0, 0.0, -1.0), FAR)[0] == 1
            t, part = hit_things(things, (x - 0.6, y, 0.8), (0.6, 0.0, -0.8), FAR)
            assert part >= 0
            assert t == pytest.approx(1)


def test_a_ray_along_the_faces_of_a_box_meets_it():
    """Its middle and its edges, along each axis, without a component to either side."""
    things = things_in_place(Box((2.0, 2.0, 2.0)))
    for axis in range(3):
        for sideways in (0.0, 0.5, -0.5):
            place, way = np.full(3, sideways), np.zeros(3)
            place[axis], way[axis] = -3, 1

            assert hit_things(things, tuple(place), tuple(way), FAR)[0] == pytest.approx(2)


def test_a_box_is_closed_and_its_normals_point_out():
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    turn *= np.linalg.det(turn)
    size, middle = np.array([0.4, 1.0, 0.2]), np.array([0.3, -0.2, 0.1])
    things = things_in_place(Box(tuple(size)), place=tuple(middle), turn=turn)
    for _, way in rays(100, seed=9):
        t, part = hit_things(things, tuple(middle), tuple(way), FAR)
        face = np.min(size / 2 / np.maximum(abs(turn.T @ way), 1e-12))  # from within, in its axes
        normal = thing_normal(things, part, tuple(middle + t * way))

        assert t == pytest.approx(face, rel=1e-9)
        assert np.dot(normal, way) > 0
        assert np.linalg.norm(normal) == pytest.approx(1)
        assert np.max(abs(turn.T @ normal)) == pytest.approx(1)


def test_the_normal_of_a_sphere_points_away_from_its_middle():
    middle = np.array([1.0, 2.0, 3.0])
    things = things_in_place(Sphere(0.5), place=tuple(middle))
    for _, way in rays(20, seed=6):
        t, part = hit_things(things, tuple(middle + 2 * way), tuple(-way), FAR)

        assert t == pytest.approx(1.5)
        assert thing_normal(things, part, tuple(middle + 0.5 * way)) == pytest.approx(tuple(way))


def test_a_smooth_mesh_has_the_normals_of_what_it_stands_for():
    """Of an octahedron, at its corners along the axes, between them evenly."""
    vertices = np.array(
        [(1, 0, 0), (0, 1, 0), (0, 0, 1), (-1, 0, 0), (0, -1, 0), (0, 0, -1)], float
    )
    faces = np.array([
        (0, 1, 2), (1, 3, 2), (3, 4, 2), (4, 0, 2), (1, 0, 5), (3, 1, 5), (4, 3, 5), (0, 4, 5),
    ])  # fmt: skip
    things = things_in_place(Mesh(vertices, faces))
    for place in [(0.999, 0.0005, 0.0005), (0.2, 0.3, 0.5), (-0.6, 0.1, -0.3)]:
        away = np.array(place) / np.linalg.norm(place)
        t, part = hit_things(things, tuple(3 * away), tuple(-away), FAR)

        assert thing_normal(things, part, tuple((3 - t) * away)) == pytest.approx(
            tuple(away), abs=1e-9
        )


def test_nothing_is_met_where_nothing_is():
    things = things_of(np.zeros((0, 9)), np.zeros((0, 9)), np.zeros((0, 4)))

    assert hit_things(things, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), FAR) == (FAR, -1)
