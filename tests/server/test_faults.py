"""What goes wrong at a connection or before the first deal, and how it is told."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from binokel.engine.actions import Pass
from binokel.errors import KernelMissing
from binokel.rules.catalog import find_ruleset
from binokel.server import socket
from binokel.server.faults import STATUS, fault_of
from binokel.server.socket import Page as Served
from binokel.server.table.journal import Course, PersonSeat, opened
from binokel.server.table.table import Table
from binokel.server.table.typescript import declarations
from binokel.server.table.wire import Act, NextDeal
from tests.server.house import ANNA, Here, Page, house, served
from tests.server.test_non_interference import Ear, Forgetful, until_heard

ROOT = Path(__file__).parents[2]


async def closing(page: Page) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as caught:
        await page.until(lambda _: False)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason


@served
async def test_a_page_that_takes_no_messages_is_sent_away_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        with monkeypatch.context() as small:
            small.setattr(socket, "MOST_WAITING", 0)
            async with server.page(table, None) as page:
                for _ in range(3):
                    await page.send({"type": "hello", "person": ANNA})
                assert await closing(page) == (1013, "slow")
        async with server.page(table) as page:
            await page.turn()


@served
async def test_a_fault_at_a_connection_ends_it_and_is_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("inner matters")

    async with house(tmp_path) as server:
        table = await server.open()
        with monkeypatch.context() as wrong:
            wrong.setattr(Served, "_greet", broken)
            async with server.page(table, None) as page:
                await page.send({"type": "hello", "person": ANNA})
                assert await closing(page) == (1011, "fault")
        async with server.page(table) as page:
            await page.turn()
    assert "inner matters" in caplog.text


@served
async def test_a_page_that_vanishes_is_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        name = await server.open(deals=100)
        async with server.page(name) as stays:
            async with server.page(name) as vanishes:
                table = await server.tables.find(name)
                assert len(table.listeners) == 2
                vanishes.socket.transport.abort()
            while len(table.listeners) > 1:
                await asyncio.sleep(0.01)
            await stays.play(lambda page: page.view["match"]["number"] == 2)


@served
async def test_before_the_first_deck_is_shuffled_nothing_can_be_done(tmp_path: Path) -> None:
    del tmp_path
    seats = (PersonSeat("Anna", "x"), PersonSeat("Bert", "y"))
    table = Table("t", Course(opened(find_ruleset("zu-zweit"), seats)), Forgetful(), Here())  # type: ignore[arg-type]
    table._go_on = lambda: None  # type: ignore[method-assign] # chance waits
    ear = Ear(0, "de")
    for message in (Act(1, Pass()), NextDeal(1)):
        await table.ask(ear, message)
    await until_heard(ear, 2)
    assert table.course.seq == 1
    await table.close()
    for refusal in ear.heard:
        assert b'"reason":"wrong_phase"' in refusal
        assert b"Abschnitt: Mischen" in refusal


def test_the_page_has_the_newest_form_of_the_messages() -> None:
    written = (ROOT / "web/src/lib/wire.ts").read_text(encoding="utf-8")
    assert written == declarations()


def test_the_form_of_the_messages_has_no_gaps() -> None:
    made: Any = declarations()
    assert "unknown;" not in made.replace("Record<string, unknown>;", "")
    assert "export type ToPage = " in made
    assert "export type FromPage = " in made


def test_a_missing_kernel_is_the_servers_own_lack_in_every_language() -> None:
    error = KernelMissing("the compiled kernel is missing: run …", what="stale")
    told = {fault_of(error, lang).message for lang in ("de", "en", "fr")}
    assert len(told) == 3
    assert error.message not in told
    assert STATUS[error.code] == 503
