"""Keyboard and screen reader: where the focus goes, what is told, and which keys do what."""

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Desks
from tests.e2e.desk import PHONE
from tests.e2e.hands import Keys
from tests.e2e.robot import Robot
from tests.e2e.table_page import TablePage

SEED = 3
# Whether a finger could touch what has the focus, anywhere.
IN_SIGHT = """
() => {
  const focused = document.activeElement;
  if (focused === document.body) return null;
  const { left, top, width, height } = focused.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const isSeen = parts.some((down) => parts.some((right) =>
    focused.contains(document.elementFromPoint(left + width * right, top + height * down))));
  return isSeen ? null : focused.outerHTML.slice(0, 120);
}
"""
# Whether the first thing that a panel offers can be touched without scrolling.
FIRST_IN_SIGHT = """
(name) => {
  const panel = document.querySelector(`[data-testid="panel-${name}"]`);
  const { left, top, width, height } =
    (panel.querySelector("button, li") ?? panel).getBoundingClientRect();
  return panel.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
"""
# Whether the corner of a trick's card can be read.
CARD_IN_SIGHT = """
(card) => {
  const shown = document.querySelector(`[data-testid="trick-card"][data-card="${card}"]`);
  const { left, top, width, height } = shown.getBoundingClientRect();
  return shown.contains(document.elementFromPoint(left + width * 0.2, top + height * 0.2));
}
"""
FOCUS = "document.activeElement.dataset.testid ?? document.activeElement.tagName"


def focus(page: Page) -> str:
    """Return what has the focus: its agreed name, else its tag."""
    name: str = page.evaluate(FOCUS)
    return name


def wait_for_focus(page: Page, name: str) -> None:
    """Wait until something has the focus."""
    page.wait_for_function(f"(name) => ({FOCUS}) === name", arg=name)


def log_of(table: TablePage) -> list[str]:
    """Return what was told, line by line."""
    return table.page.get_by_test_id("log").get_by_role("paragraph").all_text_contents()


def test_by_keyboard_the_focus_goes_on_to_what_is_asked_and_never_to_giving_up(
    desks: Desks,
) -> None:
    table = desks().open_table("stammtisch")
    table.hands = Keys(table.page)
    robot = Robot(table, SEED, talks=1)
    robot.play_until(lambda look: "bids" in look.panels)
    robot.step(table.look())
    found: dict[str, str] = {}
    look = table.wait_until_asked()
    while look.phase != "over":
        table.page.wait_for_function("document.activeElement !== document.body")
        found.setdefault("-".join([look.phase, *look.panels]), focus(table.page))
        look = robot.step(look)
    # Where all others say weg at once, there is no second bid.
    assert found.get("auction-bids", "bid-minimum") == "bid-minimum"
    assert found["bury-bury-concedes"] == "hand-card"
    assert found["trump-trumps-concedes"] == "option"
    assert found["play"] == "hand-card"
    assert not {"concede-open", "bid-pass"} & set(found.values())
    table.page.get_by_test_id("account").wait_for()
    table.page.keyboard.press("Escape")
    wait_for_focus(table.page, "next-deal")


def test_a_key_held_down_answers_one_question_only(desks: Desks) -> None:
    table = desks().open_table("stammtisch")
    Robot(table, SEED, talks=1).play_until(lambda look: "bids" in look.panels)
    bid = table.page.get_by_test_id("bid-minimum")
    bid.focus()
    before = table.look()
    table.page.keyboard.down("Enter")
    table.wait_until_done(before)
    look = table.wait_until_asked()
    for _ in range(5):
        table.page.keyboard.down("Enter")
    table.settle()
    assert table.look().seq == look.seq
    table.page.keyboard.up("Enter")


def test_whoever_is_asked_hears_it_once(desks: Desks) -> None:
    table = desks().open_table("stammtisch")
    robot = Robot(table, SEED)
    look = robot.play_until(lambda look: look.phase == "play")
    for _ in range(3):
        prompt = table.prompt.inner_text()
        assert [line for line in log_of(table) if line == prompt] != []
        assert log_of(table)[-1] == prompt
        assert log_of(table)[-2] != prompt
        look = robot.step(look)


