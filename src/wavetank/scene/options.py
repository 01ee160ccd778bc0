"""Options: each solver's keyword-only arguments, as the table [solver] of a scene file."""

from dataclasses import field, fields, make_dataclass
from functools import reduce
from inspect import Parameter, signature
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, get_type_hints

from wavetank.model.kinds import ByKind
from wavetank.model.model import Model
from wavetank.solvers import SOLVERS
from wavetank.solvers.solver import Solver


def option_table(name: str, solver: type[Solver[Any]]) -> type:
    """A frozen dataclass whose fields are what the solver's constructor takes beside the model."""
    hints = get_type_hints(solver.__init__)
    options = [
        (option.name, hints[option.name], field(default=option.default))
        for option in signature(solver).parameters.values()
        if option.kind is Parameter.KEYWORD_ONLY
    ]
    named = ("name", Literal[name], field(default=name))
    table = make_dataclass(f"{solver.__name__}Options", [named, *options], frozen=True)
    table.__doc__ = f"{solver.title}. {solver.__init__.__doc__ or ''}".strip()
    return table


OPTION_TABLES = {name: option_table(name, solver) for name, solver in SOLVERS.items()}

if TYPE_CHECKING:
    SolverChoice: TypeAlias = Any
else:
    SolverChoice = Annotated[reduce(or_, OPTION_TABLES.values()), ByKind("name")]


def build_solver(choice: Any, model: Model) -> Solver[Any]:
    """The solver that a table [solver] asks for."""
    options = {part.name: getattr(choice, part.name) for part in fields(choice)}
    return SOLVERS[options.pop("name")](model, **options)
