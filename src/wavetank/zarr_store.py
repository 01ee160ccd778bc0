"""A Zarr store that grows frame by frame: a frame is in it as a whole, or not at all.

The root's zarr.json repeats the metadata of every array (zarr calls this consolidated), and
readers believe the root. So a frame is committed in one stroke: first its chunks are written,
beyond the end that the root states, then the root is replaced by one that states a frame more.
A process killed in between leaves chunks that nobody looks at.
"""

import json
import os
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import zarr
from zarr.codecs import BloscCodec

ROOT = "zarr.json"
ENDLESS = 2**31
"""Frames that an array is opened for: how many there are is the root's to say."""
SCALARS_A_CHUNK = 1024
"""Of what is one number a frame: readers fetch them all at once, so not one file each."""
COMPRESSOR = BloscCodec(cname="lz4", clevel=5, shuffle="shuffle")
"""Five times as fast as zstd on water, and only 5 % larger: noise in the last bits stays noise."""


@dataclass(frozen=True)
class Variable:
    """One array of a store, with the names of its axes and what it means."""

    axes: tuple[str, ...]
    """Names of its axes; the first is `time` if it grows."""
    about: Mapping[str, str]
    """Its attributes: long_name, units, …"""
    values: npt.NDArray[Any]
    """What it holds if it stays the same; else one frame, for shape and type."""

    @property
    def grows(self) -> bool:
        """Does every frame add to it?"""
        return self.axes[0] == "time" and self.values.ndim < len(self.axes)


class ZarrStore:
    """Arrays in a folder; those along time grow by one frame with each commit."""

    def __init__(self, path: Path) -> None:
        """Open what `create` made. KeyError or ValueError if it is none, or a damaged one."""
        self.path = path
        self.root = read_root(path)
        self.metadata = self.root["consolidated_metadata"]["metadata"]
        group = zarr.open_group(path, mode="r+", zarr_format=3, use_consolidated=True)
        self.arrays = {name: array_without_end(group, name) for name in self.metadata}
        self.attributes: dict[str, Any] = self.root["attributes"]

    @classmethod
    def create(
        cls, path: Path, attributes: Mapping[str, Any], variables: Mapping[str, Variable]
    ) -> "ZarrStore":
        """Make a store without frames, in place of whatever zarr.json is there."""
        group = zarr.create_group(
            path, zarr_format=3, overwrite=True, attributes=dict(attributes)
        )
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
        if not (self.path / name / chunk).exists():  # zarr would read it as fill values
            raise ValueError(f"{name}/{chunk} is missing")
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
            if array["dimension_names"][0] == "time":
                array["shape"][0] = length
                write_json(self.path / name / ROOT, array)  # for readers that ask each array
        write_json(self.path / ROOT, root)
        self.root, self.metadata = root, metadata

    def tidy(self) -> None:
        """Clear away what a killed process left half done."""
        for left in self.path.rglob("*.partial"):
            left.unlink()
        self.commit(len(self))


def read_root(path: Path) -> dict[str, Any]:
    """A store's root metadata."""
    root = json.loads((path / ROOT).read_bytes())
    if not isinstance(root, dict):
        raise ValueError(f"{ROOT} holds no table")
    return root


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


def array_without_end(group: zarr.Group, name: str) -> zarr.Array[Any]:
    """An array of a store; if it grows, open for any number of frames."""
    array = group[name]
    if not isinstance(array, zarr.Array):
        raise ValueError(f"{name} is no array")
    metadata = array.metadata
    if array.metadata.dimension_names[0] == "time":
        metadata = metadata.update_shape((ENDLESS, *array.shape[1:]))
    every_chunk = {"write_empty_chunks": True}  # so that a missing one can be told from an empty
    return zarr.Array(zarr.AsyncArray(metadata, array.store_path, config=every_chunk))


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file that takes its place only when it is complete."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        with partial.open("wb") as file:
            yield file
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def write_json(path: Path, table: Mapping[str, Any]) -> None:
    """Write a metadata file, in one stroke."""
    with written_whole(path) as file:
        file.write(json.dumps(table, indent=1).encode())
