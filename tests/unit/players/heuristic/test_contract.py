"""The heuristic player as declarer before the melds: Dabb, burying, trump, going out."""

from random import Random

import pytest

from binokel.cards.card import Suit
from binokel.cards.hand import pack, size
from binokel.engine.actions import (
    BuryCard,
    BuryDone,
    CallCard,
    Concede,
    DeclareMelds,
    GiveCard,
    NameContract,
    NameTrump,
    TakeBack,
    TakeDabb,
)
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.players.base import Budget
from binokel.players.registry import find_player
from binokel.rules.contracts import Contract
from binokel.rules.melds import meld_points
from binokel.testing.builders import deal_with, do, rules_with, won_by
from tests.unit.players.seats import act, codes, decide, view_of

STRONG = "EA EA EZ EK EO EU SA SK SO HA HK HZ"
WEAK = "EU EK SU SK HU HO HK BU BO BO EO HZ"
BETTEL = "E7 E7 EU EU S7 S7 SU SO H7 H7 HU HU B7 BU SK"


def until_named(state: DealState) -> DealState:
    """Let the heuristic player act until it has named what it plays."""
    while state.phase in (Phase.DABB, Phase.BURY, Phase.TRUMP, Phase.GIVE):
        state = state.apply(act(state))
    return state


def taken(hands: str, dabb: str, bid: int = 200, rules_name: str = "stammtisch") -> DealState:
    """Return a deal that seat 0 plays, the Dabb taken."""
    deal = deal_with(rules_with(rules_name), hands, dabb=dabb)
    return do(won_by(deal, 0, bid), TakeDabb())


def test_it_buries_no_card_of_a_meld() -> None:
    state = taken("EA EA EZ EK EO EU SA SK SO HA HK HU", "BO BK SU HZ")
    before = meld_points(state.rules, state.hands[0], Suit.E)
    state = until_named(state)
    assert state.trump is Suit.E
    assert meld_points(state.rules, state.hands[0], state.trump) == before
    assert size(state.buried) == 4


def test_it_makes_a_void_and_buries_points_where_they_count() -> None:
    state = until_named(taken(STRONG, "BZ BO SU HU"))
    assert pack([]) == state.hands[0] & 0xFFF << 36
    assert state.buried >> 36


def test_it_keeps_its_aces() -> None:
    state = until_named(taken(STRONG, "BA BO BU HU"))
    for suit in range(4):
        assert not state.buried >> (12 * suit) & 3


def test_it_names_the_suit_with_melds_and_length() -> None:
    assert until_named(taken("SA SZ SK SO SU SU EA HA BA HK BK EK", "SZ EU HU BU")).trump is Suit.S


def test_it_goes_out_when_that_is_cheaper_than_the_expected_loss() -> None:
    state = taken(WEAK, "SU HU BK EZ", bid=350)
    decision = decide(state)
    assert isinstance(decision.action, Concede)
    assert "concede_cheaper" in codes(decision)
    assert decision.alternatives[0].action == decision.action


def test_it_goes_out_in_the_suit_that_gives_the_others_least() -> None:
    state = taken("EU EU SU SZ HU HK HK HO HO BU BO BK", "EZ SZ BZ EO", bid=400)
    action = act(state)
    assert action == Concede(Suit.H)


def test_it_plays_what_it_can_make() -> None:
    assert not until_named(taken(STRONG, "BO BU HU HO", bid=250)).conceded


def test_it_never_goes_out_where_that_is_not_allowed() -> None:
    deal = deal_with(rules_with("preisbinokel"), "EU EU SU SO HU HO HU BU BU BO EO SO E7 S7 H7 B7")
    state = until_named(won_by(deal, 0, 400))
    assert state.trump is not None
    assert not state.conceded


@pytest.mark.parametrize("name", ["dabb-online", "kreuzbinokel-48", "souabe-4", "drecksau-online"])
def test_burying_and_naming_come_in_the_order_of_the_rule_set(name: str) -> None:
    rules = rules_with(name)
    state = until_named(won_by(deal_with(rules), 1, 160))
    assert state.conceded or size(state.buried) in (0, rules.deal.dabb)


def test_it_plays_an_open_durch_when_everything_runs() -> None:
    state = taken("EA EA EZ EZ SA SA SZ HA HA HZ BA BA", "EK EK SZ HZ")
    decision = decide(state)
    assert "durch_chance" in codes(decision)
    named = until_named(state)
    assert (named.contract, named.is_open) == (Contract.DURCH, True)


