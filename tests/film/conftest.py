import numpy as np
import pytest

from wavetank.frame import Frame
from wavetank.model.grid import Grid


@pytest.fixture
def frame_of():
    """Makes a frame from what matters in it: arrays, numbers, or functions of x and y."""

    def make(nx=40, ny=30, spacing=0.1, time=0.0, level=0.0, bodies=(), **fields):
        grid = Grid(nx, ny, spacing)
        given = {"bed": 0.0, "depth": 0.5, "u": 0.0, "v": 0.0, "foam": 0.0, "walls": False}
        given.update(fields)
        arrays = {
            name: np.array(np.broadcast_to(value, grid.shape), bool if name == "walls" else float)
            for name, value in given.items()
        }
        arrays.setdefault("wet", (arrays["depth"] > 0).astype(float))
        return Frame(grid=grid, index=0, time=time, level=level, bodies=bodies, **arrays)

    return make
