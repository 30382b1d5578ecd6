"""The kernel's soak: very many random positions on which kernel and engine must agree.

`python -m binokel.testing.kernel_soak --positions 1000000 --endings 20000 --seed 7` compares legal
cards, winners and points of random play under shipped and random rules, then solves small endings
by brute force, and larger deals against themselves one card later. A failure prints the
position and the command that repeats it.
"""

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random, SystemRandom

from binokel.kernel import COMPILED
from binokel.kernel.core import Solver
from binokel.kernel.position import Position
from binokel.kernel.solve import OpenSolver
from binokel.testing.kernel_cases import largest_hand, random_position, random_rules
from binokel.testing.kernel_checks import (
    check_any_side,
    check_ending,
    check_melds,
    check_play_outs,
    check_recursion,
    check_walk,
)

SMALL = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3}
"""By seats, how many cards each holds at most where brute force answers at once."""
MIDDLING = {2: 9, 3: 8, 4: 7, 5: 6, 6: 5}
"""How many, where only the solver answers."""


class KernelSoak:
    """The checks of one seed: each case follows from the seed, its kind and number alone."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.solver = Solver()
        self.open_solver = OpenSolver()
        self.seen: Counter[str] = Counter()

    def walk(self, number: int) -> int:
        """Compare legal cards along a game, and the points of a play-out."""
        rng = self._rng("walk", number)
        rules = random_rules(rng)
        self.seen[f"{rules.n_seats} seats, {len(rules.cards)} cards"] += 1
        return check_walk(rng, rules, self.solver) + check_play_outs(rng, rules, self.solver)

    def ending(self, number: int) -> int:
        """Compare a small ending with brute force."""
        rng = self._rng("ending", number)
        position = random_ending(rng, SMALL)
        value = check_ending(position, self.open_solver)
        if rng.random() < 0.5:
            check_any_side(rng, position, self.solver)
        if rng.random() < 0.5:
            check_melds(rng, position, self.open_solver)
        self.seen[f"{position.rules.n_seats} seats, {position.contract.value}"] += 1
        self.seen["in the middle of a trick"] += bool(position.trick)
        self.seen["value 0"] += value == 0
        return 1

    def recursion(self, number: int) -> int:
        """Compare a larger position with itself one card later, down a random line."""
        rng = self._rng("recursion", number)
        check_recursion(rng, random_ending(rng, MIDDLING), self.open_solver)
        return 1

    def _rng(self, kind: str, number: int) -> Random:
        return Random(f"kernel {self.seed} {kind} {number}")


def random_ending(rng: Random, most: dict[int, int]) -> Position:
    """Return a position in which each seat has at most so many cards, by seats."""
    rules = random_rules(rng)
    n_cards = min(largest_hand(rules), rng.randint(1, most[rules.n_seats]))
    return random_position(rng, rules, n_cards)


def run(
    soak: KernelSoak, kind: str, check: Callable[[int], int], wanted: int, first: int = 0
) -> bool:
    """Run a check until so many positions are done; return whether all went well."""
    start, done, number = time.process_time(), 0, first
    while done < wanted:
        try:
            done += check(number)
        except Exception:  # any exception at all is what the soak looks for
            traceback.print_exc()
            print(
                f"--- repeat with: python -m binokel.testing.kernel_soak --seed {soak.seed} "
                f"--only {kind} --number {number}",
                file=sys.stderr,
            )
            return False
        number += 1
    seconds = time.process_time() - start
    print(f"{kind}: {done} positions in {number - first} cases, {seconds:.1f} s of CPU time")
    for name, count in sorted(soak.seen.items()):
        print(f"  {count:8} {name}")
    soak.seen.clear()
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 1 after a failure."""
    parser = argparse.ArgumentParser(prog="binokel.testing.kernel_soak", description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000, help="compared in random play")
    parser.add_argument("--endings", type=int, default=None, help="default: a 50th of positions")
    parser.add_argument("--recursions", type=int, default=None, help="default: a 1000th")
    parser.add_argument("--seed", type=int, default=None, help="a number; drawn if not given")
    parser.add_argument("--only", choices=("walk", "ending", "recursion"), default=None)
    parser.add_argument("--number", type=int, default=None, help="only the case of this number")
    options = parser.parse_args(arguments)
    n = options.positions
    if n < 1:
        parser.error(f"--positions: {n} positions check nothing; wanted is a number from 1")
    seed = SystemRandom().getrandbits(32) if options.seed is None else options.seed
    print(f"seed {seed}, {'compiled' if COMPILED else 'uncompiled'} kernel", flush=True)
    soak = KernelSoak(seed)
    checks = {
        "walk": (soak.walk, n),
        "ending": (soak.ending, max(1, n // 50) if options.endings is None else options.endings),
        "recursion": (
            soak.recursion,
            max(1, n // 1000) if options.recursions is None else options.recursions,
        ),
    }
    for kind, (check, wanted) in checks.items():
        if options.only not in (None, kind):
            continue
        count = wanted if options.number is None else 1
        if not run(soak, kind, check, count, options.number or 0):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
