"""What a record holds: who played by which rules, and everything that happened, in order."""

from typing import TypeAlias

import msgspec

from binokel.cards.card import Card, Suit
from binokel.engine.actions import BuryCard, GiveCard, Shuffle, TakeBack
from binokel.engine.match import Entry
from binokel.rules.ruleset import RuleSet

VERSION = 1
"""The version of the format."""


class DealStart(msgspec.Struct, frozen=True):
    """A deal begins; `number` counts the scored deals and this one from 1."""

    number: int
    dealer: int


class Comment(msgspec.Struct, frozen=True):
    """A line that is only there for people."""

    text: str


class Sums(msgspec.Struct, frozen=True):
    """The totals of the match so far, by side; replaying checks them."""

    totals: tuple[int, ...]


class Turned(msgspec.Struct, frozen=True):
    """The suit of the turned-up card, for records whose shuffle is hidden."""

    suit: Suit


class DabbShown(msgspec.Struct, frozen=True):
    """The cards of the Dabb, for records whose shuffle is hidden."""

    cards: tuple[Card, ...]


class Commit(msgspec.Struct, frozen=True):
    """The commitment to the secret of a deal's shuffle; see `binokel.engine.fairness`."""

    hash: str


class Contribution(msgspec.Struct, frozen=True):
    """What a seat adds to the shuffle after the commitment."""

    seat: int
    text: str


class Secret(msgspec.Struct, frozen=True):
    """The revealed secret of the shuffle, 64 hexadecimal digits."""

    hex: str


Note: TypeAlias = DealStart | Comment | Sums | Turned | DabbShown | Commit | Contribution | Secret
Item: TypeAlias = Entry | Note


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it is written down.

    `version` and `hash` are those of the rule set when the record was made, None where the
    record does not say; `header` are further lines of the head, kept as they are.
    """

    rules: RuleSet
    version: int | None = None
    hash: str | None = None
    seats: tuple[str, ...]
    date: str | None = None
    header: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The steps of the match, as `Match.entries` has them."""
        return tuple(item for item in self.items if isinstance(item, Entry))

    @property
    def is_redacted(self) -> bool:
        """Whether something is hidden: then it can be shown, but not replayed."""
        return any(is_hidden(entry) for entry in self.entries)


def is_hidden(entry: Entry) -> bool:
    """Tell whether a step hides its cards."""
    match entry.action:
        case Shuffle(None) | BuryCard(None) | TakeBack(None) | GiveCard(None):
            return True
    return False
