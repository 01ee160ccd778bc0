from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from wavetank.errors import SceneError
from wavetank.model.grid import Grid
from wavetank.model.image_walls import ImageWalls
from wavetank.model.polygon import Polygon
from wavetank.model.walls import Disc, Land, Rectangle, wall_cells

GRID = Grid(nx=8, ny=5, spacing=0.1)
EVEN = Grid(nx=40, ny=20, spacing=0.1)
ODD = Grid(nx=33, ny=21, spacing=0.07)
DEEP = -1.0, 0.0  # a bed and a surface, for shapes that ask for neither


def cells(shape, grid=GRID, bed=DEEP[0], surface=DEEP[1], folder=Path()):
    return shape.cells(grid, folder, np.full(grid.shape, bed), np.full(grid.shape, surface))


def drawn(mask):
    """A mask as one sees it: the north on top."""
    return ["".join("#" if wall else "." for wall in row) for row in mask[::-1]]


def assert_symmetric(mask):
    assert 0 < mask.sum() < mask.size
    np.testing.assert_array_equal(mask, mask[::-1])
    np.testing.assert_array_equal(mask, mask[:, ::-1])


def test_a_rectangle_takes_the_cells_whose_centres_it_holds():
    rectangle = Rectangle(west=0.11, east=0.44, south=0.1, north=0.349)

    assert drawn(cells(rectangle)) == [
        "........",
        "........",
        ".###....",
        ".###....",
        "........",
    ]


def test_centres_on_a_rectangles_edge_are_inside():
    for grid in (GRID, ODD):
        x, y = (axis[0] for axis in (grid.centres()[0], grid.centres()[1].T))
        mask = cells(Rectangle(west=x[1], east=x[5], south=y[2], north=y[3]), grid)

        assert mask.sum() == 10
        assert mask[2:4, 1:6].all()


def test_a_disc_takes_the_cells_whose_centres_it_holds():
    disc = Disc(x=0.35, y=0.25, radius=0.2)

    assert drawn(cells(disc)) == [
        "...#....",
        "..###...",
        ".#####..",
        "..###...",
        "...#....",
    ]
    assert cells(replace(disc, radius=0.1999)).sum() == 9
    assert drawn(cells(replace(disc, y=5.0))) == ["........"] * 5


def test_a_polygon_takes_the_cells_whose_centres_it_holds():
    triangle = Polygon(((0.05, 0.05), (0.65, 0.05), (0.35, 0.35)))

    assert drawn(cells(triangle)) == [
        "........",
        "...#....",
        "..###...",
        ".#####..",
        "#######.",
    ]  # its corners and sides run through centres: these are inside


def test_a_polygon_may_turn_either_way_and_start_at_any_corner():
    points = ((0.03, 0.02), (0.71, 0.13), (0.52, 0.48), (0.33, 0.21))
    mask = cells(Polygon(points))

    assert mask.sum() > 5
    np.testing.assert_array_equal(mask, cells(Polygon(points[::-1])))
    np.testing.assert_array_equal(mask, cells(Polygon(points[2:] + points[:2])))
    np.testing.assert_array_equal(mask, cells(Polygon((*points, points[0]))))  # closed by hand


def test_a_polygon_may_be_hollow_on_one_side_or_cross_itself():
    notched = Polygon(((0, 0), (0.8, 0), (0.8, 0.5), (0.4, 0.11), (0, 0.5)))
    assert drawn(cells(notched)) == [
        "#......#",
        "##....##",
        "###..###",
        "########",
        "########",
    ]

    hourglass = Polygon(((0.1, 0.0), (0.7, 0.5), (0.1, 0.5), (0.7, 0.0)))
    assert drawn(cells(hourglass)) == [
        "..####..",
        "...##...",
        "........",
        "...##...",
        "..####..",
    ]


def test_a_polygon_agrees_with_the_rectangle_it_is():
    rectangle = Rectangle(west=0.15, east=0.6, south=0.05, north=0.38)
    polygon = Polygon(((0.15, 0.05), (0.6, 0.05), (0.6, 0.38), (0.15, 0.38)))

    np.testing.assert_array_equal(cells(polygon), cells(rectangle))


def test_a_polygon_of_many_sides_is_nearly_a_disc():
    turn = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    points = tuple(zip(2 + 0.8 * np.cos(turn), 1 + 0.8 * np.sin(turn), strict=True))

    assert (cells(Polygon(points), EVEN) ^ cells(Disc(2, 1, 0.8), EVEN)).sum() <= 4


# Pictures


