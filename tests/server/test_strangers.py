"""Those who mean no good: other names for this server, silence, half a request, floods."""

import asyncio
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from binokel.cli import serving
from binokel.server import socket
from binokel.server.guard import is_one_of
from binokel.server.table import table as table_module
from tests.server.house import ANNA, House, house, served

LOCAL = frozenset({"localhost", "stube"})


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:8731", "127.0.0.1:1", "192.168.2.7", "[::1]:8731", "Stube:80"],
)
def test_an_address_in_digits_or_an_own_name_means_this_server(host: str) -> None:
    assert is_one_of(LOCAL, [host])


@pytest.mark.parametrize(
    "hosts",
    [
        [],
        [""],
        ["evil.example"],
        ["localhost.evil.example"],
        ["127.0.0.1.evil.example"],
        ["[::1"],
        ["1"],
        ["evil.example:8731"],
        ["localhost", "evil.example"],
        ["127.0.0.1", "127.0.0.1"],
    ],
)
def test_no_other_name_means_this_server(hosts: list[str]) -> None:
    assert not is_one_of(LOCAL, hosts)


@served
async def test_a_foreign_name_that_leads_here_is_told_and_gets_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        foreign = {"Host": f"evil.example:{server.port}"}
        for path in ("/", "/api/health", "/api/tables", f"/t/{table}", "/nothing"):
            answer = await server.get(f"{path}?lang=en", headers=foreign)
            assert (answer.status, answer.code) == (421, "foreign_host")
            assert "--host" in answer.json["error"]["message"]
            assert "default-src 'none'" in answer.headers["content-security-policy"]
        posted = await server.post("/api/tables", {}, headers=foreign)
        assert posted.status == 421
        assert (await server.get("/api/health", headers={"Host": "localhost"})).status == 200


@served
async def test_a_socket_by_a_foreign_name_is_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        url = f"ws://evil.example:{server.port}/api/tables/{table}/socket"
        with pytest.raises(InvalidStatus) as refused:
            async with connect(url, host="127.0.0.1", port=server.port, origin=None):
                pass
        assert refused.value.response.status_code == 421


# --- silence ------------------------------------------------------------------------------------


@served
async def test_a_page_that_never_says_who_it_is_is_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "HELLO_S", 0.1)
    async with house(tmp_path) as server:
        table = await server.open()
        async with server.page(table) as guest, server.page(table, None) as silent:
            await silent.send({"type": "next_deal", "seq": 1})  # chatter is no hello
            with pytest.raises(ConnectionClosed) as closed:
                await silent.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1013, "no hello")
            await guest.turn()


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n"
        b"Authorization: Bearer " + ANNA.encode() + b"\r\n\r\n{",
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /half",
    ],
)
def test_a_connection_that_asks_nothing_whole_is_closed(
    sent: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "REQUEST_S", 0.1)

    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(sent)
            await asyncio.wait_for(reader.read(), 3)
            writer.close()
            table = await server.open()
            async with server.page(table) as page:
                await asyncio.sleep(0.3)
                await page.turn()

    scenario()
    assert caplog.text == ""


# --- floods -------------------------------------------------------------------------------------


@served
async def test_a_page_that_leaves_before_its_hello_is_answered_is_not_kept(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        name = await server.open(deals=100)
        async with server.page(name) as stays:
            await stays.turn()
            table = await server.tables.find(name)
            await _with_a_busy_table(server, name)
            while not table._inbox.empty():
                await asyncio.sleep(0.01)
            assert len(table.listeners) == 1


async def _with_a_busy_table(server: House, name: str) -> None:
    """Come and go while the table does something else."""
    table = await server.tables.find(name)
    busy, answer = asyncio.Event(), table._answer

    async def slow(*what: object) -> None:
        await busy.wait()
        await answer(*what)  # type: ignore[arg-type]

    table._answer = slow  # type: ignore[method-assign, assignment]
    for _ in range(3):
        async with server.page(name, None) as page:
            await page.send({"type": "hello", "person": ANNA})
            await asyncio.sleep(0.1)
    await asyncio.sleep(0.1)
    busy.set()


@served
async def test_a_flood_fills_no_memory_and_the_others_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "MOST_ASKED", 4)
    async with house(tmp_path) as server:
        name = await server.open(deals=100)
        async with server.page(name) as page, server.page(name) as wild:
            table = await server.tables.find(name)
            longest = 0

            async def listen() -> None:
                async for _ in wild.socket:
                    nonlocal longest
                    longest = max(longest, table._inbox.qsize())

            async with asyncio.TaskGroup() as group:
                listening = group.create_task(listen())
                for _ in range(500):
                    await wild.send({"type": "next_deal", "seq": 0})
                await page.play(lambda page: page.view["phase"] == "over")
                listening.cancel()
            assert 0 < longest <= 4
