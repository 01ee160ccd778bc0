"""What can be measured of Skirlo's waves: how a hump splits, and how its ring bends over a cone.

Where ground changes slowly, a wave goes along rays,

    dx/dt = c^2 p,   dp/dt = -p^2 / 2 grad c^2,   c^2 = g d,

with p across the front, |p| = 1/c (the equations of geometrical optics).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians, sin, sqrt
from typing import Any

import numpy as np

from wavetank.arrays import Array
from wavetank.model.bumps import Gaussian
from wavetank.model.grid import Grid
from wavetank.model.model import Model
from wavetank.solvers.implicit_wave import ImplicitWave
from wavetank.solvers.volume import puddles
from wavetank.studies import shores
from wavetank.studies.measure import Numbers, crest_direction

HUMP = (2.2, 5.0)
"""Middle of the hump in the scene `cone_beach` [m]."""
LOW, AS_FILMED = 0.003, 0.3
"""Heights of the hump [m]: so low that water rises nowhere to speak of, and the scene's."""
SOON, LATE = 0.8, 1.9
"""When a ray passes the two places at which the crest is timed [s]."""
OFF = 3.2
"""How far from the hump two parts of the front are compared [m]."""
LOOKS = 120
"""How often the water is looked at [1/s]."""
AROUND = 0.3
"""Half the width of the piece of the front whose direction is measured [m]."""

Ray = Callable[[float], Numbers]
"""x, y and p along x and y, at a time [s]."""


def ray_over(model: Model, start: tuple[float, float], angle: float) -> Ray:
    """The ray that sets out at an angle from the x axis [degrees]."""
    from scipy.integrate import solve_ivp
    from scipy.interpolate import RectBivariateSpline

    x, y = model.grid.centres()
    squared: Any = RectBivariateSpline(y[:, 0], x[0], model.gravity * (model.level - model.bed))

    def moves(_: float, now: Numbers) -> Numbers:
        x, y, px, py = now
        half = -(px * px + py * py) / 2
        c2, along_x, along_y = (
            float(squared.ev(y, x, dx=dy, dy=dx)) for dx, dy in ((0, 0), (1, 0), (0, 1))
        )
        return np.array([c2 * px, c2 * py, half * along_x, half * along_y])

    c = sqrt(float(squared.ev(start[1], start[0])))
    begin = [*start, cos(radians(angle)) / c, sin(radians(angle)) / c]
    solved: Any = solve_ivp(moves, (0, LATE), begin, max_step=0.02, dense_output=True)
    ray: Ray = solved.sol
    return ray


@dataclass(frozen=True)
class Bend:
    """One part of the front on its way to the beach."""

    start: float
    """Where it sets out to, from the x axis [degrees]."""
    ray: float
    """Where its ray goes at last [degrees]."""
    front: float
    """Where its crest goes there [degrees]."""
    took: float
    """How long the crest took from the first place on the ray to the last [s]; in theory
    LATE - SOON."""
    share: float
    """Height of the crest at the first place, over the hump's."""
    lag: tuple[float, float]
    """When the crest is OFF from the hump, in theory and measured [s]."""


def bends(height: float, starts: Sequence[float], cells: int = 160) -> list[Bend]:
    """Parts of the front that a hump of a height [m] sends toward the cone of `cone_beach`."""
    changes = {"water.bumps.0.height": height, "frames.dt": 1 / 480}
    simulation = shores.scene("cone_beach", cells, **changes)
    model, film = simulation.model, []
    still = np.maximum(model.level - model.bed, 0)
    for k in range(int((LATE + 0.1) * LOOKS)):
        simulation.advance(k / LOOKS)
        film.append((simulation.state.depth - still).astype(np.float32))
    return [bend(film, model, start, height) for start in starts]


def bend(film: Sequence[Array], model: Model, start: float, height: float) -> Bend:
    """The part of the front that sets out at an angle."""
    ray = ray_over(model, HUMP, start)
    times = np.linspace(SOON, LATE, 200)
    off = [hypot(*(ray(t)[:2] - HUMP)) for t in times]
    at_off = float(np.interp(OFF, off, times))
    crests = [crest_at(film, model.grid, ray(t)) for t in (SOON, LATE, at_off)]
    x, y, px, py = ray(LATE)
    rise = film[round(crests[1][0] * LOOKS)]
    rows, columns = (
        slice(*(round((z + side) / model.grid.spacing) for side in (-AROUND, AROUND)))
        for z in (y, x)
    )
    return Bend(
        start,
        degrees(atan2(py, px)),
        crest_direction(rise[rows, columns]),
        crests[1][0] - crests[0][0],
        crests[0][1] / height,
        (at_off, crests[2][0]),
    )


def crest_at(film: Sequence[Array], grid: Grid, place: Numbers) -> tuple[float, float]:
    """When a crest passes a place [s], and how high it is there [m]."""
    from scipy.ndimage import map_coordinates

    cell = [[z / grid.spacing - 0.5] for z in place[1::-1]]
    heights = np.array([map_coordinates(h, cell, order=1)[0] for h in film], float)
    k = min(max(int(heights.argmax()), 1), len(heights) - 2)
    before, top, after = heights[k - 1 : k + 2]
    return (k + (before - after) / (before - 2 * top + after) / 2) / LOOKS, float(top)


@dataclass(frozen=True)
class Split:
    """What becomes of a hump in a channel."""

    heights: tuple[float, float]
    """Of the crests that go west and east, over the hump's."""
    speed: float
    """Of the one that goes east, over sqrt(g d)."""
    echo: float
    """Height of the one that comes back from the wall, over what it was."""


def split(cells: int = 800, depth: float = 0.8, radius: float = 0.55) -> Split:
    """A low hump in the middle of a channel of 16 m, as deep as the sea of `cone_beach`."""
    grid = Grid(cells, 1, 16.0 / cells)
    x, y = grid.centres()
    lift = Gaussian(8.0, float(y[0, 0]), radius, LOW).lift(grid)
    solver = ImplicitWave(Model(grid, bed=-depth, surface=lift))
    state, c = solver.start(), sqrt(9.81 * depth)
    dt = 0.1 * grid.spacing / c

    def crests(distance: float) -> list[tuple[float, float]]:
        """Place [m] and height of both crests once they have gone so far."""
        while state.time * c < distance:
            solver.step(state, dt)
        rise = state.depth[0] - depth
        halves = (0, rise[: cells // 2]), (cells // 2, rise[cells // 2 :])
        return [(float(x[0, k + half.argmax()]), float(half.max())) for k, half in halves]

    near, far, back = crests(3.0), crests(5.0), crests(11.0)
    heights = near[0][1] / LOW, near[1][1] / LOW
    return Split(heights, (far[1][0] - near[1][0]) / 2.0, back[1][1] / far[1][1])


def most_pieces(cells: int = 192, duration: float = 8.0) -> int:
    """Into how many pieces the water of `cone_beach` falls at most, the sea being one."""
    simulation = shores.scene("cone_beach", cells)
    return max(
        int(puddles(depth > shores.FILM, (False, False)).max())
        for depth in shores.looks(simulation, duration)
    )
