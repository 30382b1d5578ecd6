"""`score`: fields of a wrong type, cards that do not add up, tricks that cannot have been.

Source: protocols.md section 2.
"""

from random import Random
from typing import Any

import pytest

from binokel.cards.deck import deck
from binokel.engine.evaluate import evaluate
from binokel.errors import BinokelError

CARDS = [str(card) for card in deck(False)]


def trump_hands() -> dict[str, Any]:
    """Return a conceded deal, in which no tricks are needed."""
    cards = list(CARDS)
    Random(3).shuffle(cards)
    return {
        "dealer": 2,
        "declarer": 1,
        "bid": 200,
        "contract": "trump",
        "trump": "H",
        "hands": [cards[:12], cards[12:24], cards[24:36]],
        "buried": cards[36:],
        "conceded": True,
    }


def score(request: dict[str, Any], rules: Any = "stammtisch") -> dict[str, Any]:
    return evaluate({"op": "score", "rules": rules, **request})


def fault(request: dict[str, Any], rules: Any = "stammtisch") -> BinokelError:
    with pytest.raises(BinokelError) as caught:
        score(request, rules)
    return caught.value


def test_what_can_be_derived_may_be_left_out() -> None:
    short = trump_hands()
    del short["contract"]
    whole = {
        **short,
        "contract": "trump",
        "open": False,
        "from_hand": False,
        "dabb": None,
        "buried_dix": None,
        "melds": None,
        "tricks": None,
        "called": False,
        "bury_error": False,
        "revoke": None,
    }
    assert score(short) == score(whole)
    in_hand = {**short, "hands": [list(hand) for hand in short["hands"]]}
    in_hand["hands"][1] += in_hand["buried"]
    in_hand["buried"] = None
    assert score(in_hand) == score(whole)


@pytest.mark.parametrize("name", ["dealer", "declarer", "bid", "trump", "hands"])
def test_what_cannot_be_derived_is_needed(name: str) -> None:
    request = trump_hands()
    del request[name]
    error = fault(request)
    assert (error.code, error.details["key"]) == ("bad_request", name)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("dealer", [None, 3, -1, True, 1.0, "1"]),
        ("declarer", [None, 3, True]),
        ("bid", [None, -10, True, 200.0, "200", 10**9]),
        ("contract", [None, 1, "Trump", []]),
        ("trump", [1, ["H"]]),
        ("hands", [None, {}, [], [[], []], [1, 2, 3], [["EA"], None, []]]),
        ("dabb", [1, {}, [1]]),
        ("buried", [1, {}, [None]]),
        ("buried_dix", [-1, 3, True, "1"]),
        ("melds", [1, [], [1, 2], [-10, 0, 0], [True, 0, 0], [1.0, 0, 0], ["0", 0, 0]]),
        ("tricks", [1, {}, [1], [[]], [{}], [{"leader": 0}], [{"cards": "EA EZ EK"}]]),
        ("tricks", [[{"leader": 3, "cards": "EA EZ EK"}], [{"leader": 0, "cards": "EA"}]]),
        ("tricks", [[{"leader": 0, "cards": ["EA", "EZ", 1]}], [{"leader": 0, "cards": None}]]),
        ("revoke", [1, [], {}, {"seat": 0}, {"seat": 3, "trick": 0}, {"seat": 0, "trick": 12}]),
        *((name, [None, 1, "true"]) for name in ("open", "from_hand", "conceded")),
        ("called", [1, [], {}]),
        ("bury_error", [None, 0]),
    ],
)
def test_a_field_of_a_wrong_type_is_a_bad_request(name: str, values: list[Any]) -> None:
    for value in values:
        error = fault({**trump_hands(), name: value})
        assert (error.code, error.details["key"]) == ("bad_request", name), value


def test_an_unknown_key_inside_is_an_error_too() -> None:
    trick = {"leader": 0, "cards": "EA EZ EK", "winner": 0}
    error = fault({**trump_hands(), "tricks": [trick]})
    assert (error.code, error.details["key"]) == ("unknown_key", "winner")
    assert error.details["path"] == "tricks[0].winner"
    error = fault({**trump_hands(), "revoke": {"seat": 0, "trick": 0, "by": 1}})
    assert (error.code, error.details["path"]) == ("unknown_key", "revoke.by")


