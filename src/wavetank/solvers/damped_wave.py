"""Damped wave solver.

Y. Nishidate and G. P. Nikishkov, "Fast Water Animation Using the Wave Equation with Damping",
ICCS 2005. Equation numbers below are the paper's, its slips of sign mended:

    h_tt + k h_t = c^2 (h_xx + h_yy)                                        (3)
    h(t + dt) = h + R (h - h(t - dt)) + c^2 dt^2 L h,   R = exp(-k dt)      (5), (6)

(the paper's R = 1 - k dt is the same to first order, but can fall below zero). L is the
Laplacian from 4 neighbours (5) or from 8 (6); the paper's sum for 8 is twice a Laplacian and
is halved here, or waves would run too fast by the square root of two.

The memory is not h(t - dt), which turns a drop put in from outside into a blow, but the
velocity potential f, whose slopes are the velocities u and v:

    f' = R f - g dt (h - level)        d' = d - dt (c^2/g) L f'

Both are the same scheme: eliminate f, and (6) is what remains. f stands half a step behind d
(leap-frog), so the first kick, and any after a change of dt, is from where f stands to half a
step ahead of d: that keeps the second order whatever the steps.

Good at: rings, rain, speed; basins of any shape, with mirrors for walls.
Cannot: ground that falls dry, waves that feel the ground (c is one number), currents that turn.
"""

from dataclasses import dataclass, field
from math import exp, inf, sqrt
from typing import ClassVar, Literal

import numpy as np

from wavetank.arrays import Array, Mask, lined_up
from wavetank.errors import SolverError
from wavetank.kernels import slopes, wave
from wavetank.kernels.jit import use_threads_for
from wavetank.model.features import Feature
from wavetank.model.model import Model
from wavetank.solvers.passages import Gap, Sponge, gaps
from wavetank.solvers.solver import refuse_driving, refuse_longer_than
from wavetank.state import STAYS

EDGES_CORNERS_MIDDLE = {4: (1, 0, 4), 8: (1 / 2, 1 / 4, 3)}
BLEND = {4: 0, 8: 1 / 8}
"""How much of a face's slope comes from each face beside it."""


class Basin:
    """The shape of the water's surface: which faces are open, and the slopes across them."""

    def __init__(self, model: Model, neighbours: int) -> None:
        self.walled = bool(model.walls.any())
        self.spacing = model.dtype.type(model.grid.spacing)
        self.wrap_x, self.wrap_y = model.boundaries.wrap_x, model.boundaries.wrap_y
        self.blend = model.dtype.type(BLEND[neighbours])
        water = ~model.walls
        self.open_x = open_faces(water, self.wrap_x)
        self.open_y = open_faces(water.T, self.wrap_y)

    def slopes_x(self, f: Array) -> Array:
        """The differences of f across all x faces."""
        g = np.empty(self.open_x.shape, f.dtype)
        slopes.along_rows(f, self.open_x, self.blend, self.wrap_y, g)
        return g

    def slopes_y(self, f: Array) -> Array:
        """The differences of f across all y faces."""
        g = np.empty(self.open_y.shape, f.dtype)
        slopes.along_rows(f.T, self.open_y, self.blend, self.wrap_x, g)
        return g.T

    def potential_of(self, u: Array, v: Array) -> Array:
        """The potential whose slopes come nearest to given velocities on the faces."""
        f = np.zeros((u.shape[0], v.shape[1]))  # double: the solve needs it
        kind = u.dtype
        u = u * self.open_x.astype(f.dtype)  # what runs through sides is not the slopes'
        v = v * self.open_y.T.astype(f.dtype)
        if u.any() or v.any():
            from scipy.sparse.linalg import LinearOperator, cg  # slow to import, seldom needed

            def spread(f: Array) -> Array:
                gx, gy = self.slopes_x(f.reshape(shape)), self.slopes_y(f.reshape(shape))
                return -(np.diff(gx, axis=1) + np.diff(gy, axis=0)).ravel()

            shape = f.shape
            sources = -(np.diff(u, axis=1) + np.diff(v, axis=0)) * self.spacing
            laplacian = LinearOperator((f.size, f.size), matvec=spread, dtype=f.dtype)
            f[...] = cg(laplacian, sources.ravel(), rtol=1e-10)[0].reshape(shape)
        return f.astype(kind)

    def sharpest(self, neighbours: int) -> float:
        """An upper bound for the largest eigenvalue of -L.

        Summed over the vertices of the grid: four cells around one give 4 (8 neighbours) or 8
        (4 neighbours), three, around a convex corner of the wall, 6; a single row 4.
        """
        if 1 in self.open_x.shape or 1 in self.open_y.shape:
            return 4.0
        corner = 6.0 if self.walled else 4.0
        return corner if neighbours == 8 else 8.0


