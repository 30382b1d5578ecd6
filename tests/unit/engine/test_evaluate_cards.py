"""`melds`, `legal` and `winner`. Source: protocols.md section 2."""

from typing import Any

import pytest

from binokel.engine.evaluate import evaluate
from binokel.errors import BinokelError


def ask(op: str, rules: Any = "stammtisch", **fields: Any) -> dict[str, Any]:
    return evaluate({"op": op, "rules": rules, **fields})


def code(op: str, rules: Any = "stammtisch", **fields: Any) -> str:
    with pytest.raises(BinokelError) as caught:
        ask(op, rules, **fields)
    return caught.value.code


def key(op: str, **fields: Any) -> str:
    with pytest.raises(BinokelError) as caught:
        ask(op, **fields)
    assert caught.value.code == "bad_request"
    named = caught.value.details["key"]
    assert isinstance(named, str)
    return named


# --- cards as a request writes them ---------------------------------------------------------------


@pytest.mark.parametrize(
    "hand",
    [["SO", "BU"], "SO BU", "schippen-ober, BU", ["♠ Dame", "bu"], ["S-O", "Karo-Bube"]],
)
def test_cards_are_read_in_every_notation(hand: Any) -> None:
    assert ask("melds", trump=None, hand=hand)["points"] == 40


@pytest.mark.parametrize("hand", [None, 7, {}, ["SO", 1], ["SO", None], ["SO", ["BU"]]])
def test_cards_of_another_type_are_a_bad_request(hand: Any) -> None:
    assert key("melds", trump=None, hand=hand) == "hand"


def test_what_names_no_card_tells_the_field_and_the_place() -> None:
    with pytest.raises(BinokelError) as caught:
        ask("melds", trump=None, hand=["SO", "SQ"])
    error = caught.value
    assert error.code == "notation"
    assert (error.details["key"], error.details["index"]) == ("hand", 1)
    assert code("melds", trump=None, hand="SO SQ") == "notation"


@pytest.mark.parametrize("trump", ["X", "", "HH", "Trumpf"])
def test_what_names_no_suit_is_a_fault_of_notation(trump: str) -> None:
    assert code("melds", trump=trump, hand="SO") == "notation"


def test_a_suit_may_be_written_out() -> None:
    assert ask("melds", trump="Herz", hand="HK HO")["points"] == 40


# --- melds ----------------------------------------------------------------------------------------


def test_the_best_melds_are_listed_with_their_cards_and_sum_up() -> None:
    reply = ask("melds", trump="S", hand=["BU", "SK", "SO"])
    assert reply == {
        "points": 80,
        "melds": [
            {"kind": "binokel", "cards": ["SO", "BU"], "points": 40},
            {"kind": "pair", "cards": ["SK", "SO"], "points": 40},
        ],
    }


def test_no_hand_has_no_melds() -> None:
    assert ask("melds", trump=None, hand=[]) == {"points": 0, "melds": []}


def test_a_rundgang_is_listed_only_where_it_is_no_plain_sum() -> None:
    hand = "EK EO SK SO HK HO BK BO"
    plain = ask("melds", trump="E", hand=hand)
    assert plain["points"] == 240
    assert [meld["kind"] for meld in plain["melds"]] == ["four", "four", *["pair"] * 4]
    own = ask("melds", "preisbinokel", trump="E", hand=hand)
    assert [meld["kind"] for meld in own["melds"]] == ["rundgang"]
    assert own["points"] == 240


def test_melds_need_trump_and_hand() -> None:
    assert key("melds", hand="SO") == "trump"
    assert key("melds", trump=None) == "hand"
    assert key("melds", trump=1, hand="SO") == "trump"


@pytest.mark.parametrize("hand", ["EA EA EA", "H7", ["EA", "H7"]])
def test_cards_that_the_deck_has_not_are_impossible(hand: Any) -> None:
    assert code("melds", trump=None, hand=hand) == "impossible_cards"


def test_buried_sevens_are_melded_where_the_rules_allow_it() -> None:
    reply = ask("melds", "wuerttemberg-48", trump="H", hand="H7", buried_dix=1)
    assert [meld["points"] for meld in reply["melds"]] == [10, 10]
    assert ask("melds", "wuerttemberg-48", trump="H", hand=[], buried_dix=2)["points"] == 20


