"""What plays, melds and the Dabb tell about the cards of the others."""

from random import Random

import pytest

from binokel.cards.card import Card
from binokel.cards.hand import pack, unpack
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.players.base import Budget
from binokel.players.heuristic.knowledge import Knowledge
from binokel.players.registry import find_player
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset
from binokel.testing.builders import deal_with, declared, played, rules_with
from tests.unit.players.seats import view_of


def known(state: DealState) -> Knowledge:
    return Knowledge(view_of(state))


def may(knowledge: Knowledge, seat: int, card: str) -> bool:
    return knowledge.may_hold(seat, 1 << (2 * Card(card).index))


def test_who_does_not_follow_is_void_and_without_trump_if_he_plays_none() -> None:
    void = "HU HO HK HU HO HK EU EO EK EU EO EK"
    deal = deal_with(rules_with(), f"SA SZ | {void} | SU SU SK", dabb="SA SZ SO SO")
    state = played(declared(deal, 0, trump="B"), "SA HU SU")
    seen = known(state)
    assert not may(seen, 1, "SK")
    assert not may(seen, 1, "BA")
    assert may(seen, 2, "SK")


def test_who_follows_without_beating_has_nothing_higher() -> None:
    deal = deal_with(
        rules_with(), "SK | SO SU EU EU EO EO EK EK EZ EZ EA EA | SA", dabb="HA HA BA BA"
    )
    seen = known(played(declared(deal, 0, trump="B"), "SK SO SA"))
    assert not may(seen, 1, "SA")
    assert may(seen, 1, "SU")


def test_who_trumps_below_has_no_higher_trump() -> None:
    deal = deal_with(
        rules_with(), "SU HA | EO EU HU HO HK BU BU BO BO BK BK HO | EA EK SO", dabb="SA SA SZ SZ"
    )
    rules = deal.rules
    state = declared(deal, 2, trump="E")
    assert rules.play.must_over_trump
    state = played(state, "SU EO")
    seen = known(state)
    assert seen.seat == 2
    assert not may(seen, 1, "SK")


def test_melded_cards_are_known_until_they_are_played() -> None:
    deal = deal_with(rules_with(), "SA | HK HO SU | SZ", dabb="BA BA BZ BZ")
    state = declared(deal, 0, trump="E", melds="best")
    seen = known(state)
    assert Card.HK in unpack(seen.shown[1])
    assert seen.chance_any(1, 1 << (2 * Card.HK.index)) == 1.0


def test_the_shown_dabb_is_with_the_declarer_or_buried() -> None:
    deal = deal_with(rules_with(), "SA SU | SZ | SK", dabb="HA HA BZ BZ")
    state = played(declared(deal, 1, trump="E"), "SA SZ SK")
    seen = known(state)
    assert not may(seen, 2, "HA")
    assert may(seen, 1, "HA")


def test_the_own_buried_cards_are_nowhere_else() -> None:
    deal = deal_with(rules_with(), "SA | SZ | SK", dabb="HA HA BZ BZ")
    seen = known(declared(deal, 0, trump="E"))
    assert not any(may(seen, seat, "HA") for seat in (1, 2))


@pytest.mark.parametrize("name", ["stammtisch", "zu-zweit", "preisbinokel", "kreuzbinokel"])
def test_what_it_takes_for_impossible_is_never_true(name: str) -> None:
    rules = find_ruleset(name)
    for seed in range(4):
        match = Match(rules, ["x"] * rules.n_seats, seed % rules.n_seats)
        players = [find_player("heuristic")] * rules.n_seats
        table = Table(match, players, Random(seed), Budget(nodes=2))
        while not match.deal.is_over:
            deal = match.deal
            if deal.phase is Phase.PLAY and deal.to_act is not None:
                seen = Knowledge(match.observe(deal.to_act))
                for seat, hand in enumerate(deal.hands):
                    if seat != deal.to_act:
                        held = set(unpack(hand))
                        assert held <= set(unpack(seen.maybe[seat]))
                        assert set(unpack(seen.shown[seat])) <= held
            match.apply(table.next_action())


def test_chances_add_up_to_the_cards_in_hand() -> None:
    deal = deal_with(rules_with(), "SA | SZ | SK", dabb="HA HA BZ BZ")
    seen = known(declared(deal, 0, trump="E"))
    everything = pack(set(deal.rules.cards))
    assert seen.expected(1, everything) == pytest.approx(12)


def test_an_ace_of_the_shown_dabb_is_almost_surely_in_the_declarers_hand() -> None:
    deal = deal_with(rules_with(), "SA SU | SZ | SK", dabb="HA HA BZ BZ")
    seen = known(played(declared(deal, 1, trump="E"), "SA SZ SK"))
    ace, ten = 1 << (2 * Card.HA.index), 1 << (2 * Card.BZ.index)
    assert seen.chance_any(1, ace) > 0.9 > seen.chance_any(1, ten)
    assert seen.chance_any(2, ace) == 0.0


def test_a_void_declarer_has_buried_the_ace_of_the_dabb() -> None:
    hand = "EK EO EU EK EO EU EA EZ BK BO BU SA"
    deal = deal_with(rules_with(), f"HU SK | {hand} | HK", dabb="HA SZ SO SU")
    state = played(declared(deal, 1, trump="E", bury="HA SZ SO SU"), "HU EK HK EA")
    assert state.to_act == 2
    assert not may(known(state), 1, "HA")
    assert known(state).chance_any(1, 1 << (2 * Card.HA.index)) == 0.0
