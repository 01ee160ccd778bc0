"""Implicit wave solver.

M. Kass and G. Miller, "Rapid, Stable Fluid Dynamics for Computer Graphics", SIGGRAPH 1990;
S. Skirlo, "Creating Pretty Water Scenes". Equation numbers below are Kass's.

The shallow water equations, without the advection of momentum,

    u_t = -g h_x                      (3)
    h_t = -(d u)_x                    (4), with d inside, as (6) has it

make one wave equation, whose speed sqrt(g d) follows the depth, stepped implicitly:

    A h(n) = h(n-1) + (1 - tau) (h(n-1) - h(n-2))       (17), A from (16)

Two dimensions are split: all rows, then all columns, with the inertia before the first:

    A_x h* = h + (1 - tau) (h(n-1) - h(n-2)),   A_y h' = h*

Here h(n-1) - h(n-2) is not remembered but what it stands for, the velocity:
-dt [(D u)_x + (D v)_y], D the depth of a face. Then what the solve adds to a cell is just what
its new velocities carry through its faces, so volume can be kept the way water keeps it:
nobody gives more than he has. The paper's way, to clip what falls below the ground and to
spread the lost volume over each puddle, is an option, as are Skirlo's (over the whole pool) and
doing nothing. No face opens unless the higher surface stands above the higher ground, so a
lake rests at any shore and no epsilon is needed. tau = 1 - exp(-damping dt).

Good at: any step length, calm shores, puddles, still lakes. Costs: one sweep per axis.
Cannot: vortices, breaking fronts. Loses: short waves, the sooner the longer the step.
"""

from dataclasses import dataclass
from math import exp
from typing import ClassVar

import numpy as np

from wavetank.arrays import Array
from wavetank.kernels import implicit
from wavetank.kernels.jit import use_threads_for
from wavetank.model.features import Feature
from wavetank.model.model import Model
from wavetank.solvers.passages import Gap, Sponge, gaps
from wavetank.solvers.solver import refuse_driving
from wavetank.solvers.volume import KEEP_VOLUME, VolumeRule
from wavetank.state import Water

WALL_HEIGHT = 1e30
"""Height of the ground under a wall [m]: no water stands above it."""


@dataclass
class ImplicitWaveState(Water):
    """The water, and its level right at the sides."""

    levels: Array
    """Level of the water at each side [m]; a row a side: west, east, south, north."""


class ImplicitWave:
    """Moves the water by the implicit wave equation."""

    title: ClassVar[str] = "implicit wave equation over uneven ground (Kass & Miller 1990)"
    handles: ClassVar[frozenset[Feature]] = frozenset(
        {Feature.DRY_GROUND, Feature.REFRACTION, Feature.ANY_STEP}
    )

    def __init__(
        self, model: Model, *, damping: float = 0.0, volume: VolumeRule = "fluxes"
    ) -> None:
        """damping [1/s] gives tau; volume: how it is kept, by fluxes, puddles, pool, or not."""
        refuse_driving(damping)
        self.model = model
        self.damping = damping
        self.keep_volume = KEEP_VOLUME[volume]
        self.bed = np.where(model.walls, model.dtype.type(WALL_HEIGHT), model.bed)
        self.gaps = gaps(model)
        self.sponge = Sponge(model)
        self.ground = implicit.apart(*model.grid.shape, model.dtype)
        """The bed once more, as the kernel is quickest with it [m]."""
        self.ground[...] = self.bed
        self.rise = implicit.apart(*model.grid.shape, model.dtype)
        """What each cell rises in a step [m]; kept, for fresh memory is slow memory."""

    def start(self) -> ImplicitWaveState:
        """The model's water as it stands at time zero."""
        model = self.model
        levels = np.full((4, max(model.grid.shape)), model.level, model.dtype)
        return ImplicitWaveState(0.0, model.start_depth(), *model.start_velocity(), levels)

    def largest_step(self, state: ImplicitWaveState) -> float:
        """Any step is stable."""
        return np.inf

    def step(self, state: ImplicitWaveState, dt: float) -> None:
        """Advance the state by dt, in place."""
        model, grid, real = self.model, self.model.grid, self.model.dtype.type
        use_threads_for(grid.cells)
        keep, r = real(exp(-self.damping * dt)), real(dt / grid.spacing)
        west, east, south, north = self.sides(state, dt)
        wraps = model.boundaries.wrap_x, model.boundaries.wrap_y
        d, u, v, rise = state.depth, state.u, state.v, self.rise

        a = real(model.gravity) * r
        wet = implicit.step(
            d, self.ground, u, v, rise, keep, a, r, west, east, south, north, *wraps
        )
        edges = [d[gap.edge].copy() for gap in self.gaps]
        self.keep_volume(d, self.bed, u, v, rise, r, wraps, wet)

        for gap, depth in zip(self.gaps, edges, strict=True):
            self.note_side(gap, state, depth, dt)
        self.calm(state, dt)
        state.time += dt

    def sides(self, state: ImplicitWaveState, dt: float) -> list[Array]:
        """For each side alpha and beta of q = alpha h' + beta, what runs out through it."""
        ny, nx = self.model.grid.shape
        sides: list[Array] = [np.zeros((2, n), self.model.dtype) for n in (ny, ny, nx, nx)]
        for gap in self.gaps:
            c, rho = self.speed_beside(state.depth[gap.edge], dt)
            h_b = state.levels[gap.row, : c.size]
            sides[gap.row][0] = c * rho / (1 + rho)
            sides[gap.row][1] = c * (h_b / (1 + rho) - gap.sea(state.time + dt))
        return sides

    def speed_beside(self, depth: Array, dt: float) -> tuple[Array, Array]:
        """The wave speed c beside a side, and rho = 2 c dt/dx."""
        c = np.sqrt(self.model.gravity * depth)
        return c, 2 * c * (dt / self.model.grid.spacing)

    def note_side(self, gap: Gap, state: ImplicitWaveState, before: Array, dt: float) -> None:
        """Book what ran through a side, and let the level there follow its neighbour."""
        grid = self.model.grid
        through = (state.u if gap.name in ("west", "east") else state.v)[gap.edge]
        out = float(np.sum(before * through, dtype=np.float64)) * gap.outward
        state.inflow -= out * dt * grid.spacing
        _, rho = self.speed_beside(before, dt)
        level = self.model.bed[gap.edge] + state.depth[gap.edge]
        h_b = state.levels[gap.row, : rho.size]
        h_b[...] = (h_b + rho * level) / (1 + rho)

    def calm(self, state: ImplicitWaveState, dt: float) -> None:
        """Let the sponges act."""
        if not self.sponge.works:
            return
        kept = self.sponge.keeps(dt)
        state.inflow += self.sponge.calm(state.depth, kept)
        state.u[:, 1:-1] *= (kept[:, 1:] + kept[:, :-1]) / 2
        state.v[1:-1, :] *= (kept[1:, :] + kept[:-1, :]) / 2
