"""The searching players as declarer before the melds: Dabb, burying, trump, going out."""

from random import Random

import pytest

from binokel.cards.card import Card, Suit
from binokel.cards.hand import pack, size
from binokel.engine.actions import Bid, BuryDone, Concede, NameTrump, TakeDabb
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.kernel import COMPILED
from binokel.players.base import Budget, Decision
from binokel.players.model.appraising import table_of
from binokel.players.search import SearchPlayer
from binokel.players.search.naming import intents, melds_of_mates
from binokel.players.search.stakes import stakes_of
from binokel.rules.melds import meld_points
from binokel.testing.builders import deal_with, do, rules_with, won_by
from tests.unit.players.seats import codes, view_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")

STRONG = "EA EA EZ EK EO EU SA SK SO HA HK HU"
WEAK = "EU EK SU SK HU HO HK BU BO BO EO HZ"


def decide(state: DealState, totals: tuple[int, ...] | None = None) -> Decision:
    return SearchPlayer("search").decide(view_of(state, totals), Random(1), Budget(nodes=2000))


def until_named(state: DealState) -> DealState:
    while state.phase in (Phase.DABB, Phase.BURY, Phase.TRUMP, Phase.GIVE):
        state = state.apply(decide(state).action)
    return state


def taken(hands: str, dabb: str, bid: int = 200, rules_name: str = "stammtisch") -> DealState:
    deal = deal_with(rules_with(rules_name), hands, dabb=dabb)
    return do(won_by(deal, 0, bid), TakeDabb())


def test_it_buries_as_well_as_a_careful_person_would() -> None:
    state = taken(STRONG, "BO BK SU HZ")
    view = view_of(state)
    best = intents(view)[0]
    table, hand = table_of(state.rules), state.hands[0]
    for careful in ("SU HU HZ BO", "SU HU HZ SO", "SU HU BO SO", "SU HU HZ BK"):
        buried = pack([Card[word] for word in careful.split()])
        case = table.judge(hand - buried, buried, Suit.E.index, 0)
        stakes = stakes_of(state.rules, view.totals, 0)
        value = case.value + stakes.share() * stakes.side_melds()
        assert best.value > value - 3.0
    state = until_named(state)
    assert state.trump is Suit.E
    assert size(state.buried) == 4


def test_it_keeps_the_melds_without_which_the_bid_is_lost() -> None:
    state = taken(STRONG, "BO BK SU HZ", bid=420)
    before = meld_points(state.rules, state.hands[0], Suit.E)
    state = until_named(state)
    assert state.trump is Suit.E
    assert meld_points(state.rules, state.hands[0], state.trump) >= before - 20


def test_the_intent_is_the_same_at_each_step_of_burying() -> None:
    state = taken(STRONG, "BO BK SU HZ")
    wanted = None
    while state.phase in (Phase.BURY, Phase.TRUMP):
        view = view_of(state)
        found = intents(view)[0]
        wanted = wanted or found
        assert (found.action, found.buried, found.facts) == (
            wanted.action,
            wanted.buried,
            wanted.facts,
        )
        state = state.apply(decide(state).action)
    assert wanted is not None
    assert state.buried == wanted.buried


def test_it_goes_out_where_the_bid_is_out_of_reach() -> None:
    state = taken(WEAK, "SO BU EZ SZ", bid=400)
    decision = decide(state)
    assert isinstance(decision.action, Concede)
    assert "concede_cheaper" in codes(decision)


def test_it_plays_where_the_bid_is_as_good_as_made() -> None:
    assert not isinstance(decide(taken(STRONG, "BO BK SU HZ")).action, Concede)


def test_a_small_chance_is_worth_more_where_going_out_would_lose_the_match() -> None:
    """A rival who lacks 10 points wins with whatever he melds, unless the bid is made."""

    def gain(totals: tuple[int, ...], bid: int) -> float:
        state = taken(STRONG, "BO BK SU HZ", bid)
        stakes = stakes_of(state.rules, totals, 0)
        return intents(view_of(state, totals))[0].value - stakes.conceded(0, bid)

    assert gain((800, 990, 0), 430) > gain((0, 0, 0), 430) + 100
    assert isinstance(decide(taken(STRONG, "BO BK SU HZ", 440)).action, Concede)


def test_a_trump_that_is_named_before_burying_stays() -> None:
    state = taken(STRONG, "BO BK SU HZ", rules_name="dabb-online")
    if state.phase is Phase.TRUMP:
        state = state.apply(NameTrump(Suit.H))
    decision = decide(state)
    told = [fact.values["suit"] for fact in decision.facts if "suit" in fact.values]
    assert told[0] == "H"
    assert "trump_best" not in codes(decision), "nobody asks for it any more"
    assert [one.action for one in decision.alternatives] == [decision.action]
    while state.phase is not Phase.MELD:
        state = state.apply(decide(state).action)
    assert state.trump is Suit.H


def test_the_facts_name_trump_total_and_chance() -> None:
    state = taken(STRONG, "BO BK SU HZ")
    while not isinstance(decide(state).action, BuryDone | NameTrump):
        state = state.apply(decide(state).action)
    decision = decide(state)
    assert {"trump_best", "expected_total", "chance"} <= codes(decision)
    chance = next(fact for fact in decision.facts if fact.code == "chance")
    assert chance.values["percent"] == round(100 * chance.values["p"])


def test_what_partners_may_meld_is_none_without_partners_and_spread_with_one() -> None:
    alone, four = table_of(rules_with("stammtisch")), table_of(rules_with("kreuzbinokel"))
    assert melds_of_mates(alone, 0) == [[0]] * 4
    hand = deal_with(four.rules, "EA EZ EK SA HA HK BO BU SU").hands[0]
    found = melds_of_mates(four, hand)
    assert all(len(set(melds)) > 3 for melds in found)
    assert melds_of_mates(four, hand) == found


def test_without_a_dabb_only_trump_is_named() -> None:
    rules = rules_with("preisbinokel")
    deal = deal_with(rules, "EA EA EZ EK EO EU SA SK SO HA HK HU B7 BU BO S7")
    state = won_by(deal, 0, 200)
    assert isinstance(decide(state).action, NameTrump)
    assert Bid(200) in [action for _, action in state.history]
