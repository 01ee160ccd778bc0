"""The methods that move water, one a file."""

from typing import Any

from wavetank.solvers.damped_wave import DampedWave
from wavetank.solvers.implicit_wave import ImplicitWave
from wavetank.solvers.solver import Solver

SOLVERS: dict[str, type[Solver[Any]]] = {
    "damped_wave": DampedWave,
    "implicit_wave": ImplicitWave,
}
"""Every solver by the name a scene gives it."""
