"""The conformance kit of stores: what every store of journals must keep to."""

import threading
from collections.abc import Callable
from typing import TypeVar

from binokel.errors import StaleSequence, StoreFailed
from binokel.store.base import Store

E = TypeVar("E", bound=Exception)

Opener = Callable[[], Store]
"""Opens the store; called again after `close`, it opens the same one."""


def check_store(opened: Opener) -> None:
    """Check a new store in everything that does not need a fault of the machine.

    Raises:
        AssertionError: the store breaks a promise of `binokel.store.base.Store`.
    """
    for check in (
        check_order,
        check_staleness,
        check_names,
        check_texts,
        check_keeping,
        check_many_writers,
        check_closing,
    ):
        check(opened)


def check_order(opened: Opener) -> None:
    """Entries come back in order, from any place on."""
    store = opened()
    assert store.read("order") == []
    assert store.append("order", 0, ["a", "b"]) == 2
    assert store.append("order", 2, ["c"]) == 3
    assert store.append("order", 3, []) == 3
    assert store.read("order") == ["a", "b", "c"]
    assert store.read("order", 1) == ["b", "c"]
    assert store.read("order", 3) == []
    assert store.read("order", most=1) == ["a"]
    assert store.read("order", 1, most=9) == ["b", "c"]
    assert store.read("order", most=0) == []
    store.close()


def check_staleness(opened: Opener) -> None:
    """Whoever is wrong about the length is told, and changes nothing."""
    store = opened()
    store.append("stale", 0, ["a"])
    for wrong in (0, 2, -1):
        stale = _refused(StaleSequence, store, "stale", wrong)
        assert (stale.expected, stale.actual) == (wrong, 1)
    _refused(StaleSequence, store, "never", 1)
    assert store.read("stale") == ["a"]
    assert store.streams("never") == []
    futures = [store.submit("stale", n, [str(n)]) for n in (1, 1, 2)]
    assert [futures[0].result(), futures[2].result()] == [2, 3]
    assert isinstance(futures[1].exception(), StaleSequence)
    assert store.read("stale") == ["a", "1", "2"]
    store.close()


def check_names(opened: Opener) -> None:
    """Streams are found by the exact beginning of their names."""
    store = opened()
    for name in ("n/B", "n/a", "N/a", "n%", "n_x", "nöx", "m"):
        store.append(name, 0, [name])
    assert [stream.name for stream in store.streams("n/")] == ["n/B", "n/a"]
    assert [stream.name for stream in store.streams("n_")] == ["n_x"]
    assert [stream.name for stream in store.streams("n%")] == ["n%"]
    assert {"m", "N/a", "nöx"} <= {stream.name for stream in store.streams()}
    (stream,) = store.streams("m")
    assert stream.seq == 1
    before = stream.updated_ms
    store.append("m", 1, ["again"])
    assert store.streams("m")[0].updated_ms >= before > 1_500_000_000_000
    store.close()


def check_texts(opened: Opener) -> None:
    """Every text comes back as it was."""
    texts = ["", "ü ß 🂡", 'quote " and \\', "line\nbreak", "x" * 100_000, "'; drop table entry; --"]
    store = opened()
    store.append("texts", 0, texts)
    assert store.read("texts") == texts
    store.close()


def check_keeping(opened: Opener) -> None:
    """What was acknowledged is there after closing and opening."""
    store = opened()
    store.append("kept", 0, ["a"])
    waiting = [store.submit("kept", n, [str(n)]) for n in range(1, 50)]
    store.close()
    assert [future.result() for future in waiting] == list(range(2, 51))
    store = opened()
    assert len(store.read("kept")) == 50
    store.close()


def check_many_writers(opened: Opener) -> None:
    """Of several who write at once each gets in, and nothing is lost or twice."""
    store = opened()

    def write(mark: str) -> None:
        seq = done = 0
        while done < 20:
            try:
                seq = store.append("many", seq, [f"{mark}{done}"])
            except StaleSequence as stale:
                seq = stale.actual
            else:
                done += 1

    threads = [threading.Thread(target=write, args=(mark,)) for mark in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = store.read("many")
    assert sorted(found) == sorted(f"{mark}{n}" for mark in "abcd" for n in range(20))
    for mark in "abcd":
        assert [e for e in found if e[0] == mark] == [f"{mark}{n}" for n in range(20)]
    store.close()


def check_closing(opened: Opener) -> None:
    """A closed store takes nothing more; closing again does no harm."""
    store = opened()
    store.close()
    store.close()
    _refused(StoreFailed, store, "closed", 0)


def _refused(kind: type[E], store: Store, stream: str, seq: int) -> E:
    """Return the error with which a store refuses an entry."""
    try:
        store.append(stream, seq, ["x"])
    except kind as error:
        return error
    raise AssertionError(f"{stream} took an entry behind {seq} ones: {kind.__name__} was due")
