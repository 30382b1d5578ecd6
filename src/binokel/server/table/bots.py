"""What a computer player does at a table: work for a worker process."""

from random import Random
from typing import NamedTuple

import msgspec

from binokel.engine.actions import Action
from binokel.engine.match import MatchView
from binokel.players.base import Budget, Decision
from binokel.players.registry import adviser_for, find_player, table_budget, usual_for
from binokel.players.uniform import UniformPlayer
from binokel.rules import catalog
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet


class Turn(NamedTuple):
    """A move to decide: who plays, what it sees, and what it draws chance from.

    The same turn gives the same move, also after a restart. `rules_key` stands for the rules:
    a worker keeps one copy of them, with all that was computed from it. `player` is "" where the
    person is advised.
    """

    player: str
    view: MatchView
    seed: str
    rules_key: str


_rules: dict[str, RuleSet] = {}
_MOST_RULES = 64


def decide(turn: Turn) -> Action:
    """Return the move of a computer player."""
    return _decision(turn.player, turn).action


def advise(turn: Turn) -> Decision:
    """Return what the strongest level would do in a person's place, and why."""
    return _decision(adviser_for(turn.view.rules), turn)


def _decision(player: str, turn: Turn) -> Decision:
    view, key = turn.view, turn.rules_key
    if len(_rules) >= _MOST_RULES and key not in _rules:
        _rules.clear()
    view = msgspec.structs.replace(view, rules=_rules.setdefault(key, view.rules))
    return find_player(player).decide(view, Random(turn.seed), table_budget(player))


def makeshift(turn: Turn) -> Action:
    """Return any legal move, where the player itself has failed."""
    return UniformPlayer().decide(turn.view, Random(turn.seed), Budget()).action


def warm() -> None:
    """Import what deciding needs, and compute what the first move would wait for."""
    rules = find_ruleset(catalog.DEFAULT)
    for name in {usual_for(rules), adviser_for(rules)}:
        find_player(name)
