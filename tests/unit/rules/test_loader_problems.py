"""All problems of a rule set at once, in the reader's language, whatever comes in."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binokel.errors import RuleSetError, UnknownRuleSet
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.keys import Key, all_keys
from binokel.rules.loader import from_mapping, load_file, load_ruleset, parse_toml
from binokel.rules.writer import content_hash, to_mapping, to_toml
from tests.unit.rules.loader_requests import COMPLETE, change, refusal


def problem_paths(mapping: Any) -> list[str]:
    return [problem["path"] for problem in refusal(mapping).details["problems"]]


def test_contradictions_are_told_beside_wrong_values() -> None:
    wrong = change(bidding={"step": "x"}, melds={"dix": 10}, match={"deals": 9})
    assert problem_paths(wrong) == ["bidding.step", "melds.dix", "match.deals"]


def test_what_depends_on_a_wrong_value_is_not_judged() -> None:
    assert problem_paths(change(deck={"sevens": "ja"}, melds={"dix": 10})) == ["deck.sevens"]
    assert problem_paths(change(bidding={"stpe": 20})) == ["bidding.stpe"]
    assert problem_paths(change(bidding=3, melds={"dix": 1})) == ["bidding", "melds.dix"]
    assert problem_paths(change(biding={"step": 20})) == ["biding"]


def test_a_value_that_is_given_again_rightly_is_judged(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "stammtisch"\n[bidding]\nstep = "x"')
    (tmp_path / "b.toml").write_text('extends = "a.toml"\n[bidding]\nstep = 20')
    assert problem_paths(tmp_path / "b.toml") == [
        "bidding.step",
        "bidding.minimum",
        "bidding.forced_value",
    ]


def test_a_misspelt_base_hides_nothing() -> None:
    wrong = {"extends": "stamtisch", "melds": {"dix": 10, "par": 1}}
    assert problem_paths(wrong) == ["extends", "melds.par", "melds.dix"]


def test_without_a_base_only_what_is_there_is_judged() -> None:
    wrong = {"extends": "zzz", "table": {"seats": 3, "sides": "opposite"}, "deal": {"hand": 5}}
    assert problem_paths(wrong) == ["extends", "table.sides"]


def test_what_is_missing_hides_no_contradiction() -> None:
    wrong = {"table": {"seats": 3, "sides": "opposite"}, "deck": {"sevens": False}}
    paths = problem_paths(wrong)
    assert "table.sides" in paths
    assert "deal.hand" in paths
    assert paths.count("deal.hand") == 1


# extends


@pytest.mark.parametrize("name", ["stamtisch", "", "./stammtisch", "other.toml"])
def test_an_unknown_base_is_an_unknown_rule_set(name: str) -> None:
    with pytest.raises(UnknownRuleSet) as caught:
        load_ruleset({"extends": name})
    assert caught.value.path == "extends"
    assert caught.value.code == "unknown_rules"


@pytest.mark.parametrize("name", [None, 3, ["stammtisch"], {}])
def test_a_base_is_named_by_a_text(name: object) -> None:
    error = refusal({"extends": name})
    assert error.path == "extends"
    assert not isinstance(error, UnknownRuleSet)


def test_a_base_is_found_by_any_spelling() -> None:
    assert load_ruleset({"extends": "Zu Zweit"}).deal.stock == 24


def test_a_mapping_cannot_reach_files(tmp_path: Path) -> None:
    path = tmp_path / "base.toml"
    path.write_text(COMPLETE)
    with pytest.raises(UnknownRuleSet):
        load_ruleset({"extends": str(path)})
    with pytest.raises(UnknownRuleSet):
        parse_toml(f"extends = '{path}'")


def test_files_extend_files_beside_them_in_chains(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(COMPLETE)
    (tmp_path / "b.toml").write_text('extends = "./a.toml"\n[match]\ntarget = 700')
    (tmp_path / "c.json").write_text('{"extends": "b.toml", "melds": {"pair": 30}}')
    rules = load_ruleset(str(tmp_path / "c.json"))
    assert (rules.id, rules.melds.pair, rules.match.target) == ("c", 30, 700)


def test_a_file_that_extends_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "b.toml"')
    (tmp_path / "b.toml").write_text('extends = "a.toml"')
    with pytest.raises(RuleSetError, match="extends itself") as caught:
        load_file(tmp_path / "a.toml")
    assert caught.value.path == "extends"


def test_a_problem_of_an_extended_file_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "palast"\n[melds]\npar = 3')
    (tmp_path / "b.toml").write_text('extends = "a.toml"')
    with pytest.raises(RuleSetError, match=r"in a\.toml") as caught:
        load_file(tmp_path / "b.toml")
    assert caught.value.path == "melds.par"


def test_an_extended_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text('extends = "a.toml"')
    with pytest.raises(RuleSetError, match="No such file") as caught:
        load_file(tmp_path / "b.toml")
    assert caught.value.path == "extends"


def test_a_syntax_error_in_an_extended_file_names_file_and_place(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("x = = 1")
    (tmp_path / "b.toml").write_text('extends = "a.toml"')
    with pytest.raises(RuleSetError, match=r"a\.toml: line 1, column 5") as caught:
        load_file(tmp_path / "b.toml")
    assert caught.value.path == "extends"


# files that are no rule sets


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("[melds\npair = 20", 1, 7),
        ('id = "a"\n[melds]\npair 20', 3, 6),
        ('id = "a', 1, 8),
        ("id = ", 1, 6),
        ('[a]\nb = """x', 2, 9),
        ("[a]\n[a]", 2, 3),
    ],
)
def test_a_syntax_error_tells_line_and_column(text: str, line: int, column: int) -> None:
    with pytest.raises(RuleSetError) as caught:
        parse_toml(text)
    assert (caught.value.details["line"], caught.value.details["column"]) == (line, column)
    assert f"line {line}, column {column}" in caught.value.message


