"""The tree decides the cards: it knows the rules, the bid and what it does not know."""

import subprocess
import sys
from random import Random

import pytest

from binokel.arena.leak import Question as Asked
from binokel.arena.leak import check
from binokel.engine.actions import PlayCard
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.kernel.checks import BEST
from binokel.players.base import Budget, Decision
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.ismcts import IsmctsPlayer
from binokel.players.ismcts.cards import grow
from binokel.players.ismcts.question import question_of
from binokel.players.ismcts.worth import NEVER, scale, worth_of, worth_of_tricks
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with
from binokel.testing.players import check_deal
from tests.unit.players.seats import codes, view_of

FEW = Budget(nodes=60)


def playing(rules: RuleSet, seed: int, n_left: int = 0) -> DealState:
    """Return a deal of heuristic players in play, with so many cards in hand (0: the first)."""
    match = Match(rules, ["x"] * rules.n_seats, seed % rules.n_seats)
    players = [HeuristicPlayer()] * rules.n_seats
    table = Table(match, players, Random(seed), Budget(nodes=2), fixed_cut=True)
    while not match.deal.is_over:
        deal = match.deal
        if deal.phase is Phase.PLAY and not deal.stock:
            view = deal.observe(deal.to_act)
            if len(view.hand) <= (n_left or 99) and len(view.choices) == 1:
                return deal
        match.apply(table.next_action())
    return playing(rules, seed + 100, n_left)


def decided(view: MatchView, seed: int = 1, nodes: int = 60) -> Decision:
    return IsmctsPlayer().decide(view, Random(seed), Budget(nodes=nodes))


@pytest.mark.parametrize("name", ["stammtisch", "ohmden", "zu-zweit"])
def test_strict_play_is_played_without_a_fault(name: str) -> None:
    rules = rules_with(name, penalties={"strict": True})
    check_deal(IsmctsPlayer(), rules, Random(3), 3, FEW)


@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel", "zu-zweit"])
def test_it_knows_nothing_that_its_seat_cannot_see(name: str) -> None:
    report = check("ismcts:60", Asked(find_ruleset(name), 4, n_deals=2, n_worlds=1))
    assert report.difference is None
    assert report.phases[Phase.PLAY].compared > 10


@pytest.mark.parametrize("name", names())
def test_every_shipped_rule_set_is_searched_once_the_stock_is_gone(name: str) -> None:
    rules = find_ruleset(name)
    for seed in range(3):
        view = view_of(playing(rules, seed, 6))
        decision = decided(view)
        if view.deal.contract is not Contract.TRUMP or len(decision.alternatives) == 0:
            continue
        assert "searched" in codes(decision)
        assert decision.action in view.deal.legal_actions()


def test_the_same_view_and_stream_give_the_same_decision() -> None:
    view = view_of(playing(find_ruleset("kreuzbinokel"), 2))
    assert decided(view, 5) == decided(view, 5)
    assert decided(view, 5).alternatives != decided(view, 6).alternatives


def test_values_lie_in_their_intervals_and_more_iterations_narrow_them() -> None:
    view = view_of(playing(find_ruleset("stammtisch"), 4))
    wide = []
    for nodes in (100, 3000):
        low, high = decided(view, nodes=nodes).alternatives[0].interval
        wide.append(high - low)
    assert wide[1] < wide[0] / 2


def test_in_a_stock_game_it_says_that_it_plays_by_rules_of_thumb() -> None:
    rules = find_ruleset("zu-zweit")
    match = Match(rules, ["x"] * 2, 0)
    table = Table(match, [HeuristicPlayer()] * 2, Random(1), fixed_cut=True)
    while match.deal.phase is not Phase.PLAY or len(match.deal.observe(match.to_act).choices) != 1:
        match.apply(table.next_action())
    view = view_of(match.deal)
    decision = decided(view)
    assert decision.facts[0].code == "search_not_here"
    assert decision.facts[0].values == {"why": "stock"}
    assert decision.action == HeuristicPlayer().decide(view, Random(1), Budget()).action


def test_where_no_cards_fit_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(playing(find_ruleset("stammtisch"), 4))
    monkeypatch.setattr("binokel.kernel.worlds.worlds.MOST_TRIES", 0)
    decision = decided(view)
    assert decision.facts[0].values == {"why": "worlds"}


def test_rules_that_the_kernel_cannot_count_are_named() -> None:
    rules = rules_with("stammtisch", play={"last_trick": 100})
    decision = decided(view_of(playing(rules, 4)))
    assert decision.facts[0].code == "search_not_here"
    assert "play.last_trick" in decision.facts[0].values["why"]


