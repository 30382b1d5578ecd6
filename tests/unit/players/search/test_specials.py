"""Durch and Bettel before the cards: their chance with open cards, and their worth in the match."""

import pytest

from binokel.cards.card import Card
from binokel.cards.deck import deck_bits
from binokel.cards.hand import pack
from binokel.engine.actions import NameContract, NameTrump, TakeDabb
from binokel.engine.state import DealState
from binokel.kernel import COMPILED
from binokel.players.heuristic.special import durch_burying, durch_chance
from binokel.players.search.manner import Manner
from binokel.players.search.naming import declare, intents
from binokel.players.search.specials import Asked, best_burying, won_open
from binokel.players.search.stakes import stakes_of
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import deal_with, do, rules_with, won_by
from tests.unit.players.seats import view_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")

RUNS = ("EA EA EZ EK EK EO SA SA SZ BA BA BK", "BZ HU BU HK")
"""Nearly a Durch, and a sure game with Eichel."""


def cards(text: str) -> int:
    return pack([Card[word] for word in text.split()])


def taken(hand: str, dabb: str, bid: int = 150, rules_name: str = "stammtisch") -> DealState:
    deal = deal_with(rules_with(rules_name), hand, dabb=dabb)
    return do(won_by(deal, 0, bid), TakeDabb())


def won(rules: RuleSet, contract: Contract, keep: int, buried: int) -> float:
    """Return how often a contract is won by forehand with open cards."""
    return won_open(Asked(rules, contract, None, (0, rules.n_seats - 1), keep + buried), buried)


def test_a_hand_below_all_others_is_good_for_a_bettel_and_one_of_aces_never() -> None:
    rules = rules_with("wuerttemberg")
    low = cards("EU EU EO EO SU SU SO SO HU HU HO BU")
    high = cards("EA EA EZ EZ SA SA SZ SZ HA HA HZ HZ")
    assert won(rules, Contract.BETTEL, low, cards("HO BO BO BK")) > 0.5
    assert won(rules, Contract.BETTEL, high, cards("BA BA BZ BZ")) == 0
    assert won(rules, Contract.DURCH, high, cards("BA BA BZ BZ")) == 1


def test_a_partner_keeps_tricks_from_who_plays_a_bettel() -> None:
    """The same cards, once with a partner and once without."""
    hand, buried = cards("EU EO SU SO HU HO BU BO BK"), cards("EA SA HA BA")
    rules = rules_with("kreuzbinokel")
    alone = rules_with("kreuzbinokel", table={"sides": "single"}, bidding={"form": "in-turn"})
    with_partner, without = (won(one, Contract.BETTEL, hand, buried) for one in (rules, alone))
    assert with_partner > without + 0.2


@pytest.mark.parametrize("totals", [(990, 0, 0), (850, 0, 0)])
def test_a_won_match_is_not_staked_on_a_durch(totals: tuple[int, int, int]) -> None:
    view = view_of(taken(*RUNS), (0, 0, 0))
    assert isinstance(intents(view)[0].action, NameContract)
    ahead = view_of(taken(*RUNS), totals)
    best = intents(ahead)[0]
    assert isinstance(best.action, NameTrump)
    assert best.chance > 0.95


def test_a_lost_durch_costs_the_match_what_it_costs_in_points() -> None:
    at = stakes_of(rules_with("palast"), (0, 0, 0), 0)
    assert at.special(1000, 200, 1.0) == pytest.approx(1000)
    assert at.special(1000, 200, 0.0) == pytest.approx(-1000)
    assert at.special(1000, 200, 0.75) == pytest.approx(500)


def test_who_is_timid_announces_no_durch_that_is_not_nearly_sure() -> None:
    view = view_of(taken(*RUNS), (0, 0, 0))
    chance = intents(view)[0].chance
    assert 0.6 < chance < 1
    for timid, kind in ((chance - 0.01, "durch"), (chance + 0.01, "trump")):
        facts = declare(view, Manner(timid=timid)).facts
        assert any(fact.code.startswith(kind) for fact in facts)


@pytest.mark.parametrize(
    ("contract", "held", "at_first"),
    [
        (Contract.BETTEL, "EZ EO SA SA SZ SK HO HU HU BA BZ BK BO", "EZ SA SA BA"),
        (Contract.DURCH, "EZ EK SA SA SZ HA HA HZ HO HU BA BA BU", "EK HO HU BU"),
    ],
)
def test_cards_are_buried_otherwise_where_that_wins_more_deals(
    contract: Contract, held: str, at_first: str
) -> None:
    rules = rules_with("kreuzbinokel")
    asked = Asked(rules, contract, None, (0, 3), cards(held))
    best = best_burying(asked, cards(at_first))
    assert won_open(asked, best) > won_open(asked, cards(at_first))


def test_a_suit_that_runs_is_kept_for_a_durch_and_lone_cards_are_buried() -> None:
    bits = cards("EZ EK SA SA SZ HA HA HZ HO HU BA BA BU")
    deck = deck_bits(rules_with("kreuzbinokel").deck.sevens)
    assert durch_burying(bits, deck, 4) in (cards("EZ EK BU HU"), cards("EZ EK BU HO"))
    assert durch_chance(bits - durch_burying(bits, deck, 4), deck - bits, 3) > 0.8


def test_a_match_that_the_dabb_wins_is_not_staked_on_a_durch_from_the_hand() -> None:
    """Eight Daus meld 1000 once one more comes; a Durch from the hand may be lost."""
    deal = deal_with(rules_with("stammtisch"), "EA EA SA SA SZ HA HA HZ HK HK BA BA")
    decision = declare(view_of(won_by(deal, 0, 200), (0, 0, 0)), Manner(cases=12))
    assert decision.action == TakeDabb()
    kinds = {type(one.action) for one in decision.alternatives}
    assert kinds == {TakeDabb, NameContract}


def test_a_hand_that_runs_for_certain_is_played_open_without_the_dabb() -> None:
    deal = deal_with(rules_with("stammtisch"), "EA EA EZ EZ EK EK SA SA SZ SZ HA HA")
    decision = declare(view_of(won_by(deal, 0, 200), (0, 0, 0)), Manner(cases=12))
    assert decision.action == NameContract(Contract.DURCH, is_open=True, from_hand=True)
