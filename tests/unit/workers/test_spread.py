"""Pieces of work on some processes: done once each, and nothing is left when a run ends early."""

import gc
import multiprocessing
import time
from functools import partial

import pytest

from binokel.workers.spread import spread
from tests.unit.workers.test_pool import is_running, wait_for


def halved(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def slow(number: int) -> int:
    time.sleep(0.1)
    return number


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_each_piece_is_done_once(workers: int) -> None:
    assert sorted(spread(halved, [2, 4, 6, 8], workers)) == [1, 2, 3, 4]
    assert list(spread(halved, [], workers)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_of_the_work_is_raised(workers: int, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ValueError, match="is odd"):
        list(spread(halved, [1, 3, 5, 7, 9, 11], workers))
    gc.collect()
    assert not caplog.records


def ask_for_a_while(fault: type[BaseException], processes: set[int | None]) -> None:
    for n_done, _ in enumerate(spread(slow, range(50), 2)):
        processes |= {process.pid for process in multiprocessing.active_children()}
        if n_done > 2:
            raise fault


@pytest.mark.parametrize("fault", [KeyboardInterrupt, ValueError])
def test_nothing_under_way_is_left_when_the_one_who_asks_leaves(
    fault: type[BaseException], caplog: pytest.LogCaptureFixture
) -> None:
    """Tasks that are destroyed before their end are told on stderr, behind the last words."""
    processes = set[int | None]()
    with pytest.raises(fault):
        ask_for_a_while(fault, processes)
    gc.collect()
    assert not caplog.records
    assert len(processes) >= 2
    for process in processes:
        wait_for(partial(is_gone, process))


def is_gone(process: int | None) -> bool:
    assert process is not None
    return not is_running(process)
