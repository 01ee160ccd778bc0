"""Kinds: how a table of a scene file says which of several classes it is."""

from dataclasses import dataclass
from typing import Any, get_args, get_type_hints


def kind_of(cls: type, key: str = "kind") -> str:
    """The word by which a scene names a class: the one value of its field `kind`."""
    word: str = get_args(get_type_hints(cls)[key])[0]
    return word


@dataclass(frozen=True)
class ByKind:
    """Annotates a union of classes that are told apart by their `kind`.

    pydantic reads it; a bare word stands for a table of that kind with nothing else in it.
    """

    key: str = "kind"
    """The field that tells."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """A union that looks at `kind` first, so that errors speak of the table that was meant."""
        from pydantic_core import core_schema

        choices = {kind_of(cls, self.key): handler(cls) for cls in get_args(source)}
        by_kind = core_schema.tagged_union_schema(choices, discriminator=self.key)
        return core_schema.no_info_before_validator_function(self.table_of_word, by_kind)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        """For editors: the tables, or a word."""
        tables = handler(schema["schema"])
        return {"anyOf": [{"type": "string"}, *tables.get("oneOf", [tables])]}

    def table_of_word(self, value: Any) -> Any:
        """`"open"` means `{ kind = "open" }`."""
        return {self.key: value} if isinstance(value, str) else value


BY_KIND = ByKind()
