"""The compiled kernel does the same as its source, which is the specification."""

import importlib.util
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import binokel.kernel
from binokel.kernel import COMPILED
from binokel.kernel.core import Solver
from binokel.testing.kernel_cases import largest_hand, random_position, random_rules
from binokel.testing.kernel_checks import ask, without_naming

pytestmark = pytest.mark.skipif(not COMPILED, reason="there is no compiled kernel to compare")
SOURCE = Path(binokel.kernel.__file__).with_name("core.py")
CARDS_EACH = {2: 9, 3: 8, 4: 6, 5: 5, 6: 4}


def load_source() -> ModuleType:
    spec = importlib.util.spec_from_file_location("binokel.kernel._source", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answers(solver: Any, rng: Random) -> list[object]:
    """Return everything that a solver says about its position."""
    found: list[object] = [solver.value(), solver.nodes_searched(), solver.legal_cards()]
    for bit in range(48):
        if solver.legal_cards() >> bit & 1:
            solver.set_limits(rng.choice((0, 1024)), 0)
            found += [solver.card_value(bit, rng.randint(-1, 255)), solver.nodes_searched()]
            found.append(solver.card_reaches(bit, rng.randint(0, 255)))
    solver.set_limits(0, 0)
    points = rng.randint(0, 255)
    found += [solver.reaches(points), solver.nodes_searched()]
    found.append(solver.play_out(20, rng.getrandbits(64)))
    return found


@pytest.mark.parametrize("seed", range(4))
def test_values_nodes_and_play_outs_are_those_of_the_source(seed: int) -> None:
    source = load_source()
    assert source.COMPILED is False
    rng, compiled, plain = Random(f"source {seed}"), Solver(), source.Solver()
    nodes = 0
    for _ in range(30):
        rules = random_rules(rng)
        n_cards = min(rng.randint(1, CARDS_EACH[rules.n_seats]), largest_hand(rules))
        position = without_naming(rng, random_position(rng, rules, n_cards))
        counted, luck = rng.randrange(1 << rules.n_seats), rng.getrandbits(32)
        for solver in (compiled, plain):
            ask(solver, position, counted)
        compiled.value()
        n_searched = compiled.nodes_searched()
        ask(compiled, position, counted)
        found = answers(compiled, Random(luck))
        assert answers(plain, Random(luck)) == found, position
        nodes += n_searched
    assert nodes > 100


def test_play_outs_of_whole_deals_are_those_of_the_source() -> None:
    rng, compiled, plain = Random("whole deals"), Solver(), load_source().Solver()
    for _ in range(30):
        rules = random_rules(rng)
        position = without_naming(rng, random_position(rng, rules, largest_hand(rules)))
        counted, seed = rng.randrange(1 << rules.n_seats), rng.getrandbits(64)
        for solver in (compiled, plain):
            ask(solver, position, counted)
        assert plain.play_out(5, seed) == compiled.play_out(5, seed), position


def test_a_solver_of_the_source_refuses_in_the_same_words() -> None:
    said = []
    for kind in (Solver, load_source().Solver):
        solver = kind()
        solver.set_rules(0, (True,) * 5, (0, 2, 3, 4, 10, 11), (0, 10, 0), (1, 2, 4))
        with pytest.raises(ValueError, match="leader") as caught:
            solver.set_position((1, 2, 4), 7, (), 1, True, 12)
        said.append(str(caught.value))
    assert said[0] == said[1]
