"""Sunlight on the bed: none is lost, and waves bend it as lenses do."""

from dataclasses import replace

import numpy as np
import pytest
from worlds import INDEX, fresnel, scenery, sun_at

from wavetank.film.rays.breeze import NO_BREEZE, breeze_of
from wavetank.film.rays.caustics import caustics
from wavetank.film.stage import levelled
from wavetank.look.look import Wind
from wavetank.model.bodies import Placed, Sphere

SPACING = 0.05
CELLS = 96
WAVE = 24
"""Length of the waves [cells]: whole ones fit into the tank and into what is summed."""


def at_centres(cells=CELLS):
    line = (np.arange(cells) + 0.5) * SPACING
    return np.meshgrid(line, line)


def wavy(height):
    """Waves along both axes, periodic in WAVE cells; and their slopes."""
    x, y = at_centres()
    k = 2 * np.pi / (WAVE * SPACING)
    surface = height * (np.sin(k * x) + np.sin(k * y + 1))
    return surface, height * k * np.cos(k * x), height * k * np.cos(k * y + 1)


def over_the_tank(light, made, first, cells):
    """Mean over whole cells of the tank: between the vertices linearly."""
    relief = made.relief
    fine = round(SPACING / relief.spacing)
    start = round(-relief.x / relief.spacing) + first * fine
    part = light[start : start + cells * fine, start : start + cells * fine]
    return float(part.mean(dtype=float))


def enters_through(slope_x, slope_y, towards):
    """Flux that a surface lets in per what falls on a level one, from its normals alone."""
    up = 1 / np.sqrt(1 + slope_x**2 + slope_y**2)
    facing = up * (towards[2] - slope_x * towards[0] - slope_y * towards[1])
    return np.mean(facing / up * (1 - fresnel(facing, INDEX))) / towards[2]


@pytest.mark.parametrize("elevation", [20.0, 50.0, 90.0])
@pytest.mark.parametrize("depth", [0.2, 1.5])
@pytest.mark.parametrize("height", [0.0, 0.008, 0.03])
def test_the_bed_gets_what_the_surface_lets_in(frame_of, elevation, depth, height):
    """Whole periods of waves: what one sends out of them the next sends in. Within 1 %."""
    surface, *slopes = wavy(height)
    made = scenery(frame_of(CELLS, CELLS, SPACING, bed=-depth, depth=depth + surface))
    sun = sun_at(elevation, azimuth=70.0)
    light = caustics(made, NO_BREEZE, sun, 1)
    expected = enters_through(*slopes, sun.towards)

    assert over_the_tank(light, made, 6, 2 * WAVE) == pytest.approx(expected, rel=0.01)
    if height < 0.01:  # gentle waves let in what level water does
        assert expected == pytest.approx(sun.enters, rel=0.01)


def test_under_level_water_light_is_even_and_fresnels(frame_of):
    made = scenery(frame_of(32, 32, SPACING, bed=-0.4, depth=0.4))
    sun = sun_at(35.0)
    light = caustics(made, NO_BREEZE, sun, 1)

    np.testing.assert_allclose(light, 1 - fresnel(np.sin(np.radians(35)), INDEX), rtol=1e-4)


def test_ripples_gather_light_and_lose_none(frame_of):
    made = scenery(frame_of(CELLS, CELLS, SPACING, bed=-0.5, depth=0.5))
    sun = sun_at(60.0)
    light = caustics(made, breeze_of(Wind(4.0), SPACING, 0.0, 1), sun, 1)

    assert over_the_tank(light, made, 8, CELLS - 16) == pytest.approx(sun.enters, rel=0.01)
    assert light.std() > 0.1


def bump(radius, across):
    """A cap of a ball of a radius on level water, so far across; 0 beside it."""
    x, y = at_centres(64)
    middle = 32 * SPACING
    away = np.hypot(x - middle, y - middle)
    cap = np.sqrt(np.maximum(radius**2 - away**2, 0)) - np.sqrt(radius**2 - across**2 / 4)
    return np.where(away < across / 2, cap, 0)


