"""`score`: numbers of the rule sheets, and every contradiction that is refused.

Source: protocols.md section 2; rules.md sections C, F and G.
"""

from typing import Any

import pytest

from binokel.cards.card import Card
from binokel.rules.loader import load_ruleset
from tests.unit.engine.score_requests import CALL, STRICT, deal, fault, melds_of, played, score, ten

# --- played to the end ----------------------------------------------------------------------------


def test_every_key_of_the_reply_is_there() -> None:
    keys = ["made", "declarer_total", "scores", "card_points", "bonus", "tricks_won", "lines"]
    for request in (played("stammtisch"), {**deal("stammtisch"), "conceded": True}):
        assert list(score("stammtisch", request)) == keys


def test_the_cards_of_a_deal_count_240_and_the_last_trick_10() -> None:
    reply = score("stammtisch", played("stammtisch"))
    assert sum(reply["card_points"]) == 240
    assert sorted(reply["bonus"]) == [0, 0, 10]
    assert sum(reply["tricks_won"]) == 12
    assert sum(score("preisbinokel", played("preisbinokel"))["bonus"]) == 0


@pytest.mark.parametrize("rules", ["stammtisch", "preisbinokel", "souabe-3", "kreuzbinokel"])
def test_the_bid_is_tested_on_exact_points_of_the_side(rules: str) -> None:
    request = played(rules)
    total = score(rules, request)["declarer_total"]
    assert score(rules, request, bid=total)["made"] is True
    assert score(rules, request, bid=total + 1)["made"] is False


def test_bid_test_rounded_lifts_a_total_that_ends_on_five() -> None:
    rules = "drecksau-online"
    for seed in range(1, 30):
        request = played(rules, seed=seed)
        total = score(rules, request)["declarer_total"]
        if total % 10 >= 5:
            assert score(rules, request, bid=ten(total))["made"] is True
            return
    raise AssertionError("no deal ends on five or more")


@pytest.mark.parametrize(
    ("rules", "times", "bonus"),
    [
        ("stammtisch", 2, 0),
        ("wuerttemberg-48", 2, 0),
        ("kreuzbinokel", 2, 0),
        ("preisbinokel", 1, 0),
        ("souabe-3", 2, 30),
        ("souabe-4", 2, 30),
        ("heroldstatt", 2, 100),
        ("ennahofen", 2, 0),
        ("sechser", 2, 0),
    ],
)
def test_a_lost_bid_costs_and_the_others_keep_melds_and_tricks(
    rules: str, times: int, bonus: int
) -> None:
    bid = 200 if rules == "heroldstatt" else 900
    request = played(rules, bid=bid)
    reply = score(rules, request)
    side_of = load_ruleset(rules).side_of
    expected = [0] * (max(side_of) + 1)
    for seat, side in enumerate(side_of):
        if any(reply["tricks_won"][mate] for mate in range(len(side_of)) if side_of[mate] == side):
            expected[side] += melds_of(rules)[seat]
    for side in range(len(expected)):
        seats = [seat for seat in range(len(side_of)) if side_of[seat] == side]
        points = sum(reply["card_points"][seat] + reply["bonus"][seat] for seat in seats)
        expected[side] += points if rules == "preisbinokel" else ten(points)
        expected[side] += bonus
    expected[0] = -times * bid
    assert reply["made"] is False
    assert reply["scores"] == expected


def test_lost_bid_plus_100() -> None:
    rules = {"extends": "stammtisch", "scoring": {"lost": "plus-100"}}
    assert score(rules, played(rules, bid=900))["scores"][0] == -1000


def test_buried_cards_count_for_the_declarer_or_for_nobody() -> None:
    counted = score("stammtisch", played("stammtisch"))
    rules = {"extends": "stammtisch", "scoring": {"buried_count": False}}
    bare = score(rules, played(rules))
    buried = sum([11, 10, 4, 3, 2, 0][Card(c).rank.index] for c in deal(rules)["buried"])
    assert buried > 0
    assert counted["card_points"][0] - bare["card_points"][0] == buried
    assert sum(bare["card_points"]) == 240 - buried


