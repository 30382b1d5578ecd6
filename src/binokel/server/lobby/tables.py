"""All tables: opened, found again in their journals, listed for a person."""

import asyncio
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from binokel.cards.notation import Lang
from binokel.errors import JournalUnreadable, NotSeated, UnknownTable
from binokel.rules.ruleset import RuleSet
from binokel.server.lobby.allowance import Allowance
from binokel.server.lobby.listing import Listed, Shelf, summary_of
from binokel.server.lobby.persons import MOST_LISTED, Forgot, Joined, note, tables_of
from binokel.server.lobby.seating import NewTable, again, new_opened
from binokel.server.table.journal import Course, Opened, PersonSeat, begun, encode, rebuilt
from binokel.server.table.table import Table, stream_of
from binokel.store.base import Store
from binokel.workers import Workers

MOST_AWAKE = 200
"""So many tables stay in memory before those are let go at which nobody looks on."""

KEEP_S = 60.0
"""So long a table is kept in any case after it was asked for."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Tables:
    """The tables of a server."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self.store = store
        self.workers = workers
        self._awake: dict[str, asyncio.Task[Table]] = {}
        self._used: dict[str, float] = {}
        self._allowance = Allowance()
        workers.on_death = self._tell_death

    async def create(self, person: str, wish: NewTable) -> str:
        """Open a new table; return its name.

        Raises:
            UnknownRuleSet: no shipped rules are called so.
            UnknownPlayer: no player is called so.
            Misfit: the wish cannot be met.
            TooManyTables: too many were opened just now.
            StoreFailed: it cannot be stored.
        """
        return await self._open(await asyncio.to_thread(new_opened, wish, person))

    async def rematch(self, person: str, name: str) -> str:
        """Open a table for the same people and rules; return its name.

        Raises:
            UnknownTable: there is no such table.
            NotSeated: the person has no seat there.
            TooManyTables: too many were opened just now.
            StoreFailed: it cannot be stored.
        """
        course = await self._begun(person, name)
        return await self._open(again(course.start, course.rules))

    async def rules_of(self, person: str, name: str) -> RuleSet:
        """Return the rules of a table, as they were when it was opened.

        Raises:
            UnknownTable: there is no such table.
            NotSeated: the person has no seat there.
            StoreFailed: its journal cannot be read.
        """
        return (await self._begun(person, name)).rules

    async def forget(self, person: str, name: str) -> None:
        """Take a table off a person's list; its journal stays, and need not be readable.

        What is not on the list any more is not written down again.

        Raises:
            UnknownTable: there is no such table.
            NotSeated: the person has no seat there.
            StoreFailed: it cannot be stored.
        """
        if name in await tables_of(self.store, person):
            await note(self.store, person, Forgot(name))
        else:
            await self._begun(person, name)

    async def listed(self, person: str, lang: Lang) -> list[Listed]:
        """Return a person's tables, the one that went on last first.

        Raises:
            StoreFailed: they cannot be read.
        """
        names = (await tables_of(self.store, person))[:MOST_LISTED]
        shelf = await asyncio.to_thread(Shelf, self.store)
        names.sort(key=lambda name: shelf.journals[name].updated_ms, reverse=True)
        awake = {table.name: summary_of(table.course) for table in _ready(self._awake.values())}
        lines = [(name, person, lang, awake.get(name)) for name in names]
        return await asyncio.to_thread(lambda: [shelf.line(*line) for line in lines])

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
        except Exception:  # raised again below: a table that did not wake may be tried anew
            if self._awake.get(name) is task:  # another page may have tried again already
                del self._awake[name]
            raise
        self._used[name] = asyncio.get_running_loop().time()
        return table

    async def close(self) -> None:
        """Stop all tables; what was done is in the journals."""
        tasks, self._awake = list(self._awake.values()), {}
        await asyncio.gather(*[table.close() for table in _ready(tasks)])

    async def _open(self, start: Opened) -> str:
        self._allowance.take()
        name = secrets.token_urlsafe(9)
        await asyncio.wrap_future(self.store.submit(stream_of(name), 0, [encode(start)]))
        for seat in start.seats:
            if isinstance(seat, PersonSeat):
                await note(self.store, seat.person, Joined(name))
        return name

    async def _begun(self, person: str, name: str) -> Course:
        """Return a table as it was opened, for a person who has a seat there."""
        (line,) = await asyncio.to_thread(self._read, name, 1)
        with _named(name):
            course = begun(line)
        if course.seat_of(person) is None:
            raise NotSeated(f"this person has no seat at the table {name!r}", table=name)
        return course

    def _read(self, name: str, most: int | None = None) -> list[str]:
        lines = self.store.read(stream_of(name), most=most) if _NAME.fullmatch(name) else []
        if not lines:
            raise UnknownTable(f"there is no table {name!r}", table=name)
        return lines

    def _load(self, name: str) -> Course:
        lines = self._read(name)
        with _named(name):
            course = rebuilt(lines)
        Shelf(self.store, name).check(name, summary_of(course))
        return course

    async def _wake(self, name: str) -> Table:
        return Table(name, await asyncio.to_thread(self._load, name), self.store, self.workers)

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


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Say of a journal that cannot be read whose it is."""
    try:
        yield
    except JournalUnreadable as error:
        raise JournalUnreadable(f"table {name}: {error}", **error.details) from error


def _ready(tasks: Iterable["asyncio.Task[Table]"]) -> list[Table]:
    done = [task for task in tasks if task.done() and not task.cancelled()]
    return [task.result() for task in done if task.exception() is None]
