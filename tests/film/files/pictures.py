"""Pictures for films: a colour for every frame, with a bright square in the upper left."""

import numpy as np
import pytest

from wavetank.film.files.movie import open_movie
from wavetank.film.picture import Picture

SIZE = (64, 48)
COLOURS = [(200, 40, 30), (30, 180, 60), (20, 60, 190), (230, 210, 160), (128, 128, 128)]
FRAMES = range(len(COLOURS))
FILM = {"scene": {"title": "colours", "solver": {"name": "paint"}}, "quality": "good"}


def picture(k):
    shown = np.empty((SIZE[1], SIZE[0], 3), np.float32)
    shown[:] = np.array(COLOURS[k % len(COLOURS)]) / 255
    shown[8:24, 8:24] = 240 / 255
    return Picture(shown, light=4 * shown**2)


def draw(movie, frames):
    """Put the frames that are needed, and say which they were."""
    drawn = [k for k in frames if movie.needs(k)]
    for k in drawn:
        movie.put(k, picture(k))
    return drawn


def film(path, rate=25.0, frames=FRAMES, film=FILM, **options):
    with open_movie(path, rate, SIZE, frames=frames, film=film, **options) as movie:
        return draw(movie, frames)


def leave(path, drawn, size=SIZE, frames=FRAMES, film=FILM, **options):
    """Interrupt a film when these of its frames are finished."""

    def interrupted():
        with open_movie(path, 25, size, frames=frames, film=film, **options) as movie:
            draw(movie, drawn)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()


def two_lines(error):
    lines = str(error.value).split("\n")
    return len(lines) == 2 and all(lines) and lines[1].startswith("  ")


def everything(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
