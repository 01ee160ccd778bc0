"""Model: everything about the world that stays while the water moves."""

from collections.abc import Callable, Sequence, Set
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from wavetank.arrays import Array, Mask
from wavetank.errors import ModelError
from wavetank.model.bodies import Body
from wavetank.model.boundaries import Boundaries, Open, Periodic, Side, Wall, WaveMaker
from wavetank.model.checks import LARGEST, SMALLEST
from wavetank.model.features import Feature
from wavetank.model.grid import Grid
from wavetank.model.sources import Source

Field = npt.ArrayLike | Callable[[Array, Array], npt.ArrayLike]
"""Numbers over the cells: an array, one number for all, or a function of x and y [m]."""

Precision = Literal["single", "double"]
PRECISIONS: dict[Precision, type] = {"single": np.float32, "double": np.float64}

SIDES_BY_NAME: dict[str, type[Wall] | type[Periodic] | type[Open]] = {
    "wall": Wall,
    "periodic": Periodic,
    "open": Open,
}


class Model:
    """A basin, the water it starts with, its sides, and what acts on the water.

    Arrays are [j, i] over cell centres; a model's arrays cannot be written to.
    """

    def __init__(
        self,
        grid: Grid,
        *,
        bed: Field,
        surface: Field,
        u: Field = 0.0,
        v: Field = 0.0,
        gravity: float = 9.81,
        west: Side | str = "wall",
        east: Side | str = "wall",
        south: Side | str = "wall",
        north: Side | str = "wall",
        sources: Sequence[Source] = (),
        bodies: Sequence[Body] = (),
        walls: npt.ArrayLike | None = None,
        level: float | None = None,
        precision: Precision = "double",
        seed: int = 0,
        needs: Set[Feature] = frozenset(),
        drying: float = 20.0,
    ) -> None:
        for name, value in (("gravity", gravity), ("drying", drying)):
            if not SMALLEST <= value <= LARGEST:
                raise ModelError(f"{name} must be positive, got {value}", "9.81 and 20 are usual")
        if level is not None and not abs(level) <= LARGEST:
            raise ModelError(f"level must be finite, got {level}", "leave it out: it is found")
        if precision not in PRECISIONS:
            raise ModelError(f"unknown precision '{precision}'", "'single' or 'double'")
        self.grid = grid
        self.gravity = gravity
        self.dtype = np.dtype(PRECISIONS[precision])
        self.seed = seed
        """What everything random starts from."""
        self.drying = drying
        """How long wet ground takes to dry to a third [s]."""
        self.asked = frozenset(needs)
        """What a solver must handle beside what the ground tells."""
        self.sources = tuple(sources)
        self.bodies = tuple(bodies)
        for k, source in enumerate(self.sources):
            check_place(f"source {k + 1} ({source.kind})", source, grid)
        self.boundaries = boundaries(west=west, east=east, south=south, north=north)

        self.bed = field("bed", bed, grid, self.dtype)
        """Height of the ground [m]."""
        self.surface = np.maximum(field("surface", surface, grid, self.dtype), self.bed)
        """Height of the water's surface at the start [m]; of the ground, where it is dry."""
        self.u = field("u", u, grid, self.dtype)
        """Velocity along x at the start [m/s], at cell centres."""
        self.v = field("v", v, grid, self.dtype)
        """Velocity along y at the start [m/s], at cell centres."""
        self.walls = wall_mask(walls, grid)
        """True where a cell is wall."""
        self.level = self.mean_surface() if level is None else level
        """Of still water, and of the sea beyond open sides [m]."""
        for array in (self.bed, self.surface, self.u, self.v, self.walls):
            array.flags.writeable = False

    def start_depth(self) -> Array:
        """The depth of the water at the start [m], as a new array; none in the walls."""
        depth = self.surface - self.bed
        depth[self.walls] = 0
        return depth

    def start_velocity(self) -> tuple[Array, Array]:
        """The velocity at the start [m/s], on x faces and on y faces; none through walls."""
        sides, water = self.boundaries, ~self.walls
        u = to_faces(self.u * water, water, sides.wrap_x, (sides.west, sides.east))
        v = to_faces((self.v * water).T, water.T, sides.wrap_y, (sides.south, sides.north))
        return u, np.ascontiguousarray(v.T)

    def mean_surface(self) -> float:
        """The level of the water at the start, on average; of the lowest ground if all is dry."""
        wet = self.start_depth() > 0
        surface = self.surface[wet]
        return float(np.mean(surface, dtype=np.float64)) if wet.any() else float(self.bed.min())

    def needs(self) -> frozenset[Feature]:
        """What a solver must be able to do to move this model's water."""
        dry = (self.start_depth() <= 0) & ~self.walls
        return self.asked | ({Feature.DRY_GROUND} if dry.any() else set())