@pytest.mark.parametrize("name", ["hands", "buried", "dabb", "tricks"])
def test_what_names_no_card_tells_its_field(name: str) -> None:
    wrong: Any = ["EQ"] * 4
    if name == "hands":
        wrong = [["EQ"], [], []]
    if name == "tricks":
        wrong = [{"leader": 0, "cards": ["EA", "EZ", "EQ"]}]
    error = fault({**trump_hands(), name: wrong})
    assert (error.code, error.details["key"]) == ("notation", name)


def test_a_rule_set_with_a_stock_is_refused() -> None:
    error = fault(trump_hands(), "zu-zweit")
    assert (error.code, error.details["key"]) == ("bad_request", "rules")


# --- cards ----------------------------------------------------------------------------------------


def test_hands_and_buried_cards_are_the_whole_deck() -> None:
    request = trump_hands()
    hands = request["hands"]
    double = [[*hands[0][:11], hands[1][0]], *hands[1:]]
    triple = [["EA"] * 3 + hands[0][3:], *hands[1:]]
    seven = [[*hands[0][:11], "H7"], *hands[1:]]
    for wrong in (double, triple, seven):
        assert fault({**request, "hands": wrong}).code == "impossible_cards"
    short = [hands[0][:11], *hands[1:]]
    error = fault({**request, "hands": short})
    assert (error.code, error.details["key"], error.details["seat"]) == ("inconsistent", "hands", 0)
    moved = [hands[0], hands[1][:11], hands[2]]
    error = fault({**request, "hands": moved})
    assert (error.code, error.details["seat"]) == ("inconsistent", 1)


def played() -> dict[str, Any]:
    """Return a deal played by its cards alone: each suit runs from the top, none is beaten."""
    cards = [suit + rank for rank in "AZKOU" for suit in "ESHB" for _ in range(2)]
    hands = [cards[:12], cards[12:24], cards[24:36]]
    request = {**trump_hands(), "conceded": False, "hands": hands, "buried": cards[36:]}
    request |= {"declarer": 0, "trump": None, "contract": "durch", "dealer": 2}
    tricks = []
    left = [list(hand) for hand in hands]
    while left[0]:
        trick: list[str] = []
        for hand in left:
            asked = {"op": "legal", "rules": "stammtisch", "contract": "durch", "trump": None}
            card = evaluate({**asked, "hand": hand, "trick": trick})["cards"][0]
            hand.remove(card)
            trick.append(card)
        tricks.append({"leader": 0, "cards": trick})
    return {**request, "tricks": tricks}


def test_the_numbers_of_cards_are_those_of_the_rules() -> None:
    request = played()
    hands, buried = request["hands"], request["buried"]
    swapped = [[*hands[0], buried[0]], *hands[1:]]
    error = fault({**request, "hands": swapped, "buried": buried[1:]})
    assert (error.code, error.details["key"]) == ("inconsistent", "hands")
    given = [hands[0], hands[1][1:], hands[2]]
    error = fault({**request, "hands": given, "buried": [*buried, hands[1][0]]})
    assert (error.code, error.details["key"]) == ("inconsistent", "buried")
    error = fault({**request, "buried": buried[1:]})
    assert (error.code, error.details["key"]) == ("inconsistent", "buried")


def test_the_dabb_was_taken_by_the_declarer() -> None:
    request = played()
    assert score({**request, "dabb": request["buried"]})["made"] is True
    assert score({**request, "dabb": []})["made"] is True
    for dabb in (request["hands"][1][:4], request["buried"][:3], [*request["buried"], "EA"]):
        error = fault({**request, "dabb": dabb})
        assert (error.code, error.details["key"]) == ("inconsistent", "dabb")
    assert fault({**request, "dabb": ["EA", "EA", "EA", "SA"]}).code == "impossible_cards"


def test_from_the_hand_the_dabb_stays_and_nothing_is_buried() -> None:
    request = played()
    buried = request.pop("buried")
    form = {**request, "open": True, "from_hand": True}
    assert score({**form, "dabb": buried})["scores"] == [2000, 0, 0]
    assert score(form)["scores"] == [2000, 0, 0]
    dabbs: tuple[list[str], ...] = ([], buried[:3])
    for dabb in dabbs:
        error = fault({**form, "dabb": dabb})
        assert (error.code, error.details["key"]) == ("inconsistent", "dabb")
    error = fault({**form, "buried": buried})
    assert (error.code, error.details["key"]) == ("inconsistent", "buried")


