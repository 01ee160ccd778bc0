"""The exact solutions solve their equations."""

import numpy as np
import pytest
from exact import Seiche


@pytest.mark.parametrize("damping", [0.0, 0.3, 2.0])
def test_a_seiche_solves_its_equation(damping):
    """h_tt + k h_t = c^2 h_xx, each derivative from differences of fourth order."""
    seiche = Seiche(length=2.0, speed=1.7, damping=damping)
    x, t = np.meshgrid(np.linspace(0.1, 1.9, 7), np.linspace(0.1, 3.0, 11))
    e = 1e-2

    def first(f):
        return (f(-2 * e) - 8 * f(-e) + 8 * f(e) - f(2 * e)) / (12 * e)

    def second(f):
        return (-f(-2 * e) + 16 * f(-e) - 30 * f(0) + 16 * f(e) - f(2 * e)) / (12 * e**2)

    h_t = first(lambda s: seiche.rise(x, t + s))
    h_tt = second(lambda s: seiche.rise(x, t + s))
    h_xx = second(lambda s: seiche.rise(x + s, t))

    np.testing.assert_allclose(h_tt + damping * h_t, 1.7**2 * h_xx, atol=1e-6)


@pytest.mark.parametrize("damping", [0.0, 0.3, 2.0])
def test_a_seiche_starts_at_rest_between_two_mirrors(damping):
    seiche = Seiche(length=2.0, speed=1.7, damping=damping)
    e = 1e-5

    assert seiche.swing(0.0) == 1
    assert abs(seiche.swing(e) - seiche.swing(-e)) / (2 * e) < 1e-8  # h_t = 0
    for wall in (0.0, 2.0):  # h_x = 0
        assert abs(seiche.rise(wall + e, 0.4) - seiche.rise(wall - e, 0.4)) / (2 * e) < 1e-8


def test_a_period_later_an_undamped_seiche_stands_as_before():
    seiche = Seiche(length=2.0, speed=1.7)

    assert seiche.period == pytest.approx(2 * 2.0 / 1.7)
    assert seiche.swing(seiche.period / 2) == pytest.approx(-1)
    assert seiche.swing(seiche.period) == pytest.approx(1)
