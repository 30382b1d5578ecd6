"""The players by name."""

from collections.abc import Callable
from difflib import get_close_matches

from binokel.errors import UnknownPlayer
from binokel.players.base import Player
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.uniform import UniformPlayer

_PLAYERS: dict[str, Callable[[], Player]] = {
    "heuristic": HeuristicPlayer,
    "uniform": UniformPlayer,
}

DEFAULT = "heuristic"
"""The player that sits at a table where nobody chooses."""


def names() -> tuple[str, ...]:
    """Return the names of all players, the strongest first."""
    return tuple(_PLAYERS)


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
