import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from wavetank.errors import HeightMapError, MissingPartError, SceneError
from wavetank.model.grid import Grid
from wavetank.model.heightmap import HeightMap, read_height_map, stretched
from wavetank.model.terrain import ground

GRID = Grid(nx=4, ny=3, spacing=0.5)
ROWS = np.arange(12).reshape(3, 4) * 7 - 30  # first row first: from -30 to 47


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where the test runs, so that errors name files as a user would see them."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_tiff(file, rows, **profile):
    rasterio = pytest.importorskip("rasterio")
    from affine import Affine

    height, width = np.shape(rows)[-2:]
    bands = np.atleast_3d(rows.T).T
    meta = {"transform": Affine(2, 0, 500, 0, -2, 900), "dtype": bands.dtype} | profile
    scales = meta.pop("scales", None)
    with rasterio.open(file, "w", "GTiff", width, height, count=len(bands), **meta) as tiff:
        tiff.write(bands)
        if scales:
            tiff.scales, tiff.offsets = [scales[0]], [scales[1]]


def two_lines(call, kind=HeightMapError):
    with pytest.raises(kind) as error:
        call()
    return str(error.value).split("\n  ")


# What is in the file comes out, for every format and type

EXTREMES = {
    "uint8": (0, 255),
    "int16": (-32768, 32767),
    "uint16": (0, 65535),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
    "float32": (-1234.5, 8848.75),
    "float64": (-1234.56789012345, 1e-300),
}


def rows_of(dtype):
    rows = np.arange(12).reshape(3, 4).astype(dtype)
    rows[0, 1], rows[2, 2] = EXTREMES[dtype]
    return rows


@pytest.mark.parametrize("dtype", EXTREMES)
def test_a_geotiff_gives_its_heights_exactly(dtype):
    write_tiff("map.tif", rows_of(dtype))
    heights = read_height_map("map.tif")

    assert heights.dtype == np.float64
    np.testing.assert_array_equal(heights, rows_of(dtype).astype(float)[::-1])


@pytest.mark.parametrize("dtype", EXTREMES)
def test_an_array_file_gives_its_heights_exactly(dtype):
    np.save("map.npy", rows_of(dtype))

    np.testing.assert_array_equal(read_height_map("map.npy"), rows_of(dtype).astype(float)[::-1])


@pytest.mark.parametrize("order", ["little", "big"])
@pytest.mark.parametrize("dtype", EXTREMES)
def test_raw_numbers_give_their_heights_exactly(dtype, order):
    rows_of(dtype).astype(np.dtype(dtype).newbyteorder(order)).tofile("map.raw")
    heights = read_height_map("map.raw", type=dtype, byte_order=order, shape=(3, 4))

    assert heights.dtype == np.float64
    np.testing.assert_array_equal(heights, rows_of(dtype).astype(float)[::-1])


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_a_grey_picture_gives_its_numbers_exactly(dtype):
    Image.fromarray(rows_of(dtype)).save("map.png")

    np.testing.assert_array_equal(read_height_map("map.png"), rows_of(dtype).astype(float)[::-1])


def test_a_grey_picture_of_mode_i_gives_its_numbers_exactly(monkeypatch):
    """As 16-bit pictures were opened before Pillow 11.3, and may be by another reader."""
    image = Image.fromarray(rows_of("int32"))
    assert image.mode == "I"
    Image.fromarray(rows_of("uint8")).save("map.png")
    monkeypatch.setattr(Image, "open", lambda path: image)

    np.testing.assert_array_equal(read_height_map("map.png"), rows_of("int32").astype(float)[::-1])


def test_a_geotiff_that_lies_nowhere_is_read_without_a_warning():
    pytest.importorskip("rasterio")
    Image.fromarray(rows_of("uint16")).save("map.tiff")

    np.testing.assert_array_equal(read_height_map("map.tiff"), rows_of("uint16")[::-1])


