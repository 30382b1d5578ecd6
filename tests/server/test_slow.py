"""Players that think for long hold up nobody but those who wait for them."""

import asyncio
import os
import time
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from binokel.engine.match import MatchView
from binokel.players import registry
from binokel.players.base import Budget, Decision
from binokel.players.uniform import UniformPlayer
from binokel.workers import Workers
from tests.levels import registered
from tests.server.house import Page, house, served

MARK = "BINOKEL_TEST_MARK"
"""Names the file whose coming ends all thinking."""


class SlowPlayer(UniformPlayer):
    """Thinks about everything until it is told to end."""

    name = "slow"

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        while not Path(os.environ[MARK]).exists():
            time.sleep(0.01)
        return super().decide(view, rng, budget)


def register() -> None:
    """Let a process know the slow player, who is also the one that advises."""
    registry._PLAYERS = registered(SlowPlayer)


@pytest.fixture(autouse=True)
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(registry, "_PLAYERS", registry._PLAYERS)
    monkeypatch.setenv(MARK, str(tmp_path / "mark"))
    register()
    return tmp_path / "mark"


def in_play(page: Page) -> bool:
    return page.is_on and page.view["phase"] == "play"


async def greeted(page: Page) -> None:
    """Say hello and wait for the answer."""
    await page.send({"type": "hello", "person": "a" * 32})
    await page.hear("update")


@served
async def test_while_one_thinks_its_table_and_all_others_are_answered(
    tmp_path: Path, mark: Path
) -> None:
    async with house(tmp_path, Workers(2, register)) as server:
        slow = await server.open("zu-zweit", players=["slow"], deals=100)
        quick = await server.open("zu-zweit", players=["uniform"], deals=100)
        async with server.page(slow) as waits, server.page(quick) as plays:
            while waits.is_on:
                await waits.do()
            await greeted(waits)
            assert not waits.is_on
            assert waits.view["prompt"].startswith("Karle ")  # it shows whom it waits for
            await plays.play(in_play)
            for _ in range(5):
                await plays.do()
                await plays.turn()
            mark.touch()
            await waits.until(lambda page: page.is_on)


@served
async def test_a_hint_that_takes_long_leaves_the_table_free(tmp_path: Path, mark: Path) -> None:
    async with house(tmp_path, Workers(2, register)) as server:
        name = await server.open("zu-zweit", players=["uniform"], deals=100)
        async with server.page(name) as page, server.page(name) as other:
            await page.play(in_play)
            await page.send({"type": "ask_hint", "seq": page.seq})
            await greeted(other)
            for _ in range(3):
                await page.do()
                await page.turn()
            mark.touch()


@served
async def test_whose_turn_it_is_comes_before_many_hints(tmp_path: Path, mark: Path) -> None:
    async with house(tmp_path, Workers(2, register)) as server, AsyncExitStack() as stack:
        pages = []
        for _ in range(5):
            name = await server.open("zu-zweit", players=["uniform"], deals=100)
            pages.append(await stack.enter_async_context(server.page(name)))
        await asyncio.gather(*(page.play(in_play) for page in pages))
        playing, *asking = pages
        for page in asking:
            await page.send({"type": "ask_hint", "seq": page.seq})
            await greeted(page)
        for _ in range(4):
            await playing.do()
            await playing.turn()
        for page in asking:
            await page.send({"type": "ask_hint", "seq": page.seq})
        mark.touch()
        answers = await asyncio.gather(*(page.hear("hint") for page in asking))
        assert all(answer["actions"] for answer in answers)
