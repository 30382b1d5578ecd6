"""Rule sets out of files and mappings: strict, with `extends`, every problem by its key path.

`load_ruleset` takes whatever a caller has: a shipped name, a path, or a mapping as it comes
out of JSON. Layers are merged as plain data from the outermost base inwards, then checked.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from binokel.errors import RuleSetError, UnknownRuleSet
from binokel.rules.checks import find_problems
from binokel.rules.merging import finish, merge, missing_keys
from binokel.rules.problems import Problem, raise_problems
from binokel.rules.ruleset import SECTIONS, RuleSet
from binokel.rules.shape import Layer, read_layer, show
from binokel.rules.shipped import find_name, fold, shipped_text

MAX_BYTES = 1_000_000
"""A rule-set file has some hundred lines; what is longer than this is something else."""

OWN = "own"
"""The id of a set that has none of its own."""


class _Base(NamedTuple):
    """A set that another extends: what identifies it, its data, where its own base is sought."""

    key: str
    mapping: Mapping[str, object]
    folder: Path | None
    shipped: bool = False


def load_ruleset(source: "str | PathLike[str] | Mapping[str, object]") -> RuleSet:
    """Return a rule set by shipped name, by path of a .toml or .json file, or from a mapping.

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
    return parse_toml(shipped_text(name))


def is_path(text: str) -> bool:
    """Tell whether a text means a file and not the name of a shipped set."""
    return text.endswith((".toml", ".json")) or "/" in text or "\\" in text


def load_file(path: Path) -> RuleSet:
    """Return the rule set of a file; `extends` may name a shipped set or a file beside it.

    Raises:
        RuleSetError: the file cannot be read, or its rules are incomplete or contradictory.
    """
    mapping = _read_file(path)
    return from_mapping(mapping, folder=path.parent, name=fold(path.stem) or OWN, origin=str(path))


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
) -> RuleSet:
    """Return the rule set of a mapping such as `{"extends": "palast", "match": {"deals": 9}}`.

    `name` is the id of a set that gives none; `folder` is where `extends` may find files,
    without it only shipped sets can be extended.

    Raises:
        UnknownRuleSet: `extends` names no shipped set.
        RuleSetError: a problem of the rules; `details["problems"]` lists all of them.
    """
    bases = _chain(mapping, folder, origin)
    layers = [_read(base) for base in bases]
    own = layers[0]
    raise_problems([*own.problems, *_problems_below(bases[1:], layers[1:])])
    data: dict[str, dict[str, Any]] = {}
    for layer in reversed(layers):
        merge(data, layer.sections)
    finish(data)
    raise_problems(missing_keys(data))
    rules = _convert(own, data, name, _own_title(layers) if name == OWN else "")
    raise_problems(find_problems(rules))
    return rules


def _read(base: _Base) -> Layer:
    return read_layer(base.mapping) if not base.shipped else _shipped_layer(base.key)


def _problems_below(bases: list[_Base], layers: list[Layer]) -> list[Problem]:
    """Return the problems of extended files; each says in which file it is."""
    return [
        msgspec.structs.replace(problem, message=f"{problem.message} (in {Path(base.key).name})")
        for base, layer in zip(bases, layers, strict=True)
        for problem in layer.problems
    ]


def _own_title(layers: list[Layer]) -> str:
    """Return the title of a set without one: its base's, marked as changed."""
    base = layers[1].head.get("title", "") if len(layers) > 1 else ""
    return f"{base}, abgewandelt" if base else ""


def _convert(own: Layer, data: dict[str, dict[str, Any]], name: str, title: str) -> RuleSet:
    top = {"id": name, "title": own.head.get("id", title or name), "version": 1}
    sections = {section: data[section] for section in SECTIONS if section in data}
    return msgspec.convert({**top, **own.head, **sections}, RuleSet)


def _chain(mapping: Mapping[str, object], folder: Path | None, origin: str) -> list[_Base]:
    """Return the mapping and what it extends, itself first."""
    key = str(Path(origin).resolve()) if origin else ""
    bases = [_Base(key, mapping, folder)]
    while "extends" in bases[-1].mapping:
        base = _find_base(bases[-1])
        if any(base.key == other.key for other in bases):
            raise RuleSetError(f"{base.key} extends itself", "extends")
        bases.append(base)
    return bases


def _find_base(child: _Base) -> _Base:
    name = child.mapping["extends"]
    if not isinstance(name, str):
        raise RuleSetError(f"{show(name)} is not the name of a rule set", "extends")
    if not is_path(name):
        shipped = find_name(name, "extends")
        return _Base(shipped, _shipped_mapping(shipped), None, shipped=True)
    if child.folder is None:
        raise UnknownRuleSet(
            f"{name!r} is a file; only shipped rule sets can be extended here",
            "extends",
            name=name,
            suggestions=[],
        )
    path = (child.folder / name).resolve()
    return _Base(str(path), _read_file(path, "extends"), path.parent)


@cache
def _shipped_mapping(name: str) -> Mapping[str, object]:
    return toml_mapping(shipped_text(name))


@cache
def _shipped_layer(name: str) -> Layer:
    return read_layer(_shipped_mapping(name))


def _read_file(path: Path, key_path: str = "") -> Mapping[str, object]:
    text = _read_text(path, key_path)
    try:
        return _json_mapping(text) if path.suffix == ".json" else toml_mapping(text)
    except RuleSetError as error:
        raise RuleSetError(
            f"{path.name}: {error.message}", key_path, file=str(path), **_place(error)
        ) from None


def _place(error: RuleSetError) -> dict[str, Any]:
    return {key: error.details[key] for key in ("line", "column") if key in error.details}


def _read_text(path: Path, key_path: str) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"cannot read {str(path)!r}: {reason}"
        raise RuleSetError(message, key_path, file=str(path)) from None
    if len(content) > MAX_BYTES:
        message = f"{str(path)!r} is too large for a rule set"
        raise RuleSetError(message, key_path, file=str(path))
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"{str(path)!r} is no UTF-8 text (line {line}): save it as UTF-8"
        raise RuleSetError(message, key_path, file=str(path), line=line) from None


def _json_mapping(text: str) -> Mapping[str, object]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"line {error.lineno}, column {error.colno}: no JSON: {error.msg}"
        raise RuleSetError(message, line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError) as error:
        raise RuleSetError(f"no JSON: {error}") from None
    if not isinstance(content, dict):
        raise RuleSetError("a rule set is an object of sections")
    return content


def toml_mapping(text: str) -> Mapping[str, object]:
    """Return the content of a TOML text as plain data.

    Raises:
        RuleSetError: no TOML; message and details tell line and column.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line, column = _toml_place(str(error), text)
        raise RuleSetError(
            f"line {line}, column {column}: {message}", line=line, column=column
        ) from None
    except (RecursionError, ValueError) as error:
        raise RuleSetError(f"no TOML: {error}") from None


def _toml_place(message: str, text: str) -> tuple[str, int, int]:
    found = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    if found:
        return message[: found.start()], int(found[1]), int(found[2])
    lines = text.split("\n")
    return message.removesuffix(" (at end of document)"), len(lines), len(lines[-1]) + 1
