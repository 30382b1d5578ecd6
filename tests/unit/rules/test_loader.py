"""Reading rule sets: strict, layer upon layer, every problem by its key path."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from binokel.errors import RuleSetError, UnknownRuleSet
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.keys import Key, all_keys
from binokel.rules.loader import from_mapping, load_file, load_ruleset, parse_toml
from binokel.rules.writer import content_hash, to_mapping, to_toml

COMPLETE = """
id = "klein"
title = "Klein"
[deck]
sevens = false
[table]
seats = 3
[deal]
hand = 12
dabb = 4
pattern = ["P4", "D2", "P4", "D2", "P4"]
[bidding]
form = "duel"
[melds]
pair = 20
[match]
ends = "target"
target = 500
"""


def change(base: str = "stammtisch", /, **sections: Any) -> dict[str, Any]:
    return {"extends": base, **sections}


def refusal(mapping: Any) -> RuleSetError:
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(mapping)
    return caught.value


# what is said, and what is inherited


def test_a_set_that_extends_another_differs_in_what_it_says_only() -> None:
    rules = load_ruleset(change(match={"target": 500}))
    wanted = to_mapping(find_ruleset("stammtisch"))
    wanted["match"]["target"] = 500
    assert {**to_mapping(rules), "id": "stammtisch", "title": "Stammtisch"} == wanted


def test_a_set_of_ones_own_is_called_own_unless_it_says_otherwise() -> None:
    plain = load_ruleset(change())
    assert (plain.id, plain.title) == ("own", "Stammtisch, abgewandelt")
    named = load_ruleset(change(id="dorf", title="Unser Dorf"))
    assert (named.id, named.title) == ("dorf", "Unser Dorf")
    assert load_ruleset(change(id="dorf")).title == "dorf"


def test_a_complete_file_needs_no_base() -> None:
    rules = parse_toml(COMPLETE)
    assert rules.melds.pair == 20
    assert rules.melds.family is None
    assert rules.play.last_trick == 10


def test_fours_are_merged_rank_by_rank() -> None:
    rules = load_ruleset(change(melds={"fours": {"A": 200, "Z": 100}}))
    assert rules.melds.fours == {"A": 200, "K": 80, "O": 60, "U": 40, "Z": 100}


@pytest.mark.parametrize("nothing", [None, "off", 0])
def test_a_four_is_unset_by_off_null_or_nought(nothing: object) -> None:
    rules = load_ruleset(change(melds={"fours": {"U": nothing}}))
    assert rules.melds.fours == {"A": 100, "K": 80, "O": 60}


@pytest.mark.parametrize("nothing", [None, "off"])
def test_all_fours_are_unset_at_once(nothing: object) -> None:
    assert load_ruleset(change(melds={"fours": nothing})).melds.fours == {}


def nullable() -> list[Key]:
    return [key for key in all_keys() if key.nullable and key.section not in ("match", "bidding")]


@pytest.mark.parametrize("key", nullable(), ids=lambda key: key.path)
@pytest.mark.parametrize("nothing", [None, "off"])
def test_an_inherited_value_is_unset_by_off_or_null(key: Key, nothing: object) -> None:
    given = {"extends": "wuerttemberg-48", key.section: {key.name: nothing}}
    rules = load_ruleset(given)
    assert getattr(getattr(rules, key.section), key.name) is None


def test_a_value_that_must_be_there_cannot_be_unset() -> None:
    for nothing in (None, "off"):
        error = refusal(change(melds={"pair_in_family": nothing}))
        assert error.path == "melds.pair_in_family"


@pytest.mark.parametrize("key", ["durch", "durch_open", "durch_hand", "bettel"])
def test_a_durch_or_bettel_for_nothing_is_none(key: str) -> None:
    rules = load_ruleset({"extends": "wuerttemberg", "contracts": {key: 0}})
    assert getattr(rules.contracts, key) is None


@pytest.mark.parametrize("ranks", ["7UOKA", "AKOU7", ["7", "A", "U", "O", "K"]])
def test_ranks_of_eights_are_a_list_or_one_text_in_any_order(ranks: object) -> None:
    rules = load_ruleset({"extends": "wuerttemberg-48", "melds": {"eight_ranks": ranks}})
    assert rules.melds.eight_ranks == ("A", "K", "O", "U", "7")


@pytest.mark.parametrize("ranks", ["AAK", "AX", "10", ["A", 7], [["A"]], 7, {"A": 1}, "aK"])
def test_ranks_of_eights_are_letters_each_once(ranks: object) -> None:
    error = refusal({"extends": "wuerttemberg-48", "melds": {"eight_ranks": ranks}})
    assert error.path == "melds.eight_ranks"


def test_sources_of_a_section_add_up() -> None:
    rules = load_ruleset(change(match={"source": ["club-meeting", "target"]}))
    base = find_ruleset("stammtisch").match.source
    assert rules.match.source == (*base, "club-meeting")


def test_a_set_that_says_how_it_ends_drops_the_inherited_target() -> None:
    rules = load_ruleset(change(match={"ends": "deals", "deals": 12}))
    assert (rules.match.target, rules.match.deals) == (None, 12)


def test_a_set_that_says_how_it_ends_drops_the_inherited_deals_and_rounds() -> None:
    rules = load_ruleset(change("preisbinokel", match={"ends": "target", "target": 1000}))
    assert (rules.match.target, rules.match.deals, rules.match.rounds) == (1000, None, 1)


def test_forehand_who_holds_plays_at_the_minimum() -> None:
    rules = load_ruleset(change("wuerttemberg", bidding={"opener": "holds", "minimum": 200}))
    assert (rules.bidding.nobody, rules.bidding.forced_value) == ("forehand", 200)


@pytest.mark.parametrize(
    ("mode", "usual"),
    [("fixed", 240), ("additive", 240), ("always", 250), ("sum", None), ("literal-200", None)],
)
@pytest.mark.parametrize("nothing", [{}, {"rundgang_points": "off"}])
def test_a_rundgang_of_its_own_counts_the_usual_value_unless_another_is_given(
    mode: str, usual: int | None, nothing: dict[str, Any]
) -> None:
    plain = load_ruleset(change(melds={"rundgang": mode, **nothing}))
    assert plain.melds.rundgang_points == usual
    given = load_ruleset(change(melds={"rundgang": mode, "rundgang_points": usual}))
    assert content_hash(plain) == content_hash(given)


@pytest.mark.parametrize("points", [0, 200])
def test_a_rundgang_keeps_a_value_of_its_own(points: int) -> None:
    rules = load_ruleset(change(melds={"rundgang": "fixed", "rundgang_points": points}))
    assert rules.melds.rundgang_points == points


def test_a_set_without_melds_has_none() -> None:
    assert parse_toml(COMPLETE.replace("[melds]\npair = 20\n", "")).melds.pair is None


# names


@pytest.mark.parametrize(
    ("name", "better"),
    [
        (" dorf ", ["dorf"]),
        ("zum ochsen", ["zum-ochsen"]),
        ("-dorf", ["dorf"]),
        ("dorf.", ["dorf"]),
        ("a/b", ["a-b"]),
        ("dorf\u200b", ["dorf"]),
        ("x" * 61, ["x" * 60]),
        ("-", []),
        ("правила", []),
    ],
)
def test_an_id_that_no_record_could_hold_is_refused(name: str, better: list[str]) -> None:
    error = refusal(change(id=name))
    assert error.path == "id"
    assert error.details["suggestions"] == better


@pytest.mark.parametrize(
    "name", ["Ölmühle", "a", "7", "Dorf_2.1-neu", "x" * 60, "O\u0308lmu\u0308hle"]
)
def test_an_id_has_letters_digits_and_marks_between_them(name: str) -> None:
    assert load_ruleset(change(id=name)).id == normalize("NFC", name)


def test_a_title_has_no_blanks_around_it() -> None:
    assert load_ruleset(change(title="  Zum Ochsen\t ".replace("\t", ""))).title == "Zum Ochsen"


@pytest.mark.parametrize("name", ["stammtisch", "Stammtisch", "STAMM" + "TISCH", "palast"])
def test_other_rules_are_not_called_like_a_shipped_set(name: str) -> None:
    error = refusal(change(id=name, match={"target": 500}))
    assert error.path == "id"
    assert error.details["suggestions"] == [f"{name.lower()}-eigen"]


def test_the_same_rules_may_be_called_like_the_shipped_set() -> None:
    assert load_ruleset(change(id="stammtisch")).id == "stammtisch"
    assert from_mapping(to_mapping(find_ruleset("palast"))) == find_ruleset("palast")


def test_a_name_is_not_compared_with_values_that_are_not_known() -> None:
    error = refusal(change(id="stammtisch", match={"target": "x"}))
    assert [problem["path"] for problem in error.details["problems"]] == ["match.target"]


def test_a_file_that_is_called_like_a_shipped_set_gets_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "Stammtisch.toml"
    path.write_text('extends = "stammtisch"\n[match]\ntarget = 500')
    rules = load_file(path)
    assert (rules.id, rules.title) == ("stammtisch-eigen", "Stammtisch, abgewandelt")


@pytest.mark.parametrize("name", ["правила", "x" * 70, "---"])
def test_a_file_whose_name_is_no_id_is_called_own(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_text('extends = "stammtisch"')
    assert load_file(path).id == "own"


# problems


def test_a_misspelt_key_is_named_with_the_right_one() -> None:
    error = refusal(change(melds={"double_famly": 1000}))
    assert error.path == "melds.double_famly"
    assert "did you mean double_family?" in error.message
    assert error.details["suggestions"] == ["double_family"]


def test_a_misspelt_section_is_named_with_the_right_one() -> None:
    error = refusal(change(meld={}))
    assert error.path == "meld"
    assert error.details["suggestions"] == ["melds"]


def test_a_key_of_another_section_is_sent_there() -> None:
    error = refusal(change(bidding={"last_trick": 0}))
    assert error.path == "bidding.last_trick"
    assert "it belongs into [play]" in error.message


def test_an_unknown_key_without_likeness_is_answered_with_the_keys() -> None:
    assert "there are sevens, points" in refusal(change(deck={"zzz": 1})).message


def test_a_wrong_word_is_answered_with_the_allowed_ones() -> None:
    error = refusal(change(bidding={"form": "duell"}))
    assert error.path == "bidding.form"
    assert error.details["allowed"] == ["none", "duel", "kreuz", "duel-in-order", "in-turn"]
    assert "did you mean duel?" in error.message


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("deck", "sevens", "ja"),
        ("deck", "sevens", 1),
        ("deck", "sevens", None),
        ("table", "seats", 7),
        ("table", "seats", 3.0),
        ("table", "seats", True),
        ("table", "seats", "3"),
        ("deal", "pattern", "P4 D2"),
        ("deal", "pattern", ["P4", "X2"]),
        ("deal", "pattern", ["P0"]),
        ("deal", "pattern", [4]),
        ("deal", "hand", -1),
        ("bidding", "minimum", 0),
        ("bidding", "minimum", 10**40),
        ("bidding", "step", [10]),
        ("melds", "pair", -20),
        ("melds", "pair", 20.5),
        ("melds", "fours", 100),
        ("melds", "fours", {"A": "viel"}),
        ("melds", "fours", {"A": True}),
        ("scoring", "lost_bonus", "half"),
        ("scoring", "lost_bonus", True),
        ("match", "target", {}),
        ("match", "source", "text"),
        ("match", "source", [1]),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_its_path(
    section: str, key: str, value: object
) -> None:
    error = refusal({"extends": "stammtisch", section: {key: value}})
    assert error.path.startswith(f"{section}.{key}")
    assert error.code == "rule_set_error"
    assert error.details["problems"]


def test_an_unknown_rank_of_a_four_is_named() -> None:
    assert refusal(change(melds={"fours": {"X": 1}})).path == "melds.fours.X"


@pytest.mark.parametrize(
    ("rank", "meant"),
    [("Q", ["O"]), ("k", ["K"]), ("10", ["Z"]), ("Dame", ["O"]), ("J", ["U"]), ("X", [])],
)
def test_a_rank_written_otherwise_is_answered_with_its_letter(rank: str, meant: list[str]) -> None:
    error = refusal(change(melds={"fours": {rank: 1}}))
    assert error.details["suggestions"] == meant
    assert error.details["allowed"] == ["A", "Z", "K", "O", "U", "7"]


@pytest.mark.parametrize("value", [3, None, [], "text", [{"form": "duel"}]])
def test_a_section_is_a_table(value: object) -> None:
    assert refusal(change(bidding=value)).path == "bidding"


@pytest.mark.parametrize(
    ("key", "value"),
    [("id", 3), ("id", ""), ("title", " "), ("title", "a\nb"), ("version", 0), ("version", "1")],
)
def test_id_title_and_version_are_checked(key: str, value: object) -> None:
    assert refusal({"extends": "stammtisch", key: value}).path == key


def test_what_is_missing_is_told_key_by_key() -> None:
    error = refusal({})
    paths = {problem["path"] for problem in error.details["problems"]}
    assert paths == {
        "deck.sevens",
        "table.seats",
        "deal.hand",
        "deal.dabb",
        "deal.pattern",
        "bidding.form",
        "match.ends",
    }


def test_all_problems_are_collected_and_the_message_names_the_first() -> None:
    error = refusal(change(melds={"par": 1, "pair": "x"}, match={"tie": "nobody"}))
    paths = [problem["path"] for problem in error.details["problems"]]
    assert paths == ["melds.par", "melds.pair", "match.tie"]
    assert str(error).startswith("melds.par: ")
    assert "2 more" in error.message


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
