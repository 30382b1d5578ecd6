"""What a seat is shown: everything it may know, nothing else, and always in words."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from binokel.cards.card import Card, Suit
from binokel.cards.notation import Lang
from binokel.engine.actions import BuryCard, NameTrump, NoCut, PlayCard, TakeDabb
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE, DealState, shuffled
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.server.table.view import Teller
from binokel.server.table.wire import Event, StockState, TableView, Update
from binokel.telling import Words
from binokel.testing.builders import buried, deal_with, declared, do, enter, rules_with, won_by
from binokel.testing.random_play import random_action, random_style
from binokel.testing.random_rules import random_ruleset
from binokel.testing.twins import patched_twin

NAMES = ("Anna", "Bert", "Carla", "Dora", "Emil", "Frieda")
encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Update).decode


class Moment(NamedTuple):
    """A step of a match, with the seat's view before and after it."""

    match: Match
    before: MatchView
    after: MatchView


def teller(rules: RuleSet, seat: int, lang: Lang = "de") -> Teller:
    players = tuple(None if n == seat else "heuristic" for n in range(rules.n_seats))
    return Teller("tisch", seat, players, Words(lang))


def moments(rules: RuleSet, seat: int, rng: Random, n_deals: int = 1) -> Iterator[Moment]:
    """Yield the steps of some random deals, of several matches if need be."""
    match = Match(rules, NAMES[: rules.n_seats], 0)
    for _ in range(n_deals):
        style, action = random_style(rng), shuffled(rules, rng)
        while True:
            before = match.observe(seat)
            match.apply(action)
            yield Moment(match, before, match.observe(seat))
            if match.deal.is_over:
                break
            action = random_action(match.deal, rng, style)  # type: ignore[assignment]
        if match.to_act is None:
            match = Match(rules, NAMES[: rules.n_seats], 0)


def event(told: Teller, before: MatchView, after: MatchView) -> Event:
    seat, action = after.deal.history[-1]
    return told.event(before, after, None if seat == CHANCE else seat, action)


def shown(state: DealState, seat: int) -> TableView:
    """Return a deal, dealt by Carla, as a seat is shown it."""
    match = Match(state.rules, NAMES[: state.rules.n_seats], state.dealer)
    enter(match, state)
    return teller(state.rules, seat).view(match.observe(seat))


RULES = rules_with("stammtisch")
HAND = "EA EU EZ EK EO SO SK HA HZ BU BO BK"
TAKEN = won_by(deal_with(RULES, HAND, dabb="SA SZ HK HO"), 0, 200).apply(TakeDabb())


@pytest.mark.parametrize("name", names())
def test_every_update_survives_the_way_through_json(name: str) -> None:
    rules, rng = find_ruleset(name), Random(name)
    for number in range(3):
        seat = number % rules.n_seats
        told = teller(rules, seat, ("de", "en", "fr")[number])
        for _, before, after in moments(rules, seat, rng):
            update = Update(7, (event(told, before, after),), told.view(after))
            assert decode(encode(update)) == update


def rule_sets() -> list[RuleSet]:
    shipped = [find_ruleset(name) for name in names()]
    return [*shipped, *(random_ruleset(Random(n)) for n in range(10))]


@pytest.mark.parametrize("rules", rule_sets(), ids=lambda rules: rules.id)
def test_hidden_cards_change_nothing_that_a_seat_is_shown(rules: RuleSet) -> None:
    rng, compared = Random(f"{rules.id} twins"), 0
    for number in range(3):
        seat = number % rules.n_seats
        told = teller(rules, seat)
        for match, before, after in moments(rules, seat, rng):
            twin = patched_twin(match.deal, seat, rng)
            if twin is None:
                continue
            other = msgspec.structs.replace(after, deal=twin.observe(seat))
            assert encode(told.view(other)) == encode(told.view(after))
            assert encode(event(told, before, other)) == encode(event(told, before, after))
            compared += 1
    assert compared > 5


