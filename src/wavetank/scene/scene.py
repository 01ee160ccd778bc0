"""Scene: everything a user asks for, in one frozen object; a scene file is one of these."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

import numpy as np

from wavetank.arrays import Array
from wavetank.errors import SceneError, WavetankError
from wavetank.look.camera import Camera
from wavetank.look.look import Look
from wavetank.model.boundaries import SIDES, Boundaries
from wavetank.model.bumps import AnyBump
from wavetank.model.checks import check_finite, check_not_negative, check_positive, check_seed
from wavetank.model.features import Feature
from wavetank.model.grid import Grid
from wavetank.model.kinds import BY_KIND
from wavetank.model.model import Model, Precision
from wavetank.model.sources import AnySource
from wavetank.model.terrain import Terrain, ground
from wavetank.model.walls import Walls, wall_cells
from wavetank.scene.options import SolverChoice, build_solver
from wavetank.simulation import Simulation

MOST_FRAMES = 10_000_000


@dataclass(frozen=True)
class WaterTable:
    """The water at the start."""

    surface: float = 0.0
    """Level of the still water, and of the sea beyond open sides [m]."""
    bumps: tuple[AnyBump, ...] = ()
    """How it stands where it is not level."""
    u: float = 0.0
    """Velocity along x of all water at the start [m/s]."""
    v: float = 0.0
    """Velocity along y of all water at the start [m/s]."""

    def __post_init__(self) -> None:
        check_finite(self, "surface", "u", "v")


@dataclass(frozen=True)
class Frames:
    """When the scene is looked at."""

    duration: float
    """How long the scene lasts [s]."""
    rate: float = 30.0
    """Frames a second."""
    dt: float | None = None
    """The solver's step [s], shortened to hit the frames; the largest stable one if not given."""

    def __post_init__(self) -> None:
        check_not_negative(self, "duration")
        check_positive(self, "rate", *(["dt"] if self.dt is not None else []))
        if not self.duration * self.rate <= MOST_FRAMES:
            raise ValueError(f"duration * rate makes more than {MOST_FRAMES:,} frames")


@dataclass(frozen=True)
class Scene:
    """A scene: the tables of its file, by their names."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {
        "extra": "forbid",
        "allow_inf_nan": False,
        "use_attribute_docstrings": True,
    }
    grid: Grid
    """How the tank is cut into cells."""
    frames: Frames
    """When the scene is looked at."""
    solver: SolverChoice
    """The method that moves the water, by `name`, and its options."""
    title: str = ""
    """What it shows, in one line."""
    gravity: float = 9.81
    """How strongly things fall [m/s^2]."""
    precision: Precision = "double"
    """Of all numbers: single is faster, double exact to 1e-16."""
    seed: int = 0
    """What everything random starts from."""
    drying: float = 20.0
    """How long wet ground takes to dry to a third [s]."""
    needs: tuple[Literal["vortices", "refraction", "any_step", "dry_ground"], ...] = ()
    """What a solver must handle beside what the ground and the water tell."""
    terrain: tuple[Annotated[Terrain, BY_KIND], ...] = ()
    """The ground: shapes, each joined to those before; level ground at 0 if there are none."""
    water: WaterTable = field(default_factory=WaterTable)
    """The water at the start."""
    boundaries: Boundaries = field(default_factory=Boundaries)
    """How the four sides answer the water."""
    walls: tuple[Annotated[Walls, BY_KIND], ...] = ()
    """Shapes that are wall."""
    sources: tuple[AnySource, ...] = ()
    """What puts water in or takes it out."""
    camera: Camera | None = None
    """From where a film looks at it; if not given, so that all of the tank is in view."""
    look: Look = field(default_factory=Look)
    """In what light it is seen, and what it is made of."""
    file: Path | None = field(default=None, init=False, repr=False, compare=False)
    """The file it was read from."""

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_positive(self, "gravity", "drying")

    @classmethod
    def read(cls, file: str | Path, changes: Mapping[str, Any] | None = None) -> "Scene":
        """The scene of a file, or a shipped one by its bare name.

        changes: values to put in place of the file's, by path: {"frames.duration": 5.0}.
        """
        from wavetank.scene import library, reader  # pydantic: 0.05 s to import

        path = library.find(file)
        tables = reader.changed(reader.tables_of(path), changes or {})
        scene = reader.object_of(cls, tables, str(path))
        object.__setattr__(scene, "file", path)
        return scene

    @property
    def name(self) -> str:
        """What the scene is called: its file's name, without the ending."""
        return self.file.stem if self.file else "scene"

    def text(self) -> str:
        """The scene as one line of JSON, the same for the same scene; without its duration."""
        tables = asdict(self)
        del tables["file"], tables["frames"]["duration"]
        return json.dumps(tables, default=str, sort_keys=True)

    def model(self) -> Model:
        """The world this scene describes; height maps are looked for beside its file."""
        folder = self.file.parent if self.file else Path()
        bed = ground(self.terrain, self.grid, folder)
        level = np.full(self.grid.shape, self.water.surface)
        walls = wall_cells(self.walls, self.grid, folder, bed, level)
        depth = np.maximum(level - bed, 0)
        lift, u, v = self.bumps(depth)
        sides = {name: getattr(self.boundaries, name) for name in SIDES}
        return Model(
            self.grid,
            bed=bed,
            surface=level + lift,
            u=u,
            v=v,
            gravity=self.gravity,
            sources=self.sources,
            walls=walls if walls.any() else None,
            level=self.water.surface,
            precision=self.precision,
            seed=self.seed,
            drying=self.drying,
            needs=frozenset(Feature[need.upper()] for need in self.needs),
            **sides,
        )

    def bumps(self, depth: Array) -> tuple[Array, Array, Array]:
        """All bumps together: how far they lift the water, and the velocities they bring.

        Long waves that all travel one way have u = 2 sqrt(g (d + e)) - 2 sqrt(g d), which for
        a low one is e sqrt(g/d).
        """
        lift = np.zeros_like(depth)
        u, v = np.full_like(depth, self.water.u), np.full_like(depth, self.water.v)
        for bump in self.water.bumps:
            height = bump.lift(self.grid)
            east, north = bump.travels()
            lift += height
            c, risen = np.sqrt(self.gravity * depth), np.maximum(depth + height, 0)
            speed = 2 * (np.sqrt(self.gravity * risen) - c)
            u += east * speed
            v += north * speed
        return lift, u, v

    def simulation(self) -> Simulation:
        """The water of this scene, ready to move."""
        try:
            model = self.model()
            return Simulation(model, build_solver(self.solver, model), dt=self.frames.dt)
        except MemoryError:
            grid = self.grid
            raise SceneError(
                f"{self.file or 'scene'}: no memory for {grid.nx} x {grid.ny} cells",
                'a coarser grid, or precision = "single"',
            ) from None
        except WavetankError as error:
            where = f"{self.file}: " if self.file else ""
            raise type(error)(where + error.problem, error.instead) from error

    def frame_count(self) -> int:
        """How many frames it makes, the first and the last included."""
        return round(self.frames.duration * self.frames.rate) + 1