def test_without_a_kernel_it_refuses_to_sit_down_and_can_be_listed() -> None:
    code = (
        "from binokel.players.registry import find_player, names_for, player_for\n"
        "from binokel.rules.catalog import find_ruleset\n"
        "rules = find_ruleset('stammtisch')\n"
        "print(find_player('ismcts').version, names_for(rules))\n"
        "try:\n    player_for('ismcts', rules)\nexcept Exception as error:\n    print(error)"
    )
    env = {"BINOKEL_KERNEL": "pyton"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    listed, refused = done.stdout.splitlines()
    assert listed.startswith("1 ")
    assert "'ismcts'" not in listed
    assert "'heuristic'" in listed
    assert refused.startswith("ismcts needs the compiled kernel")


def test_a_trick_that_makes_the_bid_is_taken() -> None:
    """Of all deals the best card of a last-but-one trick is found where it is forced to be."""
    rules, found, asked = find_ruleset("stammtisch"), 0, 0
    for seed in range(40):
        state = playing(rules, seed, 3)
        view = view_of(state)
        decision = decided(view, nodes=4000)
        if len(decision.alternatives) < 2 or state.contract is not Contract.TRUMP:
            continue
        values = {
            action.action: exact_value(state, action.action) for action in decision.alternatives
        }
        if max(values.values()) - min(values.values()) < 100:
            continue  # the bid does not hang on it
        asked += 1
        found += values[decision.action] == max(values.values())
    assert asked >= 2
    assert found == asked


def exact_value(state: DealState, action: object) -> float:
    """Return what a card brings the seat to act when all hands lie open and all play best."""
    assert isinstance(action, PlayCard)
    assert state.to_act is not None
    own = state.rules.side_of[state.to_act]
    return _best(state.apply(action), own)


def _best(state: DealState, own: int) -> float:
    if state.score is not None:
        scores = state.score.scores
        return scores[own] - (sum(scores) - scores[own]) / (len(scores) - 1)
    assert state.to_act is not None
    declarer = state.rules.side_of[state.declarer or 0]
    mine = (state.rules.side_of[state.to_act] == declarer) == (own == declarer)
    values = [_best(state.apply(action), own) for action in state.legal_actions()]
    return max(values) if mine else min(values)


@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel", "preisbinokel", "palast-4-48"])
def test_ends_are_worth_what_the_engine_scores(name: str) -> None:
    """Deals are played out: their real score is the value of their real result."""
    rules, n_asked = find_ruleset(name), 0
    for seed in range(12):
        state = playing(rules, seed)
        view = view_of(state)
        if state.contract is not Contract.TRUMP or state.declarer is None:
            continue
        match = Match(rules, ["x"] * rules.n_seats, state.dealer)
        for _, action in state.history:
            match.apply(action)
        table = Table(match, [HeuristicPlayer()] * rules.n_seats, Random(seed), fixed_cut=True)
        while not match.deal.is_over:
            match.apply(table.next_action())
        score = match.deal.score
        assert score is not None
        assert score.card_points is not None
        assert score.bonus is not None
        side = rules.sides[rules.side_of[state.declarer]]
        if not all(score.tricks_won[seat] for seat in range(rules.n_seats)):
            continue  # melds may have lapsed, which depends on who took nothing
        result = sum(score.card_points[seat] + score.bonus[seat] for seat in side)
        buried = sum(rules.card_points[i] * (state.buried >> (2 * i) & 3) for i in range(24))
        worth = worth_of(view, state.declarer, buried)
        own = rules.side_of[state.declarer]
        exact = score.scores[own] - (sum(score.scores) - score.scores[own]) / (rules.n_sides - 1)
        told = worth.good.told(worth.good.values[result])
        assert told == pytest.approx(exact, abs=0.02 + (5 if rules.n_sides > 2 else 0))
        assert (result >= worth.made_from) is bool(score.made)
        n_asked += 1
    assert n_asked >= 3


def test_values_are_told_as_points_again() -> None:
    found = scale([-300.0, 20.0, 180.0])
    assert [round(found.told(value)) for value in found.values] == [-300, 20, 180]
    assert found.values[0] == 0
    assert found.values[2] == BEST


def test_a_durch_is_won_by_all_tricks_and_a_bettel_by_none() -> None:
    durch, bettel = (worth_of_tricks(contract, 7) for contract in (Contract.DURCH, Contract.BETTEL))
    assert [result for result, value in enumerate(durch.good.values) if value] == [7]
    assert [result for result, value in enumerate(bettel.good.values) if value] == [0]
    assert [a + b for a, b in zip(durch.good.values, durch.bad.values, strict=True)] == [BEST] * 256
    assert durch.made_from == bettel.made_from == NEVER


def test_what_is_ahead_are_own_tricks_and_known_buried_cards() -> None:
    state = playing(find_ruleset("kreuzbinokel"), 2, 4)
    assert state.contract is Contract.TRUMP
    declarer = state.declarer
    assert declarer is not None
    while state.to_act != declarer:
        state = state.apply(state.legal_actions()[0])
    rules = state.rules
    side = rules.sides[rules.side_of[declarer]]
    taken = sum(trick.points for trick in state.tricks if trick.winner in side)
    buried = sum(rules.card_points[i] * (state.buried >> (2 * i) & 3) for i in range(24))
    question = question_of(view_of(state), 20, Random(1))
    assert set(question.ahead) == {taken + buried * rules.scoring.buried_count}
    assert sum(one.visits for one in grow(question, 30, 1)) == 30


def test_the_only_card_is_played_without_a_search() -> None:
    for seed in range(20):
        state = playing(find_ruleset("stammtisch"), seed, 1)
        decision = decided(view_of(state))
        assert codes(decision) == {"only_card"}
        assert decision.action in state.legal_actions()
