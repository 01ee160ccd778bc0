import numpy as np
import pytest

from wavetank.film.rays.optics import (
    WATER_INDEX,
    bent_cosine,
    lifted,
    mirrored,
    reflectance,
    refracted,
)

INTO, OUT = WATER_INDEX, 1 / WATER_INDEX
CRITICAL = np.degrees(np.arcsin(1 / WATER_INDEX))
BOTH_WAYS = pytest.mark.parametrize("n", [INTO, OUT])


def refraction(degrees, n):
    """Both cosines, for an angle of incidence."""
    c1 = float(np.cos(np.radians(degrees)))
    return c1, bent_cosine(c1, n)


def angles_below_total_reflection(n):
    return np.linspace(0, 89.9 if n > 1 else CRITICAL - 0.01, 40)


@BOTH_WAYS
def test_reflectance_is_fresnels(n):
    """Written out with both angles, as tangents and sines have it."""
    for degrees in angles_below_total_reflection(n)[1:]:
        a = np.radians(degrees)
        b = np.arcsin(np.sin(a) / n)
        sines, tangents = np.sin(a - b) / np.sin(a + b), np.tan(a - b) / np.tan(a + b)
        expected = (sines**2 + tangents**2) / 2

        assert reflectance(*refraction(degrees, n), n) == pytest.approx(expected, rel=1e-9)


@BOTH_WAYS
def test_what_is_not_reflected_goes_through(n):
    """T from the amplitudes of Fresnel's refracted waves; nothing is lost, nothing comes up."""
    for degrees in angles_below_total_reflection(n):
        c1, c2 = refraction(degrees, n)
        across, along = 2 * c1 / (c1 + n * c2), 2 * c1 / (n * c1 + c2)
        through = n * c2 / c1 * (across**2 + along**2) / 2

        assert reflectance(c1, c2, n) + through == pytest.approx(1, abs=1e-12)


def test_water_seen_from_straight_above_mirrors_two_percent():
    assert WATER_INDEX == 1.333
    assert reflectance(*refraction(0, INTO), INTO) == pytest.approx(0.0204, abs=5e-5)
    assert reflectance(*refraction(0, OUT), OUT) == pytest.approx(0.0204, abs=5e-5)


def test_at_grazing_angles_water_mirrors_all():
    shares = [reflectance(*refraction(a, INTO), INTO) for a in (80, 85, 89, 89.9, 89.99)]

    assert shares == sorted(shares)
    assert shares[-2:] == pytest.approx([1, 1], abs=0.015)
    assert reflectance(0.0, bent_cosine(0.0, INTO), INTO) == pytest.approx(1, abs=1e-12)


def test_from_below_water_mirrors_all_past_its_critical_angle():
    assert pytest.approx(48.6, abs=0.05) == CRITICAL
    for degrees in (CRITICAL + 0.001, 60, 80, 90):
        assert reflectance(*refraction(degrees, OUT), OUT) == 1
    assert reflectance(*refraction(CRITICAL - 0.01, OUT), OUT) < 0.95


def some_rays(count):
    """Random unit vectors that come in, and normals that face them."""
    rng = np.random.default_rng(3)
    ways, normals = rng.normal(size=(2, count, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    facing = np.where(np.sum(ways * normals, axis=1) > 0, -1, 1)
    return zip(ways.tolist(), (normals * facing[:, None]).tolist(), strict=True)


@BOTH_WAYS
def test_refraction_is_snells(n):
    bent = 0
    for way, normal in some_rays(200):
        c1 = -np.dot(way, normal)
        c2 = bent_cosine(c1, n)
        if c2 == 0:
            continue
        on = refracted(tuple(way), tuple(normal), c1, c2, n)
        bent += 1

        assert np.linalg.norm(on) == pytest.approx(1, abs=1e-12)
        assert n * np.cross(normal, on) == pytest.approx(np.cross(normal, way), abs=1e-12)
        assert np.dot(on, normal) < 0
    assert bent > 40


def test_light_finds_its_way_back():
    for way, normal in some_rays(100):
        c1 = -np.dot(way, normal)
        c2 = bent_cosine(c1, INTO)
        on = refracted(tuple(way), tuple(normal), c1, c2, INTO)
        back = refracted(tuple(-np.array(on)), tuple(-np.array(normal)), c2, c1, OUT)

        assert bent_cosine(c2, OUT) == pytest.approx(c1, abs=1e-9)
        assert back == pytest.approx(tuple(-np.array(way)), abs=1e-9)
        assert reflectance(c2, c1, OUT) == pytest.approx(reflectance(c1, c2, INTO), abs=1e-12)


def test_a_mirror_turns_the_part_along_its_normal_and_nothing_else():
    for way, normal in some_rays(50):
        on = np.array(mirrored(tuple(way), tuple(normal)))

        assert np.dot(on, normal) == pytest.approx(-np.dot(way, normal))
        assert np.cross(normal, on) == pytest.approx(np.cross(normal, way))


def test_a_ray_is_lifted_off_a_face_and_only_then():
    up = (0.0, 0.0, 1.0)
    away, into = (0.8, 0.0, 0.6), (0.8, 0.0, -0.6)
    on = lifted(into, up, 0.01)

    assert lifted(away, up, 0.01) == away
    assert np.linalg.norm(on) == pytest.approx(1)
    assert on[2] >= 0.01
    assert on[1] == 0
