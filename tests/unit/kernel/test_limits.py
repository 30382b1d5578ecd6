"""What a limit leaves is proven; nothing depends on tables, threads or what was asked before."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from binokel.kernel import COMPILED
from binokel.kernel.core import Solver
from binokel.kernel.position import Position
from binokel.kernel.solve import Bounds, Limits, OpenSolver, solve_worlds
from binokel.rules.contracts import Contract
from binokel.testing.builders import rules_with
from binokel.testing.kernel_cases import largest_hand, random_position, random_rules
from binokel.testing.kernel_checks import ask, without_naming
from binokel.testing.kernel_oracle import counted_seats, wanting_seats

CARDS_EACH = {2: 11, 3: 9, 4: 8, 5: 7, 6: 6} if COMPILED else {2: 7, 3: 6, 4: 5, 5: 4, 6: 4}
N_CASES = 25 if COMPILED else 3
PATIENCE = 5 if COMPILED else 60
"""Seconds until the next look at the limits, at the most, on a busy machine and measured."""
WORTH = (0, 2, 3, 4, 10, 11)
NODES = (1, 1023, 1024, 2048, 5000, 20_000)


def cases(name: str, n: int = N_CASES) -> Iterator[tuple[Random, Position]]:
    rng = Random(name)
    for _ in range(n):
        rules = random_rules(rng)
        n_cards = min(CARDS_EACH[rules.n_seats], largest_hand(rules))
        yield rng, without_naming(rng, random_position(rng, rules, n_cards))


def whole_deal(rng: Random) -> Position:
    """Return a deal of 16 cards each, which takes many seconds."""
    rules = rules_with("preisbinokel", deal={"hand": 16, "dabb": 0, "pattern": ["P16"]})
    while True:
        position = random_position(rng, rules, 16)
        if position.contract is Contract.TRUMP and position.trump and not position.trick:
            return position


def test_a_limit_of_nodes_leaves_bounds_that_contain_the_value() -> None:
    n_open = n_exact = 0
    for rng, position in cases("node limit"):
        value = OpenSolver().value(position).low
        limited = OpenSolver(Limits(nodes=rng.choice(NODES)))
        bounds = limited.value(position)
        assert bounds.low <= value <= bounds.high
        n_open += not bounds.is_exact
        n_exact += bounds.is_exact
        for one in limited.cards(position):
            assert one.bounds.low <= one.bounds.high
        points = rng.randint(0, 260)
        assert limited.reaches(position, points) in (None, value >= points)
    assert n_exact > 0
    assert n_open > 0 or not COMPILED


def test_the_bounds_of_every_card_contain_its_value_under_a_limit() -> None:
    for rng, position in cases("cards under a limit"):
        exact = {one.card: one.bounds.low for one in OpenSolver().cards(position)}
        limited = OpenSolver(Limits(nodes=rng.choice(NODES))).cards(position)
        assert {one.card for one in limited} == set(exact)
        for one in limited:
            assert one.bounds.low <= exact[one.card] <= one.bounds.high


def test_a_limit_of_time_ends_the_search_with_what_is_proven() -> None:
    position = whole_deal(Random("time"))
    start = time.monotonic()
    bounds = OpenSolver(Limits(seconds=0.05)).value(position)
    assert time.monotonic() - start < PATIENCE
    assert 0 <= bounds.low < bounds.high <= 250


def test_what_no_search_has_settled_within_its_limit_is_not_known() -> None:
    position = whole_deal(Random("unknown"))
    bounds = OpenSolver(Limits(nodes=100_000 if COMPILED else 4096)).value(position)
    assert not bounds.is_exact
    limited, middle = OpenSolver(Limits(nodes=1)), (bounds.low + bounds.high + 1) // 2
    assert limited.reaches(position, middle) is None
    assert limited.reaches(position, bounds.high + 1) in (None, False)
    assert solve_worlds([position], middle, limits=Limits(nodes=1)) == [None]


def test_what_a_limit_left_is_completed_without_one() -> None:
    solver = Solver()
    for rng, position in cases("completed"):
        value = OpenSolver().value(position)
        ask(solver, position, _counted_of(position), 16, _helpers_of(position))
        solver.set_limits(rng.choice((1, 1024, 3000)), 0)
        low, high = solver.value()
        assert low <= value.low <= high
        solver.set_limits(0, 0)
        assert solver.value() == (value.low, value.high)


def _counted_of(position: Position) -> int:
    return sum(1 << seat for seat in counted_seats(position))


def _helpers_of(position: Position) -> int:
    return sum(1 << seat for seat in wanting_seats(position) or ())


def test_another_thread_stops_a_search_at_once() -> None:
    position = whole_deal(Random("stop"))
    solver, found = OpenSolver(), list[Bounds]()
    search = threading.Thread(target=lambda: found.append(solver.value(position)))
    search.start()
    time.sleep(0.1)
    assert search.is_alive(), "the search ended by itself"
    start = time.monotonic()
    solver.stop()
    search.join(PATIENCE)
    assert not search.is_alive()
    assert time.monotonic() - start < PATIENCE
    assert 0 <= found[0].low < found[0].high <= 250
    assert not solver.value(position).is_exact, "a stopped solver does not begin anew"


def test_threads_that_share_a_solver_wait_for_each_other() -> None:
    positions = [position for _, position in cases("shared", 4 * N_CASES)]
    shared, alone = OpenSolver(), OpenSolver()
    with ThreadPoolExecutor(3) as pool:
        assert [*pool.map(shared.cards, positions)] == [alone.cards(one) for one in positions]
        assert [*pool.map(shared.value, positions)] == [alone.value(one) for one in positions]


def test_a_solver_that_searches_refuses_another_thread() -> None:
    position, solver = whole_deal(Random("busy")), Solver()
    ask(solver, position, _counted_of(position), 16, _helpers_of(position))
    legal = solver.legal_cards()
    search = threading.Thread(target=solver.value)
    search.start()
    time.sleep(0.1)
    try:
        for question in (
            solver.value,
            solver.legal_cards,
            lambda: solver.reaches(1),
            lambda: solver.card_value(legal.bit_length() - 1, -1),
            lambda: solver.card_reaches(legal.bit_length() - 1, 1),
            lambda: solver.play_out(1, 1),
            lambda: solver.set_limits(0, 0),
            lambda: solver.resize(20),
            lambda: ask(solver, position, _counted_of(position), 20),
        ):
            with pytest.raises(ValueError, match="another thread"):
                question()
    finally:
        solver.stop_now()
        search.join(PATIENCE)
    assert not search.is_alive()
    assert solver.legal_cards() == legal


def test_answers_do_not_depend_on_the_size_of_the_table() -> None:
    solver = Solver()
    for _, position in cases("table"):
        found = set()
        for bits in (12, 13, 18, 12):
            ask(solver, position, _counted_of(position), bits)
            found.add((solver.value(), solver.reaches(60), solver.reaches(3)))
        assert len(found) == 1


def test_answers_do_not_depend_on_what_was_solved_before() -> None:
    used = OpenSolver()
    for rng, position in cases("before"):
        fresh = OpenSolver()
        assert used.cards(position) == fresh.cards(position)
        points = rng.randint(0, 250)
        assert used.reaches(position, points) is OpenSolver().reaches(position, points)
        assert used.value(position) == OpenSolver().value(position)


def test_whole_deals_are_worth_the_same_with_suits_renamed_and_seats_moved_on() -> None:
    # Brute force ends at few cards; names and places of the table's entries change with the suits.
    rng, solver = Random("renamed"), Solver()
    n, each = (20, 12) if COMPILED else (2, 5)
    for _ in range(n):
        cards = rng.sample([bit for bit in range(48) if bit % 12 > 1], 3 * each)
        values = set()
        for by in range(4):
            moved = [(card + 12 * by) % 48 for card in cards]
            hands = [sum(1 << card for card in moved[seat::3]) for seat in range(3)]
            hands = hands[-by % 3 :] + hands[: -by % 3]
            solver.set_rules(by, (True,) * 3 + (False,) * 2, WORTH, (0, 10, 0), (1, 2, 4))
            solver.set_position(hands, by % 3, (), 1 << by % 3, False, 20)
            values.add(solver.value())
        assert len(values) == 1, cards


def test_the_order_of_questions_about_a_position_does_not_matter() -> None:
    for rng, position in cases("order"):
        value = OpenSolver().value(position).low
        solver = Solver()
        ask(solver, position, _counted_of(position), 14, _helpers_of(position))
        for points in rng.sample(range(262), 8):
            assert solver.reaches(points) is (value >= points)
        assert solver.value() == (value, value)


def test_a_solver_asked_twice_searches_the_same_number_of_positions() -> None:
    for _, position in cases("nodes", 5):
        counts = set()
        for _ in range(2):
            solver = Solver()
            ask(solver, position, _counted_of(position))
            solver.value()
            counts.add(solver.nodes_searched())
        assert len(counts) == 1


@pytest.mark.parametrize("points", [1, 60, 120])
def test_two_threads_give_the_answers_of_one(points: int) -> None:
    positions = [position for _, position in cases(f"threads {points}", 2 * N_CASES)]
    one = solve_worlds(positions, points)
    assert solve_worlds(positions, points, threads=2) == one
    assert solve_worlds(positions, points, threads=3) == one
    assert one == [OpenSolver().value(position).low >= points for position in positions]


def test_no_threads_solve_nothing() -> None:
    with pytest.raises(ValueError, match="0 threads solve nothing"):
        solve_worlds([], 1, threads=0)
