from dataclasses import replace

import numpy as np
import pytest

from wavetank.film.rays.things import DROP, hit_things
from wavetank.film.scenery.parts import things_in
from wavetank.model.bodies import Box, Mesh, Placed, Sphere


def test_each_part_keeps_its_colour_where_it_lies(frame_of):
    """A row of bodies and drops, looked at from above: the tree puts parts in another order."""
    bodies = [
        Placed(
            Sphere(0.2) if k % 2 else Box((0.3, 0.3, 0.4)),
            place=(float(k), 0.5, 1.0),
            colour=(0.1 * k, 0.5, 0.9 - 0.1 * k),
        )
        for k in range(8)
    ]
    spray = np.array([[8.0, 0.5, 1.0, 0.05], [9.0, 0.5, 1.0, 0.05]])
    things = things_in(replace(frame_of(4, 4), bodies=tuple(bodies), spray=spray))
    for k in range(10):
        t, part = hit_things(things, (k + 0.01, 0.51, 3.0), (0.0, 0.0, -1.0), 9.0)

        assert t == pytest.approx(1.8 if k < 8 else 1.95, abs=0.005)
        assert things.colours[part, DROP] == (k >= 8)
        if k < 8:
            assert tuple(things.colours[part, :3]) == bodies[k].colour


def test_a_body_lies_as_it_is_turned(frame_of):
    """A quarter turn about x puts a tall box flat along y."""
    turn = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], float)
    box = Placed(Box((0.2, 0.2, 2.0)), place=(1.0, 1.0, 1.0), turn=turn)
    things = things_in(frame_of(4, 4, bodies=(box,)))

    for y, height in ((0.05, 1.1), (1.9, 1.1), (2.1, None)):
        t, part = hit_things(things, (1.0, y, 3.0), (0.0, 0.0, -1.0), 9.0)
        assert (part < 0) if height is None else (t == pytest.approx(3 - height))


def test_triangles_without_area_are_left_out(frame_of):
    line = np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], float)
    mesh = Mesh(line, np.array([[0, 1, 2], [0, 1, 3]]))
    things = things_in(frame_of(4, 4, bodies=(Placed(mesh, place=(0.0, 0.0, 0.0)),)))

    assert len(things.parts) == 1
    assert np.isfinite(things.normals).all()


def test_a_frame_without_bodies_has_no_parts(frame_of):
    things = things_in(frame_of(4, 4))

    assert len(things.parts) == len(things.nodes) == 0
