from pathlib import Path

import pytest

from wavetank.film.files.output import Numbered, Output


@pytest.mark.parametrize(
    ("name", "of_7", "of_123456"),
    [
        ("####.exr", "0007.exr", "123456.exr"),
        ("wave_##.png", "wave_07.png", "wave_123456.png"),
        ("shot#2_###.PNG", "shot#2_007.PNG", "shot#2_123456.PNG"),
    ],
)
def test_hashes_stand_for_the_frame(name, of_7, of_123456):
    names = Numbered.of(name)

    assert str(names) == name
    assert (names.name(7), names.name(123456)) == (of_7, of_123456)
    assert names.matches(of_7)
    assert names.matches(of_123456)


@pytest.mark.parametrize("other", ["0007.png", "007.exr", "x0007.exr", "0007.exr.partial", "7.exr"])
def test_names_of_other_files_do_not_match(other):
    assert not Numbered.of("####.exr").matches(other)


def test_a_name_without_ending_is_a_folder_of_png():
    assert Output.of(Path("film/beach")) == Output.of(Path("film/beach/frame_#####.png"))


@pytest.mark.parametrize(
    ("name", "kept"),
    [("a.mp4", [*range(10, 50)]), ("a/####.exr", [*range(10, 50)]), ("a.png", [49])],
)
def test_a_still_is_of_the_last_frame_alone(name, kept):
    assert [*Output.of(Path(name)).frames(range(10, 50))] == kept


def test_what_is_made_lies_hidden_beside_its_place():
    assert Output.of(Path("films/beach.mp4")).workshop == Path("films/.beach.mp4.frames")
    assert Output.of(Path("films/beach/##.png")).workshop == Path("films/.beach.frames")
