"""Players in the arena: by name and node budget, for a whole deal or a part of it."""

from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256
from random import Random
from typing import Protocol, runtime_checkable

from binokel.arena.refused import ArenaRefused
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase
from binokel.players.base import Budget, Decision, Learned, Player
from binokel.players.registry import find_player


class Mode(StrEnum):
    """Which part of a deal the compared players decide; the reference player does the rest.

    `PLAY` is the cards alone; `AUCTION` is all before them: bidding, Dabb, trump, burying,
    melds. Together they are the whole deal, save that the signing of strict play belongs to
    neither.
    """

    WHOLE = "whole"
    PLAY = "play"
    AUCTION = "auction"


MOST_NODES = 10**9
N_DIGITS = 16
"""So many digits tell one model from another."""

_NEITHER = (Phase.PLAY, Phase.SIGN)


def spec_of(text: str) -> str:
    """Return the canonical form of `NAME` or `NAME:NODES`.

    >>> spec_of("Heuristic:08")
    'heuristic:8'

    Raises:
        UnknownPlayer: nobody is called so.
        ArenaRefused: the number of nodes is no whole number from 1 to `MOST_NODES`.
    """
    name, colon, nodes = text.partition(":")
    player = find_player(name)
    if not colon:
        return player.name
    number = nodes.lstrip("0")
    # Python reads no number of thousands of digits.
    is_short = nodes.isascii() and nodes.isdigit() and 0 < len(number) <= len(str(MOST_NODES))
    if not is_short or int(number) > MOST_NODES:
        shown = text if len(text) <= 60 else f"{text[:59]}…"
        raise ArenaRefused("nodes", text=shown, name=player.name, most=MOST_NODES)
    return f"{player.name}:{number}"


def model_of(specs: Iterable[str]) -> str:
    """Return a digest of what players have learned from, empty where none has learned.

    It is the beginning of the file's SHA-256, in hexadecimal digits.

    Raises:
        ModelError: the file is missing or broken.
    """
    players = [find_player(spec.partition(":")[0]) for spec in specs]
    paths = {player.learned_from() for player in players if isinstance(player, Learned)}
    contents = b"".join(path.read_bytes() for path in sorted(paths))
    return sha256(contents).hexdigest()[:N_DIGITS] if paths else ""


class Contestant:
    """A player under a specification, with the reference player for what is not compared."""

    def __init__(self, spec: str, mode: Mode, reference: str) -> None:
        name, _, nodes = spec.partition(":")
        self.name = spec
        self.player = find_player(name)
        self.version = self.player.version
        self.mode = mode
        self._budget = Budget(nodes=int(nodes)) if nodes else None
        self._reference: Player = (
            self if mode is Mode.WHOLE else Contestant(reference, Mode.WHOLE, reference)
        )

    def owns(self, phase: Phase) -> bool:
        """Tell whether a decision of this phase is this player's and not the reference's."""
        if self.mode is Mode.WHOLE:
            return True
        return phase is Phase.PLAY if self.mode is Mode.PLAY else phase not in _NEITHER

    def who(self, phase: Phase) -> str:
        """Return the name of who decides in this phase."""
        return self.name if self.owns(phase) else self._reference.name

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return the decision of whoever decides in this phase."""
        if not self.owns(view.deal.phase):
            return self._reference.decide(view, rng, budget)
        return self.player.decide(view, rng, self._budget or budget)


@runtime_checkable
class Believer(Protocol):
    """A player that tells its chance more exactly than by a fact in whole per cent."""

    def p_make(self, view: MatchView, decision: Decision) -> float | None:
        """Return the chance, 0 to 1, of making the bid after a decision of this player."""


def p_make(player: Player, view: MatchView, decision: Decision) -> float | None:
    """Return the chance of making the bid that a player believes in, if it tells.

    A player that is no `Believer` tells it by its fact `chance`.

    Raises:
        ArenaRefused: it is no chance; the result file could not be gone on with.
    """
    chance = _told(player, view, decision)
    if chance is not None and not 0 <= chance <= 1:
        raise ArenaRefused("belief", player=player.name, chance=chance)
    return chance


def _told(player: Player, view: MatchView, decision: Decision) -> float | None:
    if isinstance(player, Believer):
        return player.p_make(view, decision)
    percents = [fact.values["percent"] for fact in decision.facts if fact.code == "chance"]
    return float(percents[0]) / 100 if percents else None
