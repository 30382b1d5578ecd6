"""A page at a table, as far as the table knows it."""

from typing import Protocol

import msgspec

from binokel.cards.notation import Lang, SuitStyle
from binokel.server.table.wire import ToPage

encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """A page at the table: whose seat it is, its language, and the way to it."""

    seat: int
    lang: Lang
    suits: SuitStyle

    @property
    def is_open(self) -> bool:
        """Whether the page still takes messages."""

    def send(self, message: bytes) -> None:
        """Take a message for the page; this never waits."""


def send(listener: Listener, message: ToPage) -> None:
    """Send a message to one page."""
    listener.send(encode(message))
