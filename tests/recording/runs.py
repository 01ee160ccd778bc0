"""Small runs to record, the same each time they are made."""

from pathlib import Path

import numpy as np

from wavetank.model.boundaries import Open, WaveMaker
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.model.sources import Inflow, Rain
from wavetank.recording import Recording
from wavetank.simulation import Simulation
from wavetank.solvers import SOLVERS

RATE = 20.0
FRAMES = 8
SCENE = "[grid]\nnx = 9\nny = 7\n\n[solver]\nname = 'some'\n"
DTS = {"largest": None, "fixed": 1 / 70, "changing": 1 / 50}


def make_run(solver="implicit_wave", precision="double", dt="fixed", **changes):
    """Rain, a spring, waves from the west; a beach and an island for solvers that can."""
    slope = 0.05 if solver == "implicit_wave" else 0.0
    settings = {
        "bed": lambda x, y: slope * x - 0.3,
        "surface": 0.0,
        "sources": [Rain(40, 0.3, 0.02), Inflow(5, 4, 1, rate=0.01, start=0.1, stop=0.3)],
        "west": WaveMaker(0.05, 0.4),
        "east": Open(sponge=1.0),
        "precision": precision,
        "seed": 3,
    }
    model = Model(Grid(nx=9, ny=7, spacing=1.0), **(settings | changes))
    return Simulation(model, SOLVERS[solver](model), dt=DTS[dt])


def record(recording, simulation, dt="fixed", frames=FRAMES):
    """Record up to so many frames in all."""
    vary(simulation, dt)
    if len(recording) == frames:
        return
    remaining = (frames - 1) / RATE - simulation.state.time
    for frame in simulation.frames(remaining, RATE):
        recording.write(frame, simulation)
        vary(simulation, dt)


def vary(simulation, dt):
    """Choose another dt for each frame, if that is asked for."""
    if dt == "changing":
        simulation.dt = (1 / 50, 1 / 90, None)[simulation.frames_made % 3]


def record_or_resume(path, frames):
    """What `wavetank run --resume` does, for a process of its own."""
    simulation = make_run()
    if Path(path).exists():
        recording = Recording.resume(path, simulation, scene=SCENE)
    else:
        recording = Recording.create(path, simulation, rate=RATE, scene=SCENE)
    record(recording, simulation, frames=frames)


def files_of(path):
    """All a recording's files but the checkpoint, by name: their bytes."""
    files = (file for file in Path(path).rglob("*") if file.is_file() and file.suffix != ".npz")
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


def checkpoint_of(path):
    """The one checkpoint of a recording: its name and its arrays' bytes."""
    (file,) = Path(path).glob("checkpoint/*.npz")
    with np.load(file) as saved:
        return file.name, {name: value.tobytes() for name, value in saved.items()}


def bytes_of(frame):
    """Everything in a frame, down to the last bit."""
    names = ("bed", "depth", "u", "v", "wet", "foam", "walls", "surface", "spray")
    arrays = {name: getattr(frame, name) for name in names}
    kinds = {name: (array.dtype, array.shape, array.tobytes()) for name, array in arrays.items()}
    return frame.grid, frame.index, frame.time, kinds