def test_a_geotiffs_own_scale_and_offset_are_applied():
    rows = ROWS.astype(np.float32)
    rows[1, 1] = -9999
    write_tiff("map.tif", rows, scales=(0.1, -5.0))
    heights = read_height_map("map.tif", no_data=-9999, fill=1.5)

    expected = ROWS * 0.1 - 5
    expected[1, 1] = 1.5  # no_data is what stands in the file, fill is in metres
    np.testing.assert_allclose(heights, expected[::-1], rtol=1e-15)


def test_a_16_bit_raw_file_needs_no_type_and_a_square_no_shape():
    rows = np.arange(9, dtype="<u2").reshape(3, 3)
    rows.tofile("map.r16")

    np.testing.assert_array_equal(read_height_map("map.r16"), rows[::-1])


def test_endings_may_be_written_large():
    np.save("map", ROWS)
    Path("map.npy").rename("MAP.NPY")

    np.testing.assert_array_equal(read_height_map("MAP.NPY"), ROWS[::-1])


def test_the_first_row_is_the_north_or_the_south():
    np.save("map.npy", ROWS)

    np.testing.assert_array_equal(read_height_map("map.npy", top="north")[-1], ROWS[0])
    np.testing.assert_array_equal(read_height_map("map.npy", top="south")[0], ROWS[0])


# Metres


def test_scale_and_offset_make_metres():
    np.save("map.npy", ROWS)
    heights = read_height_map("map.npy", scale=-0.1, offset=2)

    np.testing.assert_allclose(heights, 2 - 0.1 * ROWS[::-1], rtol=1e-15)


@pytest.mark.parametrize(("low", "high"), [(-0.3, 1.1), (1.1, -0.3)])
def test_low_and_high_are_the_heights_of_the_smallest_and_largest_value(low, high):
    np.save("map.npy", ROWS)
    heights = read_height_map("map.npy", low=low, high=high, top="south")

    assert heights[0, 0] == low
    assert heights[2, 3] == high
    np.testing.assert_allclose(heights, low + (high - low) * (ROWS + 30) / 77, atol=1e-15)


def test_low_and_high_leave_cells_without_data_out():
    rows = ROWS + 100
    rows[1, 1] = -9999
    np.save("map.npy", rows)
    heights = read_height_map("map.npy", low=0, high=1, no_data=-9999, fill=5, top="south")

    assert (heights[0, 0], heights[2, 3], heights[1, 1]) == (0, 1, 5)


def test_a_flat_map_has_neither_low_nor_high():
    np.save("map.npy", np.full((3, 4), 7))

    assert two_lines(lambda: read_height_map("map.npy", low=0, high=1)) == [
        "map.npy is flat: all its values are 7, which is neither low nor high",
        "give scale and offset instead of low and high",
    ]


# No data


@pytest.mark.parametrize(
    ("dtype", "mark"),
    [("int16", -32768), ("uint16", 65535), ("float32", -9999.9), ("float64", float("nan"))],
)
def test_cells_that_a_geotiff_marks_as_empty_are_counted_or_filled(dtype, mark):
    rows = np.arange(12).reshape(3, 4).astype(dtype)
    rows[1, 3] = rows[2, 0] = mark
    write_tiff("map.tif", rows, nodata=float(np.array(mark).astype(dtype)))

    assert two_lines(lambda: read_height_map("map.tif")) == [
        "map.tif has no data in 2 of 12 cells, the first at [row, column] = [1, 3]",
        "give fill = the height of the ground there",
    ]
    heights = read_height_map("map.tif", fill=-2, scale=10)[::-1]
    np.testing.assert_array_equal(heights.ravel()[[7, 8]], -2)
    np.testing.assert_array_equal(np.delete(heights, [7, 8]), 10 * np.delete(np.arange(12), [7, 8]))


@pytest.mark.parametrize(
    ("dtype", "mark"),
    [("int16", -9999), ("uint32", 2**32 - 1), ("float32", -9999.9), ("float64", float("nan"))],
)
def test_cells_with_the_mark_for_no_data_are_counted_or_filled(dtype, mark):
    rows = np.arange(12).reshape(3, 4).astype(dtype)
    rows[1, 3] = rows[2, 0] = mark
    np.save("map.npy", rows)

    assert two_lines(lambda: read_height_map("map.npy", no_data=mark)) == [
        "map.npy has no data in 2 of 12 cells, the first at [row, column] = [1, 3]",
        "give fill = the height of the ground there",
    ]
    heights = read_height_map("map.npy", no_data=mark, fill=-2)[::-1]
    np.testing.assert_array_equal(heights.ravel()[[7, 8]], -2)
    np.testing.assert_array_equal(np.delete(heights, [7, 8]), np.delete(np.arange(12), [7, 8]))


