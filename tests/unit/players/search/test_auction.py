"""The searching players bid what their hand is worth over sampled Dabbs."""

from itertools import pairwise
from math import isfinite
from random import Random
from statistics import fmean

import pytest

from binokel.cards.deck import deck_bits
from binokel.cards.hand import pack, unpack
from binokel.engine.actions import Action, Bid, Pass
from binokel.engine.choices import Bids
from binokel.engine.state import DealState
from binokel.kernel import COMPILED
from binokel.players.base import Budget, Decision
from binokel.players.heuristic.special import bettel_burying
from binokel.players.model.appraising import table_of
from binokel.players.search import hopes
from binokel.players.search.auction import Auctioneer
from binokel.players.search.calling import call
from binokel.players.search.cases import Seen, draw
from binokel.players.search.manner import Manner
from binokel.players.search.payoffs import Payoffs
from binokel.players.search.specials import Asked, won_open
from binokel.players.search.stakes import stakes_of
from binokel.rules.bidding import Auction
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract
from binokel.rules.writer import content_hash
from binokel.testing.builders import deal_with, do, melded, rules_with
from tests.unit.players.seats import codes, view_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="thousands of deals need the compiled kernel")

MANNER, FEW = Manner(cases=60), Manner(cases=2)
RUNDGANG = "EK EO SK SO HK HO BK BO EU SU HU BZ"
BELOW = "EU EO SU SO HU HO HK BU BO"
"""Nine cards that hardly ever take a trick; worth nothing with a trump suit."""
STRONG = "EA EA EZ EK EO EU SA SA HA HA BA SU"
WEAK = "EU EK SU SK HU HO HK BO BO EO HZ SZ"


def decide(state: DealState, seed: int = 1, totals: tuple[int, ...] | None = None) -> Decision:
    view = view_of(state, totals)
    choice = view.deal.choices[0]
    assert isinstance(choice, Bids)
    return call(view, choice, MANNER, Random(seed))


def values(decision: Decision) -> dict[Action, float]:
    return {one.action: one.value for one in decision.alternatives}


@pytest.mark.parametrize("seed", range(5))
def test_they_never_pass_below_the_melds_they_hold(seed: int) -> None:
    rules = rules_with("stammtisch")
    held = melded(rules, RUNDGANG, "E")
    decision = decide(do(deal_with(rules, f"| {RUNDGANG}"), Bid(held - 10)), seed)
    assert isinstance(decision.action, Bid)
    assert decision.action.value >= held
    assert "melds_held" in codes(decision)


def test_they_say_weg_when_a_weak_hand_would_have_to_reach_320() -> None:
    decision = decide(do(deal_with(rules_with("stammtisch"), f"| {WEAK}"), Bid(310)))
    assert decision.action == Pass()
    assert values(decision)[Pass()] > values(decision)[Bid(320)]


def test_they_overbid_a_foe_with_a_strong_hand() -> None:
    decision = decide(do(deal_with(rules_with("stammtisch"), f"| {STRONG}"), Bid(200)))
    assert isinstance(decision.action, Bid)
    chance = next(fact for fact in decision.facts if fact.code == "chance")
    assert chance.values["p"] > 0.9


def test_they_do_not_overbid_a_partner_without_need() -> None:
    hand = "EA EK EU SA HZ HU BO BU SU"
    state = do(deal_with(rules_with("palast-4-40"), f"| | {hand} |"), Bid(200), Pass(), Pass())
    decision = decide(state)
    assert decision.action == Pass()
    assert "partner_holds" in codes(decision)
    assert "melds_held" not in codes(decision)


def test_the_same_random_stream_gives_the_same_bid() -> None:
    state = do(deal_with(rules_with("stammtisch"), f"| {STRONG}"), Bid(200))
    assert decide(state, 3) == decide(state, 3)


def test_a_higher_bid_is_never_worth_more_nor_more_likely() -> None:
    view = view_of(do(deal_with(rules_with("stammtisch"), f"| {STRONG}"), Bid(150)))
    mind = Auctioneer(view, MANNER, Random(1), 160)
    worth = [mind.take(bid)[0] for bid in range(160, 500, 20)]
    chances = [mind.chance(bid) for bid in range(160, 500, 20)]
    for found in (worth, chances):
        assert all(a >= b - 1e-9 for a, b in pairwise(found))


def test_letting_a_foe_play_is_worse_the_stronger_it_may_be_and_better_with_aces() -> None:
    rules = rules_with("stammtisch")
    strong = Auctioneer(view_of(do(deal_with(rules, f"| {STRONG}"), Bid(150))), FEW, Random(1), 160)
    weak = Auctioneer(view_of(do(deal_with(rules, f"| {WEAK}"), Bid(150))), FEW, Random(1), 160)
    assert strong.let(0, 200) > weak.let(0, 200)
    assert weak.let(0, 160) < weak.let(0, 330)