def test_melds_lapse_without_a_trick_of_the_side() -> None:
    request = played("stammtisch", seed=3)
    for seed in range(1, 60):
        request = played("stammtisch", seed=seed)
        reply = score("stammtisch", request)
        seat = next((s for s in (1, 2) if not reply["tricks_won"][s]), None)
        if seat is not None and melds_of("stammtisch", seed)[seat]:
            break
    assert seat is not None
    lapsed = [line for line in reply["lines"] if line["what"] == "melds_lapsed"]
    assert [(line["seat"], line["points"]) for line in lapsed] == [(seat, 0)]
    assert reply["scores"][seat] == 0
    rules = {"extends": "stammtisch", "scoring": {"meld_trick": "none"}}
    assert score(rules, request)["scores"][seat] == melds_of("stammtisch", seed)[seat]


def test_a_bid_out_of_reach_is_lost_without_play() -> None:
    request = deal("heroldstatt")
    bid = melds_of("heroldstatt")[0] + 260
    reply = score("heroldstatt", request, bid=bid)
    half = -(-bid // 20) * 10
    others = [points + half for points in melds_of("heroldstatt")[1:]]
    assert reply["scores"] == [-2 * bid, *others]
    assert (reply["made"], reply["declarer_total"]) == (False, None)
    tricks = played("heroldstatt")["tricks"]
    assert fault("heroldstatt", request, bid=bid, tricks=tricks) == ("inconsistent", "tricks")
    assert fault("heroldstatt", request, bid=bid - 10) == ("inconsistent", "tricks")


# --- melds as declared ----------------------------------------------------------------------------


def test_declared_melds_count_as_declared_and_null_as_the_best() -> None:
    request = played("stammtisch")
    best = melds_of("stammtisch")
    assert max(best) > 0
    whole = score("stammtisch", request)
    assert score("stammtisch", request, melds=best) == whole
    assert score("stammtisch", request, melds=None) == whole
    assert score("stammtisch", request, melds=[None, best[1], None]) == whole
    none = score("stammtisch", request, melds=[0, 0, 0])
    assert [line for line in none["lines"] if line["what"] == "melds"] == []


def test_declared_melds_are_a_fact_and_not_held_against_the_cards() -> None:
    request = played("stammtisch")
    whole = score("stammtisch", request)
    seat = next(line["seat"] for line in whole["lines"] if line["what"] == "melds")
    stated = list(melds_of("stammtisch"))
    stated[seat] += 10
    more = score("stammtisch", request, melds=stated)
    assert more["scores"][seat] == whole["scores"][seat] + 10
    stated[seat] = -10
    assert fault("stammtisch", request, melds=stated) == ("bad_request", "melds")


def test_a_buried_trump_seven_is_melded_unless_less_is_stated() -> None:
    rules = "wuerttemberg-48"
    request = deal(rules)
    everything = [card for hand in request["hands"] for card in hand] + request["buried"]
    everything.remove("E7")
    rest = [str(card) for card in sorted(map(Card, everything))]
    hands = [rest[:15], rest[15:30], rest[30:45]]
    buried = ["E7", *rest[45:]]
    request = played(rules, hands=hands, buried=buried, dabb=None, trump="E")

    def total(rules: Any, **stated: Any) -> int:
        points = score(rules, request, **stated)["declarer_total"]
        assert isinstance(points, int)
        return points

    assert total(rules) == total(rules, buried_dix=1) == total(rules, buried_dix=0) + 10
    assert fault(rules, request, buried_dix=2) == ("inconsistent", "buried_dix")
    assert fault(rules, request, buried_dix=3) == ("bad_request", "buried_dix")
    strict = {"extends": rules, "penalties": {"strict": True}}
    assert total(strict) == total(strict, buried_dix=1) - 10
    forbidden = {"extends": rules, "dabb": {"bury_dix": False}}
    assert fault(forbidden, request, buried_dix=1) == ("inconsistent", "buried_dix")


# --- going out ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "bid", "cost", "added"),
    [
        ("stammtisch", 200, -200, 30),
        ("souabe-3", 200, -200, 30),
        ("kreuzbinokel", 200, -200, 40),
        ("souabe-4", 200, -200, 40),
        ("zu-zweit-reizen", 200, -200, 20),
        ("heroldstatt", 310, -310, 160),
        ("dabb-online", 200, -200, 40),
        ("dabb-online-4", 200, -200, 40),
        ("drecksau-online", 200, -400, None),
    ],
)
def test_going_out_costs_and_brings_the_others_melds_and_more(
    rules: str, bid: int, cost: int, added: int | None
) -> None:
    reply = score(rules, deal(rules), bid=bid, conceded=True)
    side_of = load_ruleset(rules).side_of
    expected = [0] * (max(side_of) + 1)
    for seat, side in enumerate(side_of):
        expected[side] += melds_of(rules)[seat]
    expected = [0 if added is None else points + added for points in expected]
    assert reply["scores"] == [cost, *expected[1:]]
    assert (reply["made"], reply["declarer_total"], reply["card_points"]) == (False, None, None)
    assert reply["tricks_won"] == [0] * len(side_of)


