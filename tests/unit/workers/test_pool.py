"""Worker processes: warm, replaced when they die, and never in the way."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from binokel.arena.refused import ArenaRefused, Fault
from binokel.engine.actions import Pass
from binokel.errors import (
    BinokelError,
    IllegalAction,
    KernelMissing,
    MissingText,
    Reason,
    RuleSetError,
    TooBusy,
    UnfitPlayer,
    WorkerDied,
)
from binokel.workers import Workers
from binokel.workers.slots import MOST_PATIENT, Slots

T = TypeVar("T")
WARM: list[str] = []


def warm() -> None:
    WARM.append("warm")


def is_warm() -> list[str]:
    return WARM


def pid() -> int:
    return os.getpid()


def add(one: int, *, two: int) -> int:
    return one + two


def fail() -> None:
    raise ValueError("the work has a fault of its own")


def time_out() -> None:
    raise TimeoutError("the work waited for something")


def die() -> None:
    os._exit(3)


def die_once(mark: Path) -> str:
    """End the process at the first time, not at the second."""
    if mark.exists():
        return "done"
    mark.touch()
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def hang_once(mark: Path) -> str:
    """Take forever at the first time, not at the second."""
    if not mark.exists():
        mark.touch()
        time.sleep(60)
    return "done"


async def begun(mark: Path) -> None:
    """Wait until work has begun that leaves a mark."""
    while not mark.exists():
        await asyncio.sleep(0.01)


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def with_workers(scenario: Callable[[Workers], Awaitable[T]], size: int = 1) -> T:
    async def run() -> T:
        workers = Workers(size, warm)
        try:
            return await scenario(workers)
        finally:
            workers.close()

    return asyncio.run(run())


def is_running(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # gone before or while it is read
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_work_is_done_in_another_process_that_is_warm() -> None:
    async def scenario(workers: Workers) -> None:
        assert await workers.run(pid) != os.getpid()
        assert await workers.run(add, 1, two=2) == 3
        assert await workers.run(is_warm) == ["warm"]

    with_workers(scenario)
    assert WARM == []


def test_all_processes_start_before_they_are_needed() -> None:
    async def scenario(workers: Workers) -> None:
        assert workers.pids() == []
        workers.start()
        before = workers.pids()
        assert len(before) == 2
        assert await workers.run(pid) in before
        assert workers.pids() == before

    with_workers(scenario, size=2)


def test_a_fault_of_the_work_is_raised_and_its_process_lives_on() -> None:
    async def scenario(workers: Workers) -> None:
        first = await workers.run(pid)
        with pytest.raises(ValueError, match="fault of its own"):
            await workers.run(fail)
        with pytest.raises(TimeoutError, match="waited for something"):
            await workers.run(time_out)
        assert await workers.run(pid) == first
        assert workers.n_deaths == 0

    with_workers(scenario)


def test_a_process_that_dies_is_replaced_and_its_work_done_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(workers: Workers) -> None:
        told: list[int] = []
        workers.on_death = lambda: told.append(workers.n_deaths)
        assert await workers.run(die_once, tmp_path / "mark") == "done"
        assert told == [1]

    with_workers(scenario)
    assert "a worker process died" in caplog.text


def test_all_who_waited_for_a_dead_process_get_their_work_done_and_it_is_told_once() -> None:
    async def scenario(workers: Workers) -> None:
        workers.start()
        (old,) = workers.pids()
        work = [asyncio.create_task(workers.run(sleep, 0.2)) for _ in range(3)]
        await asyncio.sleep(0.05)
        os.kill(old, signal.SIGKILL)
        done = await asyncio.gather(*work)
        assert set(done) == set(workers.pids()) != {old}
        assert workers.n_deaths == 1

    with_workers(scenario)


def test_work_that_always_ends_its_process_is_given_up() -> None:
    async def scenario(workers: Workers) -> None:
        with pytest.raises(WorkerDied, match=r"test_pool\.die has ended 3 processes"):
            await workers.run(die)
        assert workers.n_deaths == 3
        assert await workers.run(add, 1, two=1) == 2

    with_workers(scenario)


def test_work_that_takes_too_long_is_ended_and_given_up() -> None:
    async def scenario(workers: Workers) -> None:
        await workers.run(pid)
        workers.limit_s = 0.3
        workers.start()
        started = time.monotonic()
        with pytest.raises(WorkerDied):
            await workers.run(sleep, 60.0)
        assert time.monotonic() - started < 10
        workers.limit_s = 30.0
        assert await workers.run(add, 2, two=2) == 4

    with_workers(scenario)


def test_work_that_waits_behind_what_takes_too_long_is_done_all_the_same(tmp_path: Path) -> None:
    async def scenario(workers: Workers) -> None:
        await workers.run(pid)
        workers.limit_s = 1.5
        slow = asyncio.create_task(workers.run(hang_once, tmp_path / "mark"))
        await begun(tmp_path / "mark")
        workers.limit_s = 60.0
        others = [asyncio.create_task(workers.run(add, n, two=0)) for n in range(4)]
        assert await asyncio.gather(slow, *others) == ["done", 0, 1, 2, 3]
        assert workers.n_deaths == 1

    with_workers(scenario)


def test_work_that_nobody_waits_for_any_more_takes_nothing_from_the_others(tmp_path: Path) -> None:
    async def scenario(workers: Workers) -> None:
        await workers.run(pid)
        first = asyncio.create_task(workers.run(hang_once, tmp_path / "mark"))
        left, stays = (asyncio.create_task(workers.run(add, n, two=0)) for n in (1, 2))
        await begun(tmp_path / "mark")
        left.cancel()
        os.kill(workers.pids()[0], signal.SIGKILL)
        assert list(await asyncio.gather(first, stays)) == ["done", 2]

    with_workers(scenario)


def test_closing_tells_all_who_wait_and_starts_nothing_anew() -> None:
    async def scenario(workers: Workers) -> None:
        await workers.run(pid)
        work = [asyncio.create_task(workers.run(sleep, 60.0)) for _ in range(4)]
        await asyncio.sleep(0.1)
        workers.close()
        ended = await asyncio.gather(*work, return_exceptions=True)
        assert all(isinstance(error, WorkerDied) for error in ended), ended
        assert workers.pids() == []
        assert workers.n_deaths == 0

    with_workers(scenario)


def test_the_event_loop_goes_on_while_work_is_done() -> None:
    async def scenario(workers: Workers) -> int:
        work = asyncio.create_task(workers.run(sleep, 0.3))
        beats = 0
        while not work.done():
            await asyncio.sleep(0.005)
            beats += 1
        return beats

    assert with_workers(scenario) > 20


def test_closing_ends_the_processes_at_once_and_is_allowed_twice() -> None:
    async def scenario(workers: Workers) -> list[int]:
        workers.close()
        workers.start()
        work = asyncio.create_task(workers.run(sleep, 60.0))
        await asyncio.sleep(0.05)
        started = workers.pids()
        work.cancel()
        workers.close()
        return started

    for process in with_workers(scenario, size=2):
        wait_for(lambda process=process: not is_running(process))  # type: ignore[misc]


MAIN = """
import asyncio, sys, time
from binokel.workers import Workers

