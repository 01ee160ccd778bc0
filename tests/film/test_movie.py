import os
import signal
import subprocess
import sys
from errno import ENOSPC

import av
import numpy as np
import pytest
from PIL import Image

from wavetank.errors import OutputError
from wavetank.film.movie import open_movie

SIZE = (64, 48)
COLOURS = [(200, 40, 30), (30, 180, 60), (20, 60, 190), (230, 210, 160), (128, 128, 128)]


def pictures():
    """One colour after another, with a bright square in the upper left."""
    for colour in COLOURS:
        image = np.empty((SIZE[1], SIZE[0], 3), np.uint8)
        image[:] = colour
        image[8:24, 8:24] = 240
        yield image


def film(path, rate=25.0, force=False):
    with open_movie(path, rate, SIZE, force) as movie:
        for image in pictures():
            movie.write(image)


def film_and_fail(path, error, force=False):
    with open_movie(path, 25, SIZE, force) as movie:
        movie.write(next(pictures()))
        raise error


def two_lines(error):
    lines = str(error.value).split("\n")
    return len(lines) == 2 and all(lines) and lines[1].startswith("  ")


@pytest.mark.parametrize("rate", [25.0, 30.0, 12.5, 30000 / 1001])
def test_an_mp4_holds_what_was_written(tmp_path, rate):
    film(tmp_path / "film.mp4", rate)
    with av.open(str(tmp_path / "film.mp4")) as container:
        stream = container.streams.video[0]
        codec = stream.codec_context
        seen = [frame.to_ndarray(format="rgb24") for frame in container.decode(stream)]
        assert float(stream.average_rate) == pytest.approx(rate, rel=1e-6)
        assert float(stream.duration * stream.time_base) == pytest.approx(5 / rate, rel=0.01)
        assert (codec.name, codec.pix_fmt) == ("h264", "yuv420p")
        assert (codec.colorspace, codec.color_range, codec.color_primaries) == (1, 1, 1)

    assert len(seen) == 5
    for image, written in zip(seen, pictures(), strict=True):
        assert image.shape == written.shape
        np.testing.assert_allclose(image[30:, 30:].astype(int), written[30:, 30:], atol=6)
        assert image[12:20, 12:20].mean() == pytest.approx(240, abs=4)


def test_an_mp4_has_its_index_first(tmp_path):
    """So it plays in a browser while it loads."""
    film(tmp_path / "film.mp4")
    data = (tmp_path / "film.mp4").read_bytes()

    assert 0 < data.find(b"moov") < data.find(b"mdat")


@pytest.mark.parametrize("ending", ["webp", "gif"])
def test_an_animation_holds_what_was_written(tmp_path, ending):
    path = tmp_path / f"film.{ending}"
    film(path)
    with Image.open(path) as animation:
        assert animation.n_frames == 5
        assert animation.size == SIZE
        assert animation.info["loop"] == 0
        lasting = []
        for k, written in enumerate(pictures()):
            animation.seek(k)
            image = np.asarray(animation.convert("RGB")).astype(int)
            lasting.append(animation.info["duration"])
            np.testing.assert_allclose(image[30:, 30:], written[30:, 30:], atol=8)
    assert lasting == [40] * 5


def test_a_still_is_the_last_picture(tmp_path):
    film(tmp_path / "film.png")
    with Image.open(tmp_path / "film.png") as still:
        np.testing.assert_array_equal(np.asarray(still), list(pictures())[-1])


def test_a_folder_holds_every_picture_exactly(tmp_path):
    film(tmp_path / "frames")
    names = sorted(file.name for file in (tmp_path / "frames").iterdir())

    assert names == [f"frame_{k:05}.png" for k in range(5)]
    for name, written in zip(names, pictures(), strict=True):
        with Image.open(tmp_path / "frames" / name) as image:
            np.testing.assert_array_equal(np.asarray(image), written)


ALL_KINDS = pytest.mark.parametrize(
    "name", ["film.mp4", "film.webp", "film.gif", "film.png", "frames"]
)


