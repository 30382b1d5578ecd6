"""Levels for the tests: they stand in for the real ones, whichever there are."""

from collections.abc import Callable

from binokel.players import registry
from binokel.players.base import Player
from binokel.players.registry import Entry


def registered(*kinds: Callable[[], Player], table_nodes: int | None = None) -> dict[str, Entry]:
    """Return a registry with these levels, the strongest first, and all that are no levels."""
    made = {kind().name: Entry(kind, True, table_nodes) for kind in kinds}
    others = {name: one for name, one in registry._PLAYERS.items() if not one.for_people}
    return made | {name: one for name, one in others.items() if name not in made}
