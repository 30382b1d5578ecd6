"""The kernel: play-outs and exact answers on fixed random deals, beside a bridge solver.

CPU time of one core. Every value is asked with empty tables. The ratio to DDS, the double-dummy
solver of bridge, says what a machine can do; it needs `pip install endplay`.

python -m bench.kernel [--deals 200] [--only whole-3x12] [--without-dds]
"""

import argparse
import importlib
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from bench._report import report
from binokel.kernel.core import Solver
from binokel.kernel.solve import table_bits

WORTH = (0, 2, 3, 4, 10, 11)
DUTIES = (True, True, True, False, False)
LAST_TRICK = 10
TRUMP, LEADER = 0, 1
SEED = 20261130
FEWEST_DEALS = 5
PLAY_OUTS = 200_000
MS = 1000.0


@dataclass(frozen=True)
class Form:
    """A kind of deal: seats, cards each, the deck, and whose points are counted."""

    seats: int
    cards: int
    sevens: bool
    counted: int

    @property
    def sides(self) -> tuple[int, ...]:
        """The seats of each seat's side, as bits."""
        if self.seats in (4, 6):  # partners sit crosswise
            return (0b010101, 0b101010) * 3 if self.seats == 6 else (0b0101, 0b1010) * 2
        return tuple(1 << seat for seat in range(self.seats))


WHOLE_3 = Form(3, 12, False, 0b001)
WHOLE_4 = Form(4, 12, True, 0b0101)
LATE_3 = Form(3, 12, True, 0b001)
EIGHT_LEFT = Form(3, 8, False, 0b001)
TEN_LEFT = Form(3, 10, False, 0b001)


def deals(form: Form, n: int) -> Iterator[list[int]]:
    """Yield the hands of `n` random deals, always the same ones."""
    rng = Random(SEED)
    cards = [bit for bit in range(48) if form.sevens or bit % 12 > 1]
    for _ in range(n):
        rng.shuffle(cards)
        size = form.cards
        yield [sum(1 << bit for bit in cards[i * size : (i + 1) * size]) for i in range(form.seats)]


def prepared(form: Form) -> Solver:
    """Return a solver that knows the rules of a form."""
    solver = Solver()
    solver.set_rules(TRUMP, DUTIES, WORTH, (0, LAST_TRICK, 0), form.sides)
    return solver


def put(solver: Solver, form: Form, hands: list[int]) -> None:
    """Set a deal at its first lead, with empty tables."""
    bits = table_bits(form.cards, form.seats)
    solver.set_position(hands, LEADER, (), form.counted, False, bits)
    solver.set_limits(0, 0.0)


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds of a piece of work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def value_ms(form: Form, n: int) -> list[float]:
    """Return the CPU milliseconds of the value of each deal."""
    solver = prepared(form)

    def ask(hands: list[int]) -> None:
        put(solver, form, hands)
        solver.value()

    return [MS * seconds(partial(ask, hands)) for hands in deals(form, n)]


def threshold_ms(form: Form, n: int) -> list[float]:
    """Return the CPU milliseconds of asking whether the value, and one more, is reached."""
    solver, judge = prepared(form), prepared(form)
    spent = []
    for hands in deals(form, n):
        put(judge, form, hands)
        value, _ = judge.value()
        for points, answer in ((value, True), (value + 1, False)):
            start = time.process_time()
            put(solver, form, hands)
            found = solver.reaches(points)
            spent.append(MS * (time.process_time() - start))
            if found is not answer:
                raise AssertionError(f"{hands}: value {value}, but {points} gives {found}")
    return spent


def cards_per_s(form: Form, n: int) -> list[float]:
    """Return for each deal the positions a second in which every legal card is valued."""
    solver = prepared(form)

    def ask(hands: list[int]) -> None:
        put(solver, form, hands)
        legal, guess = solver.legal_cards(), -1
        for bit in reversed(range(48)):
            if legal >> bit & 1:
                guess, _ = solver.card_value(bit, guess)

    return [1 / seconds(partial(ask, hands)) for hands in deals(form, n)]


def play_outs_per_s(form: Form, n: int) -> list[float]:
    """Return for each deal the random play-outs a second."""
    solver = prepared(form)
    rates = []
    for hands in deals(form, n):
        put(solver, form, hands)
        rates.append(PLAY_OUTS / seconds(lambda: solver.play_out(PLAY_OUTS, SEED)))
    return rates


