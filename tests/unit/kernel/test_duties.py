"""Kernel and engine agree on legal cards, winners and points; many more in the kernel's soak."""

from random import Random

import pytest

from binokel.cards.card import Suit
from binokel.cards.hand import pack
from binokel.cards.notation import parse_cards
from binokel.engine.actions import PlayCard
from binokel.engine.phase import Phase
from binokel.engine.state import DealState, new_deal, shuffled
from binokel.kernel import COMPILED
from binokel.kernel.core import Solver
from binokel.kernel.params import play_params
from binokel.kernel.position import Position, position_of
from binokel.kernel.solve import OpenSolver
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.testing.builders import rules_with
from binokel.testing.kernel_cases import random_rules
from binokel.testing.kernel_checks import check_play_outs, check_walk
from binokel.testing.random_play import random_action, random_style

N_CASES = 60 if COMPILED else 8


@pytest.mark.parametrize("name", names())
def test_legal_cards_and_points_of_every_shipped_set_are_those_of_the_engine(name: str) -> None:
    rng, rules, solver = Random(f"duties {name}"), find_ruleset(name), Solver()
    for _ in range(max(2, N_CASES // 8)):
        assert check_walk(rng, rules, solver) > 0
        assert check_play_outs(rng, rules, solver) > 0


@pytest.mark.parametrize("seed", range(4))
def test_legal_cards_under_random_duties_are_those_of_the_engine(seed: int) -> None:
    rng, solver = Random(f"random duties {seed}"), Solver()
    assert sum(check_walk(rng, random_rules(rng), solver) for _ in range(N_CASES)) > N_CASES


@pytest.mark.parametrize("seed", range(4))
def test_play_outs_under_random_rules_give_every_seat_its_points(seed: int) -> None:
    rng, solver = Random(f"play-outs {seed}"), Solver()
    assert sum(check_play_outs(rng, random_rules(rng), solver) for _ in range(N_CASES)) > N_CASES


@pytest.mark.parametrize("name", [name for name in names() if not find_ruleset(name).accepts_all])
def test_the_kernel_knows_what_the_engine_lets_a_seat_play(name: str) -> None:
    solver, seen, seed = OpenSolver(), 0, 0
    while seen < (40 if COMPILED else 8):  # some deals end before the last tricks
        seed += 1
        for state in _late_positions(find_ruleset(name), Random(f"deal {name} {seed}")):
            legal = {
                action.card for action in state.legal_actions() if isinstance(action, PlayCard)
            }
            assert {one.card for one in solver.cards(position_of(state))} == legal
            seen += 1


def _late_positions(rules: RuleSet, rng: Random) -> list[DealState]:
    """Return the positions of a random deal in which nobody holds more than three cards."""
    state = new_deal(rules, rng.randrange(rules.n_seats)).apply(shuffled(rules, rng))
    style, found = random_style(rng), []
    while not state.is_over:
        if state.phase is Phase.PLAY and not state.stock and position_of(state).n_left <= 3:
            found.append(state)
        state = state.apply(random_action(state, rng, style))
    return found


@pytest.mark.parametrize("contract", list(Contract))
@pytest.mark.parametrize("name", names())
def test_every_shipped_set_is_supported_in_every_contract(name: str, contract: Contract) -> None:
    rules = find_ruleset(name)
    params = play_params(rules, Suit.H, contract)
    assert params.trump == Suit.H.index
    assert params.duties[:2] == (rules.play.must_beat, rules.play.must_trump)
    assert len(params.sides) == rules.n_seats
    points = 2 * 4 * sum(params.worth)
    assert (points, params.bonuses[0]) == ((240, 0) if contract is Contract.TRUMP else (0, 1))


def test_the_first_of_two_equal_cards_wins_the_trick() -> None:
    assert _value("EA | EA | E7", leader=0) == 11 + 11
    assert _value("EA | EA | E7", leader=1) == 0


def test_who_cannot_follow_must_trump_and_who_trumps_must_trump_over() -> None:
    assert _legal("EA EO SK | EU SO HK | HU HZ SA", trick="EA EU", trump="H") == "HU HZ"
    assert _legal("EA EO SK | HK S7 SU | HU HZ SA", trick="EA HK", trump="H") == "HZ"


def test_who_follows_need_not_beat_a_card_that_is_trumped() -> None:
    assert _legal("EK EO SK | HK S7 SU | EA E7 SA", trick="EK HK", trump="H") == "E7 EA"


def test_who_follows_must_beat_the_led_suit_after_a_ruff_where_the_rules_say_so() -> None:
    rules = rules_with("stammtisch", play={"beat_after_ruff": True})
    assert _legal("EK EO SK | HK S7 SU | EA E7 SA", "EK HK", "H", rules) == "EA"


def test_a_durch_without_trump_knows_only_the_duty_to_follow_and_beat() -> None:
    assert _legal("EA EO SK | EU SO HK | HU HZ SA", trick="EA EU", trump=None) == "HU HZ SA"


def _position(hands: str, leader: int, trump: str | None, rules: RuleSet) -> Position:
    packed = tuple(pack(parse_cards(hand)) for hand in hands.split("|"))
    suit = None if trump is None else Suit(trump)
    return Position(rules=rules, hands=packed, leader=leader, trump=suit, declarer=0, n_tricks=1)


def _value(hands: str, leader: int) -> int:
    rules = rules_with("stammtisch", play={"last_trick": 0})
    bounds = OpenSolver().value(_position(hands, leader, "H", rules))
    assert bounds.is_exact
    return bounds.low


def _legal(hands: str, trick: str, trump: str | None, rules: RuleSet | None = None) -> str:
    position = _position(hands, 0, trump, rules or rules_with("stammtisch"))
    for card in parse_cards(trick):
        position, _, _ = position.play(card)
    return " ".join(sorted(str(one.card) for one in OpenSolver().cards(position)))
