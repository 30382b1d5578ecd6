"""Rule sets out of files and mappings: strict, with `extends`, every problem by its key path.

`load_ruleset` takes whatever a caller has: a shipped name, a path, or a mapping as it comes
out of JSON. Layers are merged as plain data from the outermost base inwards, then checked.
"""

from collections.abc import Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from binokel.errors import RuleSetError
from binokel.rules.checks import find_problems
from binokel.rules.files import read_file, toml_mapping
from binokel.rules.keys import all_keys
from binokel.rules.merging import finish, merge, missing, missing_keys, stand_in
from binokel.rules.problems import (
    Problem,
    in_file,
    legible,
    problem,
    problems_of,
    raise_problems,
    refusal,
)
from binokel.rules.ruleset import SECTIONS, RuleSet
from binokel.rules.shape import Layer, is_id, read_layer, show
from binokel.rules.shipped import NAMES, find_name, fold, shipped_text
from binokel.rules.words import differences

OWN = "own"
"""The id of a set that has none of its own."""

CHANGED = "-eigen"
"""What is added to the name of a shipped set for one that only looks like it."""


class _Base(NamedTuple):
    """A set that another extends: what identifies it, its data, where its own base is sought."""

    key: str
    mapping: Mapping[str, object]
    folder: Path | None
    shipped: bool = False


def load_ruleset(source: "str | PathLike[str] | Mapping[str, object]") -> RuleSet:
    """Return a rule set by shipped name, path (.toml or .json), or mapping.

    A text is a path if it ends in .toml or .json or has a folder in it, otherwise a name.

    >>> load_ruleset("Stammtisch").match.target
    1000
    >>> load_ruleset({"extends": "stammtisch", "match": {"target": 500}}).match.target
    500

    Raises:
        UnknownRuleSet: no shipped set has that name, or `extends` names none.
        RuleSetError: the file cannot be read, or its rules are incomplete or contradictory.
    """
    if isinstance(source, Mapping):
        return from_mapping(source)
    if isinstance(source, str) and not is_path(source):
        return load_shipped(find_name(source))
    return load_file(Path(source))


@cache
def load_shipped(name: str) -> RuleSet:
    """Return the shipped set with exactly this name."""
    return from_mapping(toml_mapping(shipped_text(name)), any_name=True)


def is_path(text: str) -> bool:
    """Tell whether a text means a file and not the name of a shipped set."""
    return text.endswith((".toml", ".json")) or "/" in text or "\\" in text


def load_file(path: Path) -> RuleSet:
    """Return the rule set of a file; it may extend a shipped set or a file nearby.

    Raises:
        RuleSetError: the file cannot be read, or its rules are incomplete or contradictory.
    """
    mapping = read_file(path)
    name = _name_of(path)
    return from_mapping(mapping, folder=path.parent, name=name, origin=str(path))


def _name_of(path: Path) -> str:
    """Return the id that a file's name gives to its set, never that of a shipped one."""
    name = fold(path.stem)
    if name in NAMES:
        return name + CHANGED
    return name if is_id(name) else OWN


def parse_toml(text: str) -> RuleSet:
    """Return the rule set of a TOML text; `extends` may name shipped sets only.

    Raises:
        UnknownRuleSet: `extends` names no shipped set.
        RuleSetError: no TOML (with line and column), or incomplete or contradictory rules.
    """
    return from_mapping(toml_mapping(text))


def from_mapping(
    mapping: Mapping[str, object],
    *,
    folder: Path | None = None,
    name: str = OWN,
    origin: str = "",
    any_name: bool = False,
) -> RuleSet:
    """Return the rule set of a mapping such as `{"extends": "palast"}`.

    `name` is the id of a set that gives none; `folder` is where `extends` may find files,
    without it only shipped sets can be extended. Only a shipped set, or one with the same
    rules, has the name of a shipped one, unless `any_name` says that no name is looked up
    (a record brings its rules along).

    Raises:
        UnknownRuleSet: `extends` names no shipped set.
        RuleSetError: a problem of the rules; `details["problems"]` lists all of them.
    """
    bases, problems = _chain(mapping, folder, origin)
    layers = [_read(base) for base in bases]
    own = layers[0]
    problems += [*own.problems, *_problems_below(bases[1:], layers[1:])]
    data: dict[str, dict[str, Any]] = {}
    unknown = {key.path for key in all_keys()} if "extends" in bases[-1].mapping else set[str]()
    for layer in reversed(layers):
        merge(data, layer.sections)
        unknown = (unknown - _paths(layer)) | layer.unknown
    finish(data)
    problems += _fill(data, unknown)
    rules = _convert(own, data, name, _own_title(layers) if name == OWN or name in _CHANGED else "")
    problems += find_problems(rules, unknown)
    if not any_name:
        problems += _name_problems(rules, unknown)
    raise_problems(problems)
    return rules


