"""How far the bid is: what is told during a deal is what its end shows."""

from collections import Counter
from random import Random

import pytest

from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE, DealState, shuffled
from binokel.players.base import Budget, Fact
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.heuristic.reach import needs_trick, reach_facts, reach_of
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with

Told = tuple[int, int, Fact]
"""Who was told, after how many tricks, and what."""

ROUNDED = rules_with(
    "kreuzbinokel", scoring={"bid_test": "rounded", "rounding_scope": "seat", "rounding": "ten"}
)
BURIED_FOR_NOBODY = rules_with("stammtisch", scoring={"buried_count": False})


def played(rules: RuleSet, seed: int) -> tuple[DealState, list[Told]]:
    """Play a deal; return its end and every fact of the bid, from the cards on."""
    rng, player = Random(f"reach {rules.id} {seed}"), HeuristicPlayer()
    match = Match(rules, ["x"] * rules.n_seats, seed % rules.n_seats)
    match.apply(shuffled(rules, rng))
    told: list[Told] = []
    while not match.deal.is_over:
        seat = match.to_act
        assert seat is not None
        assert seat != CHANCE
        view = match.observe(seat)
        decision = player.decide(view, rng, Budget(nodes=3))
        if view.deal.phase is Phase.PLAY:
            reach, n = reach_of(view), len(view.deal.tricks)
            told += [(seat, n, fact) for fact in (reach_facts(view, reach) if reach else ())]
            told += [(seat, n, f) for f in decision.facts if f.code in ("makes_bid", "sinks_bid")]
        match.apply(decision.action)
    return match.deal, told


def gained(deal: DealState, since: int, side: int) -> int:
    """Return what a side has taken from a trick on, the last trick's bonus included."""
    rules, own = deal.rules, side
    points = 0
    for number, trick in enumerate(deal.tricks):
        if rules.side_of[trick.winner] == own and number >= since:
            points += trick.points
            points += rules.play.last_trick if number == len(deal.tricks) - 1 else 0
            points += rules.play.first_trick if number == 0 else 0
    return points


@pytest.mark.parametrize(
    "rules",
    [*map(find_ruleset, names()), ROUNDED, BURIED_FOR_NOBODY],
    ids=lambda rules: rules.id,
)
def test_what_is_told_of_the_bid_is_what_the_end_of_the_deal_shows(rules: RuleSet) -> None:
    for seed in range(3):
        deal, told = played(rules, seed)
        if deal.score is None or deal.contract is not Contract.TRUMP or not told:
            continue
        assert deal.declarer is not None
        own, made = rules.side_of[deal.declarer], deal.score.made
        others = [side for side in range(rules.n_sides) if side != own]
        for _, since, fact in told:
            match fact.code:
                case "bid_made" | "makes_bid":
                    assert made, fact
                case "bid_lost" | "sinks_bid":
                    assert not made, fact
                case "points_to_make" if gained(deal, since, own) >= fact.values["points"]:
                    assert made, fact
                case "points_to_sink":
                    against = sum(gained(deal, since, side) for side in others)
                    if against >= fact.values["points"]:
                        assert not made, fact


def test_points_to_make_and_to_sink_are_exact_where_the_bid_is_tested_exactly() -> None:
    rules, seen = find_ruleset("stammtisch"), Counter[object]()
    for seed in range(45):
        deal, told = played(rules, seed)
        if deal.score is None or deal.contract is not Contract.TRUMP:
            continue
        assert deal.declarer is not None
        own, made = rules.side_of[deal.declarer], deal.score.made
        for _, since, fact in told:
            if fact.code == "points_to_make":
                assert made == (gained(deal, since, own) >= fact.values["points"])
                seen["make", made] += 1
            if fact.code == "points_to_sink":
                against = sum(gained(deal, since, s) for s in range(rules.n_sides) if s != own)
                assert made == (against < fact.values["points"])
                seen["sink", made] += 1
            seen[fact.code] += 1
    assert {("make", True), ("make", False), ("sink", True), ("sink", False)} <= set(seen)
    assert {"bid_made", "bid_lost", "makes_bid", "sinks_bid"} <= set(seen)


def test_a_partner_does_not_count_what_he_cannot_see() -> None:
    rules, seen = find_ruleset("kreuzbinokel"), 0
    for seed in range(12):
        deal, told = played(rules, seed)
        for seat, _, fact in told:
            if fact.code == "points_to_make":
                assert (fact.values.get("how") == "mate") == (seat != deal.declarer)
                seen += fact.values.get("how") == "mate"
    assert seen


def after_a_trick(rules: RuleSet, seed: int) -> MatchView | None:
    """Return what is seen once a trick is done, None where it does not come to that."""
    rng, player = Random(f"reach {rules.id} {seed}"), HeuristicPlayer()
    match = Match(rules, ["x"] * rules.n_seats, 0)
    match.apply(shuffled(rules, rng))
    while match.to_act is not None and match.to_act != CHANCE:
        view = match.observe(match.to_act)
        if view.deal.phase is Phase.PLAY and view.deal.tricks:
            return view
        match.apply(player.decide(view, rng, Budget(nodes=3)).action)
    return None


@pytest.mark.parametrize("need", ["none", "side", "seat"])
def test_melds_need_a_trick_as_the_rules_say(need: str) -> None:
    rules, seen = rules_with("kreuzbinokel", scoring={"meld_trick": need}), 0
    for seed in range(6):
        view = after_a_trick(rules, seed)
        if view is None:
            continue
        melders = {seat for seat, points in enumerate(view.deal.meld_points) if points}
        has = {view.deal.tricks[0].winner}
        if rules.scoring.buried_is_trick and view.deal.declarer is not None:
            has.add(view.deal.declarer)
        needy = melders - has if need == "seat" else set[int]()
        if need == "side":
            lacking = [set(side) for side in rules.sides if not has & set(side)]
            needy = {seat for side in lacking if melders & side for seat in side}
        assert {seat for seat in range(4) if needs_trick(view, seat)} == needy
        seen += bool(needy)
    assert bool(seen) == (need != "none")
