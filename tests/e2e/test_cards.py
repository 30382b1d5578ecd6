"""Cards under the finger: dragging plays, dragging back does not, a forbidden card says why."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Desks
from tests.e2e.desk import LAPTOP, PHONE
from tests.e2e.hands import Mouse
from tests.e2e.robot import Robot
from tests.e2e.table_page import Look, TablePage

SEED = 11
LEAST_TARGET_PX = 44
LEAST_STRIP_PX = 14


def playing(table: TablePage, *, with_duty: bool = False) -> Look:
    """Play until it is the person's turn to play a card; with duty, some may not be played."""
    robot = Robot(table, SEED)
    return robot.play_until(
        lambda look: (
            look.phase == "play"
            and bool(look.legal)
            and (not with_duty or len(look.legal) < len(look.hand))
        )
    )


def middle(table: TablePage) -> tuple[float, float]:
    """Return a point on the table, well above the hand."""
    size = table.page.viewport_size
    assert size is not None
    return size["width"] / 2, size["height"] / 3


def test_dragging_a_card_onto_the_table_plays_it(desks: Desks) -> None:
    table = desks(moving=True).open_table("stammtisch")
    before = playing(table)
    Mouse(table.page).drag(table.hand_card(before.legal[0]), middle(table))
    table.wait_until_done(before)
    after = table.wait_until_asked()
    assert len(after.hand) == len(before.hand) - 1


def test_dragging_a_card_out_and_back_plays_nothing(desks: Desks) -> None:
    table = desks(moving=True).open_table("stammtisch")
    before = playing(table)
    card = table.hand_card(before.legal[0])
    table.come_to_rest()
    box = card.bounding_box()
    assert box is not None
    home = (box["x"] + 8, box["y"] + box["height"] / 2)
    Mouse(table.page).drag(card, middle(table), home)
    table.settle()
    assert table.look() == before


def test_a_forbidden_card_is_explained_and_stays_in_the_hand(desks: Desks) -> None:
    table = desks().open_table("stammtisch")
    before = playing(table, with_duty=True)
    forbidden = next(card for card, legal in before.hand if not legal)
    table.hands.press(table.hand_card(forbidden))
    expect(table.page.get_by_test_id("refusal")).to_be_visible()
    assert table.page.get_by_test_id("refusal").inner_text().strip() != ""
    assert table.look() == before
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_test_id("refusal")).to_have_count(0)


@pytest.mark.parametrize("rules", ["zu-zweit-reizen", "stammtisch", "palast-3-48"])
def test_every_card_of_a_full_hand_can_be_hit_on_a_small_telephone(
    desks: Desks, rules: str
) -> None:
    table = desks(size=PHONE, touch=True).open_table(rules)
    look = Robot(table, SEED, talks=1).play_until(lambda look: len(look.hand) > 0)
    cards = table.page.get_by_test_id("hand-card")
    assert cards.count() == len(look.hand)
    strips = cards.evaluate_all(FREE_STRIPS)
    assert min(strips) >= LEAST_STRIP_PX, strips


FREE_STRIPS = """
(cards) => cards.map((card) => {
  const box = card.getBoundingClientRect();
  let most = 0;
  for (const down of [0.15, 0.5, 0.85]) {
    let free = 0;
    for (let x = Math.ceil(box.left); x < box.right; x += 1)
      if (card.contains(document.elementFromPoint(x, box.top + box.height * down))) free += 1;
    most = Math.max(most, free);
  }
  return most;
})
"""
SMALL = """
(most) => [...document.querySelectorAll("button, a, input, select, summary")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => !element.closest('[data-testid="hand-card"]') && !element.closest("p"))
  .map((element) => [element, (element.closest("label") ?? element).getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.width < most - 0.5 || box.height < most - 0.5))
  .map(([element, box]) => `${element.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)
"""


def test_everything_that_can_be_pressed_is_44_pixels_large(desks: Desks) -> None:
    desk = desks(size=PHONE, touch=True)
    assert desk.visit().evaluate(SMALL, LEAST_TARGET_PX) == []
    table = desk.open_table("wuerttemberg", deals=1)
    robot = Robot(table, SEED, talks=1)
    look = table.wait_until_asked()
    while not look.finished:
        assert table.page.evaluate(SMALL, LEAST_TARGET_PX) == [], look.phase
        look = robot.step(look)


# What is asked and cannot be touched, with the page scrolled all the way up. Where the trump seven
# can be exchanged, too, that comes first, and the melds below it are scrolled to.
HIDDEN_AT_TOP = """
() => {
  scrollTo(0, 0);
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  const main = [...document.querySelectorAll(".panels button.main:not(:disabled)")].filter(seen);
  const exchange = document.querySelector('.panels [data-testid="exchange-do"]');
  const buttons = exchange ? [exchange] : main;
  const cards = [...document.querySelectorAll('[data-testid="hand-card"][data-legal="true"]')];
  return [...buttons, ...cards].filter((element) => {
    const box = element.getBoundingClientRect();
    const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) =>
      [0.2, 0.5, 0.8].map((y) => [box.left + box.width * x, box.top + box.height * y]));
    return !points.some(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  }).map((element) => element.textContent.trim() || element.dataset.card);
}
"""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("rules", ["stammtisch", "zu-zweit"])
def test_what_is_asked_is_in_sight_without_scrolling(
    desks: Desks, rules: str, size: tuple[int, int]
) -> None:
    table = desks(size=size).open_table(rules, deals=1)
    robot = Robot(table, SEED, talks=1)
    look = table.wait_until_asked()
    hidden: list[str] = []
    while not look.finished:
        table.come_to_rest()
        hidden += [f"{look.phase}: {text}" for text in table.page.evaluate(HIDDEN_AT_TOP)]
        look = robot.step(look)
    assert hidden == []


# Where all that can be pressed is when the table is first seen to ask, and a few frames later.
STEADY = """
window.steady = { frames: 0, moved: [] };
document.addEventListener("DOMContentLoaded", () => {
  const places = () => new Map([...document.querySelectorAll(
    '[data-testid="table"] button:not(:disabled)')]
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .map((button) => [button, button.getBoundingClientRect()]));
  let asked = null, before = new Map();
  const look = () => {
    next();
    const { seq, settled, mine } = document.querySelector('[data-testid="table"]')?.dataset ?? {};
    const now = settled === "true" && mine === "true" ? seq : null;
    if (now === null || now !== asked) {
      [asked, before, steady.frames] = [now, places(), 0];
      return;
    }
    steady.frames += 1;
    if (steady.frames > 3) return; // from here on it may be scrolled
    const after = places();
    for (const [button, { left, top }] of before) {
      const box = after.get(button);
      if (box === undefined || Math.hypot(box.left - left, box.top - top) > 1)
        steady.moved.push(`${button.dataset.testid} ${button.textContent.trim()}`);
    }
  };
  const next = () => requestAnimationFrame(() => setTimeout(look)); // once it can be seen
  next();
});
"""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_nothing_moves_away_under_a_finger_once_something_is_asked(
    desks: Desks, size: tuple[int, int]
) -> None:
    desk = desks(size=size)
    desk.page.add_init_script(STEADY)
    table = desk.open_table("stammtisch")
    robot = Robot(table, SEED, talks=1)
    look = table.wait_until_asked()
    while look.phase != "play":
        table.page.wait_for_function("() => steady.frames > 3")
        assert table.page.evaluate("steady.moved") == [], look.phase
        look = robot.step(look)
    assert {"bids", "bury", "trumps", "melds"} <= robot.done
