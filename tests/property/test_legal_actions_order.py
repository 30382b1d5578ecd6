"""The order of the legal actions is pinned: one state of each phase, in `legal_actions.txt`.

Players that draw by number, records of decisions and the environments rely on it. Who changes
the order on purpose runs this file as a script, which writes the text anew.
"""

import sys
from pathlib import Path
from typing import Any

import pytest

from binokel.cards.notation import parse_cards
from binokel.engine import actions as do
from binokel.engine.actions import Action
from binokel.engine.phase import Phase
from binokel.engine.record import format_action
from binokel.engine.state import DealState, new_deal
from binokel.rules.loader import load_ruleset

PINNED = Path(__file__).with_name("legal_actions.txt")

EVERYTHING: dict[str, Any] = {
    "extends": "wuerttemberg-48",
    "deal": {"hand": 14, "dabb": 6, "pattern": ["P5", "D3", "P5", "D3", "P4"], "cut_rest": 40},
    "bidding": {"maximum": 60},
    "dabb": {"call": "on", "call_bid": 60},
    "penalties": {"strict": True, "bury_error": "refuse"},
}
WITH_STOCK: dict[str, Any] = {"extends": "zu-zweit"}
DECK = "E7 HA SO BU EK HO S7 EA BZ HK EO SU BA HZ SK EU B7 HU BO SZ EZ H7 BK SA"


def shuffled(rules: dict[str, Any]) -> DealState:
    cards = parse_cards(DECK)
    return new_deal(load_ruleset(rules), dealer=0).apply(do.Shuffle((*cards, *reversed(cards))))


def until(state: DealState, phase: Phase, trick: int = 0) -> DealState:
    """Return the first state of a phase (with so many cards in the trick), played by rote."""
    while state.phase is not phase or len(state.trick) != trick:
        state = state.apply(_rote(state, phase))
    return state


def _rote(state: DealState, phase: Phase) -> Action:
    legal = state.legal_actions()
    if phase is Phase.GIVE and any(isinstance(action, do.CallCard) for action in legal):
        return next(action for action in legal if isinstance(action, do.CallCard))
    if state.phase is Phase.AUCTION:
        return do.Bid(20) if do.Bid(20) in legal else do.Pass()
    if state.phase is Phase.WINDOW:
        return legal[-2] if isinstance(legal[-1], do.ExchangeDix) else legal[-1]
    return legal[0]


def scenes() -> dict[str, DealState]:
    first = shuffled(EVERYTHING)
    found = {"cut": first}
    for phase in (Phase.AUCTION, Phase.DABB, Phase.BURY, Phase.GIVE, Phase.TRUMP, Phase.MELD):
        found[phase.value] = until(first, phase)
    after_one = found["bury"].apply(found["bury"].legal_actions()[0])
    found["bury, one buried"] = after_one
    found["play, third to the trick"] = until(first, Phase.PLAY, trick=2)
    found["sign"] = until(first, Phase.SIGN)
    stock = shuffled(WITH_STOCK)
    found["window before the first lead"] = until(stock, Phase.WINDOW)
    found["window after a trick"] = until(until(stock, Phase.PLAY), Phase.WINDOW)
    found["over"] = until(first, Phase.OVER)
    return found


def page() -> str:
    lines = []
    for name, state in scenes().items():
        lines += [f"# {name}: seat {state.to_act}", f"# holds {hand_of(state)}"]
        lines += [format_action(action) for action in state.legal_actions()]
        lines.append("")
    return "\n".join(lines)


def hand_of(state: DealState) -> str:
    return str(state.hand(state.to_act)) if state.hands and state.to_act is not None else "nothing"


def test_the_order_of_the_legal_actions_is_the_pinned_one() -> None:
    assert page() == PINNED.read_text(encoding="utf-8")


def test_every_phase_with_a_choice_is_pinned() -> None:
    phases = {state.phase for state in scenes().values()}
    assert phases == set(Phase) - {Phase.SHUFFLE}


@pytest.mark.parametrize("name", scenes())
def test_no_action_is_listed_twice(name: str) -> None:
    legal = scenes()[name].legal_actions()
    assert len({format_action(action) for action in legal}) == len(legal)


if __name__ == "__main__":
    sys.exit(0 if PINNED.write_text(page(), encoding="utf-8") else 1)
