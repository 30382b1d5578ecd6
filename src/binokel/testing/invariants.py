"""What holds in every state of every deal, whatever the rule set; a breach is an AssertionError.

Source: architecture.md section 8, tests of properties.
"""

from collections.abc import Sequence
from random import Random

import msgspec

from binokel.cards.card import CARDS
from binokel.cards.deck import DECK_POINTS, deck_bits
from binokel.cards.hand import UNITS, size
from binokel.engine.actions import Action, Bid, Concede, DeclareMelds, Shuffle
from binokel.engine.choices import Bids
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.record import (
    format_record,
    from_dict,
    parse_record,
    record_of,
    record_of_view,
    replay,
    to_dict,
)
from binokel.engine.state import CHANCE, DealState
from binokel.engine.view import DealView
from binokel.errors import IllegalAction, Reason
from binokel.rules.scoring import DealScore
from binokel.testing.random_play import random_candidate
from binokel.testing.twins import patched_twin

_MOST_BIDS = 60
"""More bids than this are not tried one by one."""


def check_state(state: DealState, rng: Random) -> None:
    """Check everything of a state; the costly parts on a random sample."""
    check_cards(state)
    check_choices(state)
    check_views(state)
    if rng.random() < 0.1:
        check_twin(state, rng)
    if state.score is not None:
        check_score(state, state.score)


def check_cards(state: DealState) -> None:
    """Check that hands, Dabb, stock, buried cards and tricks are the deck."""
    if not state.hands:
        return
    assert _all_cards(state) == deck_bits(state.rules.deck.sevens), "cards got lost or doubled"
    assert state.n_buried == size(state.buried), "buried cards are counted wrongly"


def _all_cards(state: DealState) -> int:
    """Return the packed sum of all cards, wherever they lie."""
    total = sum(state.hands) + state.buried
    loose = [*state.stock, *(() if state.dabb_taken else state.dabb)]
    loose += [card for trick in state.tricks for card in trick.cards]
    return total + sum([UNITS[i] for i in state.trick] + [UNITS[card.index] for card in loose])


def check_choices(state: DealState) -> None:
    """Check that there is a choice before the end, and that what is offered is legal."""
    choices = state.choices()
    assert bool(choices) != state.is_over, f"choices in {state.phase}: {choices}"
    assert (state.to_act is None) == state.is_over, f"to act in {state.phase}: {state.to_act}"
    if state.is_over:
        return
    actions = listed_actions(state)
    assert actions or state.to_act == CHANCE, f"no legal action in {state.phase}"
    for action in actions:
        fault = state.why_illegal(action)
        assert fault is None, f"{action} is offered and refused: {fault}"


def listed_actions(state: DealState) -> tuple[Action, ...]:
    """Return the legal actions, of a long list of bids the lowest and highest."""
    choices = state.choices()
    if not isinstance(choices[0] if choices else None, Bids):
        return state.legal_actions()
    (bids,) = choices
    assert isinstance(bids, Bids)
    if bids.minimum is None or (bids.maximum - bids.minimum) // bids.step <= _MOST_BIDS:
        return state.legal_actions()
    highest = bids.maximum - (bids.maximum - bids.minimum) % bids.step
    return (Bid(bids.minimum), Bid(bids.minimum + bids.step), Bid(highest))


def check_views(state: DealState) -> None:
    """Check that all can look, and that only who is to act sees choices: the state's."""
    for seat in (None, *range(state.rules.n_seats)):
        view = state.observe(seat)
        own = state.choices() if seat is not None and seat == state.to_act else ()
        assert view.choices == own, f"seat {seat} sees other choices: {view.choices}"
        assert len(view.hand) == (view.n_cards[seat] if seat is not None and view.n_cards else 0)
        _check_redaction(view)


def _check_redaction(view: DealView) -> None:
    """Check that no shuffle shows, and nothing that only the declarer may know."""
    for _, action in view.history:
        assert not isinstance(action, Shuffle) or action.order is None, "a shuffle shows"
    if view.seat != view.declarer:
        assert not view.buried, "buried cards show"


def check_twin(state: DealState, rng: Random) -> None:
    """Check that a seat cannot tell when two hidden cards are exchanged."""
    seat = rng.choice((None, *range(state.rules.n_seats)))
    twin = patched_twin(state, seat, rng)
    if twin is not None:
        assert msgspec.json.encode(twin.observe(seat)) == msgspec.json.encode(
            state.observe(seat)
        ), f"seat {seat} can tell in {state.phase} where hidden cards lie"