async def main():
    workers = Workers(2)
    workers.start()
    await workers.run(abs, 1)
    print(*workers.pids(), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_the_one_that_started_it(how: signal.Signals, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(MAIN)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, program], stdout=pipe, stderr=pipe, text=True) as main:
        assert main.stdout is not None
        assert main.stderr is not None
        processes = [int(word) for word in main.stdout.readline().split()]
        assert len(processes) == 2
        main.send_signal(how)
        assert main.stderr.read() == "", "what is left behind is cleaned up in silence"
        main.wait()
    wait_for(lambda: not any(map(is_running, processes)))


def test_ctrl_c_is_for_the_one_who_serves() -> None:
    async def scenario(workers: Workers) -> None:
        before = await workers.run(pid)
        os.kill(before, signal.SIGINT)
        assert await workers.run(pid) == before

    with_workers(scenario)


ERRORS = [
    IllegalAction(Reason.NOT_IN_HAND, "not there", action=Pass(), seat=2, card="EA"),
    ArenaRefused("line", path="a", line=3, fault=Fault("seat", {})),
    RuleSetError("too many", "deal.hand", most=12),
    UnfitPlayer("unknown rule", unknown="deal.stock"),
    KernelMissing("missing", what="stale"),
    MissingText("no such text", key="a"),
]


def refuse(number: int) -> None:
    raise ERRORS[number]


