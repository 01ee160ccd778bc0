"""Recordings: frames on disk, in a Zarr store that xarray opens."""

from wavetank.recording.recording import Recording

__all__ = ["Recording"]
