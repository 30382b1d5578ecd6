"""The auction: bids and weg, until somebody has won or must play.

Source: rules.md [auction-procedure], [forced-refuse], [redeal-dealer].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.engine.actions import Action, Bid, Pass
from binokel.engine.choices import Bids, Choice
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.phase import Phase
from binokel.errors import IllegalAction, Reason
from binokel.rules.bidding import bid, bid_fault, lowest_bid, may_pass, pass_bid

if TYPE_CHECKING:
    from binokel.engine.state import DealState


class AuctionPhase:
    """One seat calls."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return the bids that are left, and whether weg may be said."""
        rules, auction = state.rules, state.auction
        assert auction is not None
        lowest = lowest_bid(rules, auction)
        maximum = rules.bidding.maximum
        if not rules.bidding.jumps and lowest is not None:
            maximum = lowest
        return (Bids(lowest, maximum, rules.bidding.step, may_pass(rules, auction)),)

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why a call is refused."""
        rules, auction = state.rules, state.auction
        assert auction is not None
        match action:
            case Bid(value):
                fault = bid_fault(rules, auction, value)
                if fault is not None:
                    reason, limit = fault
                    return refuse(state, action, reason, value=value, limit=limit)
            case Pass():
                if not may_pass(rules, auction):
                    return refuse(
                        state, action, Reason.MUST_BID, minimum=lowest_bid(rules, auction)
                    )
            case _:
                return wrong_phase(state, action)
        return None

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Make the call; hand over to the declarer once the auction is decided."""
        rules, auction = state.rules, state.auction
        assert auction is not None
        if isinstance(action, Bid):
            auction = bid(rules, auction, action.value)
        else:
            auction = pass_bid(rules, auction)
        history = (*state.history, (state.to_act, action))
        if auction.status == "open":
            return replace(state, auction=auction, to_act=auction.to_act, history=history)
        if auction.status == "redeal":
            return replace(state, auction=auction, to_act=None, phase=Phase.OVER, history=history)
        return replace(
            state,
            auction=auction,
            history=history,
            declarer=auction.holder,
            bid=auction.value,
            to_act=auction.holder,
            phase=Phase.DABB if rules.deal.dabb else Phase.TRUMP,
        )
