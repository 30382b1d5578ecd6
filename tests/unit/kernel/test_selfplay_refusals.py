"""Whole deals that cannot be are refused by name, before anything is played."""

import threading
import time
from array import array
from random import Random
from typing import Any

import pytest

from binokel.errors import Unsupported
from binokel.kernel.bidding import Bidding
from binokel.kernel.book import Book
from binokel.kernel.checks import ROW
from binokel.kernel.courses import engine_deal
from binokel.kernel.dealparams import deal_params
from binokel.kernel.deals import Deals
from binokel.kernel.params import duties_of, side_masks, worth_of
from binokel.kernel.selfplay import Course, read_row
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with
from binokel.testing.random_rules import random_ruleset
from tests.unit.kernel.selfplay_parts import (
    SEED,
    policy_play,
    takes_many,
    told_policy,
)


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        (find_ruleset("zu-zweit"), "bidding.form"),
        (
            rules_with("preisbinokel", melds={"rundgang": "literal-200", "rundgang_points": 200}),
            "melds.rundgang",
        ),
    ],
)
def test_rules_that_the_policy_does_not_play_are_named(rules: RuleSet, key: str) -> None:
    with pytest.raises(Unsupported, match=key) as caught:
        policy_play(rules)
    assert caught.value.details["keys"] == [key]


def test_a_buffer_that_does_not_fit_is_refused() -> None:
    deals = policy_play(find_ruleset("stammtisch"))._deals
    room = array("q", bytes(8 * ROW))
    for out, said in (
        (memoryview(room)[:-1], "need"),
        (memoryview(array("d", bytes(8 * ROW))), "format q"),
        (memoryview(bytes(8 * ROW)).cast("q"), "writable"),
        (memoryview(array("q", bytes(16 * ROW)))[::2], "contiguous"),
    ):
        with pytest.raises(ValueError, match=said):
            deals.play(1, 0, 1, out)
    for seed, first, count in ((-1, 0, 1), (2**64, 0, 1), (0, -1, 1), (0, 0, -1)):
        with pytest.raises(ValueError, match="must be"):
            deals.play(seed, first, count, memoryview(room))
    assert not any(room)
    deals.play(2**64 - 1, 0, 1, memoryview(room))
    assert any(room)


def test_a_buffer_that_is_no_row_long_is_left_alone() -> None:
    playing = policy_play(find_ruleset("stammtisch"))
    rest = array("q", [7]) * (ROW - 1)
    playing.fill(memoryview(rest), 1)
    assert set(rest) == {7}
    assert list(playing.play(0, 1)) == []


def test_parts_of_different_tables_are_refused() -> None:
    three, four = find_ruleset("stammtisch"), find_ruleset("kreuzbinokel")
    params, policy = deal_params(three), told_policy(three)
    bidding = Bidding(policy, params.auction, 4, 0)
    book = Book(three.side_of, params.bonuses, params.concede, params.scoring)
    other = Book(four.side_of, params.bonuses, params.concede, params.scoring)
    Deals(policy, bidding, book, params.deal, (0, 0))
    with pytest.raises(ValueError, match="different tables"):
        Deals(policy, bidding, other, params.deal, (0, 0))
    with pytest.raises(ValueError, match="different tables"):
        Deals(told_policy(three), bidding, book, params.deal, (0, 0))
    with pytest.raises(ValueError, match="not the 40 cards"):
        Deals(policy, bidding, book, (12, 3, 0, 0), (0, 0))
    with pytest.raises(ValueError, match="Dabbs of other sizes"):
        Deals(policy, Bidding(policy, params.auction, 5, 0), book, params.deal, (0, 0))
    with pytest.raises(ValueError, match="step"):
        Bidding(policy, (0, 10, 0, 500, 0, 0, 0, 0), 4, 0)
    with pytest.raises(ValueError, match="scoring"):
        Book(three.side_of, params.bonuses, params.concede, params.scoring[:-1])
    with pytest.raises(ValueError, match="side of seat 0"):
        Book((6, 0, 1), params.bonuses, params.concede, params.scoring)
    dear = (*params.scoring[:3], 1001, *params.scoring[4:])
    with pytest.raises(ValueError, match="cost of losing"):
        Book(three.side_of, params.bonuses, params.concede, dear)
    with pytest.raises(ValueError, match="cost of going out"):
        Book(three.side_of, params.bonuses, (1001, *params.concede[1:]), params.scoring)


