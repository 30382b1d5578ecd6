"""The best trump suit for a hand, and which cards to bury for it.

Source: rules.md [discard-which], [discard-duplicates], [discards-points-000], [meld-sharing].
"""

from typing import NamedTuple

from binokel.cards.card import SUITS, Suit
from binokel.cards.hand import SUIT_BITS, UNITS, pack
from binokel.players.heuristic.cards import (
    ACE,
    RANK_OF,
    SUIT_OF,
    TEN,
    all_indices,
    least,
    most,
    n_cards,
    points_of,
)
from binokel.players.heuristic.estimate import expected_tricks
from binokel.players.heuristic.shapes import Weights
from binokel.rules.melds import Meld, MeldKind, best_melds, meld_points
from binokel.rules.melds.check import copies_needed
from binokel.rules.ruleset import RuleSet

_ACE_WORTH, _TRUMP_WORTH, _TEN_WORTH, _VOID_WORTH = 26.0, 40.0, 9.0, 9.0
_MELD_WORTH = 1000.0


class Plan(NamedTuple):
    """A trump suit with the cards to keep and to bury; points of melds, tricks and buried cards."""

    trump: int
    keep: int
    buried: int
    melds: int
    tricks: float
    buried_points: int

    @property
    def total(self) -> float:
        """What the declarer's own hand is expected to bring."""
        return self.melds + self.tricks + self.buried_points


def needed_copies(rules: RuleSet, melds: tuple[Meld, ...], trump: int) -> int:
    """Return the packed copies that a set of melds must keep in hand.

    Source: rules.md [meld-sharing], [discard-duplicates].
    """
    by_class = {"pair": 0, "family": 0, "rank": 0, "binokel": 0, "dix": 0}
    pairs = "pair" if rules.melds.pair_in_family else "family"
    for meld in melds:
        if meld.kind is MeldKind.RUNDGANG:
            needed = copies_needed(rules, melds, SUITS[trump])
            return sum([n * UNITS[card.index] for card, n in needed.items()])
        name = _CLASSES.get(meld.kind, pairs)
        by_class[name] += pack(meld.cards)
    bits = 0
    for used in by_class.values():
        bits = most(bits, used) if used else bits
    return bits


_CLASSES = {
    MeldKind.FAMILY: "family",
    MeldKind.DOUBLE_FAMILY: "family",
    MeldKind.FOUR: "rank",
    MeldKind.EIGHT: "rank",
    MeldKind.BINOKEL: "binokel",
    MeldKind.DOUBLE_BINOKEL: "binokel",
    MeldKind.DIX: "dix",
}


def make_plan(
    rules: RuleSet, weights: Weights, bits: int, n_bury: int, trump: int, leads: float
) -> Plan:
    """Return a good way to bury n cards for a trump suit, melds kept whole where possible."""
    melds = best_melds(rules, bits, SUITS[trump])
    points = sum([meld.points for meld in melds])
    keep, buried = bits, 0
    if n_bury:
        needed = least(bits, needed_copies(rules, melds, trump))
        if rules.dabb.bury_dix:
            needed &= ~(3 << (12 * trump + 10))
        order = _bury_order(rules, bits, needed, trump, n_bury)
        buried = sum([UNITS[index] for index in order[:n_bury]])
        keep = bits - buried
        if n_cards(bits) - n_cards(needed) < n_bury:
            points = sum([m.points for m in best_melds(rules, keep, SUITS[trump])])
    counted = points_of(buried, rules.card_points) if rules.scoring.buried_count and buried else 0
    tricks = expected_tricks(weights, keep, trump, leads)
    return Plan(trump, keep, buried, points, tricks, counted)


def best_plans(
    rules: RuleSet, weights: Weights, bits: int, n_bury: int, leads: float
) -> list[Plan]:
    """Return a plan for each trump suit, the best first."""
    plans = [make_plan(rules, weights, bits, n_bury, trump, leads) for trump in range(4)]
    return sorted(plans, key=lambda plan: (-plan.total, plan.trump))


def _bury_order(rules: RuleSet, bits: int, needed: int, trump: int, n_bury: int) -> list[int]:
    """Return all cards, those first that are buried first."""
    points = rules.card_points if rules.scoring.buried_count else (0,) * 24
    left = needed
    keyed: list[tuple[float, int]] = []
    lengths = [n_cards(bits & SUIT_BITS[suit]) for suit in range(4)]
    bound = [n_cards(needed & SUIT_BITS[suit]) for suit in range(4)]
    for index in all_indices(bits):
        worth = _keep_worth(bits, index, trump) - 0.9 * points[index]
        suit = SUIT_OF[index]
        if suit != trump and not bound[suit] and lengths[suit] <= n_bury:
            worth -= _VOID_WORTH / lengths[suit]
        if left >> (2 * index) & 3:
            left -= UNITS[index]
            worth += _MELD_WORTH
        keyed.append((worth, index))
    keyed.sort()
    return [index for _, index in keyed]


def _keep_worth(bits: int, index: int, trump: int) -> float:
    """Return roughly what a card brings in play, in points."""
    suit, rank = SUIT_OF[index], RANK_OF[index]
    if suit == trump:
        return _TRUMP_WORTH - rank
    if rank == ACE:
        return _ACE_WORTH
    if rank == TEN:
        return _TEN_WORTH if bits >> (12 * suit) & 3 else -1.0
    return 1.0 - 0.2 * rank


def give_order(rules: RuleSet, bits: int, trump: Suit | None) -> list[int]:
    """Return the cards of a hand, those first that are missed least."""
    suit = trump.index if trump is not None else _likely_trump(rules, bits)
    needed = least(bits, needed_copies(rules, best_melds(rules, bits, SUITS[suit]), suit))
    return _bury_order(rules, bits, needed, suit, 0)


def _likely_trump(rules: RuleSet, bits: int) -> int:
    return max(
        range(4),
        key=lambda suit: (
            meld_points(rules, bits, SUITS[suit]) + 12 * n_cards(bits & SUIT_BITS[suit]),
            -suit,
        ),
    )
