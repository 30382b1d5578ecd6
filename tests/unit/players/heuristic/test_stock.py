"""Two players with a stock: windows, the exchange, and what to keep."""

from random import Random

import pytest

from binokel.cards.card import Card, Rank
from binokel.engine.actions import DeclareMelds, ExchangeDix, PlayCard
from binokel.engine.match import Match
from binokel.engine.state import CHANCE, DealState
from binokel.players.base import Budget
from binokel.players.registry import find_player
from binokel.players.table import Table, play_deal
from binokel.testing.builders import deal_with, do, played, rules_with
from tests.unit.players.seats import act, card, codes, decide

RULES = rules_with("zu-zweit")
LOW = (Rank.SIEBENER, Rank.UNTER)


def test_it_melds_everything_in_the_opening_window() -> None:
    state = deal_with(RULES, "EA EZ EK EO EU SO BU HK HO HA HZ H7", stock="|S7")
    action = act(state)
    assert isinstance(action, DeclareMelds)
    assert sum(meld.points for meld in action.melds) == 100 + 40 + 20


def test_it_exchanges_the_trump_seven_when_it_may() -> None:
    deal = deal_with(RULES, "SA S7 EA EZ HA HZ BA BZ EO HO BU HU | SZ SK EU EK HK BO", stock="|SO")
    state = do(deal, DeclareMelds(), DeclareMelds())
    state = played(state, "SA SK")
    decision = decide(state)
    assert decision.action == ExchangeDix()
    assert "exchanges" in codes(decision)


def test_it_leads_a_card_that_is_missed_least_while_the_stock_lasts() -> None:
    state = do(
        deal_with(RULES, "EA EZ EK EO EU SO BU HK HO HA HU H7", stock="|S7"),
        DeclareMelds(),
        DeclareMelds(),
    )
    decision = decide(state)
    assert isinstance(decision.action, PlayCard)
    assert decision.action.card.value in ("H7", "HU")
    assert "keeps_melds" in codes(decision)


def test_it_takes_a_ten_that_is_led() -> None:
    state = do(
        deal_with(
            RULES,
            "HZ SA SA SZ SZ SK SK SO SO SU SU S7 | HA HU EU BU BO E7 H7 B7 EO HO EU BU",
            stock="|S7",
        ),
        DeclareMelds(),
        DeclareMelds(),
    )
    assert card(played(state, "HZ")) == "HA"


def _begun(hands: str) -> DealState:
    return do(deal_with(RULES, hands, stock="|S7"), DeclareMelds(), DeclareMelds())


def test_it_leads_no_trump_ten_or_ace_while_the_stock_lasts_and_nothing_waits() -> None:
    state = do(
        deal_with(RULES, "EA EA EZ EO E7 SA HZ HK BO BU B7 H7", stock="|EU"),
        DeclareMelds(),
        DeclareMelds(),
    )
    assert card(state) in ("B7", "H7")


@pytest.mark.parametrize("seed", range(8))
def test_in_whole_deals_high_trumps_stay_in_hand_while_there_is_a_low_card(seed: int) -> None:
    match = Match(RULES, ["x", "x"], 0)
    table = Table(match, [find_player("heuristic")] * 2, Random(seed), Budget())
    while not match.deal.is_over:
        seat = match.to_act
        if seat is None or seat == CHANCE:
            match.apply(table.next_action())
            continue
        view, decision = match.observe(seat).deal, table.decide(seat)
        if isinstance(decision.action, PlayCard) and view.n_stock and not view.trick:
            led = decision.action.card
            assert led is not None
            high = led.suit is view.trump and led.rank in (Rank.DAUS, Rank.ZEHNER)
            low = [c for c in view.hand if c.rank in LOW and c is not Card.BU]
            assert not (high and low) or "window_waits" in codes(decision)
        match.apply(decision.action)


def test_it_keeps_a_family_that_lacks_one_card_together() -> None:
    state = _begun("SA SZ SK SO HU HU BZ BO E7 E7 H7 HA")
    assert card(state) not in ("SA", "SZ", "SK", "SO")


def test_it_takes_a_worthless_trick_where_a_good_meld_waits() -> None:
    state = _begun("B7 HU HU HK HZ EU EO EK SK SZ SU EZ | SA EA HA BA BU B7 BK EU HZ H7 E7 SO")
    decision = decide(played(state, "B7"))
    assert str(decision.action.card) in ("BU", "BK")  # type: ignore[union-attr]
    assert "window_waits" in codes(decision)


def test_it_ducks_a_worthless_trick_where_nothing_waits() -> None:
    state = _begun("B7 HU HU HK HZ EU EO EK SU SK SU EZ | BA BA SZ EA HA H7 B7 EU HO E7 EK SO")
    assert card(played(state, "B7")) in ("H7", "B7", "E7")


def test_it_beats_a_player_of_chance_by_far() -> None:
    heuristic, uniform = find_player("heuristic"), find_player("uniform")
    ahead = 0
    for seed in range(10):
        score = play_deal(RULES, [heuristic, uniform], Random(seed), dealer=seed % 2).score
        assert score is not None
        ahead += score.scores[0] - score.scores[1]
    assert ahead > 1500