def test_seats_are_placed_as_seen_from_the_own_one() -> None:
    view = shown(deal_with(rules_with("kreuzbinokel"), dealer=3), 1)
    assert [seat.place for seat in view.seats] == [3, 0, 1, 2]
    assert [seat.is_partner for seat in view.seats] == [False, False, False, True]
    assert [seat.player for seat in view.seats] == ["heuristic", None, "heuristic", "heuristic"]
    assert view.you == 1


def test_bids_and_weg_stand_at_the_seats() -> None:
    state = won_by(deal_with(RULES), 1, 180)
    view = shown(state, 0)
    assert [(seat.bid, seat.passed) for seat in view.seats] == [
        (None, True),
        (180, False),
        (None, True),
    ]
    assert view.auction is not None
    assert view.auction.value == 180
    assert view.auction.calls[-1][1] in (None, 180)
    assert {seat for seat, call in view.auction.calls if call is None} == {0, 2}


def test_the_dabb_shows_its_cards_once_it_is_taken_and_the_buried_ones_to_their_owner() -> None:
    before = shown(won_by(deal_with(RULES, HAND), 0, 200), 1).dabb
    assert before is not None
    assert (before.n_cards, before.taken, before.cards) == (4, False, None)
    state = TAKEN.apply(BuryCard(Card.HA))
    own, other = shown(state, 0).dabb, shown(state, 1).dabb
    assert own is not None
    assert other is not None
    assert own.buried == (Card.HA,)
    assert other.buried == ()
    assert other.n_buried == own.n_buried == 1
    assert other.cards == (Card.SA, Card.SZ, Card.HK, Card.HO)
    assert shown(deal_with(rules_with("preisbinokel")), 0).dabb is None


def test_the_stock_is_not_there_before_the_cards_are_dealt() -> None:
    rules = find_ruleset("zu-zweit")
    match, told = Match(rules, NAMES[:2], 0), teller(rules, 0)
    match.apply(shuffled(rules, Random(3)))
    assert match.deal.phase is Phase.CUT
    assert told.view(match.observe(0)).stock is None
    match.apply(NoCut())
    seen = match.observe(0)
    assert told.view(seen).stock == StockState(24, seen.deal.turned_up)


def test_the_meld_help_goes_until_trump_is_named_and_tells_what_is_broken() -> None:
    assert len(shown(deal_with(RULES, HAND), 0).meld_help) == 4
    broken = shown(TAKEN.apply(BuryCard(Card.EK)), 0).meld_help[0]
    assert broken.broken
    assert broken.text.startswith("Trumpf Eichel: ")
    named = do(buried(TAKEN), NameTrump(Suit.E))
    assert shown(named, 0).meld_help == ()
    assert shown(named, 0).meldable[0].text == "Familie Eichel"
    assert shown(named, 1).meldable == ()


def test_each_meld_says_whether_it_takes_a_buried_seven() -> None:
    hand = "H7 H7 HA HK HO EA EZ EK EO EU SA SZ SK BA BZ"
    state = won_by(deal_with(rules_with("wuerttemberg-48"), hand), 0, 200).apply(TakeDabb())
    named = do(buried(state, "H7 EA EZ"), NameTrump(Suit.H))
    rows = [(row.meld.kind.value, row.buried_dix) for row in shown(named, 0).meldable]
    assert [n for kind, n in rows if kind == "dix"] == [0, 1]  # the one in the hand comes first
    assert {n for kind, n in rows if kind != "dix"} == {0}


@pytest.mark.parametrize(
    ("bid", "reach"), [(300, "gemeldet 230, 70 müssen Stiche bringen"), (230, "gemeldet 230")]
)
def test_during_play_it_is_told_how_much_of_the_bid_is_melded(bid: int, reach: str) -> None:
    state = declared(deal_with(RULES, HAND, dabb="SA SZ HK HO"), bid=bid, melds="best")
    assert sum(meld.meld.points for meld in shown(state, 1).seats[0].melds or ()) == 230
    assert shown(state, 1).contract.reach == shown(state, 0).contract.reach == reach
    assert shown(TAKEN, 0).contract.reach == ""


