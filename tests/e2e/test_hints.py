"""A hint on demand: found by finger and by key, told with its reasons, and never in the way."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.rules.catalog import find_ruleset
from tests.e2e.conftest import Desks
from tests.e2e.desk import LAPTOP, PHONE
from tests.e2e.hands import POINT, Finger, Hands, Keys, point_of
from tests.e2e.robot import MOST_STEPS, Robot
from tests.e2e.table_page import Look, TablePage
from tests.e2e.test_forms import bidding, overlap, table_at
from tests.e2e.test_pages import findings

SEED = 5
PHASES = {"cut", "auction", "dabb", "bury", "trump", "meld", "play"}


# The middle of it can be seen and touched where it is, without scrolling.
IN_SIGHT = """
(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
"""
# Its corner, where it says what it is, can be seen.
CORNER_IN_SIGHT = """
(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width * 0.2, top + height * 0.15);
  return top >= 0 && element.contains(seen);
}
"""
SCREEN, ACROSS = (1280, 800), (740, 360)


def in_phase(*phases: str) -> Callable[[Look], bool]:
    return lambda look: look.phase in phases


def advised(table: TablePage) -> list[str]:
    """Return the cards of the hand that are marked, from left to right."""
    marked = table.page.locator('[data-testid="hand-card"][data-advised]').all()
    return [card.get_attribute("data-card") or "" for card in marked]


def check_hand_in_sight(table: TablePage) -> None:
    """Every card of the hand can still be touched."""
    for card in table.page.get_by_test_id("hand-card").all():
        assert card.evaluate(POINT) is not None, card.get_attribute("aria-label")


@pytest.mark.parametrize(
    ("size", "hands"), [(PHONE, Finger), (LAPTOP, Keys)], ids=["finger", "keys"]
)
def test_in_every_phase_a_hint_is_one_touch_away_and_covers_no_card(
    desks: Desks, size: tuple[int, int], hands: type[Hands]
) -> None:
    table = desks(size=size, touch=size == PHONE).open_table("stammtisch")
    table.hands = hands(table.page)
    robot = Robot(table, SEED, talks=1)
    seen: set[str] = set()
    look = table.wait_until_asked()
    for _ in range(MOST_STEPS):
        if seen >= PHASES:
            break
        if look.phase in PHASES - seen:
            seen.add(look.phase)
            table.hands.press(table.page.get_by_test_id("hint-ask"))
            table.hint.locator(".what").wait_for()
            assert table.hint.inner_text().strip().count(".") >= 1
            assert table.look().seq == look.seq, "a hint does nothing by itself"
            assert findings(table.page) == [], look.phase
            check_hand_in_sight(table)
            if look.phase == "play":
                assert len(advised(table)) == 1
                assert set(advised(table)) <= set(look.legal)
            table.hands.press(table.page.get_by_test_id("hint-close"))
            table.hint.wait_for(state="hidden")
            assert advised(table) == []
            if hands is Keys:
                expect(table.page.get_by_test_id("hint-ask")).to_be_focused()
        look = robot.step(look)
    assert seen == PHASES


def check_in_sight(table: TablePage, *names: str) -> None:
    """All of these are seen without scrolling."""
    table.come_to_rest()
    hidden = [
        name
        for name in names
        if not table.page.get_by_test_id(name).evaluate(IN_SIGHT, timeout=5000)
    ]
    assert hidden == []


@pytest.mark.parametrize("size", [PHONE, ACROSS, SCREEN], ids=["phone", "across", "screen"])
@pytest.mark.parametrize("rules", ["stammtisch", "kreuzbinokel"])
def test_beside_a_hint_one_may_bid_otherwise(
    desks: Desks, rules: str, size: tuple[int, int]
) -> None:
    table = desks(size=size, touch=size != SCREEN).open_table(rules)
    Robot(table, SEED, talks=1).play_until(in_phase("auction"))
    assert table.ask_hint()
    check_in_sight(table, "hint-take", "hint-open", "bid-minimum", "bid-pass", "hint-ask", "prompt")
    check_hand_in_sight(table)


@pytest.mark.parametrize("rules", ["stammtisch", "kreuzbinokel"])
def test_on_a_screen_a_hint_for_a_card_hides_nothing_of_the_table(desks: Desks, rules: str) -> None:
    table = desks(size=SCREEN).open_table(rules)
    look = Robot(table, SEED).play_until(
        lambda look: look.phase == "play" and 1 < len(set(look.legal)) < len(look.hand) < 9
    )
    assert table.ask_hint()
    check_in_sight(table, "prompt", "hint-ask", "last-trick", "hint-close")
    line, hand = (table.page.get_by_test_id(name).bounding_box() for name in ("prompt", "hand"))
    assert line is not None
    assert hand is not None
    assert line["y"] + line["height"] < hand["y"]
    cards = table.page.get_by_test_id("trick-card")
    assert [card.evaluate(IN_SIGHT) for card in cards.all()] == [True] * len(look.trick)


def covered_cards(table: TablePage) -> list[str]:
    """Return the cards of the trick whose corner is not seen or that lie on the sentence."""
    table.come_to_rest()
    line, cards = table.page.locator(".mine"), table.page.get_by_test_id("trick-card").all()
    return [
        card.get_attribute("data-card") or ""
        for card in cards
        if not card.evaluate(CORNER_IN_SIGHT)
        or any(overlap(part, line) for part in [card, *card.locator(".tag").all()])
    ]


@pytest.mark.parametrize(
    ("size", "text_size"),
    [(PHONE, 100), (PHONE, 150), (ACROSS, 100), (SCREEN, 100), (SCREEN, 150)],
    ids=["phone", "phone-large", "across", "screen", "screen-large"],
)
@pytest.mark.parametrize("name", ["kreuzbinokel", "sechser"])
def test_beside_a_hint_for_a_card_the_sentence_and_the_whole_trick_are_seen(
    desks: Desks, name: str, size: tuple[int, int], text_size: int
) -> None:
    rules = find_ruleset(name)
    desk = desks(size=size, touch=size != SCREEN, settings={"textSize": text_size})
    for n_played in range(rules.n_seats) if size == PHONE else [rules.n_seats - 1]:

        def mine(match: Match, n: int = n_played) -> bool:
            deal = match.deal
            is_my_card = deal.phase is Phase.PLAY and deal.to_act == 0 and len(deal.trick) == n
            return is_my_card and len(deal.legal_actions()) > 2  # so that reasons are given

        table = table_at(desk, rules, mine, bidding)
        assert table.ask_hint()
        expect(table.page.get_by_test_id("trick-card")).to_have_count(n_played)
        check_in_sight(table, "prompt", "hint-ask", "hint-close")
        assert covered_cards(table) == []
        check_hand_in_sight(table)
        table.hands.press(table.page.get_by_test_id("hint-close"))
        table.hint.wait_for(state="hidden")
        assert covered_cards(table) == []


def test_a_double_tap_asks_once_and_the_answer_stays(desks: Desks) -> None:
    table = desks(size=PHONE, touch=True).open_table("stammtisch")
    table.hands = Finger(table.page)
    Robot(table, SEED, talks=1).play_until(in_phase("auction"))
    button = table.page.get_by_test_id("hint-ask")
    x, y = point_of(button)
    table.page.touchscreen.tap(x, y)
    table.page.touchscreen.tap(x, y)
    table.hint.locator(".what").wait_for()
    table.settle(0.6)
    expect(table.hint).to_be_visible()
    table.hands.press(button)
    expect(table.hint).to_have_count(0)


@pytest.mark.parametrize(
    ("size", "hands"), [(PHONE, Finger), (LAPTOP, Keys)], ids=["finger", "keys"]
)
def test_what_else_was_weighed_is_one_touch_further_with_its_values(
    desks: Desks, size: tuple[int, int], hands: type[Hands]
) -> None:
    table = desks(size=size, touch=size == PHONE).open_table("stammtisch")
    table.hands = hands(table.page)
    Robot(table, SEED, talks=1).play_until(in_phase("auction"))
    assert table.ask_hint()
    table.hands.press(table.page.get_by_test_id("hint-open"))
    dialog = table.page.get_by_test_id("hint-weighed")
    dialog.wait_for()
    rows = dialog.get_by_role("listitem").all_inner_texts()
    assert 2 <= len(rows) <= 5
    assert all("±" in row and "Punkte" in row for row in rows)
    assert sum("Tipp" in row for row in rows) == 1
    assert findings(table.page) == []
    table.close_dialog()
    table.hint.wait_for()


def test_the_marked_card_is_played_like_any_other(desks: Desks) -> None:
    table = desks(size=PHONE, touch=True).open_table("stammtisch")
    table.hands = Finger(table.page)
    robot = Robot(table, SEED)
    look = robot.play_until(in_phase("play"))
    for _ in range(3):
        assert table.ask_hint()
        expect(table.page.get_by_test_id("hint-take")).to_have_count(0)
        (card,) = advised(table)
        n_held = [held for held, _ in look.hand].count(card)
        table.hands.press(table.page.locator("[data-advised]"))
        table.wait_until_done(look)
        expect(table.hint).to_have_count(0)
        assert [held for held, _ in table.look().hand].count(card) == n_held - 1
        look = table.wait_until_asked()


def test_the_cards_to_bury_stay_marked_until_the_last_one_lies_there(desks: Desks) -> None:
    table = desks(size=PHONE, touch=True).open_table("stammtisch", deals=200)
    table.hands = Finger(table.page)
    robot = Robot(table, SEED)
    look = robot.play_until(in_phase("auction", "bury"))
    for _ in range(MOST_STEPS):  # bids as advised, so that one rarely goes out
        assert table.ask_hint()
        if look.phase == "auction":
            table.hands.press(table.page.get_by_test_id("hint-take"))
            table.wait_until_done(look)
        elif len(advised(table)) == 4:
            break
        else:
            robot.play_deal()
        look = robot.play_until(in_phase("auction", "bury"))
    for n in (4, 3, 2, 1):
        assert len(advised(table)) == n
        check_hand_in_sight(table)
        table.hands.press(table.page.locator("[data-advised]").first)
        table.wait_until_done(look)
        look = table.wait_until_asked()
    expect(table.hint).to_have_count(0)
    assert table.ask_hint()
    assert "fertig" in table.hint.inner_text()
    table.hands.press(table.page.get_by_test_id("hint-take"))
    table.wait_until_done(look)
    assert table.wait_until_asked().phase == "trump"


def test_one_touch_takes_over_what_is_no_card(desks: Desks) -> None:
    table = desks(size=PHONE, touch=True).open_table("stammtisch")
    table.hands = Finger(table.page)
    look = Robot(table, SEED).play_until(in_phase("auction"))
    assert table.ask_hint()
    said = table.hint.locator(".what").inner_text().splitlines()[-1].strip(" .")
    table.hands.press(table.page.get_by_test_id("hint-take"))
    table.wait_until_done(look)
    log = table.page.get_by_test_id("log").get_by_role("paragraph").all_text_contents()
    wanted = {"Sag weg": "Du sagst weg."}.get(said, f"Du reizt {said.removeprefix('Sag ')}.")
    assert wanted in log


def test_the_letter_r_asks_and_escape_puts_the_hint_away(desks: Desks) -> None:
    table = desks().open_table("stammtisch")
    Robot(table, SEED).play_until(in_phase("play"))
    table.page.keyboard.press("r")
    table.hint.locator(".what").wait_for()
    heard = table.page.get_by_test_id("asked").inner_text()
    assert heard.startswith("Tipp: Spiel ")
    assert all(line in heard for line in table.hint.locator(".why").all_inner_texts())
    assert "Tipp" in (table.page.locator("[data-advised]").get_attribute("aria-label") or "")
    table.page.keyboard.press("Escape")
    expect(table.hint).to_have_count(0)
    table.page.get_by_test_id("hint-ask").click()
    table.hint.locator(".what").wait_for()
    table.settle(0.6)  # a second tap at once would be a slip
    table.page.get_by_test_id("hint-ask").click()
    expect(table.hint).to_have_count(0)


def test_another_language_puts_a_hint_away_and_the_next_one_speaks_it(desks: Desks) -> None:
    table = desks().open_table("stammtisch")
    Robot(table, SEED).play_until(in_phase("play"))
    assert table.ask_hint()
    assert "Spiel " in table.hint.inner_text()
    assert table.open_dialog("settings")
    table.page.get_by_test_id("setting-lang").get_by_role("radio", name="English").check(force=True)
    table.page.wait_for_function("document.documentElement.lang === 'en'")
    table.close_dialog()
    expect(table.hint).to_have_count(0)
    assert table.ask_hint()
    assert "Play " in table.hint.inner_text()


def open_with_hints(page: Page, *, on: bool) -> TablePage:
    """Begin a match on the first page, with or without hints."""
    page.get_by_test_id("more").click()
    page.get_by_test_id("hints").set_checked(on, force=True)
    page.get_by_test_id("start-match").click()
    table = TablePage(page)
    table.wait_until_shown()
    return table


def test_at_a_table_without_hints_there_is_no_button_and_no_key(desks: Desks) -> None:
    desk = desks()
    table = open_with_hints(desk.visit("/"), on=False)
    table.wait_until_asked()
    expect(table.page.get_by_test_id("hint-ask")).to_have_count(0)
    table.page.keyboard.press("r")
    table.settle()
    expect(table.hint).to_have_count(0)
    again = desk.visit("/")
    again.get_by_test_id("more").click()
    expect(again.get_by_test_id("hints")).not_to_be_checked()  # as last time
    table = open_with_hints(desk.visit("/"), on=True)
    table.wait_until_asked()
    expect(table.page.get_by_test_id("hint-ask")).to_be_visible()


def test_who_plays_how_well_is_told_at_the_seat_and_beside_the_score(desks: Desks) -> None:
    wide = desks(size=LAPTOP).open_table("stammtisch", players=("heuristic", "uniform"))
    wide.wait_until_asked()
    assert "Faustregel" in wide.seat(1).inner_text()
    assert "Zufall" in wide.seat(2).inner_text()
    phone = desks(size=PHONE, touch=True).open_table("stammtisch", players=("heuristic", "uniform"))
    phone.wait_until_asked()
    phone.open_match()
    told = phone.page.get_by_test_id("match").inner_text()
    assert "Am Tisch: Karle (Faustregel), Gretel (Zufall)" in told
