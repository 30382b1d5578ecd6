"""Melding and exchanging in the game with a stock.

Source: rules.md [two-player-meld-time], [two-player-dix], [two-player-draw].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.cards.card import Rank, card_of
from binokel.cards.hand import UNITS
from binokel.engine.actions import Action, DeclareMelds, ExchangeDix
from binokel.engine.choices import Choice, Exchange, Melds
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.phase import Phase
from binokel.engine.phases import flow
from binokel.errors import IllegalAction, Reason
from binokel.rules.melds import Meld, MeldKind
from binokel.rules.melds.check import MeldFault
from binokel.rules.melds.kinds import values_of
from binokel.rules.melds.stock import best_window, lay

if TYPE_CHECKING:
    from binokel.engine.state import DealState


class WindowPhase:
    """One seat may meld, and after a trick it has won exchange the trump seven."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return the best new melds, and the exchange."""
        seat = state.queue[0]
        best = best_window(
            state.rules,
            state.hands[seat],
            state.held_ever[seat],
            state.trump,
            state.melds[seat] or (),
            _one_only(state),
        )
        melds = Melds(best, 0, True)
        if _may_exchange(state, seat):
            return (melds, Exchange(state.stock[-1]))
        return (melds,)

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return why melds or the exchange are refused."""
        seat = state.queue[0]
        match action:
            case ExchangeDix():
                if _may_exchange(state, seat):
                    return None
                return refuse(state, action, Reason.EXCHANGE_NOT_OFFERED)
            case DeclareMelds(melds):
                if _one_only(state) and len(melds) > 1:
                    return refuse(state, action, Reason.MELD_ONE_A_WINDOW)
                after = _lay(state, seat, action)
                if isinstance(after, MeldFault):
                    return refuse(state, action, after.reason, meld=after.subject)
                return None
        return wrong_phase(state, action)

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Exchange (the window stays open), or meld and close the window."""
        seat = state.queue[0]
        state = replace(state, history=(*state.history, (seat, action)))
        if isinstance(action, ExchangeDix):
            return _exchange(state, seat)
        assert isinstance(action, DeclareMelds)
        after = _lay(state, seat, action)
        assert not isinstance(after, MeldFault)
        queue = state.queue[1:]
        state = replace(
            state,
            melds=(*state.melds[:seat], after, *state.melds[seat + 1 :]),
            queue=queue,
            to_act=queue[0] if queue else None,
        )
        if queue:
            return state
        return draw(state) if state.tricks else flow.start_play(state)


def open_window(state: "DealState", winner: int) -> "DealState":
    """Open the windows after a trick, while the stock lasts.

    Source: rules.md [two-player-meld-time].
    """
    both = state.rules.play.stock_meld_windows == "both"
    queue = (winner, (winner + 1) % 2) if both else (winner,)
    return replace(state, phase=Phase.WINDOW, queue=queue, to_act=winner, leader=winner)


def draw(state: "DealState") -> "DealState":
    """Have the winner and then the loser of the trick draw a card; the winner leads.

    Source: rules.md [two-player-draw], [two-player-end].
    """
    hands, ever = list(state.hands), list(state.held_ever)
    for seat, card in zip((state.leader, (state.leader + 1) % 2), state.stock, strict=False):
        hands[seat] += UNITS[card.index]
        ever[seat] += UNITS[card.index]
    return replace(
        state,
        hands=tuple(hands),
        held_ever=tuple(ever),
        stock=state.stock[2:],
        phase=Phase.PLAY,
        to_act=state.leader,
    )


def _one_only(state: "DealState") -> bool:
    return state.rules.play.stock_meld_windows == "one-a-window"


def _lay(state: "DealState", seat: int, action: DeclareMelds) -> tuple[Meld, ...] | MeldFault:
    return lay(
        state.rules,
        state.hands[seat],
        state.held_ever[seat],
        state.trump,
        state.melds[seat] or (),
        action.melds,
    )


def _may_exchange(state: "DealState", seat: int) -> bool:
    """Tell whether the seat may exchange its trump seven now.

    Source: rules.md [two-player-dix]: once a deal, after a trick it has won, with a seven that
    is not melded yet.
    """
    if not state.rules.turned_up or state.exchanged or not state.tricks or not state.stock:
        return False
    if state.tricks[-1].winner != seat or state.stock[-1].rank is Rank.SIEBENER:
        return False
    assert state.trump is not None
    shift = 2 * card_of(state.trump, Rank.SIEBENER).index
    melded = sum(meld.kind is MeldKind.DIX for meld in state.melds[seat] or ())
    unused = (state.held_ever[seat] >> shift & 3) - melded
    has_dix = values_of(state.rules).dix[True][state.trump.index] is not None
    return has_dix and unused > 0 and state.hands[seat] >> shift & 3 > 0


def _exchange(state: "DealState", seat: int) -> "DealState":
    assert state.trump is not None
    seven, turned = card_of(state.trump, Rank.SIEBENER), state.stock[-1]
    dix = values_of(state.rules).dix[True][state.trump.index]
    assert dix is not None
    hand = state.hands[seat] - UNITS[seven.index] + UNITS[turned.index]
    ever = state.held_ever[seat] + UNITS[turned.index]
    return replace(
        state,
        exchanged=True,
        stock=(*state.stock[:-1], seven),
        hands=flow.with_hand(state.hands, seat, hand),
        held_ever=flow.with_hand(state.held_ever, seat, ever),
        melds=(*state.melds[:seat], (*(state.melds[seat] or ()), dix), *state.melds[seat + 1 :]),
    )
