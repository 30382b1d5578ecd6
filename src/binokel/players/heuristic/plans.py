"""The best trump suit for a hand, and which cards to bury for it.

Source: rules.md [discard-which], [discard-duplicates], [discards-points-000], [meld-sharing].
"""

from typing import NamedTuple

from binokel.cards.card import SUITS, Suit
from binokel.cards.hand import SUIT_BITS, UNITS, pack
from binokel.players.heuristic.cards import (
    ACE,
    RANK_OF,
    TEN,
    copies,
    indices,
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

_ACE_WORTH, _TRUMP_WORTH, _TEN_WORTH, _VOID_WORTH = 26.0, 26.0, 9.0, 9.0
_MELD_MARGIN = 4.0
"""What a meld is worth beside its points: it cannot be lost in play."""

_NEAR = 7
"""So many cards beside the buried ones are tried in their place."""


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
    """Return a good way to bury n cards for a trump suit.

    Melds stay whole, unless that would cost an ace or a trump that is worth more.
    """
    if not n_bury:
        points = meld_points(rules, bits, SUITS[trump])
        return Plan(trump, bits, 0, points, expected_tricks(weights, bits, trump, leads), 0)
    order = _bury_order(rules, bits, trump, n_bury)
    buried = sum([UNITS[index] for index in order[:n_bury]])
    return evaluated(rules, weights, bits, buried, trump, leads)


def evaluated(
    rules: RuleSet, weights: Weights, bits: int, buried: int, trump: int, leads: float
) -> Plan:
    """Return the plan that buries these cards."""
    keep = bits - buried
    dix = buried >> (12 * trump + 10) & 3 if rules.dabb.bury_dix else 0
    points = meld_points(rules, keep, SUITS[trump], dix)
    counted = points_of(buried, rules.card_points) if rules.scoring.buried_count else 0
    tricks = expected_tricks(weights, keep, trump, leads)
    return Plan(trump, keep, buried, points, tricks, counted)


def improved(rules: RuleSet, weights: Weights, plan: Plan, leads: float) -> Plan:
    """Return the plan after exchanging buried cards for kept ones while that helps."""
    bits = plan.keep + plan.buried
    n_bury = n_cards(plan.buried)
    near = set(_bury_order(rules, bits, plan.trump, n_bury)[: n_bury + _NEAR])
    while True:
        best = plan
        for out in indices(plan.buried):
            for into in indices(plan.keep):
                if into in near:
                    buried = plan.buried - UNITS[out] + UNITS[into]
                    other = evaluated(rules, weights, bits, buried, plan.trump, leads)
                    best = other if other.total > best.total + 0.5 else best
        if best is plan:
            return plan
        plan = best


def best_plans(
    rules: RuleSet, weights: Weights, bits: int, n_bury: int, leads: float
) -> list[Plan]:
    """Return a plan for each trump suit, the best first."""
    plans = [make_plan(rules, weights, bits, n_bury, trump, leads) for trump in range(4)]
    return sorted(plans, key=by_total)


def by_total(plan: Plan) -> tuple[float, int]:
    """Order plans, the best first."""
    return (-plan.total, plan.trump)


def careful_plans(
    rules: RuleSet, weights: Weights, bits: int, n_bury: int, leads: float
) -> list[Plan]:
    """Return a plan by trump suit, best first; the two best with more thought."""
    plans = best_plans(rules, weights, bits, n_bury, leads)
    if n_bury:
        plans[:2] = [improved(rules, weights, plan, leads) for plan in plans[:2]]
    return sorted(plans, key=by_total)


def _bury_order(rules: RuleSet, bits: int, trump: int, n_bury: int) -> list[int]:
    """Return all cards, those first that are buried first.

    Source: rules.md [discard-duplicates], [diss-not-announced].
    """
    melds = best_melds(rules, bits, SUITS[trump])
    needed = least(bits, needed_copies(rules, melds, trump))
    if rules.dabb.bury_dix:
        needed &= ~(3 << (12 * trump + 10))
    worth_in_melds = _worth_in_melds(melds)
    keyed: list[tuple[float, int]] = []
    for suit in range(4):
        bare = _bare_worths(rules, bits >> (12 * suit) & 0xFFF, suit, suit == trump)
        void = 0.0
        if suit != trump and not needed & SUIT_BITS[suit] and 0 < len(bare) <= n_bury:
            void = _VOID_WORTH / len(bare)
        for bare_worth, index in bare:
            worth = bare_worth - void
            if needed >> (2 * index) & 3:
                needed -= UNITS[index]
                worth += _MELD_MARGIN + worth_in_melds[index]
            keyed.append((worth, index))
    keyed.sort()
    return [index for _, index in keyed]


def _bare_worths(
    rules: RuleSet, held: int, suit: int, is_trump: bool
) -> tuple[tuple[float, int], ...]:
    """Return the cards of a suit's 12 bits, and what each brings if it is kept.

    There are few such columns, and bidding asks for them over and over.
    """
    memo: dict[tuple[int, int, bool], tuple[tuple[float, int], ...]]
    memo = rules.__dict__.setdefault("heuristic_worths", {})
    key = (held, suit, is_trump)
    found = memo.get(key)
    if found is None:
        points = rules.card_points if rules.scoring.buried_count else (0,) * 24
        has_ace = bool(held & 3)
        found = memo[key] = tuple(
            (_keep_worth(index, is_trump, has_ace) - 0.9 * points[index], index)
            for index in copies(held, suit)
        )
    return found


def _worth_in_melds(melds: tuple[Meld, ...]) -> list[int]:
    """Return by card what would be lost without it."""
    worth = [0] * 24
    for meld in melds:
        for card in set(meld.cards):
            worth[card.index] += meld.points
    return worth


def _keep_worth(index: int, is_trump: bool, has_ace: bool) -> float:
    """Return roughly what a card brings in play, in points."""
    rank = RANK_OF[index]
    if is_trump:
        return _TRUMP_WORTH - rank + (14.0 if rank == ACE else 0.0)
    if rank == ACE:
        return _ACE_WORTH
    if rank == TEN:
        return _TEN_WORTH if has_ace else -1.0
    return 1.0 - 0.2 * rank


def give_order(rules: RuleSet, bits: int, trump: Suit | None) -> list[int]:
    """Return the cards of a hand, those first that are missed least."""
    return _bury_order(rules, bits, _likely_trump(rules, bits) if trump is None else trump.index, 0)


def _likely_trump(rules: RuleSet, bits: int) -> int:
    return max(
        range(4),
        key=lambda suit: (
            meld_points(rules, bits, SUITS[suit]) + 12 * n_cards(bits & SUIT_BITS[suit]),
            -suit,
        ),
    )
