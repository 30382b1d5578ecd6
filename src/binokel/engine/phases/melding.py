"""Melding before play: the declarer first, then the others in turn.

Source: rules.md [meld-order], [meld-voluntary], [strict-burying], [diss-not-announced].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.engine.actions import Action, Concede, DeclareMelds
from binokel.engine.choices import Choice, Melds
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.phases import flow, naming
from binokel.errors import IllegalAction, Reason
from binokel.rules.melds import Meld, MeldKind, best_melds
from binokel.rules.melds.check import copies_needed, meld_fault

if TYPE_CHECKING:
    from binokel.engine.state import DealState


class MeldPhase:
    """One seat declares its melds."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return the best set of melds; less may be declared, down to nothing."""
        seat = state.queue[0]
        hand = state.hands[seat]
        best = best_melds(state.rules, hand, state.trump, _buried_sevens(state, seat))
        melds = Melds(best, _from_buried(state, hand, best), True)
        return (melds, *naming.concedes(state)) if _may_concede(state, seat) else (melds,)

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why melds are refused."""
        seat = state.queue[0]
        match action:
            case DeclareMelds(melds, announced):
                hand, sevens = state.hands[seat], _buried_sevens(state, seat)
                if _judges_burying(state, seat):
                    if not 0 <= announced <= sevens:
                        return refuse(state, action, Reason.MELD_BURIED_DIX, n=sevens)
                    hand, sevens = hand + state.buried, 0
                fault = meld_fault(state.rules, hand, state.trump, melds, sevens)
                if fault is not None:
                    return refuse(state, action, fault.reason, meld=fault.subject)
                return None
            case Concede() if _may_concede(state, seat):
                return naming.concede_fault(state, action)
        return wrong_phase(state, action)

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Lay the melds; the next seat melds, or play begins."""
        seat = state.queue[0]
        if isinstance(action, Concede):
            return naming.concede(state, action)
        assert isinstance(action, DeclareMelds)
        if _judges_burying(state, seat):
            announced = action.buried_dix
        else:
            announced = _from_buried(state, state.hands[seat], action.melds)
        queue = state.queue[1:]
        state = replace(
            state,
            melds=(*state.melds[:seat], action.melds, *state.melds[seat + 1 :]),
            buried_dix=state.buried_dix + announced,
            queue=queue,
            to_act=queue[0] if queue else None,
            history=(*state.history, (seat, action)),
        )
        if _judges_burying(state, seat) and _has_erred(state, action.melds, announced):
            state = replace(state, bury_error=True)
            if state.rules.penalties.bury_error_others == "none":
                return flow.finish(state)
            return flow.others_meld(state)
        return state if queue else flow.after_melds(state)


def _may_concede(state: "DealState", seat: int) -> bool:
    """Tell whether going out is still open after trump was named early.

    Source: rules.md [ab-timing].
    """
    return (
        seat == state.declarer
        and state.dabb_taken
        and state.rules.dabb.trump_named == "before"
        and naming.may_concede(state)
    )


def _buried_sevens(state: "DealState", seat: int) -> int:
    """Return how many buried trump sevens the seat may still meld.

    Source: rules.md [diss-discard-others], [diss-discard-002].
    """
    if seat != state.declarer or not state.rules.dabb.bury_dix or state.trump is None:
        return 0
    return state.buried >> (12 * state.trump.index + 10) & 3


def _from_buried(state: "DealState", hand: int, melds: tuple[Meld, ...]) -> int:
    """Return how many of the melded Dix lie among the buried cards."""
    assert state.trump is not None
    n_dix = sum(meld.kind is MeldKind.DIX for meld in melds)
    return max(0, n_dix - (hand >> (12 * state.trump.index + 10) & 3))


def _judges_burying(state: "DealState", seat: int) -> bool:
    """Tell whether the burying is judged by these melds.

    Source: rules.md [strict-burying].
    """
    penalties = state.rules.penalties
    return (
        penalties.strict
        and penalties.bury_error == "double"
        and seat == state.declarer
        and state.dabb_taken
    )


def _has_erred(state: "DealState", melds: tuple[Meld, ...], announced: int) -> bool:
    """Tell whether the burying was wrong in number, by a meld, or by a seven.

    Source: rules.md [discard-error-detect], [discard-duplicates], [strict-burying].
    """
    if flow.is_wrong_count(state):
        return True
    assert state.declarer is not None
    hand = state.hands[state.declarer]
    others = [meld for meld in melds if meld.kind is not MeldKind.DIX]
    for card, n in copies_needed(state.rules, others, state.trump).items():
        if n > hand >> (2 * card.index) & 3:
            return True
    return _from_buried(state, hand, melds) > announced
