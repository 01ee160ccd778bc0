import os
import subprocess
import sys
from errno import EACCES, ENOSPC
from pathlib import Path

import av
import numpy as np
import OpenEXR
import pytest
from pictures import COLOURS, FILM, FRAMES, SIZE, draw, everything, film, leave, picture, two_lines
from PIL import Image

from wavetank.errors import DiskError, OutputError
from wavetank.film.files.movie import open_movie
from wavetank.film.picture import Picture

CODECS = {
    "mp4": ("h264", "yuv420p"),
    "mov": ("prores", "yuv422p10le"),
    "webm": ("av1", "yuv420p10le"),
    "mkv": ("av1", "yuv420p10le"),
}
VIDEOS = pytest.mark.parametrize("ending", CODECS)
FILES = [f"film.{ending}" for ending in (*CODECS, "webp", "apng", "gif", "png", "exr")]
ALL_KINDS = pytest.mark.parametrize("name", [*FILES, "frames", "frames/####.exr"])

STILLS = ("film.png", "film.exr")


def decoded(path):
    with av.open(str(path)) as container:
        return list(container.decode(video=0))


def codes_of(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB")).astype(int)


def light_of(path):
    with OpenEXR.File(str(path)) as image:
        return image.channels()["RGB"].pixels


@VIDEOS
@pytest.mark.parametrize("rate", [25.0, 12.5, 30000 / 1001])
def test_a_video_has_its_rate_and_duration(tmp_path, ending, rate):
    path = tmp_path / f"film.{ending}"
    film(path, rate)
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        times = [float(frame.time) for frame in container.decode(stream)]
        assert float(stream.average_rate) == pytest.approx(rate, rel=1e-3)
    assert np.diff(times) == pytest.approx(np.full(4, 1 / rate), abs=1e-3)


@VIDEOS
def test_a_video_says_what_it_is(tmp_path, ending):
    """Its codec, its bits, and that its colours are BT.709, which players need to be told."""
    path = tmp_path / f"film.{ending}"
    film(path)
    with av.open(str(path)) as container:
        codec = container.streams.video[0].codec_context
        assert (codec.codec.canonical_name, codec.pix_fmt) == CODECS[ending]
        assert (codec.width, codec.height) == SIZE
        assert (codec.colorspace, codec.color_range) == (1, 1)
        assert (codec.color_primaries, codec.color_trc) == (1, 1)


def test_prores_is_422_hq(tmp_path):
    film(tmp_path / "film.mov")
    with av.open(str(tmp_path / "film.mov")) as container:
        assert container.streams.video[0].codec_context.codec_tag == "apch"


@VIDEOS
def test_a_video_shows_what_was_put(tmp_path, ending):
    film(tmp_path / f"film.{ending}")
    seen = [frame.to_ndarray(format="rgb24") for frame in decoded(tmp_path / f"film.{ending}")]

    assert len(seen) == len(COLOURS)
    for image, colour in zip(seen, COLOURS, strict=True):
        assert image.shape == (SIZE[1], SIZE[0], 3)
        np.testing.assert_allclose(image[30:, 30:].mean((0, 1)), colour, atol=3)
        assert image[12:20, 12:20].mean() == pytest.approx(240, abs=3)


@pytest.mark.parametrize("ending", ["mov", "webm"])
def test_a_ten_bit_video_has_more_greys_than_eight_bits(tmp_path, ending):
    """A dark slope over 8 of 255 codes: 8 bits would show 9 steps, ten show some 30."""
    slope = np.linspace(40 / 255, 48 / 255, 256, dtype=np.float32)
    shown = np.broadcast_to(slope[:, None], (64, 256, 3)).copy()
    path = tmp_path / f"film.{ending}"
    with open_movie(path, 25, (256, 64), frames=range(1), film=FILM) as movie:
        movie.put(0, Picture(shown))

    (frame,) = decoded(path)
    luma = np.frombuffer(frame.planes[0], np.uint16)
    row = luma.reshape(64, -1)[32, :256]
    assert len(set(row)) > 20
    expected = 4 * (16 + 219 * slope)
    np.testing.assert_allclose(row, expected, atol=4)


def test_an_mp4_has_its_index_first(tmp_path):
    """So it plays in a browser while it loads."""
    film(tmp_path / "film.mp4")
    data = (tmp_path / "film.mp4").read_bytes()

    assert 0 < data.find(b"moov") < data.find(b"mdat")


@pytest.mark.parametrize(("ending", "within"), [("webp", 5), ("apng", 0), ("gif", 3)])
def test_an_animation_shows_what_was_put_and_never_ends(tmp_path, ending, within):
    path = tmp_path / f"film.{ending}"
    film(path)
    with Image.open(path) as animation:
        assert (animation.n_frames, animation.size) == (5, SIZE)
        assert animation.info["loop"] == 0
        lasting = []
        for k in FRAMES:
            animation.seek(k)
            image = np.asarray(animation.convert("RGB")).astype(int)
            lasting.append(animation.info["duration"])
            np.testing.assert_allclose(image[30:, 30:], picture(k).codes()[30:, 30:], atol=within)
    assert lasting == [40] * 5


def test_a_gif_keeps_time_though_it_counts_hundredths(tmp_path):
    film(tmp_path / "film.gif", rate=30, frames=range(60))
    with Image.open(tmp_path / "film.gif") as animation:
        lasting = []
        for k in range(animation.n_frames):
            animation.seek(k)
            lasting.append(animation.info["duration"])

    assert set(lasting) == {30, 40}
    assert sum(lasting) == pytest.approx(2000, abs=10)


def test_a_gif_mixes_the_colours_it_lacks(tmp_path):
    """Of 65536 colours it has 256; on average over 8 x 8 dots they come out right."""
    y, x = np.mgrid[:256, :256].astype(np.float32) / 256
    shown = np.dstack([x, y, np.full_like(x, 0.5)])
    with open_movie(tmp_path / "sky.gif", 25, (256, 256), frames=range(1), film=FILM) as movie:
        movie.put(0, Picture(shown))

    errors = codes_of(tmp_path / "sky.gif") - 255 * shown
    blocks = errors.reshape(32, 8, 32, 8, 3).mean((1, 3))[2:-2, 2:-2]
    assert np.sqrt((errors**2).mean()) < 8
    assert np.sqrt((blocks**2).mean()) < 2


@pytest.mark.parametrize("ending", ["png", "exr"])
def test_a_still_is_the_last_picture_and_needs_no_other(tmp_path, ending):
    path = tmp_path / f"film.{ending}"

    assert film(path) == [4]
    if ending == "png":
        np.testing.assert_array_equal(codes_of(path), picture(4).codes())
    else:
        np.testing.assert_array_equal(light_of(path), picture(4).light.astype(np.float16))


def test_a_folder_holds_every_picture_exactly_by_its_frame(tmp_path):
    film(tmp_path / "frames", frames=range(10, 15))
    names = sorted(file.name for file in (tmp_path / "frames").iterdir())

    assert names == [f"frame_{k:05}.png" for k in range(10, 15)]
    for k in range(10, 15):
        image = codes_of(tmp_path / "frames" / f"frame_{k:05}.png")
        np.testing.assert_array_equal(image, picture(k).codes())


def test_pictures_of_light_hold_it_as_half_floats(tmp_path):
    film(tmp_path / "frames" / "wave_####.exr", frames=range(10, 15))
    names = sorted(file.name for file in (tmp_path / "frames").iterdir())

    assert names == [f"wave_{k:04}.exr" for k in range(10, 15)]
    for k in range(10, 15):
        light = light_of(tmp_path / "frames" / f"wave_{k:04}.exr")
        assert light.dtype == np.float16
        np.testing.assert_array_equal(light, picture(k).light.astype(np.float16))
        assert light.max() > 1


def test_light_beyond_half_floats_stays_finite(tmp_path):
    light = np.full((4, 4, 3), np.nan, np.float32)
    light[0], light[1], light[2] = 1e9, -np.inf, 0.25
    with open_movie(tmp_path / "sun.exr", 25, (4, 4), frames=range(1), film=FILM) as movie:
        movie.put(0, Picture(np.zeros_like(light), light))

    assert light_of(tmp_path / "sun.exr")[:, 0, 0].tolist() == [65504, -65504, 0.25, 0]


def test_a_plot_has_no_light_to_write(tmp_path):
    with (
        pytest.raises(OutputError, match="a plot has none") as refused,
        open_movie(tmp_path / "film.exr", 25, SIZE, frames=range(1), film=FILM) as movie,
    ):
        movie.put(0, Picture(picture(0).shown))

    assert two_lines(refused)
    assert not list(tmp_path.iterdir())


@ALL_KINDS
def test_nothing_else_is_left_beside_it(tmp_path, name):
    film(tmp_path / name)

    assert [file.name for file in tmp_path.iterdir()] == [name.split("/")[0]]


@ALL_KINDS
def test_a_film_without_a_finished_frame_leaves_nothing(tmp_path, name):
    with (
        pytest.raises(RuntimeError, match="the water"),
        open_movie(tmp_path / name, 25, SIZE, frames=FRAMES, film=FILM),
    ):
        raise RuntimeError("the water")

    assert not list(tmp_path.iterdir())


@ALL_KINDS
def test_what_is_there_is_replaced_only_by_force(tmp_path, name):
    film(tmp_path / name)
    before = everything(tmp_path)
    with pytest.raises(OutputError, match="exists") as refused:
        film(tmp_path / name)
    assert two_lines(refused)
    assert "--force" in str(refused.value)
    assert everything(tmp_path) == before

    film(tmp_path / name, frames=range(1, 2), force=True)
    assert len(everything(tmp_path)) == 1
    assert everything(tmp_path) != before


@ALL_KINDS
def test_a_forced_film_that_is_stopped_leaves_the_one_before(tmp_path, name):
    film(tmp_path / name)
    before = everything(tmp_path)
    leave(tmp_path / name, (8,), frames=range(9), force=True)

    assert before.items() <= everything(tmp_path).items()


@ALL_KINDS
def test_a_film_of_no_frame_is_refused(tmp_path, name):
    with pytest.raises(OutputError, match="no picture") as refused:
        film(tmp_path / name, frames=range(5, 5))

    assert two_lines(refused)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "size", "complaint", "instead"),
    [
        ("film.avi", SIZE, "no movie ends in '.avi'", ".mov (ProRes)"),
        ("film.mp4", (65, 48), "needs even sizes, not 65x48", "66x48"),
        ("film.webm", (64, 47), "needs even sizes, not 64x47", "64x48"),
        ("film.webm", (2, 2), "its encoder refuses 2x2 pictures, 25 a second", "another size"),
        ("film.webp", (20000, 2), "its encoder refuses 20000x2", "another size"),
        ("nowhere/film.mp4", SIZE, "there is no folder", "make it"),
        ("frames/####.mp4", SIZE, "only pictures are numbered", "####.png"),
        ("..", SIZE, "a film's folder is its own", "####.png"),
    ],
)
def test_what_cannot_be_is_refused_in_two_lines(tmp_path, name, size, complaint, instead):
    with (
        pytest.raises(OutputError) as refused,
        open_movie(tmp_path / name, 25, size, frames=FRAMES, film=FILM),
    ):
        pass

    assert two_lines(refused)
    problem, hint = str(refused.value).split("\n")
    assert complaint in problem
    assert instead in hint
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_with_other_files_is_never_replaced(tmp_path, force):
    (tmp_path / "frames").mkdir()
    (tmp_path / "frames" / "thesis.tex").write_text("years of work")
    with pytest.raises(OutputError, match="holds more") as refused:
        film(tmp_path / "frames", force=force)

    assert two_lines(refused)
    assert (tmp_path / "frames" / "thesis.tex").read_text() == "years of work"