@pytest.mark.parametrize("is_on", [True, False])
def test_letters_read_out_unless_that_is_switched_off(desks: Desks, is_on: bool) -> None:
    table = desks(settings={"readKeys": is_on}).open_table("stammtisch")
    table.wait_until_asked()
    asked = table.page.get_by_test_id("asked")
    table.page.keyboard.press("s")
    assert asked.inner_text().startswith("Spiel 1.") is is_on
    assert (asked.inner_text() == "") is not is_on


def test_letters_typed_in_a_dialog_read_nothing_out(desks: Desks) -> None:
    table = desks().open_table("stammtisch")
    table.wait_until_asked()
    assert table.open_dialog("glossary")
    for letter in "htmslp":
        table.page.keyboard.press(letter)
    table.page.get_by_test_id("glossary-search").press_sequentially("stich")
    assert table.page.get_by_test_id("glossary-search").input_value() == "stich"
    table.page.keyboard.press("Escape")  # empties the field, as browsers have it
    table.close_dialog()
    assert table.page.get_by_test_id("asked").inner_text() == ""


def test_another_language_in_mid_deal_changes_everything_at_once(desks: Desks) -> None:
    table = desks().open_table("stammtisch")
    Robot(table, SEED).play_until(lambda look: look.phase == "play")
    assert log_of(table)[-1].startswith(("Du ", "Karle ", "Gretel "))
    assert table.open_dialog("settings")
    table.page.get_by_test_id("setting-lang").get_by_role("radio", name="English").check(force=True)
    table.page.wait_for_function("document.documentElement.lang === 'en'")
    table.close_dialog()
    table.page.get_by_role("button", name="not allowed now").or_(
        table.page.get_by_role("button", name="playable")
    ).first.wait_for()
    table.page.get_by_test_id("log").filter(has_text=table.prompt.inner_text()).wait_for(
        state="attached"
    )
    heard = " ".join([*log_of(table), table.root.inner_text()])
    german = [word for word in ("Stich", "Trumpf", "Karten", "gemeldet", "spielt") if word in heard]
    assert german == []


def test_on_a_new_page_the_focus_is_at_its_head_and_the_back_key_closes_dialogs(
    desks: Desks,
) -> None:
    page = desks().visit("/")
    page.get_by_role("link", name="Wörter").click()
    page.get_by_role("heading", level=1, name="Wörter am Tisch").wait_for()
    wait_for_focus(page, "H1")
    page.get_by_test_id("settings-open").click()
    page.get_by_role("dialog").wait_for()
    page.go_back()
    page.get_by_role("heading", level=1, name="Grüß Gott").wait_for()
    assert page.get_by_role("dialog").count() == 0
    wait_for_focus(page, "H1")


@pytest.mark.parametrize("text_size", [100, 200])
def test_what_has_the_focus_never_lies_under_the_hand(desks: Desks, text_size: int) -> None:
    table = desks(size=PHONE, settings={"textSize": text_size}).open_table("stammtisch")
    robot = Robot(table, SEED, talks=1)
    seen: set[str] = set()
    look = table.wait_until_asked()
    while look.phase != "over":
        if look.phase not in seen:
            seen.add(look.phase)
            for key in ["Tab"] * 20 + ["Shift+Tab"] * 20:
                table.page.keyboard.press(key)
                assert table.page.evaluate(IN_SIGHT) is None, look.phase
        look = robot.step(look)
    assert {"auction", "bury", "play"} <= seen


@pytest.mark.parametrize("text_size", [100, 150, 200])
def test_whoever_is_asked_need_not_look_for_it_below_the_hand(desks: Desks, text_size: int) -> None:
    settings = {"textSize": text_size, "face": "large"}
    table = desks(size=PHONE, touch=True, settings=settings).open_table("zu-zweit-reizen")
    robot = Robot(table, SEED, talks=1)
    seen: set[str] = set()
    look = table.wait_until_asked()
    while look.phase != "over":
        table.come_to_rest()
        for name in look.panels[:1]:
            assert table.page.evaluate(FIRST_IN_SIGHT, name), look.phase
            seen.add(name)
        for card in look.trick:
            assert table.page.evaluate(CARD_IN_SIGHT, card), card
            seen.add("trick")
        look = robot.step(look)
    assert {"bids", "bury", "trumps", "melds", "trick"} <= seen
