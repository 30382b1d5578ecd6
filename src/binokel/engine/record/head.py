"""The head of a record: version, rule set, seats, date, and lines that are only kept."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from binokel.engine.record.faults import Place, bad_rules, unreadable
from binokel.engine.record.model import VERSION
from binokel.engine.record.words import SEATLESS
from binokel.errors import RuleSetError
from binokel.rules.files import toml_mapping
from binokel.rules.loader import from_mapping, load_shipped
from binokel.rules.problems import problem, problems_of, refusal
from binokel.rules.ruleset import RuleSet
from binokel.rules.shipped import find_name

BODY_WORDS = frozenset(["sum", "commit", "secret", "add", "turned", "dabb", *SEATLESS])
"""First words of lines that belong to a deal."""

_HEAD_WORDS = frozenset(["binokel", "rules", "seats", "date", "deal"])
_RULES_FORM = "rules NAME [VERSION [sha256:…]]"
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')
_ASSIGNMENT = re.compile(r"""[\w."'-]+\s*=""")


class Head(NamedTuple):
    """The head as read, where the rules stand, and the index of the line after it."""

    rules: RuleSet
    version: int | None
    hash: str | None
    seats: tuple[str, ...]
    date: str | None
    header: tuple[str, ...]
    place: Place
    body: int


class _Rest(NamedTuple):
    """What follows the first word of a line, and its place."""

    text: str
    place: Place


def is_known(word: str) -> bool:
    """Tell whether a first word has a meaning that further lines cannot have."""
    return word in _HEAD_WORDS or word in BODY_WORDS or bool(re.match(r"\[|[0-9]+$", word))


def split_word(line: str, number: int) -> tuple[str, _Rest]:
    """Return the first word of a line in small letters, and what follows it."""
    found = re.match(r"(\s*)(\S*)(\s*)(.*)", line, re.DOTALL)
    assert found is not None
    return found[2].lower(), _Rest(found[4], Place(number, found.start(4) + 1))


def read_head(lines: Sequence[str]) -> Head:
    """Return the head of a record's lines.

    Raises:
        RecordError: a line is missing, repeated or not understood, or the rule set unknown.
    """
    at = _read_version(lines)
    known: dict[str, _Rest] = {}
    header: list[str] = []
    block: tuple[int, list[str]] | None = None
    while at < len(lines):
        word, rest = split_word(lines[at], at + 1)
        if word == "deal":
            break
        if word == "[rules]" and block is None:
            block = (at, _rules_block(lines[at:]))
            at += len(block[1])
            continue
        if word in ("rules", "seats", "date", "binokel"):
            if word in known or word == "binokel":
                raise unreadable("repeated_line", Place(at + 1), word=word)
            known[word] = rest
        elif word.startswith("["):
            raise unreadable("form", Place(at + 1), text=lines[at].strip(), form="[rules]")
        elif is_known(word):
            raise unreadable("deal_missing", Place(at + 1))
        elif word:
            header.append(lines[at].strip())
        at += 1
    rules, version, digest = _read_rules(_needed(known, "rules", at), block)
    seats = _read_seats(_needed(known, "seats", at), rules)
    date = known.get("date")
    if date is not None and not date.text:
        raise unreadable("form", date.place, text="date", form="date 2026-11-29")
    return Head(
        rules,
        version,
        digest,
        seats,
        date.text if date else None,
        tuple(header),
        known["rules"].place,
        at,
    )


def _read_version(lines: Sequence[str]) -> int:
    """Check the first line and return the index of the next one."""
    at = next((i for i, line in enumerate(lines) if line.strip()), 0)
    word, rest = split_word(lines[at], at + 1)
    if word != "binokel":
        raise unreadable("no_record", Place(at + 1), text=lines[at].strip()[:40])
    if rest.text != str(VERSION):
        raise unreadable("version", rest.place, text=rest.text, version=VERSION)
    return at + 1


def _needed(known: dict[str, _Rest], word: str, end: int) -> _Rest:
    if word not in known:
        raise unreadable("missing_line", Place(max(end, 1)), word=word)
    return known[word]


def _rules_block(lines: Sequence[str]) -> list[str]:
    """Return the lines of an embedded rule set: the TOML from `[rules]` on."""
    block: list[str] = []
    depth = 0
    for line in lines:
        bare = _QUOTED.sub("", line).partition("#")[0].strip()
        is_toml = not bare or bare[0] == "[" or _ASSIGNMENT.match(line.strip())
        if depth <= 0 and not is_toml:
            break
        depth += bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}")
        block.append(line)
    return block


def _read_rules(
    rest: _Rest, block: tuple[int, list[str]] | None
) -> tuple[RuleSet, int | None, str | None]:
    found = re.fullmatch(
        r"(?P<name>\S.*?)(?:\s+(?P<version>[0-9]{1,7})(?:\s+(?P<hash>sha256:[0-9a-f]+…?))?)?",
        rest.text,
        re.IGNORECASE,
    )
    if found is None:
        raise unreadable("form", rest.place, text=rest.text, form=_RULES_FORM)
    bare = re.fullmatch(r"(?P<name>.*?)\s+(?P<hash>sha256:\S*)", found["name"], re.IGNORECASE)
    if bare is not None:
        place = Place(rest.place.line, rest.place.column + bare.start("hash"))
        raise unreadable(
            "version_missing", place, name=bare["name"], hash=bare["hash"][:15].rstrip("…")
        )
    version = int(found["version"]) if found["version"] else None
    digest = found["hash"].lower() if found["hash"] else None
    if block is not None:
        return _embedded(found["name"], *block), version, digest
    try:
        return load_shipped(find_name(found["name"])), version, digest
    except RuleSetError as error:
        raise bad_rules(error, rest.place) from None


def _embedded(name: str, start: int, block: list[str]) -> RuleSet:
    try:
        mapping: dict[str, Any] = dict(_toml("\n".join(block)))
        content = mapping.pop("rules")
        rules = from_mapping({**content, **mapping}, name=name, any_name=True)
    except RuleSetError as error:
        place = Place(start + int(error.details.get("line", 1)), error.details.get("column", 1))
        raise bad_rules(error, place) from None
    if rules.id != name:
        raise unreadable("wrong_name", Place(start + 1), rules=rules.id, name=name)
    return rules


def _toml(block: str) -> Mapping[str, object]:
    """Return the content of the lines; an error does not tell its place in words."""
    try:
        return toml_mapping(block)
    except RuleSetError as error:
        details = error.details
        reason = problems_of(error)[0].values["reason"]
        place = {key: details[key] for key in ("line", "column") if key in details}
        raise refusal(problem("", "no_syntax", form="TOML", reason=reason), **place) from None


def _read_seats(rest: _Rest, rules: RuleSet) -> tuple[str, ...]:
    seats = tuple(name.strip() for name in rest.text.split("|"))
    if not all(seats):
        raise unreadable("form", rest.place, text=rest.text, form="seats Anna | Bert | Carla")
    if len(seats) != rules.n_seats:
        raise unreadable(
            "wrong_seats", rest.place, n=len(seats), rules=rules.id, seats=rules.n_seats
        )
    return seats
