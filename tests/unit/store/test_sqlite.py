"""Journals in SQLite: what was acknowledged is on the disk; every failure is told."""

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from binokel.errors import StaleSequence, StoreFailed
from binokel.store import sqlite, tables
from binokel.store.schema import alembic_config
from binokel.store.sqlite import SqliteStore
from binokel.testing.stores import check_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "binokel.db"


def test_it_keeps_to_what_a_store_promises(path: Path) -> None:
    check_store(lambda: SqliteStore(path))


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    SqliteStore(path).close()
    assert path.stat().st_mode & 0o077 == 0


def test_what_is_acknowledged_is_brought_to_the_disk(path: Path) -> None:
    store = SqliteStore(path)
    with store._engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "busy_timeout": 5000,
    }
    store.close()


WRITE_AND_DIE = """
import os, signal, sys
from pathlib import Path
from binokel.store.sqlite import SqliteStore
store = SqliteStore(Path(sys.argv[1]))
for n in range(10_000):
    store.append("table", n, [str(n)])
    print(n + 1, flush=True)
"""


def test_a_killed_process_loses_nothing_that_was_acknowledged(path: Path) -> None:
    command = [sys.executable, "-c", WRITE_AND_DIE, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 50:
                break
        os.kill(process.pid, signal.SIGKILL)
        acknowledged = max([50, *map(int, process.stdout.read().split())])
    store = SqliteStore(path)
    found = store.read("table")
    assert found == [str(n) for n in range(len(found))]
    assert len(found) - acknowledged in (0, 1)  # one may have been written and not yet told
    store.close()


def test_waiting_entries_share_a_commit(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(path)
    batches: list[int] = []
    real = store._write

    def counting(batch: list[sqlite._Append]) -> None:
        batches.append(len(batch))
        real(batch)

    monkeypatch.setattr(store, "_write", counting)
    futures = [store.submit(f"table/{n}", 0, ["x"]) for n in range(1000)]
    assert {future.result() for future in futures} == {1}
    assert sum(batches) == 1000
    assert len(batches) < 500
    assert max(batches) <= sqlite.MOST_TOGETHER
    store.close()


def test_one_who_is_stale_does_not_hold_up_those_of_the_same_commit(path: Path) -> None:
    store = SqliteStore(path)
    good: Future[int] = Future()
    bad: Future[int] = Future()
    given_up: Future[int] = Future()
    given_up.cancel()
    store._write(
        [
            sqlite._Append("a", 5, ("x",), bad),
            sqlite._Append("b", 0, ("y",), good),
            sqlite._Append("c", 0, ("z",), given_up),
        ]
    )
    assert good.result() == 1
    assert isinstance(bad.exception(), StaleSequence)
    assert [stream.name for stream in store.streams()] == ["b"]
    store.close()


def test_two_processes_may_write_to_one_file(path: Path) -> None:
    one, two = SqliteStore(path), SqliteStore(path)
    assert one.append("table", 0, ["a"]) == 1
    with pytest.raises(StaleSequence):
        two.append("table", 0, ["b"])
    assert two.append("table", 1, ["b"]) == 2
    assert one.read("table") == ["a", "b"]
    one.close()
    two.close()


def test_a_failing_disk_is_told_to_everyone_and_may_recover(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(path)
    with monkeypatch.context() as broken:

        def full(*_args: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        broken.setattr(sqlite, "_insert", full)
        with pytest.raises(StoreFailed, match="disk is full"):
            store.append("table", 0, ["a"])
    assert store.append("table", 0, ["a"]) == 1
    store.close()


def test_a_locked_file_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pragmas = [p for p in sqlite._PRAGMAS if not p.startswith("busy")]
    monkeypatch.setattr(sqlite, "_PRAGMAS", (*pragmas, "busy_timeout=50"))
    store = SqliteStore(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreFailed, match="locked"):
        store.append("table", 0, ["a"])
    other.execute("ROLLBACK")
    other.close()
    assert store.append("table", 0, ["a"]) == 1
    store.close()


def test_what_is_no_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("these are my holiday notes\n" * 100)
    with pytest.raises(StoreFailed, match="not a database") as caught:
        SqliteStore(path)
    assert caught.value.details["path"] == str(path)
    assert path.read_text().startswith("these are my")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match="cannot be made"):
        SqliteStore(tmp_path / "file" / "binokel.db")


def test_reading_a_broken_file_is_told(path: Path) -> None:
    store = SqliteStore(path)
    with store._engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE entry")
    with pytest.raises(StoreFailed, match="no such table"):
        store.read("table")
    with pytest.raises(StoreFailed, match="no such table"):
        store.append("table", 0, ["a"])
    store.close()


# --- migrations ---------------------------------------------------------------------------------


def test_the_newest_migration_is_the_one_that_the_program_expects() -> None:
    assert ScriptDirectory.from_config(alembic_config()).get_heads() == [tables.HEAD]


def test_the_migrations_make_the_tables_that_the_program_uses(path: Path, tmp_path: Path) -> None:
    SqliteStore(path).close()
    made, wanted = create_engine(f"sqlite:///{path}"), create_engine(f"sqlite:///{tmp_path}/x.db")
    tables.metadata.create_all(wanted)
    for name in ("stream", "entry"):
        one, two = inspect(made), inspect(wanted)
        assert str(one.get_columns(name)) == str(two.get_columns(name))
        assert one.get_pk_constraint(name) == two.get_pk_constraint(name)
        assert one.get_foreign_keys(name) == two.get_foreign_keys(name)
        assert one.get_unique_constraints(name) == two.get_unique_constraints(name)
    made.dispose()
    wanted.dispose()


START = """
import sys
from pathlib import Path
from binokel.store.sqlite import SqliteStore
SqliteStore(Path(sys.argv[1])).close()
print("alembic" in sys.modules)
"""


def test_where_nothing_is_to_migrate_the_start_is_quick(path: Path) -> None:
    command = [sys.executable, "-c", START, str(path)]
    outputs = [subprocess.check_output(command, text=True) for _ in range(2)]
    assert outputs == ["True\n", "False\n"]


def test_a_database_of_a_newer_program_is_refused_and_stays_as_it_is(path: Path) -> None:
    SqliteStore(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
    connection.close()
    with pytest.raises(StoreFailed, match=r"0999.*newer version") as caught:
        SqliteStore(path)
    assert caught.value.details["version"] == "0999"


def test_several_that_start_on_a_new_folder_at_once_migrate_once(path: Path) -> None:
    command = [sys.executable, "-c", START, str(path)]
    processes = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
