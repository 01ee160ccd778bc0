import numpy as np
import pytest

from wavetank.film.rays.sky_map import nodes, sky_light, skylight_of, solid_angle


def test_a_lookup_at_a_node_gives_what_the_node_holds():
    towards = nodes(17)
    held = np.random.default_rng(1).random((2, 17, 17, 3))

    for place in np.ndindex(2, 17, 17):
        half, j, i = place
        if max(abs(j - 8), abs(i - 8)) == 8:  # on the horizon only the upper half is asked
            half = 0
        assert sky_light(held, *towards[place]) == pytest.approx(tuple(held[half, j, i]), abs=1e-6)


def test_nodes_are_unit_vectors_and_the_lower_half_mirrors_the_upper():
    towards = nodes(9)

    np.testing.assert_allclose(np.linalg.norm(towards, axis=-1), 1, rtol=1e-14)
    np.testing.assert_allclose(towards[1], towards[0] * [1, 1, -1])
    np.testing.assert_allclose(towards[0, 4, 4], [0, 0, 1], atol=1e-15)


def test_the_places_of_the_map_show_half_the_sphere():
    line = np.linspace(-1, 1, 401)
    angles = solid_angle(*np.meshgrid(line, line))

    assert np.trapezoid(np.trapezoid(angles, line), line) == pytest.approx(2 * np.pi, rel=1e-4)


def test_a_white_sky_lights_level_ground_with_pi():
    assert skylight_of(np.ones((2, 129, 129, 3))) == pytest.approx((np.pi,) * 3, rel=2e-4)


def test_light_from_below_does_not_light_level_ground():
    sky = np.stack([np.zeros((33, 33, 3)), np.ones((33, 33, 3))])

    assert skylight_of(sky) == (0, 0, 0)


def test_light_from_higher_up_counts_by_its_cosine():
    towards = nodes(257)
    sky = np.repeat(abs(towards[..., 2:]), 3, axis=-1)

    assert skylight_of(sky) == pytest.approx((2 * np.pi / 3,) * 3, rel=1e-3)