@pytest.mark.parametrize(
    ("rules", "trump", "hand", "n"),
    [
        ("wuerttemberg-48", "H", "H7", 2),
        ("wuerttemberg-48", "H", "", 3),
        ("wuerttemberg-48", None, "", 1),
        ("preisbinokel", "H", "", 1),
        ("zu-zweit", "H", "", 1),
        ("stammtisch", "H", "", 1),
    ],
)
def test_more_buried_sevens_than_there_can_be_are_inconsistent(
    rules: str, trump: Any, hand: str, n: int
) -> None:
    assert code("melds", rules, trump=trump, hand=hand, buried_dix=n) == "inconsistent"


@pytest.mark.parametrize("n", [-1, True, 1.0, "1", None, 10**9])
def test_buried_sevens_are_a_number(n: Any) -> None:
    assert key("melds", trump="H", hand="", buried_dix=n) == "buried_dix"


# --- legal ----------------------------------------------------------------------------------------


def test_both_copies_of_a_card_are_one_legal_card_and_cards_are_sorted() -> None:
    assert ask("legal", trump="E", hand="BU HA HA EA", trick=[]) == {
        "cards": ["EA", "HA", "BU"],
        "legal": None,
        "reason": None,
    }


@pytest.mark.parametrize(
    ("hand", "trick", "card", "reason"),
    [
        ("HA HU EA SO", "HK", "HA", None),
        ("HA HU EA SO", "HK", "BA", "not_in_hand"),
        ("HA HU EA SO", "HK", "SO", "must_follow"),
        ("HA HU EA SO", "HK", "HU", "must_beat"),
        ("EA EU SO", "HK", "SO", "must_trump"),
        ("EA EU SO", "HK EZ", "SO", "must_trump"),
        ("EA EU SO", "HK EZ", "EU", "must_over_trump"),
        ("HA HU EA SO", "HK EU", "HU", None),
    ],
)
def test_the_first_broken_duty_is_the_reason(
    hand: str, trick: str, card: str, reason: str | None
) -> None:
    reply = ask("legal", trump="E", hand=hand, trick=trick, card=card)
    assert (reply["legal"], reply["reason"]) == (reason is None, reason)


def test_without_trump_only_following_and_beating_are_duties() -> None:
    rules = "wuerttemberg"
    fields = {"trump": None, "contract": "bettel", "trick": "HK"}
    assert ask("legal", rules, hand="HA HU EA", **fields)["cards"] == ["HA"]
    assert ask("legal", rules, hand="EA SO", **fields)["cards"] == ["EA", "SO"]


def test_a_winning_partner_exempts_where_the_rules_say_so() -> None:
    fields = {"trump": "E", "hand": "HA HU", "trick": ["HK", "HO"]}
    assert ask("legal", "kreuzbinokel", **fields)["cards"] == ["HA"]
    assert ask("legal", "dabb-online-4", **fields)["cards"] == ["HA", "HU"]
    assert ask("legal", "dabb-online-4", **fields, leader=3)["cards"] == ["HA", "HU"]
    assert ask("legal", "dabb-online-4", **fields, seat=1)["cards"] == ["HA", "HU"]
    fields["trick"] = ["HO", "HK"]
    assert ask("legal", "dabb-online-4", **fields)["cards"] == ["HA"]


def test_cards_of_hand_and_trick_must_be_possible_together() -> None:
    assert code("legal", trump="E", hand="HA HA", trick="HA") == "impossible_cards"
    assert code("legal", trump="E", hand="HA", trick="", card="H7") == "impossible_cards"


def test_a_seat_sits_behind_the_cards_that_lie_there() -> None:
    fields = {"trump": "E", "hand": "HA", "trick": "HK"}
    assert ask("legal", **fields, leader=1, seat=2)["cards"] == ["HA"]
    assert code("legal", **fields, leader=1, seat=1) == "inconsistent"
    assert code("legal", trump="E", hand="HA", trick="HK HO HU") == "inconsistent"
    assert key("legal", **fields, leader=3) == "leader"
    assert key("legal", **fields, seat=True) == "seat"


