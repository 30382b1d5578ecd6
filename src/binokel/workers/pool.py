"""Worker processes that are started before they are needed and replaced when they die.

A piece of work is a function of a module with arguments that can be pickled, and must not
change anything: when its process dies it is simply done again by another one.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from typing import Any, ParamSpec, TypeVar

from binokel.errors import WorkerDied
from binokel.workers.slots import Slots

P = ParamSpec("P")
R = TypeVar("R")

MOST_TRIES = 3
"""So often a piece of work is begun when its process dies."""

_log = logging.getLogger(__name__)
_spawn = multiprocessing.get_context("spawn")
_LEFT_BEHIND = "ignore:resource_tracker:UserWarning"
"""What Python says to programmers when it cleans up after a program that was killed."""


class Workers:
    """A few processes that do work for an asyncio program.

    `warm` runs once in each process before its first work: it imports what the work needs.
    `on_death` is called in the event loop each time that processes died and were replaced.
    Work that takes longer than `limit_s` counts as dead; its processes are ended. What waits for
    a free process does not count yet.
    """

    def __init__(
        self,
        size: int,
        warm: Callable[[], object] = int,
        *,
        limit_s: float = 60.0,
        on_death: Callable[[], object] = int,
    ) -> None:
        self.size = size
        self.limit_s = limit_s
        self.on_death = on_death
        self.n_deaths = 0
        self._warm = warm
        self._pool: _Pool | None = None
        self._slots = Slots(size)

    def start(self) -> None:
        """Start the processes now; otherwise the first work does."""
        self._running().warm_up()

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what the work returns, or raise what it raises.

        Raises:
            WorkerDied: its process died or took too long, each time that it was tried, or the
                workers were closed.
        """
        await self._slots.take(is_patient=False)
        return await self._in_place(self._done(work, *args, **kwargs), is_patient=False)

    async def run_patiently(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what work returns that comes behind all that is `run`.

        Raises:
            WorkerDied: see `run`.
            TooBusy: too much of it waits already.
        """
        await self._slots.take(is_patient=True)
        return await self._in_place(self._done(work, *args, **kwargs), is_patient=True)

    async def _in_place(self, doing: Coroutine[Any, Any, R], *, is_patient: bool) -> R:
        """Do work, and give its place back when it is done, whether or not somebody waits."""

        def ended(task: "asyncio.Task[R]") -> None:
            self._slots.give(is_patient=is_patient)
            if not task.cancelled():
                task.exception()  # who has left does not ask for it

        task = asyncio.create_task(doing)
        task.add_done_callback(ended)
        return await asyncio.shield(task)

    async def _done(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Have the work done, by another process where one dies of it."""
        name, n_ended = f"{work.__module__}.{work.__qualname__}", 0
        while n_ended < MOST_TRIES:
            pool = self._running()
            try:
                future = pool.submit(work, *args, **kwargs)
                if await _has_ended(future, self.limit_s):
                    return future.result()
            except BrokenProcessPool:
                if self._pool is None:
                    raise WorkerDied(f"{name}: the workers were closed", work=name) from None
                n_ended += not pool.is_overdue  # else it was the fault of other work
                self._replace(pool, "died")
            else:
                n_ended += 1
                pool.is_overdue = True
                self._replace(pool, f"took longer than {self.limit_s} s")
        raise WorkerDied(f"{name} has ended {MOST_TRIES} processes: look there", work=name)

    def pids(self) -> list[int]:
        """Return the process ids of the workers that have started."""
        return [] if self._pool is None else self._pool.pids()

    def close(self) -> None:
        """End all processes; work that runs or waits raises WorkerDied."""
        pool, self._pool = self._pool, None
        self._slots.turn_away()
        if pool is not None:
            pool.end()

    def _running(self) -> "_Pool":
        if self._pool is None:
            self._pool = _Pool(self.size, self._warm)
        return self._pool

    def _replace(self, broken: "_Pool", why: str) -> None:
        """Replace processes that died; of several who notice only the first one does it."""
        if broken is not self._pool:
            return
        self._pool = None
        self.n_deaths += 1
        _log.warning("a worker process %s; they are started anew", why)
        broken.end()
        self.start()
        self.on_death()


class _Pool:
    """One executor and its processes; `is_overdue` where work in it has taken too long."""

    def __init__(self, size: int, warm: Callable[[], object]) -> None:
        self.is_overdue = False
        self._size = size
        self._processes: set[BaseProcess] = set()
        _start_cleaner()
        self._executor = ProcessPoolExecutor(size, _spawn, _begin, (warm,))

    def submit(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> "Future[R]":
        before = set(multiprocessing.active_children())
        with _no_interrupts():
            future = self._executor.submit(work, *args, **kwargs)
        # The executor starts its processes in `submit`, in this thread, and names them nowhere.
        self._processes |= set(multiprocessing.active_children()) - before
        return future

    def warm_up(self) -> None:
        for _ in range(self._size):
            self.submit(_nothing)

    def pids(self) -> list[int]:
        return sorted(process.pid for process in self._processes if process.pid is not None)

    def end(self) -> None:
        """End the processes without waiting; whoever waits is told that they are broken."""
        self._executor.shutdown(wait=False)
        for process in self._processes:
            process.kill()


def _start_cleaner() -> None:
    """Start the process that cleans up, silently, if this one is killed.

    It takes the filters of warnings along as they are now; the workers shall not.
    """
    if sys.platform == "win32":  # nothing is left behind there
        return
    sys.warnoptions.append(_LEFT_BEHIND)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(_LEFT_BEHIND)


async def _has_ended(future: "Future[R]", limit_s: float) -> bool:
    """Wait for a future, but not longer than a limit; tell whether it has ended.

    It is never cancelled, as `wrap_future` would: an executor that breaks with cancelled work in
    its queue dies of that (Python 3.11) and tells none of the others.
    """
    loop, ended = asyncio.get_running_loop(), asyncio.Event()

    def tell(_future: object) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(ended.set)

    future.add_done_callback(tell)
    with suppress(TimeoutError):
        await asyncio.wait_for(ended.wait(), limit_s)
    return future.done()


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Let processes that start here never see Ctrl-C: it is meant for their parent."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(warm: Callable[[], object]) -> None:
    """Prepare a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    warm()


def _end_with_parent() -> None:
    """End when the process that started this one is gone: it can not tell any more."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


def _nothing() -> None:
    """Do nothing: by the time it is done the process has started."""
