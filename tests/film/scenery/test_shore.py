import numpy as np
import pytest

from wavetank.film.scenery.shore import land, water

NO_WALLS = np.zeros((5, 9), bool)


def beach(level, slope=0.02):
    """Ground that rises to the east, and still water against it."""
    bed = np.tile(slope * (np.arange(9) - 4), (5, 1))
    return bed, np.maximum(level - bed, 0)


def shore(bed, depth, walls, thin):
    """Ground and surface as they are drawn."""
    ground = land(bed, walls)
    return ground, water(ground, depth, walls, thin)


def crossing(ground, surface):
    """Where, in cells, the surface goes below the ground."""
    above = (surface - ground)[2]
    i = int(np.argmax(above < 0)) - 1
    return i + above[i] / (above[i] - above[i + 1])


@pytest.mark.parametrize("level", [-0.013, 0.0, 0.004, 0.0099, 0.0101, 0.017])
def test_the_shore_of_still_water_lies_where_its_level_meets_the_ground(level):
    bed, depth = beach(level)
    ground, surface = shore(bed, depth, NO_WALLS, 1e-4)

    assert crossing(ground, surface) == pytest.approx(4 + level / 0.02, abs=0.1)


def test_a_film_makes_no_shore():
    """Where a micrometre lies, the picture is the one without it."""
    bed, depth = beach(0.01)
    film = np.maximum(depth, 1e-6)
    drawn = []
    for lies in (film, depth):
        ground, surface = shore(bed, lies, NO_WALLS, 1e-3)
        drawn.append(np.maximum(surface - ground, 0))

    np.testing.assert_allclose(drawn[0], drawn[1], atol=1e-6)


def test_a_cell_falls_dry_without_a_jump():
    """Water that sinks by a micrometre lowers the surface by no more than some of them."""
    bed, depth = beach(-0.01)
    surfaces = []
    for film in np.arange(0, 2e-3, 1e-6):
        depth[2, 4] = film
        surfaces.append(shore(bed, depth, NO_WALLS, 1e-3)[1][2, 4])

    assert np.abs(np.diff(surfaces)).max() < 2e-5


def test_deep_water_stays_what_it_is():
    rng = np.random.default_rng(3)
    bed, depth = rng.normal(size=(5, 9)), rng.uniform(0.1, 1, (5, 9))
    ground, surface = shore(bed, depth, NO_WALLS, 0.01)

    np.testing.assert_array_equal(ground, bed)
    np.testing.assert_allclose(surface, bed + depth, rtol=1e-15)


def test_the_surface_never_stands_above_dry_ground():
    rng = np.random.default_rng(4)
    bed = rng.normal(size=(5, 9))
    depth = np.where(rng.random((5, 9)) < 0.5, rng.uniform(0.1, 1, (5, 9)), 0)
    ground, surface = shore(bed, depth, NO_WALLS, 0.01)

    assert np.all((surface <= ground)[depth == 0])


def test_walls_take_on_ground_and_surface_of_their_neighbours():
    """A wall's own ground, however high, throws no slope on the water beside it."""
    walls = np.zeros((5, 9), bool)
    walls[2, 4] = True
    bed, depth = np.zeros((5, 9)), np.full((5, 9), 0.5)
    bed[walls], depth[walls] = 100.0, 7.0  # nothing in a wall is asked
    ground, surface = shore(bed, depth, walls, 0.01)

    np.testing.assert_allclose(ground, 0, atol=1e-12)
    np.testing.assert_allclose(surface, 0.5, rtol=1e-3)