def test_the_dabb_of_a_durch_from_the_hand_completes_the_deck() -> None:
    request = played()
    buried = request.pop("buried")
    form = {**request, "open": True, "from_hand": True}
    assert fault({**form, "dabb": ["EA", *buried[1:]]}).code == "impossible_cards"


# --- tricks ---------------------------------------------------------------------------------------


def trick_fault(request: dict[str, Any], rules: Any = "stammtisch") -> dict[str, Any]:
    error = fault(request, rules)
    assert (error.code, error.details["key"]) == ("inconsistent", "tricks")
    return dict(error.details)


def with_trick(number: int, **changed: Any) -> dict[str, Any]:
    request = played()
    tricks = [dict(trick) for trick in request["tricks"]]
    tricks[number] |= changed
    return {**request, "tricks": tricks}


def test_the_right_seat_leads() -> None:
    assert trick_fault(with_trick(0, leader=1)) == {"key": "tricks", "trick": 0, "seat": 0}
    assert trick_fault(with_trick(5, leader=2))["trick"] == 5


def test_a_card_that_a_seat_does_not_hold_cannot_have_been_played() -> None:
    cards = played()["tricks"][0]["cards"]
    strict = {"extends": "stammtisch", "penalties": {"strict": True}}
    for rules in ("stammtisch", strict):
        found = trick_fault(with_trick(0, cards=[cards[0], "EA", cards[2]]), rules)
        assert (found["trick"], found["seat"], found["reason"]) == (0, 1, "not_in_hand")


def test_an_illegal_play_is_inconsistent_unless_play_is_strict() -> None:
    request = played()
    first = request["tricks"][0]["cards"]
    suit = first[0][0]
    other = next(card for card in request["hands"][1] if card[0] != suit)
    has_suit = any(card[0] == suit for card in request["hands"][1])
    assert has_suit
    tricks = [{"leader": 0, "cards": [first[0], other, first[2]]}]
    wrong = {**request, "tricks": tricks}
    found = trick_fault(wrong)
    assert (found["seat"], found["card"], found["reason"]) == (1, other, "must_follow")
    none = {"extends": "stammtisch", "penalties": {"strict": True, "revoke": "none"}}
    assert trick_fault(wrong, none)["reason"] == "must_follow"
    strict = {"extends": "stammtisch", "penalties": {"strict": True}}
    wrong["revoke"] = {"seat": 1, "trick": 0}
    assert score(wrong, strict)["made"] is True


def test_there_are_no_more_tricks_than_cards() -> None:
    request = played()
    again = [*request["tricks"], request["tricks"][0]]
    assert trick_fault({**request, "tricks": again})["reason"] == "not_in_hand"


def test_a_durch_ends_undecided_nowhere() -> None:
    request = played()
    for n in (0, 11):
        assert trick_fault({**request, "tricks": request["tricks"][:n]})["n"] == 12


def test_the_first_card_of_a_durch_may_make_trump() -> None:
    rules = {"extends": "stammtisch", "contracts": {"durch_trump": "first-card"}}
    request = played()
    suit = request["tricks"][0]["cards"][0][0]
    for trump in (None, suit):
        assert score({**request, "trump": trump}, rules)["scores"] == [1000, 0, 0]
    other = next(letter for letter in "ESHB" if letter != suit)
    for changed in ({"trump": other}, {"trump": suit, "tricks": []}):
        error = fault({**request, **changed}, rules)
        assert (error.code, error.details["key"]) == ("inconsistent", "trump")


def test_a_call_that_announces_a_durch_makes_it_count_500() -> None:
    rules = {"extends": "stammtisch", "dabb": {"call": "durch", "call_bid": 500}}
    request = {**played(), "called": True}
    assert score(request, rules)["scores"] == [500, 0, 0]
    assert score({**request, "open": True}, rules)["scores"] == [500, 0, 0]
    for changed in ({"open": True, "from_hand": True}, {"contract": "trump", "trump": "H"}):
        error = fault({**request, **changed}, rules)
        assert (error.code, error.details["key"]) == ("inconsistent", "called")
