"""Deals of self-play as the engine's own: for records, for analysis, and as the proof of both."""

from collections.abc import Iterator

from binokel.cards.card import Card
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    BuryDone,
    Concede,
    Cut,
    DeclareMelds,
    NameTrump,
    NoCut,
    Pass,
    PlayCard,
    Shuffle,
    Sign,
    TakeDabb,
)
from binokel.engine.choices import Cuts, Melds
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.kernel.selfplay import Course, PlayedDeal
from binokel.rules.deal import DABB, cut_deck, stacked
from binokel.rules.ruleset import RuleSet

CUT = 1
"""So many cards are lifted where the deck must be cut."""


def engine_deal(rules: RuleSet, course: Course) -> DealState:
    """Return the finished deal, every action checked by the engine.

    Raises:
        IllegalAction: the course is none of these rules.
        ValueError: it has too few calls or cards.
    """
    state = new_deal(rules, course.deal.dealer)
    calls, cards, buried = iter(course.calls), iter(course.cards), iter(course.deal.buried)
    while not state.is_over:
        state = state.apply(_next(state, course, calls, cards, buried))
    rest = len([*calls, *cards, *buried])
    if rest:
        raise ValueError(f"the deal is over, {rest} calls and cards are left")
    return state


def _next(
    state: DealState,
    course: Course,
    calls: Iterator[int],
    cards: Iterator[Card],
    buried: Iterator[Card],
) -> Action:
    """Return what was done next."""
    match state.phase:
        case Phase.AUCTION:
            return _call(calls)
        case Phase.BURY | Phase.TRUMP:
            return _of_declarer(state.phase, course.deal, buried)
        case Phase.MELD:
            return _melds(state)
        case Phase.PLAY:
            return PlayCard(_taken(cards))
        case Phase.DABB:
            return TakeDabb()
        case Phase.SIGN:
            return Sign()
    return _by_chance(state, course)


def _by_chance(state: DealState, course: Course) -> Action:
    if state.phase is Phase.SHUFFLE:
        return Shuffle(_order(state.rules, course))
    return NoCut() if _may_leave(state) else Cut(CUT)


def _of_declarer(phase: Phase, deal: PlayedDeal, buried: Iterator[Card]) -> Action:
    if deal.trump is None:
        raise ValueError("the cards were thrown in, but the auction goes on to a declarer")
    if deal.status == "conceded":
        return Concede(deal.trump)
    if phase is Phase.TRUMP:
        return NameTrump(deal.trump)
    card = next(buried, None)
    return BuryDone() if card is None else BuryCard(card)


def _taken(cards: Iterator[Card]) -> Card:
    for card in cards:
        return card
    raise ValueError("the cards are used up before the deal is over")


def _call(calls: Iterator[int]) -> Action:
    for value in calls:
        return Bid(value) if value else Pass()
    raise ValueError("the calls are used up before the auction is over")


def _melds(state: DealState) -> Action:
    for choice in state.choices():
        if isinstance(choice, Melds):
            return DeclareMelds(choice.best, choice.buried_dix)
    raise ValueError("nothing can be melded")


def _may_leave(state: DealState) -> bool:
    return any(isinstance(choice, Cuts) and choice.may_leave for choice in state.choices())


def _order(rules: RuleSet, course: Course) -> tuple[Card, ...]:
    """Return a deck that deals these hands, as it lay before it was cut."""
    deal = course.deal
    piles = dict(enumerate(deal.hands)) | {DABB: deal.dabb}
    order = stacked(rules, piles, deal.dealer, knocked=False)
    if rules.deal.cut == "mandatory":
        return cut_deck(order, len(order) - CUT)
    return order
