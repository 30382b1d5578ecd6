"""Players at a table: the same seed deals the same cards and plays the same match."""

from random import Random

import pytest

from binokel.engine.match import Match
from binokel.players.base import Budget
from binokel.players.registry import find_player
from binokel.players.table import Table, play_deal, play_match
from binokel.rules.catalog import find_ruleset

UNIFORM, HEURISTIC = find_player("uniform"), find_player("heuristic")
FAST = Budget(nodes=3)


def test_the_same_seed_gives_the_same_deal() -> None:
    rules = find_ruleset("stammtisch")
    first = play_deal(rules, [HEURISTIC] * 3, Random(4), budget=FAST)
    again = play_deal(rules, [HEURISTIC] * 3, Random(4), budget=FAST)
    assert first == again


def test_the_cards_do_not_depend_on_who_plays() -> None:
    rules = find_ruleset("preisbinokel")
    one = play_deal(rules, [HEURISTIC] * 3, Random(4), budget=FAST)
    other = play_deal(rules, [UNIFORM] * 3, Random(4))
    assert one.order == other.order


def test_the_order_of_the_deck_can_be_given() -> None:
    rules = find_ruleset("stammtisch")
    deal = play_deal(rules, [UNIFORM] * 3, Random(4), order=rules.cards, dealer=1)
    assert deal.order == rules.cards
    assert deal.dealer == 1


def test_a_match_is_played_to_its_end() -> None:
    match = play_match(find_ruleset("stammtisch"), [HEURISTIC] * 3, Random(2), budget=FAST)
    assert match.to_act is None
    assert max(match.standing.totals) >= 1000


def test_a_match_stops_after_the_agreed_number_of_deals() -> None:
    rules = find_ruleset("stammtisch")
    table = Table(Match(rules, ["x"] * 3, 0), [UNIFORM] * 3, Random(1))
    assert len(table.play_match(max_deals=2).results) <= 2


def test_every_seat_needs_a_player() -> None:
    with pytest.raises(ValueError, match="3 seats"):
        Table(Match(find_ruleset("stammtisch"), ["x"] * 3, 0), [UNIFORM], Random(1))


def test_a_cut_is_the_players_own_decision_in_a_match() -> None:
    kinds = set()
    for seed in range(12):
        match = Match(find_ruleset("stammtisch"), ["x"] * 3, 0)
        Table(match, [HEURISTIC] * 3, Random(seed), FAST).play_deal()
        kinds.add(type(match.deal.history[1][1]).__name__)
    assert "Cut" in kinds
