"""Feature: what a scene may need and not every solver can do."""

from enum import Enum


class Feature(Enum):
    """What a scene may need; the value ends the sentence "cannot handle ..."."""

    DRY_GROUND = "ground that falls dry or floods"
    VORTICES = "water that turns"
    REFRACTION = "waves that slow down over shallow ground"
    ANY_STEP = "time steps beyond the explicit limit"
