"""Deals with the table turned or suits exchanged: what an engine without favourites must give.

Source: rules.md [seat-numbers], [gland-dominant].
"""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from binokel.cards.card import Card, Suit, card_of
from binokel.cards.hand import UNITS, unpack
from binokel.engine import actions as do
from binokel.engine.actions import Action
from binokel.engine.state import CHANCE, DealState
from binokel.rules.bidding import Auction
from binokel.rules.melds import Meld
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import DealScore, Revoke

replace = msgspec.structs.replace
Change = Callable[[Suit], Suit]
T = TypeVar("T")


def rotated_action(action: Action, turn: int, rules: RuleSet) -> Action:
    """Return an action with the seats that it names turned on."""
    if isinstance(action, do.ClaimRevoke):
        return do.ClaimRevoke((action.seat + turn) % rules.n_seats, action.trick)
    return action


def rotated_state(state: DealState, turn: int) -> DealState:
    """Return the deal with everybody so many seats further on."""
    return _Turn(state.rules, turn).state(state)


class _Turn:
    """Turns everything that names seats or sides."""

    def __init__(self, rules: RuleSet, turn: int) -> None:
        self.rules, self.turn = rules, turn
        self.n = rules.n_seats

    def state(self, state: DealState) -> DealState:
        return replace(
            state,
            dealer=self.seat(state.dealer),
            to_act=self.maybe(state.to_act),
            hands=self.by_seat(state.hands),
            held_ever=self.by_seat(state.held_ever),
            auction=state.auction and self.auction(state.auction),
            declarer=self.maybe(state.declarer),
            call=state.call and replace(state.call, owner=self.seat(state.call.owner)),
            melds=self.by_seat(state.melds),
            queue=self.seats(state.queue),
            # before the first trick nobody leads, and the field holds no seat
            leader=self.seat(state.leader) if _has_leader(state) else state.leader,
            tricks=tuple(self.trick(trick) for trick in state.tricks),
            revokes=tuple(Revoke(self.seat(r.seat), r.trick) for r in state.revokes),
            claims=tuple(
                replace(claim, by=self.seat(claim.by), seat=self.seat(claim.seat))
                for claim in state.claims
            ),
            history=tuple(
                (self.seat(actor), rotated_action(action, self.turn, self.rules))
                for actor, action in state.history
            ),
            score=state.score and self.score(state.score),
        )

    def seat(self, seat: int) -> int:
        return seat if seat == CHANCE else (seat + self.turn) % self.n

    def maybe(self, seat: int | None) -> int | None:
        return None if seat is None else self.seat(seat)

    def seats(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.seat(seat) for seat in seats)

    def by_seat(self, values: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(values[(seat - self.turn) % self.n] for seat in range(len(values)))

    def side(self, side: int) -> int:
        return self.rules.side_of[self.seat(self.rules.sides[side][0])]

    def by_side(self, values: tuple[int, ...]) -> tuple[int, ...]:
        turned = {self.side(side): value for side, value in enumerate(values)}
        return tuple(turned[side] for side in range(len(values)))

    def auction(self, auction: Auction) -> Auction:
        return replace(
            auction,
            to_act=self.maybe(auction.to_act),
            holder=self.maybe(auction.holder),
            dealer=self.seat(auction.dealer),
            rival=self.maybe(auction.rival),
            waiting=self.seats(auction.waiting),
            live=self.seats(auction.live),
        )

    def trick(self, trick: Any) -> Any:
        return replace(trick, leader=self.seat(trick.leader), winner=self.seat(trick.winner))

    def score(self, score: DealScore) -> DealScore:
        lines = [
            replace(line, side=self.side(line.side), seat=self.maybe(line.seat))
            for line in score.lines
        ]
        return replace(
            score,
            scores=self.by_side(score.scores),
            exact=self.by_side(score.exact),
            lines=tuple(sorted(lines, key=_line_order)),
            tricks_won=self.by_seat(score.tricks_won),
            card_points=score.card_points and self.by_seat(score.card_points),
            bonus=score.bonus and self.by_seat(score.bonus),
        )


def _has_leader(state: DealState) -> bool:
    return bool(state.tricks or state.trick or state.phase.value in ("play", "sign"))


def _line_order(line: Any) -> tuple[Any, ...]:
    return (line.side, line.what, -1 if line.seat is None else line.seat, line.points)


def sorted_lines(state: DealState) -> DealState:
    """Return the deal with the lines of its score in an order that no seat decides."""
    if state.score is None:
        return state
    lines = tuple(sorted(state.score.lines, key=_line_order))
    return replace(state, score=replace(state.score, lines=lines))


def permuted_action(action: Action, change: Change) -> Action:
    """Return an action with every suit changed."""
    match action:
        case do.Shuffle(order) if order is not None:
            return do.Shuffle(tuple(_card(card, change) for card in order))
        case do.CallCard(card) | do.PlayCard(card):
            return type(action)(_card(card, change))
        case do.GiveCard(card) | do.BuryCard(card) | do.TakeBack(card) if card is not None:
            return type(action)(_card(card, change))
        case do.Concede(suit, show):
            return do.Concede(change(suit), show)
        case do.NameTrump(suit):
            return do.NameTrump(change(suit))
        case do.NameContract(suit=suit) if suit is not None:
            return replace(action, suit=change(suit))
        case do.DeclareMelds(melds, buried_dix):
            return do.DeclareMelds(_melds(melds, change), buried_dix)
    return action


def permuted_state(state: DealState, change: Change) -> DealState:
    """Return the deal with every suit changed."""
    return replace(
        state,
        order=_cards(state.order, change),
        hands=tuple(_packed(hand, change) for hand in state.hands),
        held_ever=tuple(_packed(hand, change) for hand in state.held_ever),
        dabb=_cards(state.dabb, change),
        stock=_cards(state.stock, change),
        trump=state.trump and change(state.trump),
        call=state.call
        and replace(
            state.call,
            card=_card(state.call.card, change),
            given=state.call.given and _card(state.call.given, change),
        ),
        buried=_packed(state.buried, change),
        melds=tuple(None if melds is None else _melds(melds, change) for melds in state.melds),
        trick=tuple(_card(list(Card)[index], change).index for index in state.trick),
        tricks=tuple(replace(trick, cards=_cards(trick.cards, change)) for trick in state.tricks),
        history=tuple((seat, permuted_action(action, change)) for seat, action in state.history),
    )


def _card(card: Card, change: Change) -> Card:
    return card_of(change(card.suit), card.rank)


def _cards(cards: tuple[Card, ...], change: Change) -> tuple[Card, ...]:
    return tuple(_card(card, change) for card in cards)


def _packed(bits: int, change: Change) -> int:
    # No `pack`: a seven exchanged and drawn again was held three times.
    return sum(UNITS[_card(card, change).index] for card in unpack(bits))


def _melds(melds: tuple[Meld, ...], change: Change) -> tuple[Meld, ...]:
    return tuple(replace(meld, cards=tuple(sorted(_cards(meld.cards, change)))) for meld in melds)
