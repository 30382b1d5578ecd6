"""Melds on the screen: what a hand melds under each trump, what burying breaks."""

from collections import Counter
from collections.abc import Sequence

from binokel.cards.card import SUITS, Suit
from binokel.cards.hand import Hand
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.words import Words
from binokel.engine.match import MatchView
from binokel.rules.contracts import has_named_trump
from binokel.rules.melds import Meld, best_melds


def total(melds: Sequence[Meld]) -> int:
    """Return the points of melds."""
    return sum(meld.points for meld in melds)


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


def trumps_in_question(view: MatchView) -> tuple[Suit, ...]:
    """Return the trump that is named, or all that still may be."""
    return SUITS if view.deal.trump is None else (view.deal.trump,)


def helper(session: Session) -> None:
    """Write what the own hand melds under each trump in question, the best first."""
    console, words, view = session.console, session.words, session.view
    deal = view.deal
    if not deal.hand:
        console.line(words("melds.no_hand"))
        return
    if not has_named_trump(view.rules, deal.contract):
        console.line(words("melds.special"))
        return
    bits = Hand(deal.hand).bits
    found = [(suit, best_melds(view.rules, bits, suit)) for suit in trumps_in_question(view)]
    for suit, melds in sorted(found, key=lambda pair: -total(pair[1])):
        name = words("trump_is", suit=words.suit(suit))
        console.line(f"  {name:<18} {total(melds):>4}   {words.melds(melds)}", indent=27)


def bury_report(session: Session) -> list[str]:
    """Return by trump in question what is left to meld, and what burying broke."""
    words, view = session.words, session.view
    hand = Hand(view.deal.hand)
    whole = hand + Hand(view.deal.buried)
    lines = []
    for suit in trumps_in_question(view):
        before, after = (
            best_melds(view.rules, cards.bits, suit, dix)
            for cards, dix in ((whole, 0), (hand, _buried_dix(view, suit)))
        )
        broken = list((Counter(before) - Counter(after)).elements())
        name = words("trump_is", suit=words.suit(suit))
        text = f"  {name:<18} {total(after):>4}"
        if total(after) < total(before):
            text += f"   {words('bury.broken', before=total(before), melds=words.melds(broken))}"
        lines.append(text)
    return lines


def _buried_dix(view: MatchView, suit: Suit) -> int:
    """Return how many buried sevens could still be melded if the suit is trump."""
    if not view.rules.dabb.bury_dix:
        return 0
    return sum(str(card) == f"{suit.letter}7" for card in view.deal.buried)


def on_table(session: Session) -> None:
    """Write the melds of all seats that have declared any."""
    console, words, view = session.console, session.words, session.view
    if all(melds is None for melds in view.deal.melds) or not view.deal.melds:
        console.line(words("melds.not_yet"))
        return
    for seat, melds in enumerate(view.deal.melds):
        points = view.deal.meld_points[seat]
        what = words("melds.not_yet_seat") if melds is None else words.melds(melds)
        console.line(f"  {view.seats[seat]:<12} {points:>4}   {what}", indent=20)


def with_cards(session: Session, melds: Sequence[Meld], *, numbers: bool) -> None:
    """Write melds one a line with their cards and points."""
    words = session.words
    for n, meld in enumerate(melds, 1):
        label = f"[{n}] " if numbers else ""
        name = f"  {label}{words.meld(meld)}"
        session.console.line(f"{name:<34} {meld.points:>4}   {words.cards(meld.cards)}", indent=42)