def test_tricks_are_counted_for_their_winner_without_what_is_buried() -> None:
    state = declared(deal_with(RULES, HAND, dabb="SA SZ HK HO"), bury="SA SZ HK HO")
    for _ in range(3):
        state = state.apply(state.legal_actions()[0])
    view, trick = shown(state, 1), state.tricks[0]
    assert view.seats[trick.winner].n_tricks == 1
    assert view.seats[trick.winner].points == trick.points
    assert sum(seat.points for seat in view.seats) == trick.points
    assert view.trick.number == 2
    assert view.trick.winner is None
    led = shown(state.apply(state.legal_actions()[0]), 1)
    assert led.trick.winner == led.trick.leader == trick.winner


def test_the_hand_is_open_only_where_it_lies_so() -> None:
    assert shown(TAKEN, 1).hand != shown(TAKEN, 0).hand
    assert shown(TAKEN, 1).open_hand is None


@pytest.mark.parametrize("name", ["stammtisch", "kreuzbinokel", "zu-zweit", "sechser"])
def test_the_list_of_deals_runs_up_to_the_totals(name: str) -> None:
    rules = find_ruleset(name)
    n_scored = 0
    for _, _, after in moments(rules, 0, Random(name), n_deals=12):
        view = teller(rules, 0).view(after)
        deals = view.match.deals
        n_scored = max(n_scored, len(deals))
        assert [deal.number for deal in deals] == list(range(1, len(deals) + 1))
        if deals:
            assert deals[-1].totals == view.match.totals
            assert tuple(map(sum, zip(*[deal.scores for deal in deals], strict=True))) == (
                view.match.totals
            )
        assert view.may_deal == (view.phase is Phase.OVER and not view.match.finished)
        assert (view.account is not None) == (view.phase is Phase.OVER)
        if view.account is not None:
            for side in view.account.sides:
                assert side.points == sum(line.points for line in side.lines)
                assert side.total == view.match.totals[side.side]
    assert n_scored > 1


def test_a_redeal_has_an_account_without_sides() -> None:
    rules = rules_with("stammtisch", bidding={"opener": "free", "nobody": "redeal"})
    state = deal_with(rules)
    while not state.is_over:
        state = state.apply(state.legal_actions()[0])
    view = shown(state, 0)
    assert view.account is not None
    assert view.account.sides == ()
    assert view.account.headline == view.prompt == "Niemand hat gereizt: Es wird neu gegeben."
    assert view.may_deal


def test_the_events_of_others_hide_their_cards() -> None:
    match = Match(RULES, NAMES[:3], TAKEN.dealer)
    enter(match, TAKEN)
    before = match.observe(1)
    match.apply(BuryCard(Card.HA))
    found = event(teller(RULES, 1), before, match.observe(1))
    assert (found.seat, found.action, found.text) == (0, BuryCard(None), ())


def test_the_chance_of_the_shuffle_is_nobody() -> None:
    match = Match(RULES, NAMES[:3], 0)
    start = teller(RULES, 1).view(match.observe(1))
    assert (start.to_act, start.prompt, start.hand) == (None, "Anna mischt.", ())
    before = match.observe(1)
    match.apply(shuffled(RULES, Random(1)))
    found = event(teller(RULES, 1), before, match.observe(1))
    assert found.seat is None
    assert found.text[0] == "Spiel 1: Anna gibt."


def test_a_card_is_no_option_and_a_choice_of_the_seat_only() -> None:
    state = declared(deal_with(RULES, HAND, dabb="SA SZ HK HO"), bury="SA SZ HK HO")
    own, other = shown(state, 0), shown(state, 1)
    assert own.options == other.options == ()
    assert own.choices
    assert other.choices == ()
    assert isinstance(state.legal_actions()[0], PlayCard)
