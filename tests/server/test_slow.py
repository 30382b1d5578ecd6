"""Players that think for long hold up nobody but those who wait for them."""

import asyncio
import time
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

THINKS_S = 1.0
AT_ONCE_S = 0.5


class SlowPlayer(UniformPlayer):
    """Thinks for long about everything."""

    name = "slow"

    def decide(self, view: MatchView, rng: Random, budget: Budget) -> Decision:
        time.sleep(THINKS_S)
        return super().decide(view, rng, budget)


def register() -> None:
    """Let a process know the slow player, who is also the one that advises."""
    registry._PLAYERS = registered(SlowPlayer)


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_PLAYERS", registry._PLAYERS)
    register()


def in_play(page: Page) -> bool:
    return page.is_on and page.view["phase"] == "play"


async def took_s(page: Page) -> float:
    """Return how long a page waits for the answer to a hello."""
    started = time.monotonic()
    await page.send({"type": "hello", "person": "a" * 32})
    await page.hear("update")
    return time.monotonic() - started


@served
async def test_while_one_thinks_its_table_and_all_others_are_answered(tmp_path: Path) -> None:
    workers = Workers(2, register)
    async with house(tmp_path, workers) as server:
        slow = await server.open("zu-zweit", players=["slow"], deals=100)
        quick = await server.open("zu-zweit", players=["uniform"], deals=100)
        async with server.page(slow) as waits, server.page(quick) as plays:
            await plays.play(in_play)
            while waits.is_on:
                await waits.do()
            assert await took_s(waits) < AT_ONCE_S
            assert not waits.is_on  # it shows whom it waits for
            started = time.monotonic()
            seen = len(plays.updates)
            while time.monotonic() - started < THINKS_S / 2:
                await plays.play(lambda page: page.is_on)
                await plays.do()
            assert len(plays.updates) > seen + 5
            await waits.until(lambda page: page.is_on)


@served
async def test_a_hint_that_takes_long_leaves_the_table_free(tmp_path: Path) -> None:
    async with house(tmp_path, Workers(2, register)) as server:
        name = await server.open("zu-zweit", players=["uniform"], deals=100)
        async with server.page(name) as page, server.page(name) as other:
            await page.play(in_play)
            await page.send({"type": "ask_hint", "seq": page.seq})
            assert await took_s(other) < AT_ONCE_S
            started = time.monotonic()
            await page.do()
            await page.turn()
            assert time.monotonic() - started < AT_ONCE_S


@served
async def test_whose_turn_it_is_comes_before_many_hints(tmp_path: Path) -> None:
    async with house(tmp_path, Workers(2, register)) as server:
        names = [await server.open("zu-zweit", players=["uniform"], deals=100) for _ in range(5)]
        pages = [server.page(name) for name in names]
        opened = [await page.__aenter__() for page in pages]
        *asking, playing = opened
        await asyncio.gather(*(page.play(in_play) for page in opened))
        for page in asking:
            await page.send({"type": "ask_hint", "seq": page.seq})
        await asyncio.sleep(0.05)
        started = time.monotonic()
        for _ in range(4):
            await playing.do()
            await playing.turn()
        assert time.monotonic() - started < len(asking) * THINKS_S / 2
        answers = await asyncio.gather(*(page.hear("hint") for page in asking))
        assert all(answer["actions"] for answer in answers)
        assert time.monotonic() - started > (len(asking) - 1) * THINKS_S
        for page_of in pages:
            await page_of.__aexit__(None, None, None)
