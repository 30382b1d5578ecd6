"""`replay`. Source: protocols.md section 2."""

import json
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from binokel.engine.evaluate import answer, evaluate, wire
from binokel.engine.match import Match, Undo
from binokel.engine.record import format_record, record_of, record_of_view, to_dict
from binokel.engine.state import CHANCE, shuffled
from binokel.errors import BinokelError
from binokel.rules.catalog import find_ruleset

SETS = ("stammtisch", "kreuzbinokel", "preisbinokel", "zu-zweit", "drecksau-online")


@cache
def match_of(rules: str, n_deals: int = 2) -> Match:
    """Return a match of some deals, played at random."""
    rng = Random(rules)
    resolved = find_ruleset(rules)
    names = ["Anna", "Bert", "Carla", "Dora"][: resolved.n_seats]
    match = Match(resolved, names, first_dealer=1)
    while match.to_act is not None and len(match.results) < n_deals:
        if match.to_act == CHANCE:
            match.apply(shuffled(resolved, rng))
        else:
            match.apply(rng.choice(match.deal.legal_actions()[:8]))
    return match


def text_of(rules: str) -> str:
    return format_record(record_of(match_of(rules)))


def ask(record: Any, **fields: Any) -> dict[str, Any]:
    return evaluate({"op": "replay", "record": record, **fields})


def fault(record: Any, **fields: Any) -> BinokelError:
    with pytest.raises(BinokelError) as caught:
        ask(record, **fields)
    return caught.value


@pytest.mark.parametrize("rules", SETS)
def test_a_record_comes_to_the_scores_of_its_match(rules: str) -> None:
    match = match_of(rules)
    reply = ask(text_of(rules))
    result = reply["result"]
    assert result["totals"] == list(match.standing.totals)
    assert [deal["scores"] for deal in result["deals"]] == [list(r.scores) for r in match.results]
    for side, total in enumerate(result["totals"]):
        points = [line["points"] for line in result["lines"] if line["side"] == side]
        assert sum(points) == total
    assert len(reply["steps"]) == len(match.entries)
    assert reply["steps"][-1]["phase"] == "over"


def test_the_json_form_of_a_record_says_the_same() -> None:
    record = record_of(match_of("stammtisch"))
    assert ask(to_dict(record)) == ask(format_record(record))


def test_a_step_tells_the_action_and_what_may_be_done_after_it() -> None:
    steps = ask(text_of("stammtisch"))["steps"]
    assert list(steps[0]) == ["seat", "action", "phase", "to_act", "choices", "view"]
    assert steps[0]["action"]["do"] == "shuffle"
    assert (steps[0]["phase"], steps[0]["to_act"], steps[0]["view"]) == ("cut", 0, None)
    assert [choice["choice"] for choice in steps[0]["choices"]] == ["cut"]
    for before, after in pairwise(steps):
        assert after["seat"] == before["to_act"]


def test_a_seat_sees_its_own_choices_and_no_hidden_cards() -> None:
    steps = ask(text_of("stammtisch"), seat=1, views=True)["steps"]
    assert steps[0]["action"] == {"do": "shuffle", "order": None}
    for step in steps:
        assert step["view"]["seat"] == 1
        assert bool(step["choices"]) == (step["to_act"] == 1 and step["phase"] != "over")
        assert step["view"]["choices"] == step["choices"]
    assert ask(text_of("stammtisch"), seat=1)["steps"][0]["view"] is None


def test_with_views_and_no_seat_a_spectator_watches() -> None:
    steps = ask(text_of("stammtisch"), views=True)["steps"]
    assert {step["view"]["seat"] for step in steps} == {None}
    assert all(step["choices"] == [] for step in steps)


def test_an_undo_is_a_step_and_takes_back_a_score() -> None:
    match = Match(find_ruleset("stammtisch"), ["Anna", "Bert", "Carla"], first_dealer=1)
    for entry in match_of("stammtisch", 1).entries:
        match.apply(entry.action)
    scored = ask(format_record(record_of(match)))
    assert len(scored["result"]["deals"]) == 1
    match.apply(Undo(1))
    reply = ask(format_record(record_of(match)), seat=0)
    assert reply["steps"][-1]["action"] == {"do": "undo", "n": 1}
    assert reply["steps"][-1]["seat"] is None
    assert (reply["result"]["deals"], reply["result"]["lines"]) == ([], [])
    assert reply["result"]["totals"] == [0, 0, 0]


