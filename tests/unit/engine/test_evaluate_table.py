"""`auction` and `deal`. Source: protocols.md section 2."""

from random import Random
from typing import Any

import pytest

from binokel.cards.deck import deck
from binokel.engine.evaluate import evaluate
from binokel.errors import BinokelError
from binokel.rules.catalog import find_ruleset, names

FORTY = [card.value for card in deck(False)]


def ask(op: str, rules: Any = "stammtisch", **fields: Any) -> dict[str, Any]:
    return evaluate({"op": op, "rules": rules, **fields})


def fault(op: str, rules: Any = "stammtisch", **fields: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(BinokelError) as caught:
        ask(op, rules, **fields)
    return caught.value.code, dict(caught.value.details)


def key(op: str, **fields: Any) -> Any:
    code, details = fault(op, **fields)
    assert code == "bad_request"
    return details["key"]


# --- auction --------------------------------------------------------------------------------------


def test_an_open_auction_tells_who_is_to_call_and_from_which_bid() -> None:
    assert ask("auction", dealer=2, calls=[]) == {
        "state": "open",
        "to_act": 0,
        "minimum": 150,
        "declarer": None,
        "value": None,
    }
    assert ask("auction", dealer=2, calls=[[0, 150]]) == {
        "state": "open",
        "to_act": 1,
        "minimum": 160,
        "declarer": None,
        "value": 150,
    }


def test_a_won_auction_has_a_declarer_and_a_value() -> None:
    calls = [[0, 150], [1, 160], [0, "pass"], [2, "pass"]]
    assert ask("auction", dealer=2, calls=calls) == {
        "state": "won",
        "to_act": None,
        "minimum": None,
        "declarer": 1,
        "value": 160,
    }


@pytest.mark.parametrize(
    ("rules", "dealer", "state", "declarer", "value"),
    [
        ("stammtisch", 2, "forced", 0, 150),
        ("souabe-3", 2, "forced", 2, 150),
        ("wuerttemberg", 2, "redeal", None, None),
    ],
)
def test_nobody_bids(
    rules: str, dealer: int, state: str, declarer: int | None, value: int | None
) -> None:
    reply = ask("auction", rules, dealer=dealer, calls=[[seat, "pass"] for seat in range(3)])
    assert (reply["state"], reply["declarer"], reply["value"]) == (state, declarer, value)


def test_forehand_holds_the_minimum_silently() -> None:
    reply = ask("auction", "drecksau-online", dealer=2, calls=[])
    assert (reply["to_act"], reply["minimum"], reply["value"]) == (1, 150, None)
    calls = [[1, "pass"], [2, "pass"]]
    reply = ask("auction", "drecksau-online", dealer=2, calls=calls)
    assert (reply["state"], reply["declarer"], reply["value"]) == ("forced", 0, 150)


def test_no_bid_is_left_above_the_highest() -> None:
    reply = ask("auction", dealer=2, calls=[[0, 5000]])
    assert (reply["to_act"], reply["minimum"]) == (1, None)


@pytest.mark.parametrize(
    ("rules", "calls", "index", "reason"),
    [
        ("stammtisch", [[1, 150]], 0, "wrong_seat"),
        ("stammtisch", [[0, 150], [1, 150]], 1, "bid_too_low"),
        ("stammtisch", [[0, 140]], 0, "bid_too_low"),
        ("stammtisch", [[0, -150]], 0, "bid_too_low"),
        ("stammtisch", [[0, 155]], 0, "bid_off_step"),
        ("stammtisch", [[0, 5010]], 0, "bid_too_high"),
        ("stammtisch", [[0, 10**30]], 0, "bid_too_high"),
        ("stammtisch", [[0, 150], [1, "pass"], [2, "pass"], [0, 160]], 3, "wrong_phase"),
        ("stammtisch", [[0, 150], [1, "pass"], [1, 160]], 2, "wrong_seat"),
        ("dabb-online", [[0, "pass"]], 0, "must_bid"),
        ({"extends": "stammtisch", "bidding": {"jumps": False}}, [[0, 160]], 0, "no_jumps"),
    ],
)
def test_an_illegal_call_is_told_by_its_index(
    rules: Any, calls: list[Any], index: int, reason: str
) -> None:
    code, details = fault("auction", rules, dealer=2, calls=calls)
    assert (code, details["index"], details["reason"]) == ("illegal_call", index, reason)


@pytest.mark.parametrize(
    "calls",
    [
        *(None, {}, "pass", [0], [[0]], [[0, 150, 1]], [[0, "weg"]], [[0, None]], [[0, True]]),
        *([[0, 150.0]], [[True, 150]], [[3, 150]], [[-1, 150]], [["0", 150]], [[0, 150], [1, []]]),
    ],
)
def test_calls_are_pairs_of_seat_and_bid_or_pass(calls: Any) -> None:
    assert key("auction", dealer=2, calls=calls) == "calls"


@pytest.mark.parametrize(
    ("call", "path", "message"),
    [
        ([7, "pass"], "calls[1][0]", "calls[1][0] is 7, wanted is a seat from 0 to 2"),
        (["0", 160], "calls[1][0]", "calls[1][0] is '0', wanted is a seat from 0 to 2"),
        ([1, "weg"], "calls[1][1]", "calls[1][1] is 'weg', wanted is a bid as a whole number"),
        ([1, 150.0], "calls[1][1]", "calls[1][1] is 150.0, wanted is a bid as a whole number"),
        ([1, "PASS"], "calls[1][1]", "calls[1][1] is 'PASS', wanted is a bid as a whole number"),
        ([1, []], "calls[1][1]", "calls[1][1] is an empty list, wanted is a bid as a whole number"),
        ([1], "calls[1]", "calls[1] is a list of 1, wanted is [seat, bid]"),
        ("pass", "calls[1]", "calls[1] is 'pass', wanted is [seat, bid]"),
    ],
)
def test_a_bad_call_is_told_with_what_is_wrong_with_it(call: Any, path: str, message: str) -> None:
    with pytest.raises(BinokelError) as caught:
        ask("auction", dealer=2, calls=[[0, 150], call])
    assert caught.value.message.startswith(message)
    details = caught.value.details
    assert (details["key"], details["index"], details["path"]) == ("calls", 1, path)


@pytest.mark.parametrize("dealer", [None, 3, -1, True, 1.0, "1"])
def test_the_dealer_is_a_seat(dealer: Any) -> None:
    assert key("auction", dealer=dealer, calls=[]) == "dealer"
    assert key("deal", dealer=dealer, seed=1) == "dealer"


def test_auction_needs_dealer_and_calls() -> None:
    assert key("auction", calls=[]) == "dealer"
    assert key("auction", dealer=0) == "calls"


def test_without_bidding_there_is_no_auction() -> None:
    assert key("auction", rules="zu-zweit", dealer=0, calls=[]) == "rules"


# --- deal -----------------------------------------------------------------------------------------


def test_the_deck_is_dealt_from_the_top_forehand_first() -> None:
    reply = ask("deal", dealer=2, deck=FORTY)
    assert reply["packets"][:5] == [["P", 0, 4], ["P", 1, 4], ["P", 2, 4], ["D", 2], ["P", 0, 4]]
    assert reply["hands"][0] == sorted(FORTY[:4] + FORTY[14:18] + FORTY[28:32], key=FORTY.index)
    assert reply["dabb"] == FORTY[12:14] + FORTY[26:28]
    assert reply["stock"] == []


def test_a_cut_puts_the_lifted_cards_below() -> None:
    cut = ask("deal", dealer=0, deck=FORTY, cut=13)
    assert cut == ask("deal", dealer=0, deck=FORTY[13:] + FORTY[:13])
    assert cut != ask("deal", dealer=0, deck=FORTY)


def test_after_knocking_each_hand_is_one_packet() -> None:
    reply = ask("deal", dealer=2, deck=FORTY, knock=True)
    assert reply["packets"] == [["P", 0, 12], ["D", 4], ["P", 1, 12], ["P", 2, 12]]
    assert reply["hands"][0] == FORTY[:12]


def test_the_stock_lies_in_drawing_order_and_ends_with_the_turned_up_card() -> None:
    cards = [card.value for card in deck(True)]
    reply = ask("deal", "zu-zweit", dealer=1, deck=cards)
    assert reply["stock"] == cards[25:] + cards[24:25]
    assert reply["dabb"] == []


@pytest.mark.parametrize("rules", names())
def test_a_seed_deals_the_whole_deck_in_every_rule_set(rules: str) -> None:
    cut = 10 if rules == "preisbinokel" else 0
    reply = ask("deal", rules, dealer=0, seed=5, cut=cut)
    dealt = [card for hand in reply["hands"] for card in hand] + reply["dabb"] + reply["stock"]
    assert sorted(dealt) == sorted(str(card) for card in find_ruleset(rules).cards)


def test_a_seed_shuffles_the_sorted_deck_as_documented() -> None:
    cards = list(FORTY)
    Random(7).shuffle(cards)
    assert ask("deal", dealer=1, seed=7) == ask("deal", dealer=1, deck=cards)


@pytest.mark.parametrize(
    "cards", [FORTY[:39], FORTY + FORTY[:1], [*FORTY[:39], "E7"], FORTY[:39] + FORTY[:1], []]
)
def test_a_deck_is_the_whole_deck(cards: list[str]) -> None:
    assert fault("deal", dealer=0, deck=cards)[0] == "impossible_cards"


@pytest.mark.parametrize(
    ("rules", "fields", "reason"),
    [
        ("preisbinokel", {}, "cut_mandatory"),
        ("preisbinokel", {"cut": 10, "knock": True}, "no_knocking"),
        ("preisbinokel", {"knock": True}, "no_knocking"),
        ("stammtisch", {"cut": 10, "knock": True}, "no_knocking"),
        ("stammtisch", {"cut": 40}, "cut_out_of_range"),
        ("ohmden", {"cut": 45}, "cut_out_of_range"),
        ({"extends": "stammtisch", "deal": {"cut": "none"}}, {"cut": 1}, "no_cutting"),
    ],
)
def test_a_way_of_cutting_that_the_rules_refuse_is_illegal(
    rules: Any, fields: dict[str, Any], reason: str
) -> None:
    code, details = fault("deal", rules, dealer=0, seed=1, **fields)
    assert (code, details["reason"]) == ("illegal_action", reason)


def test_deal_takes_either_a_deck_or_a_seed() -> None:
    assert key("deal", dealer=0) == "deck"
    assert key("deal", dealer=0, deck=None, seed=None) == "deck"
    assert ask("deal", dealer=0, deck=None, seed=1) == ask("deal", dealer=0, seed=1)
    assert key("deal", dealer=0, deck=FORTY, seed=1) == "seed"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("seed", value) for value in ("7", -1, True)),
        *(("cut", value) for value in (-1, 1.0, None)),
        *(("knock", value) for value in (1, "yes", None)),
    ],
)
def test_seed_and_cut_are_numbers_and_knock_is_true_or_false(name: str, value: Any) -> None:
    assert key("deal", **{"dealer": 0, "seed": 1, name: value}) == name


def test_a_deal_asks_for_a_deck_or_a_seed_and_not_for_both() -> None:
    for fields, key, message in (
        ({}, "deck", "deck is missing: the whole deck, top first, or instead of it a seed"),
        ({"deck": FORTY, "seed": 1}, "seed", "leave one of them out"),
        ({"seed": 2**256}, "seed", "wanted is a whole number from 0 of at most 256 bits"),
        ({"seed": -1}, "seed", "seed is -1, wanted is a whole number from 0"),
    ):
        with pytest.raises(BinokelError) as caught:
            ask("deal", dealer=0, **fields)
        assert (caught.value.code, caught.value.details["key"]) == ("bad_request", key)
        assert message in caught.value.message
        assert len(caught.value.message) < 150
    assert ask("deal", dealer=0, seed=2**256 - 1)["hands"]


def test_where_nobody_cuts_no_number_of_cards_is_asked_for() -> None:
    rules = {"extends": "stammtisch", "deal": {"cut": "none"}}
    with pytest.raises(BinokelError, match=r"^Here the deck is not cut\.$"):
        ask("deal", rules, dealer=0, seed=1, cut=4)
