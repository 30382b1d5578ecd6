"""The players by name."""

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial

from binokel.errors import UnfitPlayer, UnknownPlayer
from binokel.players.base import Particular, Player
from binokel.players.dabb import DabbPlayer
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.ismcts import IsmctsPlayer
from binokel.players.uniform import UniformPlayer
from binokel.rules.ruleset import RuleSet

_PLAYERS: dict[str, Callable[[], Player]] = {
    "ismcts": IsmctsPlayer,
    "heuristic": HeuristicPlayer,
    "dabb-hard": partial(DabbPlayer, "dabb-hard"),
    "dabb-medium": partial(DabbPlayer, "dabb-medium"),
    "dabb-easy": partial(DabbPlayer, "dabb-easy"),
    "uniform": UniformPlayer,
}

DEFAULT = "heuristic"
"""The player that sits at a table where nobody chooses."""


def names() -> tuple[str, ...]:
    """Return the names of all players, the strongest first."""
    return tuple(_PLAYERS)


def names_for(rules: RuleSet) -> tuple[str, ...]:
    """Return the names of the players that know these rules, the strongest first."""
    return tuple(name for name in _PLAYERS if _knows(name, rules))


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
    return {name: make().version for name, make in _PLAYERS.items()}


def find_player(name: str) -> Player:
    """Return the player of this name, in any case.

    >>> find_player("Uniform").version
    1

    Raises:
        UnknownPlayer: nobody is called so; near names are suggested.
    """
    folded = name.strip().lower()
    if folded in _PLAYERS:
        return _PLAYERS[folded]()
    near = get_close_matches(folded, names(), n=2)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(names())}"
    raise UnknownPlayer(f"no player is called {name!r}; {hint}", name=name, suggestions=near)