def test_a_big_endian_float_is_compared_with_the_mark_in_its_own_precision():
    np.array([[-9999.9, 1], [2, 3]], ">f4").tofile("map.raw")
    options = {"type": "float32", "byte_order": "big", "fill": 4}

    for mark in (-9999.9, np.float64(-9999.9)):
        assert read_height_map("map.raw", **options, no_data=mark)[1, 0] == 4


def test_a_map_without_any_data_says_so():
    np.save("map.npy", np.zeros((3, 4)))

    assert two_lines(lambda: read_height_map("map.npy", no_data=0, fill=1)) == [
        "map.npy has no data at all",
        "is no_data right?",
    ]


@pytest.mark.parametrize("broken", [np.nan, np.inf, -np.inf])
def test_a_value_that_is_no_number_is_found_even_if_others_are_filled(broken):
    rows = ROWS.astype(float)
    rows[0, 0], rows[1, 2], rows[2, 1] = -9999, broken, broken
    np.save("map.npy", rows)

    assert two_lines(lambda: read_height_map("map.npy", no_data=-9999, fill=0)) == [
        "map.npy has NaN or infinity in 2 of 12 cells, the first at [row, column] = [1, 2]",
        "mend the file; if NaN means no data, give no_data = nan and fill = a height",
    ]


# On the grid


def test_a_map_of_the_grids_shape_lies_on_its_cells(folder):
    np.save("map.npy", ROWS)

    bed = ground([HeightMap("map.npy")], GRID, folder)
    np.testing.assert_array_equal(bed, ROWS[::-1])
    np.testing.assert_array_equal(HeightMap("map.npy", resample=True).heights(GRID, folder), bed)


def test_a_map_is_found_from_the_scenes_folder(folder):
    (folder / "scenes" / "maps").mkdir(parents=True)
    np.save("scenes/maps/map.npy", ROWS)

    bed = HeightMap("maps/map.npy").heights(GRID, Path("scenes"))
    np.testing.assert_array_equal(bed, ROWS[::-1])
    absolute = HeightMap(str(folder / "scenes" / "maps" / "map.npy")).heights(GRID, Path("else"))
    np.testing.assert_array_equal(absolute, bed)


def test_a_map_of_another_shape_names_both_and_the_way_out(folder):
    np.save("map.npy", ROWS.T)

    assert two_lines(lambda: HeightMap("map.npy").heights(GRID, Path())) == [
        "map.npy has shape (4, 3), the grid (ny, nx) = (3, 4)",
        "resample = true stretches it over the tank; or take nx = 3, ny = 4",
    ]


def test_a_stretched_map_reaches_from_edge_to_edge():
    """Four rows from two: their middles lie a quarter and three quarters along."""
    np.testing.assert_array_equal(stretched(np.array([[1.0], [3.0]]), 4).ravel(), [1, 1.5, 2.5, 3])
    np.testing.assert_array_equal(stretched(np.array([[1.0], [3.0]]), 1).ravel(), [2])
    np.testing.assert_array_equal(stretched(np.array([[5.0]]), 3).ravel(), [5, 5, 5])


@pytest.mark.parametrize("shape", [(3, 2), (30, 20), (7, 50), (301, 403)])
def test_an_inclined_plane_stays_one_wherever_it_is_stretched(folder, shape):
    plane = Grid(nx=40, ny=30, spacing=1 / 30)
    x, y = plane.centres()
    np.save("map.npy", x + 2 * y)
    fine = Grid(nx=shape[1], ny=shape[0], spacing=1)
    bed = HeightMap("map.npy", resample=True, top="south").heights(fine, folder)

    x, y = fine.centres()
    x, y = x / shape[1] * 40 / 30, y / shape[0]
    half = 0.5 / 30  # of a cell of the map: beyond its outermost centres the map is level
    expected = np.clip(x, half, 40 / 30 - half) + 2 * np.clip(y, half, 1 - half)
    np.testing.assert_allclose(bed, expected, atol=1e-12)


