import numpy as np
import OpenEXR
import pytest

from wavetank.errors import SceneError
from wavetank.film.sky.panorama_files import read_panorama


def radiance(size, body, form=b"32-bit_rle_rgbe"):
    head = b"#?RADIANCE\n# made by hand\nFORMAT=" + form + b"\nEXPOSURE=2.0\n\n"
    return head + size + b"\n" + bytes(body)


@pytest.fixture
def hdr(tmp_path):
    def write(*parts, **form):
        path = tmp_path / "sky.hdr"
        path.write_bytes(radiance(*parts, **form))
        return path

    return write


@pytest.fixture
def exr(tmp_path):
    def write(channels, **header):
        path = tmp_path / "sky.exr"
        header = {"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage, **header}
        with OpenEXR.File(header, channels) as file:
            file.write(str(path))
        return path

    return write


def window(x0, y0, x1, y1):
    return np.array([x0, y0], np.int32), np.array([x1, y1], np.int32)


def test_known_bytes_are_known_light(hdr):
    half, red, none, two = [128, 64, 32, 129], [255, 0, 1, 136], [9, 9, 9, 0], [128, 128, 128, 130]
    body = half * 8 + (half + red + none + two) * 2 + two * 16
    light = read_panorama(hdr(b"-Y 4 +X 8", body))

    np.testing.assert_array_equal(light[0], [[1, 0.5, 0.25]] * 8)
    np.testing.assert_array_equal(light[1, :4], [[1, 0.5, 0.25], [255, 0, 1], [0, 0, 0], [2, 2, 2]])
    np.testing.assert_array_equal(light[2:], np.full((2, 8, 3), 2.0))


def test_counted_bytes_are_the_same_as_plain_ones(hdr):
    """Each row: 2, 2, its width; then reds, greens, blues, exponents: runs 128 + n, lists n."""
    reds = [128 + 8, 100]
    greens = [3, 1, 2, 3, 128 + 5, 7]
    blues = [8, 1, 2, 3, 4, 5, 6, 7, 8]
    shared = [128 + 4, 136, 128 + 4, 137]
    row = [2, 2, 0, 8, *reds, *greens, *blues, *shared]
    light = read_panorama(hdr(b"-Y 4 +X 8", row * 4))

    scale = np.array([1, 1, 1, 1, 2, 2, 2, 2])
    for line in light:
        np.testing.assert_array_equal(line[:, 0], 100 * scale)
        np.testing.assert_array_equal(line[:, 1], scale * [1, 2, 3, 7, 7, 7, 7, 7])
        np.testing.assert_array_equal(line[:, 2], scale * np.arange(1, 9))


def test_old_files_repeat_whole_pixels(hdr):
    row = [5, 6, 7, 136, 1, 1, 1, 6, 8, 8, 8, 136]
    light = read_panorama(hdr(b"-Y 4 +X 8", row * 4))

    np.testing.assert_array_equal(light[0], [[5, 6, 7]] * 7 + [[8, 8, 8]])


def test_old_files_count_long_repeats_in_bytes(hdr):
    """300 = 44 + 256: the second count is of the next byte."""
    row = [5, 6, 7, 136, 1, 1, 1, 44, 1, 1, 1, 1, *[8, 8, 8, 136] * 3]
    light = read_panorama(hdr(b"-Y 152 +X 304", row * 152))

    np.testing.assert_array_equal(light[7, 300:], [[5, 6, 7]] + [[8, 8, 8]] * 3)


@pytest.mark.parametrize(
    ("body", "size"),
    [
        ([], b"-Y 4 +X 8"),
        ([9, 9, 9, 130] * 31, b"-Y 4 +X 8"),
        ([2, 2, 0, 8, 128 + 9, 1], b"-Y 4 +X 8"),
        ([2, 2, 0, 8, 0, 1, 1, 1, 1], b"-Y 4 +X 8"),
        ([1, 1, 1, 7] * 32, b"-Y 4 +X 8"),
    ],
)
def test_broken_files_are_refused(hdr, body, size):
    with pytest.raises(SceneError, match="ends too early, or is damaged"):
        read_panorama(hdr(size, body))


@pytest.mark.parametrize(
    ("size", "form"),
    [(b"+Y 4 +X 8", b"32-bit_rle_rgbe"), (b"-Y 4 +X 8", b"32-bit_rle_xyze"), (b"", b"x")],
)
def test_other_forms_of_radiance_files_are_refused(hdr, size, form):
    with pytest.raises(SceneError, match="no Radiance picture"):
        read_panorama(hdr(size, [1] * 128, form=form))


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_an_exr_holds_what_was_written(exr, kind):
    light = np.random.default_rng(2).random((6, 12, 3)).astype(kind)

    np.testing.assert_array_equal(read_panorama(exr({"RGB": light})), light)


def test_what_lies_beyond_the_data_of_an_exr_is_black(exr):
    """Data of 4 x 3 pixels from (6, 2), one column of it outside what is shown."""
    data = np.arange(36, dtype=np.float32).reshape(3, 4, 3) + 1
    path = exr(
        {name: np.ascontiguousarray(data[..., c]) for c, name in enumerate("RGB")},
        dataWindow=window(6, 2, 9, 4), displayWindow=window(1, 1, 8, 4),
    )  # fmt: skip
    light = read_panorama(path)

    assert light.shape == (4, 8, 3)
    np.testing.assert_array_equal(light[1:4, 5:8], data[:, :3])
    assert light.sum() == data[:, :3].sum()


def test_an_exr_without_colour_says_what_it_has(exr):
    with pytest.raises(SceneError) as refused:
        read_panorama(exr({"Z": np.ones((4, 8), np.float32)}))

    assert str(refused.value).splitlines()[1].strip() == "it has: Z"


@pytest.mark.parametrize("shape", [(8, 8), (4, 9), (2, 4)])
def test_other_shapes_are_refused(exr, shape):
    with pytest.raises(SceneError, match=f"has {shape[1]} x {shape[0]} pixels"):
        read_panorama(exr({"RGB": np.ones((*shape, 3), np.float32)}))


@pytest.mark.parametrize("value", [np.nan, np.inf, -0.5])
def test_what_is_no_light_is_refused_by_place(exr, value):
    light = np.ones((4, 8, 3), np.float32)
    light[2, 5, 1] = value

    with pytest.raises(SceneError, match=f"has {value} in row 2, column 5"):
        read_panorama(exr({"RGB": light}))


@pytest.mark.parametrize("name", ["none.exr", "none.hdr"])
def test_a_missing_file_is_two_lines(tmp_path, name):
    with pytest.raises(SceneError) as refused:
        read_panorama(tmp_path / name)

    assert len(str(refused.value).splitlines()) == 2
    assert name in refused.value.problem


@pytest.mark.parametrize("name", ["text.exr", "text.hdr"])
def test_a_file_that_is_no_picture_is_two_lines(tmp_path, name):
    (tmp_path / name).write_text("not a picture")

    with pytest.raises(SceneError, match=f"{name} is no "):
        read_panorama(tmp_path / name)
