"""Path: where a camera is at a time, between the keys that say so."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from wavetank.arrays import Array
from wavetank.look.view import Point
from wavetank.model.checks import check_finite, check_positive

INHERITED = ("eye", "target", "lens")
"""What a key takes over from the key before, if it does not say."""


@dataclass(frozen=True)
class Key:
    """Where the camera is at one time; what is not given is as at the key before."""

    time: float
    """When [s]; after the key before, and after 0, where the camera itself is the key."""
    eye: Point | None = None
    """Where it stands, along x, y and z [m]."""
    target: Point | None = None
    """What it looks at, the middle of the picture, along x, y and z [m]."""
    lens: float | None = None
    """Focal length, as on 35 mm film [mm]."""
    cut: bool = False
    """Does it jump here, rather than glide here from the key before?"""

    def __post_init__(self) -> None:
        check_finite(self, "time", "eye", "target")
        check_positive(self, *(["lens"] if self.lens is not None else []))


def filled(keys: Iterable[Key]) -> tuple[Key, ...]:
    """The same keys, each with all that it takes over from the key before."""
    whole: list[Key] = []
    for key in keys:
        given = {name: getattr(key, name) for name in INHERITED if getattr(key, name) is not None}
        whole.append(replace(whole[-1], **given, time=key.time, cut=key.cut) if whole else key)
    return tuple(whole)


def shot_of(keys: Sequence[Key], time: float) -> Sequence[Key]:
    """The keys of the shot that is on at a time: cuts begin shots."""
    cuts = [i for i, key in enumerate(keys) if key.cut]
    start = max((i for i in cuts if keys[i].time <= time), default=0)
    stop = min((i for i in cuts if i > start), default=len(keys))
    return keys[start:stop]


def glide(times: Array, values: Array, time: float) -> Array:
    """A smooth curve through values (n, m) at rising times, standing still before and after.

    Cubic in each piece, its slope continuous. Slopes are those of Fritsch and Butland 1984 (SIAM
    J. Sci. Stat. Comput. 5): no piece leaves the range of the two values it joins, so a camera
    that is above the water at its keys is so between them.
    """
    after = int(np.searchsorted(times, time, side="right"))
    here, there = max(after - 1, 0), min(after, len(times) - 1)
    if here == there or time <= times[0]:
        end: Array = values[here]
        return end
    slopes = slopes_at(times, values)
    step = times[there] - times[here]
    s = (time - times[here]) / step
    curve: Array = (1 + 2 * s) * (1 - s) ** 2 * values[here] + s * s * (3 - 2 * s) * values[there]
    curve += step * s * (1 - s) * ((1 - s) * slopes[here] - s * slopes[there])
    return curve


def slopes_at(times: Array, values: Array) -> Array:
    """The curve's slope at each key: 0 at both ends and where it turns back."""
    steps = np.diff(times)[:, None]
    rates = np.diff(values, axis=0) / steps
    before, after = rates[:-1], rates[1:]
    share = (1 + steps[1:] / (steps[:-1] + steps[1:])) / 3
    onward = before * after > 0
    mean = np.where(onward, share * after + (1 - share) * before, 1)
    slopes = np.zeros_like(values)
    slopes[1:-1] = np.where(onward, before * after / mean, 0)
    return slopes
