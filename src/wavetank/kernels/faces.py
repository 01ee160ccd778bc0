"""What stands between two cells: how deep a face is, and what may run through it."""

from wavetank.kernels.jit import kernel

MOLECULE = 3e-10
"""Depth [m] of one layer of water molecules: shallower films do not flow (keeps denormals out)."""


@kernel
def face_depth(bl: float, dl: float, br: float, dr: float) -> float:
    """The depth of water that can pass between a left and a right cell; 0 where none can.

    The mean of both depths where both are wet (the paper's); over a sill into a dry cell only
    what stands above the higher ground; 0 if the higher surface does not reach it.
    """
    head = max(bl + dl, br + dr) - max(bl, br)
    if not (head > 0 and max(dl, dr) > MOLECULE):
        return bl * 0
    if min(dl, dr) > 0:
        return (dl + dr) / 2
    return head
