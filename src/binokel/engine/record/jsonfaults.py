"""What is wrong in a record's JSON form: the path, what stands there, and what may stand."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import Any, get_args

from binokel.cards.card import Card, Suit
from binokel.engine.actions import Action
from binokel.engine.match import Undo
from binokel.engine.record.faults import Place, short, unreadable
from binokel.errors import RecordError
from binokel.rules.contracts import Contract
from binokel.rules.melds import MeldKind

_TOP = Place(1)
_LONGEST_VALUE = 60

ACTIONS = {kind.__struct_config__.tag: kind for kind in get_args(Action | Undo)}
"""The actions by the word that stands in `do`."""

_SAMPLES = {
    "int": "`0`, `1`, `2`, …",
    "str": '`"…"`',
    "array": "`[…]`",
    "object": "`{…}`",
    "bool": "`true`, `false`",
    "null": "`null`",
}
"""What a type of JSON looks like, the same in every language."""

_ENUMS: Mapping[str, type[Enum]] = {
    "suit": Suit,
    "turned": Suit,
    "kind": MeldKind,
    "contract": Contract,
    **dict.fromkeys(("card", "cards", "order", "dabb"), Card),
}
_HIGHEST = {"deal": 999_999}
_MOST = 999_999_999


def wrong_value(path: str, value: object, possible: str) -> RecordError:
    """Return the error that a value cannot stand there; `possible` says what can."""
    return unreadable("json_value", _TOP, path=path, value=shown(value), possible=possible)


def unknown_field(path: str, names: Iterable[str], known: Iterable[str]) -> RecordError:
    """Return the error that an object has fields which it cannot have."""
    found = ", ".join(f"`{name}`" for name in names) or "–"
    possible = ", ".join(f"`{name}`" for name in known)
    return unreadable("json_field", _TOP, path=path, found=found, possible=possible)


def misfit(
    message: str, raw: object, path: str, known: Sequence[str], names: Mapping[str, str]
) -> RecordError:
    """Return the error of a value that msgspec has refused, by its message.

    `path` is where `raw` stands in the record, `known` are the fields that it may have, and
    `names` the names that its fields have in JSON where they differ.
    """
    where = re.search(r" - at `\$(.*)`$", message)
    steps = re.findall(r"\.(\w+)|\[(\d+)\]", where[1]) if where else []
    field = known_name = ""
    for name, index in steps:
        known_name = names.get(name, name) or known_name
        raw = _step(raw, int(index) if index else known_name)
        field = f"{field}[{index}]" if index else ".".join(filter(None, (field, known_name)))
    place = ".".join(filter(None, (path, field)))
    quoted = re.search(r"field `(\w+)`", message)
    if quoted and "missing" in message:
        missing = names.get(quoted[1], quoted[1])
        return unreadable("json_missing", _TOP, path=".".join(filter(None, (place, missing))))
    if quoted:
        return unknown_field(place or "{…}", [quoted[1]], known)
    if message.startswith("Invalid") and known_name == "do":
        near = get_close_matches(str(raw), ACTIONS, n=2)
        return wrong_value(place, raw, ", ".join(near or ACTIONS))
    if message.startswith("Invalid") and known_name in _ENUMS:
        return wrong_value(place, raw, ", ".join(one.value for one in _ENUMS[known_name]))
    wanted = re.match(r"Expected `([^`]*)`", message)
    types = wanted[1].split(" | ") if wanted else []
    if not types or any(name not in _SAMPLES for name in types):
        return unreadable("bad_json", _TOP, fault=f"{place}: {message}")
    return wrong_value(place, raw, ", ".join(_SAMPLES[name] for name in types))


def check_numbers(raw: Mapping[str, Any], path: str, n_seats: int) -> None:
    """Refuse numbers that no line of the record's text form could say.

    Raises:
        RecordError: a seat that there is not, or a number out of range.
    """
    for name, value in raw.items():
        if isinstance(value, dict):
            check_numbers(value, f"{path}.{name}", n_seats)
        if type(value) is not int:
            continue
        low = 1 if name == "deal" else 0
        high = n_seats - 1 if name in ("seat", "dealer") else _HIGHEST.get(name, _MOST)
        if not low <= value <= high:
            raise wrong_value(f"{path}.{name}", value, f"{low} … {high}")


def difference(stated: object, right: object, path: str) -> RecordError:
    """Return the error of the first place where two JSON forms differ."""
    if isinstance(stated, dict) and isinstance(right, dict):
        names = [name for name in stated if stated[name] != right.get(name)]
        if names:
            name = names[0]
            return difference(stated[name], right.get(name), f"{path}.{name}")
    if isinstance(stated, list) and isinstance(right, list) and len(stated) == len(right):
        index = next(i for i, one in enumerate(stated) if one != right[i])
        return difference(stated[index], right[index], f"{path}[{index}]")
    return wrong_value(path, stated, shown(right))


def shown(value: object) -> str:
    """Return a value of JSON for a message, shortened if it is long."""
    if value is None or isinstance(value, bool):
        return f"`{str(value).lower().replace('none', 'null')}`"
    if isinstance(value, str):
        return f'`"{short(value, _LONGEST_VALUE)}"`'
    if isinstance(value, dict):
        return "`{…}`" if value else "`{}`"
    if isinstance(value, list | tuple):
        inner = ", ".join(shown(one).strip("`") for one in value)
        return f"`[{short(inner, _LONGEST_VALUE)}]`"
    return f"`{short(str(value), _LONGEST_VALUE)}`"


def _step(raw: object, key: str | int) -> object:
    if isinstance(raw, dict):
        return raw.get(key)
    return raw[key] if isinstance(raw, list | tuple) and isinstance(key, int) else raw
