"""The JSON form of a record: the same content as plain data.

`{"binokel": 1, "rules": {"name", "version", "hash", "set"}, "seats": [names], "date",
"header": [lines], "items": [...]}`. `set` is the whole rule set where it is not a shipped one.
An item is a step `{"seat", "action"}`, or one of `{"deal",
"dealer"}`, `{"sum"}`, `{"comment"}`, `{"turned"}`, `{"dabb"}`, `{"commit"}`, `{"add", "seat"}`,
`{"secret"}`. Shuffle and undo have no seat.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from binokel.engine.actions import Action, Shuffle
from binokel.engine.match import Entry, Undo
from binokel.engine.record.faults import Place, bad_rules, in_form, unreadable
from binokel.engine.record.jsonfaults import (
    ACTIONS,
    check_numbers,
    difference,
    misfit,
    unknown_field,
    wrong_value,
)
from binokel.engine.record.model import (
    VERSION,
    Comment,
    Commit,
    Contribution,
    DabbShown,
    DealStart,
    Item,
    Record,
    Secret,
    Sums,
    Turned,
)
from binokel.engine.record.reader import parse_record, read_text
from binokel.engine.record.writer import Layout, format_record, is_shipped, layout
from binokel.engine.state import CHANCE
from binokel.errors import RecordError, RuleSetError
from binokel.rules.loader import from_mapping, load_shipped
from binokel.rules.melds import Meld
from binokel.rules.ruleset import RuleSet
from binokel.rules.shipped import find_name
from binokel.rules.writer import to_mapping

_TOP = Place(1)


class _Rules(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    version: int | None = None
    hash: str | None = None
    set: dict[str, Any] | None = None


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    binokel: int
    rules: _Rules
    seats: tuple[str, ...]
    items: list[dict[str, Any]]
    date: str | None = None
    header: tuple[str, ...] = ()


def to_dict(record: Record) -> dict[str, Any]:
    """Return the JSON form of a record."""
    rules: dict[str, Any] = {"name": record.rules.id}
    rules |= {"version": record.version, "hash": record.hash}
    if not is_shipped(record.rules):
        rules["set"] = to_mapping(record.rules)
    content = {
        "binokel": VERSION,
        "rules": rules,
        "seats": record.seats,
        "date": record.date,
        "header": record.header,
        "items": [_item_to_dict(item) for item in record.items],
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(content))
    return plain


def from_dict(mapping: Mapping[str, Any]) -> Record:
    """Return the record of a JSON form.

    Raises:
        RecordError: it is no record, or nothing that its text could say; the place is that in
            the text where there is one, else line 1.
    """
    try:
        raw = msgspec.convert(mapping, _Record)
    except msgspec.ValidationError as error:
        inner = "at `$.rules`" in str(error)
        known = (_Rules if inner else _Record).__struct_fields__
        raise misfit(str(error), mapping, "", known, {}) from None
    if raw.binokel != VERSION:
        raise unreadable("version", _TOP, text=str(raw.binokel), version=VERSION)
    rules = _rules(raw.rules)
    if (n := len(raw.seats)) != rules.n_seats:
        raise unreadable("wrong_seats", _TOP, n=n, rules=rules.id, seats=rules.n_seats)
    record = Record(
        rules=rules,
        version=raw.rules.version,
        hash=raw.rules.hash,
        seats=raw.seats,
        date=raw.date,
        header=raw.header,
        items=tuple(
            _item(item, f"items[{place}]", rules.n_seats) for place, item in enumerate(raw.items)
        ),
    )
    return _same_as_text(record)


def load_record(source: str | Mapping[str, Any]) -> Record:
    """Return the record of a text, a JSON text (with a brace first), or its content.

    Raises:
        RecordError: it cannot be read; line, column and remedy.
    """
    return read_record(source)[0]


def read_record(source: str | Mapping[str, Any]) -> tuple[Record, Layout]:
    """Return the record of what `load_record` takes, and where everything stands.

    JSON has no lines that say much: there the places are those in the record's text form.

    Raises:
        RecordError: it cannot be read; line, column and remedy.
    """
    if isinstance(source, str) and not is_json(source):
        return read_text(source)
    record = from_dict(_json_content(source) if isinstance(source, str) else source)
    return record, layout(record)


def _json_content(source: str) -> Any:
    try:
        return json.loads(source.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        place = Place(error.lineno, error.colno)
        raise unreadable("bad_json", place, fault=error.msg) from None
    except (RecursionError, ValueError) as error:
        raise unreadable("bad_json", _TOP, fault=str(error)) from None


def is_json(text: str) -> bool:
    """Tell whether a text means to be JSON: it begins with a brace."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def decode_record(content: bytes) -> str:
    """Return the text of a file's bytes.

    Raises:
        RecordError: they are no UTF-8 text.
    """
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8")) + 1
        raise unreadable("no_utf8", Place(line, column)) from None


