"""Boundaries: the sides' own numbers, and which of them go together."""

from math import pi

import numpy as np
import pytest

from wavetank import Open, Periodic, Wall, WaveMaker
from wavetank.model.boundaries import Boundaries


def test_a_tank_has_walls_unless_told_otherwise():
    sides = Boundaries()

    assert {sides.west, sides.east, sides.south, sides.north} == {Wall()}
    assert sides.passages() == {}
    assert not sides.wrap_x
    assert not sides.wrap_y


def test_passages_are_the_sides_that_water_passes():
    maker = WaveMaker(0.1, 1.0)
    sides = Boundaries(west=maker, south=Periodic(), north=Periodic(), east=Open())

    assert sides.passages() == {"west": maker, "east": Open()}
    assert sides.wrap_y
    assert not sides.wrap_x


@pytest.mark.parametrize(("one", "other"), [("west", "east"), ("south", "north")])
@pytest.mark.parametrize("lone", [Wall(), Open(), WaveMaker(0.1, 1.0)])
def test_a_periodic_side_needs_its_opposite(one, other, lone):
    for sides in ({one: Periodic(), other: lone}, {one: lone, other: Periodic()}):
        with pytest.raises(ValueError, match=f"{one} and {other} must be periodic both or neither"):
            Boundaries(**sides)


def test_an_open_side_brings_no_waves():
    assert [Open(sponge=1.0).rise(time) for time in (0.0, 0.3, 9.9)] == [0, 0, 0]


def test_a_wave_maker_swings_as_high_and_as_fast_as_asked():
    maker = WaveMaker(height=0.3, period=2.0, ramp=0)
    time = np.linspace(0, 4, 1001)
    rise = np.array([maker.rise(t) for t in time])

    np.testing.assert_allclose(rise, 0.15 * np.sin(pi * time), atol=1e-15)
    assert np.ptp(rise) == pytest.approx(0.3, rel=1e-4)


def test_a_wave_maker_begins_softly():
    soft, at_once = WaveMaker(0.3, 2.0, ramp=2.0), WaveMaker(0.3, 2.0, ramp=0)

    assert soft.rise(1.5) == pytest.approx(at_once.rise(1.5) * 0.375)
    assert soft.rise(4.5) == at_once.rise(4.5) == pytest.approx(0.15)


@pytest.mark.parametrize(("make", "problem"), [
    (lambda: Open(sponge=-1), "sponge must not be negative, got -1"),
    (lambda: WaveMaker(-0.1, 1.0), "height must not be negative, got -0.1"),
    (lambda: WaveMaker(0.1, 0.0), "period must be positive, got 0.0"),
    (lambda: WaveMaker(0.1, -2.0), "period must be positive, got -2.0"),
    (lambda: WaveMaker(0.1, 1.0, ramp=-1), "ramp must not be negative, got -1"),
    (lambda: WaveMaker(float("nan"), 1.0), "height"),
    (lambda: WaveMaker(0.1, float("nan")), "period"),
    (lambda: WaveMaker(0.1, 1.0, level=float("inf")), "level"),
    (lambda: Open(sponge=float("nan")), "sponge"),
    (lambda: Open(level=float("nan")), "level"),
])  # fmt: skip
def test_impossible_sides_are_refused(make, problem):
    with pytest.raises(ValueError, match=problem):
        make()
