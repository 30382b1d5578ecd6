"""The reference of all keys of a rule-set file as Markdown, made from schema and locales."""

import json

import msgspec

from binokel.locales import text
from binokel.rules.keys import OFF, Key, section_keys
from binokel.rules.ruleset import SECTIONS
from binokel.rules.words import key_text


def reference(lang: str = "en") -> str:
    """Return a table of keys for each section: name, values, default, meaning.

    Raises:
        MissingText: there is no such language.
    """
    return "\n".join(_section(section, lang) for section in SECTIONS)


def _section(section: str, lang: str) -> str:
    rows = [_row(key, lang) for key in section_keys(section).values() if key.name != "source"]
    heading = text(f"rules.section.{section}", lang)
    return "\n".join(
        [
            f"### `[{section}]` {heading}",
            "",
            "| key | default | meaning |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def _row(key: Key, lang: str) -> str:
    return f"| `{key.name}` | {_default(key)} | {_meaning(key, lang)} |"


def _default(key: Key) -> str:
    if key.required:
        return "must be given"
    value = msgspec.to_builtins(key.default)
    return "–" if value in (None, {}, []) else f"`{json.dumps(value).strip(chr(34))}`"


def _meaning(key: Key, lang: str) -> str:
    """Return the explanation, then the values that the key takes."""
    parts = [f"{key_text(key, lang)}."]
    if key.choices:
        path = f"rules.value.{key.path}"
        parts += [f"`{word}`: {text(f'{path}.{word}', lang)};" for word in key.choices]
    if key.bounds:
        parts.append(f"{key.bounds[0]} to {key.bounds[1]}" + (";" if key.nullable else ""))
    if key.nullable:
        parts.append(f"`{OFF}`")
    return " ".join(parts).rstrip(";").replace("|", "\\|")
