"""Reader: TOML tables to objects, and what is wrong with them in two lines."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from wavetank.errors import SceneError, hint_for
from wavetank.model.kinds import ByKind, kind_of

Tables = dict[str, Any]
T = TypeVar("T")


def tables_of(path: Path) -> Tables:
    """The tables of a TOML file."""
    try:
        text = path.read_bytes().decode()
    except OSError as error:
        raise SceneError(f"{path}: {error.strerror}", "give the path of a scene file") from error
    except UnicodeDecodeError as error:
        raise SceneError(f"{path}: not a text file", "a scene is TOML in UTF-8") from error
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        problem = str(error) or "tables nested too deeply"
        raise SceneError(f"{path}: {problem}", "a scene is TOML: key = value") from error


def changed(tables: Tables, changes: Mapping[str, Any]) -> Tables:
    """The same tables with some values replaced, each named by its path: "frames.duration"."""
    result = dict(tables)
    for path, value in changes.items():
        set_at(result, path.split("."), value, path)
    return result


def set_at(tables: Any, path: list[str], value: Any, whole: str) -> None:
    """Put a value where a path leads, copying what it passes through."""
    here: Any = int(path[0]) if isinstance(tables, list) and path[0].isdecimal() else path[0]
    if isinstance(tables, list) and not (isinstance(here, int) and here < len(tables)):
        raise SceneError(
            f"--set {whole}: there is no '{path[0]}'", f"there are {len(tables)}, counted from 0"
        )
    if len(path) == 1:
        tables[here] = value
        return
    inner = tables[here] if isinstance(tables, list) else tables.get(here, {})
    if isinstance(inner, str):  # a bare word stands for a table
        inner = {"name" if here == "solver" else "kind": inner}
    if not isinstance(inner, dict | list):
        raise SceneError(f"--set {whole}: '{path[0]}' is a value, not a table", "try a shorter key")
    tables[here] = inner.copy()
    set_at(tables[here], path[1:], value, whole)


@lru_cache
def adapter(cls: Any) -> TypeAdapter[Any]:
    """What makes objects of tables."""
    return TypeAdapter(cls)


def schema_of(cls: type) -> Tables:
    """The JSON schema of a file that describes an object of this class, for editors."""
    made = adapter(cls).json_schema()
    for part in fields(cls):
        if not part.init:  # not for a file to give
            made["properties"].pop(part.name)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made}


def object_of(cls: type[T], tables: Tables, where: str) -> T:
    """An object from its tables; `where` is how errors name the file."""
    try:
        made: T = adapter(cls).validate_python(tables)  # type: ignore[arg-type]  # classes hash
        return made
    except ValidationError as error:
        raise explained(cls, worst(error.errors(include_url=False)), where) from None


def worst(errors: list[ErrorDetails]) -> ErrorDetails:
    """The one to tell: a misspelt key first, since the right one is then also missing."""
    unknown = [error for error in errors if error["type"] == "unexpected_keyword_argument"]
    return (unknown or errors)[0]


def explained(cls: type, error: ErrorDetails, where: str) -> SceneError:
    """What is wrong, as where + what, then what instead."""
    missing = error["type"] == "missing"  # then the last step leads to nowhere
    table, place = table_at(cls, error["loc"][:-1] if missing else error["loc"])
    at = f"{where}, {place}" if place else where
    known = [part.name for part in fields(table) if part.init]
    keys = f"keys: {', '.join(known)}"
    name = next((step for step in reversed(error["loc"]) if isinstance(step, str)), "")
    match error["type"]:
        case "unexpected_keyword_argument":
            return SceneError(f"{at}: unknown key '{name}'", hint_for(name, known))
        case "missing":
            return SceneError(f"{at}: '{name}' is missing", keys)
        case "union_tag_invalid":
            tags = [tag.strip(" '") for tag in error["ctx"]["expected_tags"].split(",")]
            key, word = error["ctx"]["discriminator"].strip("'"), error["ctx"]["tag"]
            what = "solver" if key == "name" else key
            return SceneError(f"{at}: unknown {what} '{word}'", hint_for(word, tags))
        case "union_tag_not_found":
            key = error["ctx"]["discriminator"].strip("'")
            return SceneError(f"{at}: '{key}' is missing", f'say which it is: {key} = "..."')
        case "value_error":
            return SceneError(f"{at}: {error['ctx']['error']}", keys)
        case "tuple_type" if isinstance(error["input"], dict):
            return SceneError(
                f"{at}: '{name}' must be a list of tables, got one table",
                f"write [[{name}]] above it, or {name} = [{{ ... }}]",
            )
    subject = f"'{name}' " if name in known else ""
    return SceneError(
        f"{at}: {subject}{plainly(error['msg'])}, got {shorten(error['input'])}", keys
    )


def plainly(message: str) -> str:
    """A message of pydantic's in the words of a scene file."""
    words = {
        "Input should be": "must be",
        "a valid dictionary or object to extract fields from": "a table",
        "a valid tuple": "a list",
        ", unable to parse string as a number": "",
        ", unable to parse string as an integer": "",
    }
    for foreign, plain in words.items():
        message = message.replace(foreign, plain)
    return re.sub(r"a dictionary or an instance of \w+", "a table", message)


def shorten(value: Any, most: int = 60) -> str:
    """A value short enough for one line."""
    flat = " ".join(repr(value).split())
    return flat if len(flat) <= most else flat[: most - 3] + "..."


def table_at(root: type, path: tuple[int | str, ...]) -> tuple[type, str]:
    """The class of the innermost table on an error's path, and how a user would name it."""
    table: Any = root
    choices: dict[str, type] = {}
    place: list[str] = []
    for step in path:
        hints = get_type_hints(table, include_extras=True)
        if isinstance(step, int) and place:
            place[-1] = f"{place[-1].strip('[]').removesuffix('s')} {step + 1}"
        elif step in hints and holds_tables(hints[step]):
            place.append(f"[{step}]")
            holder = hints[step]
            table = dataclass_in(holder) or table
            choices = choices_of(holder)
        elif place and step in choices:
            table = choices[str(step)]
    return table, ", ".join(place)


def holds_tables(hint: Any) -> bool:
    """Is this the type of a table, or of several?"""
    return dataclass_in(hint) is not None or bool(choices_of(hint))


def dataclass_in(hint: Any) -> type | None:
    """The one class of table a type allows, if it is one: itself, or itself or None."""
    parts = [part for part in get_args(hint) if part is not NoneType] or [hint]
    return parts[0] if len(parts) == 1 and is_dataclass(parts[0]) else None  # type: ignore[return-value]


def choices_of(hint: Any) -> dict[str, type]:
    """The classes a table may be, by kind; none if it is of one class only."""
    if get_origin(hint) is tuple:
        hint = get_args(hint)[0]
    marks = [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, ByKind)]
    if not marks:
        return {}
    return {kind_of(cls, marks[0].key): cls for cls in get_args(get_args(hint)[0])}