def test_an_empty_folder_is_filled(tmp_path):
    (tmp_path / "frames").mkdir()
    film(tmp_path / "frames")

    assert len(list((tmp_path / "frames").iterdir())) == 5


@pytest.mark.parametrize(("name", "is_folder"), [("film.mp4", True), ("frames", False)])
def test_a_folder_does_not_replace_a_file_nor_a_file_a_folder(tmp_path, name, is_folder):
    path = tmp_path / name
    path.mkdir() if is_folder else path.write_text("notes")
    with pytest.raises(OutputError, match=r"is a (folder|file)") as refused:
        film(path, force=True)

    assert two_lines(refused)


def full(*_, **__):
    raise OSError(ENOSPC, os.strerror(ENOSPC))


@ALL_KINDS
def test_a_full_disk_loses_no_finished_frame(tmp_path, monkeypatch, name):
    leave(tmp_path / name, (2,), frames=range(3))
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        with pytest.raises(DiskError, match="No space left") as told:
            film(tmp_path / name, frames=range(3))

    assert two_lines(told)
    assert "make room, then film again: 1 finished frames are kept" in str(told.value)
    assert not (tmp_path / name).exists()
    assert film(tmp_path / name, frames=range(3)) == ([] if name in STILLS else [0, 1])


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("ending", [*CODECS, "webp", "apng", "gif"])
def test_a_disk_that_fills_while_a_film_is_encoded_is_told(tmp_path, monkeypatch, ending):
    path, places = tmp_path / f"film.{ending}", iter(["rehearsal"])
    leave(path, FRAMES)

    def place(path):
        return path if next(places, None) else "/dev/full"

    def opened(path, *rest, real=av.open, **more):
        return real(place(path), *rest, **more)

    def saved(image, path, *, real=Image.Image.save, **more):
        return real(image, place(path), format="WEBP", **more)

    with monkeypatch.context() as patch:
        patch.setattr(av, "open", opened)
        patch.setattr(Image.Image, "save", saved)
        with pytest.raises(DiskError, match="No space left") as told:
            film(path)

    assert two_lines(told)
    assert "5 finished frames are kept" in str(told.value)
    assert film(path) == []
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_folder_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    def denied(*_, **__):
        raise PermissionError(EACCES, os.strerror(EACCES))

    monkeypatch.setattr(Path, "mkdir", denied)
    with pytest.raises(DiskError, match="Permission denied") as told:
        film(tmp_path / "film.mp4")

    assert two_lines(told)
    assert "or film elsewhere" in str(told.value)


