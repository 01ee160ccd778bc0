"""What a solver is: the one interface between the water and everything else."""

from typing import ClassVar, Protocol, TypeVar, runtime_checkable

from wavetank.errors import SolverError, StepTooLongError
from wavetank.model.features import Feature
from wavetank.model.model import Model
from wavetank.state import State

S = TypeVar("S", bound=State)
S_contra = TypeVar("S_contra", bound=State, contravariant=True)


class Solver(Protocol[S]):
    """Moves the water of one model forward in time.

    To add a solver: write these five, with its options as keyword-only arguments, and name the
    class in ``wavetank.solvers.SOLVERS``.
    """

    title: ClassVar[str]
    """One line for menus and tables, with the paper."""
    handles: ClassVar[frozenset[Feature]]
    """What this method can do beyond waves on a basin that stays wet."""

    def __init__(self, model: Model) -> None: ...

    def start(self) -> S:
        """The model's water as it stands at time zero."""
        ...

    def largest_step(self, state: S) -> float:
        """The longest dt [s] that keeps this state stable; infinite if any does."""
        ...

    def step(self, state: S, dt: float) -> None:
        """Advance the state by dt, in place."""
        ...


@runtime_checkable
class ManySteps(Protocol[S_contra]):
    """A solver that takes many equal steps faster at once than one by one.

    Only for solvers whose largest step stays the same while the water moves.
    """

    def steps(self, state: S_contra, dt: float, times: int) -> None:
        """Advance the state by times · dt, in place, with nothing from outside between."""
        ...


def refuse_longer_than(largest: float, dt: float, title: str) -> None:
    """Refuse a step that an explicit solver would not survive."""
    if dt > largest * (1 + 1e-9):  # a step cut to hit a frame may miss the limit by round-off
        raise StepTooLongError(
            f"dt = {dt:g} s is too long a step for {title}",
            f"largest stable step here: {largest:.6g} s",
        )


def refuse_driving(damping: float) -> None:
    """Refuse a damping that would make waves grow."""
    if not damping >= 0:
        raise SolverError(f"damping must not be negative, got {damping}", "0 lets waves run on")
