"""Height-field water for computer graphics."""

from wavetank.errors import WavetankError
from wavetank.frame import Frame
from wavetank.ledger import Ledger
from wavetank.model.boundaries import Open, Periodic, Wall, WaveMaker
from wavetank.model.features import Feature
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.model.sources import Drop, Inflow, Oscillator, Outflow, Rain
from wavetank.scene.scene import Scene
from wavetank.simulation import Simulation
from wavetank.solvers import SOLVERS

__all__ = [
    "SOLVERS",
    "Drop",
    "Feature",
    "Frame",
    "Grid",
    "Inflow",
    "Ledger",
    "Model",
    "Open",
    "Oscillator",
    "Outflow",
    "Periodic",
    "Rain",
    "Scene",
    "Simulation",
    "Wall",
    "WaveMaker",
    "WavetankError",
]
