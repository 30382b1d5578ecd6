"""Nothing is lost: reload in every phase, a killed server, two windows, a hostile page."""

from playwright.sync_api import expect

from tests.e2e.conftest import Desks
from tests.e2e.robot import Robot
from tests.e2e.server import Server

SEED = 7
LOST = "WebSocket connection|ERR_CONNECTION_REFUSED|failed: .*/api/"


def test_a_reload_in_every_phase_shows_the_same_table(desks: Desks) -> None:
    table = desks().open_table("wuerttemberg", deals=2)
    robot = Robot(table, SEED, talks=1)
    seen: set[str] = set()
    look = table.wait_until_asked()
    while "over" not in seen:
        if look.phase not in seen:
            seen.add(look.phase)
            before = (look, table.prompt.inner_text())
            table.reload()
            assert (table.wait_until_asked(), table.prompt.inner_text()) == before
        look = robot.step(look)
    assert {"auction", "bury", "play", "over"} <= seen


def test_a_match_goes_on_at_the_same_card_after_the_server_was_killed_in_mid_trick(
    desks: Desks, own_server: Server
) -> None:
    desk = desks(own_server)
    desk.guard.allow(LOST)
    table = desk.open_table("stammtisch")
    robot = Robot(table, SEED)
    before = robot.play_until(lambda look: look.phase == "play" and len(look.trick) > 0)
    own_server.kill()
    expect(table.root).to_have_attribute("data-link", "lost")
    expect(table.page.get_by_role("alert")).to_be_visible()
    own_server.start()
    expect(table.root).to_have_attribute("data-link", "open", timeout=20_000)
    assert table.wait_until_asked() == before
    assert robot.play_deal().account


def test_the_server_finds_unfinished_tables_of_a_person_after_its_death(
    desks: Desks, own_server: Server
) -> None:
    desk = desks(own_server)
    desk.guard.allow(LOST)
    table = desk.open_table("kreuzbinokel")
    before = Robot(table, SEED).play_until(lambda look: look.phase == "play")
    desk.page.goto("about:blank")
    own_server.kill()
    own_server.start()
    desk.visit()
    desk.page.get_by_test_id("table-go-on").first.click()
    table.wait_until_shown()
    assert table.wait_until_asked() == before
