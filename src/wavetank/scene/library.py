"""The scenes that come with the project, and how a scene is found by name."""

from pathlib import Path

from wavetank.errors import SceneError, hint_for

PACKAGE = Path(__file__).parents[1]


def folder() -> Path:
    """Where the shipped scenes are: in the installed package, or beside src in a checkout."""
    installed = PACKAGE / "scenes"
    return installed if installed.is_dir() else PACKAGE.parents[1] / "scenes"


def shipped() -> dict[str, Path]:
    """Every shipped scene's file, by the scene's name."""
    return {path.stem: path for path in sorted(folder().glob("*.toml"))}


def find(scene: str | Path) -> Path:
    """The file of a scene given by its path or by its bare name."""
    path = Path(scene)
    if path.is_file():
        return path
    scenes = shipped()
    if str(scene) in scenes:
        return scenes[str(scene)]
    if path.suffix == ".toml" or len(path.parts) > 1:
        raise SceneError(f"{path}: no such file", f"shipped scenes: {', '.join(scenes)}")
    raise SceneError(f"unknown scene '{scene}'", hint_for(str(scene), scenes))
