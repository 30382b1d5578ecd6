"""The JSON Schema of a rule-set file, for editors and forms."""

from typing import Any

import msgspec

from binokel.locales import text
from binokel.rules.keys import OFF, Key, section_keys
from binokel.rules.ruleset import RANK_LETTERS, SECTIONS
from binokel.rules.shape import ID_PATTERN
from binokel.rules.words import key_text

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(lang: str = "de") -> dict[str, Any]:
    """Return the schema of a rule-set file, titled and described in the language.

    What must be there depends on `extends`: a file that extends a set may leave all out.

    Raises:
        MissingText: there is no such language.
    """
    head: dict[str, Any] = {
        "id": {"type": "string", "pattern": ID_PATTERN},
        "title": {"type": "string", "pattern": "\\S"},
        "version": {"type": "integer", "minimum": 1},
        "extends": {"type": "string", "pattern": "\\S"},
    }
    for name, part in head.items():
        part["description"] = text(f"rules.key.{name}", lang)
    needed = [name for name in SECTIONS if _required(name)]
    return {
        "$schema": DIALECT,
        "title": "binokel rules",
        "type": "object",
        "additionalProperties": False,
        "properties": head | {name: _section(name, lang) for name in SECTIONS},
        "anyOf": [
            {"required": ["extends"]},
            {
                "required": needed,
                "properties": {name: {"required": _required(name)} for name in needed},
            },
        ],
    }


def _required(section: str) -> list[str]:
    return [key.name for key in section_keys(section).values() if key.required]


def _section(section: str, lang: str) -> dict[str, Any]:
    return {
        "type": "object",
        "title": text(f"rules.section.{section}", lang),
        "additionalProperties": False,
        "properties": {key.name: _key(key, lang) for key in section_keys(section).values()},
    }


def _key(key: Key, lang: str) -> dict[str, Any]:
    """Return the schema of one key: what the type allows, and the ways to unset it."""
    if key.name == "source":
        description = text("rules.key.source", lang)
        return {"type": "array", "items": {"type": "string"}, "description": description}
    types = _types(key, lang)
    if key.nullable:
        types += [{"const": OFF}, {"type": "null"}]
    schema: dict[str, Any] = types[0] if len(types) == 1 else {"anyOf": types}
    schema["description"] = key_text(key, lang)
    if not key.required and key.default is not None:
        schema["default"] = msgspec.to_builtins(key.default)
    return schema


def _types(key: Key, lang: str) -> list[dict[str, Any]]:
    """Return the alternatives of a key; each enumerated word is explained."""
    if key.name == "fours":
        points = {"anyOf": [{"type": "integer", "minimum": 0}, {"const": OFF}, {"type": "null"}]}
        ranks = dict.fromkeys(RANK_LETTERS, points)
        table = {"type": "object", "additionalProperties": False, "properties": ranks}
        return [table, {"const": OFF}, {"type": "null"}]
    if key.name == "eight_ranks":
        return [*_plain(key.type), {"type": "string", "pattern": "^[AZKOU7]*$"}]
    if key.choices:
        path = f"rules.value.{key.path}"
        words = [{"const": word, "title": text(f"{path}.{word}", lang)} for word in key.choices]
        return [{"oneOf": words}, *(_number(key) if key.bounds else [])]
    return _number(key) if key.bounds else _plain(key.type)


def _number(key: Key) -> list[dict[str, Any]]:
    assert key.bounds is not None
    return [{"type": "integer", "minimum": key.bounds[0], "maximum": key.bounds[1]}]


def _plain(annotation: Any) -> list[dict[str, Any]]:
    return [msgspec.json.schema(annotation)]
