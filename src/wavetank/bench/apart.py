"""A film in a process of its own: how long it takes, and how much memory, on some threads.

python -m wavetank.bench.apart RUN.zarr WIDTH HEIGHT PICTURES
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from wavetank.film.picture import Size


@dataclass(frozen=True)
class Apart:
    """What a process took that made a film of some pictures, evenly spread over a recording."""

    seconds: float
    """For the film [s], once one picture is drawn and all is compiled."""
    processor: float
    """Time of all processors for it [s]."""
    memory: float | None
    """At most [bytes]; None where the system does not say."""


def film_apart(run: Path, size: Size, pictures: int, threads: int) -> Apart:
    """Film a recording in a process of its own."""
    words = [str(run), *map(str, size), str(pictures)]
    done = subprocess.run(
        [sys.executable, "-m", __name__, *words],
        env={**os.environ, "NUMBA_NUM_THREADS": str(threads)},
        capture_output=True,
        text=True,
        check=True,
    )
    return Apart(**json.loads(done.stdout))


def film(run: Path, size: Size, pictures: int) -> Apart:
    """Film a recording here; a first film, of its first frame, compiles."""
    from wavetank.film.shoot import Order, shoot
    from wavetank.film.shots import recording_shot

    shot, out = recording_shot(run, {}), run.with_name("apart.mp4")
    shoot([shot], Order(out, size=size, frames=slice(1), force=True))
    begin, busy = perf_counter(), process_time()
    step = max(shot.count // pictures, 1)
    shoot([shot], Order(out, size=size, frames=slice(None, None, step), force=True))
    return Apart(perf_counter() - begin, process_time() - busy, peak_memory())


def peak_memory() -> float | None:
    """The most that this process has held [bytes]."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(most if sys.platform == "darwin" else 1024 * most)


if __name__ == "__main__":
    folder, width, height, count = sys.argv[1:]
    print(json.dumps(vars(film(Path(folder), (int(width), int(height)), int(count)))))
