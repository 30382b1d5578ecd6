"""Calling a card (Rufen), and giving one for it.

Source: rules.md [rufen-timing], [rufen-missing], [rufen-two-owners], [rufen-give-back].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.cards.card import Card
from binokel.cards.hand import UNITS, kinds
from binokel.engine.actions import Action, CallCard, GiveCard
from binokel.engine.choices import Calls, Choice, Gives
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.parts import Call
from binokel.engine.phase import Phase
from binokel.engine.phases import flow
from binokel.errors import IllegalAction, Reason
from binokel.rules.contracts import Contract

if TYPE_CHECKING:
    from binokel.engine.state import DealState


def callable_cards(state: "DealState") -> tuple[Card, ...]:
    """Return the cards that the declarer may call now, if any.

    Source: rules.md [rufen-timing], [rufen-missing], [rufen-once].
    """
    if state.rules.dabb.call == "off" or not state.dabb_taken:
        return ()
    if state.call is not None or state.n_buried or state.burying_done:
        return ()
    durch_only = state.rules.dabb.call == "durch"
    if durch_only and _is_named(state) and state.contract is not Contract.DURCH:
        return ()
    assert state.declarer is not None
    hand = state.hands[state.declarer]
    return tuple(
        card for card in dict.fromkeys(state.rules.cards) if hand >> (2 * card.index) & 3 < 2
    )


def _is_named(state: "DealState") -> bool:
    """Tell whether trump or a special contract has been named already."""
    return state.trump is not None or state.contract is not Contract.TRUMP


def call_fault(state: "DealState", action: CallCard) -> IllegalAction | None:
    """Return why a call is refused."""
    cards = callable_cards(state)
    if not cards:
        return refuse(state, action, Reason.CALL_NOT_OFFERED)
    if action.card in cards:
        return None
    reason = Reason.CALL_HELD_TWICE if action.card in state.rules.cards else Reason.NOT_IN_HAND
    return refuse(state, action, reason, card=action.card)


def call_card(state: "DealState", action: CallCard) -> "DealState":
    """Move the called card from its owner to the caller, who then gives another one.

    Source: rules.md [rufen-two-owners], [rufen-400], [rufen-give-back].
    """
    caller, n = state.declarer, state.rules.n_seats
    assert caller is not None
    card = action.card
    owner = next(
        seat
        for seat in ((caller + i) % n for i in range(1, n))
        if state.hands[seat] >> (2 * card.index) & 3
    )
    hands = flow.with_hand(state.hands, owner, state.hands[owner] - UNITS[card.index])
    hands = flow.with_hand(hands, caller, hands[caller] + UNITS[card.index])
    bid = state.bid
    if state.rules.dabb.call == "on":
        bid = max(bid, state.rules.dabb.call_bid)
    return replace(
        state,
        hands=hands,
        call=Call(card, owner),
        bid=bid,
        phase=Phase.GIVE,
        history=(*state.history, (caller, action)),
    )


def calls(state: "DealState") -> tuple[Choice, ...]:
    """Return the choice of calling a card, if there is one."""
    cards = callable_cards(state)
    return (Calls(cards),) if cards else ()


class GivePhase:
    """The caller gives a card for the called one. Source: rules.md [rufen-give-back]."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return the cards that may be given: all of the hand but the called kind."""
        assert state.call is not None
        assert state.declarer is not None
        hand = kinds(state.hands[state.declarer])
        return (Gives(tuple(card for card in hand if card is not state.call.card)),)

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why a card may not be given."""
        if not isinstance(action, GiveCard) or action.card is None:
            return wrong_phase(state, action)
        assert state.call is not None
        assert state.declarer is not None
        if action.card is state.call.card:
            return refuse(state, action, Reason.GIVE_OTHER_CARD, card=action.card)
        if not state.hands[state.declarer] >> (2 * action.card.index) & 3:
            return refuse(state, action, Reason.NOT_IN_HAND, card=action.card)
        return None

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Move the given card to the seat that had the called one."""
        assert isinstance(action, GiveCard)
        assert action.card is not None
        assert state.call is not None
        caller = state.declarer
        assert caller is not None
        unit = UNITS[action.card.index]
        owner = state.call.owner
        hands = flow.with_hand(state.hands, caller, state.hands[caller] - unit)
        hands = flow.with_hand(hands, owner, hands[owner] + unit)
        names_now = state.rules.dabb.trump_named == "before" and not _is_named(state)
        return replace(
            state,
            hands=hands,
            call=replace(state.call, given=action.card),
            phase=Phase.TRUMP if names_now else Phase.BURY,
            history=(*state.history, (caller, action)),
        )
