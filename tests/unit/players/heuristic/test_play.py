"""How the heuristic player plays a card, in the words of people at the table."""

from random import Random

import pytest

from binokel.engine.actions import PlayCard
from binokel.engine.match import Match
from binokel.engine.state import CHANCE, DealState
from binokel.players.base import Budget
from binokel.players.registry import find_player
from binokel.players.table import Table
from binokel.testing.builders import deal_with, declared, played, rules_with
from tests.unit.players.seats import act, card, codes, decide


def table(hands: str, cards: str = "", *, rules: str = "stammtisch", **how: object) -> DealState:
    """Return a deal in play: seat 0 is declarer for 150 with trump E unless `how` says else."""
    seat, bid = int(str(how.get("seat", 0))), int(str(how.get("bid", 150)))
    trump, bury = str(how.get("trump", "E")), str(how.get("bury", "")) or None
    deal = deal_with(rules_with(rules), hands, dabb=str(how.get("dabb", "")))
    return played(declared(deal, seat, bid, trump=trump, bury=bury), cards)


def test_it_smears_on_the_partners_sure_trick() -> None:
    state = table(
        "SA SK SO HU HO HK BU BO BK | SU | SZ SO HK HU BZ BU BO BK EU",
        "SA SU",
        rules="palast-4-40",
        trump="H",
        dabb="EA EA EZ EZ",
    )
    assert state.to_act == 2
    decision = decide(state)
    assert decision.action == PlayCard(next(c for c in state.rules.cards if c.value == "SZ"))
    assert "smears" in codes(decision)


def test_it_smears_on_the_other_defenders_sure_trick() -> None:
    state = table("SK SO EA EA EK EO EU | SA SU | SZ SZ SU", "SK SA", dabb="HA HA BA BA")
    assert card(state) == "SZ"


def test_it_ducks_with_a_worthless_card_under_the_foes_ace() -> None:
    state = table("SA | SZ SK SU SO", "SA")
    assert card(state) == "SU"


def test_it_draws_trumps_as_declarer_with_trumps_from_above() -> None:
    hand = "EA EA EZ EZ EK EO EU SA SK HA HZ BA"
    state = table(hand, dabb="SO HO BO SU")
    decision = decide(state)
    assert str(decision.action.card) == "EA"  # type: ignore[union-attr]
    assert "draws_trump" in codes(decision)


def test_a_defender_leads_a_sure_card_rather_than_trump() -> None:
    state = table("SA SA HU HO EU EO EK BU BU BO BK HK | EA EA EZ", seat=1, dabb="EZ EK SZ SZ")
    assert card(state) == "SA"


def test_it_does_not_waste_the_trump_ace_where_a_small_trump_wins() -> None:
    state = table("SU SU SK | SO SA | EA EU EO HU HU HO BU BU BO HK HK BK", "SU SO", seat=2)
    assert card(state) in ("EU", "EO")


def test_last_to_play_it_takes_with_the_ten_and_keeps_the_ace() -> None:
    state = table("SU HA HA BA BA | SK | SA SZ HU HU BU BU HO HO", "SU SK", dabb="SO SO SU EU")
    assert card(state) == "SZ"


def test_with_a_foe_behind_it_does_not_throw_the_ten_under_his_ace() -> None:
    hands = "SU SK SK HU HK BK BO | SA SZ EU EO HU BU HO | SA"
    state = table(hands, "SU", seat=2, bury="SO SO HZ BZ", dabb="SO SO HZ BZ", trump="B")
    assert card(state) == "SA"


def test_it_does_not_overtake_its_partner_where_it_need_not() -> None:
    state = table(
        "SA SK HU | SU | SK SZ HU | SU",
        "SA SU",
        rules="dabb-online-4",
        dabb="HA HA BA BA",
    )
    assert card(state) == "SZ"


def test_the_only_legal_card_needs_no_thought() -> None:
    state = table("SA | SU", "SA")
    decision = decide(state)
    if len(state.legal_actions()) == 1:
        assert codes(decision) == {"only_card"}


def test_it_takes_the_trick_that_makes_its_bid() -> None:
    hand = "EA EA EZ EZ EK EO EU SA SZ SA HA HA"
    state = table(hand, bid=220, dabb="BO BU HU HO")
    while not state.is_over:
        state = state.apply(act(state))
    assert state.score is not None
    assert state.score.made


def test_it_names_the_trick_that_decides_the_bid() -> None:
    hand = "EA EA EZ EZ EK EO EU SA SZ SA HA HA"
    seen: set[str] = set()
    for bid in range(150, 200, 10):
        state = table(hand, bid=bid, dabb="BO BU HU HO")
        while not state.is_over:
            decision = decide(state)
            seen |= codes(decision)
            state = state.apply(decision.action)
    assert "makes_bid" in seen


@pytest.mark.parametrize("seed", range(3))
def test_every_alternative_is_a_legal_card_with_its_value_inside_the_interval(seed: int) -> None:
    state = table("EA EA EZ EZ EK EO EU SA SK HA HZ BA")
    decision = decide(state, seed)
    assert {a.action for a in decision.alternatives} == set(state.legal_actions())
    assert all(a.interval[0] <= a.value <= a.interval[1] for a in decision.alternatives)


def test_it_plays_by_the_rules_where_every_card_is_accepted() -> None:
    rules = rules_with("stammtisch", penalties={"strict": True})
    state = declared(deal_with(rules, "SA | SZ HA HA BA"), 0)
    state = played(state, "SA")
    assert card(state).startswith("S")


SHOWN_ACE = "BA BZ HU HO HK SU SO SK EU EO EK HU | BU HK HO | BO EA EA EZ EZ EK HA HA SA SA"


def test_a_defender_leads_no_ten_into_the_ace_that_the_declarer_took_with_the_dabb() -> None:
    state = table(SHOWN_ACE, "BA BU BO", seat=2, dabb="BA SU SO BK", bury="SU SO BK HA")
    assert state.to_act == 0
    decision = decide(state)
    assert str(decision.action.card) not in ("BZ", "SZ")  # type: ignore[union-attr]
    values = {str(a.action.card): a.value for a in decision.alternatives}  # type: ignore[union-attr]
    assert values["HU"] > values["BZ"] + 10


def test_a_ten_or_ace_is_never_called_low_or_cheap() -> None:
    told = set()
    rules = rules_with("stammtisch")
    for seed in range(25):
        match = Match(rules, ["x"] * 3, 0)
        players = Table(match, [find_player("heuristic")] * 3, Random(seed), Budget(nodes=3))
        while not match.deal.is_over:
            seat = match.to_act
            if seat is None or seat == CHANCE:
                match.apply(players.next_action())
                continue
            decision = players.decide(seat)
            if isinstance(decision.action, PlayCard) and str(decision.action.card)[1] in "AZ":
                told |= codes(decision)
            match.apply(decision.action)
    assert not told & {"leads_low", "ducks"}
    assert {"leads_dear", "cashes"} <= told


def test_no_trump_is_drawn_where_the_others_have_none() -> None:
    state = table(
        "EA EA EZ EZ EK EK EO EO EU EU SA SA",
        seat=0,
        dabb="HA HA BA BA",
    )
    assert "draws_trump" not in codes(decide(state))