def test_who_is_far_behind_bids_where_the_other_would_win_the_match() -> None:
    state = do(deal_with(rules_with("stammtisch"), f"| {WEAK}"), Bid(230))
    calm, behind = decide(state, 1, (0, 0, 0)), decide(state, 1, (850, 700, 0))
    gap = values(calm)[Pass()] - values(calm)[Bid(240)]
    assert gap > values(behind)[Pass()] - values(behind)[Bid(240)]


def test_who_may_not_pass_bids_the_least_with_a_bad_hand() -> None:
    rules = rules_with("dabb-online")
    decision = decide(deal_with(rules, f"{WEAK}"))
    assert decision.action == Bid(150)
    assert Pass() not in values(decision)


def test_where_nothing_may_be_bid_any_more_they_pass() -> None:
    rules = rules_with("stammtisch", bidding={"maximum": 200})
    state = do(deal_with(rules, f"| {STRONG}"), Bid(200))
    view = view_of(state)
    assert call(view, Bids(None, 10, 200, True), FEW, Random(1)).action == Pass()
    assert isinstance(view.deal.auction, Auction)


def test_cases_are_the_same_for_the_same_stream_and_partners_melds_count() -> None:
    table = table_of(rules_with("kreuzbinokel"))
    hand = deal_with(table.rules, "EA EZ EK SA HA HK BO BU SU").hands[0]
    told = Payoffs(stakes_of(table.rules, (0, 0), 0), 200).told()
    first, second = (draw(table, hand, 0, told, 20, Random(4)) for _ in range(2))
    assert first == second
    assert {seen.mates for seen in first} != {0}
    assert all(seen.known == seen.case.known + seen.mates for seen in first)


@pytest.mark.parametrize("name", ["stammtisch", "drecksau-online", "preisbinokel"])
def test_what_a_case_is_worth_is_what_the_kernel_says(name: str) -> None:
    rules = rules_with(name)
    table, n = table_of(rules), rules.deal.hand
    payoffs = Payoffs(stakes_of(rules, (300, 0, 500), 0), 300)
    hand = pack(Random(2).sample(rules.cards, n))
    seen: Seen = draw(table, hand, 0, payoffs.told(), 1, Random(4))[0]
    assert payoffs.value(seen) == pytest.approx(seen.case.value, abs=0.1)


@pytest.mark.parametrize("totals", [(0, 0, 0), (700, 0, 0), (850, 850, 850)])
def test_a_hand_that_makes_the_bid_for_certain_is_bid_on_whatever_the_score(
    totals: tuple[int, ...],
) -> None:
    hand = "EA EZ EK EO EU SO BU HA HA SA SA BA"
    state = do(deal_with(rules_with("stammtisch"), f"| {hand}"), Bid(320))
    decision = decide(state, 1, totals)
    assert isinstance(decision.action, Bid)
    outlook = next(fact for fact in decision.facts if fact.code == "outlook")
    assert outlook.values["melds"] >= outlook.values["held"]


def test_who_misjudges_takes_the_same_hand_always_for_the_same() -> None:
    manner = Manner(misjudge=20.0)
    errors = [manner.error(hand) for hand in range(200)]
    assert errors == [manner.error(hand) for hand in range(200)]
    assert 15 < (sum(e * e for e in errors) / 200) ** 0.5 < 25
    assert abs(sum(errors)) / 200 < 5
    assert Manner().error(7) == 0


def test_a_small_budget_weighs_a_bid_in_fewer_cases_and_none_at_all_in_as_many_as_ever() -> None:
    few, half = (MANNER.within(Budget(nodes=nodes)).cases for nodes in (1, 300_000))
    assert 2 <= few < half < MANNER.cases
    assert MANNER.within(Budget()).cases == MANNER.within(Budget(nodes=10**9)).cases == MANNER.cases


def bettel_after(
    standing: int, manner: Manner = MANNER, totals: tuple[int, ...] | None = None
) -> Decision:
    """Return the call of a hand for a Bettel after a foe's bid."""
    state = do(deal_with(rules_with("kreuzbinokel"), f"| {BELOW}"), Bid(standing))
    view = view_of(state, totals)
    choice = view.deal.choices[0]
    assert isinstance(choice, Bids)
    return call(view, choice, manner, Random(1))


def test_a_hand_for_a_bettel_bids_whatever_an_ordinary_game_is_worth() -> None:
    decision = bettel_after(400)
    assert isinstance(decision.action, Bid)
    assert "bettel_hoped" in codes(decision)
    own = next(one for one in decision.alternatives if one.action == decision.action)
    assert own.chance is not None
    assert own.chance > 0.6


def test_who_bids_for_a_bettel_leaps_so_that_the_auction_ends() -> None:
    decision = bettel_after(250)
    assert isinstance(decision.action, Bid)
    assert 500 <= decision.action.value <= 1000
    assert "bettel_leap" in codes(decision)


def test_nobody_bids_more_than_a_bettel_counts_before_a_foe_does() -> None:
    refused = bettel_after(1000)
    assert refused.action == Pass()
    enough = next(fact for fact in refused.facts if fact.code == "bettel_enough")
    assert enough.values == {"points": 1000}
    assert "bettel_hoped" not in codes(refused)
    decision = bettel_after(1010)
    assert "bettel_enough" not in codes(decision)
    assert isinstance(decision.action, Bid)
    assert decision.action.value == 2040