def test_it_plays_an_open_durch_from_a_hand_that_runs_by_itself() -> None:
    deal = deal_with(rules_with("stammtisch"), "EA EA EZ EZ SA SA SZ SZ HA HA BA BA")
    action = act(won_by(deal, 0, 200))
    assert action == NameContract(Contract.DURCH, is_open=True, from_hand=True)


def test_it_plays_bettel_with_a_hand_that_stays_below() -> None:
    state = taken(BETTEL, "B7 HO BO", 300, "wuerttemberg-48")
    assert until_named(state).contract is Contract.BETTEL


@pytest.mark.parametrize("name", ["anfaenger", "geuebt"])
def test_who_learns_dares_no_bettel_that_rules_of_thumb_would_play(name: str) -> None:
    state = taken(BETTEL, "B7 HO BO", 300, "wuerttemberg-48")
    player = find_player(name)
    while state.phase in (Phase.BURY, Phase.TRUMP):
        state = state.apply(player.decide(view_of(state), Random(1), Budget()).action)
    assert state.contract is Contract.TRUMP


def test_it_buries_the_right_number_in_strict_play() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True})
    deal = deal_with(rules, STRONG, dabb="BO BU HU HO")
    state = until_named(do(won_by(deal, 0, 200), TakeDabb()))
    melds = act(state)
    assert isinstance(melds, DeclareMelds)
    assert not state.apply(melds).bury_error


def test_it_takes_back_what_somebody_buried_too_much() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True})
    state = do(won_by(deal_with(rules, STRONG, dabb="BO BU HU HO"), 0, 200), TakeDabb())
    for card in ("BO", "BU", "HU", "HO", "SK"):
        state = state.apply(BuryCard(next(c for c in state.rules.cards if c.value == card)))
    assert isinstance(act(state), TakeBack)


def test_it_finishes_burying_that_another_has_done() -> None:
    state = taken(STRONG, "BO BU HU HO")
    for card in ("EU", "BU", "HU", "HO"):
        state = state.apply(BuryCard(next(c for c in state.rules.cards if c.value == card)))
    decision = decide(state)
    assert decision.action == BuryDone()
    assert codes(decision) == {"would_bury"}


def test_it_announces_buried_trump_sevens_in_strict_play() -> None:
    rules = rules_with("souabe-3", penalties={"strict": True})
    state = won_by(deal_with(rules, "EA EA EZ EZ EK EO EU SA SK SO HA HK HZ BK BO"), 0, 200)
    state = until_named(do(state, TakeDabb()))
    melds = act(state)
    assert isinstance(melds, DeclareMelds)
    assert not state.apply(melds).bury_error


def test_it_calls_the_card_that_completes_a_great_hand() -> None:
    rules = rules_with("stammtisch", dabb={"call": "on", "call_bid": 300})
    deal = deal_with(rules, "EA EA EZ EZ EK EK EO EO EU SA HA BA", dabb="SU HU BU SO")
    state = do(won_by(deal, 0, 300), TakeDabb())
    action = act(state)
    assert action == CallCard(next(c for c in rules.cards if c.value == "EU"))
    given = act(state.apply(action))
    assert isinstance(given, GiveCard)
    assert given.card is not None
    assert given.card.value in ("SU", "HU", "BU", "SO")


def test_it_does_not_call_for_nothing() -> None:
    rules = rules_with("stammtisch", dabb={"call": "on"})
    state = do(won_by(deal_with(rules, STRONG, dabb="BO BU HU HO"), 0, 200), TakeDabb())
    assert not isinstance(act(state), CallCard)


def test_a_call_for_a_durch_is_followed_by_a_durch() -> None:
    rules = rules_with("stammtisch", dabb={"call": "durch", "call_bid": 500})
    deal = deal_with(rules, "EA EA EZ EZ SA SA SZ HA HA HZ BA BA", dabb="EK EK SZ HO")
    state = do(won_by(deal, 0, 200), TakeDabb())
    state = state.apply(CallCard(next(c for c in rules.cards if c.value == "HZ")))
    assert until_named(state).contract is Contract.DURCH


def test_a_durch_with_a_named_trump_names_the_long_suit() -> None:
    state = taken("EA EA EZ EZ EK EK EO SA SA HA BA BA", "EO EU HA SU", 150, "drecksau-online")
    named = until_named(state)
    assert named.trump is Suit.E
    assert isinstance(named.history[-1][1], NameContract | NameTrump)
