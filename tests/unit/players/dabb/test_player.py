"""The yardstick players keep to what every player must, where they know the rules."""

from random import Random

import pytest

from binokel.engine.actions import Cut, NameContract, NoCut, TakeDabb
from binokel.engine.match import Match
from binokel.engine.state import shuffled
from binokel.errors import UnfitPlayer
from binokel.players.base import Budget, Particular
from binokel.players.dabb import DabbPlayer
from binokel.players.dabb.player import BLUNDERS
from binokel.players.dabb.scope import unknown_rule
from binokel.players.registry import find_player, names_for, player_for
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.testing.builders import buried, deal_with, rules_with, won_by
from binokel.testing.players import check_player
from tests.unit.players.dabb.views import act
from tests.unit.players.seats import view_of

OWN = ("dabb-online", "dabb-online-2", "dabb-online-4")


@pytest.mark.parametrize("name", BLUNDERS)
def test_they_keep_to_what_every_player_must_on_their_own_rules(name: str) -> None:
    check_player(find_player(name), map(find_ruleset, OWN), n_deals=3)


def test_the_rates_of_blunders_are_those_of_the_description() -> None:
    assert BLUNDERS == {"dabb-hard": 0.0, "dabb-medium": 0.15, "dabb-easy": 0.35}
    assert [find_player(name).blunder for name in BLUNDERS] == [0.0, 0.15, 0.35]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("rules", "setting"),
    [
        ("zu-zweit", "deal.stock"),
        ("kreuzbinokel", "contracts.bettel"),
    ],
)
def test_rules_that_they_do_not_know_are_refused_by_the_name_of_the_setting(
    rules: str, setting: str
) -> None:
    with pytest.raises(
        UnfitPlayer, match=f"dabb-easy does not know {setting} of {rules}"
    ) as caught:
        player_for("dabb-easy", find_ruleset(rules))
    assert caught.value.details["unknown"] == setting
    assert "dabb-hard" not in names_for(find_ruleset(rules))
    assert "heuristic" in names_for(find_ruleset(rules))


def test_calls_strict_play_and_a_missing_auction_are_unknown_too() -> None:
    assert unknown_rule(rules_with("stammtisch", penalties={"strict": True})) == "penalties.strict"
    assert unknown_rule(rules_with("stammtisch", dabb={"call": "on"})) == "dabb.call"
    assert {unknown_rule(find_ruleset(name)) for name in OWN} == {None}


def test_they_refuse_also_in_the_middle_of_a_deal() -> None:
    rules = find_ruleset("zu-zweit")
    match = Match(rules, ["A", "B"], 0)
    match.apply(shuffled(rules, Random(1)))
    assert match.to_act is not None
    with pytest.raises(UnfitPlayer):
        DabbPlayer("dabb-hard").decide(match.observe(match.to_act), Random(1), Budget())


def test_they_say_that_they_are_particular_and_others_are_not() -> None:
    assert isinstance(find_player("dabb-hard"), Particular)
    assert not isinstance(find_player("heuristic"), Particular)


def test_they_leave_the_deck_uncut_where_they_may() -> None:
    rules = find_ruleset("dabb-online")
    match = Match(rules, ["A", "B", "C"], 0)
    match.apply(shuffled(rules, Random(1)))
    assert match.to_act is not None
    assert act(match.observe(match.to_act)) == NoCut()
    must = rules_with("dabb-online", deal={"cut": "mandatory"})
    match = Match(must, ["A", "B", "C"], 0)
    match.apply(shuffled(must, Random(1)))
    assert act(match.observe(match.to_act)) == Cut(20)


def test_they_play_a_durch_of_others_to_its_end() -> None:
    hand = "EA EA EZ EZ SA SA SZ SZ HA HA BA BA"
    state = won_by(deal_with(find_ruleset("stammtisch"), hand, dabb="SU SU EU EU"), 0, 150)
    state = buried(state.apply(TakeDabb())).apply(NameContract(Contract.DURCH))
    while not state.is_over:
        state = state.apply(act(view_of(state)))
    assert state.score is not None
    assert state.score.made


def test_who_has_nothing_to_decide_is_told_so() -> None:
    idle = Match(find_ruleset("dabb-online"), ["A", "B", "C"], 0).observe(1)
    with pytest.raises(ValueError, match="seat 1 has nothing to decide"):
        DabbPlayer("dabb-hard").decide(idle, Random(1), Budget())
