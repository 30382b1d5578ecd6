"""Melds in words: what a hand melds under each trump, what burying has broken."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from binokel.cards.card import SUITS, Rank, Suit, card_of
from binokel.cards.hand import Hand
from binokel.engine.match import MatchView
from binokel.rules.contracts import has_named_trump
from binokel.rules.melds import Meld, best_melds
from binokel.telling.words import Words


class Outlook(NamedTuple):
    """What the own cards meld under a trump, and what the buried ones have broken."""

    trump: Suit
    melds: tuple[Meld, ...]
    broken: tuple[Meld, ...]
    whole: int
    """The points before anything was buried."""


def total(melds: Sequence[Meld]) -> int:
    """Return the points of melds."""
    return sum(meld.points for meld in melds)


def trumps_in_question(view: MatchView) -> tuple[Suit, ...]:
    """Return the trump that is named, or all that still may be."""
    return SUITS if view.deal.trump is None else (view.deal.trump,)


def outlooks(view: MatchView) -> tuple[Outlook, ...]:
    """Return the outlook under each trump in question, in the order of the suits.

    Empty without cards, and in a contract without melds.
    """
    deal = view.deal
    if not deal.hand or not has_named_trump(view.rules, deal.contract):
        return ()
    return tuple(_outlook(view, suit) for suit in trumps_in_question(view))


def _outlook(view: MatchView, suit: Suit) -> Outlook:
    hand = Hand(view.deal.hand)
    left = best_melds(view.rules, hand.bits, suit, _buried_dix(view, suit))
    if not view.deal.buried:
        return Outlook(suit, left, (), total(left))
    whole = best_melds(view.rules, (hand + Hand(view.deal.buried)).bits, suit)
    broken = tuple((Counter(whole) - Counter(left)).elements())
    return Outlook(suit, left, broken if total(left) < total(whole) else (), total(whole))


def _buried_dix(view: MatchView, suit: Suit) -> int:
    """Return how many buried sevens could still be melded if the suit is trump.

    Source: rules.md [diss-discard-002].
    """
    seven = card_of(suit, Rank.SIEBENER)
    return view.deal.buried.count(seven) if view.rules.dabb.bury_dix else 0


def void_line(
    words: Words, before: Sequence[Meld], laid: Sequence[Meld], after: Sequence[Meld]
) -> str | None:
    """Return which melds new ones have taken over, and the score; None if none.

    Source: rules.md [two-player-reuse].
    """
    void = list((Counter(before) + Counter(laid) - Counter(after)).elements())
    if not void:
        return None
    return words("did.meld_void", melds=words.melds(void), points=total(after) - total(before))


def outlook_line(words: Words, outlook: Outlook) -> str:
    """Return what is melded under a trump in one line, and what burying has cost."""
    suit, points = words.suit(outlook.trump), total(outlook.melds)
    if outlook.broken:
        broken = words.melds(outlook.broken)
        return words("help.broken", suit=suit, points=points, whole=outlook.whole, melds=broken)
    if not points:
        return words("help.nothing", suit=suit)
    return words("help.melds", suit=suit, points=points, melds=words.melds(outlook.melds))
