"""Whether a player ever decides what it may not: very many deals, by all rule sets in turn.

A table plays some deals in a row, so that scores and the end of a match come up, too. In every
second deal other sides play at random: that leads where the player itself never goes. What goes
wrong is kept with its place, and the table goes on with the next deal.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from binokel.arena.contestant import Contestant, Mode, model_of, spec_of
from binokel.arena.playing import one_object
from binokel.arena.refused import ArenaRefused, other
from binokel.arena.rows import write_whole
from binokel.engine.match import Match
from binokel.engine.record.words import format_action
from binokel.engine.state import shuffled
from binokel.errors import IllegalAction
from binokel.players.base import Budget, Player
from binokel.players.registry import names_for
from binokel.players.uniform import UniformPlayer
from binokel.rules.ruleset import RuleSet
from binokel.rules.writer import content_hash
from binokel.workers.spread import spread

DEALS_A_TABLE = 20
MOST_STEPS = 2000
"""So many decisions a deal may take; a player may bury and take back without end."""

ILLEGAL, RAISED, ENDLESS = "illegal", "raised", "endless"


class Mishap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What went wrong: `illegal`, `raised` or `endless`; who decided what, and where.

    `deal` counts from 0 at its table, `step` from 1 in its deal.
    """

    what: str
    player: str
    deal: int
    step: int
    seat: int
    told: str


class Sitting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of one table: the player's own decisions, and all mishaps."""

    rules: str
    table: int
    deals: int
    decisions: int
    mishaps: tuple[Mishap, ...] = ()


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line of a file of sittings: all that they depend on, save their number.

    `model` is a digest of the value model, empty where the player uses none.
    """

    soak: int = 1
    player: str
    version: int
    model: str = ""
    rules: dict[str, str]
    seed: int
    first: int


class Soak(NamedTuple):
    """What is to be played: by which rule sets in turn, and how many deals from which table."""

    rules: tuple[RuleSet, ...]
    head: Head
    n_deals: int

    def tasks(self) -> list["Table"]:
        """Return all tables in their order; the last one may play fewer deals."""
        head, n_sets = self.head, len(self.rules)
        return [
            Table(
                self.rules[place % n_sets],
                head.player,
                head.seed,
                head.first + place // n_sets,
                min(DEALS_A_TABLE, self.n_deals - place * DEALS_A_TABLE),
            )
            for place in range(-(-self.n_deals // DEALS_A_TABLE))
        ]


class Table(NamedTuple):
    """One table to play."""

    rules: RuleSet
    player: str
    seed: int
    number: int
    n_deals: int


def make_soak(
    player: str, rules: Sequence[RuleSet], n_deals: int, seed: int, first: int = 0
) -> Soak:
    """Return a plan, by those of the rule sets that the player knows.

    Raises:
        UnknownPlayer: nobody is called so.
        ArenaRefused: it knows none of the rule sets.
    """
    spec = spec_of(player)
    name = spec.partition(":")[0]
    known = tuple(one for one in rules if name in names_for(one))
    if not known:
        raise ArenaRefused("soak_rules", player=spec, rules=", ".join(one.id for one in rules))
    head = Head(
        player=spec,
        version=Contestant(spec, Mode.WHOLE, spec).version,
        model=model_of([spec]),
        rules={one.id: content_hash(one) for one in known},
        seed=seed,
        first=first,
    )
    return Soak(known, head, n_deals)


def sit(table: Table) -> Sitting:
    """Return what came of one table."""
    playing = _Playing(table._replace(rules=one_object(table.rules)))
    for deal in range(table.n_deals):
        playing.deal(deal)
    found = tuple(playing.mishaps)
    return Sitting(table.rules.id, table.number, table.n_deals, playing.n_decisions, found)


class _Playing:
    """The deals of one table; all that follows from seed, rule set and number alone."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rng = Random(f"{table.seed} soak {table.rules.id} {table.number}")
        self._player = Contestant(table.player, Mode.WHOLE, table.player)
        self._guest = UniformPlayer()
        self._match = self._new_match()
        self.n_decisions = 0
        self.mishaps: list[Mishap] = []

    def _new_match(self) -> Match:
        rules = self._table.rules
        names = [str(seat + 1) for seat in range(rules.n_seats)]
        return Match(rules, names, self._table.number % rules.n_seats)

    def deal(self, number: int) -> None:
        """Play a deal; after a mishap the next one begins a new match."""
        rules = self._table.rules
        side = number // 2 % rules.n_sides if number % 2 else None
        own = {seat for seat, at in enumerate(rules.side_of) if side in (None, at)}
        if self._match.to_act is None:
            self._match = self._new_match()
        self._match.apply(shuffled(rules, self._rng))
        mishap = self._play(number, own)
        if mishap is not None:
            self.mishaps.append(mishap)
            self._match = self._new_match()

    def _play(self, number: int, own: set[int]) -> Mishap | None:
        match, step = self._match, 0
        while not match.deal.is_over:
            seat = match.to_act
            assert seat is not None
            step += 1
            player = self._player if seat in own else self._guest
            if step > MOST_STEPS:
                return Mishap(ENDLESS, player.name, number, step, seat, f"{MOST_STEPS} steps")
            wrong = self._step(player, seat)
            if wrong is not None:
                return Mishap(wrong[0], player.name, number, step, seat, wrong[1])
        return None

    def _step(self, player: Player, seat: int) -> tuple[str, str] | None:
        """Let a seat decide; return what went wrong, and how it is told."""
        match = self._match
        self.n_decisions += player is self._player
        try:
            action = player.decide(match.observe(seat), self._rng, Budget()).action
            match.apply(action)
        except IllegalAction as error:
            return ILLEGAL, f"{format_action(action)}: {error}"
        except Exception as error:  # any at all is what the soak looks for
            return RAISED, f"{type(error).__name__}: {error}"
        return None


