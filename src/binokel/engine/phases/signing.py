"""Claiming revokes and signing the deal, in strict play.

Source: rules.md [strict-revoke], [revoke-both], [revoke-discovery].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.engine.actions import Action, ClaimRevoke, Sign
from binokel.engine.choices import Choice, Signs
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.parts import Claim
from binokel.engine.phase import Phase
from binokel.engine.phases import flow
from binokel.errors import IllegalAction, Reason
from binokel.rules.scoring import Revoke

if TYPE_CHECKING:
    from binokel.engine.state import DealState


class SignPhase:
    """One seat claims revokes of others, then signs."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return what may still be claimed; nothing after a claim was proven."""
        proven = any(claim.proven for claim in state.claims)
        seats = () if proven else range(state.rules.n_seats)
        return (
            Signs(
                tuple(seat for seat in seats if seat != state.to_act),
                len(state.tricks),
                tuple((claim.seat, claim.trick) for claim in state.claims),
            ),
        )

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why a claim is refused."""
        match action:
            case Sign():
                return None
            case ClaimRevoke(seat, trick):
                if any(claim.proven for claim in state.claims):
                    return refuse(state, action, Reason.CLAIM_PROVEN)
                if seat == state.to_act:
                    return refuse(state, action, Reason.CLAIM_OWN_SEAT)
                if not (0 <= trick < len(state.tricks) and 0 <= seat < state.rules.n_seats):
                    return refuse(
                        state, action, Reason.CLAIM_UNKNOWN_TRICK, n_tricks=len(state.tricks)
                    )
                if any((claim.seat, claim.trick) == (seat, trick) for claim in state.claims):
                    return refuse(state, action, Reason.CLAIM_REPEATED)
                return None
        return wrong_phase(state, action)

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Examine the claim against the record, or sign; all signatures end the deal."""
        seat = state.to_act
        assert seat is not None
        history = (*state.history, (seat, action))
        if isinstance(action, ClaimRevoke):
            proven = Revoke(action.seat, action.trick) in state.revokes
            claim = Claim(seat, action.seat, action.trick, proven)
            return replace(state, claims=(*state.claims, claim), history=history)
        if seat == state.dealer:
            return flow.finish(replace(state, history=history))
        return replace(
            state,
            phase=Phase.SIGN,
            to_act=(seat + 1) % state.rules.n_seats,
            history=history,
        )
