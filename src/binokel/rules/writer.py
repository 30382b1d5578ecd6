"""Rule sets written out: as a mapping, as TOML, and as a hash that equal rules share."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from binokel.rules.keys import section_keys
from binokel.rules.ruleset import SECTIONS, RuleSet


def to_mapping(rules: RuleSet) -> dict[str, Any]:
    """Return the resolved set as plain data; what is not in the set is left out."""
    head: dict[str, Any] = {"id": rules.id, "title": rules.title, "version": rules.version}
    return head | {name: _section(rules, name) for name in SECTIONS}


def _section(rules: RuleSet, name: str) -> dict[str, Any]:
    values = msgspec.to_builtins(getattr(rules, name))
    return {key: _plain(values[key]) for key in section_keys(name) if _is_there(key, values[key])}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _is_there(key: str, value: object) -> bool:
    return value is not None and not (key == "source" and not value)


def content_hash(rules: RuleSet) -> str:
    """Return `sha256:` and the hash of what is played, without id, title, source.

    A value that is the schema's default is left out, so that a key added later with a
    default that means the old behaviour changes no hash.
    """
    content = {}
    for section in SECTIONS:
        values = _section(rules, section)
        values.pop("source", None)
        keys = section_keys(section)
        content[section] = {
            name: value
            for name, value in values.items()
            if keys[name].required or value != _plain(keys[name].default)
        }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return "sha256:" + sha256(text.encode()).hexdigest()


def to_toml(rules: RuleSet) -> str:
    """Return the resolved set as a TOML text that loads to an equal set."""
    lines = []
    for name, value in to_mapping(rules).items():
        if name in SECTIONS:
            lines += ["", f"[{name}]", *(f"{key} = {_toml(v)}" for key, v in value.items())]
        else:
            lines.append(f"{name} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key} = {_toml(v)}" for key, v in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    assert isinstance(value, list | tuple)
    return "[" + ", ".join(_toml(item) for item in value) + "]"
