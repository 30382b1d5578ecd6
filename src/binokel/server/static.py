"""The page and its files, as Vite has built them."""

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, Response

from binokel.server.answers import language, refused
from binokel.server.faults import own_fault

FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""

ASK = "no-cache"
"""For all others: a browser keeps them, but asks whether they are still the same."""

_TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}


def page_routes(page: Path) -> APIRouter:
    """Return the routes of a built page in a folder."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/", methods=["GET", "HEAD"])
    @router.api_route("/t/{table}", methods=["GET", "HEAD"])
    @router.api_route("/rules/{name}", methods=["GET", "HEAD"])
    @router.api_route("/glossary", methods=["GET", "HEAD"])
    async def index(request: Request) -> Response:
        path = page / "index.html"
        if not path.is_file():
            return refused(own_fault("not_built", language(request)))
        return sent(request, path, ASK)

    @router.api_route("/{path:path}", methods=["GET", "HEAD"])
    async def file(request: Request, path: str) -> Response:
        found = inside(page, path)
        if found is None:
            return refused(own_fault("unknown_page", language(request)))
        return sent(request, found, FOREVER if path.startswith("assets/") else ASK)

    return router


def sent(request: Request, path: Path, kept: str) -> Response:
    """Return a file, or that the browser's copy is still the same."""
    headers = {"Cache-Control": kept}
    file = FileResponse(path, 200, headers, media_type(path), stat_result=path.stat())
    if request.headers.get("if-none-match") != file.headers["etag"]:
        return file
    return Response(status_code=304, headers={**headers, "ETag": file.headers["etag"]})


def inside(folder: Path, name: str) -> Path | None:
    """Return a file below a folder, None if there is none or the name leads out of it."""
    if "\0" in name or "\\" in name:
        return None
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except OSError:  # no file can be called so: the name is too long
        return None


def media_type(path: Path) -> str:
    """Return the type of a file, as it is on every system."""
    return _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
