"""A person plays at a table: views, events, and one update an action."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from binokel.rules.catalog import names
from binokel.server.table.wire import ToPage, Update
from tests.server.house import ANNA, Here, Page, house, served


def is_over(page: Page) -> bool:
    return bool(page.view["phase"] == "over")


def match_is_over(page: Page) -> bool:
    return bool(page.view["match"]["finished"])


TWO_DEALS = ("stammtisch", "kreuzbinokel", "zu-zweit", "preisbinokel")
"""With these the next deal is wanted, too; the others would take long for nothing new."""


@pytest.mark.parametrize("rules", names())
def test_a_match_can_be_played_by_every_rule_set(rules: str, tmp_path: Path) -> None:
    n_deals = 2 if rules in TWO_DEALS else 1

    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            table = await server.open(rules, deals=n_deals)
            async with server.page(table) as page:
                await page.play(match_is_over)
                check_updates(page)
                assert len(page.view["match"]["deals"]) == n_deals
                assert page.view["match"]["result"]
                assert not page.view["may_deal"]
                assert page.notices == []

    scenario()


def check_updates(page: Page) -> None:
    """One update an entry of the journal, with its one event; each can be read as the wire's."""
    seqs = [update["seq"] for update in page.updates]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    for update in page.updates[1:]:
        read = msgspec.convert(update, ToPage)
        assert isinstance(read, Update)
        (event,) = read.events
        assert event.seat != -1
        assert all(event.text)
    assert page.updates[0]["events"] == []


@served
async def test_the_person_sits_in_front_and_the_others_have_names(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open("sechser", name="Karle", players=["heuristic"])
        async with server.page(table) as page:
            seats = page.view["seats"]
            assert page.view["you"] == 0
            assert [seat["name"] for seat in seats] == [
                "Karle", "Gretel", "Frieder", "Emma", "Eugen", "Rösle",
            ]  # fmt: skip
            assert [seat["player"] for seat in seats] == [None] + ["heuristic"] * 5
            assert len({seat["name"] for seat in seats}) == 6


@served
async def test_each_seat_may_have_another_player(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(players=["uniform", "heuristic"])
        async with server.page(table) as page:
            assert [seat["player"] for seat in page.view["seats"]] == [None, "uniform", "heuristic"]


@served
async def test_the_table_waits_for_the_next_deal_to_be_wanted(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=3)
        async with server.page(table) as page:
            await page.play(is_over)
            assert page.view["may_deal"]
            assert page.view["account"]["headline"]
            before = page.seq
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(page.next(), 0.2)
            await page.send({"type": "next_deal", "seq": before})
            update = await page.hear("update")
            assert update["seq"] == before + 1
            assert update["events"][0]["action"] == {"do": "shuffle", "order": None}
            assert update["events"][0]["seat"] is None
            assert page.view["match"]["number"] == 2
            assert page.view["account"] is None


@served
async def test_a_page_that_comes_again_gets_the_whole_table(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        async with server.page(table) as page:
            await page.turn()
            await page.do()
            await page.turn()
            before = page.last
        async with server.page(table) as page:
            assert page.seq == before["seq"]
            assert page.view == before["view"]
            assert page.last["events"] == []


@served
async def test_two_pages_at_one_seat_see_the_same(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        async with server.page(table) as one, server.page(table) as two:
            await one.turn()
            await two.until(lambda page: page.seq == one.seq)
            assert one.view == two.view
            one.updates.clear()
            two.updates.clear()
            await two.do()
            await two.turn()
            await one.until(lambda page: page.seq == two.seq)
            assert one.updates == two.updates != []


@served
async def test_a_page_may_leave_and_the_other_one_plays_on(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=1)
        async with server.page(table) as stays:
            async with server.page(table) as leaves:
                await leaves.turn()
            await stays.play(is_over)


@served
async def test_the_language_and_the_suits_may_change_at_any_time(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        async with server.page(table, lang="en", suits="french") as page:
            await page.turn()
            english = page.view["prompt"]
            await page.send({"type": "hello", "person": ANNA, "lang": "de"})
            await page.hear("update")
            assert page.view["prompt"] != english
            seqs = [update["seq"] for update in page.updates]
            await page.do()
            assert page.updates[len(seqs)]["events"][0]["text"]
            assert page.seq > seqs[-1]


@served
async def test_a_page_hears_each_update_once_however_often_it_says_hello(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=1)
        async with server.page(table) as page:
            await page.turn()
            for _ in range(3):
                await page.send({"type": "hello", "person": ANNA})
                await page.hear("update")
            page.updates.clear()
            before = page.seq
            await page.do()
            await page.turn()
            assert [update["seq"] for update in page.updates] == list(
                range(before + 1, page.seq + 1)
            )


class Slow(Here):
    """Workers that never come to an end until they are let."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()

    async def run(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        await self.gate.wait()
        return await super().run(work, *args, **kwargs)


@served
async def test_pages_are_answered_while_a_player_thinks(tmp_path: Path) -> None:
    workers = Slow()
    async with house(tmp_path, workers) as server:
        table = await server.open("souabe-3")
        async with server.page(table) as page:
            await page.until(lambda page: page.view["phase"] != "shuffle")
            while page.is_on:
                await page.do()
            assert (await page.refused({"type": "act", "seq": 1, "action": {"do": "pass"}}))["code"]
            async with server.page(table) as other:
                assert other.view == page.view
            workers.gate.set()
            await page.turn()


@served
async def test_the_others_play_on_while_nobody_looks(tmp_path: Path) -> None:
    workers = Slow()
    async with house(tmp_path, workers) as server:
        name = await server.open("souabe-3", deals=100)
        async with server.page(name) as page:
            await page.until(lambda page: page.view["phase"] != "shuffle")
            while page.is_on:
                await page.do()
            left_at = page.seq
        table = await server.tables.find(name)
        assert table.listeners == []
        workers.gate.set()
        async with asyncio.timeout(20):
            while table.course.match.to_act not in (0, -1):
                await asyncio.sleep(0.01)
        async with server.page(name) as page:
            assert page.seq > left_at
