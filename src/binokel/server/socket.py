"""The socket between one page and a table."""

import asyncio
import logging
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from binokel.cards.notation import Lang, SuitStyle
from binokel.errors import BinokelError, NotSeated
from binokel.server.auth import person_of
from binokel.server.faults import STATUS, Misfit, own_fault
from binokel.server.lobby.tables import Tables
from binokel.server.table.speech import refusal
from binokel.server.table.table import Table
from binokel.server.table.wire import FromPage, Hello, Refusal

GONE = 0  # the page has closed it
FAULT = 1011
TRY_LATER = 1013
UNAVAILABLE = 503
OWN_CODES = 4000
"""Closing codes of our own are this and an HTTP status: the page does not try again."""

MOST_WAITING = 400
"""So many messages may wait for a slow page before it is sent away to come again."""

HELLO_S = 10.0
"""So long a page may take to say who it is before it is sent away to come again."""

_log = logging.getLogger(__name__)
_decoder = msgspec.json.Decoder(FromPage)
_encode = msgspec.json.Encoder().encode


class Page:
    """One page: what it reads in, whose seat it has, and what waits to be sent to it."""

    def __init__(self, websocket: WebSocket, name: str, tables: Tables) -> None:
        self.websocket = websocket
        self.name = name
        self.tables = tables
        self.table: Table | None = None
        self.seat = -1
        self.lang: Lang = "de"
        self.suits: SuitStyle = "württemberg"
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._closing: tuple[int, str] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the page still takes messages."""
        return self._closing is None

    def send(self, message: bytes) -> None:
        """Take a message for the page; a page that takes none for long is sent away."""
        if not self.is_open:
            return
        if self._waiting.qsize() < MOST_WAITING:
            self._waiting.put_nowait(message)
        else:
            self.end(TRY_LATER, "slow")

    def end(self, code: int, reason: str) -> None:
        """Close the connection behind what waits to be sent."""
        if self.is_open:
            self._closing = (code, reason)
            self._waiting.put_nowait(None)

    async def serve(self) -> None:
        """Serve the page until it leaves or is sent away."""
        await self.websocket.accept()
        reading = asyncio.create_task(self._read())
        waiting = asyncio.get_running_loop().call_later(HELLO_S, self._end_strangers)
        try:
            await self._write()
        except WebSocketDisconnect:
            return  # it has left while something was on its way
        finally:
            waiting.cancel()
            self.end(GONE, "")
            if self.table is not None:
                self.table.leave(self)
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)

    def _end_strangers(self) -> None:
        if self.table is None:
            self.end(TRY_LATER, "no hello")

    async def _write(self) -> None:
        while (message := await self._waiting.get()) is not None:
            await self.websocket.send_text(message.decode())
        code, reason = self._closing or (FAULT, "")
        if code != GONE:
            await self.websocket.close(code, reason)

    async def _read(self) -> None:
        try:
            while True:
                await self._hear(await self.websocket.receive())
        except WebSocketDisconnect:
            self.end(GONE, "")
        except Exception:  # a fault of ours; the page comes again
            _log.exception("the socket of a page failed")
            self.end(FAULT, "fault")

    async def _hear(self, received: Any) -> None:
        """Answer one message, also one that is none."""
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", FAULT))
        try:
            message = decoded(received)
            if isinstance(message, Hello):
                await self._greet(message)
            elif self.table is None:
                self._refuse(Refusal(0, own_fault("hello_first", self.lang)))
            else:
                await self.table.ask(self, message)
        except BinokelError as error:
            seq = 0 if self.table is None else self.table.course.seq
            self._refuse(refusal(error, (self.lang, self.suits), seq, ()))
            if (status := STATUS.get(error.code)) is not None:  # there is no table to go on with
                self.end(TRY_LATER if status == UNAVAILABLE else OWN_CODES + status, error.code)

    async def _greet(self, hello: Hello) -> None:
        """Find the page's seat.

        Raises:
            NoPerson: its secret is none.
            UnknownTable: there is no such table.
            StoreFailed: its journal cannot be read.
            NotSeated: the person has no seat there.
        """
        self.lang, self.suits = hello.lang, hello.suits
        person = person_of(hello.person)
        table = await self.tables.find(self.name)
        seat = table.course.seat_of(person)
        if seat is None:
            raise NotSeated("this person has no seat here", table=self.name)
        self.table, self.seat = table, seat
        await table.ask(self, hello)

    def _refuse(self, message: Refusal) -> None:
        self.send(_encode(message))


def decoded(received: Any) -> FromPage:
    """Return the message that a page has sent.

    Raises:
        Misfit: it is none.
    """
    data = received.get("text")
    if data is None:
        data = received.get("bytes") or b""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise Misfit("message", fault=str(error)) from None


def is_own_origin(connection: HTTPConnection) -> bool:
    """Tell whether a connection is of our page, or of a program that names none."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == connection.headers.get("host", "").lower()
