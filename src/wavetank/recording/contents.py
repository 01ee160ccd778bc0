"""What a recording holds: its arrays, and what is noted beside them, in the words of CF.

Spray and bodies are yet to come. How many there are changes from frame to frame, so they will
not fit MOVING; they are to be arrays along an axis of their own, with a count for each frame.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np
import numpy.typing as npt

from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.simulation import Simulation, name_of

FORMAT = 1
"""Of recordings: raised when an older wavetank could no longer read them."""

MOVING = {
    "depth": {
        "long_name": "height of the water column",
        "standard_name": "sea_floor_depth_below_sea_surface",
        "units": "m",
        "comment": "the water's surface is bed + depth",
    },
    "u": {
        "long_name": "velocity along x",
        "standard_name": "sea_water_x_velocity",
        "units": "m s-1",
    },
    "v": {
        "long_name": "velocity along y",
        "standard_name": "sea_water_y_velocity",
        "units": "m s-1",
    },
    "wet": {"long_name": "how wet the ground is: 1 under water, 0 dry", "units": "1"},
    "foam": {"long_name": "how much foam lies on the water", "units": "1"},
}
"""What every frame adds, at cell centres, by its name in Frame."""

STILL = {
    "bed": {"long_name": "height of the ground", "units": "m"},
    "walls": {"long_name": "true where a cell is wall", "units": "1"},
}
"""What stays the same, at cell centres, by its name in Model."""

COORDINATES = {
    "time": {"long_name": "simulated time", "units": "s"},
    "y": {"standard_name": "projection_y_coordinate", "units": "m", "axis": "Y"},
    "x": {"standard_name": "projection_x_coordinate", "units": "m", "axis": "X"},
}

SETTINGS = ("solver", "precision", "gravity", "dt", "spacing")
"""Attributes in which a simulation that goes on with a recording must agree with it."""


@dataclass(frozen=True)
class Variable:
    """One array, with the names of its axes and what it means."""

    axes: tuple[str, ...]
    """Names of its axes; the first is `time` if every frame adds to it."""
    about: Mapping[str, str]
    """Its attributes: long_name, units, …"""
    values: npt.NDArray[Any]
    """What it holds if it stays the same; else a frame's worth, for shape and type."""

    @property
    def grows(self) -> bool:
        """Does every frame add to it?"""
        return self.axes[0] == "time"


def variables(model: Model) -> dict[str, Variable]:
    """The arrays of a model's recording."""
    still = {name: Variable(("y", "x"), STILL[name], getattr(model, name)) for name in STILL}
    moving = {name: Variable(("time", "y", "x"), MOVING[name], model.bed) for name in MOVING}
    return coordinates(model.grid) | still | moving


def coordinates(grid: Grid) -> dict[str, Variable]:
    """The arrays that say when and where."""
    x, y = grid.centres()
    places = {"time": np.zeros(()), "y": y[:, 0], "x": x[0]}
    return {name: Variable((name,), COORDINATES[name], places[name]) for name in places}


def attributes(simulation: Simulation) -> dict[str, Any]:
    """What is noted of a simulation; words and numbers only, so that it fits netCDF, too."""
    model, ours = simulation.model, version("wavetank")
    return {
        "Conventions": "CF-1.11",
        "source": f"wavetank {ours}: {simulation.solver.title}",
        "wavetank_version": ours,
        "recording_format": FORMAT,
        "solver": name_of(simulation.solver),
        "precision": "single" if model.dtype == np.float32 else "double",
        "gravity": float(model.gravity),
        "level": float(model.level),
        "dt": "largest stable" if simulation.dt is None else float(simulation.dt),
        "spacing": float(model.grid.spacing),
    }