def test_going_out_is_possible_with_the_dabb_in_hand_or_half_buried() -> None:
    request = deal("stammtisch")
    hands, dabb = request["hands"], request["dabb"]
    for n in range(5):
        told = {"hands": [hands[0] + dabb[n:], *hands[1:]], "buried": dabb[:n], "conceded": True}
        assert score("stammtisch", request, **told)["scores"][0] == -200
    told = {"hands": [hands[0][1:], *hands[1:]], "buried": [*dabb, hands[0][0]], "conceded": True}
    assert fault("stammtisch", request, **told) == ("inconsistent", "buried")
    assert score(STRICT, request, **told)["scores"][0] == -200


@pytest.mark.parametrize(
    ("rules", "changed", "key"),
    [
        ("ohmden", {}, "conceded"),
        ("wuerttemberg", {"contract": "bettel", "trump": None}, "conceded"),
        (CALL, {"called": True}, "conceded"),
        (STRICT, {"bury_error": True}, "bury_error"),
        (STRICT, {"revoke": {"seat": 1, "trick": 0}}, "revoke"),
    ],
)
def test_a_deal_that_was_conceded_has_no_other_end(
    rules: Any, changed: dict[str, Any], key: str
) -> None:
    assert fault(rules, deal(rules), conceded=True, **changed) == ("inconsistent", key)


def test_a_conceded_deal_has_no_tricks() -> None:
    assert fault("stammtisch", played("stammtisch"), conceded=True) == ("inconsistent", "tricks")


# --- Durch and Bettel -----------------------------------------------------------------------------


def arranged(rules: Any, *, first: bool) -> dict[str, Any]:
    """Return a deal with the cards in order: seat 0 has the first suits, or the last."""
    request = {**deal(rules), "trump": None, "contract": "durch", "dabb": None}
    ranks = "AZKOU" if first else "UOKZA"
    cards = [suit + rank for rank in ranks for suit in "ESHB" for _ in range(2)]
    hands = [cards[:12], cards[12:24], cards[24:36]]
    return {**request, "hands": hands, "buried": cards[36:]}


