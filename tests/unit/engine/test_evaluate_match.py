"""`match`. Source: protocols.md section 2; rules.md section H."""

from typing import Any

import pytest

from binokel.engine.evaluate import evaluate
from binokel.errors import BinokelError


def ask(results: Any, rules: Any = "stammtisch") -> dict[str, Any]:
    return evaluate({"op": "match", "rules": rules, "results": results})


def result(*scores: int, **fields: Any) -> dict[str, Any]:
    return {"scores": list(scores), **fields}


def test_a_match_before_its_first_deal_stands_at_nothing() -> None:
    assert ask([]) == {"totals": [0, 0, 0], "finished": False, "winners": []}
    assert ask([], "kreuzbinokel")["totals"] == [0, 0]


def test_the_highest_of_those_who_reach_the_target_wins() -> None:
    results = [result(900, 990, -300, declarer=0, bid=150, made=True)]
    assert ask(results) == {"totals": [900, 990, -300], "finished": False, "winners": []}
    results.append(result(100, 30, 0, declarer=1, bid=150, made=False))
    assert ask(results) == {"totals": [1000, 1020, -300], "finished": True, "winners": [1]}


def test_results_after_the_end_of_a_match_are_judged_like_the_others() -> None:
    ended = [result(1010, 0, 0)]
    assert ask(ended)["winners"] == [0]
    assert ask([*ended, result(0, 1200, 0)]) == {
        "totals": [1010, 1200, 0],
        "finished": True,
        "winners": [1],
    }
    assert ask([*ended, result(-100, 0, 0)])["finished"] is False


def test_equal_totals_share_the_win() -> None:
    assert ask([result(1000, 1000, 0)])["winners"] == [0, 1]


def test_a_tie_goes_to_the_declarer_and_is_shared_without_him() -> None:
    tied = result(1000, 1000, 0, declarer=1, bid=150, made=True)
    assert ask([tied], "dabb-online")["winners"] == [1]
    assert ask([{**tied, "declarer": 2}], "dabb-online")["winners"] == [0, 1]
    assert ask([result(1000, 1000, 0)], "dabb-online")["winners"] == [0, 1]


def test_a_tie_may_ask_for_one_more_deal() -> None:
    rules = {"extends": "stammtisch", "match": {"tie": "extra-deal"}}
    tied = [result(1000, 1000, 0)]
    assert ask(tied, rules)["finished"] is False
    assert ask([*tied, result(0, 10, 0)], rules)["winners"] == [1]


def test_only_the_own_won_bid_ends_a_match_though_another_stands_higher() -> None:
    rules = "drecksau-online"
    ahead = result(900, 1200, 0, declarer=1, bid=150, made=False)
    assert ask([ahead], rules)["finished"] is False
    won = result(150, 50, 0, declarer=0, bid=150, made=True)
    assert ask([ahead, won], rules) == {
        "totals": [1050, 1250, 0],
        "finished": True,
        "winners": [0],
    }
    assert ask([ahead, {**won, "made": False}], rules)["finished"] is False


def test_a_match_of_deals_ends_after_its_last_one() -> None:
    results = [result(10, 0, 0)] * 27
    assert ask(results[:26], "preisbinokel")["finished"] is False
    assert ask(results, "preisbinokel") == {
        "totals": [270, 0, 0],
        "finished": True,
        "winners": [0],
    }


def test_exact_points_of_the_last_deal_break_a_tie_where_the_rules_say_so() -> None:
    results = [result(0, 0, 0)] * 35
    tied = result(150, 150, 0, exact=[148, 151, 0])
    assert ask([*results, tied], "ennahofen")["winners"] == [1]
    assert ask([*results, result(150, 150, 0)], "ennahofen")["winners"] == [0, 1]


@pytest.mark.parametrize(
    "results",
    [
        *(None, {}, "x", [1], [[]], [{}], [{"scores": None}], [{"scores": [0, 0]}]),
        *([{"scores": [0, 0, True]}], [{"scores": [0, 0, 1.0]}], [{"scores": [0, 0, 10**9]}]),
        *([result(0, 0, 0, declarer=3)], [result(0, 0, 0, declarer=True)]),
        *([result(0, 0, 0, bid="150")], [result(0, 0, 0, bid=-1)], [result(0, 0, 0, made=1)]),
        [result(0, 0, 0), result(0, 0, 0, exact=[1])],
    ],
)
def test_results_of_a_wrong_type_are_a_bad_request(results: Any) -> None:
    with pytest.raises(BinokelError) as caught:
        ask(results)
    assert (caught.value.code, caught.value.details["key"]) == ("bad_request", "results")


def test_results_are_needed_and_have_no_other_keys() -> None:
    with pytest.raises(BinokelError) as caught:
        evaluate({"op": "match", "rules": "stammtisch"})
    assert (caught.value.code, caught.value.details["key"]) == ("bad_request", "results")
    with pytest.raises(BinokelError) as caught:
        ask([result(0, 0, 0, winner=0)])
    assert caught.value.code == "unknown_key"
    assert caught.value.details["path"] == "results[0].winner"
