"""Computer players at a table: in processes of their own, and never silently broken."""

import asyncio
import os
import signal
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from binokel.engine.actions import Action, Shuffle, Sign
from binokel.engine.match import Match
from binokel.errors import WorkerDied
from binokel.locales import text
from binokel.rules.catalog import find_ruleset
from binokel.rules.writer import content_hash
from binokel.server.table import bots
from binokel.server.table import table as live
from binokel.server.table.bots import Turn, decide, makeshift, warm
from binokel.workers import Workers
from tests.server.house import Here, Page, house, served


def is_over(page: Page) -> bool:
    return bool(page.view["phase"] == "over")


@served
async def test_players_think_in_processes_of_their_own(tmp_path: Path) -> None:
    workers = Workers(2, warm)
    async with house(tmp_path, workers) as server:
        table = await server.open(players=["heuristic"], deals=1)
        async with server.page(table) as page:
            await page.play(is_over)
        # A second process starts only when one is needed while the first one is at work.
        assert 1 <= len(workers.pids()) <= 2
        assert os.getpid() not in workers.pids()
        assert workers.n_deaths == 0


@served
async def test_a_worker_that_is_killed_is_replaced_and_the_tables_are_told(tmp_path: Path) -> None:
    workers = Workers(1, warm)
    async with house(tmp_path, workers) as server:
        table = await server.open(players=["heuristic"], deals=100)
        async with server.page(table) as page:
            await page.play(lambda _: workers.pids() != [])
            (old,) = workers.pids()
            os.kill(old, signal.SIGKILL)
            await page.play(lambda page: page.notices != [])
            (notice,) = page.notices
            assert notice["code"] == "worker_restarted"
            assert notice["message"] == text("server.notice.worker_restarted")
            await page.play(lambda page: page.view["match"]["number"] == 2)
            assert workers.pids() != [old]
            assert workers.n_deaths == 1


class Broken(Here):
    """Workers whose players do what a test says, once."""

    def __init__(self, instead: Callable[[], Any]) -> None:
        super().__init__()
        self.instead: Callable[[], Any] | None = instead

    async def run(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        instead, self.instead = self.instead, None
        return await super().run(work, *args, **kwargs) if instead is None else instead()


def crash() -> Action:
    raise ZeroDivisionError("a player has a fault")


def die() -> Action:
    raise WorkerDied("it ended 3 processes")


@pytest.mark.parametrize("instead", [crash, die, Sign, lambda: None, lambda: "EA"])
def test_a_player_that_fails_plays_at_random_once_and_it_is_told(
    instead: Callable[[], Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    @served
    async def scenario() -> None:
        workers = Broken(instead)
        workers.instead = None
        async with house(tmp_path, workers) as server:
            table = await server.open(deals=100)
            async with server.page(table) as page:
                await page.play(lambda page: page.is_on and page.view["phase"] == "play")
                workers.instead = instead
                await page.play(lambda page: page.notices != [])
                (notice,) = page.notices
                assert notice["code"] == "player_failed"
                assert notice["message"].startswith(("Karle hat", "Gretel hat"))
                await page.play(lambda page: page.view["match"]["number"] > 2)
                assert len(page.notices) == 1

    scenario()
    assert "the player uniform failed" in caplog.text


@served
async def test_where_not_even_a_random_move_comes_about_a_reload_has_it_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: Turn) -> Action:
        raise ZeroDivisionError("nothing works")

    workers = Broken(crash)
    workers.instead = None
    async with house(tmp_path, workers) as server:
        name = await server.open("zu-zweit", deals=100)  # no deal ends with its first trick
        async with server.page(name) as page:
            await page.play(lambda page: page.is_on and page.view["phase"] == "play")
            with monkeypatch.context() as wrong:
                wrong.setattr(live, "makeshift", broken)
                workers.instead = crash
                while page.is_on:
                    await page.do()
                while "fault" not in {notice["code"] for notice in page.notices}:
                    await page.next()
        async with server.page(name) as page:
            await page.play(is_over)
    assert "nothing works" in caplog.text


@served
async def test_a_fault_of_the_table_itself_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as server:
        name = await server.open(deals=100)
        async with server.page(name) as page:
            await page.turn()
            table = await server.tables.find(name)
            with monkeypatch.context() as broken:
                broken.setattr(table, "_answer", lambda *_: crash())
                await page.send({"type": "next_deal", "seq": page.seq})
                assert (await page.hear("notice"))["code"] == "fault"
            await page.do()
            await page.turn()
    assert "a player has a fault" in caplog.text


# --- deciding -----------------------------------------------------------------------------------


def turn(seed: str, rules: str = "stammtisch") -> Turn:
    match = Match(find_ruleset(rules), ["A", "B", "C"], 0)
    cards = list(match.rules.cards)
    Random(7).shuffle(cards)
    match.apply(Shuffle(tuple(cards)))
    seat = match.to_act
    assert seat is not None
    return Turn("uniform", match.observe(seat), seed, content_hash(match.rules))


def test_the_same_turn_gives_the_same_move_and_another_seed_perhaps_another() -> None:
    moves = [decide(turn(str(n))) for n in range(30)]
    assert moves == [decide(turn(str(n))) for n in range(30)]
    assert len(set(moves)) > 1


def test_the_move_of_a_makeshift_is_legal() -> None:
    given = turn("x")
    assert makeshift(given) in given.view.deal.legal_actions()


def test_a_worker_keeps_one_copy_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, Any] = {}
    monkeypatch.setattr(bots, "_rules", kept)
    monkeypatch.setattr(bots, "_MOST_RULES", 2)
    first = turn("x")
    for n in range(5):
        decide(turn(str(n)))
    assert list(kept) == [first.rules_key]
    for key in "abc":
        decide(first._replace(rules_key=key))
        assert kept[key] is first.view.rules
        assert len(kept) <= 2


@served
async def test_warming_up_is_no_work(tmp_path: Path) -> None:
    del tmp_path
    warm()
    workers = Workers(1, warm)
    workers.start()
    assert await asyncio.wait_for(workers.run(abs, -1), 20) == 1
    workers.close()
