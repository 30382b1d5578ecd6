"""The schema's keys as plain data: what loader, documentation, sheets and forms read.

One `Key` describes one key of one section: its default, whether it may be absent, and which
values it takes. All of it is derived from the structs in `ruleset`; nothing is listed twice.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from binokel.rules.problems import Word
from binokel.rules.ruleset import SECTIONS

OFF = "off"
"""What a file says to unset an inherited value; null does the same in JSON."""

UNSET: Any = msgspec.NODEFAULT
"""The default of a key that must be given."""


@dataclass(frozen=True)
class Key:
    """One key of one section."""

    section: str
    name: str
    type: Any
    default: Any

    @property
    def path(self) -> str:
        """The key path as in messages: `melds.double_family`."""
        return f"{self.section}.{self.name}"

    @property
    def required(self) -> bool:
        """Whether a file that extends nothing must give the key."""
        return self.default is UNSET

    @cached_property
    def members(self) -> tuple[Any, ...]:
        """The alternatives of the type, without None."""
        return tuple(part for part in _alternatives(self.type) if part is not type(None))

    @cached_property
    def nullable(self) -> bool:
        """Whether the value may be absent, so that `off` or null unsets it."""
        return type(None) in _alternatives(self.type)

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The enumerated words of the key, in the schema's order."""
        return tuple(
            word for part in self.members if get_origin(part) is Literal for word in get_args(part)
        )

    @cached_property
    def bounds(self) -> tuple[int, int] | None:
        """Lowest and highest number, where the key takes numbers."""
        for part in self.members:
            if get_origin(part) is Annotated and get_args(part)[0] is int:
                meta = get_args(part)[1]
                return meta.ge, meta.le
        return None

    @property
    def allowed(self) -> tuple[Word, ...]:
        """What the key takes: its words, or a range or form that has a text."""
        return _allowed(self)


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    if get_origin(annotation) in (None, Annotated, Literal, tuple, dict):
        return (annotation,)
    return get_args(annotation)


def _allowed(key: Key) -> tuple[Word, ...]:
    words: list[Word] = list(key.choices)
    if key.bounds:
        words.append({"code": "word.range", "low": key.bounds[0], "high": key.bounds[1]})
    if key.type is bool:
        words += ["true", "false"]
    if key.name in ("pattern", "eight_ranks", "fours", "source"):
        words.append({"code": f"word.{key.name}"})
    if key.nullable:
        words.append(OFF)
    return tuple(words)


@cache
def section_keys(section: str) -> dict[str, Key]:
    """Return the keys of a section by name, in the schema's order, `source` last."""
    struct = SECTIONS[section]
    hints = get_type_hints(struct, include_extras=True)
    keys = [
        Key(section, field.name, hints[field.name], _default(field))
        for field in msgspec.structs.fields(struct)
    ]
    keys.sort(key=lambda key: key.name == "source")
    return {key.name: key for key in keys}


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


@cache
def all_keys() -> tuple[Key, ...]:
    """Return every key of every section except `source`, in the schema's order."""
    return tuple(
        key
        for section in SECTIONS
        for key in section_keys(section).values()
        if key.name != "source"
    )
