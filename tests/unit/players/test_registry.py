"""Players are found by name."""

import pytest

from binokel.errors import UnfitPlayer, UnknownPlayer
from binokel.players import registry
from binokel.players.base import Budget
from binokel.players.registry import (
    DEFAULT,
    adviser_for,
    find_player,
    levels,
    names,
    names_for,
    table_budget,
    usual_for,
    versions,
)
from binokel.players.uniform import UniformPlayer
from binokel.rules.catalog import find_ruleset
from binokel.rules.catalog import names as rule_names
from binokel.rules.ruleset import RuleSet
from tests.levels import registered


def test_every_name_finds_a_player_of_that_name() -> None:
    assert [find_player(name).name for name in names()] == list(names())
    assert DEFAULT in names()


def test_case_and_blanks_do_not_matter() -> None:
    assert find_player(" Heuristic ").name == "heuristic"


def test_every_player_has_a_version() -> None:
    assert set(versions()) == set(names())
    assert min(versions().values()) >= 1


def test_an_unknown_player_is_refused_with_near_names() -> None:
    with pytest.raises(UnknownPlayer, match="did you mean heuristic") as caught:
        find_player("heuristik")
    assert caught.value.details["suggestions"] == ["heuristic"]
    with pytest.raises(UnknownPlayer, match="there are meister, search, pimc, ismcts, stark"):
        find_player("xyz")


class Stark(UniformPlayer):
    name = "stark"


class Meister(UniformPlayer):
    """Knows no rules with a stock."""

    name = "meister"

    def check_rules(self, rules: RuleSet) -> None:
        if rules.deal.stock:
            raise UnfitPlayer("no stock", unknown="deal.stock")


@pytest.fixture
def with_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_PLAYERS", registered(Meister, Stark, table_nodes=7))


def test_there_is_always_somebody_to_play_with_who_knows_the_rules() -> None:
    assert levels()
    for name in rule_names():
        rules = find_ruleset(name)
        fit = names_for(rules)
        assert usual_for(rules) in fit
        assert adviser_for(rules) in fit


@pytest.mark.usefixtures("with_levels")
def test_levels_are_offered_from_the_weakest_and_the_usual_one_is_strong() -> None:
    assert levels() == ("stark", "meister")
    assert usual_for(find_ruleset("stammtisch")) == "stark"


@pytest.mark.usefixtures("with_levels")
def test_the_strongest_level_that_knows_the_rules_advises() -> None:
    assert adviser_for(find_ruleset("stammtisch")) == "meister"
    assert adviser_for(find_ruleset("zu-zweit")) == "stark"


@pytest.mark.usefixtures("with_levels")
def test_how_much_one_thinks_at_a_table_stands_in_the_registry() -> None:
    assert table_budget("heuristic") == Budget(nodes=200)
    assert table_budget(" Meister ") == Budget(nodes=7)
    assert table_budget("uniform") == Budget()
    with pytest.raises(UnknownPlayer, match="did you mean meister"):
        table_budget("maister")