def test_a_bettel_brings_the_match_what_it_counts_whatever_was_bid() -> None:
    """At 1010 it counts 1000 as at 400: with 1400 to go neither would win the match."""
    for standing in (400, 1010, 2050):
        told = bettel_after(standing, totals=(0, 0))
        swings = [fact for fact in told.facts if fact.code == "match_swing"]
        assert all(fact.values["how"] == "bettel" for fact in swings)
        assert not [fact for fact in swings if fact.values["made"] == 100]
    hopeless = bettel_after(1000, totals=(0, 0))
    assert hopeless.action == Pass()
    assert "match_swing" not in codes(hopeless)
    near = bettel_after(1010, totals=(1000, 700))
    swing = next(fact for fact in near.facts if fact.code == "match_swing")
    assert (swing.values["how"], swing.values["made"]) == ("bettel", 100)


def test_a_bettel_that_is_worse_than_weg_is_no_reason_for_anything() -> None:
    """Less bad than an ordinary game at the same bid is not worth it."""
    rules = rules_with("wuerttemberg")
    for seed in (16, 17, 37):
        hand = Random(seed).sample(rules.cards, rules.deal.hand)
        state = do(deal_with(rules, f"| {' '.join(map(str, hand))}"), Bid(340))
        decision = decide(state)
        assert decision.action == Pass()
        assert "bettel_hoped" not in codes(decision)


def test_without_a_dabb_a_hand_is_judged_by_many_deals_of_the_others() -> None:
    rules, rng = rules_with("sechser"), Random(5)
    told = []
    for _ in range(12):
        hand = pack(rng.sample(rules.cards, rules.deal.hand))
        told.append(hopes.chance(rules, hand, hopes.shift_of(rules, (0, 5), hand)))
    assert len(set(told)) > 6
    assert 0.25 < fmean(told) < 0.7


def test_who_is_timid_bids_for_no_bettel() -> None:
    assert bettel_after(400, Manner(cases=60, timid=0.99)).action == Pass()


def test_who_bids_more_than_anybody_does_without_one_is_taken_to_have_a_bettel() -> None:
    """He would lose 2000 without; with one he wins 1000 more often than not."""
    state = do(deal_with(rules_with("kreuzbinokel"), f"| {BELOW}"), Bid(1000))
    mind = Auctioneer(view_of(state), MANNER, Random(1), 1010)
    assert mind.weg()[0] < 0


def test_a_bettel_is_hoped_for_where_partners_help_and_not_where_all_play_alone() -> None:
    assert hopes.usual_of(rules_with("kreuzbinokel")).share > 0.5
    assert hopes.usual_of(rules_with("wuerttemberg")).share < 0.05
    assert hopes.usual_of(rules_with("stammtisch")) == (0.0, 0.0)


@pytest.mark.parametrize("name", ["wuerttemberg", "kreuzbinokel"])
def test_what_is_known_of_the_shipped_rule_sets_is_what_their_deals_tell(name: str) -> None:
    rules = rules_with(name)
    assert hopes.usual_of(rules) == hopes.find_usual(rules)


def test_every_shipped_rule_set_with_a_bettel_is_known() -> None:
    having = [rules for rules in map(find_ruleset, names()) if hopes.value_of(rules) is not None]
    assert {content_hash(rules)[hopes.HASHED] for rules in having} == set(hopes.KNOWN)


def test_open_cards_set_the_rule_of_thumb_right() -> None:
    """What is told of many hands is what open cards win of others."""
    rules, rng = rules_with("kreuzbinokel"), Random(3)
    told, won = [], []
    for _ in range(8):
        hand = pack(rng.sample(rules.cards, rules.deal.hand))
        shift = hopes.shift_of(rules, (0, 3), hand)
        rest = list(rules.cards)
        for card in unpack(hand):
            rest.remove(card)
        for _ in range(4):
            bits = hand + pack(rng.sample(rest, rules.deal.dabb))
            deck = deck_bits(rules.deck.sevens)
            asked = Asked(rules, Contract.BETTEL, None, (0, 3), bits)
            told.append(hopes.chance(rules, bits, shift))
            won.append(won_open(asked, bettel_burying(bits, deck, rules.deal.dabb)))
    assert fmean(told) == pytest.approx(fmean(won), abs=0.1)


@pytest.mark.parametrize(("name", "hand"), [("kreuzbinokel", BELOW), ("stammtisch", RUNDGANG)])
def test_no_meld_is_too_large_to_be_bid_on(name: str, hand: str) -> None:
    most = 100_000
    every: dict[str, object] = dict.fromkeys(("binokel", "double_binokel", "pair"), most)
    every["fours"] = dict.fromkeys("AKOU", most)
    state = deal_with(rules_with(name, melds=every), hand)
    view = view_of(state)
    choice = view.deal.choices[0]
    assert isinstance(choice, Bids)
    for one in call(view, choice, FEW, Random(1)).alternatives:
        assert isfinite(one.value)
