"""A person plays on the page: by mouse, by keyboard alone, with a finger on a small telephone."""

import pytest

from binokel.rules.catalog import find_ruleset, names
from tests.e2e.conftest import Desks
from tests.e2e.desk import PHONE
from tests.e2e.hands import Finger, Keys
from tests.e2e.robot import Robot

SEED = 20260101


def test_a_whole_match_is_played_by_mouse_from_the_first_page_to_the_rematch(desks: Desks) -> None:
    desk = desks()
    desk.visit()
    table = desk.start_match(deals=3)
    look = Robot(table, SEED).play_match()
    assert look.finished
    table.open_match()
    first = table.page.url
    table.hands.press(table.page.get_by_test_id("rematch"))
    table.page.wait_for_url(lambda url: url != first)
    table.wait_until_shown()
    assert not table.look().finished


def test_a_deal_is_played_by_keyboard_alone(desks: Desks) -> None:
    table = desks().open_table("stammtisch")
    table.hands = Keys(table.page)
    look = Robot(table, SEED, talks=1).play_deal()
    assert look.account


def test_a_deal_is_played_by_touch_at_360_pixels(desks: Desks) -> None:
    table = desks(size=PHONE, touch=True).open_table("stammtisch")
    table.hands = Finger(table.page)
    look = Robot(table, SEED, talks=1).play_deal()
    assert look.account
    width = table.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0], "the page is wider than the telephone"


@pytest.mark.parametrize("rules", names())
def test_each_rule_set_is_played_for_a_deal(desks: Desks, rules: str) -> None:
    table = desks().open_table(rules)
    robot = Robot(table, SEED)
    # Where all say weg or the declarer goes out, no card is played: then the next deal counts.
    look = robot.play_until(lambda look: look.phase == "over" and "cards" in robot.done)
    assert look.account
    seats = range(find_ruleset(rules).n_seats)
    assert [table.seat(seat).count() for seat in seats] == [1 for _ in seats]
