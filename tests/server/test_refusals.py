"""What a page must not do is refused with the reason, and changes nothing."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from binokel.cards.card import CARDS
from binokel.errors import Reason
from binokel.rules.catalog import names
from tests.server.house import ANNA, BERT, Here, House, Page, house, served

PLAY = {"do": "play", "card": "EA"}


@asynccontextmanager
async def unchanged(server: House, table: str) -> AsyncIterator[None]:
    """Nothing that happens here changes the journal, or what the seat is shown."""
    before = server.tables.store.read(f"table/{table}")
    async with server.page(table) as page:
        view = page.last
    yield
    assert server.tables.store.read(f"table/{table}") == before
    async with server.page(table) as page:
        assert page.last == view


@asynccontextmanager
async def own_turn(folder: Path, rules: str = "stammtisch") -> AsyncIterator[tuple[House, Page]]:
    """A page whose seat is to play a card."""
    async with house(folder) as server:
        table = await server.open(rules, deals=100)
        async with server.page(table) as page:
            await page.play(lambda page: page.is_on and page.view["phase"] == "play")
            async with unchanged(server, table):
                yield server, page


@served
async def test_an_illegal_card_is_refused_with_the_duty_in_words(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (_, page):
        legal = page.view["choices"][0]["cards"]
        for card in map(str, CARDS):
            if card in legal:
                continue
            error = await page.refused({"type": "act", "seq": page.seq, "action": play(card)})
            assert error["code"] == "illegal_action"
            assert error["details"]["reason"] in set(Reason)
            assert error["details"]["seat"] == 0
            if card not in page.view["hand"]:
                assert error["details"]["reason"] == "not_in_hand"
                assert error["message"].endswith("hast du nicht.")


def play(card: str) -> dict[str, Any]:
    return {"do": "play", "card": card}


@served
async def test_an_action_of_another_phase_is_refused(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (_, page):
        for action in (
            {"do": "bid", "value": 200},
            {"do": "pass"},
            {"do": "take"},
            {"do": "cut", "n": 5},
            {"do": "bury", "card": None},
            {"do": "bury_done"},
            {"do": "shuffle", "order": None},
            {"do": "shuffle", "order": [str(card) for card in CARDS for _ in range(2)]},
            {"do": "meld", "melds": [], "buried_dix": -1},
            {"do": "claim", "seat": 1, "trick": 0},
            {"do": "sign"},
        ):
            error = await page.refused({"type": "act", "seq": page.seq, "action": action})
            assert (error["code"], error["details"]["reason"]) == ("illegal_action", "wrong_phase")


@served
async def test_an_answer_to_an_older_update_is_refused(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (_, page):
        (card, *_) = page.view["choices"][0]["cards"]
        for seq in (page.seq - 1, page.seq + 1, 0, -1, 10**30):
            error = await page.refused({"type": "act", "seq": seq, "action": play(card)})
            assert error["code"] == "stale_sequence"
            assert error["details"] == {"expected": seq, "actual": page.seq}
            error = await page.refused({"type": "next_deal", "seq": seq})
            assert error["code"] == "stale_sequence"


@served
async def test_of_two_equal_answers_only_the_first_one_counts(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open()
        async with server.page(table) as one, server.page(table) as two:
            await one.play(lambda page: page.is_on and page.view["phase"] == "play")
            await two.until(lambda page: page.seq == one.seq)
            (card, *_) = one.view["choices"][0]["cards"]
            before = one.seq
            for page in (one, two):
                await page.act(play(card), before)
                await page.send({"type": "hello", "person": ANNA})
            refusals = [*await until_greeted(one), *await until_greeted(two)]
            assert [error["code"] for error in refusals] == ["stale_sequence"]
            done = [update for update in one.updates if update["seq"] == before + 1]
            assert done[0]["events"][0]["action"] == play(card)


async def until_greeted(page: Page) -> list[dict[str, Any]]:
    """Return the errors that come before the answer to a hello."""
    errors = []
    while (message := await page.next()).get("events") != []:
        errors += [message["error"]] if message["type"] == "refused" else []
    return errors


@served
async def test_another_seats_turn_is_nobody_elses(tmp_path: Path) -> None:
    async with house(tmp_path, never := Never()) as server:
        table = await server.open("souabe-3")
        async with server.page(table) as page:
            while page.is_on or page.view["phase"] == "shuffle":
                await (page.do() if page.is_on else page.hear("update"))
            async with unchanged(server, table):
                error = await page.refused({"type": "act", "seq": page.seq, "action": PLAY})
                assert error["details"]["reason"] == "wrong_seat"
                assert page.view["seats"][page.view["to_act"]]["name"] in error["message"]
            assert never.n_asked == 1


class Never(Here):
    """Workers that never come to an end."""

    n_asked = 0

    async def run(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        self.n_asked += 1
        await asyncio.Event().wait()


@served
async def test_the_next_deal_is_not_dealt_while_one_runs(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (_, page):
        error = await page.refused({"type": "next_deal", "seq": page.seq})
        assert error["details"]["reason"] == "wrong_phase"


@served
async def test_after_a_deal_nothing_is_played_but_the_next_one_dealt(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=2)
        async with server.page(table) as page:
            await page.play(lambda page: bool(page.view["may_deal"]))
            async with unchanged(server, table):
                for action in (PLAY, {"do": "shuffle", "order": DECK}):
                    error = await page.refused({"type": "act", "seq": page.seq, "action": action})
                    assert error["details"]["reason"] == "deal_over"


DECK = [str(card) for card in CARDS if not str(card).endswith("7") for _ in range(2)]


@served
async def test_after_the_match_nothing_is_done_any_more(tmp_path: Path) -> None:
    async with house(tmp_path) as server:
        table = await server.open(deals=1)
        async with server.page(table) as page:
            await page.play(lambda page: bool(page.view["match"]["finished"]))
            async with unchanged(server, table):
                for message in (
                    {"type": "act", "seq": page.seq, "action": PLAY},
                    {"type": "act", "seq": page.seq, "action": {"do": "shuffle", "order": DECK}},
                    {"type": "next_deal", "seq": page.seq},
                ):
                    error = await page.refused(message)
                    assert error["details"]["reason"] == "match_over"


@pytest.mark.parametrize("lang", ["de", "en", "fr"])
def test_a_refusal_speaks_the_language_of_the_seat(lang: str, tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        async with own_turn(tmp_path) as (_, page):
            await page.send({"type": "hello", "person": ANNA, "lang": lang})
            await page.hear("update")
            error = await page.refused({"type": "next_deal", "seq": page.seq})
            words = {"de": "jetzt nicht dran", "en": "now", "fr": "moment"}
            assert words[lang] in error["message"]

    scenario()


# --- who is who ---------------------------------------------------------------------------------


async def closing(page: Page) -> tuple[int, str]:
    """Return code and reason with which the server closes a connection."""
    with pytest.raises(ConnectionClosed) as caught:
        await asyncio.wait_for(page.next(), 5)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason


@served
async def test_somebody_elses_secret_opens_no_seat(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (server, page), strange(server, page) as stranger:
        error = await stranger.refused({"type": "hello", "person": BERT})
        assert error["code"] == "not_seated"
        assert await closing(stranger) == (4403, "not_seated")


def strange(server: House, page: Page) -> AbstractAsyncContextManager[Page]:
    """Return another page at the same table, which has not said hello."""
    return server.page(page.view["table"], None)


@served
async def test_what_is_no_secret_opens_no_seat(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (server, page):
        for person in ("", "short", "ä" * 20, "a" * 129, "a b" * 10):
            async with server.page(page.view["table"], None) as stranger:
                error = await stranger.refused({"type": "hello", "person": person})
                assert error["code"] == "no_person"
                assert await closing(stranger) == (4401, "no_person")


@pytest.mark.parametrize("name", ["nothing-here", "%2e%2e", "x" * 100, "%00", "a%20b"])
def test_a_table_that_is_not_there_is_told(name: str, tmp_path: Path) -> None:
    @served
    async def scenario() -> None:
        async with house(tmp_path) as server, server.page(name, None) as page:
            error = await page.refused({"type": "hello", "person": ANNA})
            assert error["code"] == "unknown_table"
            assert await closing(page) == (4404, "unknown_table")

    scenario()


@served
async def test_whoever_says_no_hello_gets_nothing_done(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (server, page), strange(server, page) as silent:
        for message in (
            {"type": "act", "seq": page.seq, "action": PLAY},
            {"type": "next_deal", "seq": page.seq},
        ):
            assert (await silent.refused(message))["code"] == "hello_first"
        await silent.send({"type": "hello", "person": ANNA})
        await silent.hear("update")
        assert silent.view == page.view


@served
async def test_a_page_that_becomes_somebody_else_loses_its_seat(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (server, page), server.page(page.view["table"]) as other:
        error = await other.refused({"type": "hello", "person": BERT})
        assert error["code"] == "not_seated"
        assert await closing(other) == (4403, "not_seated")


@served
async def test_a_page_of_another_site_is_not_let_in(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (server, page):
        url = f"ws://{server.host}/api/tables/{page.view['table']}/socket"
        foreign = (
            "http://evil.example",
            "null",
            f"http://localhost:{server.port}",
            "http://127.0.0.1",
        )
        for origin in foreign:
            with pytest.raises(InvalidStatus) as caught:
                await connect(url, origin=origin)  # type: ignore[arg-type]
            assert caught.value.response.status_code == 400
            answered = json.loads(caught.value.response.body)
            assert answered["error"]["code"] == "foreign_origin"
        async with connect(url, origin=f"http://{server.host}") as own:  # type: ignore[arg-type]
            same = Page(own)
            await same.send({"type": "hello", "person": ANNA})
            await same.hear("update")


# --- what is no message -------------------------------------------------------------------------

GARBAGE = [
    "",
    "x",
    "null",
    "[]",
    "{}",
    "0",
    '"hello"',
    '{"type": "nothing"}',
    '{"type": "act"}',
    '{"type": "act", "seq": "1", "action": {"do": "pass"}}',
    '{"type": "act", "seq": 1, "action": {"do": "undo"}}',
    '{"type": "act", "seq": 1, "action": {"do": "undo", "n": 1}}',
    '{"type": "act", "seq": 1, "action": {"do": "play", "card": "XX"}}',
    '{"type": "act", "seq": 1, "action": {"do": "play", "card": null}}',
    '{"type": "act", "seq": 1, "action": {"do": "pass"}, "seat": 1}',
    '{"type": "act", "seq": 1e400, "action": {"do": "pass"}}',
    '{"type": "hello"}',
    '{"type": "hello", "person": 5}',
    '{"type": "hello", "person": "' + ANNA + '", "lang": "xx"}',
    '{"type": "hello", "person": "' + ANNA + '", "admin": true}',
    "[" * 60_000,
    '{"type":' * 5_000,
    "\x00",
    "🂡",
]


@served
async def test_what_is_no_message_is_refused_and_the_connection_goes_on(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (_, page):
        for message in GARBAGE:
            assert (await page.refused(message))["code"] == "bad_request", message
        await page.socket.send(b"\xff\xfe\x00")
        assert (await page.hear("refused"))["error"]["code"] == "bad_request"
        await page.socket.send(json.dumps({"type": "hello", "person": ANNA}).encode())
        await page.hear("update")


@served
async def test_a_message_that_is_too_large_ends_only_its_connection(tmp_path: Path) -> None:
    async with own_turn(tmp_path) as (server, page), server.page(page.view["table"]) as large:
        await large.send("x" * 70_000)
        assert (await closing(large))[0] == 1009


@pytest.mark.parametrize("rules", names()[:12])
def test_whatever_action_is_sent_it_is_done_or_refused(rules: str, tmp_path: Path) -> None:
    """Wild actions in every phase: no fault of the server, and a legal one goes on."""
    rng = Random(rules)

    @served
    async def scenario() -> None:
        async with house(tmp_path) as server:
            table = await server.open(rules, deals=1)
            async with server.page(table) as page:
                while not page.view["match"]["finished"]:
                    await page.turn()
                    for _ in range(6):
                        await page.send(
                            {"type": "act", "seq": page.seq, "action": wild_action(rng)}
                        )
                        answered = await page.next()
                        assert answered["type"] != "notice", answered
                        if answered["type"] == "update":
                            break
                        assert answered["error"]["code"] == "illegal_action"
                    if page.is_on:
                        await page.do()

    scenario()


def wild_action(rng: Random) -> dict[str, Any]:
    card = rng.choice([*map(str, CARDS)])
    number = rng.choice([-1, 0, 1, 2, 5, 150, 200, 10**6, 2**62])
    suit = rng.choice("ESHB")
    meld = {"kind": "pair", "cards": [card, card], "points": number}
    return rng.choice(
        [
            {"do": "shuffle", "order": rng.choice([None, [], [card], DECK])},
            {"do": "cut", "n": number},
            {"do": "knock"},
            {"do": "no_cut"},
            {"do": "bid", "value": number},
            {"do": "take"},
            {"do": "call", "card": card},
            {"do": "give", "card": rng.choice([None, card])},
            {"do": "bury", "card": rng.choice([None, card])},
            {"do": "take_back", "card": rng.choice([None, card])},
            {"do": "bury_done"},
            {"do": "trump", "suit": suit},
            {"do": "contract", "contract": rng.choice(["trump", "durch", "bettel"])},
            {"do": "meld", "melds": [meld] * rng.randrange(4), "buried_dix": number},
            {"do": "exchange"},
            {"do": "play", "card": card},
            {"do": "claim", "seat": number, "trick": number},
        ]
    )
