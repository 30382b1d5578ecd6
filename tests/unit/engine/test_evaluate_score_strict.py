"""`score` in strict play: burying errors and revokes are stated facts."""

from typing import Any

import pytest

from binokel.rules.loader import load_ruleset
from tests.unit.engine.score_requests import STRICT, deal, fault, melds_of, played, score, ten


def test_a_burying_error_costs_twice_the_bid_and_leaves_the_others_their_melds() -> None:
    request = deal("stammtisch")
    hands, dabb = request["hands"], request["dabb"]
    told = {"hands": [hands[0] + dabb[1:], *hands[1:]], "buried": dabb[:1], "bury_error": True}
    reply = score(STRICT, request, **told)
    assert reply["scores"] == [-400, *melds_of("stammtisch")[1:]]
    assert reply["made"] is False
    single = {**STRICT, "scoring": {"lost": "plus-100"}}
    assert score(single, request, **told)["scores"][0] == -400
    assert score(STRICT, request, **told, melds=[5000, None, None]) == reply
    durch = score(STRICT, request, **told, contract="durch", trump=None)
    assert durch["scores"] == [-400, 0, 0]
    assert fault("stammtisch", request, **told) == ("inconsistent", "bury_error")
    assert fault(STRICT, request, **told, tricks=played("stammtisch")["tricks"]) == (
        "inconsistent",
        "tricks",
    )


def test_nothing_can_be_wrong_where_nothing_is_buried() -> None:
    rules = {"extends": "ohmden", "penalties": {"strict": True}}
    assert fault(rules, deal(rules), bury_error=True) == ("inconsistent", "bury_error")
    refuse = {"extends": "stammtisch", "penalties": {"strict": True, "bury_error": "refuse"}}
    assert fault(refuse, deal(refuse), bury_error=True) == ("inconsistent", "bury_error")


def strict(name: str) -> dict[str, Any]:
    return {"extends": name, "penalties": {"strict": True}}


def until(request: dict[str, Any], seat: int, trick: int) -> list[dict[str, Any]]:
    """Return the tricks up to the card that a seat played to a trick."""
    last = request["tricks"][trick]
    n = (seat - last["leader"]) % len(last["cards"]) + 1
    return [*request["tricks"][:trick], {**last, "cards": last["cards"][:n]}]


@pytest.mark.parametrize(
    ("rules", "bid", "seat", "scores", "made"),
    [
        ("preisbinokel", 200, 1, [125, -240, 125], None),
        ("preisbinokel", 200, 0, [-240, 125, 125], False),
        ("preisbinokel", 300, 0, [-300, 125, 125], False),
        ("stammtisch", 100, 0, [-240, 125, 125], False),
        ("stammtisch", 200, 0, [-400, 125, 125], False),
        ("stammtisch", 200, 2, [125, 125, -240], None),
        ("kreuzbinokel", 200, 2, [-400, 125], False),
        ("kreuzbinokel", 200, 3, [125, -240], None),
    ],
)
def test_a_revoke_costs_240_or_the_bid_and_brings_the_others_melds_and_125(
    rules: str, bid: int, seat: int, scores: list[int], made: bool | None
) -> None:
    side_of = load_ruleset(rules).side_of
    revoke = {"seat": seat, "trick": 0}
    whole = played(rules)
    for request in (whole, {**whole, "tricks": until(whole, seat, 0)}):
        reply = score(strict(rules), request, bid=bid, revoke=revoke)
        expected = list(scores)
        for other, side in enumerate(side_of):
            if side != side_of[seat]:
                expected[side] += melds_of(rules)[other]
        assert (reply["scores"], reply["made"]) == (expected, made)
        assert (reply["declarer_total"], reply["bonus"]) == (None, None)


def test_a_revoke_decides_a_durch() -> None:
    request = played("stammtisch", contract="durch", trump=None)
    request["tricks"] = request["tricks"][:1]
    lost = score(STRICT, request, revoke={"seat": 0, "trick": 0})
    won = score(STRICT, request, revoke={"seat": 1, "trick": 0})
    assert (lost["scores"], lost["made"]) == ([-1000, 0, 0], False)
    assert (won["scores"], won["made"]) == ([1000, 0, 0], True)


