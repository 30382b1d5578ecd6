"""Two players with a stock: windows, the exchange, and what to keep."""

from random import Random

from binokel.engine.actions import DeclareMelds, ExchangeDix, PlayCard
from binokel.players.registry import find_player
from binokel.players.table import play_deal
from binokel.testing.builders import deal_with, do, played, rules_with
from tests.unit.players.seats import act, card, codes, decide

RULES = rules_with("zu-zweit")


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


def test_it_beats_a_player_of_chance_by_far() -> None:
    heuristic, uniform = find_player("heuristic"), find_player("uniform")
    ahead = 0
    for seed in range(10):
        score = play_deal(RULES, [heuristic, uniform], Random(seed), dealer=seed % 2).score
        assert score is not None
        ahead += score.scores[0] - score.scores[1]
    assert ahead > 500
