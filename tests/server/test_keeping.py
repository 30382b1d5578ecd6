"""What was done is kept: through restarts, kills, full disks and a second server."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from binokel.cli.ports import bound
from binokel.errors import JournalUnreadable, StoreFailed
from binokel.locales import text
from binokel.rules.catalog import find_ruleset
from binokel.server.lobby import tables as tables_module
from binokel.server.lobby.tables import Tables
from binokel.server.table import journal
from binokel.server.table import table as table_module
from tests.server.house import ANNA, BERT, Here, House, Page, house, served


def may_play(page: Page) -> bool:
    """Whether the own seat is in the middle of a trick."""
    return page.is_on and page.view["phase"] == "play" and page.view["trick"]["cards"] != []


def journal_of(server: House, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.tables.store.read(f"table/{table}")]


@served
async def test_after_a_restart_the_match_goes_on_at_the_same_card(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(may_play)
            before = page.last
    async with house(tmp_path) as server, server.page(table) as page:
        assert page.seq == before["seq"]
        assert page.view == before["view"]
        await page.do()
        later = page.view["match"]["number"] + 2  # no card may have been played in the first ones
        await page.play(lambda page: page.view["match"]["number"] == later)


@served
async def test_the_journal_says_by_what_rules_and_who_played(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open("kreuzbinokel", players=["heuristic"])
        async with server.page(table) as page:
            await page.turn()
        first, shuffle, *_ = journal_of(server, table)
        assert first["entry"] == "opened"
        assert first["format"] == 1
        assert first["rules"]["id"] == "kreuzbinokel"
        assert first["rules_hash"].startswith("sha256:")
        assert first["seats"][0]["who"] == "person"
        assert first["seats"][1] == {
            "who": "player",
            "name": "Karle",
            "player": "heuristic",
            "version": first["seats"][1]["version"],
        }
        assert ANNA not in json.dumps(first)
        assert (shuffle["entry"], shuffle["seat"]) == ("done", -1)
        assert len(shuffle["action"]["order"]) == 40


@served
async def test_cards_come_from_the_system_and_not_from_the_seed(tmp_path: Path) -> None:
    orders = set()
    async with house(tmp_path) as server:
        for _ in range(5):
            table = await server.open()
            async with server.page(table) as page:
                await page.until(lambda page: page.seq > 1)
            orders.add(tuple(journal_of(server, table)[1]["action"]["order"]))
    assert len(orders) == 5


# --- stored before told -------------------------------------------------------------------------


class Watched:
    """A store that a test may stop, or let fail, before or after it has written."""

    def __init__(self, tables: Tables) -> None:
        self.real = tables.store
        self.n_failing = 0
        self.fails_person = True
        self.lose_answer = False
        self.gate: Future[None] | None = None
        tables.store = self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def submit(self, stream: str, expected_seq: int, entries: Sequence[str]) -> Future[int]:
        if self.n_failing and (json.loads(entries[0])["seat"] < 1) == self.fails_person:
            self.n_failing -= 1
            failed: Future[int] = Future()
            failed.set_exception(StoreFailed("the disk is full"))
            return failed
        done = self.real.submit(stream, expected_seq, entries)
        if self.gate is None and not self.lose_answer:
            return done
        never: Future[int] = Future()
        if self.gate is not None:
            self.gate.add_done_callback(lambda _: never.set_result(done.result()))
        return never


@served
async def test_nobody_is_told_before_it_is_stored(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        store = Watched(server.tables)
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(may_play)
            before = page.seq
            store.gate = Future()
            await page.act({"do": "play", "card": page.view["choices"][0]["cards"][0]})
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(page.next(), 0.3)
            gate, store.gate = store.gate, None
            gate.set_result(None)
            assert (await page.hear("update"))["seq"] == before + 1


@served
async def test_a_crash_between_storing_and_telling_loses_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        store = Watched(server.tables)
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(may_play)
            before, card = page.seq, page.view["choices"][0]["cards"][0]
            store.lose_answer = True
            await page.act({"do": "play", "card": card})
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(page.next(), 0.3)
        stored = journal_of(server, table)
        assert stored[-1] == {"entry": "done", "seat": 0, "action": {"do": "play", "card": card}}
    async with house(tmp_path) as server, server.page(table) as page:
        assert page.seq >= before + 1
        await page.play(lambda page: page.view["may_deal"])


@served
async def test_what_cannot_be_stored_is_refused_and_may_be_done_again(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        store = Watched(server.tables)
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(may_play)
            before = page.last
            store.n_failing = 1
            card = page.view["choices"][0]["cards"][0]
            message = {"type": "act", "seq": page.seq, "action": {"do": "play", "card": card}}
            error = await page.refused(message)
            assert error["code"] == "store_failed"
            assert "sichern" in error["message"]
            async with server.page(table) as other:
                assert other.last["view"] == before["view"]
            await page.send(message)
            assert (await page.hear("update"))["seq"] == before["seq"] + 1


@served
async def test_a_players_move_that_cannot_be_stored_is_tried_again_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(table_module, "PATIENCE_S", 0.05)
    async with house(tmp_path) as server:
        store = Watched(server.tables)
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(may_play)
            store.n_failing, store.fails_person = 2, False
            await page.play(lambda page: len(page.notices) == 2)
            assert {notice["code"] for notice in page.notices} == {"store_failed"}
            page.updates.clear()
            await page.turn()
    assert "the disk is full" in caplog.text


@served
async def test_a_second_server_that_goes_on_with_the_match_is_noticed(tmp_path: Path) -> None:
    async with house(tmp_path) as one, house(tmp_path) as two:
        table = await one.open(deals=100)
        async with one.page(table) as here:
            await here.play(may_play)
            async with two.page(table) as there:
                assert there.view == here.view
                await there.do()
                card = here.view["choices"][0]["cards"][0]
                await here.act({"do": "play", "card": card})
                seen = [await here.next(), await here.next()]
                assert [message["type"] for message in seen] == ["update", "refused"]
                assert seen[1]["error"]["code"] == "stale_sequence"
                assert here.seq > there.updates[0]["seq"]
                await here.play(lambda page: page.view["may_deal"])


@served
async def test_a_player_that_is_overtaken_by_a_second_server_gives_way(tmp_path: Path) -> None:
    async with house(tmp_path) as one, house(tmp_path) as two:
        table = await one.open(deals=100)
        async with one.page(table) as here, two.page(table) as there:
            await asyncio.gather(here.turn(), there.turn())
            while here.seq != there.seq:  # both have played for the others, one of them in vain
                await asyncio.wait_for(here.next() if here.seq < there.seq else there.next(), 10)
            assert here.view == there.view


# --- killed -------------------------------------------------------------------------------------

PROGRAM = Path(sys.executable).with_name("binokel")


class Process:
    """`binokel serve` as a process."""

    def __init__(self, folder: Path, port: int) -> None:
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--no-browser", "--port", str(port), "--lang", "en"],
            env={**os.environ, "BINOKEL_HOME": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()
        assert self.first_line.startswith("The table is ready:"), self.first_line

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def end(self, how: signal.Signals) -> str:
        """End it politely; return what it has printed."""
        self.process.send_signal(how)
        output, _ = self.process.communicate(timeout=10)
        return str(output)


def free_port() -> int:
    found = bound("127.0.0.1", 0)
    assert found is not None
    with found:
        return int(found.getsockname()[1])


@served
async def test_a_server_killed_in_mid_trick_goes_on_at_the_same_card(tmp_path: Path) -> None:
    port = free_port()
    server = House(port, None)  # type: ignore[arg-type]
    process = await asyncio.to_thread(Process, tmp_path, port)
    table = await server.open(players=["heuristic"], deals=100)
    async with server.page(table) as page:
        await page.play(may_play)
        before = page.last
        process.kill()
    process = await asyncio.to_thread(Process, tmp_path, port)
    async with server.page(table) as page:
        assert page.last["seq"] == before["seq"]
        assert page.view == before["view"]
        await page.do()
        await page.play(lambda page: page.view["may_deal"])
        assert page.notices == []
    output = await asyncio.to_thread(process.end, signal.SIGINT)
    assert "Everything is saved" in output
    assert "Traceback" not in output
    assert process.process.returncode == 0


@served
async def test_the_players_decide_the_same_after_a_restart(tmp_path: Path) -> None:
    """Cut the journal behind an action of the person: the others do again what they did."""
    async with house(tmp_path / "one") as server:
        table = await server.open(players=["heuristic"], deals=100)
        async with server.page(table) as page:
            await page.play(lambda page: page.view["match"]["number"] == 3)
        lines = server.tables.store.read(f"table/{table}")
    seats = [json.loads(line).get("seat", -1) for line in lines]
    cuts = [n for n in range(1, len(seats)) if seats[n - 1] == 0 and seats[n] > 0]
    async with house(tmp_path / "two") as server:
        store = server.tables.store
        for cut in cuts[::4]:
            store.append(f"table/{cut}", 0, lines[:cut])
            async with server.page(str(cut)) as page:
                await page.turn()
            again = store.read(f"table/{cut}")
            assert len(again) > cut
            assert again == lines[: len(again)]


# --- damaged ------------------------------------------------------------------------------------


@served
async def test_a_damaged_journal_is_told_and_the_others_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as server:
        good = await server.open()
        bad = await server.open()
        async with server.page(bad) as page:
            await page.turn()
    async with house(tmp_path) as server:
        store = server.tables.store
        store.append(f"table/{bad}", len(store.read(f"table/{bad}")), ['{"entry":"torn'])
        async with server.page(bad, None) as page:
            error = await page.refused({"type": "hello", "person": ANNA})
            assert error["code"] == "journal_unreadable"
            assert f"table {bad}: a journal has an entry that is none" in caplog.text
            with pytest.raises(ConnectionClosed) as closed:
                await page.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4500
        lines = {line["table"]: line for line in (await server.get("/api/tables")).json["tables"]}
        assert lines[bad]["line"].startswith("Dieser Tisch lässt sich nicht lesen")
        assert lines[good]["line"].startswith("Spiel 1: Anna 0")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["{}"], "no first entry"),
        (["[" * 100_000], "no first entry"),
        (['{"format":1}'], "an entry that is none"),
        (['{"entry":"done","seat":0,"action":{"do":"pass"}}'], "no first entry"),
        (['{"format":1,"entry":"done","seat":0,"action":{"do":"pass"}}'], "does not begin"),
        (["FORMAT 2"], "format 2, but this version of the program reads 1"),
        (['{"format":0,"entry":"begun"}'], "format 0"),
        (["OTHER RULES"], "do not fit their hash"),
        (["NO RULES"], "do not fit"),
        (["ONE SEAT"], "do not fit"),
        (["OPENED", "OPENED"], "of nobody to act"),
        (["OPENED", '{"entry":"done","seat":0,"action":{"do":"pass"}}'], "of nobody to act"),
        (["OPENED", '{"entry":"done","seat":-1,"action":{"do":"pass"}}'], "entry 2"),
        (["OPENED", '{"entry":"done","seat":-1,"action":{"do":"undo"}}'], "an entry that is none"),
    ],
)
def test_a_journal_that_makes_no_sense_is_refused(lines: list[str], why: str) -> None:
    seats = (journal.PersonSeat("Anna", "x"), journal.player_seat("Karle", "uniform"))
    start = journal.opened(find_ruleset("zu-zweit"), seats)
    rules = start.rules | {"match": {"ends": "target", "target": 5}}
    replace = msgspec.structs.replace
    texts = {
        "OTHER RULES": journal.encode(replace(start, rules=rules)),
        "NO RULES": journal.encode(replace(start, rules={"id": "x"})),
        "ONE SEAT": journal.encode(replace(start, seats=seats[:1])),
        "OPENED": journal.encode(start),
        "FORMAT 2": journal.encode(start).replace('"format":1', '"format":2'),
    }
    with pytest.raises(JournalUnreadable, match=why):
        journal.rebuilt([texts.get(line, line) for line in lines])


# --- whose tables -------------------------------------------------------------------------------


@served
async def test_a_person_finds_its_tables_again_the_newest_first(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        first = await server.open("stammtisch", deals=1)
        second = await server.open("kreuzbinokel", name="Änne")
        foreign = await server.open(person=BERT)
        await asyncio.sleep(0.01)
        async with server.page(first) as page:
            await page.play(lambda page: page.view["match"]["finished"])
    async with house(tmp_path) as server:
        listed = (await server.get("/api/tables?lang=en")).json["tables"]
        assert [line["table"] for line in listed] == [first, second]
        assert listed[0]["finished"]
        assert not listed[1]["finished"]
        assert listed[1]["title"] == text("rules.title.kreuzbinokel", "en")
        assert listed[1]["seats"][0] == "Änne"
        assert listed[1]["line"].startswith("Deal 1: Änne")
        assert listed[0]["updated"].endswith("+00:00")
        assert (await server.get("/api/tables?lang=en")).json["tables"] == listed
        theirs = (await server.get("/api/tables", person=BERT)).json["tables"]
        assert [line["table"] for line in theirs] == [foreign]
        assert (await server.get("/api/tables", person="c" * 32)).json == {"tables": []}


@served
async def test_a_list_wakes_nobody_up(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        async with server.page(table):
            pass
    workers = Here()
    async with house(tmp_path, workers) as server:
        await server.get("/api/tables")
        assert server.tables._awake == {}


@served
async def test_a_rematch_is_for_the_same_people_by_the_same_rules(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open("souabe-4", name="Berta", players=["uniform"], deals=7)
        answer = await server.post(f"/api/tables/{table}/rematch", {})
        again = answer.json["table"]
        one, two = journal_of(server, table)[0], journal_of(server, again)[0]
        assert again != table
        assert two["seed"] != one["seed"]
        assert {**two, "seed": 0, "first_dealer": 0} == {**one, "seed": 0, "first_dealer": 0}
        listed = (await server.get("/api/tables")).json["tables"]
        assert [line["table"] for line in listed] == [again, table]
        async with server.page(again) as page:
            assert page.view["seats"][0]["name"] == "Berta"


@served
async def test_a_forgotten_table_is_off_the_list_until_it_is_played_at_again(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as server:
        keep, drop = await server.open(), await server.open()
        assert (await server.post(f"/api/tables/{drop}/forget", {})).json == {}
        assert [t["table"] for t in (await server.get("/api/tables")).json["tables"]] == [keep]
        async with server.page(drop) as page:
            assert page.seq
    async with house(tmp_path) as server:
        assert [t["table"] for t in (await server.get("/api/tables")).json["tables"]] == [keep]


@served
async def test_two_pages_that_open_tables_at_once_both_get_theirs(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        tables = await asyncio.gather(*[server.open() for _ in range(8)])
        listed = (await server.get("/api/tables")).json["tables"]
        assert sorted(line["table"] for line in listed) == sorted(tables)


@served
async def test_tables_that_nobody_looks_at_leave_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "MOST_AWAKE", 2)
    monkeypatch.setattr(tables_module, "KEEP_S", 0.0)
    async with house(tmp_path) as server:
        names = [await server.open() for _ in range(5)]
        async with server.page(names[0]) as stays:
            await stays.turn()
            for name in names[1:]:
                async with server.page(name) as page:
                    await page.turn()
                await asyncio.sleep(0.05)
            assert names[0] in server.tables._awake
            assert len(server.tables._awake) <= 3
            await stays.do()
        async with server.page(names[1]) as page:
            assert page.is_on