def check_place(name: str, thing: object, grid: Grid) -> None:
    """Refuse what stands beside the tank."""
    for axis, end in zip("xy", grid.size, strict=True):
        place = getattr(thing, axis, 0.0)
        if not 0 <= place <= end:
            raise ModelError(
                f"{name}: {axis} = {place:g} m is outside the tank",
                f"the tank goes from {axis} = 0 to {end:g} m",
            )


def boundaries(**sides: Side | str) -> Boundaries:
    """The four sides, each given as an object or by a word."""
    made: dict[str, Side] = {}
    for name, side in sides.items():
        if isinstance(side, str):
            if side not in SIDES_BY_NAME:
                words = ", ".join(f"'{word}'" for word in SIDES_BY_NAME)
                raise ModelError(f"{name}: unknown side '{side}'", f"{words}, or a WaveMaker(...)")
            side = SIDES_BY_NAME[side]()
        made[name] = side
    try:
        return Boundaries(**made)
    except ValueError as error:
        raise ModelError(str(error), "give both sides the same word") from error


def field(name: str, value: Field, grid: Grid, dtype: np.dtype[Any]) -> Array:
    """An array over the cells, checked, as the model's own copy."""
    if callable(value):
        value = value(*grid.centres())
    try:
        with np.errstate(over="ignore"):  # of single precision: infinity is refused below
            given = np.asarray(value, dtype=dtype)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{name} is not made of numbers: {error}", "an array [j, i]") from error
    try:
        array = np.array(np.broadcast_to(given, grid.shape))
    except ValueError as error:
        raise ModelError(
            f"{name} has the shape {given.shape}, the grid {grid.shape}",
            "arrays are [j, i]: ny rows of nx cells",
        ) from error
    bad = np.argwhere(~(np.abs(array) <= LARGEST))
    if len(bad):
        row, column = bad[0]
        raise ModelError(
            f"{name} is {array[row, column]} in row {row}, column {column}",
            f"{len(bad)} of {array.size} cells are not finite, or absurdly large",
        )
    return array


def to_faces(u: Array, water: Mask, wrap: bool, ends: tuple[Side, Side]) -> Array:
    """Values at centres, averaged to the faces between them along the rows; 0 at walls."""
    faces = np.zeros((u.shape[0], u.shape[1] + 1), u.dtype)
    faces[:, 1:-1] = (u[:, 1:] + u[:, :-1]) / 2 * (water[:, 1:] & water[:, :-1])
    if wrap:
        faces[:, 0] = faces[:, -1] = (u[:, 0] + u[:, -1]) / 2 * (water[:, 0] & water[:, -1])
    for end, side in zip((0, -1), ends, strict=True):
        if isinstance(side, Open | WaveMaker):
            faces[:, end] = u[:, end]
    return faces


def wall_mask(walls: npt.ArrayLike | None, grid: Grid) -> Mask:
    """The walls as a mask of the grid's shape, checked."""
    if walls is None:
        return np.zeros(grid.shape, dtype=np.bool_)
    mask = np.array(walls, dtype=np.bool_)
    if mask.shape != grid.shape:
        raise ModelError(
            f"walls has the shape {mask.shape}, the grid {grid.shape}",
            "a mask is [j, i]: ny rows of nx cells, True for wall",
        )
    if mask.all():
        raise ModelError("walls leave no room for water", "True is wall, False is room")
    return mask
