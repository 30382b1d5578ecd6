"""Journals in one SQLite file.

One thread writes; whatever waits while it commits goes into the next commit together, so that
many tables share the cost of bringing data to the disk. Readers do not wait for it (WAL).
`synchronous=FULL`, since in WAL a lesser setting may lose what was acknowledged.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from sqlite3 import Connection as SqliteConnection
from sqlite3 import OperationalError
from typing import NamedTuple

from sqlalchemy import URL, Connection, Engine, create_engine, event, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from binokel.errors import StaleSequence, StoreFailed
from binokel.store.base import Stream
from binokel.store.schema import bring_to_head
from binokel.store.tables import entries as entry_table
from binokel.store.tables import streams as stream_table

MOST_TOGETHER = 256
"""So many waiting appends share a commit at most."""

BUSY_TIMEOUT_MS = 5000
PAUSE_S = 0.02

_PRAGMAS = (
    f"busy_timeout={BUSY_TIMEOUT_MS}",  # first: the others may have to wait
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
)


class _Append(NamedTuple):
    stream: str
    expected_seq: int
    entries: tuple[str, ...]
    done: "Future[int]"


class SqliteStore:
    """A store in a file; see `binokel.store.base.Store`.

    Raises:
        StoreFailed: the file cannot be opened or made, or a newer program has made it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # all hands are in it
        except OSError as error:
            raise StoreFailed(f"{path} cannot be made: {error}", path=str(path)) from error
        self._engine = _engine(path)
        with self._failures():
            bring_to_head(self._engine)
        self._waiting: SimpleQueue[_Append | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._writer = threading.Thread(target=self._write_all, name="journal", daemon=True)
        self._writer.start()

    def append(self, stream: str, expected_seq: int, entries: Sequence[str]) -> int:
        """Write entries behind the first `expected_seq` ones; return the new length.

        Raises:
            StaleSequence: the stream has another length; nothing was written.
            StoreFailed: they could not be written.
        """
        return self.submit(stream, expected_seq, entries).result()

    def submit(self, stream: str, expected_seq: int, entries: Sequence[str]) -> "Future[int]":
        """Append without waiting: the future ends as `append` does."""
        done: Future[int] = Future()
        with self._gate:
            if self._closed:
                done.set_exception(StoreFailed("the store is closed", path=str(self.path)))
            else:
                self._waiting.put(_Append(stream, expected_seq, tuple(entries), done))
        return done

    def read(self, stream: str, from_seq: int = 0, most: int | None = None) -> list[str]:
        """Return the entries behind the first `from_seq` ones; of an unknown stream none.

        With `most` it stops after so many.

        Raises:
            StoreFailed: they cannot be read.
        """
        query = (
            select(entry_table.c.data)
            .join(stream_table)
            .where(stream_table.c.name == stream, entry_table.c.seq > from_seq)
            .order_by(entry_table.c.seq)
            .limit(most)
        )
        with self._failures(), self._engine.connect() as connection:
            return list(connection.scalars(query))

    def streams(self, prefix: str = "") -> list[Stream]:
        """Return all streams whose names begin so, by name.

        Raises:
            StoreFailed: they cannot be read.
        """
        columns = (stream_table.c.name, stream_table.c.seq, stream_table.c.updated_ms)
        query = select(*columns).order_by(stream_table.c.name)
        query = query.where(stream_table.c.name.startswith(prefix, autoescape=True))
        with self._failures(), self._engine.connect() as connection:
            found = [Stream(*row) for row in connection.execute(query)]
        return [stream for stream in found if stream.name.startswith(prefix)]

    def close(self) -> None:
        """Write what is waiting, then let go of everything; closing twice is allowed."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._writer.join()
        self._engine.dispose()

    @contextmanager
    def _failures(self) -> Iterator[None]:
        """Turn what the database says into the one error of stores."""
        try:
            yield
        except SQLAlchemyError as error:
            raise self._failed(error) from error

    def _failed(self, error: BaseException) -> StoreFailed:
        """Return the error for what the database says, which stays its cause."""
        cause = getattr(error, "orig", None) or error
        failed = StoreFailed(f"{self.path}: {cause}", path=str(self.path))
        failed.__cause__ = error
        return failed

    def _write_all(self) -> None:
        """Write batch after batch until the store is closed."""
        while True:
            first = self._waiting.get()
            if first is None:
                return
            batch, is_last = [first], False
            while not self._waiting.empty() and len(batch) < MOST_TOGETHER:
                another = self._waiting.get()
                if another is None:
                    is_last = True
                    break
                batch.append(another)
            self._write(batch)
            if is_last:
                return

    def _write(self, batch: Sequence[_Append]) -> None:
        """Write a batch in one commit; only then anyone is told."""
        batch = [append for append in batch if append.done.set_running_or_notify_cancel()]
        try:
            writing = self._engine.connect().execution_options(writes=True)
            with writing as connection, connection.begin():
                results = [_insert(connection, append) for append in batch]
        except Exception as error:  # whatever it was, each of them is told
            for append in batch:
                append.done.set_exception(self._failed(error))
            return
        for append, result in zip(batch, results, strict=True):
            if isinstance(result, StaleSequence):
                append.done.set_exception(result)
            else:
                append.done.set_result(result)


def _insert(connection: Connection, append: _Append) -> int | StaleSequence:
    """Insert entries where the stream has the expected length; return the new one."""
    now_ms = time.time_ns() // 1_000_000
    query = select(stream_table.c.id, stream_table.c.seq)
    row = connection.execute(query.where(stream_table.c.name == append.stream)).one_or_none()
    actual = 0 if row is None else row.seq
    if actual != append.expected_seq:
        return StaleSequence(
            f"{append.stream} has {actual} entries, not {append.expected_seq}: read it again",
            stream=append.stream,
            expected=append.expected_seq,
            actual=actual,
        )
    seq: int = actual + len(append.entries)
    values = {"seq": seq, "updated_ms": now_ms}
    if row is None:
        made = connection.execute(insert(stream_table).values(name=append.stream, **values))
        assert made.inserted_primary_key is not None
        (stream_id,) = made.inserted_primary_key
    else:
        stream_id = row.id
        changed = update(stream_table).where(stream_table.c.id == stream_id)
        connection.execute(changed.values(**values))
    rows = [
        {"stream_id": stream_id, "seq": place, "written_ms": now_ms, "data": data}
        for place, data in enumerate(append.entries, actual + 1)
    ]
    if rows:
        connection.execute(insert(entry_table), rows)
    return seq


def _set(connection: SqliteConnection, pragma: str) -> None:
    """Set a pragma, and try again: changing to WAL does not wait for others."""
    until = time.monotonic() + BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}")
        except OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(PAUSE_S)
        else:
            return


def _engine(path: Path) -> Engine:
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=QueuePool)

    @event.listens_for(engine, "connect")
    def _set_up(connection: SqliteConnection, _record: object) -> None:
        connection.isolation_level = None  # the driver would begin transactions of its own
        for pragma in _PRAGMAS:
            _set(connection, pragma)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A writer takes its lock at once: what it reads cannot change before it writes.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