@pytest.mark.parametrize(
    ("is_open", "from_hand", "value"),
    [(False, False, 1000), (True, False, 1500), (True, True, 2000)],
)
def test_a_durch_brings_its_value_or_costs_it(is_open: bool, from_hand: bool, value: int) -> None:
    form = {"open": is_open, "from_hand": from_hand}
    won = played("stammtisch", **{**arranged("stammtisch", first=True), **form})
    lost = played("stammtisch", **{**arranged("stammtisch", first=False), **form})
    lost["tricks"] = lost["tricks"][:1]
    for request in (won, lost):
        if from_hand:
            request |= {"dabb": request["buried"], "buried": []}
    reply = score("stammtisch", won)
    assert (reply["scores"], reply["made"]) == ([value, 0, 0], True)
    assert reply["tricks_won"] == [12, 0, 0]
    assert (reply["declarer_total"], reply["card_points"], reply["bonus"]) == (None, None, None)
    reply = score("stammtisch", lost)
    assert (reply["scores"], reply["made"]) == ([-value, 0, 0], False)


def test_a_bettel_is_won_without_a_trick() -> None:
    rules = "wuerttemberg"
    won = played(rules, **{**arranged(rules, first=False), "contract": "bettel"})
    assert score(rules, won)["scores"] == [1000, 0, 0]
    lost = played(rules, **{**arranged(rules, first=True), "contract": "bettel"})
    assert score(rules, {**lost, "tricks": lost["tricks"][:1]})["scores"] == [-1000, 0, 0]


def test_a_durch_with_a_named_trump_is_played_to_its_end_and_the_others_score() -> None:
    rules = "drecksau-online"
    request = played(rules, contract="durch")
    reply = score(rules, request)
    assert reply["scores"][0] == -1000
    counted = [reply["card_points"][s] + reply["bonus"][s] for s in range(3)]
    melds = [m if won else 0 for m, won in zip(melds_of(rules), reply["tricks_won"], strict=True)]
    assert reply["scores"][1:] == [ten(counted[s]) + melds[s] for s in (1, 2)]
    assert reply["declarer_total"] == counted[0] + melds[0]
    assert fault(rules, request, tricks=request["tricks"][:2]) == ("inconsistent", "tricks")
    assert fault(rules, request, trump=None) == ("inconsistent", None)


@pytest.mark.parametrize(
    ("rules", "changed", "key"),
    [
        ("stammtisch", {"open": True}, "contract"),
        ("stammtisch", {"from_hand": True}, "contract"),
        ("stammtisch", {"contract": "bettel", "trump": None}, "contract"),
        ("stammtisch", {"contract": "durch", "trump": None, "from_hand": True}, "contract"),
        ("wuerttemberg", {"contract": "bettel", "trump": None, "open": True}, "contract"),
        ("preisbinokel", {"contract": "durch", "trump": None}, "contract"),
        ("stammtisch", {"contract": "durch"}, None),
        ("stammtisch", {"trump": None}, None),
        ("stammtisch", {"called": True}, "called"),
    ],
)
def test_a_contract_that_the_rules_do_not_have_is_inconsistent(
    rules: str, changed: dict[str, Any], key: str | None
) -> None:
    assert fault(rules, deal(rules), **changed) == ("inconsistent", key)


# --- calling --------------------------------------------------------------------------------------


def test_a_call_lifts_the_bid_to_400() -> None:
    request = played(CALL)
    total = score(CALL, request)["declarer_total"]
    assert total < 400
    assert score(CALL, request, bid=200, called=True)["scores"][0] == -800
    assert score(CALL, request, bid=450, called=True)["scores"][0] == -900
    assert score(CALL, request, bid=200, called="HA")["scores"][0] == -800
    assert score(CALL, request, bid=200, called=None) == score(CALL, request, bid=200)
    assert fault(CALL, request, called="HX") == ("notation", "called")
    missing = [next(c for c in request["hands"][1] if c not in request["dabb"])]
    assert score(CALL, request, called=True, dabb=request["dabb"][:3] + missing)
    assert fault(CALL, request, dabb=request["dabb"][:3] + missing) == ("inconsistent", "dabb")
