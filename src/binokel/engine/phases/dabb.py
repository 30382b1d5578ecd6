"""Taking the Dabb, and burying.

Source: rules.md [dabb-visible], [discard-count], [strict-burying].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.cards.card import Card
from binokel.cards.hand import UNITS, kinds, pack, unpack
from binokel.engine.actions import (
    Action,
    BuryCard,
    BuryDone,
    CallCard,
    Concede,
    NameContract,
    TakeBack,
    TakeDabb,
)
from binokel.engine.choices import Bury, Choice, Dabb, Trumps
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.phase import Phase
from binokel.engine.phases import calling, flow, naming
from binokel.errors import IllegalAction, Reason

if TYPE_CHECKING:
    from binokel.engine.state import DealState


class DabbPhase:
    """The declarer takes up the Dabb, or plays an open Durch without it."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return taking the Dabb, and the contracts from the hand."""
        offers = naming.offers(state, from_hand=True)
        return (Dabb(), Trumps((), offers)) if offers else (Dabb(),)

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why an action is refused before the Dabb is taken."""
        match action:
            case TakeDabb():
                return None
            case NameContract(from_hand=True):
                return naming.contract_fault(state, action)
        return wrong_phase(state, action)

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Turn and take the Dabb, or announce a contract from the hand."""
        if isinstance(action, NameContract):
            return naming.announce(state, action)
        seat = state.to_act
        assert seat is not None
        hands = flow.with_hand(state.hands, seat, state.hands[seat] + pack(state.dabb))
        before = state.rules.dabb.trump_named == "before"
        return replace(
            state,
            hands=hands,
            dabb_taken=True,
            phase=Phase.TRUMP if before else Phase.BURY,
            history=(*state.history, (seat, action)),
        )


class BuryPhase:
    """The declarer buries as many cards as the Dabb had, one at a time.

    Source: rules.md [discard-count], [discard-which], [strict-burying].
    """

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return the cards to bury, to take back, and whether burying may end."""
        seat = state.declarer
        assert seat is not None
        n = state.rules.deal.dabb
        free = _is_free(state)
        cards = kinds(state.hands[seat]) if free or state.n_buried < n else ()
        bury = Bury(n, cards, unpack(state.buried), free or state.n_buried == n)
        return (bury, *calling.calls(state), *naming.concedes(state))

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why an action is refused while burying."""
        match action:
            case BuryCard(card) if card is not None:
                return _bury_fault(state, action, card)
            case TakeBack(card) if card is not None:
                if not state.buried >> (2 * card.index) & 3:
                    return refuse(state, action, Reason.NOT_BURIED, card=card)
                return None
            case BuryDone():
                if not _is_free(state) and state.n_buried != state.rules.deal.dabb:
                    return _wrong_count(state, action)
                return None
            case CallCard():
                return calling.call_fault(state, action)
            case Concede():
                return naming.concede_fault(state, action)
        return wrong_phase(state, action)

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Bury or take back a card, finish, call or go out."""
        seat = state.declarer
        assert seat is not None
        history = (*state.history, (seat, action))
        match action:
            case BuryCard(card) if card is not None:
                return _move(state, seat, -UNITS[card.index], 1, history)
            case TakeBack(card) if card is not None:
                return _move(state, seat, UNITS[card.index], -1, history)
            case CallCard():
                return calling.call_card(state, action)
            case Concede():
                return naming.concede(state, action)
        state = replace(state, burying_done=True, history=history)
        if state.rules.dabb.trump_named == "before":
            return flow.start_melding(state)
        return replace(state, phase=Phase.TRUMP)


def _is_free(state: "DealState") -> bool:
    """Tell whether any number of cards may be buried.

    Source: rules.md [strict-burying].
    """
    penalties = state.rules.penalties
    return penalties.strict and penalties.bury_error == "double"


def _bury_fault(state: "DealState", action: Action, card: Card) -> IllegalAction | None:
    assert state.declarer is not None
    if not state.hands[state.declarer] >> (2 * card.index) & 3:
        return refuse(state, action, Reason.NOT_IN_HAND, card=card)
    if not _is_free(state) and state.n_buried >= state.rules.deal.dabb:
        return _wrong_count(state, action)
    return None


def _wrong_count(state: "DealState", action: Action) -> IllegalAction:
    return refuse(state, action, Reason.BURY_COUNT, n=state.rules.deal.dabb, buried=state.n_buried)


def _move(
    state: "DealState", seat: int, unit: int, n: int, history: tuple[tuple[int, Action], ...]
) -> "DealState":
    """Move a card between hand and buried cards; `unit` is negative when buried."""
    return replace(
        state,
        hands=flow.with_hand(state.hands, seat, state.hands[seat] + unit),
        buried=state.buried - unit,
        n_buried=state.n_buried + n,
        history=history,
    )
