"""Positions told in JSON: what is read, and what is refused with its place."""

from typing import Any

import pytest

from binokel.errors import BinokelError
from binokel.kernel.told import read_position
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract

STAMMTISCH = find_ruleset("stammtisch")
TOLD: dict[str, Any] = {
    "rules": "stammtisch",
    "hands": ["EA EZ", "HA", "BO"],
    "leader": 1,
    "trick": "HK SO",
    "trump": "H",
    "declarer": 0,
    "tricks_done": 10,
}


def test_a_position_in_mid_trick_is_read() -> None:
    position = read_position(TOLD, STAMMTISCH)
    assert (position.seat, position.n_left, position.n_tricks) == (0, 2, 10)
    assert position.contract is Contract.TRUMP


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"hands": ["EA EZ", "HA"]}, "hands"),
        ({"hands": ["EA EZ", "HA", "BO BU"]}, "hands[2]"),
        ({"hands": ["EA EZ", "HA", "QQ"]}, "hands[2]"),
        ({"hands": ["EA EA", "EA", "BO"]}, "EA"),
        ({"hands": ["EA E7", "HA", "BO"]}, "E7"),
        ({"hands": ["", "HA", "BO"], "trick": "HK SO BU"}, "3 cards lie on the table"),
        ({"hands": ["", "", ""], "trick": ""}, "no cards are left"),
        ({"leader": 3}, "leader"),
        ({"trump": None}, "trump"),
        ({"contract": "bettel", "trump": None, "declarer": None}, "declarer"),
        ({"contract": "bettel"}, "trump"),
        ({"tricks_done": 12}, "more than"),
        ({"lost": 1}, "lost"),
        ({"leadr": 1}, "leader"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(BinokelError) as caught:
        read_position({**TOLD, **change}, STAMMTISCH)
    assert place in caught.value.message