@ALL_KINDS
def test_nothing_else_is_left_beside_it(tmp_path, name):
    film(tmp_path / name)

    assert [file.name for file in tmp_path.iterdir()] == [name]


@ALL_KINDS
def test_a_film_that_fails_leaves_nothing(tmp_path, name):
    with pytest.raises(RuntimeError, match="the water"):
        film_and_fail(tmp_path / name, RuntimeError("the water"))

    assert not list(tmp_path.iterdir())


@ALL_KINDS
def test_a_film_that_fails_leaves_the_one_before(tmp_path, name):
    film(tmp_path / name)
    before = everything(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        film_and_fail(tmp_path / name, KeyboardInterrupt(), force=True)

    assert everything(tmp_path) == before


@ALL_KINDS
def test_what_is_there_is_replaced_only_by_force(tmp_path, name):
    film(tmp_path / name)
    with pytest.raises(OutputError, match="exists") as refused:
        film(tmp_path / name)
    assert two_lines(refused)
    assert "--force" in str(refused.value)

    with open_movie(tmp_path / name, 25, SIZE, force=True) as movie:
        movie.write(next(pictures()))
    assert len(everything(tmp_path)) == 1


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_killed_film_leaves_no_film(tmp_path):
    """Not even one whose process gets no chance to tidy up."""
    script = (
        "import sys, numpy as np; from wavetank.film.movie import open_movie\n"
        "with open_movie(sys.argv[1], 25, (64, 48)) as movie:\n"
        "    for k in range(200): movie.write(np.full((48, 64, 3), k, np.uint8))\n"
        "    print('written', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "film.mp4")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"written\n"
        os.kill(process.pid, signal.SIGKILL)

    assert not (tmp_path / "film.mp4").exists()


@pytest.mark.parametrize(
    ("name", "size", "complaint"),
    [
        ("film.avi", SIZE, "no movie ends in '.avi'"),
        ("film.mp4", (65, 48), "needs even sizes, not 65x48"),
        ("nowhere/film.mp4", SIZE, "there is no folder"),
    ],
)
def test_what_cannot_be_is_refused_in_two_lines(tmp_path, name, size, complaint):
    with (
        pytest.raises(OutputError, match=complaint) as refused,
        open_movie(tmp_path / name, 25, size),
    ):
        pass

    assert two_lines(refused)
    assert not list(tmp_path.iterdir())


def test_an_unknown_ending_is_told_the_known(tmp_path):
    with pytest.raises(OutputError) as refused, open_movie(tmp_path / "film.mov", 25, SIZE):
        pass

    assert all(ending in str(refused.value) for ending in (".mp4", ".webp", ".gif", ".png"))


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


def test_a_folder_named_like_a_film_is_not_replaced(tmp_path):
    (tmp_path / "film.mp4").mkdir()
    with pytest.raises(OutputError, match="is a folder") as refused:
        film(tmp_path / "film.mp4", force=True)

    assert two_lines(refused)


@ALL_KINDS
def test_a_film_without_pictures_is_none(tmp_path, name):
    with (
        pytest.raises(OutputError, match="no picture") as refused,
        open_movie(tmp_path / name, 25, SIZE),
    ):
        pass

    assert two_lines(refused)
    assert not list(tmp_path.iterdir())


def test_a_full_disk_is_told_in_two_lines(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(Image.Image, "save", full)
    with pytest.raises(OutputError, match="No space left") as refused:
        film(tmp_path / "frames")

    assert two_lines(refused)
    assert "make room" in str(refused.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_disk_that_fills_while_a_video_is_written_is_told(tmp_path, monkeypatch):
    real = av.open
    monkeypatch.setattr(av, "open", lambda _, *rest, **options: real("/dev/full", *rest, **options))
    with pytest.raises(OutputError, match="No space left") as refused:
        film(tmp_path / "film.mp4")

    assert two_lines(refused)
    assert not list(tmp_path.iterdir())


def test_a_picture_of_another_size_is_refused(tmp_path):
    with (
        pytest.raises(ValueError, match="image must be"),
        open_movie(tmp_path / "frames", 25, SIZE) as movie,
    ):
        movie.write(np.zeros((64, 48, 3), np.uint8))