@pytest.mark.parametrize("shape", [(7, 11), (10, 20), (3, 5), (1, 4)])
def test_a_symmetric_map_stays_symmetric_to_the_bit(folder, shape):
    rows = np.random.default_rng(1).random((6, 9))
    rows += rows[::-1]
    rows += rows[:, ::-1]
    np.save("map.npy", rows)
    grid = Grid(nx=shape[1], ny=shape[0], spacing=0.1)
    bed = HeightMap("map.npy", resample=True).heights(grid, folder)

    assert bed.shape == shape
    np.testing.assert_array_equal(bed, bed[::-1])
    np.testing.assert_array_equal(bed, bed[:, ::-1])


# Files that cannot be used


def test_a_missing_file_says_where_it_looked_and_what_may_be_meant(folder):
    (folder / "scenes").mkdir()
    for name in ("alps.png", "dune.npy", "notes.txt"):
        (folder / "scenes" / name).touch()

    assert two_lines(lambda: HeightMap("alp.png").heights(GRID, Path("scenes"))) == [
        "scenes/alp.png does not exist",
        f"did you mean 'alps.png'? looked in {folder / 'scenes'}: alps.png, dune.npy",
    ]
    assert two_lines(lambda: HeightMap("zzz.raw", type="int16").heights(GRID, Path("scenes"))) == [
        "scenes/zzz.raw does not exist",
        f"looked in {folder / 'scenes'}: alps.png, dune.npy",
    ]


def test_a_missing_file_in_a_crowded_folder_lists_a_few(folder):
    for number in range(20):
        (folder / f"tile{number:02}.tif").touch()

    problem, instead = two_lines(lambda: read_height_map("q.npy"))
    assert problem == "q.npy does not exist"
    tiles = ", ".join(f"tile{number:02}.tif" for number in range(6))
    assert instead == f"looked in {folder}: {tiles}, ..."


def test_a_missing_file_in_an_empty_or_missing_folder_says_so(folder):
    assert two_lines(lambda: read_height_map("q.npy")) == [
        "q.npy does not exist",
        f"looked in {folder}: no .tif, .tiff, .png, .npy, .raw, .bin, .r16 there",
    ]
    assert two_lines(lambda: read_height_map("maps/q.npy")) == [
        "maps/q.npy does not exist",
        f"there is no folder {folder / 'maps'}",
    ]


def test_a_folder_is_no_file(folder):
    (folder / "tiles.tif").mkdir()
    (folder / "tiles.tif" / "a.tif").touch()

    assert two_lines(lambda: read_height_map("tiles.tif")) == [
        "tiles.tif is a folder",
        "name a file in it: a.tif",
    ]


@pytest.mark.parametrize("ending", ["tif", "png", "npy"])
@pytest.mark.parametrize("content", [b"", b"hello, I am no map", b"\x93NUMPY\x01\x00 no"])
def test_a_damaged_file_says_so(ending, content):
    Path(f"map.{ending}").write_bytes(content)
    problem, instead = two_lines(lambda: read_height_map(f"map.{ending}"))

    assert problem.startswith(f"map.{ending} cannot be read: ")
    assert "\n" not in problem
    assert instead == f"is it whole, and really a .{ending} file?"


def test_a_cut_off_picture_says_so():
    Image.fromarray(np.random.default_rng(1).integers(0, 65535, (50, 50), np.uint16)).save(
        "map.png"
    )
    Path("map.png").write_bytes(Path("map.png").read_bytes()[:2000])

    problem, _ = two_lines(lambda: read_height_map("map.png"))
    assert problem.startswith("map.png cannot be read: ")


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "LA", "1"])
def test_a_picture_that_is_not_grey_says_how_to_make_it_so(mode):
    Image.new(mode, (4, 3)).save("map.png")

    assert two_lines(lambda: read_height_map("map.png")) == [
        f"map.png is no grey picture: its mode is {mode}",
        "save it as grey, 16 bits: magick map.png -colorspace Gray -depth 16 TO.png",
    ]


