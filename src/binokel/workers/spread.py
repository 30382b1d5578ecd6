"""Pieces of work on some processes, given back in the order in which they are finished."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from binokel.workers.pool import Workers

LIMIT_S = 3600.0
"""A piece of work that takes longer than this counts as dead."""

T = TypeVar("T")
R = TypeVar("R")


def spread(
    work: Callable[[T], R],
    tasks: Sequence[T],
    workers: int,
    on_death: Callable[[], object] = int,
) -> Iterator[R]:
    """Yield what a module's function makes of each task; one worker is this process.

    Raises:
        WorkerDied: a process died each time that a task was tried.
    """
    if workers == 1 or len(tasks) < 2:
        yield from map(work, tasks)
        return
    pool = Workers(min(workers, len(tasks)), limit_s=LIMIT_S, on_death=on_death)
    loop, waiting = asyncio.new_event_loop(), iter(tasks)
    ended: set[asyncio.Task[R]] = set()
    running: set[asyncio.Task[R]] = set()
    try:
        while True:
            for task in islice(waiting, pool.size + 1 - len(running)):
                running.add(loop.create_task(pool.run(work, task)))
            if not running:
                return
            when = asyncio.FIRST_COMPLETED
            ended, running = loop.run_until_complete(asyncio.wait(running, return_when=when))
            for future in ended:
                yield future.result()
    finally:
        loop.run_until_complete(_cancelled(running | ended))
        pool.close()
        loop.close()


async def _cancelled(begun: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel all that is under way, and hear what has ended.

    What the workers have begun goes on without whoever waits for it, so it is cancelled itself.
    """
    under_way = asyncio.all_tasks() - {asyncio.current_task()}
    for task in under_way:
        task.cancel()
    await asyncio.gather(*under_way, *begun, return_exceptions=True)