def two_threads(form: Form, n: int) -> list[float]:
    """Return how much faster two threads value separate deals than one, by the clock.

    Beside it stand what two cores bring at that moment, the same with play-outs, which need no
    memory and no lock; and how much more processor time the deals take, which is free of load.
    """
    hands = list(deals(form, n))
    one, other = prepared(form), prepared(form)

    def value_all(solver: Solver, waiting: Iterator[list[int]]) -> None:
        for deal in waiting:
            put(solver, form, deal)
            solver.value()

    factors, machine, work = [], [], []
    for _ in range(2 * FEWEST_DEALS):
        put(one, form, hands[0])
        put(other, form, hands[0])
        half = [partial(solver.play_out, 5 * PLAY_OUTS, SEED) for solver in (one, other)]
        machine.append(2 * clock(half[:1]) / clock(half))
        start = time.process_time()
        alone = clock([partial(value_all, one, iter(hands))])
        middle = time.process_time()
        shared = iter(hands)
        factors.append(alone / clock([partial(value_all, each, shared) for each in (one, other)]))
        work.append((time.process_time() - middle) / (middle - start))
    tell("two-threads, play-outs", machine, None, "none: what two cores bring now")
    tell("two-threads, processor time", work, None, "none: times that of one thread")
    return factors


def clock(works: Sequence[Callable[[], object]]) -> float:
    """Return the seconds until all pieces of work are done, each in a thread."""
    start = time.perf_counter()
    with ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()
    return time.perf_counter() - start


def dds_ms(n: int) -> list[float]:
    """Return the CPU milliseconds of DDS for the tricks of whole bridge deals in spades.

    Raises:
        ImportError: endplay is not installed.
    """
    dealer, dds, types = (
        importlib.import_module(f"endplay.{part}") for part in ("dealer", "dds.solve", "types")
    )

    def solve(deal: Any) -> None:
        deal.trump, deal.first = types.Denom.spades, types.Player.west
        dds.solve_board(deal, dds.SolveMode.OptimalOne)

    dealt = list(dealer.generate_deals(produce=n, seed=SEED))
    return [MS * seconds(partial(solve, deal)) for deal in dealt]


def tell(name: str, values: list[float], dds: float | None, bar: str) -> None:
    """Print median, mean, p90 and p99 beside the bar."""
    ordered = sorted(values)
    p90, p99 = (ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.9, 0.99))
    median = statistics.median(values)
    beside = f", {median / dds:.2f} of DDS" if dds else ""
    print(
        f"  {name}: median {median:.4g}, mean {statistics.mean(values):.4g}, p90 {p90:.4g}, "
        f"p99 {p99:.4g} (bar {bar}){beside}",
        flush=True,
    )


def main() -> int:
    """Measure everything that is asked for and write it to bench/results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--without-dds", action="store_true")
    options = parser.parse_args()
    n, half = options.deals, max(FEWEST_DEALS, options.deals // 2)
    dds = None
    if not options.without_dds:
        try:
            dds = statistics.median(dds_ms(half))
        except ImportError:
            print("The ratio to DDS needs: pip install endplay (or say --without-dds)")
            return 2
        print(f"  DDS, value of a whole bridge deal: median {dds:.4g} ms")
    cases: dict[str, tuple[str, str, Callable[[], list[float]], bool]] = {
        "play-outs-3x12": ("1/s", "1.8 M, aim 2.6 M", lambda: play_outs_per_s(WHOLE_3, 20), False),
        "whole-3x12": ("ms", "median 60, aim 20", lambda: value_ms(WHOLE_3, n), True),
        "threshold-3x12": ("ms", "mean 15, aim 3", lambda: threshold_ms(WHOLE_3, n), True),
        "whole-4x12": ("ms", "median 600, aim 200", lambda: value_ms(WHOLE_4, half), True),
        "late-3x16": ("ms", "median 100, aim 40", lambda: value_ms(LATE_3, n), True),
        "cards-8-left": ("1/s", "1200, aim 3000", lambda: cards_per_s(EIGHT_LEFT, n), False),
        "two-threads": ("x", "1.6, aim 1.9", lambda: two_threads(TEN_LEFT, n), False),
    }
    for name, (unit, bar, work, beside) in cases.items():
        if options.only and name not in options.only:
            continue
        values = work()
        report(f"kernel-{name}", unit, {name: values})
        tell(name, values, dds if beside else None, bar)
    return 0


if __name__ == "__main__":
    sys.exit(main())
