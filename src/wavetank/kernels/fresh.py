"""Fresh: kernels kept on disk are compiled anew when anything they may call has changed.

Numba looks only at the file a kernel stands in, and would go on with an old copy of what that
calls from other files. Here a kernel counts as changed with any file of its part of the package
that compiles kernels, and with any of these.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

from numba.core import caching

HERE = Path(__file__).parent
COMPILES = b"wavetank.kernels.jit"
"""What stands in files that compile kernels."""


@lru_cache
def stamp_of(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Names, times and sizes of the files below a folder that compile kernels."""
    files = [file for file in sorted(folder.rglob("*.py")) if COMPILES in file.read_bytes()]
    stats = [(str(file.relative_to(folder)), file.stat()) for file in files]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


class Fresh:
    """For where Numba looks for what it keeps: only this package's kernels, with their stamp."""

    _py_file: str

    def get_source_stamp(self) -> Any:
        """What must be the same for a kept kernel to be used."""
        part = Path(self._py_file).relative_to(HERE.parent).parts[0]
        return stamp_of(HERE.parent / part), stamp_of(HERE)

    @classmethod
    def from_function(cls, function: Any, file: str) -> Any:
        """Where a function is kept; None if that is for others to say."""
        if HERE.parent not in Path(file).parents:
            return None
        return super().from_function(function, file)  # type: ignore[misc]


class Given(Fresh, caching.UserProvidedCacheLocator):
    """Where NUMBA_CACHE_DIR says."""


class Beside(Fresh, caching.InTreeCacheLocator):
    """Beside the source."""


class OfTheUser(Fresh, caching.UserWideCacheLocator):
    """In the user's own folder, where the source's cannot be written."""


def keep_fresh() -> None:
    """Let Numba ask here first."""
    known: Any = caching.CacheImpl
    known._locator_classes = [Given, Beside, OfTheUser, *known._locator_classes]
