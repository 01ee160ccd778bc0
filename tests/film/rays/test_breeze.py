import numpy as np
import pytest

from wavetank.film.rays.breeze import (
    CALM,
    CELLS,
    GRAVITY,
    TENSION,
    breeze_of,
    ripples,
)
from wavetank.look.look import Wind

SPACING = 0.1


def level_of(breeze, k):
    """The slopes of a level, (n, n, 2)."""
    n = CELLS >> k
    return breeze.slopes[breeze.start[k] : breeze.start[k] + n * n].reshape(n, n, 2).astype(float)


@pytest.mark.parametrize("speed", [1.0, 5.0, 12.0])
@pytest.mark.parametrize("time", [0.0, 3.7])
def test_slopes_vary_as_cox_and_munk_saw_at_any_time(speed, time):
    """0.003 + 0.00512 U of both axes together; half of it from each of two tiles."""
    breeze = breeze_of(Wind(speed), SPACING, time, seed=1)
    variance = 2 * np.sum(np.mean(level_of(breeze, 0) ** 2, axis=(0, 1)))

    assert variance == pytest.approx(0.003 + 0.00512 * speed, rel=0.03)


@pytest.mark.parametrize("width", [1e-6, 0.05, 0.12])
def test_what_is_seen_and_what_is_lost_are_together_all(width):
    """Of the slopes' variance, however wide the pixel: what it shows no more makes it rough."""
    breeze = breeze_of(Wind(6.0), SPACING, 1.0, seed=2)
    places = np.random.default_rng(1).uniform(-200, 200, (8000, 2))
    seen = np.array([ripples(breeze, x, y, width) for x, y in places.tolist()])
    shown, lost = np.sum(seen[:, :2].var(axis=0)), 2 * (seen[0, 2] - CALM)

    # between two levels their blend shows less than both do, and nobody counts that
    assert shown + lost == pytest.approx(0.003 + 0.00512 * 6, rel=0.05 if width < 1e-3 else 0.15)
    assert abs(seen[:, :2].mean(axis=0)).max() < 0.006


def test_without_wind_there_are_no_ripples():
    assert ripples(breeze_of(Wind(0.0), SPACING, 1.0, 0), 0.3, 0.4, 0.01) == (0, 0, CALM)


def test_wider_pixels_see_less_of_the_ripples_and_a_rougher_mirror():
    breeze = breeze_of(Wind(6.0), SPACING, 0.0, seed=1)
    places = np.random.default_rng(1).uniform(0, 50, (400, 2)).tolist()
    before = 9.0, 0.0
    for width in (1e-4, 0.05, 0.1, 0.2, 0.4, 50.0):
        seen = np.array([ripples(breeze, x, y, width) for x, y in places])
        now = seen[:, :2].var(), seen[0, 2]

        assert now[0] <= before[0] * 1.1
        assert now[1] >= before[1]
        before = now
    assert now == (0, pytest.approx((0.003 + 0.00512 * 6) / 2 + CALM))


def test_every_wave_moves_at_its_own_speed():
    """Between two times each Fourier mode's phase turns as gravity and tension have it."""
    wind, dt = Wind(8.0), 0.01
    first, second = (
        np.fft.fft2(level_of(breeze_of(wind, SPACING, time, seed=5), 0)[..., 0])
        for time in (0.0, dt)
    )
    third = np.fft.fft2(level_of(breeze_of(wind, SPACING, 2 * dt, seed=5), 0)[..., 0])
    tile = breeze_of(wind, SPACING, 0.0, seed=5).tile
    k = 2 * np.pi * np.fft.fftfreq(CELLS, tile / CELLS)
    length = np.hypot(*np.meshgrid(k, k))
    omega = np.sqrt(GRAVITY * length + TENSION * length**3)
    strong = abs(second) > abs(second).max() * 0.05

    # a mode and its opposite make a standing part: f(0) + f(2 dt) = 2 cos(omega dt) f(dt)
    np.testing.assert_allclose(
        (first + third)[strong], (2 * np.cos(omega * dt) * second)[strong], rtol=1e-3
    )
    assert omega[strong].max() * dt > 0.25


@pytest.mark.parametrize(("azimuth", "axis"), [(90.0, 0), (0.0, 1)])
def test_waves_run_where_the_wind_blows(azimuth, axis):
    """Slopes are steeper along the wind, and a crest is found downwind a little later."""
    wind, dt = Wind(8.0, azimuth), 0.02
    grid = np.linspace(0, 4, 81)

    def seen(time, shift):
        breeze = breeze_of(wind, SPACING, time, seed=4)
        x, y = np.meshgrid(grid + shift * (axis == 0), grid + shift * (axis == 1))
        places = zip(x.ravel().tolist(), y.ravel().tolist(), strict=True)
        return np.array([ripples(breeze, *place, 0.01)[:2] for place in places])

    now, speed = seen(0.0, 0.0), np.sqrt(GRAVITY * 0.8 / 2 / np.pi)
    downwind, upwind = seen(dt, speed * dt), seen(dt, -speed * dt)

    assert now[:, axis].var() > 1.5 * now[:, 1 - axis].var()
    assert np.mean((downwind - now) ** 2) < 0.8 * np.mean((upwind - now) ** 2)


def test_a_seed_is_a_sea_of_its_own_and_always_the_same():
    one, again, other = (breeze_of(Wind(5.0), SPACING, 1.0, seed).slopes for seed in (1, 1, 2))

    np.testing.assert_array_equal(one, again)
    assert abs(one - other).max() > 0.01
