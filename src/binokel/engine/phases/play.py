"""Playing tricks.

Source: rules.md [legal-cards], [winner-leads], [durch-early-end], [two-player-obligations].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.cards.card import CARDS, Suit
from binokel.cards.hand import UNITS, held, kinds
from binokel.engine.actions import Action, PlayCard
from binokel.engine.choices import Cards, Choice
from binokel.engine.faults import refuse, wrong_phase
from binokel.engine.parts import Trick
from binokel.engine.phases import flow, window
from binokel.errors import IllegalAction
from binokel.rules.contracts import Contract, has_named_trump, is_broken
from binokel.rules.scoring import Revoke
from binokel.rules.tricks import broken_duty, legal_marks, trick_points, winning_index

if TYPE_CHECKING:
    from binokel.engine.state import DealState


class PlayPhase:
    """One seat plays a card."""

    @staticmethod
    def choices(state: "DealState") -> tuple[Choice, ...]:
        """Return the cards that may be played; in strict play all that are held."""
        return (Cards(kinds(_accepted(state))),)

    @staticmethod
    def fault(state: "DealState", action: Action) -> IllegalAction | None:
        """Return the duty that a card breaks."""
        if not isinstance(action, PlayCard):
            return wrong_phase(state, action)
        if _accepted(state) >> (2 * action.card.index) & 1:
            return None
        seat = state.to_act
        assert seat is not None
        broken = broken_duty(
            state.rules.play,
            state.hands[seat],
            state.trick,
            _trump(state),
            state.rules.play.partner_exempt and _partner_wins(state, seat),
            action.card.index,
        )
        assert broken is not None
        reason, to_beat = broken
        return refuse(state, action, reason, card=action.card, to_beat=to_beat, trump=state.trump)

    @staticmethod
    def apply(state: "DealState", action: Action) -> "DealState":
        """Play the card; finish the trick and the deal where it was the last one."""
        assert isinstance(action, PlayCard)
        seat, card = state.to_act, action.card.index
        assert seat is not None
        hands = state.hands
        trick = (*state.trick, card)
        n = len(hands)
        state = replace(
            state,
            hands=(*hands[:seat], hands[seat] - UNITS[card], *hands[seat + 1 :]),
            trick=trick,
            to_act=(seat + 1) % n,
            trump=state.trump if state.tricks or len(trick) > 1 else _trump_after(state, action),
            revokes=_revokes(state, seat, card) if state.rules.accepts_all else state.revokes,
            history=(*state.history, (seat, action)),
        )
        return _finish_trick(state) if len(trick) == n else state


def _trump(state: "DealState") -> int:
    return -1 if state.trump is None else state.trump.index


def _trump_after(state: "DealState", action: PlayCard) -> Suit | None:
    """Return the trump suit after the first card.

    Source: rules.md [durch-first-card-trump].
    """
    if state.contract is Contract.DURCH and state.rules.contracts.durch_trump == "first-card":
        return action.card.suit
    return state.trump


def _partner_wins(state: "DealState", seat: int) -> bool:
    """Tell whether another seat of the player's side is winning the trick."""
    if not state.trick:
        return False
    n = state.rules.n_seats
    winner = (state.leader + winning_index(state.trick, _trump(state))) % n
    return state.rules.side_of[winner] == state.rules.side_of[seat]


def _by_duty(state: "DealState", seat: int) -> int:
    """Return the low bits of the cards that break no duty.

    Source: rules.md [legal-cards], [two-player-obligations].
    """
    play = state.rules.play
    if state.stock and not play.stock_duties:
        return held(state.hands[seat])
    trump = -1 if state.trump is None else state.trump.index
    exempt = play.partner_exempt and _partner_wins(state, seat)
    return legal_marks(play, state.hands[seat], state.trick, trump, exempt)


def _accepted(state: "DealState") -> int:
    seat = state.to_act
    assert seat is not None
    return held(state.hands[seat]) if state.rules.accepts_all else _by_duty(state, seat)


def _revokes(state: "DealState", seat: int, card: int) -> tuple[Revoke, ...]:
    """Return the illegal plays so far, known to nobody until they are claimed."""
    if _by_duty(state, seat) >> (2 * card) & 1:
        return state.revokes
    return (*state.revokes, Revoke(seat, len(state.tricks)))


def _finish_trick(state: "DealState") -> "DealState":
    """Give the trick to its winner; play on, draw, or end the deal."""
    rules = state.rules
    winner = (state.leader + winning_index(state.trick, _trump(state))) % rules.n_seats
    trick = Trick(
        state.leader,
        tuple([CARDS[card] for card in state.trick]),
        winner,
        trick_points(rules, state.trick),
    )
    state = replace(state, trick=(), tricks=(*state.tricks, trick), leader=winner, to_act=winner)
    if state.stock:
        return window.open_window(state, winner)
    if not any(state.hands) or _is_decided(state, winner):
        return flow.end_play(state)
    return state


def _is_decided(state: "DealState", winner: int) -> bool:
    """Tell whether a Durch or Bettel has just been lost.

    Source: rules.md [durch-early-end].
    """
    if state.contract is Contract.TRUMP or has_named_trump(state.rules, state.contract):
        return False
    assert state.declarer is not None
    return is_broken(state.rules, state.contract, state.declarer, (winner,))