@pytest.mark.parametrize(
    ("text", "place"),
    [('{"extends": }', "line 1, column 13"), ("[]", "object"), ("[" * 100_000, "no JSON")],
)
def test_a_json_file_is_checked_alike(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(RuleSetError, match=place):
        load_file(path)


@pytest.mark.parametrize("text", ["x = " + "[" * 100_000, "x = 1" + "0" * 5000])
def test_absurd_toml_is_refused_and_not_a_crash(text: str) -> None:
    with pytest.raises(RuleSetError, match="no TOML"):
        parse_toml(text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x00\x01\x02\x89PNG", "UTF-8"),
        ("title = 'Würfel'".encode("latin-1"), r"UTF-8 text \(line 1\)"),
        (b"# " + b"x" * 1_100_000, "too large"),
        (b"\x00", "line 1"),
    ],
)
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(content)
    with pytest.raises(RuleSetError, match=message):
        load_file(path)


def test_folders_and_missing_files_are_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.toml", Path("a\0b.toml")):
        with pytest.raises(RuleSetError, match="cannot read"):
            load_file(path)


def test_a_file_from_a_windows_editor_is_read(tmp_path: Path) -> None:
    path = tmp_path / "Unser Dorf.toml"
    path.write_bytes(
        b"\xef\xbb\xbf" + COMPLETE.replace('id = "klein"', "").encode().replace(b"\n", b"\r\n")
    )
    assert load_file(path).id == "unser-dorf"


@given(st.binary(max_size=300))
def test_no_bytes_crash_the_loader(content: bytes) -> None:
    with suppress(RuleSetError):
        parse_toml(content.decode("utf-8", errors="replace"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.sampled_from(all_keys()), JSON)
def test_no_value_crashes_the_loader(key: Key, value: object) -> None:
    try:
        load_ruleset({"extends": "wuerttemberg-48", key.section: {key.name: value}})
    except RuleSetError as error:
        json.dumps(error.to_dict())


@given(st.text(max_size=80).map(lambda text: COMPLETE[: len(COMPLETE) - len(text)] + text))
def test_a_truncated_or_garbled_file_is_refused_or_read(text: str) -> None:
    with suppress(RuleSetError):
        parse_toml(text)


# written out


@pytest.mark.parametrize("name", names())
def test_a_set_written_out_loads_to_an_equal_set(name: str) -> None:
    rules = find_ruleset(name)
    assert parse_toml(to_toml(rules)) == rules
    assert from_mapping(to_mapping(rules)) == rules
    assert from_mapping(json.loads(json.dumps(to_mapping(rules)))) == rules


def test_what_is_not_in_a_set_is_not_written() -> None:
    mapping = to_mapping(find_ruleset("souabe-3"))
    assert "double_family" not in mapping["melds"]
    assert "extends" not in mapping


@pytest.mark.parametrize("title", ['"Zum Ochsen"', "C:\\Binokel", "Ã\u00a0–„“ 𝄞", "a'b"])
def test_any_title_survives_being_written(title: str) -> None:
    rules = load_ruleset(change(title=title))
    assert parse_toml(to_toml(rules)) == rules


@given(st.text(min_size=1, max_size=20))
def test_any_source_survives_being_written(source: str) -> None:
    rules = load_ruleset(change(match={"source": [source]}))
    assert from_mapping(to_mapping(rules)) == rules
    if not any("\ud800" <= letter <= "\udfff" for letter in source):
        assert parse_toml(to_toml(rules)) == rules


# the hash


def test_equal_rules_have_one_hash_whatever_they_are_called() -> None:
    plain = find_ruleset("stammtisch")
    named = load_ruleset(change(id="x", title="X", version=7, match={"source": ["y"]}))
    assert content_hash(plain) == content_hash(named)
    assert content_hash(load_ruleset(change(match={"target": 1010}))) != content_hash(plain)


def test_the_hash_of_stammtisch_is_the_one_in_old_records() -> None:
    assert content_hash(find_ruleset("stammtisch")) == (
        "sha256:55f89bad073c15fecde8c1323808220a7dbd7529be6ce8f87fb607a4f0ddc7cb"
    )