def test_a_geotiff_of_several_bands_says_so():
    write_tiff("map.tif", np.zeros((3, 5, 4), np.uint8))

    assert two_lines(lambda: read_height_map("map.tif")) == [
        "map.tif has 3 bands; a height map has one",
        "write the heights alone: gdal_translate -b 1 FROM TO",
    ]


def test_geotiff_without_rasterio_says_what_to_install(monkeypatch):
    Path("map.tif").touch()
    monkeypatch.setitem(sys.modules, "rasterio", None)

    assert two_lines(lambda: read_height_map("map.tif"), MissingPartError) == [
        "map.tif: reading GeoTIFF needs rasterio",
        "pip install 'wavetank[terrain]'",
    ]


@pytest.mark.parametrize(
    ("array", "what"),
    [
        (np.zeros((2, 3, 4)), "float64 of shape (2, 3, 4)"),
        (np.zeros(5, np.int16), "int16 of shape (5,)"),
        (np.zeros((2, 2), complex), "complex128 of shape (2, 2)"),
    ],
)
def test_an_array_that_is_no_map_says_so(array, what):
    np.save("map.npy", array)

    assert two_lines(lambda: read_height_map("map.npy")) == [
        f"map.npy holds {what}",
        "a height map is an array of integers or floats, of shape (rows, columns)",
    ]


EACH_TWO = "its values have 2 bytes each; another type?"


@pytest.mark.parametrize(
    ("size", "shape", "problem", "instead"),
    [
        (25, None, "has 25 bytes: not a whole number of int16", EACH_TWO),
        (0, None, "has 0 bytes: not a whole number of int16", EACH_TWO),
        (24, None, "holds 12 values, which makes no square", "give shape = [rows, columns]"),
        (24, (3, 5), "holds 12 values, not 3 x 5 = 15", "give shape = [rows, columns]"),
    ],
)
def test_a_raw_file_of_the_wrong_size_says_so(size, shape, problem, instead):
    Path("map.bin").write_bytes(bytes(size))
    lines = two_lines(lambda: read_height_map("map.bin", type="int16", shape=shape))

    assert lines == [f"map.bin {problem}", instead]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"file": "a.npy", "low": 1}, "low and high must be given both or neither"),
        ({"file": "a.npy", "high": 1}, "low and high must be given both or neither"),
        (
            {"file": "a.npy", "low": 0, "high": 1, "scale": 2},
            "low and high leave no room for scale and offset: give one pair",
        ),
        (
            {"file": "a.npy", "low": 0, "high": 1, "offset": 2},
            "low and high leave no room for scale and offset: give one pair",
        ),
        ({"file": "a.npy", "scale": 0}, "scale must not be 0: it would flatten the map"),
        ({"file": "a.npy", "fill": float("nan")}, "fill must be finite, got nan"),
        ({"file": "a.npy", "offset": float("inf")}, "offset must be finite, got inf"),
        (
            {"file": "a.jpg"},
            "file must end in .tif, .tiff, .png, .npy, .raw, .bin, .r16, got 'a.jpg'",
        ),
        ({"file": "a.raw"}, "type is missing: a .raw file does not say what it holds"),
        (
            {"file": "a.r16", "shape": (0, 4)},
            "shape must be at least 1 x 1, got (0, 4)",
        ),
        (
            {"file": "a.png", "type": "int16"},
            "type, byte_order and shape are for raw files, not for .png",
        ),
        (
            {"file": "a.tif", "byte_order": "big"},
            "type, byte_order and shape are for raw files, not for .tif",
        ),
        (
            {"file": "a.npy", "shape": (3, 4)},
            "type, byte_order and shape are for raw files, not for .npy",
        ),
    ],
)
def test_keys_that_cannot_be_say_so(options, problem):
    with pytest.raises(ValueError) as error:  # noqa: PT011  # the text is compared in full
        HeightMap(**options)

    assert str(error.value) == problem


def test_its_errors_are_errors_of_the_scene():
    assert issubclass(HeightMapError, SceneError)
