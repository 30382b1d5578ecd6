"""All tables: opened, found again in their journals, listed for a person."""

import asyncio
import logging
import re
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from binokel.cards.notation import Lang
from binokel.errors import NotSeated, StoreFailed, UnknownTable
from binokel.locales import text
from binokel.rules.ruleset import RuleSet
from binokel.rules.sheet import title
from binokel.server.table.journal import Course, Opened, PersonSeat, encode, rebuilt
from binokel.server.table.persons import Forgot, Joined, note, tables_of
from binokel.server.table.seating import NewTable, again, new_opened
from binokel.server.table.speech import standing_line
from binokel.server.table.table import Table, stream_of
from binokel.store.base import Store
from binokel.workers import Workers

MOST_AWAKE = 200
"""So many tables stay in memory before those are let go at which nobody looks on."""

KEEP_S = 60.0
"""So long a table is kept in any case after it was asked for."""

_log = logging.getLogger(__name__)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Listed(msgspec.Struct, frozen=True):
    """A table in a person's list; `line` says how the match stands, `updated` is ISO 8601."""

    table: str
    title: str
    seats: tuple[str, ...]
    line: str
    finished: bool
    updated: str


class Tables:
    """The tables of a server."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self.store = store
        self.workers = workers
        self._awake: dict[str, asyncio.Task[Table]] = {}
        self._used: dict[str, float] = {}
        self._finished: dict[tuple[str, str, Lang], Listed] = {}
        workers.on_death = self._tell_death

    async def create(self, person: str, wish: NewTable) -> str:
        """Open a new table; return its name.

        Raises:
            UnknownRuleSet: no shipped rules are called so.
            UnknownPlayer: no player is called so.
            BadRequest: the wish cannot be met.
            StoreFailed: it cannot be stored.
        """
        return await self._open(await asyncio.to_thread(new_opened, wish, person))

    async def rematch(self, person: str, name: str) -> str:
        """Open a table for the same people and rules; return its name.

        Raises:
            UnknownTable: there is no such table.
            NotSeated: the person has no seat there.
            StoreFailed: it cannot be stored.
        """
        course = await self._course_of(person, name)
        return await self._open(again(course.start, course.rules))

    async def rules_of(self, person: str, name: str) -> RuleSet:
        """Return the rules of a table, as they were when it was opened.

        Raises:
            UnknownTable: there is no such table.
            NotSeated: the person has no seat there.
            StoreFailed: its journal cannot be read.
        """
        return (await self._course_of(person, name)).rules

    async def forget(self, person: str, name: str) -> None:
        """Take a table off a person's list; its journal stays.

        Raises:
            UnknownTable: there is no such table.
            NotSeated: the person has no seat there.
            StoreFailed: it cannot be stored.
        """
        await self._course_of(person, name)
        await note(self.store, person, Forgot(name))

    async def listed(self, person: str, lang: Lang) -> list[Listed]:
        """Return a person's tables, the one that went on last first.

        Raises:
            StoreFailed: they cannot be read.
        """
        names = await tables_of(self.store, person)
        streams = await asyncio.to_thread(self.store.streams, "table/")
        times = {stream.name: stream.updated_ms for stream in streams}
        names.sort(key=lambda name: times[stream_of(name)], reverse=True)
        return [await self._line(name, person, times[stream_of(name)], lang) for name in names]

    async def find(self, name: str) -> Table:
        """Return a table, from its journal if it is not in memory.

        Raises:
            UnknownTable: there is no such table.
            StoreFailed: its journal cannot be read.
        """
        task = self._awake.get(name)
        if task is None:
            task = self._awake[name] = asyncio.create_task(self._wake(name))
            await self._let_go()
        try:
            table = await asyncio.shield(task)
        except Exception:
            self._awake.pop(name, None)
            raise
        self._used[name] = asyncio.get_running_loop().time()
        return table

    async def close(self) -> None:
        """Stop all tables; what was done is in the journals."""
        tasks, self._awake = list(self._awake.values()), {}
        await asyncio.gather(*[table.close() for table in _ready(tasks)])

    async def _open(self, start: Opened) -> str:
        name = secrets.token_urlsafe(9)
        await asyncio.wrap_future(self.store.submit(stream_of(name), 0, [encode(start)]))
        for seat in start.seats:
            if isinstance(seat, PersonSeat):
                await note(self.store, seat.person, Joined(name))
        return name

    async def _course_of(self, person: str, name: str) -> Course:
        """Return a table's course for a person who has a seat there; nobody is woken up."""
        awake = [table for table in _ready(self._awake.values()) if table.name == name]
        course = awake[0].course if awake else await asyncio.to_thread(self._load, name)
        if course.seat_of(person) is None:
            raise NotSeated(f"this person has no seat at the table {name!r}", table=name)
        return course

    def _load(self, name: str) -> Course:
        lines = self.store.read(stream_of(name)) if _NAME.fullmatch(name) else []
        if not lines:
            raise UnknownTable(f"there is no table {name!r}", table=name)
        return rebuilt(lines)

    async def _wake(self, name: str) -> Table:
        return Table(name, await asyncio.to_thread(self._load, name), self.store, self.workers)

    async def _line(self, name: str, person: str, updated_ms: int, lang: Lang) -> Listed:
        """Return a line of a list; a finished match is looked at only once."""
        key = (name, person, lang)
        if key not in self._finished:
            try:
                listed = _listed(name, await self._course_of(person, name), person, lang)
            except StoreFailed as error:
                _log.error("table %s: %s", name, error)
                listed = Listed(
                    name, name, (), text("server.error.journal_unreadable", lang), False, ""
                )
            listed = msgspec.structs.replace(listed, updated=_iso(updated_ms))
            if not listed.finished:
                return listed
            self._finished[key] = listed
        return self._finished[key]

    async def _let_go(self) -> None:
        """Forget tables at which nobody looks on, where there are too many in memory."""
        if len(self._awake) <= MOST_AWAKE:
            return
        recent = asyncio.get_running_loop().time() - KEEP_S
        for table in _ready(self._awake.values()):
            if table.is_idle and self._used.get(table.name, recent) < recent:
                del self._awake[table.name]
                self._used.pop(table.name, None)
                await table.close()

    def _tell_death(self) -> None:
        for table in _ready(self._awake.values()):
            table.notify("worker_restarted")


def _ready(tasks: Iterable["asyncio.Task[Table]"]) -> list[Table]:
    done = [task for task in tasks if task.done() and not task.cancelled()]
    return [task.result() for task in done if task.exception() is None]


def _listed(name: str, course: Course, person: str, lang: Lang) -> Listed:
    match = course.match
    return Listed(
        table=name,
        title=title(course.rules, lang),
        seats=match.seats,
        line=standing_line(match.observe(course.seat_of(person)), lang),
        finished=match.to_act is None,
        updated="",
    )


def _iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds")
