"""Melds on the screen: what a hand melds under each trump, what burying breaks."""

from collections.abc import Sequence

from binokel.cli.terminal.session import Session
from binokel.rules.contracts import has_named_trump
from binokel.rules.melds import Meld
from binokel.telling.melds import outlooks, total


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
    for outlook in sorted(outlooks(view), key=lambda outlook: -total(outlook.melds)):
        name, melds = words("trump_is", suit=words.suit(outlook.trump)), outlook.melds
        console.line(f"  {name:<18} {total(melds):>4}   {words.melds(melds)}", indent=27)


def bury_report(session: Session) -> list[str]:
    """Return by trump in question what is left to meld, and what burying broke."""
    words, lines = session.words, []
    for outlook in outlooks(session.view):
        name, points = words("trump_is", suit=words.suit(outlook.trump)), total(outlook.melds)
        text = f"  {name:<18} {points:>4}"
        if outlook.broken:
            melds = words.melds(outlook.broken)
            text += f"   {words('bury.broken', before=outlook.whole, melds=melds)}"
        lines.append(text)
    return lines


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
