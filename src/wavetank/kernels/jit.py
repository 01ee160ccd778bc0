"""How loops are compiled: the one place that knows Numba's settings."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
from numba.core import config

from wavetank.kernels.fresh import keep_fresh

keep_fresh()

# Measured: workqueue gains nothing over one thread, tbb is 1.6 times slower.
config.THREADING_LAYER = "omp"  # type: ignore[attr-defined]

# Threads that wait by spinning make steps up to 20 times slower beside other busy processes.
# On a machine that does nothing else, OMP_WAIT_POLICY=active is up to 5 times faster at 512 x 512.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

# LLVM keeps to half of what AVX-512 has unless told; whole vectors gained 5 to 15 % on large grids.
features = llvmlite.binding.get_host_cpu_features().flatten()
if config.CPU_NAME is None and "+avx512f" in features:  # type: ignore[attr-defined]
    config.CPU_NAME = llvmlite.binding.get_host_cpu_name()  # type: ignore[attr-defined]
    config.CPU_FEATURES = features + ",-prefer-256-bit"  # type: ignore[attr-defined]

# Not nnan, ninf: NaN must stay detectable. Not reassoc: a kernel compiled in this process and
# the same one loaded from the cache were seen to add in another order, and runs must repeat.
FAST_MATH = {"arcp", "contract", "nsz"}
ONE_THREAD_CELLS = 256 * 256  # below this, waking a second thread costs more than it gains

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compile a loop for one thread."""
    compiled = numba.njit(cache=True, error_model="numpy", fastmath=FAST_MATH)(function)
    return cast("F", compiled)


def exact_kernel(function: F) -> F:
    """Compile a loop that may not be reordered, where a sum decides what is done.

    The False must be said: without it a function takes over the fast math of its caller.
    """
    return cast("F", numba.njit(cache=True, error_model="numpy", fastmath=False)(function))


def parallel_kernel(function: F) -> F:
    """Compile a loop whose ``prange`` is shared among threads."""
    compiled = numba.njit(cache=True, error_model="numpy", fastmath=FAST_MATH, parallel=True)
    return cast("F", compiled(function))


def ray_kernel(function: F) -> F:
    """Compile a function that is handed many arrays, makes none, and is called for every ray.

    It does not count who else holds them: the counting took 35 times as long as a normal did.
    It becomes part of what calls it: handing the arrays over took as long as the rest.
    """
    part: dict[str, Any] = {"_nrt": False, "forceinline": True}
    compiled = numba.njit(cache=True, error_model="numpy", fastmath=FAST_MATH, **part)
    return cast("F", compiled(function))


def piece_kernel(function: F) -> F:
    """Compile a loop over a piece of the work, for `share_out` to run many of at once.

    For loops that prange cannot share: numba takes no tuples of tuples of arrays there.
    """
    compiled = numba.njit(cache=True, error_model="numpy", fastmath=FAST_MATH, nogil=True)
    return cast("F", compiled(function))


def share_out(piece: Callable[[int], None], pieces: int) -> None:
    """Do the pieces of a work, 0 to pieces - 1, each as soon as a thread is free for it."""
    most: int = config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    with ThreadPoolExecutor(most) as threads:
        for _ in threads.map(piece, range(pieces)):
            pass


def use_threads_for(cells: int) -> None:
    """Let the next kernels run on as many threads as pay for this many cells."""
    most: int = config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    numba.set_num_threads(1 if cells <= ONE_THREAD_CELLS else most)
