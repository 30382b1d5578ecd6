"""What the tests of players share: a view of a built deal, and the decision on it."""

from random import Random

from binokel.engine.actions import Action, PlayCard
from binokel.engine.match import Match, MatchView
from binokel.engine.state import DealState
from binokel.players.base import Budget, Decision
from binokel.players.heuristic import HeuristicPlayer

BUDGET = Budget(nodes=24)


def view_of(state: DealState, totals: tuple[int, ...] | None = None) -> MatchView:
    """Return the view of the seat to act, as the first deal of a match."""
    rules = state.rules
    assert state.to_act is not None
    view = Match(rules, ["x"] * rules.n_seats, state.dealer).observe(state.to_act)
    return MatchView(
        rules=rules,
        deal=state.observe(state.to_act),
        seats=view.seats,
        totals=totals or view.totals,
        results=(),
        number=1,
        deals_left=view.deals_left,
    )


def decide(state: DealState, seed: int = 1, totals: tuple[int, ...] | None = None) -> Decision:
    """Return what the heuristic player decides for the seat to act."""
    return HeuristicPlayer().decide(view_of(state, totals), Random(seed), BUDGET)


def act(state: DealState, seed: int = 1) -> Action:
    """Return the heuristic player's action for the seat to act."""
    return decide(state, seed).action


def card(state: DealState, seed: int = 1) -> str:
    """Return the card that the heuristic player plays."""
    action = act(state, seed)
    assert isinstance(action, PlayCard)
    return str(action.card)


def codes(decision: Decision) -> set[str]:
    """Return the codes of a decision's facts."""
    return {fact.code for fact in decision.facts}
