"""A person at the table: the match, the own seat, the other players, words and screen."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from binokel.cli.terminal.console import Console
from binokel.cli.terminal.formal import standing_entries
from binokel.cli.terminal.words import Words
from binokel.engine.actions import Action, Shuffle
from binokel.engine.match import Match, MatchView, Undo
from binokel.engine.record import Record
from binokel.engine.state import DealState, shuffled
from binokel.players.base import Player
from binokel.players.registry import table_budget
from binokel.telling.scene import Scene


class Setup(msgspec.Struct):
    """What a match is made from, and what a saved one needs to go on."""

    me: int
    kinds: tuple[str, ...]
    seed: str
    hints: bool = True


CommandFinder = Callable[[str], "Callable[[Session], None] | None"]
"""Returns what a text commands, None if it is no command."""


class Finished(NamedTuple):
    """A finished deal: what the person sees of it, and all of it."""

    view: MatchView
    deal: DealState


class Session:
    """One match of one person against computer players.

    Every random draw comes from the seed and the number of entries so far: a match that was
    saved and taken up again goes on exactly as it would have gone.

    `path` is the file of the record and `stamp` tells what this match has last read from it or
    written into it; `original` is what it held when the match was resumed.
    """

    def __init__(
        self,
        match: Match,
        setup: Setup,
        players: dict[int, Player],
        console: Console,
        words: Words,
        path: Path | None = None,
    ) -> None:
        self.match = match
        self.setup = setup
        self.players = players
        self.console = console
        self.words = words
        self.path = path
        self.find_command: CommandFinder = lambda _text: None
        self.hint: tuple[Action, ...] = ()
        self.adviser = ""
        self.base: Record | None = None
        self.stamp: str | None = None
        self.original: bytes | None = None
        self.n_saved = 0
        self.has_moved = False
        self.save_failed = False
        self.exit_code = 0
        self.ask_again = False

    @property
    def me(self) -> int:
        """The person's seat."""
        return self.setup.me

    @property
    def view(self) -> MatchView:
        """What the person may see."""
        return self.match.observe(self.me)

    @property
    def scene(self) -> Scene:
        """What the person may see, with the words for it."""
        return Scene(self.words, self.view)

    def say(self, key: str, seat: int, **values: object) -> str:
        """Return a sentence about a seat, in the second person where it is the person."""
        return self.scene.say(key, seat, **values)

    def last_deal(self) -> Finished | None:
        """Return the last finished deal that stands, None before the first is over."""
        match = Match(self.match.rules, self.match.seats, self.match.first_dealer)
        last = None
        for entry in standing_entries(self.match):
            match.apply(entry.action)
            if match.deal.is_over:
                last = Finished(match.observe(self.me), match.deal)
        return last

    def rng(self) -> Random:
        """Return the source of chance for the next move."""
        return Random(f"{self.setup.seed}/{len(self.match.entries)}")

    def shuffle(self) -> Shuffle:
        """Return the next deck."""
        return shuffled(self.match.rules, self.rng())

    def decide(self, seat: int) -> Action:
        """Return what the computer player of a seat does."""
        player = self.players[seat]
        view = self.match.observe(seat)
        return player.decide(view, self.rng(), table_budget(player.name)).action

    def apply(self, action: Action | Undo) -> None:
        """Do an action; a hint that was given before is past."""
        self.match.apply(action)
        self.hint = ()