def test_a_policy_that_was_told_of_another_table_plays_no_more_deals() -> None:
    three, four = find_ruleset("stammtisch"), find_ruleset("kreuzbinokel")
    params, policy, room = deal_params(three), told_policy(three), array("q", bytes(8 * ROW))
    bidding = Bidding(policy, params.auction, 4, 0)
    book = Book(three.side_of, params.bonuses, params.concede, params.scoring)
    deals = Deals(policy, bidding, book, params.deal, (0, 0))
    policy.set_rules(-1, duties_of(four), worth_of(four), (0, 0, 0), side_masks(four))
    with pytest.raises(ValueError, match="different tables"):
        deals.play(1, 0, 1, memoryview(room))
    policy.set_rules(-1, duties_of(three), worth_of(three), (0, 0, 0), side_masks(three))
    policy.set_estimates(0xF, [1 << 20] * 8192, 0, 1)
    with pytest.raises(ValueError, match="not the 4 cards"):
        deals.play(1, 0, 1, memoryview(room))
    assert not any(room)
    with pytest.raises(ValueError, match="buried_worth"):
        policy.set_estimates(params.deck, [1 << 20] * 8192, 0, 2)
    with pytest.raises(ValueError, match="base"):
        policy.set_estimates(params.deck, [1 << 20] * 8192, 1 << 21, 1)


def test_who_expects_nothing_at_all_still_buries_as_many_cards_as_the_dabb_has() -> None:
    rules = find_ruleset("stammtisch")
    params, policy, room = deal_params(rules), told_policy(rules), array("q", bytes(8 * ROW))
    policy.set_estimates(params.deck, [0] * 8192, -(1 << 20), 1)
    bidding = Bidding(policy, params.auction, 4, -500)
    book = Book(rules.side_of, params.bonuses, params.concede, params.scoring)
    Deals(policy, bidding, book, params.deal, (5000, 0)).play(SEED, 0, 1, memoryview(room))
    deal = read_row(rules, room)
    assert deal.status == "played"
    assert len(deal.buried) == 4
    assert sum(deal.tricks) + sum(rules.card_points[card.index] for card in deal.buried) == 240


@takes_many
def test_nobody_takes_the_buffer_away_while_it_is_filled() -> None:
    playing = policy_play(find_ruleset("stammtisch"))
    refused = False
    for _ in range(5):  # on a busy machine all may be over before the first look
        rows = array("q", bytes(8 * ROW * 50_000))
        view = memoryview(rows)
        filling = threading.Thread(target=playing.fill, args=(view, SEED))
        filling.start()
        while filling.is_alive() and not rows[10]:  # the first hand of the first deal
            time.sleep(0)
        view.release()
        try:
            rows.append(0)
        except BufferError:
            refused = True
        filling.join()
        if refused:
            break
    assert refused
    assert all(rows[10::ROW])


@pytest.mark.parametrize(
    ("name", "size"), [("columns", 24576), ("sets", 18), ("binokel", 3), ("singles", 3)]
)
def test_a_table_of_another_size_or_with_negative_numbers_is_refused(name: str, size: int) -> None:
    rules = find_ruleset("stammtisch")
    params, policy = deal_params(rules), told_policy(rules)
    tables: dict[str, Any] = {
        key: getattr(params, key) for key in ("columns", "sets", "binokel", "singles")
    }
    policy.set_melds(**tables)
    for wrong in ((0,) * (size - 1), (0,) * (size - 1) + (-1,), (0,) * (size - 1) + (1 << 40,)):
        with pytest.raises(ValueError, match=name):
            policy.set_melds(**(tables | {name: wrong}))
    with pytest.raises(ValueError, match="hand"):
        policy.meld_points(1 << 48, 0)
    with pytest.raises(ValueError, match="trump"):
        policy.meld_points(1, 4)


def test_a_course_that_stops_early_or_goes_on_is_refused() -> None:
    rules = find_ruleset("stammtisch")
    course = next(
        course
        for course in (policy_play(rules).course(SEED, number) for number in range(20))
        if course.deal.status == "played"
    )
    deal, calls, cards = course.deal, course.calls, course.cards
    for short, said in (
        (Course(deal, calls[:-1], cards), "calls are used up"),
        (Course(deal, calls, cards[:-1]), "cards are used up"),
        (Course(deal, calls, (*cards, cards[0])), "1 calls and cards are left"),
    ):
        with pytest.raises(ValueError, match=said):
            engine_deal(rules, short)


def test_random_rules_are_played_or_named() -> None:
    rng, refused = Random("named"), []
    for _ in range(15):
        rules = random_ruleset(rng)
        try:
            policy_play(rules)
        except Unsupported as error:
            refused.append(error)
    assert 0 < len(refused) < 15
    assert all(key in str(error) for error in refused for key in error.details["keys"])
