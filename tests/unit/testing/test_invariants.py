"""The checks of the soak bite: each finds the fault that it is there for."""

from collections.abc import Callable
from random import Random

import msgspec
import pytest

from binokel.engine import actions as do
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.phases.play import PlayPhase
from binokel.engine.state import DealState
from binokel.engine.view import DealView, observe
from binokel.rules.catalog import find_ruleset
from binokel.rules.scoring import DealScore
from binokel.testing import invariants
from binokel.testing.invariants import (
    check_cards,
    check_choices,
    check_enumerated,
    check_match,
    check_record,
    check_refusal,
    check_score,
    check_state,
    check_twin,
    check_views,
)
from binokel.testing.random_play import random_action, random_style
from binokel.testing.soak import Soak

replace = msgspec.structs.replace


def play(wanted: Callable[[DealState], bool]) -> DealState:
    """Return the first state that is wanted, of random deals at the Stammtisch."""
    rng = Random(1)
    rules = find_ruleset("stammtisch")
    while True:
        style = replace(random_style(rng), go_out=0.0, announce=0.0, from_hand=0.0)
        state = DealState(rules=rules, dealer=0)
        while not state.is_over:
            state = state.apply(random_action(state, rng, style))
            if wanted(state):
                return state


@pytest.fixture(scope="module")
def in_play() -> DealState:
    return play(lambda state: len(state.tricks) == 3 and len(state.trick) == 1)


@pytest.fixture(scope="module")
def over() -> DealState:
    return play(lambda state: state.score is not None and state.score.card_points is not None)


def check_twins(state: DealState) -> None:
    for seed in range(50):
        check_twin(state, Random(seed))


def test_a_sound_state_passes(in_play: DealState, over: DealState) -> None:
    check_state(in_play, Random(0))
    check_state(over, Random(0))


def test_a_lost_card_is_found(in_play: DealState) -> None:
    hands = (in_play.hands[0] - (in_play.hands[0] & -in_play.hands[0]), *in_play.hands[1:])
    with pytest.raises(AssertionError, match="lost"):
        check_cards(replace(in_play, hands=hands))
    with pytest.raises(AssertionError, match="counted"):
        check_cards(replace(in_play, n_buried=3))


def test_an_end_with_choices_and_a_middle_without_are_found(
    in_play: DealState, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AssertionError, match="to act"):
        check_choices(replace(in_play, to_act=None, phase=Phase.TRUMP))
    monkeypatch.setattr(PlayPhase, "choices", lambda _: ())
    with pytest.raises(AssertionError, match="choices in"):
        check_choices(in_play)


def test_an_offer_that_is_refused_is_found(
    in_play: DealState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DealState, "why_illegal", lambda *_: ValueError("no"))
    with pytest.raises(AssertionError, match="offered and refused"):
        check_choices(in_play)


def test_a_legal_action_that_is_not_listed_is_found(
    in_play: DealState, monkeypatch: pytest.MonkeyPatch
) -> None:
    action = in_play.legal_actions()[0]
    check_enumerated(in_play, action)
    monkeypatch.setattr(DealState, "legal_actions", lambda _: ())
    with pytest.raises(AssertionError, match="not listed"):
        check_enumerated(in_play, action)


def test_a_refusal_that_apply_does_not_know_is_found(
    in_play: DealState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invariants, "random_candidate", lambda *_: do.Pass())
    check_refusal(in_play, Random(0))
    monkeypatch.setattr(DealState, "apply", lambda state, _: state)
    with pytest.raises(AssertionError, match="done by apply"):
        check_refusal(in_play, Random(0))


def test_a_view_with_the_choices_of_another_is_found(
    in_play: DealState, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(state: DealState, seat: int | None) -> DealView:
        return replace(observe(state, seat), choices=state.choices())

    monkeypatch.setattr(DealState, "observe", leaky)
    with pytest.raises(AssertionError, match="other choices"):
        check_views(in_play)


def test_a_view_that_names_a_hidden_card_is_found(
    in_play: DealState, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaky(state: DealState, seat: int | None) -> DealView:
        return replace(observe(state, seat), open_hand=tuple(state.hand(2)))

    monkeypatch.setattr(DealState, "observe", leaky)
    with pytest.raises(AssertionError, match="can tell"):
        check_twins(in_play)


def test_a_shuffle_in_a_view_is_found(in_play: DealState, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(state: DealState, seat: int | None) -> DealView:
        return replace(observe(state, seat), history=state.history)

    monkeypatch.setattr(DealState, "observe", leaky)
    with pytest.raises(AssertionError, match="shuffle shows"):
        check_views(in_play)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda score: {"scores": (1, 2, 3)}, "are not the scores"),
        (lambda score: {"exact": (1, 2, 3)}, "exact scores"),
        (lambda score: {"tricks_won": (0, 0, 0)}, "tricks"),
        (lambda score: {"card_points": (100, 100, 100)}, "card points"),
        (lambda score: {"bonus": (0, 0, 0)}, "a bonus of 0"),
        (lambda score: {"lines": score.lines[1:]}, "are not the scores"),
    ],
)
def test_a_score_that_does_not_add_up_is_found(
    over: DealState, change: Callable[[DealScore], dict[str, object]], text: str
) -> None:
    assert over.score is not None
    check_score(over, over.score)
    with pytest.raises(AssertionError, match=text):
        check_score(over, replace(over.score, **change(over.score)))


@pytest.fixture
def match() -> Match:
    run = Soak(2, "stammtisch")
    run.play(0)
    assert run.match is not None
    return run.match


def test_a_sound_match_passes(match: Match) -> None:
    check_match(match)
    check_record(match)


def test_a_record_that_replays_to_another_deal_is_found(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invariants, "replay", lambda _: Match(match.rules, match.seats, 0))
    with pytest.raises(AssertionError, match="another deal"):
        check_record(match)
