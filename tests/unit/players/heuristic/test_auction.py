"""The heuristic player bids what its hand is worth, and reads the table."""

from random import Random

import pytest

from binokel.engine.actions import Bid, Pass
from binokel.players.base import Budget
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.auction import LEAST_CHANCE
from binokel.players.registry import find_player
from binokel.players.table import play_deal
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import deal_with, do, melded, rules_with
from tests.unit.players.seats import act, codes, decide, view_of

RUNDGANG = "EK EO SK SO HK HO BK BO EU SU HU BZ"
STRONG = "EA EA EZ EK EO EU SA SA HA HA BA SU"
WEAK = "EU EK SU SK HU HO BK BO BO EO HZ SZ"


@pytest.mark.parametrize("seed", range(5))
def test_it_never_passes_below_the_melds_it_holds(seed: int) -> None:
    rules = rules_with("stammtisch")
    held = melded(rules, RUNDGANG, "E")
    state = do(deal_with(rules, f"| {RUNDGANG}"), Bid(held - 10))
    decision = decide(state, seed)
    assert isinstance(decision.action, Bid)
    assert decision.action.value >= held
    assert "melds_held" in codes(decision)


def test_it_says_weg_when_a_weak_hand_would_have_to_reach_200() -> None:
    state = do(deal_with(rules_with("stammtisch"), f"| {WEAK}"), Bid(190))
    assert act(state) == Pass()


def test_it_overbids_a_foe_with_a_strong_hand() -> None:
    state = do(deal_with(rules_with("stammtisch"), f"| {STRONG}"), Bid(200))
    assert isinstance(act(state), Bid)


def test_it_does_not_overbid_its_partner_without_need() -> None:
    rules = rules_with("palast-4-40")
    hand = "EA EZ EK SA HA HK BO BU SU"
    state = do(deal_with(rules, f"| | {hand} |"), Bid(200), Pass(), Pass())
    assert state.to_act == 2
    decision = decide(state)
    assert decision.action == Pass()
    assert "partner_holds" in codes(decision)


def test_partners_count_no_melds_held_against_each_other() -> None:
    rules = rules_with("palast-4-40")
    state = do(deal_with(rules, "| | EK EO SK SO HK HO BK BO EU |"), Bid(200), Pass(), Pass())
    assert "melds_held" not in codes(decide(state))


def test_a_partners_bid_makes_the_own_hand_worth_more() -> None:
    rules = rules_with("palast-4-40")
    deal = deal_with(rules, "| | EA EZ EK SA HA HK BO BU SU |")
    silent = do(deal, Pass(), Bid(150))
    loud = do(deal, Bid(240), Bid(250), Pass())
    assert silent.to_act == loud.to_act == 2
    assert _expected(loud) > _expected(silent)
    assert "partner_strong" in codes(decide(loud))
    assert "partner_strong" not in codes(decide(silent))


def _expected(state: object) -> int:
    facts = {fact.code: fact.values for fact in decide(state).facts}  # type: ignore[arg-type]
    return int(facts["expected_total"]["points"])


def test_it_opens_near_the_usual_level_and_then_raises_by_the_least() -> None:
    rules = rules_with("wuerttemberg")
    opening = act(deal_with(rules, STRONG))
    assert isinstance(opening, Bid)
    assert opening.value >= 100
    later = do(deal_with(rules, f"| {STRONG}"), Bid(400))
    assert act(later) in (Bid(410), Pass())


def test_it_names_no_unlikely_bid_without_need() -> None:
    rules = rules_with("stammtisch")
    for value in range(150, 700, 10):
        decision = decide(do(deal_with(rules, f"| {STRONG}"), Bid(value)))
        chance = next(f.values["percent"] for f in decision.facts if f.code == "chance")
        if isinstance(decision.action, Bid):
            assert chance >= 100 * LEAST_CHANCE - 1
        else:
            return
    raise AssertionError("it never stopped")


def test_it_dares_more_when_weg_would_lose_the_match() -> None:
    rules = rules_with("stammtisch")
    state = deal_with(rules, "| EA EZ EK EU SA SK HA HK BA BO BU SU")
    calm = [isinstance(decide(do(state, Bid(v))).action, Bid) for v in range(150, 330, 20)]
    behind = (900, 0, 0)
    decisions = [decide(do(state, Bid(v)), totals=behind) for v in range(150, 330, 20)]
    assert sum(isinstance(d.action, Bid) for d in decisions) > sum(calm)
    assert all("match_at_stake" in codes(d) for d in decisions)


def test_a_forced_opener_bids_the_least_it_may() -> None:
    rules = rules_with("dabb-online")
    assert act(deal_with(rules, WEAK)) == Bid(150)


def test_more_nodes_narrow_the_value_of_a_bid() -> None:
    state = do(deal_with(rules_with("stammtisch"), f"| {STRONG}"), Bid(250))
    widths = []
    for nodes in (4, 200):
        decision = HeuristicPlayer().decide(view_of(state), Random(3), Budget(nodes=nodes))
        bid = next(a for a in decision.alternatives if isinstance(a.action, Bid))
        widths.append(bid.interval[1] - bid.interval[0])
    assert widths[1] < widths[0] / 2


def test_a_time_limit_ends_the_sampling() -> None:
    state = do(deal_with(rules_with("stammtisch"), f"| {STRONG}"), Bid(250))
    budget = Budget(nodes=1000, seconds_s=0.0)
    decision = HeuristicPlayer().decide(view_of(state), Random(3), budget)
    bid = next(a for a in decision.alternatives if isinstance(a.action, Bid))
    assert bid.interval[0] == bid.interval[1]


def _calls(rules: RuleSet, seed: int) -> list[tuple[int, int]]:
    """Return who bid what in a deal of four heuristic players, weg as 0."""
    deal = play_deal(rules, [find_player("heuristic")] * 4, Random(seed), budget=Budget(nodes=4))
    history = [(seat, action) for seat, action in deal.history if isinstance(action, Bid | Pass)]
    return [(seat, a.value if isinstance(a, Bid) else 0) for seat, a in history]


@pytest.mark.parametrize("name", ["kreuzbinokel", "palast-4-40"])
def test_partners_alone_bid_over_each_other_at_most_once_each(name: str) -> None:
    rules = rules_with(name)
    for seed in range(40):
        weg: set[int] = set()
        over: list[int] = []
        holder = None
        for seat, value in _calls(rules, seed):
            if not value:
                weg.add(seat)
                continue
            foes = {s for s in range(4) if rules.side_of[s] != rules.side_of[seat]}
            if holder is not None and holder not in foes and foes <= weg:
                over.append(seat)
            holder = seat
        assert len(over) == len(set(over)) <= 2


AMONG_PARTNERS = "| | EA EA EZ EK EO EU SA SA HA |"


def test_among_partners_it_names_its_own_value_at_once_and_then_gives_way() -> None:
    rules = rules_with("palast-4-40")
    state = do(deal_with(rules, AMONG_PARTNERS), Bid(150), Pass(), Pass())
    jump = act(state)
    assert isinstance(jump, Bid)
    assert jump.value >= 180
    assert act(do(state, jump, Bid(jump.value + 10))) == Pass()


def test_the_first_bid_depends_on_the_hand_and_a_little_on_chance() -> None:
    rules = rules_with("kreuzbinokel")
    first = {next(value for _, value in _calls(rules, seed) if value) for seed in range(25)}
    assert len(first) >= 5
    state = deal_with(rules_with("wuerttemberg"), STRONG)
    assert act(state, 3) == act(state, 3)