def _rules(raw: _Rules) -> RuleSet:
    try:
        if raw.set is None:
            return load_shipped(find_name(raw.name))
        rules = from_mapping(raw.set, name=raw.name, any_name=True)
    except RuleSetError as error:
        raise bad_rules(error, _TOP) from None
    if rules.id != raw.name:
        raise unreadable("wrong_name", _TOP, rules=rules.id, name=raw.name)
    return rules


def _plain(item: Item) -> Any:
    return msgspec.json.decode(msgspec.json.encode(_item_to_dict(item)))


def _item_to_dict(item: Item) -> dict[str, Any]:
    if isinstance(item, Entry):
        step = {"action": item.action}
        return step if item.seat in (None, CHANCE) else {"seat": item.seat, **step}
    names, kind = next((names, kind) for names, kind in _ITEMS if isinstance(item, kind))
    values = [getattr(item, field) for field in kind.__struct_fields__]
    return dict(zip(names, values, strict=True))


def _item(raw: dict[str, Any], path: str, n_seats: int) -> Item:
    if "action" in raw:
        return _entry(raw, path, n_seats)
    for names, kind in _ITEMS:
        if raw.keys() == set(names):
            fields = dict(zip(kind.__struct_fields__, map(raw.get, names), strict=True))
            try:
                item = cast(Item, msgspec.convert(fields, kind))
            except msgspec.ValidationError as error:
                in_json = dict(zip(kind.__struct_fields__, names, strict=True))
                raise misfit(str(error), raw, path, names, in_json) from None
            check_numbers(raw, path, n_seats)
            return item
    known = ["action", "seat + action", *(" + ".join(names) for names, _ in _ITEMS)]
    raise unknown_field(path, map(str, raw), known)


def _entry(raw: dict[str, Any], path: str, n_seats: int) -> Entry:
    where, step = f"{path}.action", raw["action"]
    kind = ACTIONS.get(str(step.get("do"))) if isinstance(step, dict) else None
    known = ("do", *(kind.__struct_fields__ if kind else ()))
    try:
        action = msgspec.convert(step, Action | Undo)
    except msgspec.ValidationError as error:
        raise misfit(str(error), step, where, known, {}) from None
    if unknown := [name for name in step if name not in known]:
        raise unknown_field(where, unknown, known)
    for place, meld in enumerate(step.get("melds", ())):
        if unknown := [name for name in meld if name not in Meld.__struct_fields__]:
            raise unknown_field(f"{where}.melds[{place}]", unknown, Meld.__struct_fields__)
    is_seatless = isinstance(action, Shuffle | Undo)
    fields = ("action",) if is_seatless else ("seat", "action")
    if unknown := [name for name in raw if name not in fields]:
        raise unknown_field(path, unknown, fields)
    if not is_seatless and type(raw.get("seat")) is not int:
        raise wrong_value(f"{path}.seat", raw.get("seat"), f"0 … {n_seats - 1}")
    check_numbers(raw, path, n_seats)
    if is_seatless:
        return Entry(CHANCE if isinstance(action, Shuffle) else None, action)
    return Entry(raw["seat"], action)


def _same_as_text(record: Record) -> Record:
    """Check that the record's text says the same.

    Raises:
        RecordError: it does not, or there is no such text.
    """
    try:
        read = parse_record(format_record(record))
    except RecordError as error:
        raise in_form(error) from None
    for place, (item, other) in enumerate(zip(record.items, read.items, strict=False)):
        if item != other:
            raise difference(_plain(item), _plain(other), f"items[{place}]")
    assert read == record
    return record


_ITEMS: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("deal", "dealer"), DealStart),
    (("comment",), Comment),
    (("sum",), Sums),
    (("turned",), Turned),
    (("dabb",), DabbShown),
    (("commit",), Commit),
    (("seat", "add"), Contribution),
    (("secret",), Secret),
)
