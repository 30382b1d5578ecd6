"""A server in the test's own event loop, and pages that play at its tables."""

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from binokel.cli.ports import bound
from binokel.cli.serving import configured
from binokel.server.app import create_app
from binokel.server.lobby.tables import Tables
from binokel.server.settings import Settings
from binokel.workers import Workers

P = ParamSpec("P")
R = TypeVar("R")

ANNA, BERT = "a" * 32, "b" * 32
PATIENCE_S = 20.0
CLIENTS = ThreadPoolExecutor(16)
"""Threads of the clients: those of the event loop are the server's."""


def served(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test in an event loop."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), 120))

    return run


class Here(Workers):
    """Workers that need no processes: the work is done in a thread, which is quicker to start."""

    def __init__(self) -> None:
        super().__init__(1)

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(work, *args, **kwargs)

    async def run_patiently(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.to_thread(work, *args, **kwargs)

    def start(self) -> None:
        pass


class Answer(NamedTuple):
    """What came back from a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an error, whose shape is checked on the way."""
        assert set(self.json) == {"error"}
        error = self.json["error"]
        assert set(error) == {"code", "message", "details"}
        assert error["message"]
        return str(error["code"])


class House:
    """A running server."""

    def __init__(self, port: int, tables: Tables) -> None:
        self.port = port
        self.tables = tables

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        person: str | None = ANNA,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Send a request; bytes go as they are, everything else as JSON."""
        content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        sent = {"Authorization": f"Bearer {person}"} if person is not None else {}
        how = (method, path, content, sent | (headers or {}))
        return await asyncio.get_running_loop().run_in_executor(CLIENTS, self._ask, *how)

    def _ask(
        self, method: str, path: str, content: bytes | None, headers: dict[str, str]
    ) -> Answer:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.request(method, path, content, headers)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    async def get(self, path: str, **how: Any) -> Answer:
        return await self.ask("GET", path, **how)

    async def post(self, path: str, body: object, **how: Any) -> Answer:
        return await self.ask("POST", path, body, **how)

    async def open(self, rules: str = "stammtisch", *, person: str = ANNA, **wish: object) -> str:
        """Open a table and return its name."""
        wanted = {"rules": rules, "name": "Anna", "players": ["uniform"], **wish}
        answer = await self.post("/api/tables", wanted, person=person)
        assert answer.status == 200, answer.body
        return str(answer.json["table"])

    @asynccontextmanager
    async def page(
        self, table: str, person: str | None = ANNA, **hello: object
    ) -> AsyncIterator["Page"]:
        """Open a page at a table, as a browser does; without a person it says no hello."""
        url = f"ws://{self.host}/api/tables/{table}/socket"
        async with connect(url, max_size=None, compression=None) as socket:
            page = Page(socket)
            if person is not None:
                await page.send({"type": "hello", "person": person, **hello})
                await page.hear("update")
            yield page


class Page:
    """A page at a table; `last` is its newest update."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.last: dict[str, Any] = {}
        self.updates: list[dict[str, Any]] = []
        self.notices: list[dict[str, Any]] = []

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.last["view"]
        return view

    @property
    def seq(self) -> int:
        return int(self.last["seq"])

    @property
    def is_on(self) -> bool:
        """Whether the own seat is to act."""
        return bool(self.view["to_act"] == self.view["you"])

    async def send(self, message: object) -> None:
        await self.socket.send(message if isinstance(message, str) else json.dumps(message))

    async def next(self) -> dict[str, Any]:
        """Return the next message."""
        async with asyncio.timeout(PATIENCE_S):
            raw = await self.socket.recv()
        message: dict[str, Any] = json.loads(raw)
        if message["type"] == "update":
            self.last = message
            self.updates.append(message)
        if message["type"] == "notice":
            self.notices.append(message)
        return message

    async def hear(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while (message := await self.next())["type"] != kind:
            pass
        return message

    async def until(self, wanted: Callable[["Page"], bool]) -> None:
        """Take in updates until something is so."""
        while not wanted(self):
            await self.hear("update")

    async def turn(self) -> None:
        """Wait until the own seat is to act, or the deal is over."""
        await self.until(lambda page: page.is_on or page.view["phase"] == "over")

    async def act(self, action: dict[str, Any], seq: int | None = None) -> None:
        await self.send({"type": "act", "seq": self.seq if seq is None else seq, "action": action})

    async def refused(self, message: object) -> dict[str, Any]:
        """Send a message that is refused; return the error."""
        await self.send(message)
        refusal = await self.hear("refused")
        error: dict[str, Any] = refusal["error"]
        assert set(error) == {"code", "message", "details"}
        assert error["message"]
        return error

    async def do(self) -> None:
        """Do the first thing that the view offers, and wait for its update."""
        before = self.seq
        await self.act(first_action(self.view))
        await self.until(lambda page: page.seq > before)

    async def play(self, wanted: Callable[["Page"], bool]) -> None:
        """Play on until something is so."""
        while not wanted(self):
            if self.view["may_deal"]:
                await self.send({"type": "next_deal", "seq": self.seq})
                await self.hear("update")
            elif self.is_on:
                await self.do()
            else:
                await self.hear("update")


def first_action(view: dict[str, Any]) -> dict[str, Any]:
    """Return an action that the view offers, out of which a whole deal can be made."""
    choice = view["choices"][0]
    kind = choice["choice"]
    simple: dict[str, Callable[[], dict[str, Any]]] = {
        "cut": lambda: {"do": "no_cut"} if choice["may_leave"] else {"do": "cut", "n": 5},
        "bids": lambda: {"do": "bid", "value": choice["minimum"]} if _bids(view) else PASS,
        "dabb": lambda: {"do": "take"},
        "calls": lambda: {"do": "call", "card": choice["cards"][0]},
        "gives": lambda: {"do": "give", "card": choice["cards"][0]},
        "bury": lambda: (
            {"do": "bury_done"}
            if choice["may_finish"]
            else {"do": "bury", "card": choice["cards"][0]}
        ),
        "trumps": lambda: {"do": "trump", "suit": choice["suits"][0]},
        "melds": lambda: {
            "do": "meld",
            "melds": choice["best"],
            "buried_dix": choice["buried_dix"],
        },
        "cards": lambda: {"do": "play", "card": choice["cards"][0]},
        "signs": lambda: {"do": "sign"},
    }
    return simple[kind]()


PASS = {"do": "pass"}


def _bids(view: dict[str, Any]) -> bool:
    """Bid once where it must be done, or where nobody else has."""
    (choice,) = view["choices"]
    return choice["minimum"] is not None and (not choice["may_pass"] or choice["minimum"] < 200)


@asynccontextmanager
async def house(
    folder: Path, workers: Workers | None = None, page: Path | None = None
) -> AsyncIterator[House]:
    """Run a server on a data folder."""
    settings = Settings(folder) if page is None else Settings(folder, page)
    guard = create_app(settings, workers or Here())
    listening = bound("127.0.0.1", 0)
    assert listening is not None
    server = uvicorn.Server(configured(guard))
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started:
        assert not serving.done(), serving.result()
        await asyncio.sleep(0.005)
    try:
        yield House(listening.getsockname()[1], guard.app.state.tables)
    finally:
        server.should_exit = True
        await serving
