"""What a player is: it gets a view and a budget, and answers with a decision."""

from pathlib import Path
from random import Random
from typing import Any, Literal, Protocol, runtime_checkable

import msgspec

from binokel.engine.actions import Action
from binokel.engine.match import MatchView
from binokel.rules.ruleset import RuleSet

Unit = Literal["points", "standing", "percent", "match"]
"""What values are: points of the own side against the others (the mean of their sides), the
same as they count at this standing of the match, the chance in per cent that this deal goes as
wanted, or that the match is won."""


class Alternative(msgspec.Struct, frozen=True):
    """A legal action with its value, and the interval in which the value is believed to lie.

    Values of one decision compare with each other. `chance` is the believed chance from 0 to 1
    that the own side has its way: that the bid is made, or sunk.
    """

    action: Action
    value: float
    interval: tuple[float, float]
    chance: float | None = None


class Fact(msgspec.Struct, frozen=True):
    """A fact that a decision rests on: a stable code with a text in every locale, its values.

    Values are told by their names: `seat`, `partner` and `declarer` are numbers of seats, `suit`
    and `trump` letters of suits, `card` and `cards` cards in canonical letters, all else is told
    as it is. A fact with a value `how` may have a text of its own, `fact.CODE.HOW`.
    """

    code: str
    values: dict[str, Any] = {}


class Decision(msgspec.Struct, frozen=True):
    """What a player does, what else it weighed (best first), and why (what counts most first)."""

    action: Action
    alternatives: tuple[Alternative, ...] = ()
    facts: tuple[Fact, ...] = ()
    unit: Unit = "points"


class Budget(msgspec.Struct, frozen=True):
    """How much a player may think: `nodes` for repeatable play, `seconds_s` at a live table."""

    nodes: int | None = None
    seconds_s: float | None = None


class Player(Protocol):
    """A player has a name and a version, and keeps no memory between calls."""

    name: str
    version: int

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        """Return a legal action for the seat to act, decided from the view alone.

        The same view, the same state of `rng` and the same node budget give the same decision.
        """


@runtime_checkable
class Particular(Protocol):
    """A player that does not know all rules: it says so before the first deal."""

    def check_rules(self, rules: RuleSet) -> None:
        """Refuse rules that this player does not know.

        Raises:
            UnfitPlayer: the message names the setting, and the remedy.
        """


@runtime_checkable
class Learned(Protocol):
    """A player that rests on a trained file: with another file it decides otherwise."""

    def learned_from(self) -> Path:
        """Return the file.

        Raises:
            ModelError: it is missing or broken.
        """
