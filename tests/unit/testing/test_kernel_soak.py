"""The kernel's soak repeats from its seed, and says how when something is wrong."""

from random import Random

import pytest

from binokel.cards.card import Card
from binokel.kernel.position import Position
from binokel.kernel.solve import Bounds, OpenSolver
from binokel.testing import kernel_soak
from binokel.testing.kernel_cases import random_position, random_rules
from binokel.testing.kernel_oracle import Oracle

FEW = ["--positions", "60", "--endings", "4", "--recursions", "1"]


def test_the_soak_goes_through_all_kinds_and_repeats_from_its_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert kernel_soak.main([*FEW, "--seed", "7"]) == 0
    first = capsys.readouterr().out
    assert all(f"\n{kind}: " in first for kind in ("walk", "ending", "recursion"))
    assert kernel_soak.main([*FEW, "--seed", "7"]) == 0
    again = capsys.readouterr().out
    assert [line for line in again.splitlines() if "CPU" not in line] == [
        line for line in first.splitlines() if "CPU" not in line
    ]


def test_a_wrong_value_is_found_and_the_case_can_be_repeated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_more(_solver: OpenSolver, position: Position) -> Bounds:
        value = Oracle(position).value() + 1
        return Bounds(value, value)

    monkeypatch.setattr(OpenSolver, "value", one_more)
    assert kernel_soak.main([*FEW, "--seed", "7", "--only", "ending"]) == 1
    said = capsys.readouterr().err
    assert "kernel_soak --seed 7 --only ending --number 0" in said
    assert kernel_soak.main(["--seed", "7", "--only", "ending", "--number", "0"]) == 1


def test_a_soak_of_nothing_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        kernel_soak.main(["--positions", "0"])
    assert "check nothing" in capsys.readouterr().err


def test_random_positions_have_every_contract_table_and_deck() -> None:
    rng, seen = Random(3), set()
    for _ in range(400):
        position = random_position(rng, random_rules(rng), 3)
        position.check()
        rules = position.rules
        seen |= {rules.n_seats, rules.deck.points, len(rules.cards), position.contract.value}
        seen |= {rules.table.sides, rules.contracts.scope, f"on the table {len(position.trick)}"}
        seen.add("named by card" if position.names_trump else "named before")
    assert seen >= {2, 3, 4, 5, 6, 40, 48, "classic", "tens-only", "trump", "durch", "bettel"}
    assert seen >= {"single", "opposite", "alternate", "seat", "side", "on the table 5"}
    assert seen >= {"named by card", "named before"}


def test_the_oracle_accepts_no_line_with_an_illegal_card_or_a_wrong_seat() -> None:
    rng = Random(5)
    rules = random_rules(rng)
    position = random_position(rng, rules, 2)
    oracle = Oracle(position)
    line = OpenSolver().line(position)
    assert oracle.replay(line) == oracle.value()
    seat, card = line[0]
    with pytest.raises(AssertionError, match="another seat"):
        oracle.replay([((seat + 1) % rules.n_seats, card), *line[1:]])
    held = set(oracle.cards())
    foreign = next(other for other in Card if other not in held)
    with pytest.raises(AssertionError, match="illegal"):
        oracle.replay([(seat, foreign), *line[1:]])
    with pytest.raises(AssertionError, match="ends before"):
        oracle.replay(line[:-1])
