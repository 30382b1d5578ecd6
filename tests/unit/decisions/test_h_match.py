"""Section H: when a match is over, who has won it, and what a tournament needs of it."""

import pytest

from binokel.engine.actions import Shuffle
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE
from binokel.errors import RuleSetError
from binokel.rules.catalog import find_ruleset
from binokel.rules.match import DealResult, Standing, standing
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import (
    all_meld,
    deal_with,
    declared,
    enter,
    order_with,
    play_to,
    rules_with,
)

decision = pytest.mark.decision

W = rules_with("wuerttemberg")
K = rules_with("kreuzbinokel")
P = rules_with("preisbinokel")
F3 = rules_with("souabe-3")
F4 = rules_with("souabe-4")


def after(rules: RuleSet, *scores: tuple[int, ...], declarer: int = 0) -> Standing:
    """Return the standing after deals with these scores, each won by its declarer."""
    results = [DealResult(scores=each, declarer=declarer, bid=150, made=True) for each in scores]
    return standing(rules, results)


def match_rules(rules: RuleSet, **keys: object) -> RuleSet:
    return rules_with(rules.id, match=keys)


@decision("target")
@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("wuerttemberg", 1500),
        ("kreuzbinokel", 1500),
        ("souabe-3", 1000),
        ("souabe-4", 500),
        ("stammtisch", 1000),
        ("sechser", 1500),
    ],
)
def test_each_set_has_its_target(name: str, target: int) -> None:
    rules = find_ruleset(name)
    below = (target - 10, *[0] * (rules.n_sides - 1))
    assert not after(rules, below).finished
    assert after(rules, (target, *below[1:])).finished


@decision("target-several")
def test_if_several_reach_the_target_in_one_deal_the_highest_total_wins() -> None:
    for rules in (W, F3):
        target = rules.match.target or 0
        over = after(rules, (target, target + 10, target + 20))
        assert (over.finished, over.winners) == (True, (2,))


@decision("tie-at-target")
def test_equal_highest_totals_share_the_win_or_the_declarer_wins_or_one_more_deal_is_played() -> (
    None
):
    tied = (1500, 1500, 0)
    assert after(W, tied).winners == (0, 1)
    assert after(match_rules(W, tie="declarer"), tied, declarer=1).winners == (1,)
    assert after(match_rules(W, tie="declarer"), tied, declarer=2).winners == (0, 1)
    extra = match_rules(W, tie="extra-deal")
    assert not after(extra, tied).finished
    assert after(extra, tied, (10, 20, 0)).winners == (1,)
    assert after(rules_with("dabb-online"), (1000, 1000, 0), declarer=1).winners == (1,)


@decision("tie-at-target")
def test_a_tie_without_a_declarer_is_shared() -> None:
    result = DealResult(scores=(1500, 1500, 0))
    assert standing(match_rules(W, tie="declarer"), [result]).winners == (0, 1)


@decision("target-reach-pass")
def test_reaching_the_target_is_enough() -> None:
    assert after(W, (1490, 0, 0)).finished is False
    assert after(W, (1500, 0, 0)).winners == (0,)
    assert after(W, (1600, 0, 0)).winners == (0,)


@decision("target-mid-hand")
def test_a_match_does_not_end_by_melding_in_the_middle_of_a_deal() -> None:
    rules = match_rules(W, target=100)
    deal = declared(deal_with(rules, "EA SA HA BA"), melds="best")
    assert deal.phase is Phase.PLAY
    match = Match(rules, "ABC", first_dealer=2)
    enter(match, deal)
    assert not match.standing.finished
    assert match.to_act == 0


@decision("below-zero")
def test_there_is_no_lower_limit() -> None:
    for rules in (W, P, F3):
        now = after(rules, (-4000, 100, 0), (-4000, 100, 0))
        assert now.totals == (-8000, 200, 0)
        assert not now.finished


@decision("tournament-seat-order")
def test_in_preisbinokel_player_1_deals_first_then_2_then_3() -> None:
    match = Match(P, "ABC", first_dealer=0)
    dealers: list[int] = []
    for n in range(9):
        enter(match, play_to(declared(deal_with(P, dealer=n % 3), 0, 1000)))
        dealers.append(match.deal.dealer)
    assert dealers == [0, 1, 2] * 3


