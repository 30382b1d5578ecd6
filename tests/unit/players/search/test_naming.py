"""The searching players as declarer before the melds: Dabb, burying, trump, going out."""

from random import Random

import pytest

from binokel.cards.card import Card, Rank, Suit
from binokel.cards.hand import pack, size, unpack
from binokel.engine.actions import (
    Bid,
    BuryCard,
    BuryDone,
    Concede,
    NameTrump,
    TakeBack,
    TakeDabb,
)
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, shuffled
from binokel.kernel import COMPILED
from binokel.players.base import Budget, Decision, Fact
from binokel.players.model.appraising import table_of
from binokel.players.registry import find_player
from binokel.players.search import SearchPlayer
from binokel.players.search.naming import intents, melds_of_mates
from binokel.players.search.stakes import stakes_of
from binokel.rules.catalog import find_ruleset
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
        assert best.value > case.value - 3.0
    state = until_named(state)
    assert state.trump is Suit.E
    assert size(state.buried) == 4


def test_it_keeps_the_melds_without_which_the_bid_is_lost() -> None:
    state = taken(STRONG, "BO BK SU HZ", bid=420)
    before = meld_points(state.rules, state.hands[0], Suit.E)
    state = until_named(state)
    assert state.trump is Suit.E
    assert meld_points(state.rules, state.hands[0], state.trump) >= before - 20


@pytest.mark.parametrize("totals", [(0, 0, 0), (850, 850, 850), (850, 0, 0), (0, 950, 950)])
def test_melds_are_kept_whatever_the_score_is(totals: tuple[int, ...]) -> None:
    state = taken("EK SO SO HK BA BZ BK BU BU HA SA EA", "SK BA BO HU", bid=250)
    best = intents(view_of(state, totals))[0]
    assert {"SO", "BU"}.isdisjoint(card.name for card in unpack(best.buried))


def test_a_double_binokel_is_not_broken_where_points_count() -> None:
    state = taken("EK SO SO HK BA BZ BK BU BU", "SK BA BO HU", 300, "palast-4-40")
    best = intents(view_of(state))[0]
    assert {"SO", "BU"}.isdisjoint(card.name for card in unpack(best.buried))
    assert best.value > 300


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


BURIED_OTHERWISE = (Card.EA, Card.EA, Card.EZ, Card.HA)
"""What nobody would bury."""


@pytest.mark.parametrize("player", ["search", "heuristic"])
def test_what_a_person_has_buried_otherwise_is_judged_as_it_lies(player: str) -> None:
    state = do(taken(STRONG, "BO BK SU HZ"), *map(BuryCard, BURIED_OTHERWISE), BuryDone())
    assert state.phase is Phase.TRUMP
    decision = find_player(player).decide(view_of(state), Random(1), Budget(nodes=2000))
    told = {fact.code: fact.values for fact in decision.facts}
    assert isinstance(decision.action, NameTrump)
    left = meld_points(state.rules, state.hands[0], decision.action.suit)
    assert told["trump_best"]["melds"] == left


@pytest.mark.parametrize("player", ["search", "heuristic"])
def test_a_card_that_a_person_buried_by_mistake_is_taken_back(player: str) -> None:
    state = do(taken(STRONG, "BO BK SU HZ"), BuryCard(Card.EA))
    decision = find_player(player).decide(view_of(state), Random(1), Budget(nodes=2000))
    assert decision.action == TakeBack(Card.EA)


def test_each_way_to_play_has_its_chance_and_an_uncertainty_of_its_own() -> None:
    decision = decide(taken(STRONG, "BO BK SU HZ", bid=300))
    chances = [one.chance for one in decision.alternatives]
    assert all(chance is not None and 0 <= chance <= 1 for chance in chances)
    widths = {round(one.interval[1] - one.interval[0], 3) for one in decision.alternatives}
    assert len(widths) > 1
    told = next(fact.values for fact in decision.facts if fact.code == "chance")
    assert told["p"] == chances[0]
    assert decision.unit == "standing"
    assert decide(taken(STRONG, "BO BK SU HZ", rules_name="palast")).unit == "points"


@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_of_the_buried_cards_is_true(seed: int) -> None:
    rules = find_ruleset("stammtisch")
    match = Match(rules, ["x"] * 3, seed % 3)
    match.apply(shuffled(rules, Random(f"bury {seed}")))
    before, facts = 0, tuple[Fact, ...]()
    while match.deal.phase not in (Phase.MELD, Phase.OVER):
        assert match.to_act is not None
        decision = SearchPlayer("search").decide(
            match.observe(match.to_act), Random(seed), Budget(nodes=2000)
        )
        if isinstance(decision.action, BuryCard) and not facts:
            facts, before = decision.facts, match.deal.hands[match.to_act]
        match.apply(decision.action)
    deal, told = match.deal, {fact.code: fact.values for fact in facts}
    if deal.declarer is None or deal.trump is None or not facts:
        return
    hand = deal.hands[deal.declarer]
    melds = [meld_points(rules, cards, deal.trump) for cards in (before, hand)]
    assert told["trump_best"] == {"suit": deal.trump.letter, "melds": melds[1]}
    lost = told["bury_costs_melds"]["points"] if "bury_costs_melds" in told else 0
    assert lost == melds[0] - melds[1]
    buried, kept = unpack(deal.buried), unpack(hand)
    if "bury_points" in told:
        points = sum(rules.card_points[card.index] for card in buried)
        assert told["bury_points"]["points"] == points
    if "bury_ten_safe" in told:
        ten = Card[str(told["bury_ten_safe"]["card"])]
        assert ten in buried
        assert not [card for card in kept if card.suit is ten.suit and card.rank is Rank.DAUS]
    for fact in facts:
        if fact.code == "bury_void":
            assert fact.values["suit"] not in {card.suit.letter for card in kept}
