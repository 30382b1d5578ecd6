"""The JSON form of records, and bytes that are none."""

import json
from typing import Any

import pytest

from binokel.engine.match import Match
from binokel.engine.record import (
    Comment,
    decode_record,
    format_record,
    from_dict,
    load_record,
    parse_record,
    record_of,
    to_dict,
    verify,
)
from binokel.engine.record.jsonfaults import difference, misfit
from binokel.errors import RecordError
from binokel.testing.builders import rules_with
from tests.unit.engine.record_texts import HASH, SAMPLE, STAMMTISCH, conceded

DIGITS = "0" * 64
RICH = (
    SAMPLE.replace("date 2026-11-29\n", "date 2026-11-29\nplace Ochsen\n").replace(
        "deal 1 dealer 2\n", f"deal 1 dealer 2\ncommit sha256:{DIGITS}\nadd 1 heads\n"
    )
    + f"turned H\ndabb BZ BZ\nsecret {DIGITS}\nsum Anna 0 | Bert -10 | Carla 0\n"
)


def fault_of(source: str | dict[str, Any]) -> RecordError:
    with pytest.raises(RecordError) as caught:
        load_record(source)
    return caught.value


def sample() -> dict[str, Any]:
    return to_dict(parse_record(SAMPLE))


def test_the_json_form_has_the_same_content() -> None:
    record = parse_record(RICH)
    text = json.dumps(to_dict(record))
    assert load_record(text) == record
    assert load_record("\ufeff\n " + text) == record
    assert load_record(json.loads(text)) == record
    assert load_record(RICH) == record


def test_the_json_form_is_plain() -> None:
    content = to_dict(parse_record(RICH))
    assert content["binokel"] == 1
    assert content["rules"] == {"name": "stammtisch", "version": 1, "hash": HASH}
    assert content["seats"] == ["Anna", "Bert", "Carla"]
    assert content["header"] == ["place Ochsen"]
    items = content["items"]
    assert items[:3] == [
        {"deal": 1, "dealer": 2},
        {"commit": f"sha256:{DIGITS}"},
        {"seat": 1, "add": "heads"},
    ]
    assert items[3]["action"]["do"] == "shuffle"
    assert "seat" not in items[3]
    assert items[4] == {"seat": 1, "action": {"do": "cut", "n": 13}}
    assert items[-6:] == [
        {"action": {"do": "undo", "n": 1}},
        {"comment": "comment"},
        {"turned": "H"},
        {"dabb": ["BZ", "BZ"]},
        {"secret": DIGITS},
        {"sum": [0, -10, 0]},
    ]


def test_claims_and_changed_rule_sets_are_kept() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True})
    content = to_dict(record_of(Match(rules, ["A", "B", "C"], 0)))
    claim = {"seat": 1, "action": {"do": "claim", "seat": 0, "trick": 3}}
    content["items"].append(claim)
    record = from_dict(content)
    assert record.rules == rules
    assert to_dict(record) == content


def test_a_record_in_json_is_verified_too() -> None:
    record, match = verify(json.dumps(to_dict(parse_record(conceded()))))
    assert match.standing.totals == (30, -160, 30)
    content = to_dict(record)
    content["items"][-1] = {"sum": [30, -160, 40]}
    with pytest.raises(RecordError) as caught:
        verify(json.dumps(content))
    assert caught.value.details["reason"] == "wrong_sum"
    assert caught.value.line == format_record(record).count("\n")


