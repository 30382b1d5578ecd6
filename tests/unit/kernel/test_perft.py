"""Node counts by the kernel's legal cards: the same as by the engine and by the plain telling."""

import pytest

from binokel.cards.card import Card
from binokel.kernel import COMPILED
from binokel.kernel.cards import card_of, deal_masks
from binokel.kernel.core import Solver
from binokel.kernel.params import play_params
from binokel.kernel.position import Position, position_of
from binokel.rules.contracts import Contract, has_named_trump
from tests.perft import test_perft as perft

TABLE = [line for line in perft.read_table() if line[2] == "play"]
LINES = [line for line in TABLE if COMPILED or line[5] < 350]


@pytest.mark.parametrize("line", LINES, ids=lambda line: " ".join(map(str, line[:5])))
def test_the_kernel_counts_as_many_sequences_as_the_engine(line: perft.Line) -> None:
    name, seed, phase, n_cards, depth, nodes = line
    state = perft.start_of(name, seed, phase, n_cards)
    assert state is not None
    assert count(Solver(), position_of(state), depth) == nodes


def test_every_contract_and_whole_endings_are_in_the_table() -> None:
    starts = [perft.start_of(*line[:4]) for line in TABLE]
    assert {state.contract for state in starts if state is not None} == set(Contract)
    assert max(line[4] for line in TABLE) >= 12


def count(solver: Solver, position: Position, depth: int) -> int:
    if position.n_left == 0 or is_decided(position):
        return 0
    cards = legal(solver, position)
    if depth == 1:
        return len(cards)
    return sum(count(solver, position.play(card)[0], depth - 1) for card in cards)


def is_decided(position: Position) -> bool:
    """Tell whether the deal ends early. Source: rules.md [durch-early-end]."""
    contract = position.contract
    named = has_named_trump(position.rules, contract)
    return contract is not Contract.TRUMP and not named and position.is_lost


def legal(solver: Solver, position: Position) -> list[Card]:
    params = play_params(position.rules, position.trump, position.contract)
    masks, on_table = deal_masks(position.hands, position.trick)
    solver.set_rules(params.trump, params.duties, params.worth, params.bonuses, params.sides)
    solver.set_position(masks, position.leader, on_table, 1, position.n_tricks == 0, 12)
    mask = solver.legal_cards()
    return [card_of(bit) for bit in range(48) if mask >> bit & 1]