def open_faces(water: Mask, wrap: bool) -> Mask:
    """The faces of all rows with water on both sides."""
    ny, nx = water.shape
    faces = np.zeros((ny, nx + 1), dtype=np.bool_)
    faces[:, 1:-1] = water[:, 1:] & water[:, :-1]
    if wrap:
        faces[:, 0] = faces[:, -1] = water[:, 0] & water[:, -1]
    return faces


@dataclass
class DampedWaveState:
    """Depth, and the potential whose slopes are the velocities."""

    time: float
    """Simulated time [s]."""
    depth: Array
    """Height of the water column [m], at cell centres."""
    potential: Array
    """Velocity potential f [m^2/s], at cell centres."""
    kicked: float
    """The time at which f stands [s], half a step behind the depth's."""
    levels: Array
    """Level of the water right at each side [m]; a row a side: west, east, south, north."""
    solver: "DampedWave" = field(repr=False, metadata=STAYS)
    """Whose basin the slopes are taken in."""
    inflow: float = 0.0
    """Volume that has come in through the sides since the start, less what left [m^3]."""

    @property
    def u(self) -> Array:
        """Velocity along x [m/s], on x faces; a copy, made when looked at."""
        return self.solver.u(self)

    @property
    def v(self) -> Array:
        """Velocity along y [m/s], on y faces; a copy, made when looked at."""
        return self.solver.v(self)


