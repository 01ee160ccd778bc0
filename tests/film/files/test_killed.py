"""A film that is killed goes on from its finished frames."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from pictures import FILM, FRAMES, SIZE, draw, everything, film, leave, picture, two_lines

from wavetank.errors import OutputError
from wavetank.film.files import movie
from wavetank.film.files.movie import open_movie

NAMES = ["film.mp4", "film.mov", "film.gif", "film.apng", "frames", "frames/####.exr"]
SCRIPT = """
import os, signal, sys
sys.path.insert(0, sys.argv[1])
from pictures import film

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

real, calls, last = os.replace, [], int(sys.argv[3])

def replace(*args):
    calls.append(args)
    die() if len(calls) > last else real(*args)

os.replace = replace
film(sys.argv[2], watch=die if sys.argv[4] == "while encoding" else lambda frames, *_: frames)
"""


def film_and_die(path, commits, when):
    """Film in a process that gets no chance to tidy up; the note is the first commit."""
    here = str(Path(__file__).parent)
    command = [sys.executable, "-c", SCRIPT, here, str(path), str(1 + commits), when]
    assert subprocess.run(command, check=False).returncode == -9


def workshop(path):
    return path.parent / f".{path.name}.frames"


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL here")
@pytest.mark.parametrize("name", NAMES)
def test_a_killed_film_goes_on_to_the_same_film(tmp_path, name):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    film(tmp_path / "a" / name)
    film_and_die(tmp_path / "b" / name, 3, "while drawing")

    place = tmp_path / "b" / name.split("/")[0]
    assert not place.exists()
    assert len(list(os.scandir(workshop(place) / "pictures"))) == 4, "and a part"
    assert film(tmp_path / "b" / name) == [3, 4]
    whole, resumed = everything(tmp_path / "a"), everything(tmp_path / "b")
    assert [path.name for path in sorted(resumed)] == [path.name for path in sorted(whole)]
    assert sorted(resumed.values()) == sorted(whole.values())


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL here")
@pytest.mark.parametrize("name", ["film.mp4", "film.gif"])
def test_a_film_killed_while_it_is_encoded_draws_nothing_again(tmp_path, name):
    film_and_die(tmp_path / name, 99, "while encoding")

    assert not (tmp_path / name).exists()
    assert film(tmp_path / name) == []
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_frames_are_finished_in_any_order_and_once(tmp_path):
    path = tmp_path / "film.gif"
    leave(path, (3, 1))
    with open_movie(path, 25, SIZE, frames=FRAMES, film=FILM) as movie:
        assert movie.finished == 2
        assert [k for k in range(9) if movie.needs(k)] == [0, 2, 4]
        draw(movie, (4, 2, 0))
        assert movie.finished == 5

    film(tmp_path / "whole.gif")
    assert path.read_bytes() == (tmp_path / "whole.gif").read_bytes()


OTHERS = {
    "scene.solver.name": {"film": FILM | {"scene": FILM["scene"] | {"solver": {"name": "ink"}}}},
    "quality": {"film": FILM | {"quality": "draft"}},
    "look": {"film": FILM | {"look": {"water": "sea"}}},
    "frames": {"frames": range(4)},
}


@pytest.mark.parametrize("key", OTHERS)
def test_another_films_frames_are_refused_by_what_differs(tmp_path, key):
    path = tmp_path / "film.mp4"
    leave(path, (3, 1))
    before = everything(tmp_path)
    with pytest.raises(OutputError, match="was begun as another film") as refused:
        film(path, **OTHERS[key])

    assert two_lines(refused)
    assert f"its {key} = " in str(refused.value)
    assert "--force" in str(refused.value)
    assert everything(tmp_path) == before
    assert film(path, **OTHERS[key], force=True) == list(OTHERS[key].get("frames", FRAMES))
    assert [entry.name for entry in tmp_path.iterdir()] == ["film.mp4"]


def test_frames_of_another_size_are_refused(tmp_path):
    leave(tmp_path / "film.mp4", (3, 1))
    with (
        pytest.raises(OutputError, match='its size = "64x48", this one\'s size = "32x32"'),
        open_movie(tmp_path / "film.mp4", 25, (32, 32), frames=FRAMES, film=FILM),
    ):
        pass


def test_pictures_of_another_kind_are_refused(tmp_path):
    leave(tmp_path / "film" / "####.exr", (3, 1))

    with pytest.raises(OutputError, match=r'its pictures = "####\.exr"'):
        film(tmp_path / "film" / "####.png")


def test_frames_of_another_wavetank_are_refused(tmp_path, monkeypatch):
    leave(tmp_path / "film.mp4", (3, 1))
    monkeypatch.setattr(movie, "version", lambda _: "99.0")

    with pytest.raises(OutputError, match=r'this one\'s wavetank = "99\.0"'):
        film(tmp_path / "film.mp4")


def test_force_does_not_draw_again_what_is_the_same_film(tmp_path):
    """Who replaces an old film, and is stopped, will type the same command again."""
    film(tmp_path / "film.mp4", film=FILM | {"quality": "draft"})
    leave(tmp_path / "film.mp4", (0, 1), force=True)

    assert film(tmp_path / "film.mp4", force=True) == [2, 3, 4]


def test_a_film_is_known_again_whatever_its_numbers_were_kept_in(tmp_path):
    """JSON knows neither tuples nor paths."""
    about = FILM | {"eye": (1.0, 2.0), "file": Path("beach.toml")}
    leave(tmp_path / "film.mp4", (3, 1), film=about)

    assert film(tmp_path / "film.mp4", film=about) == [0, 2, 4]


def test_a_note_that_cannot_be_read_is_another_films(tmp_path):
    leave(tmp_path / "film.mp4", (3, 1))
    (workshop(tmp_path / "film.mp4") / "film.json").write_text("{")

    with pytest.raises(OutputError, match="another film") as refused:
        film(tmp_path / "film.mp4")
    assert two_lines(refused)
    assert film(tmp_path / "film.mp4", force=True) == list(FRAMES)


def test_frames_without_a_note_are_nobodys(tmp_path):
    """What is left of a workshop whose removal was killed."""
    leave(tmp_path / "film.mp4", (3, 1))
    (workshop(tmp_path / "film.mp4") / "film.json").unlink()

    assert film(tmp_path / "film.mp4") == list(FRAMES)


def test_a_damaged_frame_is_told_and_alone_drawn_again(tmp_path):
    path = tmp_path / "film.mp4"
    leave(path, (3, 1))
    damaged = workshop(path) / "pictures" / "frame_00003.blosc"
    damaged.write_bytes(b"")
    with pytest.raises(OutputError, match=r"frame_00003\.blosc is damaged") as told:
        film(path)

    assert two_lines(told)
    damaged.unlink()
    assert film(path) == [3]


def test_the_note_says_what_film_it_is(tmp_path):
    leave(tmp_path / "film.mp4", (3, 1))
    note = json.loads((workshop(tmp_path / "film.mp4") / "film.json").read_text())

    assert FILM.items() <= note.items()
    assert (note["size"], note["frames"]) == ("64x48", "0:5:1")


@pytest.mark.parametrize("name", ["film.mp4", "film.mov"])
def test_finished_frames_are_kept_without_loss(tmp_path, name):
    """To the bits that the film will have, and two more where they are rounded again."""
    from wavetank.film.files.pictures import unpacked

    leave(tmp_path / name, (3, 1))
    codes = unpacked(workshop(tmp_path / name) / "pictures" / "frame_00003.blosc", SIZE)

    np.testing.assert_array_equal(codes, picture(3).codes(8 if name == "film.mp4" else 12))