BAD: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("binokel",), 2, "reads `binokel 1`"),
    (("binokel",), "1", 'binokel: `"1"` cannot stand here; possible is `0`, `1`, `2`, …'),
    (("extra",), 1, "{…} has `extra`; possible is `binokel`, `rules`"),
    (("seats",), "Anna", 'seats: `"Anna"` cannot stand here; possible is `[…]`'),
    (("seats",), ["A", "B"], "2 names"),
    (("seats",), ["A", "B", "C\n"], "does not fit into a line"),
    (("rules", "name"), "stamtisch", "did you mean stammtisch"),
    (("rules", "set"), {"extends": "nix"}, "no rule set is called"),
    (("rules", "set"), {"extends": "stammtisch", "id": "x"}, "the record names stammtisch"),
    (("items",), {}, "items: `{}` cannot stand here; possible is `[…]`"),
    (("rules",), {}, "rules.name is missing"),
    (("rules",), {"id": "x"}, "rules has `id`; possible is `name`, `version`"),
    (("items", 1), 5, "items[1]: `5` cannot stand here; possible is `{…}`"),
    (("items", 0), {}, "items[0] has –; possible is `action`"),
    (("items", 0), {"deal": 1}, "items[0] has `deal`; possible is `action`"),
    (("items", 0), {"deal": 1, "dealer": "2"}, 'items[0].dealer: `"2"` cannot stand here'),
    (
        ("items", 0),
        {"deal": 1, "dealer": 7},
        "items[0].dealer: `7` cannot stand here; possible is 0 … 2",
    ),
    (
        ("items", 0),
        {"deal": 0, "dealer": 2},
        "items[0].deal: `0` cannot stand here; possible is 1 …",
    ),
    (("items", 0), {"comment": "x"}, "`deal 1 dealer SEAT` is missing"),
    (
        ("items", 1),
        {"action": {"do": "shuffel"}},
        '`"shuffel"` cannot stand here; possible is shuffle',
    ),
    (("items", 1), {"action": {"do": "fly"}}, "possible is shuffle, cut, knock, no_cut, bid, pass"),
    (("items", 1), {"action": {"do": []}}, "items[1].action.do: `[]` cannot stand here; possible"),
    (("items", 1), {"action": {"do": {}}}, "items[1].action.do: `{}` cannot stand here; possible"),
    (("items", 1), {"action": {}}, "items[1].action.do is missing"),
    (("items", 1), {"action": 5}, "items[1].action: `5` cannot stand here; possible is `{…}`"),
    (
        ("items", 1),
        {"action": {"do": "shuffle", "order": ["XX"]}},
        'items[1].action.order[0]: `"XX"` cannot stand here',
    ),
    (("items", 1), {"action": {"do": "bid", "value": 10}}, "items[1].seat: `null`"),
    (("items", 1), {"seat": 1, "action": {"do": "undo"}}, "items[1] has `seat`; possible"),
    (
        ("items", 1),
        {"seat": 1, "action": {"do": "bid", "value": 1, "x": 2}},
        "action has `x`; possible is",
    ),
    (
        ("items", 1),
        {"seat": 1, "y": 2, "action": {"do": "pass"}},
        "items[1] has `y`; possible is `seat`",
    ),
    (
        ("items", 1),
        {"seat": 1, "action": {"do": "bid", "value": -10}},
        "action.value: `-10` cannot",
    ),
    (("items", 1), {"seat": 9, "action": {"do": "pass"}}, "items[1].seat: `9` cannot stand here"),
    (
        ("items", 1),
        {"seat": -1, "action": {"do": "bid", "value": 150}},
        "items[1].seat: `-1` cannot",
    ),
    (("items", 1), {"turned": "Q"}, 'items[1].turned: `"Q"` cannot stand here; possible is E, S'),
    (("items", 1), {"dabb": [None]}, "items[1].dabb[0]: `null` cannot stand here"),
    (("items", 1), {"seat": 0, "action": {"do": "contract", "contract": "trump"}}, "is no suit"),
    (("items", 1), {"comment": "a\nb"}, "does not fit into a line"),
    (("items", 1), {"comment": " a"}, "does not fit into a line"),
    (("items", 1), {"sum": [1, 2]}, "write `sum Anna 0 | Bert 0 | Carla 0`"),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_what_no_text_could_say_is_refused(
    path: tuple[str | int, ...], value: object, message: str
) -> None:
    content = sample()
    target: Any = content
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    fault = fault_of(content)
    assert message in fault.message
    assert "reason" not in fault.details


def test_melds_must_be_those_of_the_rule_set() -> None:
    content = sample()
    place = next(i for i, item in enumerate(content["items"]) if "meld" in str(item))
    meld = content["items"][place]["action"]["melds"][0]
    meld["points"] = 1000
    fault = fault_of(content)
    path = f"items[{place}].action.melds[0].points"
    assert f"{path}: `1000` cannot stand here; possible is `150`" in fault.message
    meld["points"], meld["card"] = 150, "HA"
    path = f"items[{place}].action.melds[0]"
    assert f"{path} has `card`; possible is `kind`, `cards`, `points`" in fault_of(content).message
    del meld["card"]
    meld["cards"] = []
    assert "RecordError" in repr(fault_of(content))


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", (1, 2)),
        ('{"binokel": 1,\n "seats": [}', (2, 12)),
        ('{"a": ' + "[" * 100_000, (1, 1)),
        ('{"binokel": ' + "9" * 5000 + "}", (1, 1)),
    ],
)
def test_broken_json_has_a_place(text: str, place: tuple[int, int]) -> None:
    fault = fault_of(text)
    assert (fault.line, fault.column) == place
    assert "no record in JSON" in fault.message


def test_bytes_are_utf8_or_refused_with_a_place() -> None:
    assert decode_record(SAMPLE.encode()) == SAMPLE
    for content, place in (
        (b"binokel 1\nseats \xe4", (2, 7)),
        ("binokel 1\nseats ä".encode() + b"\xff", (2, 8)),
        (SAMPLE.encode("utf-16"), (1, 1)),
    ):
        with pytest.raises(RecordError, match="save the file as UTF-8") as caught:
            decode_record(content)
        assert (caught.value.line, caught.value.column) == place


def test_a_comment_may_be_empty() -> None:
    record = parse_record(SAMPLE + "#\n")
    assert record.items[-1] == Comment("")
    assert from_dict(to_dict(record)) == record
    assert format_record(record) == SAMPLE + "#\n"
    assert STAMMTISCH is record.rules


def test_names_are_counted_before_sums_are_read() -> None:
    content = to_dict(parse_record(conceded()))
    assert "sum" in content["items"][-1]
    content["seats"].pop()
    with pytest.raises(RecordError) as caught:
        from_dict(content)
    assert caught.value.details["what"] == "wrong_seats"


def test_what_a_library_says_in_its_own_words_is_told_with_its_place() -> None:
    fault = misfit("Expected `int` <= 9 - at `$.n`", {"n": 10}, "items[3]", ("n",), {})
    assert fault.details["what"] == "json_value"
    fault = misfit("Object is too deep - at `$.n`", {"n": 10}, "items[3]", ("n",), {})
    assert "items[3].n: Object is too deep" in str(fault)


def test_the_first_place_where_two_forms_differ_is_named() -> None:
    for stated, right, place in (
        ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}, "x.b[1]"),
        ({"a": 1}, {"a": 1, "b": 2}, "x"),
        ([1], [1, 2], "x"),
    ):
        assert difference(stated, right, "x").details["path"] == place
