"""Recording: frames on disk, in a Zarr store that `xarray.open_zarr` opens.

Each frame is committed on its own, and with it the state of the simulation: a run that was
killed leaves all its frames, and goes on from the last of them as if nothing had happened.
"""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from json import dumps, loads
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from wavetank.errors import RecordingError
from wavetank.frame import Frame
from wavetank.model.grid import Grid
from wavetank.recording import checkpoint
from wavetank.recording.contents import MOVING, SETTINGS, STILL, attributes, variables
from wavetank.recording.place import make_room, refuse_what_is_no_recording, sound, written
from wavetank.simulation import Simulation

if TYPE_CHECKING:  # zarr takes a third of a second to import: let only those wait who record
    from wavetank.recording.store import ZarrStore


class Recording:
    """The frames of a run, in a folder."""

    def __init__(self, store: "ZarrStore") -> None:
        """Not for you: `create`, `open` or `resume` one."""
        self.store = store
        self.path = store.path
        self.attributes = store.attributes
        """What xarray shows beside the arrays: title, solver, precision, gravity, …"""
        self.title = str(store.attributes["title"])
        self.scene = str(store.attributes["scene"])
        """The text by which the scene is known again."""
        self.rate = float(store.attributes["rate"])
        """Frames a second."""
        self.level = float(store.attributes["level"])
        """Of still water [m]."""
        self.bed, self.walls = store.read("bed"), store.read("walls")
        self.bed.flags.writeable = self.walls.flags.writeable = False
        ny, nx = self.bed.shape
        self.grid = Grid(nx, ny, float(store.attributes["spacing"]))

    @classmethod
    def create(
        cls,
        path: str | PathLike[str],
        simulation: Simulation,
        *,
        rate: float,
        title: str = "",
        scene: str = "",
        options: Mapping[str, object] | None = None,
        force: bool = False,
    ) -> "Recording":
        """Begin a recording. scene: the text by which `resume` will know it again.

        options: the solver's, noted for whoever looks. force: in place of an old recording.
        """
        from wavetank.recording.store import ZarrStore

        about = {"title": title, "rate": float(rate), "scene": scene}
        about["solver_options"] = dumps(dict(options or {}))
        path = Path(path)
        with written(path, "nothing is recorded yet: mend that, or record elsewhere"):
            make_room(path, force)
            ZarrStore.create(path, attributes(simulation) | about, variables(simulation.model))
            checkpoint.make_folder(path)
        return cls.open(path)

    @classmethod
    def open(cls, path: str | PathLike[str]) -> "Recording":
        """Read a recording: the frames it holds at this moment, be it still written or not."""
        from wavetank.recording.store import ZarrStore

        path = Path(path)
        refuse_what_is_no_recording(path)
        with sound(path):
            return cls(ZarrStore(path))

    @classmethod
    def resume(
        cls, path: str | PathLike[str], simulation: Simulation, *, scene: str = ""
    ) -> "Recording":
        """Go on with a recording: take a simulation to its last frame, ready for the next.

        If nothing was committed yet, the simulation is left as it is, to begin.
        """
        recording = cls.open(path)
        recording.refuse_another(simulation, scene)
        if len(recording):
            with sound(recording.path):
                simulation.take_up(checkpoint.read(recording.path, len(recording)))
        with written(recording.path, recording.safe()):
            recording.store.tidy()
            checkpoint.make_folder(recording.path)
        return recording

    def __len__(self) -> int:
        """How many frames are committed."""
        return len(self.store)

    def frames(self) -> Iterator[Frame]:
        """All frames, as the simulation gave them, each read when it is asked for."""
        if not len(self):
            raise RecordingError(
                f"{self.path} holds no frame yet", "--resume goes on with it from the beginning"
            )
        for k in range(len(self)):
            yield self.frame(k)

    def frame(self, k: int) -> Frame:
        """One frame, by its index."""
        if not 0 <= k < len(self):
            raise RecordingError(
                f"{self.path} has no frame {k}", f"it holds {len(self)}, the first is 0"
            )
        with sound(self.path):
            time = float(self.store.read("time", k))
            fields: Any = {name: self.store.read(name, k) for name in MOVING}
        still: Any = {"bed": self.bed, "walls": self.walls, "level": self.level}
        return Frame(self.grid, k, time, **still, **fields)

    def write(self, frame: Frame, simulation: Simulation) -> None:
        """Commit the next frame and the simulation's state with it: both, or neither."""
        self.refuse_out_of_turn(frame, simulation)
        fields = {name: getattr(frame, name) for name in MOVING}
        frames = len(self) + 1
        with written(self.path, self.safe()):
            self.store.put({"time": frame.time, **fields})
            checkpoint.write(self.path, frames, simulation.save())
            self.store.commit(frames)
            checkpoint.keep_only(self.path, frames)

    def safe(self) -> str:
        """What is not lost, and how to go on, when the disk is full or refuses."""
        return f"frames that are safe: {len(self)}; mend that, then --resume goes on with it"

    def refuse_out_of_turn(self, frame: Frame, simulation: Simulation) -> None:
        """Refuse a frame that is not the next one, or not the simulation's present."""
        if frame.index != len(self):
            raise RecordingError(
                f"{self.path}: frame {frame.index} cannot be its next, it holds {len(self)}",
                "record every frame of a simulation, from the first",
            )
        if frame.time != simulation.state.time:
            raise RecordingError(
                f"{self.path}: the simulation has gone on since frame {frame.index}",
                "record each frame before you ask for the next",
            )

    def refuse_another(self, simulation: Simulation, scene: str) -> None:
        """Refuse to go on with anything but the run that was recorded."""
        for name, was, now in self.differences(simulation, scene):
            raise RecordingError(
                f"{self.path} is of another run: its {name} is {was}, this one's {now}",
                "resume with the scene that was recorded; --force records this one in its place",
            )

    def differences(self, simulation: Simulation, scene: str) -> Iterator[tuple[str, Any, Any]]:
        """In what a run is not the one that was recorded: what, as it was, as it is."""
        if scene != self.scene:
            yield "scene", *first_difference(self.scene, scene)
        model, noted = simulation.model, attributes(simulation)
        for name in SETTINGS:
            if self.attributes.get(name) != noted[name]:
                yield name, self.attributes.get(name), noted[name]
        if self.grid != model.grid:
            yield "grid", f"{self.grid.nx} x {self.grid.ny}", f"{model.grid.nx} x {model.grid.ny}"
        for name in STILL:
            if not np.array_equal(getattr(self, name), getattr(model, name)):
                yield name, "one", "another"


def first_difference(was: str, now: str) -> tuple[str, str]:
    """Where two texts first differ: for tables in JSON, the key and its values; else a line."""
    try:
        return first_unlike(loads(was), loads(now))
    except ValueError:
        lines = zip_longest(was.splitlines(), now.splitlines(), fillvalue="")
        one, other = next(((a, b) for a, b in lines if a != b), (was, now))
        return f"'{one:.60}'", f"'{other:.60}'"


def first_unlike(was: Any, now: Any, key: str = "") -> tuple[str, str]:
    """The first key at which two nested tables differ, with the value of each."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name in {**was, **now}:
            if was.get(name) != now.get(name):
                return first_unlike(was.get(name), now.get(name), f"{key}.{name}".lstrip("."))
    return f"{key} = {dumps(was):.60}", f"{key} = {dumps(now):.60}"
