"""A Zarr store that grows frame by frame: a frame is in it as a whole, or not at all.

The root's zarr.json repeats the metadata of every array (zarr calls this consolidated), and
readers believe the root. So a frame is committed in one stroke: first its chunks are written,
beyond the end that the root states, then the root is replaced by one that states a frame more.
A process killed in between leaves chunks that nobody looks at.
"""

import warnings
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import zarr
from zarr.codecs import BloscCodec
from zarr.storage import LocalStore, StorePath

from wavetank.recording.contents import Variable
from wavetank.recording.files import PARTIAL, read_json, write_json

ROOT = "zarr.json"
ENDLESS = 2**31
"""Frames that an array is opened for: how many there are is the root's to say."""
SCALARS_A_CHUNK = 1024
"""Of what is one number a frame: readers fetch them all at once, so not one file each."""
COMPRESSOR = BloscCodec(cname="lz4", clevel=5, shuffle="shuffle")
"""Five times as fast as zstd on water, and only 5 % larger: noise in the last bits stays noise."""


class ZarrStore:
    """Arrays in a folder; those along time grow by one frame with each commit."""

    def __init__(self, path: Path) -> None:
        """Open what `create` made. KeyError or ValueError if it is none, or a damaged one."""
        self.path = path
        self.root = read_json(path / ROOT)
        self.metadata = self.root["consolidated_metadata"]["metadata"]
        store = LocalStore(path)
        self.arrays = {
            name: array_without_end(store, name, metadata)
            for name, metadata in self.metadata.items()
        }
        self.attributes: dict[str, Any] = self.root["attributes"]

    @classmethod
    def create(
        cls, path: Path, attributes: Mapping[str, Any], variables: Mapping[str, Variable]
    ) -> "ZarrStore":
        """Make a store without frames, in place of whatever zarr.json is there."""
        group = zarr.create_group(path, zarr_format=3, overwrite=True, attributes=dict(attributes))
        for name, variable in variables.items():
            add_array(group, name, variable)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Consolidated metadata is currently not part")
            zarr.consolidate_metadata(path, zarr_format=3)
        return cls(path)

    def __len__(self) -> int:
        """How many frames are committed."""
        return int(self.metadata["time"]["shape"][0])

    def read(self, name: str, k: int | None = None) -> npt.NDArray[Any]:
        """An array's values, of frame k if it grows. ValueError if they are missing or damaged."""
        array = self.arrays[name]
        row = 0 if k is None else k // array.chunks[0]
        chunk = array.metadata.encode_chunk_key((row,) + (0,) * (array.ndim - 1))
        if not is_whole(self.path / name / chunk):
            raise ValueError(f"{name}/{chunk} is missing or cut short")
        try:
            return np.asarray(array[...] if k is None else array[k])
        except RuntimeError as error:  # Blosc's word for a chunk it cannot make out
            raise ValueError(f"{name}/{chunk} is damaged") from error

    def put(self, values: Mapping[str, npt.ArrayLike]) -> None:
        """Write the next frame, which is not there before it is committed."""
        for name, value in values.items():
            self.arrays[name][len(self)] = value

    def commit(self, length: int) -> None:
        """Let the store hold this many frames, from now on and for every reader."""
        root = deepcopy(self.root)
        metadata = root["consolidated_metadata"]["metadata"]
        for name, array in metadata.items():
            if grows(array):
                array["shape"][0] = length
                write_json(self.path / name / ROOT, array)  # for readers that ask each array
        write_json(self.path / ROOT, root)
        self.root, self.metadata = root, metadata

    def tidy(self) -> None:
        """Clear away what a killed process left half done."""
        for left in self.path.rglob(f"*{PARTIAL}"):
            left.unlink()
        self.commit(len(self))


def is_whole(chunk: Path) -> bool:
    """Is a chunk there, and as long as its Blosc header says?

    Zarr would read a missing one as fill values, and Blosc may read on past a short one's end.
    """
    if not chunk.exists():
        return False
    with chunk.open("rb") as file:
        header = file.read(16)
    return int.from_bytes(header[12:], "little") == chunk.stat().st_size > 16


def add_array(group: zarr.Group, name: str, variable: Variable) -> None:
    """Make an array: with its values, or empty and ready to grow."""
    shape = variable.values.shape
    chunks = (1, *shape) if shape else (SCALARS_A_CHUNK,)
    array = group.create_array(
        name,
        shape=(0, *shape) if variable.grows else shape,
        chunks=chunks if variable.grows else shape,
        dtype=variable.values.dtype,
        compressors=COMPRESSOR,
        fill_value=np.nan if variable.values.dtype.kind == "f" else 0,  # shows what is missing
        chunk_key_encoding={"name": "default", "separator": "."},  # one folder an array
        dimension_names=variable.axes,
        attributes=dict(variable.about),
        config={"write_empty_chunks": True},
    )
    if not variable.grows:
        array[...] = variable.values


def grows(metadata: Mapping[str, Any]) -> bool:
    """Does an array of this metadata run along time? (It may be one that somebody added.)"""
    axes = metadata.get("dimension_names") or [""]
    return bool(axes[0] == "time")


def array_without_end(store: LocalStore, name: str, metadata: Any) -> zarr.Array[Any]:
    """An array of a store; if it grows, open for any number of frames."""
    if grows(metadata):
        metadata = metadata | {"shape": [ENDLESS, *metadata["shape"][1:]]}
    path = StorePath(store, name)  # and frames that are not compared with the fill value:
    return zarr.Array(zarr.AsyncArray(metadata, path, config={"write_empty_chunks": True}))
