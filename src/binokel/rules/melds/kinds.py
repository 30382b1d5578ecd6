"""The kinds of meld, and the table of every meld that a rule set knows."""

from enum import Enum

import msgspec

from binokel.cards.card import RANKS, SUITS, Card, Rank, Suit, card_of
from binokel.rules.ruleset import MeldRules, RuleSet

FAMILY_RANKS = (Rank.DAUS, Rank.ZEHNER, Rank.KOENIG, Rank.OBER, Rank.UNTER)
PAIR_RANKS = (Rank.KOENIG, Rank.OBER)
BINOKEL_CARDS = (Card.SO, Card.BU)


class MeldKind(Enum):
    """The kinds of meld; the order is the one in which equal melds are listed."""

    RUNDGANG = "rundgang"
    DOUBLE_FAMILY = "double_family"
    EIGHT = "eight"
    DOUBLE_BINOKEL = "double_binokel"
    FAMILY = "family"
    FOUR = "four"
    BINOKEL = "binokel"
    PAIR = "pair"
    DIX = "dix"

    order: int

    def __init__(self, _value: str) -> None:
        self.order = len(type(self).__members__)

    __hash__ = object.__hash__


FAMILIES = (MeldKind.FAMILY, MeldKind.DOUBLE_FAMILY)


class Meld(msgspec.Struct, frozen=True):
    """A meld with its cards (sorted, each copy listed) and its points."""

    kind: MeldKind
    cards: tuple[Card, ...]
    points: int

    @property
    def suit(self) -> Suit:
        """The suit of a pair, family or Dix."""
        return self.cards[0].suit

    @property
    def rank(self) -> Rank:
        """The rank of a four or eight."""
        return self.cards[0].rank


def sort_key(meld: Meld) -> tuple[int, int, int]:
    """Return the key by which melds are listed: dearest first."""
    return (-meld.points, meld.kind.order, meld.cards[0].index)


class MeldValues:
    """Every meld of one rule set, made once; a meld that counts nothing is None."""

    __slots__ = (
        "binokel",
        "dix",
        "double",
        "double_binokel",
        "eight",
        "family",
        "four",
        "pair",
        "rundgang",
    )

    def __init__(self, melds: MeldRules) -> None:
        self.pair = _by_suit(MeldKind.PAIR, PAIR_RANKS, 1, melds.pair, melds.pair_trump)
        self.family = _by_suit(MeldKind.FAMILY, FAMILY_RANKS, 1, melds.family, melds.family_trump)
        self.double = _by_suit(
            MeldKind.DOUBLE_FAMILY, FAMILY_RANKS, 2, melds.double_family, melds.double_family_trump
        )
        self.dix = _by_suit(MeldKind.DIX, (Rank.SIEBENER,), 1, None, melds.dix)
        self.four = [_of_rank(MeldKind.FOUR, r, 1, melds.fours.get(r.letter)) for r in RANKS]  # type: ignore[call-overload]
        self.eight = [
            _of_rank(MeldKind.EIGHT, r, 2, melds.eight if r.letter in melds.eight_ranks else None)
            for r in RANKS
        ]
        self.binokel = _meld(MeldKind.BINOKEL, BINOKEL_CARDS, 1, melds.binokel)
        self.double_binokel = _meld(MeldKind.DOUBLE_BINOKEL, BINOKEL_CARDS, 2, melds.double_binokel)
        self.rundgang = _meld(
            MeldKind.RUNDGANG,
            tuple(card_of(suit, rank) for suit in SUITS for rank in PAIR_RANKS),
            1,
            rundgang_points(melds),
        )

    def find(self, kind: MeldKind, index: int, trump: Suit | None) -> Meld | None:
        """Return the meld of a kind by its suit or rank, None if it counts nothing."""
        match kind:
            case MeldKind.FOUR:
                return self.four[index]
            case MeldKind.EIGHT:
                return self.eight[index]
            case MeldKind.BINOKEL:
                return self.binokel
            case MeldKind.DOUBLE_BINOKEL:
                return self.double_binokel
            case MeldKind.RUNDGANG:
                return self.rundgang
        by_suit = {
            MeldKind.PAIR: self.pair,
            MeldKind.FAMILY: self.family,
            MeldKind.DOUBLE_FAMILY: self.double,
            MeldKind.DIX: self.dix,
        }[kind]
        return by_suit[trump is not None and trump.index == index][index]


def values_of(rules: RuleSet) -> MeldValues:
    """Return the table of melds of a rule set; kept with the rule set."""
    table = rules.__dict__.get("meld_values")
    if table is None:
        table = rules.__dict__["meld_values"] = MeldValues(rules.melds)
    assert isinstance(table, MeldValues)
    return table


def rundgang_points(melds: MeldRules) -> int | None:
    """Return what a Rundgang counts as a meld, None if it is only a name.

    Source: rules.md [rundgang-modes], [rundgang-250-variant].
    """
    if melds.rundgang == "sum":
        return None
    if melds.rundgang == "literal-200":
        return 200
    return melds.rundgang_points


def _by_suit(
    kind: MeldKind, ranks: tuple[Rank, ...], copies: int, side: int | None, trump: int | None
) -> tuple[list[Meld | None], list[Meld | None]]:
    """Return the melds of each suit, first as side suit, then as trump."""
    cards = [tuple(card_of(suit, rank) for rank in ranks) for suit in SUITS]
    return (
        [_meld(kind, c, copies, side) for c in cards],
        [_meld(kind, c, copies, trump) for c in cards],
    )


def _of_rank(kind: MeldKind, rank: Rank, copies: int, points: int | None) -> Meld | None:
    return _meld(kind, tuple(card_of(suit, rank) for suit in SUITS), copies, points)


def _meld(kind: MeldKind, cards: tuple[Card, ...], copies: int, points: int | None) -> Meld | None:
    if not points:
        return None
    return Meld(kind, tuple(card for card in cards for _ in range(copies)), points)
