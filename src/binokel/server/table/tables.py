"""All tables: opened, found again in their journals, listed for a person."""

import asyncio
import re
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from binokel.cards.notation import Lang
from binokel.errors import NotSeated, UnknownTable
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
        updated = {stream.name: stream.updated_ms for stream in streams}
        names.sort(key=lambda name: updated[stream_of(name)], reverse=True)
        return [
            _listed(name, (await self.find(name)).course, updated[stream_of(name)], person, lang)
            for name in names
        ]

    async def find(self, name: str) -> Table:
        """Return a table, from its journal if it is not in memory.

        Raises:
            UnknownTable: there is no such table.
            StoreFailed: its journal cannot be read.
        """
        task = self._awake.get(name)
        if task is None:
            await self._let_go()
            task = self._awake[name] = asyncio.create_task(self._wake(name))
        try:
            return await asyncio.shield(task)
        except BaseException:
            if task.done() and (task.cancelled() or task.exception() is not None):
                self._awake.pop(name, None)
            raise

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
        """Return what a person may see a table by: its seat there."""
        course = (await self.find(name)).course
        if course.seat_of(person) is None:
            raise NotSeated(f"this person has no seat at the table {name!r}", table=name)
        return course

    async def _wake(self, name: str) -> Table:
        lines = await asyncio.to_thread(self.store.read, stream_of(name))
        if not lines or not _NAME.fullmatch(name):
            raise UnknownTable(f"there is no table {name!r}", table=name)
        return Table(name, await asyncio.to_thread(rebuilt, lines), self.store, self.workers)

    async def _let_go(self) -> None:
        """Forget tables at which nobody looks on, where there are too many in memory."""
        if len(self._awake) < MOST_AWAKE:
            return
        for table in _ready(list(self._awake.values())):
            if table.is_idle:
                del self._awake[table.name]
                await table.close()

    def _tell_death(self) -> None:
        for table in _ready(self._awake.values()):
            table.notify("worker_restarted")


def _ready(tasks: Iterable["asyncio.Task[Table]"]) -> list[Table]:
    done = [task for task in tasks if task.done() and not task.cancelled()]
    return [task.result() for task in done if task.exception() is None]


def _listed(name: str, course: Course, updated_ms: int, person: str, lang: Lang) -> Listed:
    match = course.match
    return Listed(
        table=name,
        title=title(course.rules, lang),
        seats=match.seats,
        line=standing_line(match.observe(course.seat_of(person)), lang),
        finished=match.to_act is None,
        updated=datetime.fromtimestamp(updated_ms / 1000, UTC).isoformat(timespec="seconds"),
    )
