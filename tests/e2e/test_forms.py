"""Rare forms on a telephone: what is asked and what lies there cover nothing and stay in sight."""

import uuid
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from binokel.engine.actions import Action, NameContract, Pass
from binokel.engine.choices import Exchange, Melds
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE, shuffled
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RuleSet
from binokel.server.auth import person_of
from binokel.server.settings import Settings
from binokel.server.table.journal import Done, Opened, PersonSeat, encode, opened, player_seat
from binokel.server.table.table import stream_of
from binokel.store.sqlite import SqliteStore
from tests.e2e.conftest import Desks
from tests.e2e.desk import PHONE, Desk
from tests.e2e.table_page import TablePage

NAMES = ("Karle", "Gretel", "Friedrich-Wilhelm", "Anneliese", "Eugen")
HIGHEST_SEED = 60
ACROSS = (740, 360)

Reached = Callable[[Match], bool]
Choose = Callable[[Match], Action]


def first(match: Match) -> Action:
    """Choose what is listed first: weg, all melds, the lowest card."""
    return match.deal.legal_actions()[0]


def played(
    rules: RuleSet, start: Opened, seed: int, reached: Reached, choose: Choose
) -> list[Done]:
    """Play one deal until the moment that is wanted; empty if it does not come."""
    names = [seat.name for seat in start.seats]
    match, rng = Match(rules, names, start.first_dealer), Random(seed)
    done: list[Done] = []
    while not match.deal.is_over:
        if reached(match):
            return done
        seat = match.to_act
        assert seat is not None
        action = shuffled(rules, rng) if seat == CHANCE else choose(match)
        match.apply(action)
        done.append(Done(seat, action))
    return []


def table_at(
    desk: Desk,
    rules: RuleSet,
    reached: Reached,
    choose: Choose = first,
    *,
    dealer: int = 1,
) -> TablePage:
    """Sit down at a table whose first deal has come to a moment."""
    person = PersonSeat("Anna", person_of(desk.person))
    others = [player_seat(name, "heuristic") for name in NAMES[: rules.n_seats - 1]]
    start = replace(opened(rules, (person, *others)), first_dealer=dealer)
    tries = (played(rules, start, seed, reached, choose) for seed in range(HIGHEST_SEED))
    done = next(filter(None, tries))
    name = uuid.uuid4().hex
    store = SqliteStore(Settings(folder=desk.server.home).journals)
    store.append(stream_of(name), 0, [encode(start), *map(encode, done)])
    store.close()
    table = desk.open(name)
    table.wait_until_asked()
    table.come_to_rest()
    return table


def box(what: Locator) -> tuple[float, float, float, float]:
    found = what.bounding_box()
    assert found is not None
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def overlap(one: Locator, other: Locator) -> bool:
    left, top, right, bottom = box(one)
    left2, top2, right2, bottom2 = box(other)
    return left < right2 and left2 < right and top < bottom2 and top2 < bottom


def my_card(match: Match) -> bool:
    deal = match.deal
    last = len(deal.trick) == match.rules.n_seats - 1
    return deal.phase is Phase.PLAY and deal.to_act == 0 and last


def test_the_stock_covers_neither_the_trump_nor_a_button(desks: Desks) -> None:
    def may_exchange(match: Match) -> bool:
        offers = any(isinstance(choice, Exchange) for choice in match.deal.choices())
        return match.to_act == 0 and offers and len(match.deal.tricks) > 0

    desk = desks(size=PHONE)
    table = table_at(desk, find_ruleset("zu-zweit"), may_exchange, any_card)
    stock, find = table.page.get_by_test_id("stock"), table.page.get_by_test_id
    expect(find("exchange-do")).to_be_in_viewport(ratio=1)
    assert not overlap(stock, table.page.locator(".contract"))
    assert not overlap(stock, find("last-trick"))
    assert not overlap(find("exchange-do"), find("hand"))


def test_the_stock_stays_in_sight_while_melds_lie_out(desks: Desks) -> None:
    def may_meld(match: Match) -> bool:
        offers = any(isinstance(choice, Melds) and choice.best for choice in match.deal.choices())
        return match.to_act == 0 and offers and len(match.deal.tricks) > 0

    desk = desks(size=PHONE)
    table = table_at(desk, find_ruleset("zu-zweit"), may_meld, any_card)
    find = table.page.get_by_test_id
    find("meld-declare").click()
    expect(find("laid")).to_be_in_viewport(ratio=1)
    expect(find("stock")).to_be_in_viewport(ratio=1)
    table.come_to_rest()
    assert not overlap(find("laid"), find("stock"))


def any_card(match: Match) -> Action:
    """Choose a card by chance, so that a seven may be left; else what is first."""
    actions = match.deal.legal_actions()
    if match.deal.phase is not Phase.PLAY:
        return first(match)
    return Random(len(match.entries)).choice(actions)


