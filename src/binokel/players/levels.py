"""The levels for people: the same players, who forget and misjudge as people do.

What a level errs in follows from the cards it holds, so that it is the same at every table.
All but *Meister* announce a Durch or Bettel only where they take it for nearly sure, as people do.
"""

from binokel.cards.card import Rank
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.memory import Memory
from binokel.players.search import SearchPlayer
from binokel.players.search.manner import Manner

BEGINNER = Memory(tricks=1, trumps=False)
"""Remembers the last trick, and what it has played itself."""
PRACTISED = Memory(tricks=4, ranks=frozenset({Rank.DAUS}))
"""Remembers four tricks, the trumps, and every Daus."""

STRONG = Manner(open_from=3, worlds=40, misjudge=40.0, timid=0.85, cases=40)
"""Counts all cards, infers nothing from bids and melds that were not made, looks less far."""
MASTER = Manner(melded=True, weighed=True)


def beginner() -> HeuristicPlayer:
    """Return *Anfänger*: rules of thumb, a short memory, hands much misjudged."""
    return HeuristicPlayer(memory=BEGINNER, misjudge=95.0, timid=0.97, name="anfaenger")


def practised() -> HeuristicPlayer:
    """Return *Geübt*: rules of thumb, and the memory of somebody who plays every week."""
    return HeuristicPlayer(memory=PRACTISED, misjudge=55.0, timid=0.9, name="geuebt")


def strong() -> SearchPlayer:
    """Return *Stark*: search over few worlds, with bids that are a little off."""
    return SearchPlayer("stark", STRONG)


def master() -> SearchPlayer:
    """Return *Meister*: all that there is."""
    return SearchPlayer("meister", MASTER)
