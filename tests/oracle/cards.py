"""Cards as texts: `SO` is the Schippen-Ober."""

from collections import Counter
from collections.abc import Iterable

from binokel.rules.ruleset import RuleSet

SUITS = "ESHB"
RANKS = "AZKOU7"

Cards = list[str]

VALUES = {
    "classic": {"A": 11, "Z": 10, "K": 4, "O": 3, "U": 2, "7": 0},
    "tens-only": {"A": 10, "Z": 10, "K": 10, "O": 0, "U": 0, "7": 0},
}


def deck(rules: RuleSet) -> Cards:
    """Return every card twice. Source: rules.md [deck-default]."""
    ranks = RANKS if rules.deck.sevens else RANKS[:5]
    return [suit + rank for suit in SUITS for rank in ranks for _ in "12"]


def worth(rules: RuleSet, cards: Iterable[str]) -> int:
    """Return the card points. Source: rules.md [card-values-000], Part 1 `tens-only`."""
    table = VALUES[rules.deck.points]
    return sum(table[card[1]] for card in cards)


def contains(big: Iterable[str], small: Iterable[str]) -> bool:
    """Tell whether every copy in `small` is in `big`."""
    return not Counter(small) - Counter(big)


def ordered(cards: Iterable[str]) -> Cards:
    """Return the cards sorted E S H B, then from high to low."""
    return sorted(cards, key=lambda card: (SUITS.index(card[0]), RANKS.index(card[1])))


def side_of(rules: RuleSet, seat: int) -> int:
    """Return the side of a seat. Source: rules.md [seat-numbers]."""
    return seat if rules.table.sides == "single" else seat % 2


def side_count(rules: RuleSet) -> int:
    """Return how many sides there are. Source: rules.md [seat-numbers]."""
    return rules.table.seats if rules.table.sides == "single" else 2


def seats_of(rules: RuleSet, side: int) -> list[int]:
    """Return the seats of a side. Source: rules.md [seat-numbers]."""
    return [seat for seat in range(rules.table.seats) if side_of(rules, seat) == side]
