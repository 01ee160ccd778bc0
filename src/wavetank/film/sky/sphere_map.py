"""Sphere map: what water mirrors, picked from the picture of a chrome ball.

So did Nishidate and Nikishkov 2005 ("Fast Water Animation Using the Wave Equation with Damping"),
by the sphere mapping of OpenGL (Haeberli and Segal 1993). A mirrored ray r, in the eye's own
axes, x right, y up, z towards the eye, picks the place

    (s, t) = (r_x, r_y) / m + 1/2,    m = 2 sqrt(r_x^2 + r_y^2 + (r_z + 1)^2)

of a picture 1 wide and 1 high. There a ball of radius 1/2, seen from far away, mirrors r.
The picture turns with the eye, as theirs did: that is the look, and why it is no true mirror.

The picture is computed: the sky of the look, its sun, clouds on a plane above, and dark water
below the horizon, as seen by a camera that looks as far down as one that nobody placed.
"""

import numpy as np
from numba import prange

from wavetank.arrays import Array
from wavetank.film.rays.sky_map import sky_light
from wavetank.film.sky.environment import Environment
from wavetank.kernels.jit import parallel_kernel
from wavetank.look.camera import LOOKS_DOWN
from wavetank.look.view import axes, turned

SIZE = 512
"""Of the picture, across and down [pixels]."""
SUN_ASIDE = 50.0
"""How far to the right of the camera's aim the sun stands [degrees]."""
SUN_SPREAD = 0.05
"""Width of the sun on the ball [rad]: of the true one nothing would be left in a pixel."""
SUN_SHINES = 8.0
"""How bright its middle is; a white card has 1."""
CLOUD_WAVES = 48
"""Plane waves that clouds are made of."""
CLOUD_LENGTHS = (0.15, 3.0)
"""Of these waves, in heights of the clouds."""
CLOUD_FROM, CLOUD_TO = 0.1, 1.4
"""Where clouds begin and where they are dense, in standard deviations of their waves' sum."""
CLOUD_LIGHT = 0.9
"""How bright a dense cloud is, of a white card."""
CLOUD_HORIZON = 0.15
"""Sine of the elevation below which clouds are lost in haze."""
SEA_LIGHT = 0.35
"""What the sea below the horizon sends, of the sky it mirrors."""
SEED = 5
"""Of the clouds."""


def ball_directions(count: int) -> Array:
    """Where pixels (count, count, 3) of a ball's picture look, in the eye's axes."""
    line = 2 * (np.arange(count) + 0.5) / count - 1
    x, y = np.meshgrid(line, -line)
    beyond = np.maximum(np.hypot(x, y), 1)  # corners show the rim
    x, y = x / beyond, y / beyond
    z = np.sqrt(np.maximum(1 - x * x - y * y, 0))
    return np.stack([2 * z * x, 2 * z * y, 2 * z * z - 1], axis=-1)


def chrome_ball(light: Environment) -> Array:
    """The picture (SIZE, SIZE, 3) of a ball under the sun and sky of an environment."""
    down, sun = np.radians(LOOKS_DOWN), np.array(light.sun)
    level = np.array([sun[0], sun[1], 0.0]) if np.hypot(sun[0], sun[1]) > 0 else np.eye(3)[1]
    ahead = turned(level[None] / np.linalg.norm(level), SUN_ASIDE)[0]
    right, up, forward = axes(np.cos(down) * ahead - [0, 0, np.sin(down)])
    there = ball_directions(SIZE) @ np.array([right, up, -forward])
    above = there * [1, 1, 0] + abs(there) * [0, 0, 1]
    picture = np.empty(there.shape)
    look_up(light.map, above.reshape(-1, 3), picture.reshape(-1, 3))
    card = (max(light.sun[2], 0) * np.array(light.sunlight) + light.skylight) / np.pi
    high = there[..., 2:] > 0
    clouds = clouded(above)[..., None] * high
    picture += clouds * (CLOUD_LIGHT * card - picture)
    angle = np.arccos(np.clip(above @ sun, -1, 1))[..., None]
    hue = np.array(light.sunlight) / max(max(light.sunlight), 1e-9)
    picture += (high - clouds) * SUN_SHINES * hue * np.exp(-0.5 * (angle / SUN_SPREAD) ** 2)
    shown: Array = picture * np.where(high, 1.0, SEA_LIGHT)
    return shown.astype(np.float32)


def clouded(above: Array) -> Array:
    """How much of the sky clouds hide in directions (..., 3) above the horizon: a sum of waves."""
    dice = np.random.default_rng(SEED)
    height = np.maximum(above[..., 2], CLOUD_HORIZON / 2)
    x, y = above[..., 0] / height, above[..., 1] / height
    lengths = np.geomspace(*CLOUD_LENGTHS, CLOUD_WAVES)
    total = np.zeros(x.shape)
    for length in lengths:
        turn, phase = dice.uniform(0, 2 * np.pi, 2)
        along = 2 * np.pi / length * (np.cos(turn) * x + np.sin(turn) * y)
        total += length**0.8 * np.cos(along + phase)
    total /= np.sqrt(0.5 * np.sum(lengths**1.6))
    dense = np.clip((total - CLOUD_FROM) / (CLOUD_TO - CLOUD_FROM), 0, 1)
    clear = np.clip(above[..., 2] / CLOUD_HORIZON - 0.5, 0, 1)
    cover: Array = dense * dense * (3 - 2 * dense) * clear
    return cover


@parallel_kernel
def look_up(sky: Array, directions: Array, light: Array) -> None:
    """The light of a sky map in directions (n, 3)."""
    for k in prange(directions.shape[0]):
        d = directions[k]
        light[k, 0], light[k, 1], light[k, 2] = sky_light(sky, d[0], d[1], d[2])
