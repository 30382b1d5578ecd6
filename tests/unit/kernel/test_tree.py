"""One tree over many worlds: the engine's moves, results that add up, and what is won is found."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from binokel.cards.card import CARDS
from binokel.cards.hand import unpack
from binokel.errors import Unsupported
from binokel.kernel import COMPILED
from binokel.kernel.cards import card_of, hand_mask, kernel_bit
from binokel.kernel.checks import BEST, N_RESULTS
from binokel.kernel.params import play_params, side_masks
from binokel.kernel.position import Position
from binokel.kernel.solve import OpenSolver
from binokel.kernel.tree import Tree
from binokel.rules.contracts import Contract
from binokel.testing.kernel_cases import largest_hand, random_position, random_rules
from binokel.testing.kernel_checks import without_naming

ROOT = Path(__file__).parents[3]
LINEAR = [round(BEST * result / (N_RESULTS - 1)) for result in range(N_RESULTS)]
RULES: dict[str, Any] = {
    "trump": 0,
    "duties": (True, True, True, False, False),
    "worth": (0, 2, 3, 4, 10, 11),
    "bonuses": (0, 10, 0),
    "sides": (1, 2, 4),
}
# EA EZ | EK EO | SA SU in the kernel's bits; the leader wins both tricks.
QUESTION: dict[str, Any] = {
    "worlds": (1 << 10 | 1 << 8, 1 << 6 | 1 << 4, 1 << 22 | 1 << 14),
    "ahead": (0,),
    "leader": 0,
    "on_table": (),
    "sides": (1, 1),
    "is_first": False,
}
UTILITY: dict[str, Any] = {"good": LINEAR, "bad": LINEAR[::-1], "made_from": 100}


def asked(
    rules: dict[str, Any] | None = None,
    question: dict[str, Any] | None = None,
    utility: dict[str, Any] | None = None,
) -> Tree:
    tree = Tree()
    tree.set_rules(**(RULES | (rules or {})))
    tree.set_utility(**(UTILITY | (utility or {})))
    tree.set_question(**(QUESTION | (question or {})))
    return tree


def tree_of(position: Position, worlds: list[tuple[int, ...]] | None = None) -> tuple[Tree, int]:
    """Return a tree that was asked about open cards, and the seats that are counted."""
    params = play_params(position.rules, position.trump, position.contract)
    hands = [position.hands] if worlds is None else worlds
    counted = side_masks(position.rules)[position.seat]
    tree = Tree()
    tree.set_rules(params.trump, params.duties, params.worth, params.bonuses, params.sides)
    tree.set_utility(LINEAR, LINEAR[::-1], N_RESULTS)
    tree.set_question(
        [hand_mask(hand) for world in hands for hand in world],
        [0] * len(hands),
        position.leader,
        [kernel_bit(card) for card in position.trick],
        (counted, counted),
        position.n_tricks == 0,
    )
    return tree, counted


def some_position(rng: Random, most: int) -> Position:
    while True:
        rules = random_rules(rng)
        n_cards = min(rng.randint(1, most), largest_hand(rules))
        position = without_naming(rng, random_position(rng, rules, n_cards))
        if position.contract is Contract.TRUMP:
            return position


@pytest.mark.parametrize("seed", range(4 if COMPILED else 1))
def test_its_moves_are_those_of_the_rules_and_every_iteration_counts_once(seed: int) -> None:
    rng, solver, n = Random(f"moves {seed}"), OpenSolver(), 100
    for _ in range(40):
        position = some_position(rng, 5)
        tree, _ = tree_of(position)
        tree.search(n, rng.getrandbits(64), 0.5)
        rows = tree.found()
        assert {card_of(2 * row[0]) for row in rows} == {one.card for one in solver.cards(position)}
        assert sum(row[1] for row in rows) == n


@pytest.mark.parametrize("seed", range(3))
def test_the_last_trick_counts_what_it_counts(seed: int) -> None:
    rng, solver = Random(f"last {seed}"), OpenSolver()
    for _ in range(60):
        position = some_position(rng, 1)
        tree, counted = tree_of(position)
        tree.search(5, 1, 0.5)
        ((_, visits, worth, squares, total, made),) = tree.found()
        exact = solver.value(without_declarer(position)).low
        assert counted >> position.seat & 1
        assert (visits, total, made) == (5, 5 * exact, 0)
        assert (worth, squares) == (5 * LINEAR[exact], 5 * LINEAR[exact] ** 2)


def without_declarer(position: Position) -> Position:
    """Return the position with the side to play as the counted one."""
    return Position(
        rules=position.rules,
        hands=position.hands,
        leader=position.leader,
        trick=position.trick,
        trump=position.trump,
        n_tricks=position.n_tricks,
    )


@pytest.mark.skipif(not COMPILED, reason="needs thousands of iterations")
def test_with_open_cards_and_many_iterations_it_plays_what_the_solver_would() -> None:
    rng, solver, n_right, n_asked = Random("open"), OpenSolver(), 0, 0
    while n_asked < 30:
        position = without_declarer(some_position(rng, 4))
        values = {one.card: one.bounds.low for one in solver.cards(position)}
        if position.rules.n_sides > 2 or max(values.values()) - min(values.values()) < 5:
            continue  # several sides need not play against one; a small loss is no mistake
        tree, _ = tree_of(position)
        tree.search(10_000, rng.getrandbits(64), 0.1)
        card = card_of(2 * max(tree.found(), key=lambda row: row[1])[0])
        n_right += values[card] == max(values.values())
        n_asked += 1
    assert n_right >= 29


def test_a_trick_that_wins_in_every_world_is_found() -> None:
    tree = asked()
    tree.search(200, 3, 0.5)
    for _, visits, worth, _, total, made in tree.found():
        assert total == visits * (11 + 10 + 4 + 3 + 11 + 2 + 10)
        assert worth == visits * LINEAR[51]
        assert made == 0


@pytest.mark.parametrize(("made_from", "made"), [(51, True), (52, False), (0, True)])
def test_the_bid_is_made_from_so_many_points_on(made_from: int, made: bool) -> None:
    tree = asked(utility={"made_from": made_from})
    tree.search(10, 3, 0.5)
    assert sum(row[5] for row in tree.found()) == 10 * made


def test_what_is_ahead_in_a_world_is_part_of_its_result() -> None:
    tree = asked(question={"worlds": QUESTION["worlds"] * 2, "ahead": (0, 20)})
    tree.search(10, 3, 0.5)
    assert sum(row[4] for row in tree.found()) == 10 * 51 + 5 * 20


def test_the_worlds_come_in_turn_and_a_card_is_tried_only_where_it_may_be_played() -> None:
    """A world in which the next seat cannot follow gives it other cards, on a node of its own."""
    other = (1 << 10 | 1 << 8, 1 << 22 | 1 << 14, 1 << 6 | 1 << 4)
    tree = asked(question={"worlds": (*QUESTION["worlds"], *other), "ahead": (0, 0)})
    tree.search(400, 3, 0.5)
    assert {row[4] for row in tree.found()} == {51 * row[1] for row in tree.found()}


def test_the_same_seed_grows_the_same_tree_and_a_new_search_begins_anew() -> None:
    tree = asked()
    found = []
    for seed in (1, 1, 2):
        tree.search(50, seed, 0.5)
        found.append(tree.found())
    assert found[0] == found[1]
    assert sum(row[1] for row in found[2]) == 50


def test_more_boldness_tries_more_of_what_was_not_good() -> None:
    rng = Random("bold")
    position = next(
        p
        for p in (some_position(rng, 5) for _ in range(200))
        if not p.trick and len(set(unpack(p.hands[p.leader]))) > 3 and p.n_left > 3
    )
    tree, _ = tree_of(position)
    least = []
    for boldness in (0.01, 5.0):
        tree.search(600, 5, boldness)
        least.append(min(row[1] for row in tree.found()))
    assert least[0] < least[1]


def whole_deal(seed: int) -> tuple[Tree, Position]:
    rng = Random(f"whole {seed}")
    while True:
        rules = random_rules(rng)
        position = without_naming(rng, random_position(rng, rules, largest_hand(rules)))
        try:
            return tree_of(position)[0], position
        except (Unsupported, ValueError):
            continue


def digest() -> str:
    """Return what trees of whole deals found; run in a process of either kernel."""
    rows = []
    for seed in range(6):
        tree, _ = whole_deal(seed)
        tree.search(100, seed, 0.7)
        rows.append(tree.found())
    return repr(rows)


@pytest.mark.skipif(not COMPILED, reason="there is no compiled kernel to compare")
def test_the_compiled_tree_is_that_of_the_source() -> None:
    code = "from tests.unit.kernel.test_tree import digest; print(digest())"
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | {"BINOKEL_KERNEL": kind},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for kind in ("compiled", "python")
    ]
    assert said[0] == said[1]
    assert len(said[0]) > 300


def test_the_bonus_of_the_first_trick_counts_for_that_one_only() -> None:
    most = 51 - 10 + 5 + 4
    rules = {"bonuses": (0, 4, 5)}
    for is_first, ahead in ((True, 255 - most), (False, 255 - most + 5)):
        tree = asked(rules, {"is_first": is_first, "ahead": (ahead,)})
        tree.search(10, 1, 0.5)
        assert sum(row[4] for row in tree.found()) == 10 * 255
        with pytest.raises(ValueError, match="more than 255 points are to be had"):
            asked(rules, {"is_first": is_first, "ahead": (ahead + 1,)})


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ({"leader": 3}, "the leader must be 0 to 2"),
        ({"worlds": (1, 2)}, "the number of hands must be 3"),
        ({"ahead": ()}, "the number of worlds"),
        ({"ahead": (0, 0)}, "the number of hands must be 6"),
        ({"ahead": (300,)}, "what is ahead must be 0 to 255"),
        ({"ahead": (205,)}, "more than 255 points are to be had"),
        ({"ahead": (0.5,)}, "whole number"),
        ({"worlds": (3, 12, 1 << 48 | 1)}, "the hand of seat 2"),
        ({"worlds": (3, 12, 16)}, "seat 2 holds 2 cards"),
        ({"worlds": (0, 0, 0)}, "the number of cards of each must be 1 to 24"),
        ({"on_table": (48,)}, "a card on the table"),
        ({"on_table": (1, 2, 3)}, "the number of cards on the table must be 0 to 2"),
        ({"sides": (8, 1)}, "a mask of seats"),
        ({"sides": (1,)}, "the number of masks"),
    ],
)
def test_a_question_that_cannot_be_is_refused(question: dict[str, Any], named: str) -> None:
    with pytest.raises((ValueError, TypeError), match=named):
        asked(question=question)


@pytest.mark.parametrize(
    ("utility", "named"),
    [
        ({"good": LINEAR[:-1]}, "the number of values must be 256"),
        ({"bad": [BEST + 1] * N_RESULTS}, "a value must be 0 to"),
        ({"made_from": -1}, "from where the bid is made"),
    ],
)
def test_values_that_cannot_be_are_refused(utility: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        asked(utility=utility)


@pytest.mark.parametrize(
    ("numbers", "named"),
    [
        ((0, 1, 0.5), "the number of iterations"),
        ((1 << 21, 1, 0.5), "the number of iterations"),
        ((5, 1 << 64, 0.5), "the seed"),
        ((5, 1, -0.1), "boldness"),
        ((5, 1, float("nan")), "boldness"),
    ],
)
def test_searches_that_cannot_be_are_refused(numbers: tuple[int, int, float], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        asked().search(*numbers)


def test_without_rules_utility_or_question_nothing_is_searched() -> None:
    tree = Tree()
    with pytest.raises(ValueError, match="say what results are worth before a question"):
        tree.set_question(**QUESTION)
    tree.set_utility(**UTILITY)
    with pytest.raises(ValueError, match="set the rules before a question"):
        tree.set_question(**QUESTION)
    tree.set_rules(**RULES)
    with pytest.raises(ValueError, match="set the rules, then a question"):
        tree.search(5, 1, 0.5)
    assert tree.found() == []


def test_other_rules_forget_the_question() -> None:
    tree = asked()
    tree.set_rules(**(RULES | {"sides": (1, 2, 4, 8)}))
    with pytest.raises(ValueError, match="set the rules, then a question"):
        tree.search(5, 1, 0.5)


def test_every_kind_of_card_has_its_bits_in_a_mask_of_one_hand() -> None:
    rng = Random("masks")
    for _ in range(200):
        counts = [rng.randrange(3) for _ in CARDS]
        mask = hand_mask(sum(n << (2 * index) for index, n in enumerate(counts)))
        for card, n in zip(CARDS, counts, strict=True):
            assert mask >> kernel_bit(card) & 3 == (0, 1, 3)[n]
