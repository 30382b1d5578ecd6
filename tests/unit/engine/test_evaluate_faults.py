"""What is wrong in a list: the path of the entry, what stands there, and what is wanted."""

from typing import Any

import pytest

from binokel.engine.evaluate import evaluate
from binokel.errors import BinokelError

HANDS = [
    "EK EU SA SA SO SO HZ HZ HK HO BZ BU",
    "EA EZ EK EO SK SU HA HK HU BK BO BO",
    "EZ EO EU SZ SZ SK HA HO HU BA BA BK",
]
SCORE = {
    "op": "score",
    "rules": "stammtisch",
    "dealer": 0,
    "declarer": 0,
    "bid": 200,
    "trump": "H",
    "hands": HANDS,
    "buried": "EA SU BZ BU",
}
WINNER = {"op": "winner", "rules": "stammtisch", "trump": None}
MATCH = {"op": "match", "rules": "stammtisch"}

FAULTS: list[tuple[dict[str, Any], dict[str, Any], str, str]] = [
    (SCORE, {"melds": [0, -10, 0]}, "melds[1]", "is -10, wanted is the points of seat 1, a whole"),
    (SCORE, {"melds": [0, 0]}, "melds", "is a list of 2, wanted is a list of 3, one for each"),
    (SCORE, {"hands": HANDS[:2]}, "hands", "is a list of 2, wanted is a list of 3, one for each"),
    (SCORE, {"hands": [HANDS[0], 5, HANDS[2]]}, "hands[1]", "is 5, wanted is a list of cards"),
    (SCORE, {"hands": [HANDS[0], ["EK", 5], ""]}, "hands[1][1]", "is 5, wanted is the text of a c"),
    (SCORE, {"buried": ["EA", None]}, "buried[1]", "is null, wanted is the text of a card"),
    (SCORE, {"tricks": [{"leader": 0, "cards": ["EA"]}]}, "tricks[0].cards", "is a list of 1, wa"),
    (WINNER, {"trick": []}, "trick", "is an empty list, wanted is at least one card"),
    (WINNER, {}, "trick", "is missing: a list of cards"),
    (MATCH, {"results": [{"scores": [1, 2]}]}, "results[0].scores", "is a list of 2, wanted is a "),
    (MATCH, {"results": [{"scores": [1, 2, ""]}]}, "results[0].scores[2]", "is '', wanted is the "),
    ({"op": "replay"}, {"record": 5}, "record", "is 5, wanted is its text, or its JSON form"),
    ({"op": "replay"}, {}, "record", "is missing, wanted is its text, or its JSON form"),
]


@pytest.mark.parametrize(("request_", "change", "path", "message"), FAULTS)
def test_an_error_in_a_list_names_the_entry_and_what_is_there(
    request_: dict[str, Any], change: dict[str, Any], path: str, message: str
) -> None:
    with pytest.raises(BinokelError) as caught:
        evaluate({**request_, **change})
    fault = caught.value
    assert fault.message.startswith(f"{path} {message}")
    assert (fault.code, fault.details["path"]) == ("bad_request", path)
    assert fault.details["key"] == path.partition("[")[0]


def test_a_text_that_names_no_card_has_the_path_of_its_entry() -> None:
    with pytest.raises(BinokelError, match="XX") as caught:
        evaluate({**SCORE, "hands": [HANDS[0], ["EK", "XX"], HANDS[2]]})
    assert (caught.value.code, caught.value.details["path"]) == ("notation", "hands[1][1]")
    assert (caught.value.details["key"], caught.value.details["index"]) == ("hands", 1)