@decision("tournament-ranking", "tournament-27-per-player")
def test_preisbinokel_is_decided_by_the_sum_of_27_deals_of_each_player() -> None:
    assert (P.match.deals, P.match.rounds) == (27, 3)
    deals = [(100, 90, 0)] * 26
    assert not after(P, *deals).finished
    over = after(P, *deals, (0, 500, 0))
    assert over.totals == (2600, 26 * 90 + 500, 0)
    assert over.winners == (1,)


@decision("tournament-ties")
def test_equal_sums_share_the_rank() -> None:
    assert after(P, *[(100, 100, 0)] * 27).winners == (0, 1)


@decision("target", "match-by-deals")
@pytest.mark.parametrize(
    "keys",
    [
        {"deals": 12},
        {"ends": "deals"},
        {"target": "off"},
        {"ends": "deals", "deals": 10, "rounds": 3},
    ],
    ids=str,
)
def test_a_match_has_a_target_or_a_number_of_deals(keys: dict[str, object]) -> None:
    with pytest.raises(RuleSetError, match=r"match\."):
        match_rules(W, **keys)


@decision("own-won-bid")
def test_only_a_side_that_has_just_won_its_own_bid_ends_the_match_and_wins_it() -> None:
    rules = rules_with("drecksau-online")
    assert not after(rules, (0, 1200, 0), declarer=0).finished
    over = after(rules, (0, 1200, 0), (1000, 0, 0), declarer=0)
    assert (over.finished, over.winners, over.totals) == (True, (0,), (1000, 1200, 0))


@decision("own-won-bid")
def test_a_lost_bid_or_a_redeal_does_not_end_it() -> None:
    rules = rules_with("drecksau-online")
    lost = DealResult(scores=(1100, 0, 0), declarer=0, bid=150, made=False)
    unbid = DealResult(scores=(1100, 0, 0))
    assert not standing(rules, [lost]).finished
    assert not standing(rules, [unbid]).finished


@decision("exact-last-deal")
def test_if_rounded_totals_tie_the_exact_points_of_the_last_deal_decide() -> None:
    rules = rules_with("ennahofen")
    assert rules.match.deals == 36
    results = [DealResult(scores=(100, 100, 0))] * 35
    last = DealResult(scores=(100, 100, 50), exact=(98, 101, 51))
    assert standing(rules, [*results, last]).winners == (1,)
    even = DealResult(scores=(100, 100, 50), exact=(99, 99, 52))
    assert standing(rules, [*results, even]).winners == (0, 1)
    clear = DealResult(scores=(110, 100, 50), exact=(105, 104, 51))
    assert standing(rules, [*results, clear]).winners == (0,)
    rounded = match_rules(rules, last_exact=False)
    assert standing(rounded, [*results, last]).winners == (0, 1)


@decision("match-by-deals")
def test_a_match_of_n_deals_ends_after_n_scored_deals() -> None:
    rules = rules_with("palast", match={"deals": 2})
    match = Match(rules, "ABC", first_dealer=2)
    assert match.observe(0).deals_left == 1
    enter(match, play_to(declared(deal_with(rules), 0, 1000)))
    assert (match.to_act, match.observe(0).number) == (CHANCE, 1)
    match.apply(Shuffle(order_with(rules)))
    assert (match.observe(0).number, match.observe(0).deals_left) == (2, 0)


@decision("match-by-deals")
def test_after_the_last_deal_nothing_more_can_be_done() -> None:
    rules = rules_with("palast", match={"deals": 1})
    match = Match(rules, "ABC", first_dealer=2)
    enter(match, all_meld(play_to(declared(deal_with(rules), 0, 1000))))
    assert match.to_act is None
    assert match.standing.finished
    assert match.standing.winners != (0,)


@decision("match-by-deals")
def test_the_club_sheets_have_their_number_of_deals() -> None:
    deals = {
        name: (find_ruleset(name).match.deals, find_ruleset(name).match.rounds)
        for name in ("preisbinokel", "heroldstatt", "ennahofen", "ohmden", "palast")
    }
    assert deals == {
        "preisbinokel": (27, 3),
        "heroldstatt": (45, 3),
        "ennahofen": (36, 3),
        "ohmden": (27, 3),
        "palast": (12, 1),
    }


@decision("target-several")
def test_with_partners_a_side_wins() -> None:
    assert after(K, (1500, 1400)).winners == (0,)
    assert after(F4, (510, 520)).winners == (1,)