def check_refusal(state: DealState, rng: Random) -> None:
    """Try a random action: it is refused with a reason and no effect, or enumerated."""
    action = random_candidate(state, rng)
    fault = state.why_illegal(action)
    if fault is None:
        check_enumerated(state, action)
        return
    assert isinstance(fault.reason, Reason)
    assert fault.action is action
    assert fault.message, f"{fault.reason} has no text"
    before = msgspec.structs.replace(state)
    raised = _refusal(state, action)
    assert raised is not None, f"{action} is refused by why_illegal and done by apply"
    assert raised.to_dict() == fault.to_dict(), f"{action}: {raised} is not {fault}"
    assert state == before, f"refusing {action} changed the state"


def _refusal(state: DealState, action: Action) -> IllegalAction | None:
    try:
        state.apply(action)
    except IllegalAction as raised:
        return raised
    return None


def check_enumerated(state: DealState, action: Action) -> None:
    """Check that a legal action is among the listed ones, where all are listed."""
    if isinstance(action, DeclareMelds | Shuffle):
        return
    if isinstance(action, Concede):
        action = Concede(action.suit)
    if isinstance(action, Bid):
        (bids,) = state.choices()
        assert isinstance(bids, Bids)
        assert bids.minimum is not None
        assert action.value in range(bids.minimum, bids.maximum + 1, bids.step)
        return
    assert action in state.legal_actions(), f"{action} is legal but not listed"


def check_score(state: DealState, score: DealScore) -> None:
    """Check that lines add up to scores, and counted points to the deck."""
    rules = state.rules
    sums = [0] * rules.n_sides
    exact = [0] * rules.n_sides
    for line in score.lines:
        sums[line.side] += line.points
        exact[line.side] += line.points if line.what != "rounding" else 0
        assert line.key, f"{line} names no rule"
    assert tuple(sums) == score.scores, f"lines {sums} are not the scores {score.scores}"
    assert tuple(exact) == score.exact, f"lines {exact} are not the exact scores {score.exact}"
    n_won = sum(score.tricks_won)
    proven = any(claim.proven for claim in state.claims)
    assert n_won <= len(state.tricks) if proven else n_won == len(state.tricks), "tricks"
    if score.card_points is not None:
        _check_points(state, score, score.card_points)


def _check_points(state: DealState, score: DealScore, card_points: Sequence[int]) -> None:
    """Check the count of a deal: 240 in the cards, and the bonus.

    Source: rules.md [total-240-250], [discards-points-000], [durch-order].
    """
    rules, points = state.rules, state.rules.card_points
    away = 0 if state.dabb_taken else sum([points[card.index] for card in state.dabb])
    if not rules.scoring.buried_count:
        away += sum([points[card.index] * (state.buried >> 2 * card.index & 3) for card in CARDS])
    assert score.bonus is not None
    bonus = rules.play.last_trick + rules.play.first_trick
    counted, given = sum(card_points), sum(score.bonus)
    if any(claim.proven for claim in state.claims):
        assert counted <= DECK_POINTS
        assert given <= bonus
    else:
        assert counted + away == DECK_POINTS, f"{counted} + {away} card points"
        assert given == bonus, f"a bonus of {given} instead of {bonus}"


def check_record(match: Match) -> None:
    """Check that the record of a match reads as itself, as text and JSON, and replays."""
    record = record_of(match)
    text = format_record(record)
    read = parse_record(text)
    assert read == record, "the record reads as another one"
    assert format_record(read) == text
    assert from_dict(msgspec.json.decode(msgspec.json.encode(to_dict(record)))) == record
    again = replay(read)
    assert again.deal == match.deal, "the record replays to another deal"
    assert (again.results, again.to_act) == (match.results, match.to_act)
    assert again.entries == match.entries
    for seat in (None, *range(match.rules.n_seats)):
        seen = record_of_view(match.observe(seat))
        assert parse_record(format_record(seen)) == seen, "a redacted record reads as another one"


def check_match(match: Match) -> None:
    """Check totals, number and winners of a match, and that all can look at it."""
    standing, results = match.standing, match.results
    for side, total in enumerate(standing.totals):
        assert total == sum(result.scores[side] for result in results)
    assert standing.finished == bool(standing.winners)
    if match.to_act is None:
        assert standing.finished
        assert match.deal.phase is Phase.OVER
    for seat in (None, *range(match.rules.n_seats)):
        view = match.observe(seat)
        assert view.totals == standing.totals
        assert view.results == results
        assert msgspec.json.encode(view)
