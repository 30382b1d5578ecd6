"""The line of what is played says all that stands until the end of the deal."""

from collections.abc import Sequence

import pytest

from binokel.cards.card import Card, Suit
from binokel.cards.notation import Lang
from binokel.engine.actions import Action, CallCard, Concede, GiveCard, NameContract, TakeDabb
from binokel.engine.match import Match
from binokel.engine.state import DealState
from binokel.rules.contracts import Contract
from binokel.telling import Words
from binokel.telling.scene import Scene, contract_line
from binokel.testing.builders import buried, deal_with, do, enter, rules_with, won_by

NAMES = ("Anna", "Bert", "Carla")
HAND = "EA EU EZ EK EO SO SK HA HZ BU BO BK"


def begun(*actions: Action, **different: dict[str, object]) -> DealState:
    """Return a deal that Anna has won for 200, with the Dabb in her hand."""
    rules = rules_with("stammtisch", **different)
    dealt = deal_with(rules, HAND, dabb="SA SZ HK HO")
    return do(won_by(dealt, 0, 200), TakeDabb(), *actions)


def lines(state: DealState, seats: Sequence[int] = (0, 1, 2), lang: Lang = "de") -> list[str]:
    match = Match(state.rules, NAMES, state.dealer)
    enter(match, state)
    return [contract_line(Scene(Words(lang), match.observe(seat))) for seat in seats]


@pytest.mark.parametrize(
    ("contract", "is_open", "line"),
    [
        (Contract.DURCH, False, "Durch · Anna spielt für 1000"),
        (Contract.DURCH, True, "aufgelegter Durch · Anna spielt für 1500"),
        (Contract.BETTEL, False, "Bettel · Anna spielt für 700"),
    ],
)
def test_a_durch_or_bettel_stands_there_with_what_it_counts(
    contract: Contract, is_open: bool, line: str
) -> None:
    state = buried(begun(contracts={"bettel": 700}))
    assert lines(do(state, NameContract(contract, is_open=is_open)), [1]) == [line]


def test_a_called_card_stands_there_with_its_owner() -> None:
    state = begun(CallCard(Card.HU), dabb={"call": "on"})
    assert state.call is not None
    owner, third = state.call.owner, 3 - state.call.owner
    assert lines(state, [0, owner, third]) == [
        f"du spielst für 400 · gerufen: Herz-Unter von {NAMES[owner]}",
        "Anna spielt für 400 · gerufen: Herz-Unter von dir",
        f"Anna spielt für 400 · gerufen: Herz-Unter von {NAMES[owner]}",
    ]


def test_what_was_given_for_the_called_card_is_read_by_those_two_alone() -> None:
    state = begun(CallCard(Card.HU), GiveCard(Card.BU), dabb={"call": "on"})
    assert state.call is not None
    owner, third = state.call.owner, 3 - state.call.owner
    own, other, unknown = lines(state, [0, owner, third])
    assert own.endswith("dafür gegeben: Bollen-Unter")
    assert other.endswith("von dir, dafür gegeben: Bollen-Unter")
    assert "gegeben" not in unknown


def test_who_has_gone_out_plays_no_longer() -> None:
    state = begun(Concede(Suit.E))
    assert lines(state) == [
        "du bist in Eichel abgegangen",
        "Anna ist in Eichel abgegangen",
        "Anna ist in Eichel abgegangen",
    ]
