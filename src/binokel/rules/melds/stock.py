"""Melding during play in the game with a stock: windows, re-use of copies, taking over.

All cards of a meld are in hand when it is laid. In each class a seat uses every copy that it
has held once; a meld may take over the copies of earlier ones if it adds an unused copy and
raises the total.

Source: rules.md [two-player-reuse], [two-player-meld-time].
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from binokel.cards.card import Card, Suit
from binokel.errors import Reason
from binokel.rules.melds.check import MeldFault, describe, is_known, missing_card
from binokel.rules.melds.kinds import Meld, MeldKind, sort_key, values_of
from binokel.rules.ruleset import RuleSet

_MAX_NEW = 4


def lay(
    rules: RuleSet,
    hand: int,
    held_ever: int,
    trump: Suit | None,
    standing: Sequence[Meld],
    new: Sequence[Meld],
) -> tuple[Meld, ...] | MeldFault:
    """Return the melds that stand after laying new ones, or what is wrong.

    `held_ever` is the packed multiset of all copies that the seat has held in this deal.

    Source: rules.md [two-player-reuse].
    """
    now = tuple(standing)
    for meld in new:
        if not is_known(rules, meld, trump):
            return MeldFault(Reason.MELD_UNKNOWN, describe(meld))
        if (missing := missing_card(hand, meld)) is not None:
            return MeldFault(Reason.MELD_NOT_HELD, f"{describe(meld)}: {missing}")
        after = _lay_one(rules, held_ever, now, meld)
        if after is None:
            return MeldFault(Reason.MELD_SHARED, describe(meld))
        now = after
    return now


def best_window(
    rules: RuleSet,
    hand: int,
    held_ever: int,
    trump: Suit | None,
    standing: Sequence[Meld],
    one_only: bool,
) -> tuple[Meld, ...]:
    """Return the new melds that raise the seat's total most, dearest first.

    Source: rules.md [two-player-reuse], [two-player-meld-time].
    """
    chosen: list[Meld] = []
    groups: dict[tuple[str, int], list[Meld]] = {}
    for meld in _candidates(rules, hand, trump):
        groups.setdefault(group_of(rules, meld), []).append(meld)
    for key, candidates in groups.items():
        laid = tuple(meld for meld in standing if group_of(rules, meld) == key)
        chosen += _best_of_group(rules, held_ever, laid, candidates, 1 if one_only else _MAX_NEW)
    if one_only and chosen:
        chosen = [max(chosen, key=lambda meld: _gain(rules, held_ever, standing, meld))]
    return tuple(sorted(chosen, key=sort_key))


def group_of(rules: RuleSet, meld: Meld) -> tuple[str, int]:
    """Return the class of a meld and its suit or rank; groups never share copies."""
    match meld.kind:
        case MeldKind.FOUR | MeldKind.EIGHT:
            return "rank", meld.rank.index
        case MeldKind.BINOKEL | MeldKind.DOUBLE_BINOKEL:
            return "binokel", 0
        case MeldKind.DIX:
            return "dix", 0
        case MeldKind.PAIR if rules.melds.pair_in_family:
            return "pair", meld.suit.index
        case _:
            return "family", meld.suit.index


def _gain(rules: RuleSet, held_ever: int, standing: Sequence[Meld], meld: Meld) -> int:
    after = _lay_one(rules, held_ever, tuple(standing), meld)
    assert after is not None
    return sum(m.points for m in after) - sum(m.points for m in standing)


def _candidates(rules: RuleSet, hand: int, trump: Suit | None) -> Iterator[Meld]:
    """Yield every meld whose cards are in hand."""
    values = values_of(rules)
    for kind in MeldKind:
        n = {MeldKind.FOUR: 6, MeldKind.EIGHT: 6, MeldKind.BINOKEL: 1, MeldKind.DOUBLE_BINOKEL: 1}
        for index in range(0 if kind is MeldKind.RUNDGANG else n.get(kind, 4)):
            meld = values.find(kind, index, trump)
            if meld is not None and missing_card(hand, meld) is None:
                yield meld


def _best_of_group(
    rules: RuleSet, held_ever: int, laid: tuple[Meld, ...], candidates: Sequence[Meld], depth: int
) -> tuple[Meld, ...]:
    """Return the new melds of one group with the highest total, fewest first."""

    def search(now: tuple[Meld, ...], left: int) -> tuple[int, int, tuple[Meld, ...]]:
        best: tuple[int, int, tuple[Meld, ...]] = (sum(meld.points for meld in now), 0, ())
        for meld in candidates if left else ():
            after = _lay_one(rules, held_ever, now, meld)
            if after is not None:
                points, fewer, rest = search(after, left - 1)
                best = max(best, (points, fewer - 1, (meld, *rest)), key=lambda found: found[:2])
        return best

    return search(laid, depth)[2]


def _lay_one(
    rules: RuleSet, held_ever: int, standing: tuple[Meld, ...], meld: Meld
) -> tuple[Meld, ...] | None:
    """Return the standing melds after laying one more, None if its copies are used up."""
    group = group_of(rules, meld)
    same = [m for m in standing if group_of(rules, m) == group]
    need = Counter(meld.cards)
    used = Counter(card for m in same for card in m.cards)
    if _fits(held_ever, used, need):
        return (*standing, meld)
    best: tuple[Meld, ...] | None = None
    for n in range(1, len(same) + 1):
        for voided in combinations(same, n):
            copies = Counter(card for m in voided for card in m.cards)
            cost = sum(m.points for m in voided)
            if (
                cost < meld.points
                and need - copies
                and _fits(held_ever, used - copies, need)
                and (best is None or cost < sum(m.points for m in best))
            ):
                best = voided
    if best is None:
        return None
    rest = list(standing)
    for gone in best:
        rest.remove(gone)
    return (*rest, meld)


def _fits(held_ever: int, used: Counter[Card], need: Counter[Card]) -> bool:
    return all(used[card] + n <= held_ever >> (2 * card.index) & 3 for card, n in need.items())
