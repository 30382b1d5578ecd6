"""What a computer player does at a table: work for a worker process."""

from random import Random
from typing import NamedTuple

import msgspec

from binokel.engine.actions import Action
from binokel.engine.match import MatchView
from binokel.players import registry
from binokel.players.base import Budget
from binokel.players.registry import find_player
from binokel.players.uniform import UniformPlayer
from binokel.rules import catalog
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet

NODES = 200
"""How much a computer player may think about one move: a bid takes 40 ms with `heuristic`.

Ten times as many Dabbs change few bids and let everybody wait.
"""


class Turn(NamedTuple):
    """A move to decide: who plays, what it sees, and what it draws chance from.

    The same turn gives the same move, also after a restart. `rules_key` stands for the rules:
    a worker keeps one copy of them, with all that was computed from it.
    """

    player: str
    view: MatchView
    seed: str
    rules_key: str


_rules: dict[str, RuleSet] = {}
_MOST_RULES = 64


def decide(turn: Turn) -> Action:
    """Return the move of a computer player."""
    player, view, seed, key = turn
    if len(_rules) >= _MOST_RULES and key not in _rules:
        _rules.clear()
    view = msgspec.structs.replace(view, rules=_rules.setdefault(key, view.rules))
    return find_player(player).decide(view, Random(seed), Budget(nodes=NODES)).action


def makeshift(turn: Turn) -> Action:
    """Return any legal move, where the player itself has failed."""
    return UniformPlayer().decide(turn.view, Random(turn.seed), Budget()).action


def warm() -> None:
    """Import what deciding needs, and compute what the first move would wait for."""
    find_player(registry.DEFAULT)
    find_ruleset(catalog.DEFAULT)
