"""The shipped rule sets are found by any reasonable spelling and are listed in order."""

import pytest

from binokel.errors import UnknownRuleSet
from binokel.rules.catalog import DEFAULT, find_ruleset, names
from binokel.rules.loader import load_ruleset
from binokel.rules.shipped import fold, shipped_names, shipped_text
from binokel.rules.writer import content_hash


def test_stammtisch_is_the_default_and_comes_first() -> None:
    assert names()[0] == DEFAULT == "stammtisch"


def test_every_file_is_listed_once_and_every_listed_set_has_a_file() -> None:
    assert len(names()) == len(set(names()))
    assert set(names()) == shipped_names()


@pytest.mark.parametrize("name", names())
def test_a_shipped_set_is_called_like_its_file(name: str) -> None:
    rules = find_ruleset(name)
    assert rules.id == name
    assert rules.title
    assert rules.version == 1


@pytest.mark.parametrize("name", names())
def test_a_file_is_short_because_it_says_only_what_differs(name: str) -> None:
    lines = [line for line in shipped_text(name).splitlines() if line.strip()]
    assert name == DEFAULT or 3 <= len(lines) <= 50


@pytest.mark.parametrize("name", names())
def test_every_section_names_decisions_that_it_follows(name: str) -> None:
    rules = find_ruleset(name)
    sections = (rules.deal, rules.bidding, rules.melds, rules.play, rules.scoring, rules.match)
    assert all(section.source for section in sections)
    assert all(fold(key) == key for section in sections for key in section.source)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Stammtisch", "stammtisch"),
        ("WÜRTTEMBERG", "wuerttemberg"),
        ("wu\u0308rttemberg", "wuerttemberg"),
        ("Württemberg_48", "wuerttemberg-48"),
        ("zu zweit", "zu-zweit"),
        ("  ZU_ZWEIT_REIZEN ", "zu-zweit-reizen"),
        ("drecksau-online 4.40", "drecksau-online-4-40"),
    ],
)
def test_a_name_is_found_in_any_case_with_umlauts_blanks_and_underscores(
    text: str, name: str
) -> None:
    assert find_ruleset(text).id == name
    assert load_ruleset(text) is find_ruleset(name)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("stamtisch", ["stammtisch"]),
        ("kreuz", ["kreuzbinokel", "kreuzbinokel-48"]),
        ("palast-4-49", ["palast-4-48"]),
    ],
)
def test_an_unknown_name_is_answered_with_near_ones(text: str, near: list[str]) -> None:
    with pytest.raises(UnknownRuleSet) as caught:
        find_ruleset(text)
    assert caught.value.details["suggestions"] == near
    assert all(name in caught.value.message for name in near)


@pytest.mark.parametrize("text", ["", "  ", "???", "xyzzy", "\0", "ä" * 1000])
def test_a_name_without_any_likeness_is_answered_with_the_list(text: str) -> None:
    with pytest.raises(UnknownRuleSet) as caught:
        find_ruleset(text)
    assert caught.value.code == "unknown_rules"
    assert "stammtisch" in caught.value.message


def test_no_two_shipped_sets_have_the_same_rules() -> None:
    assert len({content_hash(find_ruleset(name)) for name in names()}) == len(names())
