"""Running the server until somebody ends it."""

import logging
import signal
import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from binokel.server.app import create_app
from binokel.server.settings import MOST_BYTES, Settings

GRACE_S = 2
"""So long running requests have at the end."""


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
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE_S,
    )
