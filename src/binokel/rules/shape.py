"""The shape of one rule-set file: known sections and keys, values of the right kind.

A layer knows nothing of the set that it extends: whether all is there, and fits together,
is seen only after merging. What is wrong is left out of the layer and listed as unknown.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from unicodedata import normalize

import msgspec

from binokel.cards.notation import parse_rank
from binokel.errors import NotationError
from binokel.rules.keys import OFF, Key, section_keys
from binokel.rules.problems import Problem, Word, problem
from binokel.rules.ruleset import RANK_LETTERS, SECTIONS
from binokel.rules.shipped import fold, suggest

HEAD = ("id", "title", "version", "extends")
"""The keys outside the sections."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What has no place in a text of one line."""


ID_PATTERN = r"^[0-9A-Za-zÀ-ÖØ-öø-ÿ]([0-9A-Za-zÀ-ÖØ-öø-ÿ._-]{0,58}[0-9A-Za-zÀ-ÖØ-öø-ÿ])?$"
"""Ids stand in records and file names: no blanks, a letter or digit at both ends."""

_OTHER_RANKS = {"Q": "O", "J": "U", "T": "Z"}
"""Letters of French cards, for suggestions."""


class Layer(NamedTuple):
    """One file's own part: head, sections with unset values as None, and its problems.

    `unknown` are the paths of all keys whose value cannot be known because of a problem.
    """

    head: dict[str, Any]
    sections: dict[str, dict[str, Any]]
    problems: list[Problem]
    unknown: set[str]


def read_layer(mapping: Mapping[str, object]) -> Layer:
    """Return the content of one file, checked key by key and brought to one form."""
    layer = Layer({}, {}, [], set())
    for name, value in mapping.items():
        if name in SECTIONS:
            _read_section(layer, str(name), value)
        elif name in HEAD:
            _read_head(layer, str(name), value)
        else:
            layer.problems.append(_unknown("", str(name), (*SECTIONS, *HEAD)))
            for near in layer.problems[-1].suggestions:
                layer.unknown.update(key_paths(near))
    return layer


def key_paths(section: str) -> set[str]:
    """Return the paths of all keys of a section; none if it is no section."""
    return {key.path for key in section_keys(section).values()} if section in SECTIONS else set()


def is_id(text: str) -> bool:
    """Tell whether a text can be the id of a rule set."""
    return re.fullmatch(ID_PATTERN, text) is not None


def _read_head(layer: Layer, name: str, value: object) -> None:
    if name == "version":
        if type(value) is not int or not 1 <= value <= 1_000_000:
            allowed = ({"code": "word.range", "low": 1, "high": 1_000_000},)
            layer.problems.append(_wrong(name, value, allowed))
            return
    elif name == "extends":
        return  # the loader follows it
    elif not isinstance(value, str) or not value.strip() or CONTROL.search(value):
        layer.problems.append(_wrong(name, value, ({"code": "word.line"},)))
        return
    elif name == "id" and not is_id(normalize("NFC", value)):
        layer.problems.append(_bad_id(value))
        return
    else:
        value = normalize("NFC", value) if name == "id" else value.strip()
    layer.head[name] = value


def _bad_id(value: str) -> Problem:
    """Return the problem of an id, with what it could be if something is left of it."""
    better = fold(value)[:60].strip("-")
    suggestions = (better,) if is_id(better) else ()
    code = "id_near" if suggestions else "id"
    return problem("id", code, value=show(value), suggestions=suggestions)


def _read_section(layer: Layer, section: str, value: object) -> None:
    if not isinstance(value, Mapping):
        layer.problems.append(_wrong(section, value, ({"code": "word.table", "section": section},)))
        layer.unknown.update(key_paths(section))
        return
    keys = section_keys(section)
    read = layer.sections[section] = {}
    for name, raw in value.items():
        key = keys.get(name)
        if key is None:
            layer.problems.append(_unknown(section, str(name), tuple(keys)))
            near = layer.problems[-1].suggestions
            layer.unknown.update(keys[word].path for word in near if word in keys)
            continue
        problems, plain = _read_value(key, raw)
        if problems:
            layer.problems.extend(problems)
            layer.unknown.add(key.path)
        else:
            read[key.name] = plain
            layer.unknown.discard(key.path)


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
            near = _near_ranks(str(rank))
            code = "rank_near" if near else "rank"
            problems.append(problem(path, code, suggestions=near, allowed=RANK_LETTERS))
        elif value is None or value == OFF:
            points[rank] = None
        elif type(value) is not int or not 0 <= value <= 100_000:
            problems.append(
                _wrong(path, value, ({"code": "word.range", "low": 0, "high": 100_000}, OFF))
            )
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


def _near_ranks(name: str) -> tuple[str, ...]:
    """Return the letter of a rank that is written otherwise: `k`, `10`, `Dame`, `Q`."""
    if name.strip().upper() in _OTHER_RANKS:
        return (_OTHER_RANKS[name.strip().upper()],)
    try:
        return (parse_rank(name).letter,)
    except NotationError:
        return ()


def _unknown(section: str, name: str, known: tuple[str, ...]) -> Problem:
    near = suggest(name, known)
    elsewhere = tuple(_homes(name, section)) if section and not near else ()
    path = f"{section}.{name}" if section else name
    if near:
        return problem(path, "unknown_key_near", suggestions=near, allowed=known)
    if elsewhere:
        sections = [f"[{other}]" for other in elsewhere]
        return problem(
            path, "key_elsewhere", suggestions=elsewhere, allowed=known, sections=sections
        )
    return problem(path, "unknown_key", allowed=known, known=", ".join(known))


def _homes(name: str, section: str) -> Iterator[str]:
    """Return the other sections that have a key of this name."""
    return (other for other in SECTIONS if other != section and name in section_keys(other))


def _wrong(
    path: str, value: object, allowed: Sequence[Word], near: tuple[str, ...] = ()
) -> Problem:
    code = "wrong_value_near" if near else "wrong_value"
    return problem(path, code, value=show(value), suggestions=near, allowed=allowed)


def show(value: object) -> str:
    """Return a value as a file would spell it, shortened if it is long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
