"""What lies around the tank, and walls in it, as they are drawn."""

import numpy as np
import pytest

from wavetank.film.scenery.scenery import land_of, scenery_of, without_steps


def strip(cells, across):
    """A wall so many cells wide across a tank."""
    walls = np.zeros((40, 60), bool)
    walls[:, 20 : 20 + cells] = True
    return walls.T if across else walls


@pytest.mark.parametrize("cells", [1, 2, 3, 8])
@pytest.mark.parametrize("across", [False, True])
def test_no_wall_and_no_gap_is_too_narrow_to_be_seen(cells, across):
    wall = strip(cells, across)

    assert without_steps(wall)[wall].max() > 0.5
    assert without_steps(~wall)[wall].min() < 0.5


def test_an_oblique_wall_has_no_steps():
    """Its edge, where it is half wall, is straight to a sixth of a cell."""
    j, i = np.mgrid[:60, :80]
    share = without_steps(i > 10 + 0.577 * j)[10:-10]
    rows = np.arange(10, 50)
    edge = np.array([np.interp(0.5, row, np.arange(80)) for row in share])

    np.testing.assert_allclose(edge - edge.mean(), 0.577 * (rows - rows.mean()), atol=1 / 6)


def test_no_wave_goes_over_the_rim_of_a_pool(frame_of):
    frame = frame_of(depth=3.0, level=0.5)
    relief = scenery_of(frame, land_of(frame, "pool", fineness=4)).relief
    ground, surface = relief.z[:12].transpose(2, 0, 1)

    assert (surface < ground).all()


def test_a_puddle_on_a_hill_gets_no_deeper_in_the_margin(frame_of):
    """Where the hill sinks into the sea: above still water, no water is deeper than the puddle."""
    bed = 0.02 * np.arange(40) - 0.4
    frame = frame_of(bed=bed, depth=np.where(bed < 0, -bed, 0.03))
    relief = scenery_of(frame, land_of(frame, "sea", fineness=4)).relief
    ground, surface = relief.z.transpose(2, 0, 1)
    high = ground > 0.05

    assert (surface - ground)[high].max() < 0.04
