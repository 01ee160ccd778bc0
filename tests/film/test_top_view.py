import numpy as np
import pytest

from wavetank.film.light import CODES, SRGB, Scale, develop
from wavetank.film.stone import STONE
from wavetank.film.top_view import AROUND, TopView
from wavetank.film.water import ABSORPTION, BODY, cover

SIZE = (160, 120)


def draw(frame, **options):
    return TopView(SIZE, **options).draw(frame)


def brightness(image):
    return image.astype(float).mean(axis=-1)


def lit(depth, clear=0.5):
    """Linear light of flat water of a depth over grey ground."""
    ground = np.full((3, 3, 3), 0.4)
    light = np.empty_like(ground)
    still = np.zeros((3, 3))
    cover(light, ground, still, still + depth, Scale(0.1, 1, 9.0, clear))
    return light[1, 1]


@pytest.mark.parametrize(("shallow", "deep"), [(0.1, 0.2), (0.2, 0.7), (0.3, 1.5)])
def test_water_takes_light_by_beers_law_there_and_back(shallow, deep):
    endless = lit(1e3)
    left = (lit(deep) - endless) / (lit(shallow) - endless)

    np.testing.assert_allclose(left, np.exp(-2 * np.array(ABSORPTION) / 0.5 * (deep - shallow)))


def test_what_water_mirrors_comes_on_top_the_same_over_any_depth():
    mirrored = lit(1e3) - BODY
    left = np.exp(-2 * np.array(ABSORPTION) / 0.5 * 0.3)

    np.testing.assert_allclose(lit(0.3), 0.4 * left + np.array(BODY) * (1 - left) + mirrored)
    assert np.all((mirrored > 0) & (mirrored < 0.05))


def curved(bulge):
    """Linear light in the middle of clear water with a crest or a trough there."""
    y, x = np.mgrid[-2:3, -2:3] * 0.1
    ground = np.full((5, 5, 3), 0.4)
    light = np.empty_like(ground)
    cover(light, ground, 0 * x, 0.5 + bulge * (x**2 + y**2) / 4, Scale(0.1, 1, 9.0, 30.0))
    return light[2, 2, 1]


def test_crests_gather_light_on_the_ground_and_troughs_scatter_it():
    """To first order by 1 - (1 - 1/1.33) d times the surface's Laplacian."""
    left = np.exp(-2 * ABSORPTION[1] / 30 * 0.5) * (1 - np.exp(-0.5 / (30 * 0.008)))
    crest, flat, trough = curved(-0.1), curved(0.0), curved(0.1)

    assert crest - flat == pytest.approx(0.4 * left * 0.25 * 0.5 * 0.1, rel=0.05)
    assert flat - trough == pytest.approx(0.4 * left * 0.25 * 0.5 * 0.1, rel=0.05)


def test_the_ground_is_seen_where_the_ray_meets_it():
    """Water that rises to the east bends the ray from above eastwards: by d/4 times the slope."""
    x = np.tile(np.arange(40) * 0.1, (3, 1))
    assert eastwards(x)[1, 10:30] == pytest.approx(0.25 * 2 * 0.2)
    assert eastwards(-x[:, ::-1].T).T[1, 10:30] == pytest.approx(0.25 * 2 * 0.2)  # northwards


def eastwards(x):
    """How far [m] along x rays are bent by water that rises along x by a fifth."""
    ground = np.repeat(x[:, :, None], 3, axis=2) / 10
    sloped, flat = np.empty_like(ground), np.empty_like(ground)
    still, scale = np.full_like(x, 2.0), Scale(0.1, 1, 1e-9, 1e3)
    cover(sloped, ground, 0.2 * x - 2, 0.2 * x, scale)
    cover(flat, ground, still - 2, still, scale)
    left = np.exp(-2 * ABSORPTION[0] / 1e3 * 2) * (1 - np.exp(-2 / (1e3 * 0.008)))
    return (sloped - flat)[:, :, 0] / (left * 0.1)


def test_deeper_water_is_darker_and_less_red(frame_of):
    pictures = [draw(frame_of(depth=depth)).astype(float) for depth in (0.05, 0.2, 0.5, 1.0)]
    red, _, blue = np.array([picture.mean((0, 1)) for picture in pictures]).T

    assert np.all(np.diff(red) < 0)
    assert np.all(np.diff(red / blue) < 0)


@pytest.mark.parametrize(
    ("row", "column", "place"),
    [(25, 35, (20, 140)), (25, 5, (20, 20)), (5, 35, (100, 140)), (5, 5, (100, 20))],
    ids=["north-east", "north-west", "south-east", "south-west"],
)
def test_north_is_up_and_east_is_right(frame_of, row, column, place):
    foam = np.zeros((30, 40))
    foam[row - 3 : row + 3, column - 3 : column + 3] = 1
    bright = brightness(draw(frame_of(foam=foam)))
    j, i = np.unravel_index(bright.argmax(), bright.shape)

    assert abs(j - place[0]) < 15
    assert abs(i - place[1]) < 15


def test_slopes_towards_the_upper_left_are_lit(frame_of):
    """On ground and on water alike: relief is read with the light from there."""
    y, x = np.mgrid[:30, :40]
    bump = 0.02 * np.exp(-((x - 19.5) ** 2 + (y - 14.5) ** 2) / 18)
    for frame in (frame_of(bed=10 * bump, depth=0), frame_of(depth=0.5 + bump)):
        bright = brightness(draw(frame))
        assert bright[44:56, 64:76].mean() > bright[64:76, 84:96].mean() + 5


