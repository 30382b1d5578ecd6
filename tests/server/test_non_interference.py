"""Nobody can tell from what the server sends where the cards lie that he cannot know.

The same deal is played at two tables, from shuffles that differ only in cards that a seat has
not seen. The page of that seat must get the same bytes: every update with its events, every
refusal, and a hint.

Source: architecture.md, non-interference.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from random import Random
from typing import Any

import msgspec
import pytest

from binokel.cards.notation import Lang, SuitStyle
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.locales import LANGUAGES
from binokel.rules.catalog import find_ruleset, names
from binokel.server.table.journal import Course, PersonSeat, opened
from binokel.server.table.table import Table
from binokel.server.table.wire import Act, AskHint, Hello, NextDeal
from binokel.testing.random_play import random_action, random_candidate, random_style
from binokel.testing.twins import hidden_cards, replayed_twin
from tests.server.house import Here

ENOUGH = 6
"""So many pairs of twins are compared for every rule set."""


class Forgetful:
    """A store that keeps nothing."""

    def submit(self, _stream: str, expected_seq: int, entries: Sequence[str]) -> Future[int]:
        done: Future[int] = Future()
        done.set_result(expected_seq + len(entries))
        return done


class Ear:
    """A page of a seat that keeps every byte."""

    suits: SuitStyle = "württemberg"
    is_open = True

    def __init__(self, seat: int, lang: Lang) -> None:
        self.seat = seat
        self.lang = lang
        self.heard: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.heard.append(message)


async def heard(deal: DealState, seat: int, lang: Lang, wild: Sequence[Any]) -> list[bytes]:
    """Return what a page of the seat gets while a deal is played, and on some wild actions."""
    owners = tuple(PersonSeat(f"Sitz {n}", str(n)) for n in range(deal.rules.n_seats))
    start = opened(deal.rules, owners)
    start = msgspec.structs.replace(start, first_dealer=deal.dealer, seed="seed")
    table = Table("t", Course(start), Forgetful(), Here())  # type: ignore[arg-type]
    table._go_on = lambda: None  # type: ignore[method-assign] # chance is in the test's hands
    ear = Ear(seat, lang)
    await table.ask(ear, Hello("secret"))
    await until_heard(ear, 1)
    for actor, action in deal.history:
        await table._do(actor, action)
    assert table.course.match.deal == deal
    for action in wild:
        await table.ask(ear, Act(table.course.seq, action))
    await table.ask(ear, NextDeal(0))
    await table.ask(ear, Hello("secret"))
    await until_heard(ear, 1 + len(deal.history) + len(wild) + 2)
    await table.ask(ear, AskHint(table.course.seq))
    await until_heard(ear, len(ear.heard) + 1)
    await table.close()
    return ear.heard


async def until_heard(ear: Ear, n: int) -> None:
    async with asyncio.timeout(60):
        while len(ear.heard) < n:
            await asyncio.sleep(0)


def deals(name: str, rng: Random) -> Iterator[DealState]:
    """Yield random deals of a rule set, each at a random moment."""
    rules = find_ruleset(name)
    while True:
        style = random_style(rng)
        states = [new_deal(rules, rng.randrange(rules.n_seats))]
        while not states[-1].is_over:
            states.append(states[-1].apply(random_action(states[-1], rng, style)))
        yield rng.choice([state for state in states if state.phase is not Phase.SHUFFLE])


@pytest.mark.parametrize("name", names())
def test_a_page_cannot_tell_where_hidden_cards_lie(name: str, pytestconfig: pytest.Config) -> None:
    rng = Random(f"{pytestconfig.option.hypothesis_seed} {name}")
    compared: Counter[str] = Counter()
    for deal in deals(name, rng):
        seat = rng.randrange(deal.rules.n_seats)
        lang: Lang = rng.choice(LANGUAGES)  # type: ignore[arg-type]
        twin = replayed_twin(deal, seat, rng)
        if twin is None:
            compared["without"] += 1
            assert compared["without"] < 400, f"too few twins: {compared}"
            continue
        assert hidden_cards(twin, seat) != hidden_cards(deal, seat)
        wild = wild_actions(deal, seat, rng)
        one, two = (asyncio.run(heard(each, seat, lang, wild)) for each in (deal, twin))
        assert one == two
        compared["twins"] += 1
        if compared["twins"] == ENOUGH:
            return


def wild_actions(deal: DealState, seat: int, rng: Random) -> list[Any]:
    """Return actions that will be refused, whoever is to act."""
    found = [random_candidate(deal, rng) for _ in range(8)]
    return [action for action in found if deal.to_act != seat or not deal.is_legal(action)]


def test_two_tables_with_other_own_cards_do_differ() -> None:
    """The comparison is no empty one: what a seat does see makes a difference."""
    rng = Random(1)
    rules = find_ruleset("stammtisch")
    one = new_deal(rules, 0).apply(random_action(new_deal(rules, 0), rng, random_style(rng)))
    two = new_deal(rules, 0).apply(random_action(new_deal(rules, 0), rng, random_style(rng)))
    sent = [asyncio.run(heard(deal, 1, "de", ())) for deal in (cut(one), cut(two))]
    assert sent[0] != sent[1]


def cut(deal: DealState) -> DealState:
    return deal.apply(deal.legal_actions()[0])
