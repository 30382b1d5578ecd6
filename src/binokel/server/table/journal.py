"""What a table's journal holds: how it was opened, then everything that was done.

The entries are the whole table: it is rebuilt from them after a restart.
"""

from random import Random, SystemRandom
from secrets import token_hex
from typing import Any

import msgspec

from binokel.engine.actions import Action
from binokel.engine.match import Match, new_match
from binokel.errors import IllegalAction, JournalUnreadable
from binokel.players.registry import find_player
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RuleSet
from binokel.rules.writer import content_hash, to_mapping

FORMAT = 1
"""The version of these types; a journal of another one is not read as this one."""


class PersonSeat(msgspec.Struct, frozen=True, tag_field="who", tag="person"):
    """A seat of a person: the hash of the secret that his browser keeps."""

    name: str
    person: str


class PlayerSeat(msgspec.Struct, frozen=True, tag_field="who", tag="player"):
    """A seat of a computer player, with the version that sat down."""

    name: str
    player: str
    version: int


SeatOwner = PersonSeat | PlayerSeat


class Opened(msgspec.Struct, frozen=True, kw_only=True, tag_field="entry", tag="opened"):
    """The first entry: whole resolved rules, seats, and what the computer players draw from.

    Cards never come from `seed`: it decides only what the players would leave to chance.
    Tables from before there were `hints` have them: nobody there has ever said otherwise.
    """

    format: int
    rules: dict[str, Any]
    rules_hash: str
    seats: tuple[SeatOwner, ...]
    first_dealer: int
    seed: str
    hints: bool = True


class Done(msgspec.Struct, frozen=True, tag_field="entry", tag="done"):
    """An action, and which seat (or chance) did it."""

    seat: int
    action: Action


class _Head(msgspec.Struct, frozen=True):
    """What every version's first entry has."""

    format: int


_decoder = msgspec.json.Decoder(Opened | Done)


def opened(
    rules: RuleSet,
    seats: tuple[SeatOwner, ...],
    rng: Random | None = None,
    *,
    hints: bool = True,
) -> Opened:
    """Return the first entry of a new table; `rng` draws the dealer if need be."""
    match = new_match(rules, [seat.name for seat in seats], rng or SystemRandom())
    return Opened(
        format=FORMAT,
        rules=to_mapping(rules),
        rules_hash=content_hash(rules),
        seats=seats,
        first_dealer=match.first_dealer,
        seed=token_hex(16),
        hints=hints,
    )


def player_seat(name: str, player: str) -> PlayerSeat:
    """Return the seat of a computer player as it is now.

    Raises:
        UnknownPlayer: nobody is called so.
    """
    return PlayerSeat(name, player, find_player(player).version)


def encode(entry: Opened | Done) -> str:
    """Return an entry as a line of the journal."""
    return msgspec.json.encode(entry).decode()


def decode(text: str) -> Opened | Done:
    """Return the entry of a line.

    Raises:
        JournalUnreadable: it is none of this version of the program.
    """
    try:
        return _decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise JournalUnreadable(f"a journal has an entry that is none: {error}") from error


class Course:
    """A match as its journal tells it; `seq` is how many entries there are."""

    def __init__(self, start: Opened) -> None:
        self.start = start
        self.rules = from_mapping(start.rules, any_name=True)
        names = [seat.name for seat in start.seats]
        self.match = Match(self.rules, names, start.first_dealer)
        self.seq = 1

    def add(self, entry: Done) -> None:
        """Do what an entry says.

        Raises:
            IllegalAction: the rules refuse it.
        """
        self.match.apply(entry.action)
        self.seq += 1

    def seat_of(self, person: str) -> int | None:
        """Return the seat of a person by its hash, None if it has none."""
        seats = enumerate(self.start.seats)
        return next(
            (n for n, seat in seats if isinstance(seat, PersonSeat) and seat.person == person), None
        )


def begun(line: str) -> Course:
    """Return a table before its first deal, from the first entry of its journal.

    Raises:
        JournalUnreadable: the entry is of another version, or its rules are not understood.
    """
    _check_format(line)
    start = decode(line)
    if not isinstance(start, Opened):
        raise JournalUnreadable("a journal does not begin with how its table was opened")
    try:
        course = Course(start)
    except ValueError as error:  # also RuleSetError: another version of the program wrote them
        raise JournalUnreadable(f"the rules and seats of a journal do not fit: {error}") from error
    if content_hash(course.rules) != start.rules_hash:
        raise JournalUnreadable("the rules of a journal do not fit their hash: it was changed")
    return course


def _check_format(line: str) -> None:
    """Tell of another version before anything else seems to be wrong."""
    try:
        found = msgspec.json.decode(line, type=_Head).format
    except (msgspec.MsgspecError, RecursionError) as error:
        raise JournalUnreadable(f"a journal has no first entry: {error}") from error
    if found != FORMAT:
        raise JournalUnreadable(
            f"a journal has the format {found}, but this version of the program reads {FORMAT}: "
            "start the version that has written it",
            found=found,
            known=FORMAT,
        )


def rebuilt(lines: list[str]) -> Course:
    """Return the course of a table from its journal.

    Raises:
        JournalUnreadable: the journal is damaged, or another version of the program wrote it.
    """
    course = begun(lines[0])
    for entry in map(decode, lines[1:]):
        if not isinstance(entry, Done) or entry.seat != course.match.to_act:
            raise JournalUnreadable(f"entry {course.seq + 1} of a journal is of nobody to act")
        try:
            course.add(entry)
        except IllegalAction as error:
            raise JournalUnreadable(f"entry {course.seq + 1} of a journal: {error}") from error
    return course
