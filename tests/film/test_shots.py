import pytest

from wavetank import SOLVERS, Grid, Model, Scene, Simulation
from wavetank.errors import OutputError
from wavetank.film.files.movie import Movie
from wavetank.film.shoot import Order, shoot
from wavetank.film.shots import SceneShot, recording_shot
from wavetank.recording import Recording

SIZE = (64, 36)


def test_a_recording_whose_scene_is_noted_in_other_words_can_be_filmed(tmp_path):
    """From Python, `scene` may be any text."""
    model = Model(Grid(12, 12, 0.1), bed=-0.3, surface=0.0)
    simulation, path = Simulation(model, SOLVERS["damped_wave"](model)), tmp_path / "own.zarr"
    recording = Recording.create(path, simulation, rate=10, scene="a pond of my own")
    for frame in simulation.frames(0.2, 10):
        recording.write(frame, simulation)

    shot = recording_shot(path, {"look.haze": 3.0})
    shoot([shot], Order(tmp_path / "x.png", size=SIZE, quality="draft"))

    assert shot.look.haze == 3.0
    assert shot.known_by["scene"] == {"text": "a pond of my own"}
    assert (tmp_path / "x.png").is_file()


@pytest.mark.parametrize(
    ("key", "value"), [("frames.rate", 7.0), ("look.haze", 3.0), ("sources.0.height", 0.02)]
)
def test_a_film_begun_otherwise_is_refused_by_key(tmp_path, monkeypatch, key, value):
    """Of the scene and of the look: what a film that was stopped has left says what it was."""
    order = Order(tmp_path / "x.mp4", size=SIZE, quality="draft", frames=slice(3))
    put = Movie.put

    def stopped(movie, k, picture):
        put(movie, k, picture)
        raise KeyboardInterrupt

    monkeypatch.setattr(Movie, "put", stopped)
    with pytest.raises(KeyboardInterrupt):
        shoot([SceneShot(Scene.read("three_drops"))], order)

    with pytest.raises(OutputError) as refused:
        shoot([SceneShot(Scene.read("three_drops", {key: value}))], order)
    problem, instead = str(refused.value).splitlines()
    name = key.split(".")[-1] if key != "sources.0.height" else "sources"

    assert "was begun as another film: its run 1." in problem
    assert f"{name} = " in problem
    assert "--force starts afresh" in instead