def test_the_rules_of_the_request_are_those_of_the_record() -> None:
    assert ask(text_of("stammtisch"), rules="stammtisch") == ask(text_of("stammtisch"))
    assert fault(text_of("stammtisch"), rules="palast").code == "inconsistent"
    assert fault(text_of("stammtisch"), rules="skat").code == "unknown_rules"


@pytest.mark.parametrize("record", [None, 1, [], True])
def test_a_record_is_a_text_or_an_object(record: Any) -> None:
    error = fault(record)
    assert (error.code, error.details["key"]) == ("bad_request", "record")


def test_a_record_is_needed() -> None:
    with pytest.raises(BinokelError) as caught:
        evaluate({"op": "replay", "rules": "stammtisch"})
    assert (caught.value.code, caught.value.details["key"]) == ("bad_request", "record")


@pytest.mark.parametrize(
    ("fields", "key"),
    [({"seat": 3}, "seat"), ({"seat": True}, "seat"), ({"views": 1}, "views")],
)
def test_seat_and_views_have_their_types(fields: dict[str, Any], key: str) -> None:
    error = fault(text_of("stammtisch"), **fields)
    assert (error.code, error.details["key"]) == ("bad_request", key)


def changed(old: str, new: str) -> BinokelError:
    text = text_of("stammtisch")
    assert old in text
    return fault(text.replace(old, new, 1))


def test_what_cannot_be_read_is_a_fault_of_notation_with_its_place() -> None:
    for error in (fault(""), changed("\ncut ", "\nlift "), changed("shuffle ", "shuffle XX ")):
        assert error.code == "notation"
        assert error.details["line"] >= 1
        assert error.details["key"] == "record"


def test_an_action_that_the_rules_refuse_is_illegal() -> None:
    error = changed("shuffle ", "shuffle E7 ")
    assert (error.code, error.details["reason"]) == ("illegal_action", "not_the_deck")
    assert error.details["line"] > 1


def test_a_wrong_sum_contradicts_the_record() -> None:
    text = text_of("stammtisch")
    start = text.rindex("sum Anna ")
    end = text.index(" |", start)
    error = fault(f"{text[:start]}sum Anna 7{text[end:]}")
    assert (error.code, error.details["reason"]) == ("inconsistent", "wrong_sum")


def test_rules_of_a_record_must_be_there_and_hold() -> None:
    assert changed("rules stammtisch", "rules skat").code == "unknown_rules"
    error = changed("\nrules stammtisch 1 ", "\nrules stammtisch 7 ")
    assert (error.code, error.details["reason"]) == ("inconsistent", "wrong_version")
    record = to_dict(record_of(match_of("stammtisch")))
    rules = {"name": "own", "set": {"id": "own", "extends": "stammtisch", "match": {"goal": 1}}}
    assert fault({**record, "rules": rules}).code == "rule_set_error"


def test_a_record_that_hides_cards_is_a_bad_request() -> None:
    match = match_of("stammtisch")
    error = fault(format_record(record_of_view(match.observe(1))))
    assert (error.code, error.details["key"]) == ("bad_request", "record")


def test_a_malformed_record_is_a_fault_of_notation_in_json_as_in_text() -> None:
    items = to_dict(record_of(match_of("stammtisch", 1)))
    for record in ({}, {"binokel": 1}, "{", {**items, "items": [{"deal": 1}]}, "binokel 2"):
        error = fault(record)
        assert (error.code, error.details["key"], error.details["line"]) == (
            "notation",
            "record",
            1,
        )


def test_the_reply_to_a_refused_card_names_it_by_its_letters() -> None:
    record = to_dict(record_of(match_of("preisbinokel", 1)))
    steps = [item["action"] for item in record["items"] if "action" in item]
    first = next(action for action in steps if action["do"] == "play")
    refused = set()
    for card in ("EA", "SA", "HA", "BA", "E7", "S7", "H7", "B7"):
        first["card"] = card
        line = json.dumps({"op": "replay", "record": record}).encode()
        error = json.loads(answer(line)).get("error")
        if error and error["details"].get("reason") == "not_in_hand":
            assert error["code"] == "illegal_action"
            refused.add(error["details"]["card"] == card)
    assert refused == {True}


def test_what_has_no_json_form_is_a_fault_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "evaluate", lambda _request: {"points": object()})
    with pytest.raises(TypeError):
        answer(b"{}")
