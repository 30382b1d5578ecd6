"""The tables of a person: a journal of its own says which there are."""

import asyncio

import msgspec

from binokel.errors import StaleSequence, StoreFailed
from binokel.store.base import Store

MOST_LISTED = 50
"""So many tables a person's list has at most: the newest ones."""


class Joined(msgspec.Struct, frozen=True, tag_field="entry", tag="joined"):
    """The person has a seat at a table."""

    table: str


class Forgot(msgspec.Struct, frozen=True, tag_field="entry", tag="forgot"):
    """The person wants a table off the list."""

    table: str


_decoder = msgspec.json.Decoder(Joined | Forgot)


async def note(store: Store, person: str, entry: Joined | Forgot) -> None:
    """Write an entry into a person's journal, behind whatever another page writes now.

    Raises:
        StoreFailed: it cannot be stored.
    """
    line = msgspec.json.encode(entry).decode()
    stream, seq = _stream(person), 0
    while True:
        try:
            await asyncio.wrap_future(store.submit(stream, seq, [line]))
        except StaleSequence as stale:
            seq = stale.actual
        else:
            return


async def tables_of(store: Store, person: str) -> list[str]:
    """Return a person's tables, the newest first, without those that it forgot.

    Raises:
        StoreFailed: they cannot be read.
    """
    lines = await asyncio.to_thread(store.read, _stream(person))
    names: dict[str, None] = {}
    try:
        entries = [_decoder.decode(line) for line in lines]
    except (msgspec.MsgspecError, RecursionError) as error:
        raise StoreFailed(f"the journal of a person has an entry that is none: {error}") from error
    for entry in entries:
        names.pop(entry.table, None)
        if isinstance(entry, Joined):
            names[entry.table] = None
    return list(reversed(names))


def _stream(person: str) -> str:
    return f"person/{person}"