def save(file, rows, mode=None):
    """A picture as it is written: dots are light, the north on top."""
    dark = np.array([[letter == "#" for letter in row] for row in rows])
    image = Image.fromarray(np.where(dark, 0, 255).astype(np.uint8))
    (image.convert(mode) if mode else image).save(file)


PICTURE = ["#.......", ".##.....", ".##.....", ".......#", "####...."]


@pytest.mark.parametrize("mode", [None, "1", "P", "RGB", "RGBA", "LA"])
def test_dark_pixels_are_wall_and_the_top_is_the_north(tmp_path, mode):
    save(tmp_path / "walls.png", PICTURE, mode)

    assert drawn(cells(ImageWalls("walls.png"), folder=tmp_path)) == PICTURE


def test_darker_than_middle_grey_is_wall(tmp_path):
    grey = np.array([[0, 127, 128, 255]])
    expected = np.array([[True, True, False, False]])
    grid = Grid(nx=4, ny=1, spacing=1)

    Image.fromarray(grey.astype(np.uint8)).save(tmp_path / "8.png")
    Image.fromarray((grey * 257).astype(np.uint16)).save(tmp_path / "16.png")
    for file in ("8.png", "16.png"):
        np.testing.assert_array_equal(cells(ImageWalls(file), grid, folder=tmp_path), expected)


def test_clear_pixels_are_no_wall(tmp_path):
    Image.fromarray(np.array([[[0, 0, 0, 255], [0, 0, 0, 0]]], np.uint8)).save(tmp_path / "a.png")
    mask = cells(ImageWalls("a.png"), Grid(nx=2, ny=1, spacing=1), folder=tmp_path)

    np.testing.assert_array_equal(mask, [[True, False]])


def test_a_picture_is_stretched_over_the_tank(tmp_path):
    save(tmp_path / "walls.png", ["#.", ".#"])

    np.testing.assert_array_equal(
        cells(ImageWalls("walls.png"), Grid(nx=6, ny=4, spacing=1), folder=tmp_path),
        np.kron([[False, True], [True, False]], np.ones((2, 3), bool)),
    )


@pytest.mark.parametrize("pixels", [(10, 16), (5, 8), (15, 24), (7, 9), (200, 320)])
def test_a_symmetric_picture_makes_symmetric_walls(tmp_path, pixels):
    quarter = np.random.default_rng(5).random(pixels) < 0.1
    dark = quarter | quarter[::-1]
    dark = dark | dark[:, ::-1]
    Image.fromarray(np.where(dark, 0, 255).astype(np.uint8)).save(tmp_path / "walls.png")

    assert_symmetric(cells(ImageWalls("walls.png"), folder=tmp_path))


def test_a_centre_between_two_pixels_is_wall_if_one_is_dark(tmp_path):
    save(tmp_path / "walls.png", [".#.....#"])  # centres between pixels 0 and 1, 2 and 3, ...
    mask = cells(ImageWalls("walls.png"), Grid(nx=4, ny=1, spacing=1), folder=tmp_path)

    np.testing.assert_array_equal(mask, [[True, False, False, True]])


def test_a_picture_that_is_missing_or_none_says_so(tmp_path):
    save(tmp_path / "pool.png", PICTURE)
    (tmp_path / "text.png").write_text("no picture")

    with pytest.raises(SceneError) as error:
        cells(ImageWalls("pol.png"), folder=tmp_path)
    assert error.value.problem == f"{tmp_path}/pol.png does not exist"
    assert error.value.instead == (
        f"did you mean 'pool.png'? looked in {tmp_path}: pool.png, text.png"
    )
    with pytest.raises(SceneError) as error:
        cells(ImageWalls("text.png"), folder=tmp_path)
    assert error.value.problem.startswith(f"{tmp_path}/text.png cannot be read: ")
    assert error.value.instead == "is it whole, and a picture?"


# Land


def test_land_is_what_still_water_leaves_dry_or_shallow():
    grid = Grid(nx=5, ny=1, spacing=1)
    bed = np.array([[-1.0, -0.2, 0.0, 0.1, 2.0]])
    level = np.zeros((1, 5))

    def land(surface, depth=0.0):
        return Land(depth).cells(grid, Path(), bed, surface).tolist()

    assert land(level) == [[False, False, True, True, True]]
    assert land(np.maximum(bed, level)) == land(level)  # a surface that follows dry ground
    assert land(level, depth=0.2) == [[False, True, True, True, True]]
    assert land(level + 1) == [[False, False, False, False, True]]


# All shapes