@pytest.mark.parametrize("axis", [0, 1], ids=["north", "west"])
def test_a_slope_to_the_north_or_west_is_lit_more_than_the_other_way(frame_of, axis):
    away = np.mgrid[:30, :40][axis] * (-1 if axis == 0 else 1)
    for make in (lambda h: {"bed": h, "depth": 0}, lambda h: {"depth": 5 + h}):
        lit, dark = (brightness(draw(frame_of(**make(s * away)))) for s in (1e-3, -1e-3))
        assert lit[50:70, 70:90].mean() > dark[50:70, 70:90].mean() + 1


def test_a_wall_cell_is_drawn_as_stone(frame_of):
    walls = np.zeros((30, 40), bool)
    walls[20, 10] = True
    picture = TopView((400, 300)).draw(frame_of(walls=walls))
    stone = [SRGB[round(c * (CODES - 1))] for c in STONE]

    np.testing.assert_allclose(picture[95, 105], stone, atol=2)
    assert np.abs(picture[95, 125].astype(int) - stone).max() > 20


def test_wet_ground_is_darker_than_dry(frame_of):
    dry, damp, wet = (brightness(draw(frame_of(depth=0, wet=wet))) for wet in (0, 0.5, 1))

    assert np.all(wet < damp)
    assert np.all(damp < dry)


def test_a_film_of_water_is_wet_ground_and_nothing_else(frame_of):
    rng = np.random.default_rng(5)
    film = draw(frame_of(depth=1e-6 * rng.random((30, 40)), wet=1))
    none = draw(frame_of(depth=0, wet=1))

    np.testing.assert_allclose(film.astype(int), none, atol=1)


def test_a_shore_is_smooth_and_has_no_halo(frame_of):
    """From the dry sand into the water the light falls, and nowhere jumps."""
    bed = np.tile(0.03 * (np.arange(40) - 20.3), (30, 1))
    red = draw(frame_of(bed=bed, depth=np.maximum(-bed, 0))).astype(float)[:, :, 0].mean(axis=0)

    assert np.all(np.diff(red[8:90]) > -1.5)
    assert np.diff(red[8:90]).max() < 20


def test_a_shore_creeps_and_never_hops(frame_of):
    """Water that rises by a tenth of a millimetre changes no pixel much."""
    bed = np.tile(0.01 * (np.arange(40) - 20.3), (30, 1))
    before = None
    for level in np.arange(0, 0.012, 1e-4):
        depth = np.maximum(level - bed, 0)
        picture = draw(frame_of(bed=bed, depth=depth, wet=1)).astype(int)
        if before is not None:
            assert np.abs(picture - before).max() <= 4
        before = picture


def test_drawing_remembers_nothing(frame_of):
    rng = np.random.default_rng(6)
    frame = frame_of(bed=rng.normal(0, 0.2, (30, 40)), depth=rng.uniform(0, 0.5, (30, 40)))
    view = TopView(SIZE)
    first = view.draw(frame)
    view.draw(frame_of(depth=3.0))

    np.testing.assert_array_equal(view.draw(frame), first)


def test_the_frame_is_left_as_it_was(frame_of):
    frame = frame_of(depth=0.3)
    for array in (frame.bed, frame.depth, frame.wet, frame.foam, frame.walls):
        array.flags.writeable = False
    draw(frame)


def test_single_precision_looks_the_same(frame_of):
    y, x = np.mgrid[:30, :40]
    depth = 0.5 + 0.01 * np.sin(x / 3) * np.cos(y / 4)
    double, single = frame_of(depth=depth), frame_of(depth=depth)
    for name in ("bed", "depth", "wet", "foam"):
        object.__setattr__(single, name, getattr(single, name).astype(np.float32))

    np.testing.assert_allclose(draw(single).astype(int), draw(double), atol=2)


@pytest.mark.parametrize("shape", [(1, 64), (64, 1), (1, 1), (3, 2), (300, 500)])
@pytest.mark.parametrize("depth", [0.0, 0.4], ids=["all dry", "all water"])
def test_any_tank_can_be_drawn(frame_of, shape, depth):
    picture = draw(frame_of(nx=shape[1], ny=shape[0], depth=depth))

    assert picture.shape == (120, 160, 3)
    assert picture.dtype == np.uint8


def test_a_tank_keeps_its_shape_in_the_picture(frame_of):
    """Squares stay squares: what is left over is dark."""
    picture = draw(frame_of(nx=30, ny=30))
    around = np.all(picture == AROUND, axis=-1)

    assert np.all(around[:, :20])
    assert np.all(around[:, 140:])
    assert not around[:, 20:140].any()


@pytest.mark.parametrize("level", [0.5, 0.005])
def test_the_view_suits_the_water(frame_of, level):
    """A tank ten times as large in every way looks the same."""
    y, x = np.mgrid[:30, :40]
    wave = level * (1 + 0.02 * np.sin(x / 3) * np.cos(y / 4))
    pictures = []
    for times in (1, 10):
        frame = frame_of(spacing=0.1 * times, depth=times * wave)
        pictures.append(TopView.suited_to(frame, SIZE).draw(frame).astype(int))

    np.testing.assert_allclose(pictures[1], pictures[0], atol=1)


def test_a_dry_tank_suits_some_view(frame_of):
    assert TopView.suited_to(frame_of(depth=0)).clear > 0


@pytest.mark.parametrize("wrong", [{"size": (0, 9)}, {"clear": 0}, {"steepness": -1}])
def test_a_view_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        TopView(**wrong)


def test_white_paper_is_white_and_the_dark_is_black():
    picture = np.empty((1, 4, 3), np.uint8)
    develop(np.array([[-1.0, 0.0, 1.0, 7.0]])[:, :, None] * np.ones(3), picture)

    np.testing.assert_array_equal(picture[0, :, 0], [0, 0, 255, 255])