@pytest.mark.parametrize(("k", "size"), [(0, (48, 64)), (9, SIZE)])
def test_a_picture_of_another_size_or_frame_is_refused(tmp_path, k, size):
    with (
        pytest.raises(ValueError, match="of frame"),
        open_movie(tmp_path / "frames", 25, SIZE, frames=FRAMES, film=FILM) as movie,
    ):
        movie.put(k, Picture(np.zeros((size[1], size[0], 3), np.float32)))


def test_a_film_is_not_made_of_fewer_frames_than_it_has(tmp_path):
    with (
        pytest.raises(ValueError, match=r"never drawn: \[0, 1\]"),
        open_movie(tmp_path / "film.mp4", 25, SIZE, frames=FRAMES, film=FILM) as movie,
    ):
        draw(movie, range(2, 5))

    assert not (tmp_path / "film.mp4").exists()


def test_whoever_watches_sees_the_encoding(tmp_path):
    seen = []

    def watch(frames, count, doing):
        for k in frames:
            yield k
            seen.append((k, count, doing))

    film(tmp_path / "film.mp4", watch=watch)

    assert seen == [(k, 5, "encoding") for k in FRAMES]


def test_an_av1_encoder_does_not_talk(tmp_path):
    script = (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from pictures import film; film(sys.argv[1])\n"
    )
    here = os.path.dirname(__file__)
    command = [sys.executable, "-c", script, str(tmp_path / "film.webm"), here]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)

    assert answer.stdout == answer.stderr == ""
