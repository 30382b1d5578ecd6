"""One browser and one server for all tests; a context, and so a person, for each."""

import uuid
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.chromium import QUIET, find_chromium
from tests.e2e.desk import Desk, Wishes
from tests.e2e.server import ROOT, Server

Desks = Callable[..., Desk]
SERVERS: list[Server] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        report.sections += [(f"server {server.url}", server.log()) for server in SERVERS]
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        yield chromium
        chromium.close()


def start(home: Path) -> Server:
    """Start a server on the built page."""
    if not (ROOT / "src/binokel/server/web_dist/index.html").is_file():
        pytest.fail("the page is not built; `python run.py setup` builds it")
    server = Server(home)
    SERVERS.append(server)
    server.start()
    return server


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests that leave it alone."""
    server = start(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill and start again."""
    server = start(tmp_path / "server")
    yield server
    server.stop()
    SERVERS.remove(server)


@pytest.fixture
def desks(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Desks]:
    """Make browser contexts, each a new person; at the end each must have been free of errors."""
    if "own_server" in request.fixturenames:
        request.getfixturevalue("own_server")  # set up first, it ends after the pages
    opened: list[Desk] = []

    def make(server: Server | None = None, **wishes: Any) -> Desk:
        served = server or request.getfixturevalue("shared_server")
        desk = Desk(browser, served, f"person-{uuid.uuid4().hex}", Wishes(**wishes))
        opened.append(desk)
        return desk

    yield make
    for desk in opened:
        desk.close()
    for desk in opened:
        desk.guard.check()
