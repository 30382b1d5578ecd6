"""What a newcomer must see without searching: the prompt, the helper, what the Dabb brought."""

from collections.abc import Callable

import pytest

from tests.e2e.conftest import Desks
from tests.e2e.desk import LAPTOP, PHONE
from tests.e2e.hands import Finger
from tests.e2e.robot import Robot
from tests.e2e.table_page import Look

# Whether all of an element lies in the window and nothing but its own parts is above it.
SEEN = """
(element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const at = (x, y) => document.elementFromPoint(x, y);
  const points = [[left + 8, top + 8], [right - 8, top + 8], [(left + right) / 2, bottom - 8]];
  return top >= 0 && bottom <= innerHeight && points.every(([x, y]) => element.contains(at(x, y)));
}
"""


def in_phase(*phases: str) -> Callable[[Look], bool]:
    return lambda look: look.phase in phases


def test_six_at_a_table_on_a_phone_always_see_what_is_to_be_done(desks: Desks) -> None:
    desk = desks(size=PHONE, touch=True)
    table = desk.open_table("sechser", deals=6)
    table.hands = Finger(desk.page)
    robot, phases = Robot(table, 9, talks=0.3), set[str]()
    look = table.wait_until_asked()
    while not {"auction", "meld", "play"} <= phases:  # in a Bettel nobody melds
        while look.phase != "over":
            assert table.prompt.locator("..").evaluate(SEEN), table.prompt.inner_text()
            phases.add(look.phase)
            look = robot.step(look)
        look = robot.step(look)


@pytest.mark.parametrize("rules", ["stammtisch", "preisbinokel"])
def test_on_a_laptop_the_meld_helper_is_in_sight_beside_what_is_asked(
    desks: Desks, rules: str
) -> None:
    desk = desks(size=LAPTOP)
    robot = Robot(desk.open_table(rules), 5, talks=1)
    helper = desk.page.get_by_test_id("meld-help")
    robot.play_until(in_phase("auction"))
    assert helper.evaluate(SEEN)
    if rules == "stammtisch":
        robot.step(robot.play_until(in_phase("bury")))
        assert helper.evaluate(SEEN)


def test_the_cards_out_of_the_dabb_are_marked_while_one_buries(desks: Desks) -> None:
    desk = desks()
    table = desk.open_table("stammtisch")
    Robot(table, 5, talks=1).play_until(in_phase("bury"))
    hand = table.page.get_by_test_id("hand-card")
    marked = [card for card in hand.all() if card.locator("svg").count() == 1]
    shown = table.page.get_by_test_id("dabb").get_by_role("img").count()
    assert len(marked) == shown == 4
    for card in marked:
        assert "aus dem Dabb" in (card.get_attribute("aria-label") or "")


def test_what_burying_has_broken_is_told_at_the_tray(desks: Desks) -> None:
    desk = desks(size=PHONE, touch=True)
    table = desk.open_table("stammtisch")
    table.hands = Finger(desk.page)
    robot = Robot(table, 5, talks=1)
    broken = table.page.get_by_test_id("bury-broken")
    for _ in range(6):  # now and then a hand has nothing to break
        look = robot.play_until(in_phase("bury"))
        while look.phase == "bury" and broken.count() == 0:
            look = robot.step(look)
        if broken.count() == 1:
            break
        robot.play_deal()
    assert broken.is_visible()
    table.come_to_rest()
    assert broken.evaluate(SEEN)


def test_an_empty_hand_leaves_its_room_to_the_table(desks: Desks) -> None:
    desk = desks(size=PHONE, touch=True)
    table = desk.open_table("stammtisch", deals=2)
    table.hands = Finger(desk.page)
    hand = table.page.get_by_test_id("hand")
    robot = Robot(table, 5)
    robot.play_until(in_phase("play"))
    assert hand.evaluate("(element) => element.offsetHeight") > 100
    robot.play_deal()
    assert hand.evaluate("(element) => element.offsetHeight") < 20


def test_with_tap_pace_the_button_to_go_on_is_in_sight_over_laid_melds(desks: Desks) -> None:
    desk = desks(size=PHONE, touch=True, settings={"pace": "tap"})
    table = desk.open_table("stammtisch")
    table.hands = Finger(desk.page)
    robot, go_on = Robot(table, 9, talks=0), table.page.get_by_test_id("go-on")
    laid, checked = table.page.get_by_test_id("laid"), 0
    middle = table.page.get_by_role("group", name="Mitte")
    for _ in range(900):
        look = table.look()
        if go_on.is_visible():
            if laid.is_visible():
                assert not look.mine, "whoever is asked need not go on first"
                assert go_on.evaluate(SEEN)
                checked += 1
            table.hands.press(go_on)
        elif look.ready and (look.mine or look.may_deal):
            if checked and look.phase == "play":
                return
            robot.act(look)
            table.wait_until_done(look)
        elif look.phase == "auction":
            table.hands.press(middle)  # no need to hear all bids in their time
        table.settle(0.05)
    raise AssertionError("no melds were laid")