class DampedWave:
    """Moves the water by the damped wave equation."""

    title: ClassVar[str] = "damped wave equation, explicit (Nishidate & Nikishkov 2005)"
    handles: ClassVar[frozenset[Feature]] = frozenset()

    def __init__(
        self,
        model: Model,
        *,
        damping: float = 0.0,
        neighbours: Literal[4, 8] = 8,
        speed: float | None = None,
    ) -> None:
        """damping [1/s]: a wave falls to a third in 2 / damping; speed [m/s], else sqrt(g d)."""
        refuse_driving(damping)
        if speed is not None and not speed > 0:
            raise SolverError(f"speed must be positive, got {speed}", "left out: sqrt(g d)")
        self.model = model
        self.damping = damping
        depth = model.start_depth()[~model.walls]
        self.speed = (
            sqrt(model.gravity * float(depth.mean(dtype=np.float64))) if speed is None else speed
        )
        self.still_depth = self.speed**2 / model.gravity
        self.basin = Basin(model, neighbours)
        self.weights = np.array(EDGES_CORNERS_MIDDLE[neighbours], model.dtype)
        level_ground = bool((model.bed == model.bed[0]).all())
        self.bed_rows = lined_up(model.bed[:1] if level_ground else model.bed)
        self.gaps = gaps(model)
        self.sponge = Sponge(model)
        self.limit = self.stable_step(self.basin.sharpest(neighbours))

    def stable_step(self, sharpest: float) -> float:
        """The longest dt with (c dt/dx)^2 sharpest <= 2 (1 + R), found by halving."""
        if self.speed == 0:  # no water: nothing moves
            return inf
        safe, unsafe = 0.0, 2 * self.model.grid.spacing / self.speed / sqrt(sharpest)
        for _ in range(60):
            dt = (safe + unsafe) / 2
            courant = self.speed * dt / self.model.grid.spacing
            stable = courant**2 * sharpest <= 2 * (1 + exp(-self.damping * dt))
            safe, unsafe = (dt, unsafe) if stable else (safe, dt)
        return unsafe if self.damping == 0 else safe

    def start(self) -> DampedWaveState:
        """The model's water as it stands at time zero."""
        model = self.model
        levels = np.full((4, max(model.grid.shape)), model.level, model.dtype)
        potential = self.basin.potential_of(*model.start_velocity())
        depth, potential = lined_up(model.start_depth()), lined_up(potential)
        return DampedWaveState(0.0, depth, potential, 0.0, levels, self)

    def largest_step(self, state: DampedWaveState) -> float:
        """The longest dt [s] that is stable, for any state."""
        return self.limit

    def step(self, state: DampedWaveState, dt: float) -> None:
        """Advance the state by dt, in place."""
        self.steps(state, dt, 1)

    def steps(self, state: DampedWaveState, dt: float, times: int) -> None:
        """Advance the state by times * dt, in place."""
        refuse_longer_than(self.limit, dt, "damped_wave")
        use_threads_for(self.model.grid.cells)
        if self.gaps:
            for _ in range(times):
                self.step_with_open_sides(state, dt)
            return
        kick = self.kick(state, dt)
        first = 0 if kick == dt else 1
        self.spread(state, dt, first, kick)
        self.spread(state, dt, times - first, dt)
        state.time += times * dt
        state.kicked = state.time - dt / 2

    def kick(self, state: DampedWaveState, dt: float) -> float:
        """How far f is behind where this step wants it [s]: dt, unless dt was another before."""
        kick = state.time + dt / 2 - state.kicked
        return dt if abs(kick - dt) < 1e-6 * dt else kick

    def step_with_open_sides(self, state: DampedWaveState, dt: float) -> None:
        """Advance the state by dt: first as if all sides were walls, then let water through."""
        before = [state.depth[gap.edge].copy() for gap in self.gaps]
        self.spread(state, dt, 1, self.kick(state, dt))
        for gap, depth in zip(self.gaps, before, strict=True):
            self.let_through(gap, state, depth, dt)
        if self.sponge.works:
            kept = self.sponge.keeps(dt)
            state.inflow += self.sponge.calm(state.depth, kept)
            state.potential *= kept
        state.time += dt
        state.kicked = state.time - dt / 2

    def spread(self, state: DampedWaveState, dt: float, times: int, kick: float) -> None:
        """Step every cell, with mirrors at all walls and sides; f moves on by kick, d by dt."""
        model, real = self.model, self.model.dtype.type
        R, gdt = real(exp(-self.damping * kick)), real(model.gravity * kick)
        k, level = real(self.still_depth * dt / model.grid.spacing**2), real(model.level)
        d, f, basin = state.depth, state.potential, self.basin
        if not basin.walled:
            wraps = basin.wrap_x, basin.wrap_y
            wave.steps(d, f, self.bed_rows, level, R, gdt, k, self.weights, *wraps, times)
            return
        for _ in range(times):
            f *= R
            f -= gdt * (model.bed + d - level)
            slopes.gather(d, basin.slopes_x(f), basin.slopes_y(f), k)

    def let_through(self, gap: Gap, state: DampedWaveState, before: Array, dt: float) -> None:
        """Run water through one side for dt; `before` is the depth beside it before the step.

        Centred in time: the side's level, the flux and the last cell's depth are one small
        system, solved by hand.
        """
        d, n = state.depth[gap.edge], before.size
        h_b = state.levels[gap.row, :n]
        c = self.speed * dt / self.model.grid.spacing
        bed, sea = self.model.bed[gap.edge], gap.sea(state.time + dt / 2)
        both = 2 * bed + before + d
        half = c + c * c / 2
        new = ((1 - half) * h_b + c * (both + c * sea)) / (1 + half)
        out = c * ((h_b + new) / 2 - sea) * ~self.model.walls[gap.edge]
        d -= out.astype(d.dtype)
        h_b[...] = new
        state.inflow -= float(out.sum(dtype=np.float64)) * self.model.grid.cell_area

    def u(self, state: DampedWaveState) -> Array:
        """Velocity along x [m/s], on x faces."""
        u = self.basin.slopes_x(state.potential) / self.basin.spacing
        return self.through_sides(u, state, ("west", "east"))

    def v(self, state: DampedWaveState) -> Array:
        """Velocity along y [m/s], on y faces."""
        v = self.basin.slopes_y(state.potential) / self.basin.spacing
        return self.through_sides(v, state, ("south", "north"))

    def through_sides(
        self, velocity: Array, state: DampedWaveState, names: tuple[str, str]
    ) -> Array:
        """The same velocities, with what runs through the open ones of two sides."""
        for gap in self.gaps:
            if gap.name in names:
                through = velocity[gap.edge]
                rise = state.levels[gap.row, : through.size] - gap.sea(state.time)
                water = ~self.model.walls[gap.edge]
                through[...] = gap.outward * self.speed / self.still_depth * rise * water
        return velocity