def test_duties_rest_while_the_stock_lasts() -> None:
    fields = {"trump": "E", "hand": "HA HU EA", "trick": "HK"}
    assert ask("legal", "zu-zweit", **fields, stock_left=2)["cards"] == ["EA", "HA", "HU"]
    assert ask("legal", "zu-zweit", **fields, stock_left=2, card="HU")["legal"] is True
    assert ask("legal", "zu-zweit", **fields)["cards"] == ["HA"]
    strict = {"extends": "zu-zweit", "play": {"stock_duties": True}}
    assert ask("legal", strict, **fields, stock_left=2)["cards"] == ["HA"]
    assert code("legal", "stammtisch", **fields, stock_left=2) == "inconsistent"
    reply = ask("legal", "zu-zweit", **fields, stock_left=2, card="BA")
    assert reply["reason"] == "not_in_hand"


@pytest.mark.parametrize("op", ["legal", "winner"])
def test_contract_and_trump_must_fit(op: str) -> None:
    fields: dict[str, Any] = {"trick": "HK"} | ({"hand": "HA"} if op == "legal" else {})
    assert code(op, **fields, trump="H", contract="durch") == "inconsistent"
    assert code(op, "wuerttemberg", **fields, trump="H", contract="bettel") == "inconsistent"
    assert key(op, **fields, trump="H", contract="Durch") == "contract"
    assert key(op, **fields, trump="H", contract=None) == "contract"
    for form, trump in (("first-card", "H"), ("first-card", None), ("named", "H")):
        rules = {"extends": "stammtisch", "contracts": {"durch_trump": form}}
        assert ask(op, rules, **fields, trump=trump, contract="durch")


def test_an_ordinary_game_has_a_trump_suit_but_a_winner_needs_none() -> None:
    assert code("legal", hand="HA", trick="HK", trump=None) == "inconsistent"
    named = {"extends": "stammtisch", "contracts": {"durch_trump": "named"}}
    fields: dict[str, Any] = {"trump": None, "contract": "durch", "trick": "HK"}
    assert code("legal", named, hand="HA", **fields) == "inconsistent"
    assert ask("winner", named, **fields)["index"] == 0
    assert ask("winner", trick="HK", trump=None)["index"] == 0


@pytest.mark.parametrize("missing", ["trump", "hand", "trick"])
def test_legal_needs_trump_hand_and_trick(missing: str) -> None:
    fields: dict[str, Any] = {"trump": "E", "hand": "HA", "trick": "HK"}
    del fields[missing]
    assert key("legal", **fields) == missing


def test_a_field_that_may_be_left_out_may_be_null() -> None:
    fields = {"trump": "E", "hand": "HA", "trick": ["HK"]}
    whole = ask("legal", **fields, card=None, seat=None, leader=None)
    assert whole == ask("legal", **fields)


@pytest.mark.parametrize("card", [1, True, ["HA"]])
def test_an_asked_card_is_a_text(card: Any) -> None:
    assert key("legal", trump="E", hand="HA", trick="", card=card) == "card"
    assert code("legal", trump="E", hand="HA", trick="", card="HQ") == "notation"


# --- winner ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "trick", "index", "points"),
    [
        ("E", "HA HA SA", 0, 33),
        ("E", "HK HA EU", 2, 17),
        ("E", "HK EU EA", 2, 17),
        (None, "HK EU EA", 0, 17),
        (None, "HU", 0, 2),
    ],
)
def test_the_winner_is_a_place_and_the_points_have_no_bonus(
    trump: str | None, trick: str, index: int, points: int
) -> None:
    assert ask("winner", trump=trump, trick=trick) == {"index": index, "points": points}


def test_an_empty_trick_has_no_winner() -> None:
    assert key("winner", trump=None, trick=[]) == "trick"


def test_a_trick_has_no_more_cards_than_seats() -> None:
    assert code("winner", trump=None, trick="HK HO HU HA") == "inconsistent"
    assert code("winner", trump=None, trick="HA HA HA") == "impossible_cards"


def test_legal_asks_about_cards_only_not_whether_the_rule_set_has_the_contract() -> None:
    fields = {"trump": None, "trick": "HK", "hand": "HA EA"}
    assert ask("legal", "stammtisch", **fields, contract="bettel")["cards"] == ["HA"]
    assert ask("legal", "preisbinokel", **fields, contract="durch")["cards"] == ["HA"]
    whole = [suit + rank for suit in "ESHB" for rank in "AZKOU"]
    assert len(ask("legal", trump="H", trick=[], hand=whole)["cards"]) == 20
