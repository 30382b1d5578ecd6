"""Running the server until somebody ends it."""

import asyncio
import logging
import signal
import socket
from collections.abc import Callable

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from binokel.server.app import create_app
from binokel.server.settings import MOST_BYTES, Settings

GRACE_S = 2
"""So long running requests have at the end."""

REQUEST_S = 10.0
"""A connection over which no request comes for so long, or half of one, is closed."""


class _Http(H11Protocol):
    """HTTP with a limit for those who connect and say nothing, or begin and never end."""

    _watch: asyncio.TimerHandle | None = None
    _seen: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to watch."""
        super().connection_made(transport)
        self._watch = self.loop.call_later(REQUEST_S, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Watch no more."""
        super().connection_lost(exc)
        assert self._watch is not None
        self._watch.cancel()

    def _look(self) -> None:
        """Close the connection if it has waited for the client since the last look."""
        if self not in self.connections:
            return  # it has become a socket, which watches itself
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self.cycle is self._seen:
            self.transport.close()
            return
        self._seen = self.cycle
        self._watch = self.loop.call_later(REQUEST_S, self._look)


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve on a bound socket until somebody ends it; `ready` is called at the start.

    Raises:
        StoreFailed: the journals cannot be opened.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    config = configured(create_app(settings))
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _Server(config, ready).run([listening])
    except KeyboardInterrupt:
        return  # what ended the server; it has closed everything


def configured(app: ASGIApp) -> uvicorn.Config:
    """Return how the application is served."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        http=_Http,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_S,
    )