@pytest.mark.parametrize("share", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("side", [1, -1])
def test_a_bump_brings_light_together_as_a_lens_does(frame_of, share, side):
    """f = n R / (n - 1): at a share of it a lens's light lies on (1 - share)^2 of its area.

    A hollow spreads it, as if it came from as far above.
    """
    radius = 3.0
    focal = INDEX * radius / (INDEX - 1)
    cap = bump(radius, across=1.4) * side
    depth = share * focal - cap[32, 32]
    made = scenery(frame_of(64, 64, SPACING, bed=-depth, depth=depth + cap))
    sun = sun_at(90.0)
    light = caustics(made, NO_BREEZE, sun, 2)
    middle = light.shape[0] // 2
    spot = light[middle - 2 : middle + 3, middle - 2 : middle + 3].mean()

    assert spot == pytest.approx(sun.enters / (1 - side * share) ** 2, rel=0.06)


def test_light_is_brightest_in_the_focus(frame_of):
    radius = 1.5
    focal = INDEX * radius / (INDEX - 1)
    cap, brightest = bump(radius, across=0.9), []
    shares = (0.6, 0.8, 1.0, 1.2, 1.4)
    for share in shares:
        depth = share * focal - cap.max()
        made = scenery(frame_of(64, 64, SPACING, bed=-depth, depth=depth + cap))
        light = caustics(made, NO_BREEZE, sun_at(90.0), 1)
        brightest.append(light[light.shape[0] // 2, light.shape[1] // 2])

    assert shares[int(np.argmax(brightest))] == 1
    assert brightest[2] > 40


@pytest.mark.parametrize("depth", [0.3, 1.0, 3.0])
def test_a_surface_too_rough_for_its_cells_does_not_blotch(frame_of, depth):
    """High and low cells in turn, a twentieth of a cell's width: the light stays even."""
    x, y = np.indices((64, 64))
    boards = 0.05 * SPACING * (-1.0) ** (x + y)
    made = scenery(frame_of(64, 64, SPACING, bed=-depth, depth=depth + boards))
    light = caustics(made, NO_BREEZE, sun_at(90.0), 1)
    inside = light[96:160, 96:160]
    blocks = inside.reshape(8, 8, 8, 8).mean(axis=(1, 3))  # of four cells by four

    assert blocks.std() < 0.01 * light.mean()
    if depth <= 1:
        assert inside.std() < 0.2 * light.mean()


def test_hills_between_the_sun_and_the_water_leave_its_bed_dark(frame_of):
    bed = np.full((40, 40), -0.3)
    bed[:, 30:34] = 1.0
    made = scenery(frame_of(40, 40, SPACING, bed=bed, depth=np.maximum(-bed, 0)))
    sun = sun_at(40.0, azimuth=90.0)  # in the east: shadows fall to the west
    light = caustics(made, NO_BREEZE, sun, 1)
    row, relief = light[light.shape[0] // 2], made.relief
    x = relief.x + relief.spacing * np.arange(len(row))
    down = np.arcsin(np.cos(np.radians(40)) / INDEX)
    # the hill's top goes as far west as the spline of its heights stands at 1 m
    end = x[np.argmax(relief.z[len(row) // 2, :, 0] > 0.9)]
    end -= 1.0 / np.tan(np.radians(40)) + 0.3 * np.tan(down)
    dark = x[(row < sun.enters / 2) & (x > -0.5)]

    assert row[(x > end + 0.15) & (x < 1.4)].max() < 1e-3 * sun.enters
    assert dark.min() == pytest.approx(end, abs=0.15)


def test_photons_do_not_depend_on_how_many_threads_let_them_fall(frame_of, monkeypatch):
    surface, *_ = wavy(0.02)
    made = scenery(frame_of(CELLS, CELLS, SPACING, bed=-0.5, depth=0.5 + surface))
    lights = []
    for threads in (1, 2, 3):
        monkeypatch.setattr("numba.core.config.NUMBA_NUM_THREADS", threads)
        lights.append(caustics(made, NO_BREEZE, sun_at(50.0), 1))

    np.testing.assert_array_equal(lights[0], lights[1])
    np.testing.assert_array_equal(lights[0], lights[2])


def test_without_caustics_light_is_even_and_shadows_stay(frame_of):
    """`Look.caustics = false`: light falls as through a level surface; a ball hides it still."""
    surface, *_ = wavy(0.02)
    ball = Placed(Sphere(0.3), (CELLS * SPACING / 2, CELLS * SPACING / 2, 0.6))
    frame = frame_of(CELLS, CELLS, SPACING, bed=-0.5, depth=0.5 + surface)
    sun = sun_at(50.0)
    even = caustics(levelled(scenery(frame)), NO_BREEZE, sun, 1)
    shaded = caustics(levelled(scenery(replace(frame, bodies=(ball,)))), NO_BREEZE, sun, 1)

    gathered = caustics(scenery(frame), NO_BREEZE, sun, 1)
    # what is left: slanting light reaches farther from where the surface is high
    assert np.std(even - sun.enters) < 0.033 < 0.35 * np.std(gathered - sun.enters)
    assert shaded.min() == pytest.approx(0, abs=1e-3)


def test_after_sunset_there_are_no_caustics(frame_of):
    surface, *_ = wavy(0.02)
    made = scenery(frame_of(CELLS, CELLS, SPACING, bed=-0.5, depth=0.5 + surface))

    assert not caustics(made, NO_BREEZE, sun_at(-3.0), 1).any()
