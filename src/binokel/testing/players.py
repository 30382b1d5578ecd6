"""The conformance kit of players: what every player must keep to, on every rule set.

>>> from binokel.players.uniform import UniformPlayer
>>> check_player(UniformPlayer(), [find_ruleset("stammtisch")], n_deals=1)
"""

import random
from collections.abc import Iterable
from contextlib import suppress

import msgspec

from binokel.engine.match import Match, MatchView
from binokel.engine.state import CHANCE, shuffled
from binokel.errors import UnfitPlayer
from binokel.players.base import Budget, Decision, Particular, Player
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.testing.twins import patched_twin

BUDGET = Budget(nodes=4)
_MOST_STEPS = 2000
_encode = msgspec.json.Encoder(enc_hook=str).encode


def shipped() -> list[RuleSet]:
    """Return every shipped rule set."""
    return [find_ruleset(name) for name in names()]


def check_player(
    player: Player,
    rulesets: Iterable[RuleSet] | None = None,
    *,
    n_deals: int = 2,
    seed: int = 1,
    budget: Budget = BUDGET,
) -> None:
    """Play whole deals with the player on all seats and check every decision.

    Without rule sets these are all shipped ones that the player knows.

    Legal actions only, also among the alternatives; the same decision for the same view and
    random stream; the same decision when cards that the seat cannot see are exchanged; the
    view unchanged; no use of the global random generator.

    Raises:
        AssertionError: the player breaks one of these; the message says which and where.
    """
    for rules in _known(player) if rulesets is None else rulesets:
        for number in range(n_deals):
            check_deal(player, rules, random.Random(f"{seed} {number}"), number, budget)


def _known(player: Player) -> list[RuleSet]:
    found = []
    for rules in shipped():
        with suppress(UnfitPlayer):
            if isinstance(player, Particular):
                player.check_rules(rules)
            found.append(rules)
    return found


def check_deal(
    player: Player, rules: RuleSet, rng: random.Random, number: int, budget: Budget = BUDGET
) -> None:
    """Play one deal to its end and check every decision of the player.

    Raises:
        AssertionError: see `check_player`.
    """
    match = Match(rules, [player.name] * rules.n_seats, number % rules.n_seats)
    match.apply(shuffled(rules, rng))
    steps = 0
    while not match.deal.is_over:
        seat = match.to_act
        assert seat is not None
        assert seat != CHANCE
        view, seed = match.observe(seat), rng.getrandbits(64)
        decision = check_decision(player, view, seed, budget)
        fault = match.why_illegal(decision.action)
        assert fault is None, f"{player.name}, {rules.id}: illegal {decision.action}: {fault}"
        twin = patched_twin(match.deal, seat, rng)
        if twin is not None:
            other = msgspec.structs.replace(view, deal=twin.observe(seat))
            there = player.decide(other, random.Random(seed), budget)
            place = f"{player.name}, {rules.id}, seat {seat}"
            assert there == decision, f"{place}: it knows hidden cards"
        match.apply(decision.action)
        steps += 1
        assert steps < _MOST_STEPS, f"{player.name}, {rules.id}: the deal does not end"


def check_decision(player: Player, view: MatchView, seed: int, budget: Budget) -> Decision:
    """Return the player's decision, once it is sound and repeatable.

    Raises:
        AssertionError: see `check_player`.
    """
    before, global_state = _encode(view), random.getstate()
    decision = player.decide(view, random.Random(seed), budget)
    place = f"{player.name}, {view.rules.id}, {view.deal.phase}, seat {view.deal.seat}"
    assert _encode(view) == before, f"{place}: the view was changed"
    assert random.getstate() == global_state, f"{place}: the global random generator was used"
    again = player.decide(view, random.Random(seed), budget)
    assert again == decision, f"{place}: not repeatable, {decision} then {again}"
    _check_alternatives(decision, view, place)
    return decision


def _check_alternatives(decision: Decision, view: MatchView, place: str) -> None:
    actions = [alternative.action for alternative in decision.alternatives]
    legal = view.deal.legal_actions()
    for action in actions:
        later = type(action).__name__ in ("NameTrump", "NameContract")
        assert action in legal or later, f"{place}: {action} is no alternative"
    values = [alternative.value for alternative in decision.alternatives]
    assert values == sorted(values, reverse=True), f"{place}: alternatives out of order"
    for alternative in decision.alternatives:
        low, high = alternative.interval
        assert low <= alternative.value <= high, f"{place}: {alternative} outside its interval"