def run_soak(
    soak: Soak,
    path: Path | None,
    *,
    workers: int = 1,
    keep_going: bool = False,
    progress: Callable[[int, int], None],
    on_death: Callable[[], object] = int,
) -> list[Sitting]:
    """Play what is missing, and return all sittings up to the first mishap.

    A file is gone on with where it exists, and then holds them in their order.

    Raises:
        ArenaRefused: the file is damaged, or of another plan.
        WorkerDied: a process died each time that a table was tried.
    """
    tables = soak.tasks()
    found = [] if path is None else _read(path, soak, tables)
    if path is not None:
        _write(path, soak.head, found)
    done = {(one.rules, one.table) for one in found}
    tasks = [table for table in tables if (table.rules.id, table.number) not in done]
    n_deals = sum(one.deals for one in found)
    if not keep_going and any(one.mishaps for one in found):
        return found
    for sitting in spread(sit, tasks, workers, on_death):
        found.append(sitting)
        if path is not None:
            with path.open("ab") as file:
                file.write(_line(sitting))
        n_deals += sitting.deals
        progress(n_deals, soak.n_deals)
        if sitting.mishaps and not keep_going:
            break
    found = _sorted(soak.head, found)
    if path is not None:
        _write(path, soak.head, found)
    return found


def _sorted(head: Head, found: Iterable[Sitting]) -> list[Sitting]:
    place = {name: index for index, name in enumerate(head.rules)}
    return sorted(found, key=lambda one: (one.table, place[one.rules]))


def _line(item: Head | Sitting) -> bytes:
    return msgspec.json.encode(item) + b"\n"


def _write(path: Path, head: Head, found: Iterable[Sitting]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, _line(head) + b"".join(map(_line, found)))


def _read(path: Path, soak: Soak, tables: Sequence[Table]) -> list[Sitting]:
    """Return the sittings of a file; a last line without its end is left out.

    Tables that played fewer deals than are wanted now are played again.
    """
    if path.exists() and not path.is_file():
        raise ArenaRefused("soak_no_file", path=path)
    content = path.read_bytes() if path.exists() else b""
    if not content:
        return []
    lines = content.split(b"\n")[:-1]
    _check_head(path, lines[0] if lines else content, soak.head)
    wanted = {(table.rules.id, table.number): table.n_deals for table in tables}
    found: dict[tuple[str, int], Sitting] = {}
    for number, line in enumerate(lines[1:], start=2):
        try:
            sitting = msgspec.json.decode(line, type=Sitting)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ArenaRefused("soak_line", path=path, line=number, error=error) from None
        key = (sitting.rules, sitting.table)
        if key in found or not 0 < sitting.deals <= wanted.get(key, 0):
            there = f"{sitting.rules} {sitting.table}"
            raise ArenaRefused("soak_line", path=path, line=number, error=there)
        found[key] = sitting
    return [one for key, one in found.items() if one.deals == wanted[key]]


def _check_head(path: Path, line: bytes, head: Head) -> None:
    try:
        found = msgspec.json.decode(line, type=Head)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArenaRefused("soak_head", path=path, error=error) from None
    for name in head.__struct_fields__:
        here, there = getattr(head, name), getattr(found, name)
        if here != there:
            raise other("soak", path, name, there, here)