def test_an_error_of_any_signature_comes_back_as_it_was_raised() -> None:
    async def all_of(workers: Workers) -> list[BaseException]:
        works = [workers.run(refuse, number) for number in range(len(ERRORS))]
        return [e for e in await asyncio.gather(*works, return_exceptions=True) if e]

    workers = Workers(1)
    try:
        found = asyncio.run(all_of(workers))
    finally:
        workers.close()
    assert workers.n_deaths == 0
    for here, there in zip(ERRORS, found, strict=True):
        assert isinstance(there, BinokelError)
        assert type(there) is type(here)
        assert (str(there), there.args, there.to_dict()) == (str(here), here.args, here.to_dict())
        assert repr(vars(there)) == repr(vars(here))


class Queue:
    """Who has been let in, in order; each stays until it is told to go."""

    def __init__(self, size: int) -> None:
        self.slots = Slots(size)
        self.let_in: list[str] = []
        self.waiting: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        """Come one after the other; names with p are patient."""
        for name in names:
            self.waiting[name] = asyncio.create_task(self._wait(name))
            await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _wait(self, name: str) -> None:
        await self.slots.take(is_patient=name.startswith("p"))
        self.let_in.append(name)

    async def go(self, name: str) -> list[str]:
        """Leave a place; return who has come in for it."""
        before = len(self.let_in)
        self.slots.give(is_patient=name.startswith("p"))
        for _ in range(3):
            await asyncio.sleep(0)
        return self.let_in[before:]


def test_the_patient_wait_for_the_hurried_and_never_have_every_place() -> None:
    async def scenario() -> None:
        queue = Queue(2)
        await queue.come("p0", "p1", "h0", "p2", "h1", "h2")
        assert queue.let_in == ["p0", "h0"]
        assert await queue.go("h0") == ["h1"]
        assert await queue.go("p0") == ["h2"]
        assert await queue.go("h1") == ["p1"]
        assert await queue.go("h2") == []
        await queue.come("h3")
        assert queue.let_in[-1] == "h3"
        assert await queue.go("h3") == []
        assert await queue.go("p1") == ["p2"]

    asyncio.run(scenario())


def test_the_only_place_is_for_the_patient_too() -> None:
    async def scenario() -> None:
        queue = Queue(1)
        await queue.come("p0", "p1", "h0")
        assert queue.let_in == ["p0"]
        assert await queue.go("p0") == ["h0"]
        assert await queue.go("h0") == ["p1"]

    asyncio.run(scenario())


def test_too_many_patient_ones_are_told_to_come_again() -> None:
    async def scenario() -> None:
        queue = Queue(1)
        await queue.come("h0", *(f"p{n}" for n in range(MOST_PATIENT)))
        with pytest.raises(TooBusy, match="32 others wait"):
            await queue.slots.take(is_patient=True)
        queue.waiting["p0"].cancel()
        await queue.come("p32")
        assert await queue.go("h0") == ["p1"]
        for task in queue.waiting.values():
            task.cancel()
        await asyncio.gather(*queue.waiting.values(), return_exceptions=True)

    asyncio.run(scenario())


def test_a_place_that_comes_free_for_somebody_who_has_just_left_goes_to_the_next() -> None:
    async def scenario() -> None:
        queue = Queue(1)
        await queue.come("h0", "p0", "p1")
        queue.slots.give(is_patient=False)
        queue.waiting["p0"].cancel()
        await queue.waiting["p1"]
        assert queue.let_in == ["h0", "p1"]

    asyncio.run(scenario())


def test_patient_work_is_done_like_any_other() -> None:
    async def scenario(workers: Workers) -> None:
        works = [workers.run_patiently(add, n, two=1) for n in range(5)]
        assert await asyncio.gather(*works) == [1, 2, 3, 4, 5]
        with pytest.raises(ValueError, match="fault of its own"):
            await workers.run_patiently(fail)

    with_workers(scenario)


def test_the_time_limit_counts_from_the_beginning_and_not_while_work_waits() -> None:
    async def scenario(workers: Workers) -> None:
        await workers.run(pid)
        workers.limit_s = 2.0
        works = [asyncio.create_task(workers.run(sleep, 0.8)) for _ in range(3)]
        await asyncio.gather(*works)
        assert workers.n_deaths == 0

    with_workers(scenario)
