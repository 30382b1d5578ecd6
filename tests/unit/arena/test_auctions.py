"""What is bid is counted as it was bid: won, given up, lost, and let go too early."""

from random import Random

import pytest

from binokel.arena.auctions import Bidding, bidding_of, is_low_pass, together
from binokel.arena.contestant import Mode
from binokel.arena.playing import DEAL, Task, play_unit
from binokel.cards.card import Suit
from binokel.engine.actions import Bid, Concede, Pass, TakeDabb
from binokel.engine.match import MatchView
from binokel.players.base import Budget, Decision
from binokel.players.heuristic import HeuristicPlayer
from binokel.rules.catalog import find_ruleset
from binokel.testing.builders import deal_with, do, melded, play_to, rules_with, won_by
from tests.unit.players.seats import view_of

RUNDGANG = "EK EO SK SO HK HO BK BO EU SU HU BZ"
STAMMTISCH = rules_with("stammtisch")
NOBODY = (0, 0, 0)


def test_weg_below_the_melds_in_hand_is_too_early() -> None:
    held = melded(STAMMTISCH, RUNDGANG, "E")
    state = do(deal_with(STAMMTISCH, f"| {RUNDGANG}"), Bid(held - 10))
    assert is_low_pass(view_of(state))


def test_weg_above_the_melds_in_hand_is_none() -> None:
    held = melded(STAMMTISCH, RUNDGANG, "E")
    assert not is_low_pass(view_of(do(deal_with(STAMMTISCH, f"| {RUNDGANG}"), Bid(held))))


def test_weg_under_a_partners_bid_is_none() -> None:
    rules = rules_with("palast-4-40")
    hand = "EK EO SK SO HK HO BK BO EU"
    partner = do(deal_with(rules, f"| | {hand}"), Bid(200), Pass(), Pass())
    assert partner.to_act == 2
    assert not is_low_pass(view_of(partner))
    foe = do(deal_with(rules, f"| {hand}"), Bid(200))
    assert is_low_pass(view_of(foe))


def test_a_deal_given_up_is_out_and_not_missed() -> None:
    state = do(won_by(deal_with(STAMMTISCH), 1, 200), TakeDabb(), Concede(Suit.E))
    assert state.conceded
    assert bidding_of(state, (0, 0, 2)) == (
        Bidding(seats=1),
        Bidding(seats=1, won=1, bids=200, out=1),
        Bidding(seats=1, low=2),
    )


def test_a_played_deal_counts_the_declarers_total_and_whether_it_was_missed() -> None:
    for value in (150, 900):
        state = play_to(won_by(deal_with(STAMMTISCH), 1, value))
        score = state.score
        assert score is not None
        total = score.declarer_total
        assert total is not None
        assert total < 900
        found = bidding_of(state, NOBODY)[1]
        assert found.numbers == (1, 1, value, 0, 0, int(total < value), 1, total, 0)
        assert score.made is (total >= value)


def test_sums_are_taken_field_by_field() -> None:
    one = Bidding(*range(1, 10))
    assert together([one, one, one]).numbers == tuple(range(3, 30, 3))


@pytest.mark.parametrize(("name", "n"), [("stammtisch", 3), ("kreuzbinokel", 4), ("sechser", 6)])
def test_each_deal_counts_every_seat_once_and_one_winner_at_most(name: str, n: int) -> None:
    task = Task(
        find_ruleset(name), ("heuristic:1", "uniform"), 0, 4, DEAL, Mode.WHOLE, "uniform", 1
    )
    for row in play_unit(task).rows:
        both = together(row.bidding)
        assert both.seats == n
        assert both.won == (row.declarer is not None)
        assert both.bids == (row.bid if row.declarer is not None else 0)
        sides = find_ruleset(name).side_of
        if row.declarer is not None:
            winner = "XY".index(row.seating[sides[row.declarer]])
            assert row.bidding[winner].won == 1


def test_where_the_reference_bids_nothing_is_counted() -> None:
    rules = find_ruleset("stammtisch")
    task = Task(rules, ("heuristic:1", "uniform"), 0, 4, DEAL, Mode.PLAY, "heuristic:1", 1)
    assert {row.bidding for row in play_unit(task).rows} == {()}


def test_without_an_auction_nothing_is_counted() -> None:
    rules = find_ruleset("zu-zweit")
    task = Task(rules, ("heuristic:1", "uniform"), 0, 4, DEAL, Mode.WHOLE, "uniform", 1)
    assert {row.bidding for row in play_unit(task).rows} == {()}


def test_a_player_that_always_says_weg_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = HeuristicPlayer.decide

    def decide(player: HeuristicPlayer, view: MatchView, rng: Random, budget: Budget) -> Decision:
        decision = honest(player, view, rng, budget)
        is_bid = isinstance(decision.action, Bid) and Pass() in view.deal.legal_actions()
        return Decision(Pass()) if is_bid else decision

    rules = find_ruleset("stammtisch")
    contest = ("heuristic:1", "heuristic:2")

    def low() -> int:
        tasks = [Task(rules, contest, n, 4, DEAL, Mode.WHOLE, "uniform", 1) for n in range(4)]
        return sum(p.low for task in tasks for row in play_unit(task).rows for p in row.bidding)

    assert low() == 0
    monkeypatch.setattr(HeuristicPlayer, "decide", decide)
    assert low() > 0
