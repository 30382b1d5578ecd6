"""Reading rule sets: strict, layer upon layer, every problem by its key path."""

from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

from binokel.rules.catalog import find_ruleset
from binokel.rules.keys import Key, all_keys
from binokel.rules.loader import from_mapping, load_file, load_ruleset, parse_toml
from binokel.rules.writer import content_hash, to_mapping
from tests.unit.rules.loader_requests import COMPLETE, change, refusal

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