_CHANGED = frozenset(name + CHANGED for name in NAMES)


def _paths(layer: Layer) -> set[str]:
    return {f"{section}.{name}" for section, read in layer.sections.items() for name in read}


def _fill(data: dict[str, dict[str, Any]], unknown: set[str]) -> list[Problem]:
    """Put stand-ins where a value is missing, and return a problem for each."""
    problems = []
    for key in missing_keys(data):
        if key.path not in unknown:
            problems.append(missing(key))
            unknown.add(key.path)
        data.setdefault(key.section, {})[key.name] = stand_in(key)
    return problems


def _name_problems(rules: RuleSet, unknown: set[str]) -> list[Problem]:
    """Return a problem if other rules are called like a shipped set."""
    shipped = fold(rules.id)
    if shipped not in NAMES:
        return []
    changed = differences(rules, load_shipped(shipped))
    if all(key.path in unknown for key, _, _ in changed):
        return []
    better = (shipped + CHANGED,)
    return [problem("id", "shipped_name", value=show(rules.id), name=shipped, suggestions=better)]


def _read(base: _Base) -> Layer:
    return read_layer(base.mapping) if not base.shipped else _shipped_layer(base.key)


def _problems_below(bases: list[_Base], layers: list[Layer]) -> list[Problem]:
    """Return the problems of extended files; each says in which file it is."""
    return [
        in_file(found, Path(base.key).name)
        for base, layer in zip(bases, layers, strict=True)
        for found in layer.problems
    ]


def _own_title(layers: list[Layer]) -> str:
    """Return the title of a set without one: its base's, marked as changed."""
    base = layers[1].head.get("title", "") if len(layers) > 1 else ""
    return f"{base}, abgewandelt" if base else ""


def _convert(own: Layer, data: dict[str, dict[str, Any]], name: str, title: str) -> RuleSet:
    top = {"id": name, "title": own.head.get("id", title or name), "version": 1}
    sections = {section: data.get(section, {}) for section in SECTIONS}
    return msgspec.convert({**top, **own.head, **sections}, RuleSet)


def _chain(
    mapping: Mapping[str, object], folder: Path | None, origin: str
) -> tuple[list[_Base], list[Problem]]:
    """Return the mapping and what it extends, and why it goes no further.

    A name with one likely meaning is followed, so that all else can be judged.
    """
    key = str(Path(origin).resolve()) if origin else ""
    bases, problems = [_Base(key, mapping, folder)], list[Problem]()
    while "extends" in bases[-1].mapping:
        base, found = _follow(bases)
        problems += found
        if base is None:
            break
        bases.append(base)
    return bases, problems


def _follow(bases: list[_Base]) -> tuple[_Base | None, list[Problem]]:
    """Return the next base, and what is wrong with its name."""
    try:
        base = _find_base(bases[-1])
        if any(base.key == other.key for other in bases):
            raise refusal(problem("extends", "circle", file=base.key))
    except RuleSetError as error:
        found = problems_of(error)
        near = found[0].suggestions
        if len(bases) > 1:
            found = [in_file(each, Path(bases[-1].key).name) for each in found]
        return _shipped_base(near[0]) if len(near) == 1 else None, found
    return base, []


def _find_base(child: _Base) -> _Base:
    name = child.mapping["extends"]
    if not isinstance(name, str):
        raise refusal(problem("extends", "extends_text", value=show(name)))
    if not is_path(name):
        return _shipped_base(find_name(name, "extends"))
    if child.folder is None:
        raise refusal(problem("extends", "unknown_set_file", name=name, shown=legible(name)))
    path = (child.folder / name).resolve()
    return _Base(str(path), read_file(path, "extends"), path.parent)


def _shipped_base(name: str) -> _Base:
    return _Base(name, _shipped_mapping(name), None, shipped=True)


@cache
def _shipped_mapping(name: str) -> Mapping[str, object]:
    return toml_mapping(shipped_text(name))


@cache
def _shipped_layer(name: str) -> Layer:
    return read_layer(_shipped_mapping(name))
