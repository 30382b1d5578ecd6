"""Requests of `score` to arrange tests with, and how to ask them."""

from functools import cache
from typing import Any

import pytest

from binokel.engine.evaluate import evaluate
from binokel.errors import BinokelError
from binokel.rules.loader import load_ruleset

STRICT = {"extends": "stammtisch", "penalties": {"strict": True}}
CALL = {"extends": "stammtisch", "dabb": {"call": "on"}}


def score(rules: Any, request: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return evaluate({"op": "score", "rules": rules, **request, **changed})


def fault(rules: Any, request: dict[str, Any], **changed: Any) -> tuple[str, Any]:
    with pytest.raises(BinokelError) as caught:
        score(rules, request, **changed)
    return caught.value.code, caught.value.details.get("key")


def deal(rules: Any, declarer: int = 0, seed: int = 1) -> dict[str, Any]:
    """Return a deal before play: the declarer has buried what he found in the Dabb."""
    mandatory = load_ruleset(rules).deal.cut == "mandatory"
    cut = 10 if mandatory else 0
    dealt = evaluate({"op": "deal", "rules": rules, "dealer": 0, "seed": seed, "cut": cut})
    return {
        "dealer": 0,
        "declarer": declarer,
        "bid": 200,
        "contract": "trump",
        "trump": "H",
        "hands": dealt["hands"],
        "dabb": dealt["dabb"],
        "buried": dealt["dabb"],
    }


def played(rules: Any, declarer: int = 0, seed: int = 1, **changed: Any) -> dict[str, Any]:
    """Return a deal in which everybody plays the first legal card."""
    request = {**deal(rules, declarer, seed), **changed}
    hands = [[str(card) for card in hand] for hand in request["hands"]]
    resolved = load_ruleset(rules)
    n, leader = resolved.n_seats, 1
    if request["contract"] != "trump" or resolved.play.lead == "declarer":
        leader = declarer
    common = {"rules": rules, "trump": request["trump"], "contract": request["contract"]}
    tricks = []
    while hands[leader]:
        cards: list[str] = []
        for place in range(n):
            hand = hands[(leader + place) % n]
            asked = {"op": "legal", **common, "hand": hand, "trick": cards, "leader": leader}
            card = evaluate(asked)["cards"][0]
            hand.remove(card)
            cards.append(card)
        tricks.append({"leader": leader, "cards": cards})
        won = evaluate({"op": "winner", **common, "trick": cards})
        leader = (leader + won["index"]) % n
    return {**request, "tricks": tricks}


@cache
def melds_of(rules: str, seed: int = 1) -> list[int]:
    request = deal(rules, seed=seed)
    return [
        evaluate({"op": "melds", "rules": rules, "trump": "H", "hand": hand})["points"]
        for hand in request["hands"]
    ]


def ten(points: int) -> int:
    return (points + 5) // 10 * 10
