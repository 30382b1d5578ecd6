"""Rules that no shipped set has: strict play with signing and claims, and Rufen."""

import uuid
from typing import Any

import msgspec
from playwright.sync_api import expect

from binokel.rules.loader import from_mapping, load_ruleset
from binokel.rules.shortened import shortened
from binokel.server.auth import person_of
from binokel.server.settings import Settings
from binokel.server.table.journal import Opened, PersonSeat, encode, opened, player_seat
from binokel.server.table.table import stream_of
from binokel.store.sqlite import SqliteStore
from tests.e2e.conftest import Desks
from tests.e2e.desk import PHONE, Desk
from tests.e2e.robot import Robot
from tests.e2e.table_page import TablePage

SEED = 11
N_DEALS = 50
"""More than it can take until a deal comes that is played to its end."""


def open_stored(desk: Desk, start: Opened) -> TablePage:
    """Sit down at a table that the server finds in its store."""
    name = uuid.uuid4().hex
    store = SqliteStore(Settings(folder=desk.server.home).journals)
    store.append(stream_of(name), 0, [encode(start)])
    store.close()
    return desk.open(name)


def open_table(desk: Desk, **different: dict[str, Any]) -> TablePage:
    """Sit down at a table with the rules of the Stammtisch but for what is different."""
    rules = from_mapping({"id": "eigene", "title": "Eigene", "extends": "stammtisch", **different})
    person = PersonSeat("Anna", person_of(desk.person))
    seats = (person, player_seat("Karle", "heuristic"), player_seat("Gretel", "heuristic"))
    return open_stored(desk, opened(shortened(rules, N_DEALS), seats))


def test_the_rules_at_a_table_are_its_own(desks: Desks) -> None:
    table = open_table(desks(), bidding={"minimum": 230})
    table.page.get_by_test_id("rules-open").click()
    expect(table.page.get_by_role("dialog")).to_contain_text("230")


def test_a_notice_goes_when_one_acts_and_long_names_stay_in_their_place(desks: Desks) -> None:
    desk = desks(size=PHONE)
    person = PersonSeat("W" * 20, person_of(desk.person))
    older = msgspec.structs.replace(player_seat("M" * 20, "heuristic"), version=0)
    rules = shortened(load_ruleset("stammtisch"), 1)
    seats = (person, older, player_seat("<b>Gretel</b>", "heuristic"))
    table = open_stored(desk, opened(rules, seats))
    notice = table.page.get_by_text("In dieser Fassung des Programms")
    expect(notice).to_be_visible()
    expect(table.page.get_by_text("<b>Gretel</b>").first).to_be_visible()
    assert table.seat(1).evaluate("seat => seat.scrollWidth <= seat.clientWidth + 1")
    before = table.wait_until_asked()
    Robot(table, SEED, talks=0).step(before)
    expect(notice).to_be_hidden()


def test_a_card_is_called_and_another_one_given_for_it(desks: Desks) -> None:
    table = open_table(desks(size=PHONE), dabb={"call": "on"})
    robot = Robot(table, SEED, talks=1)
    before = robot.play_until(lambda look: "calls" in look.panels)
    find = table.page.get_by_test_id
    find("call-open").click()
    find("call-card").first.click()
    find("confirm-no").click()
    expect(find("call-card").first).to_be_visible()
    find("call-card").first.click()
    find("confirm-yes").click()
    table.wait_until_done(before)
    assert table.wait_until_asked().panels == ["gives"]
    expect(table.panel("gives")).to_contain_text("gegeben")
    assert robot.play_deal().account
    assert "gives" in robot.done


def test_strict_play_ends_with_all_tricks_to_look_through_a_claim_and_a_signature(
    desks: Desks,
) -> None:
    table = open_table(desks(), penalties={"strict": True})
    robot = Robot(table, SEED, talks=0)
    look = robot.play_until(lambda look: "signs" in look.panels)
    find = table.page.get_by_test_id
    find("sign-look").click()
    tricks = table.page.get_by_role("dialog").get_by_role("heading", level=3)
    expect(tricks).to_have_count(12)
    if find("claim").count():  # nothing is left to claim once somebody else's claim was right
        find("claim").first.click()
        find("confirm-yes").click()
        table.wait_until_done(look)
        expect(table.panel("signs")).to_contain_text("1. Stich")
    else:
        table.close_dialog()
    assert robot.play_deal().account
    assert "signs" in robot.done
