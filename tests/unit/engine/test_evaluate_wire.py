"""Lines, ids and the errors that every operation shares. Source: protocols.md section 2."""

import io
import json
from typing import Any

import pytest

from binokel.engine.evaluate import OPS, answer, evaluate, serve, wire
from binokel.errors import UnknownOp

WINNER = '"op": "winner", "rules": "stammtisch", "trump": null, "trick": ["EA"]'


def reply(line: str | bytes) -> dict[str, Any]:
    text = answer(line if isinstance(line, bytes) else line.encode())
    assert b"\n" not in text
    decoded: dict[str, Any] = json.loads(text)
    return decoded


def error(line: str | bytes) -> tuple[str, dict[str, Any]]:
    fault = reply(line)["error"]
    assert set(fault) == {"code", "message", "details"}
    assert fault["message"]
    return fault["code"], fault["details"]


def test_replies_come_in_order_each_flushed_and_blank_lines_are_skipped() -> None:
    class Out(io.BytesIO):
        flushed: list[int]

        def flush(self) -> None:
            self.flushed.append(len(self.getvalue().splitlines()))

    out = Out()
    out.flushed = []
    lines = [f'{{"id": {n}, {WINNER}}}\n'.encode() for n in range(3)]
    serve([b"\n", lines[0], b" \t\r\n", lines[1], b"", lines[2]], out)
    assert [json.loads(line)["id"] for line in out.getvalue().splitlines()] == [0, 1, 2]
    assert out.flushed == [1, 2, 3]


@pytest.mark.parametrize(
    "name",
    [
        "7",
        "-0.5",
        '"a\\u00fc\\ud83c\\udccf"',
        '"ä"',
        "null",
        "true",
        '[1, {"x": null}]',
        "{}",
        str(2**80),
    ],
)
def test_an_id_of_any_type_is_echoed(name: str) -> None:
    for request in (f'{{"id": {name}, {WINNER}}}', f'{{"id": {name}, "op": "?"}}'):
        assert reply(request)["id"] == json.loads(name)


def test_a_missing_id_is_null() -> None:
    assert reply(f"{{{WINNER}}}") == {"id": None, "index": 0, "points": 11}
    assert reply('{"op": "?"}')["id"] is None


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "?",
        '{"id": 1} {"id": 2}',
        '{"id": 1,}',
        '{"id": NaN}',
        '{"id": -Infinity}',
        '{"id": 1e999}',
        f'{{"id": {"9" * 5000}}}',
        '{"id": 1, "id": 2}',
        '{"id": 1, "rules": "\\ud83c"}',
        '{"id": 1, "rules": {"extends": "palast", "extends": "ohmden"}}',
        b'{"id": "\xff"}',
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"id": ' + "[" * 200 + "]" * 200 + "}",
    ],
    ids=range(15),
)
def test_what_is_no_json_is_bad_json_and_has_no_id(line: str | bytes) -> None:
    assert reply(line)["id"] is None
    assert error(line)[0] == "bad_json"


def test_a_field_that_comes_twice_is_named() -> None:
    assert error('{"op": "winner", "cut": 1, "cut": 2}') == ("bad_json", {"key": "cut"})


def test_many_small_objects_are_no_depth() -> None:
    results = [{"scores": [0, 0, 0]}] * 200
    request = json.dumps({"id": results, "op": "?"})
    assert reply(request)["id"] == results
    deepest: Any = "x"
    for _ in range(wire.MAX_DEPTH - 1):
        deepest = [deepest]
    assert reply(json.dumps({"id": deepest, "op": "?"}))["id"] == deepest
    assert reply(json.dumps({"id": [deepest], "op": "?"}))["id"] is None


def test_a_byte_order_mark_is_no_fault() -> None:
    assert reply(b"\xef\xbb\xbf{" + WINNER.encode() + b"}")["points"] == 11


@pytest.mark.parametrize("line", ["[]", "1", '"op"', "null", "true", '[{"op": "winner"}]'])
def test_a_request_that_is_no_object_is_a_bad_request(line: str) -> None:
    assert reply(line)["id"] is None
    assert error(line) == ("bad_request", {"key": None})


@pytest.mark.parametrize("op", ["", ', "op": null', ', "op": 1', ', "op": ["melds"]'])
def test_an_op_is_a_text(op: str) -> None:
    code, details = error(f'{{"id": 1, "rules": "stammtisch"{op}}}')
    assert (code, details["key"]) == ("bad_request", "op")


def test_an_op_that_there_is_not_is_unknown() -> None:
    assert error('{"id": 1, "op": "Melds", "rules": "stammtisch"}') == (
        "unknown_op",
        {"op": "Melds"},
    )
    with pytest.raises(UnknownOp):
        evaluate({"op": "meld"})


@pytest.mark.parametrize("op", OPS)
def test_an_unknown_key_is_an_error_in_every_operation(op: str) -> None:
    code, details = error(f'{{"id": 1, "op": "{op}", "rules": "stammtisch", "trumpf": "H"}}')
    assert (code, details["key"]) == ("unknown_key", "trumpf")


def test_a_near_key_is_suggested() -> None:
    assert error(f'{{"triks": 1, {WINNER}}}')[1]["suggestions"] == ["trick"]
    assert error(f'{{"zzz": 1, {WINNER}}}')[1]["suggestions"] == []


@pytest.mark.parametrize("rules", ["", '"rules": null,', '"rules": 1,', '"rules": ["palast"],'])
def test_rules_are_a_name_or_an_object(rules: str) -> None:
    code, details = error(f'{{{rules} "op": "winner", "trump": null, "trick": "EA"}}')
    assert (code, details["key"]) == ("bad_request", "rules")


def rules_error(rules: Any) -> tuple[str, dict[str, Any]]:
    return error(json.dumps({"op": "winner", "rules": rules, "trump": None, "trick": "EA"}))


@pytest.mark.parametrize("rules", ["skat", "", "stammtisch.toml", "../x.toml", {"extends": "skat"}])
def test_rules_that_are_not_shipped_are_unknown(rules: Any) -> None:
    assert rules_error(rules)[0] == "unknown_rules"


def test_a_file_is_no_base_of_rules() -> None:
    assert rules_error({"extends": "/etc/own.toml"})[0] == "unknown_rules"


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        ({"extends": "stammtisch", "skat": {}}, "skat"),
        ({"extends": "stammtisch", "match": {"goal": 1}}, "match.goal"),
        ({"extends": "stammtisch", "match": {"target": "1000"}}, "match.target"),
        ({"extends": "stammtisch", "match": {"target": True}}, "match.target"),
        ({"extends": "stammtisch", "melds": {"dix": 10}}, "melds.dix"),
        ({"extends": "stammtisch", "deal": {"hand": 13}}, "deal.hand"),
        ({"extends": 1}, "extends"),
        ({}, "deck.sevens"),
    ],
)
def test_rules_that_do_not_hold_are_a_rule_set_error_with_the_key_path(
    rules: Any, path: str
) -> None:
    code, details = rules_error(rules)
    assert (code, details["path"]) == ("rule_set_error", path)


def test_rules_extend_a_shipped_set_in_any_order_of_keys() -> None:
    first = {"extends": "stammtisch", "deck": {"points": "tens-only"}, "match": {"target": 500}}
    for rules in (first, dict(reversed(first.items()))):
        assert evaluate({"op": "winner", "rules": rules, "trump": None, "trick": "EK"}) == {
            "index": 0,
            "points": 10,
        }


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_request: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(wire, "evaluate", broken)
    with pytest.raises(ZeroDivisionError):
        serve([f"{{{WINNER}}}".encode()], io.BytesIO())
