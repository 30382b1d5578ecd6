"""What must never happen on any page: errors, failed requests, a breach of the policy."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response

# A violation of the content security policy is an event, not always a line of the console.
TELL_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => console.error(
  `CSP ${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`));
"""
HARMLESS = {"blob", "data"}
LEFT = "net::ERR_ABORTED"  # the page was left or reloaded before the answer came


class Guard:
    """Listens to everything in a browser context and remembers what was wrong."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.wrong: list[str] = []
        self._url = url
        self._allowed: list[str] = []
        context.add_init_script(TELL_VIOLATIONS)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.wrong.append(f"exception: {error.error}"))
        context.on("request", self._request)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)
        context.on("page", self._page)

    def allow(self, pattern: str) -> None:
        """Do not count what matches: the test itself causes it."""
        self._allowed.append(pattern)

    def check(self) -> None:
        """Fail if anything was wrong that was not allowed."""
        wrong = [line for line in self.wrong if not any(re.search(p, line) for p in self._allowed)]
        assert wrong == [], "\n".join(wrong)

    def _page(self, page: Page) -> None:
        page.on("websocket", lambda socket: self._origin(socket.url.replace("ws", "http", 1)))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.wrong.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        self._origin(request.url)

    def _origin(self, url: str) -> None:
        if urlsplit(url).scheme not in HARMLESS and not url.startswith(f"{self._url}/"):
            self.wrong.append(f"request to another host: {url}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self.wrong.append(f"failed: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.wrong.append(f"status {response.status}: {response.url}")
