"""What a store of journals is.

A stream is a list of entries that only grows; its `seq` is how many it has. Whoever appends
says how long he believes the stream to be: of two who write at the same time only one can be
right, and the other one is told. Undo, audit, conflict and safety from crashes come from this.
"""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple, Protocol


class Stream(NamedTuple):
    """A stream: how many entries it has, and when the last one was written (ms since 1970)."""

    name: str
    seq: int
    updated_ms: int


class Store(Protocol):
    """Journals by name. All methods may be called from any thread."""

    def append(self, stream: str, expected_seq: int, entries: Sequence[str]) -> int:
        """Write entries behind the first `expected_seq` ones; return the new length.

        They are kept, also through a power cut, when it returns.

        Raises:
            StaleSequence: the stream has another length; nothing was written.
            StoreFailed: they could not be written.
        """

    def submit(self, stream: str, expected_seq: int, entries: Sequence[str]) -> Future[int]:
        """Append without waiting: the future ends as `append` does."""

    def read(self, stream: str, from_seq: int = 0, most: int | None = None) -> list[str]:
        """Return the entries behind the first `from_seq` ones; of an unknown stream none.

        With `most` it stops after so many.

        Raises:
            StoreFailed: they cannot be read.
        """

    def streams(self, prefix: str = "") -> list[Stream]:
        """Return all streams whose names begin so, by name.

        Raises:
            StoreFailed: they cannot be read.
        """

    def close(self) -> None:
        """Write what is waiting, then let go of everything; closing twice is allowed."""
