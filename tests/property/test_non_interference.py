"""Nobody can tell from what he is given where the cards lie that he cannot know.

For a seat, or a spectator, a twin of a deal is made in which hidden cards lie elsewhere: by
exchanging them in the state, and by playing the same deal again from another shuffle. Views,
match views and refusals must be the same, byte by byte.

Source: architecture.md, non-interference.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import msgspec
import pytest

from binokel.cards.card import Card
from binokel.engine.actions import Shuffle
from binokel.engine.match import Match, MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet
from binokel.testing.random_play import random_action, random_candidate, random_style
from binokel.testing.random_rules import random_ruleset
from binokel.testing.twins import hidden_cards, patched_twin, replayed_twin

ENOUGH = 50
"""So many twins of each kind are compared in each phase."""

MOST_TRIES = 100 * ENOUGH

NEEDS: dict[Phase, Callable[[RuleSet], bool]] = {
    Phase.CUT: lambda rules: rules.deal.cut != "none" or rules.deal.knock,
    Phase.AUCTION: lambda rules: rules.bidding.form != "none",
    Phase.DABB: lambda rules: rules.deal.dabb > 0,
    Phase.GIVE: lambda rules: rules.dabb.call != "off",
    Phase.BURY: lambda rules: rules.deal.dabb > 0,
    Phase.WINDOW: lambda rules: rules.deal.stock > 0,
    Phase.SIGN: lambda rules: rules.penalties.strict and rules.penalties.revoke != "none",
}
DEALT = [phase for phase in Phase if phase not in (Phase.SHUFFLE, Phase.CUT)]


@pytest.fixture
def rng(pytestconfig: pytest.Config, request: pytest.FixtureRequest) -> Random:
    return Random(f"{pytestconfig.option.hypothesis_seed} {request.node.name}")


def rule_sets(rng: Random, wanted: Callable[[RuleSet], bool]) -> Iterator[RuleSet]:
    """Yield shipped and random rule sets by turns, those that have the wanted phase."""
    while True:
        for rules in (find_ruleset(rng.choice(names())), random_ruleset(rng)):
            if wanted(rules):
                yield rules


def states_in(rng: Random, phase: Phase) -> Iterator[DealState]:
    """Yield random states of a phase, a few of each random deal."""
    for rules in rule_sets(rng, NEEDS.get(phase, lambda _: True)):
        style = msgspec.structs.replace(
            random_style(rng), call=0.7 if phase is Phase.GIVE else rng.choice((0.0, 0.3))
        )
        state = new_deal(rules, rng.randrange(rules.n_seats))
        found = []
        while not state.is_over:
            state = state.apply(random_action(state, rng, style))
            if state.phase is phase:
                found.append(state)
        yield from rng.sample(found, min(3, len(found)))


def encoded(view: object) -> bytes:
    return msgspec.json.encode(view)


def match_view(state: DealState, seat: int | None) -> MatchView:
    match = Match(state.rules, ["A"] * state.rules.n_seats, state.dealer)
    for _, action in state.history:
        match.apply(action)
    assert match.deal == state
    return match.observe(seat)


def compare(state: DealState, twin: DealState, seat: int | None, rng: Random) -> None:
    assert encoded(twin.observe(seat)) == encoded(state.observe(seat))
    assert twin.observe(seat) == state.observe(seat)
    if seat is None or seat != state.to_act:
        return
    for _ in range(5):
        action = random_candidate(state, rng)
        fault, other = state.why_illegal(action), twin.why_illegal(action)
        assert (fault and encoded(fault.to_dict())) == (other and encoded(other.to_dict()))


@pytest.mark.parametrize("phase", DEALT, ids=lambda phase: phase.value)
@pytest.mark.parametrize("make_twin", [patched_twin, replayed_twin])
def test_a_seat_cannot_tell_where_hidden_cards_lie(
    phase: Phase,
    make_twin: Callable[[DealState, int | None, Random], DealState | None],
    rng: Random,
) -> None:
    compared: Counter[str] = Counter()
    watchers = ("spectator", "seat") if phase is Phase.OVER else ("spectator", "seat", "acting")
    for tried, state in enumerate(states_in(rng, phase)):
        for seat in (None, *range(state.rules.n_seats)):
            twin = make_twin(state, seat, rng)
            if twin is None:
                compared["skipped"] += 1
                continue
            compared["spectator" if seat is None else "seat"] += 1
            compared["acting"] += seat is not None and seat == state.to_act
            assert hidden_cards(twin, seat) != hidden_cards(state, seat)
            compare(state, twin, seat, rng)
            if make_twin is replayed_twin:
                assert encoded(match_view(twin, seat)) == encoded(match_view(state, seat))
        if min(compared[watcher] for watcher in watchers) >= ENOUGH:
            return
        assert tried < MOST_TRIES, f"too few twins: {compared}"


@pytest.mark.parametrize("phase", [Phase.SHUFFLE, Phase.CUT], ids=lambda phase: phase.value)
def test_before_the_deal_nobody_knows_the_order_of_the_deck(phase: Phase, rng: Random) -> None:
    for rules in rule_sets(rng, NEEDS.get(phase, lambda _: True)):
        deals = [new_deal(rules, 0), new_deal(rules, 0)]
        if phase is Phase.CUT:
            deals = [deal.apply(Shuffle(shuffled_cards(rules, rng))) for deal in deals]
        for seat in (None, *range(rules.n_seats)):
            assert encoded(deals[0].observe(seat)) == encoded(deals[1].observe(seat))
        if rng.random() < 0.05:
            return


def shuffled_cards(rules: RuleSet, rng: Random) -> tuple[Card, ...]:
    cards = list(rules.cards)
    rng.shuffle(cards)
    return tuple(cards)
