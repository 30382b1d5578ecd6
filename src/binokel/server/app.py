"""The whole server, wired."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

from binokel import __version__
from binokel.errors import BinokelError
from binokel.server.answers import language, refused
from binokel.server.api import api_routes
from binokel.server.faults import fault_of, own_fault
from binokel.server.guard import Guard
from binokel.server.lobby.tables import Tables
from binokel.server.settings import Settings, data_id
from binokel.server.static import page_routes
from binokel.server.table.bots import warm
from binokel.store.sqlite import SqliteStore
from binokel.workers import Workers

WARM_AFTER_S = 0.5
"""The page comes first, then the processes in which the players think."""

_log = logging.getLogger(__name__)


def create_app(settings: Settings, workers: Workers | None = None) -> Guard:
    """Return the server's application; without `workers` it has its own.

    Raises:
        StoreFailed: the journals cannot be opened.
    """
    store = SqliteStore(settings.journals)
    workers = workers or Workers(settings.n_workers, warm)
    tables = Tables(store, workers)

    @asynccontextmanager
    async def life(_app: FastAPI) -> AsyncIterator[None]:
        warming = asyncio.get_running_loop().call_later(WARM_AFTER_S, workers.start)
        try:
            yield
        finally:
            warming.cancel()
            await tables.close()
            workers.close()
            await asyncio.to_thread(store.close)

    app = FastAPI(
        title="Binokel",
        version=__version__,
        lifespan=life,
        docs_url=None,  # these pages would fetch their scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.tables = tables
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=6)
    _add_faults(app)
    app.include_router(api_routes(tables, data_id(settings.folder)))
    app.include_router(page_routes(settings.page))
    # Outermost: what tells of a fault in the server goes through it, too.
    return Guard(app, [settings.host])


def _add_faults(app: FastAPI) -> None:
    """Give every error the one shape."""

    @app.exception_handler(BinokelError)
    async def known(request: Request, error: BinokelError) -> Response:
        return refused(fault_of(error, language(request)))

    @app.exception_handler(HTTPException)
    async def by_status(request: Request, error: HTTPException) -> Response:
        code = "method_not_allowed" if error.status_code == 405 else "unknown_page"
        answered = refused(own_fault(code, language(request)))
        answered.headers.update(error.headers or {})
        return answered

    @app.exception_handler(Exception)
    async def unknown(request: Request, _error: Exception) -> Response:
        return refused(own_fault("fault", language(request)))
