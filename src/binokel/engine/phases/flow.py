"""What comes after what: from naming trump to the melds, to play, to the score.

Source: rules.md [phase-order], [meld-order], [who-leads], [hopeless-bid], [strict-burying].
"""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from binokel.engine.phase import Phase
from binokel.rules.contracts import has_named_trump, leads_first
from binokel.rules.melds.kinds import values_of
from binokel.rules.scoring import DealFacts, Revoke, TakenTrick, is_unreachable, score_deal

if TYPE_CHECKING:
    from binokel.engine.state import DealState


def with_hand(hands: tuple[int, ...], seat: int, hand: int) -> tuple[int, ...]:
    """Return the hands with one of them changed."""
    return (*hands[:seat], hand, *hands[seat + 1 :])


def is_wrong_count(state: "DealState") -> bool:
    """Tell whether the wrong number of cards is buried.

    Source: rules.md [strict-burying].
    """
    return state.dabb_taken and state.n_buried != state.rules.deal.dabb


def start_melding(state: "DealState") -> "DealState":
    """Begin the melds with the declarer; a game without trump goes on to play.

    Source: rules.md [meld-order], [durch-last-trick], [strict-burying].
    """
    rules, declarer = state.rules, state.declarer
    assert declarer is not None
    if rules.deal.stock:
        return open_play(state)
    if not has_named_trump(rules, state.contract):
        if is_wrong_count(state):
            return finish(replace(state, bury_error=True))
        return start_play(state)
    queue = tuple((declarer + i) % rules.n_seats for i in range(rules.n_seats))
    return replace(state, phase=Phase.MELD, queue=queue, to_act=declarer)


def others_meld(state: "DealState") -> "DealState":
    """Let the other sides meld after the declarer gave up or erred.

    Source: rules.md [ab-melds-trick], [discard-error-others].
    """
    rules, declarer = state.rules, state.declarer
    assert declarer is not None
    seats = ((declarer + i) % rules.n_seats for i in range(1, rules.n_seats))
    queue = tuple(seat for seat in seats if rules.side_of[seat] != rules.side_of[declarer])
    return replace(state, phase=Phase.MELD, queue=queue, to_act=queue[0])


def after_melds(state: "DealState") -> "DealState":
    """Go on when all have melded: score what is decided, else play.

    Source: rules.md [hopeless-bid].
    """
    unreachable = state.rules.scoring.unreachable_lost and _facts(state).unreachable
    if state.conceded or state.bury_error or unreachable:
        return finish(state)
    return start_play(state)


def open_play(state: "DealState") -> "DealState":
    """Begin the game with a stock: the opening windows, then play.

    Source: rules.md [two-player-meld-time], [two-player-auction].
    """
    rules = state.rules
    first = state.declarer if state.declarer is not None else (state.dealer + 1) % rules.n_seats
    if rules.play.stock_meld_windows in ("winner", "one-a-window"):
        return start_play(state)
    queue = (first, (first + 1) % rules.n_seats)
    return replace(state, phase=Phase.WINDOW, queue=queue, to_act=first)


def start_play(state: "DealState") -> "DealState":
    """Have the right seat lead to the first trick. Source: rules.md [who-leads]."""
    leader = leads_first(state.rules, state.contract, state.declarer, state.dealer)
    return replace(state, phase=Phase.PLAY, leader=leader, to_act=leader, queue=())


def end_play(state: "DealState") -> "DealState":
    """Score the deal, in strict play after all have signed it.

    Source: rules.md [strict-revoke].
    """
    if state.rules.accepts_all:
        forehand = (state.dealer + 1) % state.rules.n_seats
        return replace(state, phase=Phase.SIGN, to_act=forehand)
    return finish(state)


def finish(state: "DealState") -> "DealState":
    """Score the deal and end it."""
    score = score_deal(state.rules, _facts(state))
    return replace(state, phase=Phase.OVER, to_act=None, queue=(), score=score)


def meld_points_of(state: "DealState", seat: int) -> int:
    """Return the points of the melds that a seat has declared so far."""
    points = sum(meld.points for meld in state.melds[seat] or ())
    if state.turned_dix and seat == state.dealer:
        assert state.trump is not None
        dix = values_of(state.rules).dix[True][state.trump.index]
        assert dix is not None
        points += dix.points
    return points


def _facts(state: "DealState") -> DealFacts:
    rules = state.rules
    points = rules.card_points
    proven = [claim for claim in state.claims if claim.proven]
    facts = DealFacts(
        declarer=state.declarer,
        bid=state.bid,
        contract=state.contract,
        is_open=state.is_open,
        from_hand=state.from_hand,
        called=state.call is not None,
        trump=state.trump,
        melds=tuple(meld_points_of(state, seat) for seat in range(rules.n_seats)),
        tricks=tuple(TakenTrick(trick.winner, trick.points) for trick in state.tricks),
        buried_points=sum(
            points[i] * (state.buried >> (2 * i) & 3) for i in range(24) if state.buried
        ),
        conceded=state.conceded,
        bury_error=state.bury_error,
        revoke=Revoke(proven[0].seat, proven[0].trick) if proven else None,
    )
    return replace(facts, unreachable=is_unreachable(rules, facts))
