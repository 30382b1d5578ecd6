"""All players keep to what every player must; the kit finds those that do not."""

import random
from random import Random

import pytest

from binokel.engine.actions import Bid, Pass
from binokel.engine.match import MatchView
from binokel.errors import UnfitPlayer
from binokel.players.base import Alternative, Budget, Decision, Player
from binokel.players.registry import find_player, names, names_for, player_for
from binokel.players.uniform import UniformPlayer
from binokel.rules.catalog import find_ruleset
from binokel.rules.catalog import names as rule_names
from binokel.testing.builders import rules_with
from binokel.testing.players import BUDGET, check_deal, check_player
from binokel.testing.random_rules import random_ruleset

STAMMTISCH = find_ruleset("stammtisch")
KINDS = ("stammtisch", "kreuzbinokel-48", "preisbinokel", "souabe-4", "sechser", "zu-zweit")
"""A rule set of every kind of table."""
FEW = ("stammtisch", "kreuzbinokel-48", "preisbinokel", "zu-zweit")
ALIKE = {"meister": KINDS, **dict.fromkeys(("pimc", "ismcts", "stark", "geuebt", "anfaenger"), FEW)}
"""Players that share all but some numbers with others that play under every rule set here."""
TREE = Budget(nodes=60)
"""With fewer nodes `ismcts` has no tree worth the name."""
WHERE = [(name, rules) for name in names() for rules in ALIKE.get(name, rule_names())]


@pytest.mark.parametrize(("name", "rules"), WHERE)
def test_whole_deals_on_the_shipped_rule_sets_that_the_player_knows(name: str, rules: str) -> None:
    rule_set = find_ruleset(rules)
    if name in names_for(rule_set):
        budget = TREE if name == "ismcts" else BUDGET
        check_player(find_player(name), [rule_set], n_deals=1, budget=budget)
        return
    with pytest.raises(UnfitPlayer, match=rules):
        player_for(name, rule_set)


@pytest.mark.parametrize("name", ["heuristic", "uniform"])
def test_most_players_know_every_shipped_rule_set(name: str) -> None:
    assert all(name in names_for(find_ruleset(rules)) for rules in rule_names())


@pytest.mark.parametrize("name", ["stammtisch", "dabb-online-4", "souabe-4", "zu-zweit", "ohmden"])
def test_whole_deals_in_strict_play_without_a_fault(name: str) -> None:
    rules = rules_with(name, penalties={"strict": True})
    for number in range(3):
        check_deal(find_player("heuristic"), rules, Random(number), number)


def test_whole_deals_on_random_rule_sets() -> None:
    for seed in range(40):
        check_deal(find_player("heuristic"), random_ruleset(Random(seed)), Random(seed), seed)


class Spoilt(UniformPlayer):
    """A uniform player with a fault."""

    calls = 0


class Forgetful(Spoilt):
    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        self.calls += 1
        actions = view.deal.legal_actions()
        return Decision(actions[self.calls % len(actions)])


class Global(Spoilt):
    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        random.random()
        return super().decide(view, rng, budget)


class Cheat(Spoilt):
    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        return Decision(Bid(7))


class Confused(Spoilt):
    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        action = super().decide(view, rng, budget).action
        return Decision(action, (Alternative(Pass(), 0.0, (1.0, 2.0)),))


class Unsorted(Spoilt):
    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        action = super().decide(view, rng, budget).action
        low, high = (Alternative(action, v, (v, v)) for v in (0.0, 1.0))
        return Decision(action, (low, high))


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (Forgetful(), "not repeatable"),
        (Global(), "global random generator"),
        (Cheat(), "illegal"),
        (Confused(), "no alternative|outside its interval"),
        (Unsorted(), "out of order"),
    ],
)
def test_the_kit_finds_a_fault(player: Player, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_player(player, [STAMMTISCH], n_deals=3)


def test_a_player_that_does_not_know_all_rules_is_checked_on_those_it_knows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    checked: list[str] = []
    monkeypatch.setattr(
        "binokel.testing.players.check_deal", lambda _, rules, *rest: checked.append(rules.id)
    )
    check_player(find_player("dabb-hard"), n_deals=1)
    assert "dabb-online" in checked
    assert "zu-zweit" not in checked
