"""A hand before the Dabb: what it may become, over Dabbs and partners' hands drawn at random."""

from math import sqrt
from random import Random
from statistics import fmean
from typing import NamedTuple

from binokel.cards.deck import deck_bits
from binokel.cards.hand import UNITS
from binokel.players.heuristic import special
from binokel.players.heuristic.cards import all_indices
from binokel.players.model.appraising import Case, Gains, Table
from binokel.rules.ruleset import RuleSet

QUICK, CAREFUL = 1, 4
"""So often buried cards are exchanged to find the trump suit, and for the one found."""

OFF = 4
"""So many points the model's mean total is off, by rule set (`docs/measurements.md`)."""


class Seen(NamedTuple):
    """One case: the declarer's plan, what its partners meld then, its chances of Durch and Bettel.

    `error` are points of play that the hand is misjudged by; `cards` are those with the Dabb.
    """

    case: Case
    mates: int
    durch: float = 0.0
    bettel: float = 0.0
    error: int = 0
    cards: int = 0

    @property
    def known(self) -> int:
        """Return what is known of the side's total before the tricks, or taken for known."""
        return self.case.known + self.mates + self.error

    @property
    def melds(self) -> int:
        """Return the melds of the side."""
        return self.case.melds + self.mates


def error_of(values: list[float]) -> float:
    """Return the standard error of the mean of some values."""
    mean = fmean(values)
    spread = sum((value - mean) ** 2 for value in values)
    return sqrt(spread / max(1, len(values) - 1) / len(values))


def melds_lapse(rules: RuleSet) -> bool:
    """Tell whether a declarer's melds do not stand without a trick.

    Source: rules.md [meld-trick-team].
    """
    return rules.scoring.meld_trick != "none" and not rules.scoring.buried_is_trick


def draw(table: Table, hand: int, place: int, gains: Gains, n: int, rng: Random) -> list[Seen]:
    """Return cases of a packed hand; with the same `rng` the same ones for every bid."""
    rules = table.rules
    n_dabb, n_mates = rules.deal.dabb, len(rules.sides[0]) - 1
    deck = deck_bits(rules.deck.sevens)
    unseen = all_indices(deck - hand)
    size = rules.deal.hand
    dealt = []
    for _ in range(n if n_dabb or n_mates else 1):
        cards = rng.sample(unseen, n_dabb + n_mates * size)
        parts = [cards[:n_dabb]]
        parts += [cards[n_dabb + i * size : n_dabb + (i + 1) * size] for i in range(n_mates)]
        dealt.append([sum([UNITS[index] for index in part]) for part in parts])
    melds = [
        [sum([table.melds(mate, trump) for mate in mates]) for trump in range(4)]
        for _, *mates in dealt
    ]
    usual = [round(fmean([of[trump] for of in melds])) for trump in range(4)]
    table.set_gains(gains)
    found = []
    for (dabb, *_), of in zip(dealt, melds, strict=True):
        trump = table.plans(hand + dabb, n_dabb, place, usual, QUICK)[0].trump
        case = table.plans(hand + dabb, n_dabb, place, usual, CAREFUL, trump)[0]
        durch = _durch(rules, hand + dabb, deck)
        found.append(Seen(case, of[case.trump], durch, cards=hand + dabb))
    return found


def _durch(rules: RuleSet, bits: int, deck: int) -> float:
    """Return the chance of a Durch with these cards, 0 where there is none."""
    if rules.contracts.durch is None or not special.may_be_durch(bits):
        return 0.0
    keep = bits - special.durch_burying(bits, deck, rules.deal.dabb)
    return special.durch_chance(keep, deck - bits, rules.n_seats - 1)
