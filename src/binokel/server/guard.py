"""What goes around every answer: whose server is meant, and what binds a browser to our files."""

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from binokel.server.answers import language, refused
from binokel.server.faults import own_fault

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


LOCAL = "localhost"


class Guard:
    """Lets in who means this server, and adds the headers to every answer.

    A name of somebody else that leads to this computer would make his page one of ours for the
    browser; so only addresses in digits are answered, `localhost`, and the names in `hosts`.
    The API's answers are kept by nobody.
    """

    def __init__(self, app: Starlette, hosts: Collection[str] = ()) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in (LOCAL, *hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back with the headers."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        is_asked = is_one_of(self.hosts, Headers(scope=scope).getlist("host"))

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if is_asked:
            await self.app(scope, receive, guarded)
        else:
            await _turn_away(scope, receive, guarded)


def is_one_of(hosts: Collection[str], given: list[str]) -> bool:
    """Tell whether a request's `Host` is one address in digits, or a name in `hosts`.

    >>> is_one_of({"localhost"}, ["LocalHost:80"]), is_one_of((), ["[::1]:80"])
    (True, True)
    >>> is_one_of({"localhost"}, ["localhost.example"]), is_one_of((), [])
    (False, False)
    """
    try:
        (host,) = given
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:  # none, several, or brackets that do not fit
        return False
    return name in hosts or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a request that means another server."""
    answer = refused(own_fault("foreign_host", language(HTTPConnection(scope))))
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await answer(scope, receive, send)
