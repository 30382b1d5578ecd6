"""What was not melded, if everyone declares the best set of melds.

The best set falls apart into suits, ranks, the Binokel and Dix, except for a Rundgang that is a
meld of its own; each part is a clause about the hand at the time of melding, which is what is
hidden now and what was played since.

Source: rules.md [meld-voluntary], [meld-sharing], [rundgang-modes], [diss-not-announced].
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from binokel.cards.card import Card, Rank, Suit
from binokel.cards.hand import UNITS
from binokel.engine.view import DealView
from binokel.kernel.worlds.places import BURIED, Check, Clause, Place
from binokel.rules.melds import Meld, MeldKind, best_melds
from binokel.rules.melds.kinds import FAMILIES, values_of
from binokel.rules.ruleset import RuleSet

_RANKS = (Rank.KOENIG, Rank.OBER, Rank.UNTER, Rank.DAUS, Rank.ZEHNER, Rank.SIEBENER)
_BY_SUIT = (MeldKind.PAIR, *FAMILIES)
_BY_RANK = (MeldKind.FOUR, MeldKind.EIGHT)
_BINOKEL = (MeldKind.BINOKEL, MeldKind.DOUBLE_BINOKEL)
_KINGS_AND_OBERS = tuple(6 * suit + rank for suit in range(4) for rank in (2, 3))


class NotMelded(NamedTuple):
    """Clauses, checks, and (place, kind, most copies)."""

    clauses: tuple[Clause, ...]
    checks: tuple[Check, ...]
    at_most: tuple[tuple[int, int, int], ...]


def not_melded(
    view: DealView, rules: RuleSet, places: tuple[Place, ...], played: Sequence[Sequence[int]]
) -> NotMelded:
    """Return what the melds of all others deny."""
    clauses: list[Clause] = []
    checks: list[Check] = []
    at_most: list[tuple[int, int, int]] = []
    for seat, melds in enumerate(view.melds):
        place = Place("hand", seat)
        is_owner = seat == view.declarer
        if melds is None or place not in places or (is_owner and view.bury_error):
            continue
        number = places.index(place)
        at_most += _dix(view, rules, melds, is_owner, number, played[seat])
        plain = tuple(meld for meld in melds if meld.kind is not MeldKind.DIX)
        if _may_be_whole(rules, plain):
            whole = partial(_is_best, rules, view.trump, plain, number, tuple(played[seat]))
            checks.append(whole)
        if _falls_apart(rules, plain):
            clauses += _parts(rules, view.trump, plain, number, played[seat])
    if at_most and BURIED in places and rules.dabb.bury_dix and view.trump is not None:
        at_most += _buried_sevens(view, places.index(BURIED))
    return NotMelded(tuple(clauses), tuple(checks), tuple(at_most))


def _dix(
    view: DealView,
    rules: RuleSet,
    melds: tuple[Meld, ...],
    is_owner: bool,
    place: int,
    played: Sequence[int],
) -> Iterator[tuple[int, int, int]]:
    """Yield that no Dix is held but those melded."""
    if view.trump is None or values_of(rules).dix[True][view.trump.index] is None:
        return
    seven = 6 * view.trump.index + 5
    n = sum(meld.kind is MeldKind.DIX for meld in melds)
    if is_owner:
        n = max(0, n - view.buried_dix)
    yield place, seven, max(0, n - played[seven])


def _buried_sevens(view: DealView, place: int) -> Iterator[tuple[int, int, int]]:
    """Yield that the declarer has announced all the trump sevens that he buried."""
    assert view.trump is not None
    if view.declarer is not None and view.melds[view.declarer] is not None and not view.bury_error:
        yield place, 6 * view.trump.index + 5, view.buried_dix


def _falls_apart(rules: RuleSet, melds: tuple[Meld, ...]) -> bool:
    """Tell whether the parts of the melds are each the best of their cards."""
    if any(meld.kind is MeldKind.RUNDGANG for meld in melds):
        return False
    return rules.melds.rundgang != "literal-200" or not _may_be_whole(rules, melds)


def _may_be_whole(rules: RuleSet, melds: tuple[Meld, ...]) -> bool:
    """Tell whether the hand may have held every König and Ober, where that is a meld."""
    values = values_of(rules)
    if values.rundgang is None:
        return False
    shown = {card.index for meld in melds for card in meld.cards}
    missing = [index for index in _KINGS_AND_OBERS if index not in shown]
    ranks = {index % 6 for index in missing}
    return not any(values.four[rank] is not None for rank in ranks)


def _is_best(
    rules: RuleSet,
    trump: Suit | None,
    melds: tuple[Meld, ...],
    place: int,
    played: tuple[int, ...],
    packed: tuple[int, ...],
) -> bool:
    hand = packed[place] + sum(n * UNITS[index] for index, n in enumerate(played))
    best = best_melds(rules, hand, trump)
    return tuple(meld for meld in best if meld.kind is not MeldKind.DIX) == melds


def _parts(
    rules: RuleSet,
    trump: Suit | None,
    melds: tuple[Meld, ...],
    place: int,
    played: Sequence[int],
) -> Iterator[Clause]:
    def clause(kinds: tuple[int, ...], wanted: tuple[Meld, ...], group: int) -> Clause:
        base = tuple(played[index] for index in kinds)
        test = partial(_melds_so, rules, trump, kinds, wanted)
        return Clause(place, kinds, base, test, group)

    for suit in range(4):
        own = tuple(m for m in melds if m.kind in _BY_SUIT and m.suit.index == suit)
        yield clause(tuple(range(6 * suit, 6 * suit + 5)), own, 1)
    pair = tuple(meld for meld in melds if meld.kind in _BINOKEL)
    yield clause((Card.SO.index, Card.BU.index), pair, 2)
    for group, rank in enumerate(_RANKS, 3):
        own = tuple(m for m in melds if m.kind in _BY_RANK and m.rank is rank)
        yield clause(tuple(6 * suit + rank.index for suit in range(4)), own, group)


def _melds_so(
    rules: RuleSet,
    trump: Suit | None,
    kinds: tuple[int, ...],
    wanted: tuple[Meld, ...],
    counts: tuple[int, ...],
) -> bool:
    """Tell whether the best melds of these copies alone are the declared ones."""
    hand = sum(n << (2 * index) for index, n in zip(kinds, counts, strict=True))
    memo = rules.__dict__.setdefault("melds_of_part", {})
    found = memo.get((hand, trump))
    if found is None:
        best = best_melds(rules, hand, trump)
        found = memo[hand, trump] = tuple(m for m in best if m.kind is not MeldKind.DIX)
    return bool(found == wanted)
