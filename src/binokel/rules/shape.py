"""The shape of one rule-set file: known sections and keys, values of the right kind.

A layer knows nothing of the set that it extends: whether all is there, and fits together,
is seen only after merging.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from binokel.rules.keys import OFF, Key, section_keys
from binokel.rules.problems import Problem
from binokel.rules.ruleset import RANK_LETTERS, SECTIONS
from binokel.rules.shipped import suggest

HEAD = ("id", "title", "version", "extends")
"""The keys outside the sections."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What has no place in a text of one line."""


class Layer(NamedTuple):
    """One file's own part: head, sections with unset values as None, and its problems."""

    head: dict[str, Any]
    sections: dict[str, dict[str, Any]]
    problems: list[Problem]


def read_layer(mapping: Mapping[str, object]) -> Layer:
    """Return the content of one file, checked key by key and brought to one form."""
    layer = Layer({}, {}, [])
    for name, value in mapping.items():
        if name in SECTIONS:
            _read_section(layer, str(name), value)
        elif name in HEAD:
            _read_head(layer, str(name), value)
        else:
            layer.problems.append(_unknown("", str(name), (*SECTIONS, *HEAD)))
    return layer


def _read_head(layer: Layer, name: str, value: object) -> None:
    if name == "version":
        if type(value) is not int or not 1 <= value <= 1_000_000:
            layer.problems.append(_wrong(name, value, ("a whole number from 1",)))
            return
    elif not isinstance(value, str) or not value.strip() or CONTROL.search(value):
        layer.problems.append(_wrong(name, value, ("a text of one line",)))
        return
    if name != "extends":
        layer.head[name] = value


def _read_section(layer: Layer, section: str, value: object) -> None:
    if not isinstance(value, Mapping):
        layer.problems.append(_wrong(section, value, (f"a table: [{section}]",)))
        return
    keys = section_keys(section)
    read = layer.sections[section] = {}
    for name, raw in value.items():
        key = keys.get(name)
        if key is None:
            layer.problems.append(_unknown(section, str(name), tuple(keys)))
            continue
        problems, plain = _read_value(key, raw)
        layer.problems.extend(problems)
        read[key.name] = plain


def _read_value(key: Key, raw: object) -> tuple[list[Problem], Any]:
    """Return the problems of a value and the value in its one form, None if unset."""
    if key.nullable and (raw is None or raw == OFF):
        return [], None
    if key.name == "fours":
        return _read_fours(key, raw)
    if key.name == "eight_ranks":
        return _read_ranks(key, raw)
    try:
        msgspec.convert(raw, key.type)
    except msgspec.ValidationError:
        return [_wrong(key.path, raw, key.allowed, suggest_choice(key, raw))], None
    return [], raw


def suggest_choice(key: Key, raw: object) -> tuple[str, ...]:
    """Return the words of a key that look like a wrong value."""
    return suggest(raw.lower(), key.choices) if isinstance(raw, str) else ()


def _read_fours(key: Key, raw: object) -> tuple[list[Problem], dict[str, int | None]]:
    """Return the table of fours; `off` or null unsets one rank, or all of them."""
    if raw is None or raw == OFF:
        return [], dict.fromkeys(RANK_LETTERS)
    if not isinstance(raw, Mapping):
        return [_wrong(key.path, raw, (*key.allowed, OFF))], {}
    problems: list[Problem] = []
    points: dict[str, int | None] = {}
    for rank, value in raw.items():
        path = f"{key.path}.{rank}"
        if rank not in RANK_LETTERS:
            problems.append(_unknown(key.path, str(rank), RANK_LETTERS))
        elif value is None or value == OFF:
            points[rank] = None
        elif type(value) is not int or not 0 <= value <= 100_000:
            problems.append(_wrong(path, value, ("a whole number from 0 to 100000", OFF)))
        else:
            points[rank] = value
    return problems, points


def _read_ranks(key: Key, raw: object) -> tuple[list[Problem], list[str]]:
    """Return rank letters, given as a list or in one text, in the order A Z K O U 7."""
    letters = [] if raw is None or raw == OFF else raw
    if isinstance(letters, str):
        letters = list(letters)
    good = (
        isinstance(letters, list | tuple)
        and all(letter in RANK_LETTERS for letter in letters if isinstance(letter, str))
        and all(isinstance(letter, str) for letter in letters)
        and len(set(letters)) == len(letters)
    )
    if not good:
        return [_wrong(key.path, raw, key.allowed)], []
    assert isinstance(letters, list | tuple)
    return [], [letter for letter in RANK_LETTERS if letter in letters]


def _unknown(section: str, name: str, known: tuple[str, ...]) -> Problem:
    near = suggest(name, known)
    elsewhere = tuple(_homes(name, section)) if section and not near else ()
    path = f"{section}.{name}" if section else name
    if near:
        message = f"unknown key; did you mean {' or '.join(near)}?"
    elif elsewhere:
        message = f"unknown key here; it belongs into [{'] or ['.join(elsewhere)}]"
    else:
        message = f"unknown key; there are {', '.join(known)}"
    return Problem(path, message, near or elsewhere, known)


def _homes(name: str, section: str) -> Iterator[str]:
    """Return the other sections that have a key of this name."""
    return (other for other in SECTIONS if other != section and name in section_keys(other))


def _wrong(
    path: str, value: object, allowed: tuple[str, ...], near: tuple[str, ...] = ()
) -> Problem:
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return Problem(path, f"{show(value)} is not {_either(allowed)}{hint}", near, allowed)


def _either(words: tuple[str, ...]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def show(value: object) -> str:
    """Return a value as a file would spell it, shortened if it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