@pytest.mark.parametrize(
    "shape",
    [
        Rectangle(0.2, 0.6, 0.1, 0.3),
        Disc(0.35, 0.25, 0.2),
        Polygon(((0, 0), (0.8, 0), (0.4, 0.5))),
        ImageWalls("walls.png"),
        Land(),
    ],
    ids=lambda shape: shape.kind,
)
def test_outside_swaps_wall_and_water(shape, tmp_path):
    save(tmp_path / "walls.png", PICTURE)
    bed = np.linspace(-1, 1, GRID.cells).reshape(GRID.shape)
    inside = shape.cells(GRID, tmp_path, bed, 0 * bed)
    outside = replace(shape, outside=True).cells(GRID, tmp_path, bed, 0 * bed)

    assert inside.dtype == bool
    assert 0 < inside.sum() < GRID.cells
    np.testing.assert_array_equal(outside, ~inside)


@pytest.mark.parametrize("grid", [EVEN, ODD], ids=["even", "odd"])
@pytest.mark.parametrize("reach", [0.1, 0.35, 0.4, 0.6123])
def test_shapes_in_the_middle_are_symmetric(grid, reach):
    x, y = grid.size[0] / 2, grid.size[1] / 2
    west, east, south, north = x - reach, x + reach, y - reach, y + reach
    rhombus = Polygon(((west, y), (x, south), (east, y), (x, north)))

    for shape in (Rectangle(west, east, south, north), Disc(x, y, reach), rhombus):
        assert_symmetric(cells(shape, grid))


@pytest.mark.parametrize("grid", [EVEN, ODD], ids=["even", "odd"])
@pytest.mark.parametrize("step", range(8))
def test_mirrored_shapes_make_mirrored_walls(grid, step):
    """In steps of a quarter cell, so that centres fall on edges and corners."""
    east = grid.size[0]
    x, y, reach = (4 + step / 4) * grid.spacing, 8 * grid.spacing, 5.5 * grid.spacing
    points = ((x, y), (x + 2 * reach, y + reach), (x + reach, y - reach))
    mirrored = tuple((east - px, py) for px, py in points)
    pairs = [
        (Rectangle(x, x + reach, 0, y), Rectangle(east - x - reach, east - x, 0, y)),
        (Disc(x, y, reach), Disc(east - x, y, reach)),
        (Polygon(points), Polygon(mirrored)),
    ]

    for one, other in pairs:
        assert cells(one, grid).sum() > 10
        np.testing.assert_array_equal(cells(one, grid), cells(other, grid)[:, ::-1])


def test_wall_cells_are_those_of_any_shape():
    shapes = [Disc(0.15, 0.15, 0.11), Rectangle(0.5, 0.7, 0.2, 0.5)]
    bed, surface = np.zeros(GRID.shape), np.ones(GRID.shape)

    assert drawn(wall_cells(shapes, GRID, Path(), bed, surface)) == [
        ".....##.",
        ".....##.",
        ".#...##.",
        "###.....",
        ".#......",
    ]
    assert wall_cells(2 * shapes, GRID, Path(), bed, surface).sum() == 11  # walls in walls
    assert not wall_cells([], GRID, Path(), bed, surface).any()


def test_land_asks_for_the_bed_and_the_surface_given():
    bed = np.linspace(-1, 1, GRID.cells).reshape(GRID.shape)

    np.testing.assert_array_equal(
        wall_cells([Land()], GRID, Path(), bed, 0 * bed + 0.3), bed >= 0.3
    )


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Rectangle(2, 1, 0, 1), "west must be less than east, got 2 and 1"),
        (lambda: Rectangle(0, 1, 1, 1), "south must be less than north, got 1 and 1"),
        (lambda: Rectangle(0, float("nan"), 1, 2), "east must be finite, got nan"),
        (lambda: Disc(0, 0, 0), "radius must be positive, got 0"),
        (lambda: Disc(float("inf"), 0, 1), "x must be finite, got inf"),
        (lambda: Polygon(((0, 0), (1, 1))), "points must be at least 3, got 2"),
        (
            lambda: Polygon(((0, 0), (1, 1), (0, float("nan")))),
            "points must be finite, got ((0, 0), (1, 1), (0, nan))",
        ),
        (lambda: Land(-1), "depth must not be negative, got -1"),
        (lambda: Land(float("nan")), "depth must be finite, got nan"),
    ],
)
def test_a_value_that_cannot_be_says_so(make, problem):
    with pytest.raises(ValueError) as error:  # noqa: PT011  # the text is compared in full
        make()

    assert str(error.value) == problem
