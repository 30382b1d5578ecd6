"""Running a plan: on some processes, stopped and gone on with at any time."""

import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import msgspec

from binokel.arena.machine import commit, machine
from binokel.arena.plan import Plan
from binokel.arena.playing import Played, Times, play_unit
from binokel.arena.refused import ArenaRefused
from binokel.arena.rows import Row, line_of, read_units, write_all, write_whole
from binokel.workers.spread import spread

Progress = Callable[[int, int], None]
"""Is told how many units of how many are done."""


def run(
    plan: Plan,
    path: Path,
    *,
    workers: int = 1,
    resume: bool = False,
    progress: Progress,
    on_death: Callable[[], object] = int,
) -> list[Row]:
    """Play what is missing of a plan, and return all rows.

    The file then holds them in their order. `on_death` is called when processes died and were
    replaced; what they played is played again.
    Rows are written as they come, so that a run that is stopped (KeyboardInterrupt goes on to
    the caller) can be resumed. Beside the file, `NAME.runs.json` tells machine, commit and times
    of each run.

    Raises:
        ArenaRefused: the file exists and is not to be resumed, or it or its times cannot be.
        WorkerDied: a process died each time that a unit was tried.
    """
    if path.exists() and not path.is_file():
        raise ArenaRefused("no_file", path=path)
    if path.exists() and path.stat().st_size and not resume:
        raise ArenaRefused("exists", path=path)
    runs = _read_runs(path)
    done = read_units(path, plan.head, plan.rules, plan.n_units) if path.exists() else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_all(path, plan.head, [row for rows in done.values() for row in rows])
    tasks = [
        plan.task(contest, unit)
        for unit in range(plan.n_units)
        for contest in plan.head.contests
        if (contest, unit) not in done
    ]
    rows = [row for kept in done.values() for row in kept]
    total = plan.n_units * len(plan.head.contests)
    log = _Log(path, runs, workers)
    try:
        with path.open("ab") as file:
            for played in spread(play_unit, tasks, workers, on_death):
                file.write(b"".join(map(line_of, played.rows)))
                file.flush()
                rows += played.rows
                log.add(played)
                progress(total - len(tasks) + log.n_units, total)
    finally:
        log.write()
    write_all(path, plan.head, rows)
    return rows


class _Run(msgspec.Struct, forbid_unknown_fields=True):
    """One run."""

    began: str
    seconds: int | float
    units: int
    workers: int
    commit: str | None
    machine: dict[str, str | int]
    think_ms: dict[str, dict[str, int | float]]


class _Runs(msgspec.Struct):
    """What stands in the file beside the rows."""

    runs: list[_Run]


class _Log:
    """What one run did, for the file beside the rows."""

    def __init__(self, path: Path, runs: list[_Run], workers: int) -> None:
        self.n_units = 0
        self._path = path
        self._runs = runs
        self._workers = workers
        self._times: Times = defaultdict(list)
        self._began, self._start = datetime.now(UTC), time.monotonic()
        self._commit = commit()  # now: the source may change while this runs

    def add(self, played: Played) -> None:
        self.n_units += 1
        for name, values in played.times.items():
            self._times[name] += values

    def write(self) -> None:
        """Write the file anew; a run that played nothing leaves it as it is."""
        if not self.n_units:
            return
        this = _Run(
            began=self._began.isoformat(timespec="seconds"),
            seconds=round(time.monotonic() - self._start, 3),
            units=self.n_units,
            workers=self._workers,
            commit=self._commit,
            machine=machine(),
            think_ms={name: think(values) for name, values in sorted(self._times.items())},
        )
        content = msgspec.json.format(msgspec.json.encode(_Runs([*self._runs, this])), indent=1)
        write_whole(runs_path(self._path), content + b"\n")


def think(values: Sequence[float]) -> dict[str, int | float]:
    """Return number, median, 99th percentile and most of some think times.

    >>> think([1.0, 3.0, 2.0])
    {'n': 3, 'median': 2.0, 'p99': 3.0, 'most': 3.0}
    """
    ordered = sorted(values)
    rank = -(-99 * len(ordered) // 100)
    return {
        "n": len(ordered),
        "median": round(statistics.median(ordered), 4),
        "p99": round(ordered[rank - 1], 4),
        "most": round(ordered[-1], 4),
    }


def runs_path(path: Path) -> Path:
    """Return the file with machine, commit and times beside a result file."""
    return path.with_name(path.name + ".runs.json")


def _read_runs(path: Path) -> list[_Run]:
    beside = runs_path(path)
    if beside.exists() and not beside.is_file():
        raise ArenaRefused("no_file", path=beside)
    if not (path.exists() and beside.exists()):
        return []
    try:
        return msgspec.json.decode(beside.read_bytes(), type=_Runs).runs
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArenaRefused("runs", path=beside, error=error) from None


def last_run(path: Path) -> dict[str, Any] | None:
    """Return what the file beside the rows tells of the newest run, if any.

    Raises:
        ArenaRefused: the file is damaged.
    """
    runs = _read_runs(path)
    return cast("dict[str, Any]", msgspec.to_builtins(runs[-1])) if runs else None
