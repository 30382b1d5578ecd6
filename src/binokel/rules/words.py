"""Keys, values and differences of rule sets in plain words, out of the locales."""

from typing import Any, NamedTuple

import msgspec

from binokel.locales import has_text, text
from binokel.rules.keys import Key, all_keys
from binokel.rules.ruleset import RuleSet


class Difference(NamedTuple):
    """A key in which two rule sets differ, with both values (None where absent)."""

    key: Key
    first: Any
    second: Any


def key_text(key: Key, lang: str) -> str:
    """Return the one-line explanation of a key.

    Raises:
        MissingText: there is no such language.
    """
    return text(f"rules.key.{key.path}", lang)


def value_text(key: Key, value: object, lang: str) -> str:
    """Return a value of a key in words; numbers and lists stay as they are.

    Raises:
        MissingText: there is no such language.
    """
    if value is None:
        return text("rules.value.off", lang)
    if isinstance(value, bool):
        return text(f"rules.value.{str(value).lower()}", lang)
    if isinstance(value, str) and has_text(f"rules.value.{key.path}.{value}", lang):
        return text(f"rules.value.{key.path}.{value}", lang)
    if isinstance(value, dict):
        return ", ".join(f"{rank} {points}" for rank, points in value.items()) or "–"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "–"
    return str(value)


def differences(first: RuleSet, second: RuleSet) -> list[Difference]:
    """Return every key in which two sets differ, in the order of the schema."""
    pairs = ((key, _value(first, key), _value(second, key)) for key in all_keys())
    return [Difference(key, a, b) for key, a, b in pairs if a != b]


def _value(rules: RuleSet, key: Key) -> Any:
    return msgspec.to_builtins(getattr(getattr(rules, key.section), key.name))


def summary(rules: RuleSet, lang: str) -> str:
    """Return seats, sides, deck, hand and Dabb in one line.

    Raises:
        MissingText: there is no such language.
    """
    deal = rules.deal
    return text(
        "rules.summary.stock" if deal.stock else "rules.summary",
        lang,
        players=text(f"sheet.players.{rules.n_seats}", lang),
        cards=len(rules.cards),
        hand=deal.hand,
        dabb=deal.dabb,
        stock=deal.stock,
    )
