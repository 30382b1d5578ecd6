"""Every page, dialog and phase: no finding of axe, nothing from elsewhere, few bytes."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from binokel.players.registry import names_for
from binokel.rules.catalog import find_ruleset
from binokel.server.settings import Settings
from binokel.server.table.table import stream_of
from binokel.store.sqlite import SqliteStore
from tests.e2e.conftest import Desks
from tests.e2e.desk import LAPTOP, PHONE
from tests.e2e.measuring import Wire
from tests.e2e.robot import Robot
from tests.e2e.server import Server

SEED = 7
WCAG = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
MOST_KIB = 150
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SIZES = pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])


def findings(page: Page) -> list[str]:
    """Return what axe finds on the page as it is, by day and by night, a line each."""
    lines = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found: dict[str, Any] = Axe().run(page, options=WCAG).response
        lines += [
            f"{scheme}, {fault['id']}: {node['target']} {node['failureSummary']}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]
    return lines


@SIZES
@pytest.mark.parametrize("path", ["/", "/rules/stammtisch", "/glossary"])
def test_axe_finds_nothing_on_a_page(desks: Desks, path: str, size: tuple[int, int]) -> None:
    page = desks(size=size).visit(path)
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_load_state("networkidle")
    assert findings(page) == []


@SIZES
@pytest.mark.parametrize("rules", ["wuerttemberg", "zu-zweit"])
def test_axe_finds_nothing_in_any_phase(desks: Desks, rules: str, size: tuple[int, int]) -> None:
    table = desks(size=size).open_table(rules, deals=1)
    seen: set[str] = set()

    def is_new_to_axe(phase: str) -> None:
        if phase not in seen:
            seen.add(phase)
            assert findings(table.page) == [], phase

    robot = Robot(table, SEED, talks=1)
    look = table.wait_until_asked()
    while not look.finished:
        is_new_to_axe(look.phase)
        look = robot.step(look)
    is_new_to_axe("over")
    assert {"play", "over"} <= seen


@pytest.mark.parametrize("name", ["rules", "settings", "glossary", "help", "match"])
def test_axe_finds_nothing_in_a_dialog(desks: Desks, name: str) -> None:
    table = desks().open_table("stammtisch")
    table.wait_until_asked()
    assert table.open_dialog(name)
    assert findings(table.page) == []
    table.close_dialog()


def test_the_first_hand_is_playable_after_at_most_150_kib(desks: Desks) -> None:
    desk = desks()
    name = desk.new_table("stammtisch")
    wire = Wire(desk.page)
    desk.open(name).wait_until_asked()
    assert 0 < wire.kib <= MOST_KIB, wire.parts


def test_text_at_double_size_stays_within_the_width_of_a_telephone(desks: Desks) -> None:
    desk = desks(size=PHONE, touch=True, settings={"textSize": 200})
    table = desk.open_table("stammtisch", deals=1)
    robot = Robot(table, SEED)
    look = table.wait_until_asked()
    while not look.finished:
        width = table.page.evaluate("document.documentElement.scrollWidth")
        assert width <= PHONE[0], look.phase
        look = robot.step(look)


def test_players_that_do_not_know_the_rules_are_not_offered(desks: Desks) -> None:
    page = desks().visit()
    page.get_by_test_id("more").click()
    offered = page.locator("[data-testid=levels] input, [data-testid=opponents] input")
    expect(offered).to_have_count(len(names_for(find_ruleset("stammtisch"))))
    page.locator("input[value=dabb-hard]").check()
    page.get_by_test_id("rules-select").click()
    page.locator("[data-testid=rules-option][data-rules=zu-zweit]").click()
    expect(offered).to_have_count(len(names_for(find_ruleset("zu-zweit"))))
    expect(page.locator("input[value=dabb-hard]")).to_have_count(0)
    page.get_by_test_id("start-match").click()
    expect(page.get_by_test_id("table")).to_be_visible()


def test_players_chosen_one_by_one_are_named_and_no_level_for_all_is_ticked(desks: Desks) -> None:
    page = desks(size=PHONE).visit()
    ticked = page.locator(
        "[data-testid=levels] input:checked, [data-testid=opponents] input:checked"
    )
    expect(ticked).to_have_count(1)
    expect(ticked).to_have_value("stark")
    page.get_by_test_id("more").click()
    first, second = page.get_by_role("combobox").all()
    first.select_option("anfaenger")
    expect(ticked).to_have_count(0)
    told = page.get_by_role("status")
    expect(told).to_have_text("Einzeln ausgesucht: Anfänger, Stark.")
    second.select_option("anfaenger")
    expect(ticked).to_have_value("anfaenger")
    second.select_option("meister")
    page.locator("input[value=stark]").check(force=True)
    expect(ticked).to_have_value("stark")
    expect(told).not_to_contain_text("Einzeln")
    for select in (first, second):
        expect(select).to_have_value("stark")


@pytest.mark.parametrize(("lang", "pass_word"), [("en", "pass"), ("fr", "passe")])
def test_the_table_speaks_the_language_that_is_set(desks: Desks, lang: str, pass_word: str) -> None:
    desk = desks(settings={"lang": lang})
    table = desk.open_table("stammtisch")
    Robot(table, SEED, talks=1).play_until(lambda look: "bids" in look.panels)
    assert table.page.evaluate("document.documentElement.lang") == lang
    assert table.page.get_by_test_id("bid-pass").inner_text().lower() == pass_word
    assert "web." not in table.page.inner_text("body")


def test_a_table_that_cannot_be_read_is_told_as_such_and_only_taken_off_the_list(
    own_server: Server, desks: Desks
) -> None:
    desk = desks(own_server, size=PHONE)
    torn = desk.new_table("zu-zweit")
    own_server.kill()  # what is in memory needs not be read
    store = SqliteStore(Settings(folder=own_server.home).journals)
    store.append(stream_of(torn), len(store.read(stream_of(torn))), ['{"entry":"torn'])
    store.close()
    own_server.start()
    entry = desk.visit().get_by_test_id("table-entry")
    expect(entry).to_contain_text("nicht lesen")
    expect(entry).not_to_contain_text(torn)
    expect(entry.get_by_role("link")).to_have_count(0)
    entry.get_by_role("button", name="Von der Liste nehmen").click()
    desk.page.get_by_test_id("confirm-yes").click()
    expect(entry).to_have_count(0)