@pytest.mark.parametrize("name", ["drecksau-online-6-48", "sechser", "kreuzbinokel"])
def test_with_many_at_the_table_the_whole_trick_and_the_question_are_in_sight(
    desks: Desks, name: str
) -> None:
    rules = find_ruleset(name)
    table = table_at(desks(size=PHONE), rules, my_card, bidding)
    hand = table.page.get_by_test_id("hand")
    expect(table.page.get_by_test_id("trick-card")).to_have_count(rules.n_seats - 1)
    expect(table.prompt).to_be_in_viewport(ratio=1)
    assert not overlap(table.prompt, hand)
    for card in table.page.get_by_test_id("trick-card").all():
        assert not overlap(card, table.prompt)
    score = table.page.get_by_test_id("match-open")
    expect(score).to_contain_text("Wir")
    _, top, _, bottom = box(score)
    assert bottom - top < 60


def bidding(match: Match) -> Action:
    """Let somebody have the game; for the rest choose what is first."""
    actions = match.deal.legal_actions()
    auction = match.deal.auction
    is_open = auction is not None and match.deal.phase is Phase.AUCTION and auction.value == 0
    return actions[1] if is_open and len(actions) > 1 else actions[0]


def test_a_dabb_that_stays_down_lies_beside_the_trick(desks: Desks) -> None:
    rules = from_mapping({"id": "eigene", "title": "Eigene", "extends": "stammtisch"})
    hand_durch = NameContract(Contract.DURCH, is_open=True, from_hand=True)

    def from_hand(match: Match) -> Action:
        return hand_durch if hand_durch in match.deal.legal_actions() else bidding(match)

    def mine(match: Match) -> bool:
        return match.deal.phase is Phase.PLAY and match.deal.to_act == 0

    table = table_at(desks(size=PHONE), rules, mine, from_hand)
    dabb = table.page.get_by_test_id("dabb")
    expect(dabb).to_be_visible()
    expect(table.page.get_by_test_id("trick-card")).to_have_count(1)
    for part in ("img", "figcaption"):
        assert not overlap(table.page.get_by_test_id("trick-card"), dabb.locator(part))
    expect(table.page.get_by_role("group", name="Mitte")).to_contain_text("für 2000")
    expect(table.page.locator(".open img")).to_have_count(11)


def test_a_redeal_is_told_once_and_has_no_account(desks: Desks) -> None:
    bid = {"nobody": "redeal"}
    desk = desks(size=PHONE)
    mapping = {"id": "eigene", "title": "Eigene", "extends": "stammtisch", "bidding": bid}
    rules = from_mapping(mapping)

    def last_to_speak(match: Match) -> bool:
        calls = [action for _, action in match.deal.history if isinstance(action, Pass)]
        return len(calls) == 2 and match.to_act == 0

    table = table_at(desk, rules, last_to_speak, dealer=0)
    find = table.page.get_by_test_id
    find("bid-pass").click()
    expect(find("next-deal")).to_have_text("Neu geben")
    expect(table.prompt).to_contain_text("Es wird neu gegeben")
    expect(table.panel("next-deal")).not_to_contain_text("Es wird neu gegeben")
    expect(find("account-open")).to_have_count(0)
    expect(table.page.get_by_role("dialog")).to_have_count(0)
    find("next-deal").click()
    expect(find("next-deal")).to_have_count(0)


def test_with_nothing_to_meld_the_stock_game_goes_on_by_itself(desks: Desks) -> None:
    def empty_window(match: Match) -> bool:
        deal = match.deal
        is_mine = deal.phase is Phase.WINDOW and deal.to_act == 0 and len(deal.tricks) > 0
        return is_mine and deal.choices() == (Melds((), 0, True),)

    desk = desks(size=PHONE)
    table = table_at(desk, find_ruleset("zu-zweit"), empty_window, any_card)
    look = table.wait_until_asked()
    assert look.phase == "play"
    assert len(look.hand) == len(look.legal) == 12


def test_on_a_telephone_held_across_no_trick_card_covers_the_hand(desks: Desks) -> None:
    rules = from_mapping({"id": "eigene", "title": "Eigene", "extends": "stammtisch"})
    open_durch = NameContract(Contract.DURCH, is_open=True)

    def announce(match: Match) -> Action:
        return open_durch if open_durch in match.deal.legal_actions() else bidding(match)

    def mine(match: Match) -> bool:
        return match.deal.phase is Phase.PLAY and match.deal.to_act == 0

    table = table_at(desks(size=ACROSS), rules, mine, announce)
    covered = table.page.evaluate(
        """() => [...document.querySelectorAll('[data-testid="hand-card"]')].filter((card) => {
          const { left, top } = card.getBoundingClientRect();
          const seen = document.elementFromPoint(left + 12, top + 30);
          return seen?.closest('[data-testid="trick-card"]') != null;
        }).length"""
    )
    assert covered == 0
    expect(table.page.locator(".open img").first).to_be_in_viewport()


def test_on_a_telephone_held_across_one_bids_with_eighteen_cards_without_scrolling(
    desks: Desks,
) -> None:
    def asked(match: Match) -> bool:
        return match.deal.phase is Phase.AUCTION and match.to_act == 0

    desk = desks(size=ACROSS)
    table = table_at(desk, find_ruleset("zu-zweit-reizen"), asked)
    table.wait_until_asked()
    for name in ("bid-minimum", "bid-pass"):
        button = table.page.get_by_test_id(name)
        expect(button).to_be_in_viewport(ratio=1)
        assert not overlap(button, table.page.get_by_test_id("hand"))
