"""The players by name."""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from typing import NamedTuple

from binokel.errors import UnfitPlayer, UnknownPlayer
from binokel.players import levels as levels_of
from binokel.players.base import Budget, Particular, Player
from binokel.players.dabb import DabbPlayer
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.ismcts import IsmctsPlayer
from binokel.players.search import SearchPlayer
from binokel.players.uniform import UniformPlayer
from binokel.rules.ruleset import RuleSet


class Entry(NamedTuple):
    """A registered player.

    `make` is called whenever a name is asked for: what takes time to load waits for the first
    decision. `for_people` marks a level that people are offered to play with. `table_nodes` is how
    much it thinks about one move at a table; None leaves it to the player.
    """

    make: Callable[[], Player]
    for_people: bool = False
    table_nodes: int | None = None


_PLAYERS: dict[str, Entry] = {
    "meister": Entry(levels_of.master, for_people=True),
    "search": Entry(partial(SearchPlayer, "search")),
    "pimc": Entry(partial(SearchPlayer, "pimc")),
    "ismcts": Entry(IsmctsPlayer),
    "stark": Entry(levels_of.strong, for_people=True),
    # Ten times as many Dabbs change few bids, and a bid would take not 40 ms but 400.
    "heuristic": Entry(HeuristicPlayer, table_nodes=200),
    "geuebt": Entry(levels_of.practised, for_people=True),
    "anfaenger": Entry(levels_of.beginner, for_people=True),
    "dabb-hard": Entry(partial(DabbPlayer, "dabb-hard")),
    "dabb-medium": Entry(partial(DabbPlayer, "dabb-medium")),
    "dabb-easy": Entry(partial(DabbPlayer, "dabb-easy")),
    "uniform": Entry(UniformPlayer),
}

DEFAULT = "heuristic"
"""The player that knows all rules."""

USUAL = "stark"
"""The level that sits at a table where nobody chooses."""


def names() -> tuple[str, ...]:
    """Return the names of all players, the strongest first."""
    return tuple(_PLAYERS)


def names_for(rules: RuleSet) -> tuple[str, ...]:
    """Return the names of the players that know these rules, the strongest first."""
    return tuple(name for name in _PLAYERS if _knows(name, rules))


def levels() -> tuple[str, ...]:
    """Return the levels that people are offered, the weakest first; never empty.

    The strongest players are the first in the registry.
    """
    found = tuple(name for name, entry in _PLAYERS.items() if entry.for_people)
    return found[::-1] or (DEFAULT,)


def usual_for(rules: RuleSet) -> str:
    """Return the name of the player that sits at a table of these rules unasked."""
    return USUAL if USUAL in _PLAYERS and _knows(USUAL, rules) else DEFAULT


def adviser_for(rules: RuleSet) -> str:
    """Return the name of the player that is asked for a hint: the strongest level."""
    fit = (name for name in reversed(levels()) if _knows(name, rules))
    return next(fit, DEFAULT)


def table_budget(name: str) -> Budget:
    """Return how much a player may think about one move at a table.

    Raises:
        UnknownPlayer: nobody is called so.
    """
    return Budget(nodes=_entry(name).table_nodes)


def _knows(name: str, rules: RuleSet) -> bool:
    try:
        player_for(name, rules)
    except UnfitPlayer:
        return False
    return True


def player_for(name: str, rules: RuleSet) -> Player:
    """Return the player of this name, for a table of these rules.

    Raises:
        UnknownPlayer: nobody is called so; near names are suggested.
        UnfitPlayer: the player does not know these rules.
    """
    player = find_player(name)
    if isinstance(player, Particular):
        player.check_rules(rules)
    return player


def versions() -> dict[str, int]:
    """Return the version of each player: it rises when the player decides otherwise."""
    return {name: entry.make().version for name, entry in _PLAYERS.items()}


def find_player(name: str) -> Player:
    """Return the player of this name, in any case.

    >>> find_player("Uniform").version
    1

    Raises:
        UnknownPlayer: nobody is called so; near names are suggested.
    """
    return _entry(name).make()


def _entry(name: str) -> Entry:
    folded = name.strip().lower()
    if folded in _PLAYERS:
        return _PLAYERS[folded]
    near = get_close_matches(folded, names(), n=2)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names())}"
    raise UnknownPlayer(f"no player is called {name!r}; {hint}", name=name, suggestions=near)
