"""A hint on demand: who may ask, who is told, and that it holds nobody up."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from binokel.engine.actions import NameContract, NameTrump, Sign
from binokel.engine.match import Match
from binokel.engine.state import CHANCE, shuffled
from binokel.errors import TooBusy, WorkerDied
from binokel.players.base import Budget, Decision
from binokel.players.registry import adviser_for, find_player
from binokel.rules.contracts import Contract
from binokel.server.table.journal import begun
from binokel.server.table.speech import hint
from binokel.testing.builders import rules_with
from tests.server.house import Here, Page, house, served

PHASES = {
    "zu-zweit": {"cut", "play", "window"},
    "stammtisch": {"cut", "auction", "dabb", "bury", "trump", "meld", "play"},
}


class Slow(Here):
    """Workers that hold hints back until they may go; `instead` is done in their place."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.n_asked = 0
        self.instead: Callable[[], Any] | None = None

    async def run_patiently(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        self.n_asked += 1
        await self.go.wait()
        if self.instead is not None:
            return self.instead()
        return await super().run_patiently(work, *args, **kwargs)


async def ask(page: Page) -> dict[str, Any]:
    """Ask for a hint and return the answer."""
    await page.send({"type": "ask_hint", "seq": page.seq})
    return await answer(page)


async def answer(page: Page) -> dict[str, Any]:
    """Return the next message about hints."""
    while (message := await page.next())["type"] not in ("hint", "no_hint"):
        pass
    return message


async def refused(page: Page, seq: int) -> str:
    """Ask for a hint that is refused; return the code, whose message is checked."""
    await page.send({"type": "ask_hint", "seq": seq})
    message = await answer(page)
    assert message["type"] == "no_hint"
    assert message["seq"] == page.seq
    error = message["error"]
    assert set(error) == {"code", "message", "details"}
    assert error["message"]
    return str(error["code"])


async def bid_until_burying(page: Page) -> None:
    """Bid even with a bad hand, and take the Dabb."""
    while not (page.is_on and page.view["phase"] == "bury"):
        await page.play(lambda page: page.is_on)
        (choice, *_) = page.view["choices"]
        if choice["choice"] == "bids" and (choice["minimum"] or 999) < 260:
            await page.act({"do": "bid", "value": choice["minimum"]})
            await page.hear("update")
        else:
            await page.do()
        await page.turn()


def in_play(page: Page) -> bool:
    return page.is_on and page.view["phase"] == "play"


def check_hint(hint: dict[str, Any], page: Page) -> None:
    """A hint says what to do, why, and what else was weighed, in words."""
    assert hint["type"] == "hint"
    assert hint["seq"] == page.seq
    assert hint["actions"]
    assert hint["text"].endswith(".")
    assert len(hint["reasons"]) <= 3
    assert len(hint["weighed"]) <= 5
    assert bool(hint["meaning"]) is bool(hint["weighed"])
    assert sum(other["is_advised"] for other in hint["weighed"]) <= 1
    for other in hint["weighed"]:
        assert other["text"]
        assert "±" in other["value"]


@pytest.mark.parametrize("rules", list(PHASES))
def test_there_is_a_hint_for_every_question_and_what_it_says_can_be_done(
    rules: str, tmp_path: Path
) -> None:
    @served
    async def scenario() -> None:
        seen: set[str] = set()
        async with house(tmp_path) as server:
            table = await server.open(rules, players=["heuristic"], deals=100)
            async with server.page(table) as page:
                while not PHASES[rules] <= seen:
                    await page.play(lambda page: page.is_on)
                    assert page.view["may_hint"]
                    seen.add(page.view["phase"])
                    hint = await ask(page)
                    check_hint(hint, page)
                    for action in hint["actions"]:
                        before = page.seq
                        await page.act(action)
                        await page.until(lambda page, before=before: page.seq > before)  # type: ignore[misc]

    scenario()


@served
async def test_a_hint_for_burying_names_all_cards_and_only_those(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(players=["heuristic"], deals=100)
        async with server.page(table) as page:
            await bid_until_burying(page)
            while (hint := await ask(page))["actions"][0]["do"] == "concede":
                await page.act(hint["actions"][0])
                await page.hear("update")
                await bid_until_burying(page)
            assert [action["do"] for action in hint["actions"]] == ["bury"] * 4
            assert hint["text"].startswith("Drück ")
            assert hint["text"].count(",") == 3
            await page.act(hint["actions"][0])
            await page.hear("update")
            rest = await ask(page)
            assert rest["actions"] == hint["actions"][1:]


@served
async def test_the_same_question_has_the_same_answer_in_the_words_of_each_page(
    tmp_path: Path,
) -> None:
    workers = Slow()
    async with house(tmp_path, workers) as server:
        table = await server.open(deals=100)
        async with server.page(table) as one, server.page(table, lang="en") as two:
            await one.play(in_play)
            await two.until(lambda page: page.seq == one.seq)
            first = await ask(one)
            assert await ask(one) == first
            assert workers.n_asked == 1
            english = await ask(two)
            assert english["actions"] == first["actions"]
            assert english["text"].startswith("Play ")
            assert first["text"].startswith("Spiel ")
            assert workers.n_asked == 1
        async with house(tmp_path, workers) as later, later.page(table) as page:
            assert await ask(page) == first


@served
async def test_asking_twice_does_not_think_twice_and_tells_each_page_once(tmp_path: Path) -> None:
    workers = Slow()
    async with house(tmp_path, workers) as server:
        table = await server.open(deals=100)
        async with server.page(table) as one, server.page(table) as two:
            await one.play(in_play)
            await two.until(lambda page: page.seq == one.seq)
            workers.go.clear()
            for page in (one, one, two):
                await page.send({"type": "ask_hint", "seq": page.seq})
            await asyncio.sleep(0.1)
            workers.go.set()
            assert await answer(one) == await answer(two)
            assert workers.n_asked == 1
            await one.do()  # nothing about hints came before this
            assert all(update["type"] == "update" for update in one.updates)


@served
async def test_only_the_page_that_asks_is_told(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=100)
        async with server.page(table) as one, server.page(table) as two:
            await one.play(in_play)
            await two.until(lambda page: page.seq == one.seq)
            await ask(one)
            await one.do()
            assert (await two.next())["type"] == "update"


@served
async def test_a_hint_is_void_once_something_is_done_and_holds_nothing_up(tmp_path: Path) -> None:
    workers = Slow()
    async with house(tmp_path, workers) as server:
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(in_play)
            workers.go.clear()
            await page.send({"type": "ask_hint", "seq": page.seq})
            await page.do()
            workers.go.set()
            await page.play(in_play)
            hint = await ask(page)
            check_hint(hint, page)
            assert workers.n_asked == 2


@served
async def test_a_page_that_has_left_is_not_thought_for(tmp_path: Path) -> None:
    workers = Slow()
    async with house(tmp_path, workers) as server:
        name = await server.open(deals=100)
        async with server.page(name) as page:
            await page.play(in_play)
            workers.go.clear()
            await page.send({"type": "ask_hint", "seq": page.seq})
            while not workers.n_asked:
                await asyncio.sleep(0.01)
        table = await server.tables.find(name)
        while not table.is_idle or table._hints._asked:
            await asyncio.sleep(0.01)
        workers.go.set()
        async with server.page(name) as page:
            check_hint(await ask(page), page)


@served
async def test_where_it_is_not_ones_turn_there_is_no_hint(tmp_path: Path) -> None:
    class Still(Here):
        """Computer players that never come to an end."""

        async def run(self, work: Any, *args: Any, **kwargs: Any) -> Any:
            await asyncio.Event().wait()

    async with house(tmp_path) as server:
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(in_play)
    async with house(tmp_path, Still()) as server, server.page(table) as page:
        while page.is_on:
            await page.do()
        assert not page.view["may_hint"]
        assert await refused(page, page.seq) == "illegal_action"


@served
async def test_after_the_deal_there_is_no_hint(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=1)
        async with server.page(table) as page:
            await page.play(lambda page: bool(page.view["phase"] == "over"))
            assert not page.view["may_hint"]
            assert await refused(page, page.seq) == "illegal_action"


@served
async def test_a_question_about_an_older_update_is_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(in_play)
            for seq in (page.seq - 1, page.seq + 1, 0, -1, 10**30):
                assert await refused(page, seq) == "stale_sequence"


@served
async def test_where_hints_are_off_there_are_none_and_a_rematch_keeps_to_it(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=1, hints=False)
        async with server.page(table) as page:
            await page.turn()
            assert not page.view["may_hint"]
            assert await refused(page, page.seq) == "hints_off"
        again = (await server.post(f"/api/tables/{table}/rematch", {})).json["table"]
        async with server.page(again) as page:
            await page.turn()
            assert await refused(page, page.seq) == "hints_off"


@served
async def test_a_table_from_before_there_were_hints_has_them(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        store = server.tables.store
        (line,) = store.read(f"table/{await server.open()}")
        old = {key: value for key, value in json.loads(line).items() if key != "hints"}
        assert begun(json.dumps(old)).start.hints
        assert not begun(json.dumps(old | {"hints": False})).start.hints


@pytest.mark.parametrize("hints", ["no", 1, None])
def test_a_wish_that_is_neither_yes_nor_no_is_refused(hints: object, tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            wish = {"rules": "stammtisch", "name": "Anna", "hints": hints}
            answer = await server.post("/api/tables", wish)
            assert (answer.status, answer.code) == (400, "bad_request")
            assert answer.json["error"]["details"]["key"] == "hints"

    scenario()


def crash() -> Decision:
    raise ZeroDivisionError("the adviser has a fault")


def die() -> Decision:
    raise WorkerDied("it ended 3 processes")


@pytest.mark.parametrize("instead", [crash, die, lambda: Decision(Sign()), lambda: None])
def test_a_hint_that_fails_is_told_plainly_and_may_be_asked_for_again(
    instead: Callable[[], Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    @served
    async def scenario() -> None:
        workers = Slow()
        async with house(tmp_path, workers) as server:
            table = await server.open(deals=100)
            async with server.page(table) as page:
                await page.play(in_play)
                workers.instead = instead
                assert await refused(page, page.seq) == "no_hint"
                workers.instead = None
                check_hint(await ask(page), page)
                await page.do()
                assert page.notices == []

    scenario()
    assert "no hint" in caplog.text


@served
async def test_where_too_many_ask_at_once_one_is_told_so(tmp_path: Path) -> None:
    def busy() -> None:
        raise TooBusy("32 others wait")

    workers = Slow()
    async with house(tmp_path, workers) as server:
        table = await server.open(deals=100)
        async with server.page(table) as page:
            await page.play(in_play)
            workers.instead = busy
            await page.send({"type": "ask_hint", "seq": page.seq})
            error = (await answer(page))["error"]
            assert error["code"] == "too_busy"
            assert error["message"].startswith("Gerade fragen sehr viele")
            workers.instead = None
            check_hint(await ask(page), page)


NOT_SEARCHED: dict[str, tuple[str, Any]] = {
    "stock": ("zu-zweit", {}),
    "rundgang": ("stammtisch", {"melds": {"rundgang": "literal-200"}}),
    "bonuses": ("stammtisch", {"play": {"first_trick": 100}}),
    "first card": ("stammtisch", {"contracts": {"durch_trump": "first-card"}}),
}


@pytest.mark.parametrize("why", NOT_SEARCHED)
def test_a_hint_says_where_the_computer_does_not_look_ahead(why: str) -> None:
    base, changes = NOT_SEARCHED[why]
    rules, rng, seen = rules_with(base, **changes), Random(why), 0
    player = find_player(adviser_for(rules))
    match = Match(rules, ["x"] * rules.n_seats, 0)
    match.apply(shuffled(rules, rng))
    while match.to_act is not None and match.to_act != CHANCE and seen < 5:
        view = match.observe(match.to_act)
        decision = player.decide(view, rng, Budget(nodes=300))
        names_trump = isinstance(decision.action, NameTrump)
        if why == "first card" and names_trump:
            decision = Decision(NameContract(Contract.DURCH))
        notes = [fact for fact in decision.facts if fact.code == "search_not_here"]
        if notes and decision.facts[-1].code != "only_card":
            told = hint([decision], view, ("de", "württemberg"), 1)
            assert told.reasons[-1].startswith("Nach Faustregeln: ")
            seen += 1
        match.apply(decision.action)
    assert seen
