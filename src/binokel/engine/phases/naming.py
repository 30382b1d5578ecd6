"""Naming trump, announcing Durch or Bettel, and going out.

Source: rules.md [phase-order], [durch-order], [ab-timing], [ab-result], [no-dabb].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.cards.card import SUITS, Suit
from binokel.engine.actions import Action, CallCard, Concede, NameContract, NameTrump
from binokel.engine.choices import Choice, Concedes, ContractOffer, Trumps
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.phase import Phase
from binokel.engine.phases import calling, flow
from binokel.errors import IllegalAction, Reason
from binokel.rules.contracts import Contract, contract_value, has_named_trump

if TYPE_CHECKING:
    from binokel.engine.state import DealState

_FORMS = (
    (Contract.DURCH, False),
    (Contract.DURCH, True),
    (Contract.BETTEL, False),
)


def offers(state: "DealState", *, from_hand: bool) -> tuple[ContractOffer, ...]:
    """Return the special contracts that may be announced now.

    Source: rules.md [durch-order], [durch-hand-closed], [rufen-default].
    """
    rules = state.rules
    called = state.call is not None
    found = []
    for contract, is_open in _FORMS:
        value = contract_value(rules, contract, is_open=is_open, from_hand=from_hand, called=called)
        if value is not None and not rules.deal.stock:
            suits = SUITS if has_named_trump(rules, contract) else ()
            found.append(ContractOffer(contract, is_open, from_hand, value, suits))
    return tuple(found)


def must_announce(state: "DealState") -> bool:
    """Tell whether a call has bound the declarer to a Durch.

    Source: rules.md [rufen-default].
    """
    return state.call is not None and state.rules.dabb.call == "durch"


def _offers_now(state: "DealState") -> tuple[ContractOffer, ...]:
    found = offers(state, from_hand=False)
    if must_announce(state):
        return tuple(offer for offer in found if offer.contract is Contract.DURCH)
    return found


def contract_fault(state: "DealState", action: NameContract) -> IllegalAction | None:
    """Return why a Durch or Bettel is refused."""
    found = offers(state, from_hand=True) if action.from_hand else _offers_now(state)
    for offer in found:
        if (offer.contract, offer.is_open) == (action.contract, action.is_open) and (
            action.suit in offer.suits if offer.suits else action.suit is None
        ):
            return None
    return refuse(state, action, Reason.CONTRACT_NOT_OFFERED, contract=action.contract.value)


def announce(state: "DealState", action: NameContract) -> "DealState":
    """Make the contract binding; burying, melding or play follow."""
    state = replace(
        state,
        contract=action.contract,
        trump=action.suit,
        is_open=action.is_open,
        from_hand=action.from_hand,
        history=(*state.history, (state.declarer, action)),
    )
    return _after_naming(state)


def _after_naming(state: "DealState") -> "DealState":
    """Go on to burying where trump is named before it, else to the melds."""
    if state.dabb_taken and not state.burying_done:
        return replace(state, phase=Phase.BURY)
    return flow.start_melding(state)


def may_concede(state: "DealState") -> bool:
    """Tell whether the declarer may go out now.

    Source: rules.md [ab-timing], [rufen-timing], [no-dabb].
    """
    concede = state.rules.dabb.concede
    if concede == "off" or state.call is not None or state.contract is not Contract.TRUMP:
        return False
    return concede == "until-meld" or not state.burying_done


def concedes(state: "DealState") -> tuple[Choice, ...]:
    """Return the choice of going out, if there is one; a named trump stays."""
    if not may_concede(state):
        return ()
    return (Concedes(_concede_suits(state)),)


def _concede_suits(state: "DealState") -> tuple[Suit, ...]:
    return SUITS if state.trump is None else (state.trump,)


def concede_fault(state: "DealState", action: Concede) -> IllegalAction | None:
    """Return why going out is refused."""
    if not may_concede(state):
        return refuse(state, action, Reason.CONCEDE_NOT_OFFERED)
    if action.suit not in _concede_suits(state):
        return refuse(state, action, Reason.CONCEDE_SUIT, suit=state.trump)
    return None


def concede(state: "DealState", action: Concede) -> "DealState":
    """Give up the deal in a suit; the others may still meld.

    Source: rules.md [ab-result], [ab-melds-trick].
    """
    seat = state.declarer
    assert seat is not None
    state = replace(
        state,
        conceded=True,
        hand_shown=action.show,
        trump=action.suit,
        history=(*state.history, (seat, action)),
    )
    if state.rules.dabb.concede_others == "none":
        return flow.finish(state)
    return flow.others_meld(state)


class TrumpPhase:
    """The declarer names trump or a special contract, or goes out."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return the suits and contracts, calling where trump comes first, and going out."""
        suits = () if must_announce(state) else SUITS
        return (Trumps(suits, _offers_now(state)), *calling.calls(state), *concedes(state))

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why an action is refused before trump is named."""
        match action:
            case NameTrump():
                if must_announce(state):
                    return refuse(
                        state, action, Reason.CONTRACT_NOT_OFFERED, contract=Contract.TRUMP.value
                    )
                return None
            case NameContract(from_hand=False):
                return contract_fault(state, action)
            case CallCard():
                return calling.call_fault(state, action)
            case Concede():
                return concede_fault(state, action)
        return wrong_phase(state, action)

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Name trump, announce, call or go out."""
        match action:
            case NameContract():
                return announce(state, action)
            case CallCard():
                return calling.call_card(state, action)
            case Concede():
                return concede(state, action)
        assert isinstance(action, NameTrump)
        return _after_naming(
            replace(
                state,
                trump=action.suit,
                history=(*state.history, (state.declarer, action)),
            )
        )