def test_a_revoke_by_which_all_remaining_cards_change_hands() -> None:
    rules = strict("ennahofen")
    request = played("ennahofen", bid=10)
    request["tricks"] = request["tricks"][:1]
    by_defender = score(rules, request, revoke={"seat": 1, "trick": 0})
    assert by_defender["scores"] == [melds_of("ennahofen")[0] + 250, 0, 0]
    by_declarer = score(rules, request, revoke={"seat": 0, "trick": 0})
    buried = by_declarer["card_points"][0]
    halves = [ten((240 - buried + 1) // 2), ten((240 - buried) // 2)]
    melds = melds_of("ennahofen")
    assert by_declarer["scores"] == [-20, melds[1] + halves[0], melds[2] + halves[1]]


def test_a_revoke_by_which_a_defender_forfeits_his_tricks_is_played_out() -> None:
    rules = strict("ohmden")
    request = played("ohmden", bid=10)
    plain = score("ohmden", request)
    reply = score(rules, request, revoke={"seat": 1, "trick": 2})
    assert reply["card_points"][1] == reply["bonus"][1] == 0
    assert reply["scores"][0] == plain["scores"][0]
    assert fault(
        rules, {**request, "tricks": request["tricks"][:3]}, revoke={"seat": 1, "trick": 2}
    )
    lost = score(rules, request, revoke={"seat": 0, "trick": 2})
    assert (lost["made"], lost["scores"][0]) == (False, -20)


def test_a_revoke_is_a_fact_of_strict_play() -> None:
    revoke = {"seat": 1, "trick": 3}
    request = played("stammtisch")
    none = {"extends": "stammtisch", "penalties": {"strict": True, "revoke": "none"}}
    assert fault("stammtisch", request, revoke=revoke) == ("inconsistent", "revoke")
    assert fault(none, request, revoke=revoke) == ("inconsistent", "revoke")


def test_a_trick_that_is_stated_reaches_the_offenders_card() -> None:
    request = played("stammtisch")
    tricks = request["tricks"]
    for seat in range(3):
        revoke = {"seat": seat, "trick": 3}
        for enough in (tricks, tricks[:4], until(request, seat, 3)):
            assert score(STRICT, request, tricks=enough, revoke=revoke)["tricks_won"]
    before, after = tricks[3]["leader"], (tricks[3]["leader"] + 1) % 3
    short = until(request, before, 3)
    found = fault(STRICT, request, tricks=short, revoke={"seat": after, "trick": 3})
    assert found == ("inconsistent", "revoke")


def test_a_penalty_needs_no_tricks_and_cards_that_change_hands_those_before_the_revoke() -> None:
    revoke = {"seat": 1, "trick": 3}
    request = played("stammtisch")
    whole = score(STRICT, request, revoke=revoke)
    for n in (0, 2, 3):
        reply = score(STRICT, request, tricks=request["tricks"][:n], revoke=revoke)
        assert (reply["scores"], reply["made"]) == (whole["scores"], whole["made"])
    lost = strict("ennahofen")
    request = played("ennahofen")
    all_tricks = score(lost, request, revoke=revoke)["scores"]
    assert score(lost, request, tricks=request["tricks"][:3], revoke=revoke)["scores"] == all_tricks
    short = request["tricks"][:2]
    assert fault(lost, request, tricks=short, revoke=revoke) == ("inconsistent", "tricks")


def test_only_the_last_trick_may_break_off_and_only_at_a_revoke() -> None:
    request = played("stammtisch")
    short = until(request, request["tricks"][3]["leader"], 3)
    assert fault(STRICT, request, tricks=short) == ("bad_request", "tricks")
    revoke = {"seat": 0, "trick": 0}
    assert score(STRICT, request, tricks=short, revoke=revoke)["made"] is False
    followed = [*short, request["tricks"][4]]
    assert fault(STRICT, request, tricks=followed, revoke=revoke) == ("bad_request", "tricks")
    empty = [*short[:3], {**short[3], "cards": []}]
    assert fault(STRICT, request, tricks=empty, revoke=revoke) == ("bad_request", "tricks")
    wrong = [*short[:3], {**short[3], "cards": [request["buried"][0]]}]
    assert fault(STRICT, request, tricks=wrong, revoke=revoke) == ("inconsistent", "tricks")
