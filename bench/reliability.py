"""Does the heuristic player make its bids as often as it believes?

    python -m bench.reliability --deals 500 --rules stammtisch

Two predictions are compared with what happened: when the winning bid was made, and when the
declarer had buried. Going out counts as not made; Durch and Bettel are left out.
"""

import argparse
import itertools
import random
import statistics
from collections.abc import Sequence

from binokel.arena.machine import commit, machine
from binokel.engine.actions import Bid, NameTrump
from binokel.engine.match import Match
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE
from binokel.players.base import Decision
from binokel.players.registry import find_player
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet

Pair = tuple[float, bool]
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.97, 1.001)


def fact(decision: Decision, code: str, key: str) -> float | None:
    """Return a value of one of the decision's facts."""
    return next((float(f.values[key]) for f in decision.facts if f.code == code), None)


def collect(rules: RuleSet, n_deals: int, seed: int) -> tuple[list[Pair], list[Pair], list[float]]:
    """Return (chance, made) at the winning bid and at the naming of trump, and misses of points."""
    bids: list[Pair] = []
    names: list[Pair] = []
    misses: list[float] = []
    for number in range(n_deals):
        rng = random.Random(f"{seed} {number}")
        match = Match(rules, ["heuristic"] * rules.n_seats, number % rules.n_seats)
        table = Table(match, [find_player("heuristic")] * rules.n_seats, rng, fixed_cut=True)
        bid_chance = name_chance = expected = None
        while not match.deal.is_over:
            seat = match.to_act
            if seat is None or seat == CHANCE or match.deal.phase is Phase.CUT:
                match.apply(table.next_action())
                continue
            decision = table.decide(seat)
            if isinstance(decision.action, Bid):
                bid_chance = fact(decision, "chance", "percent")
            if isinstance(decision.action, NameTrump):
                name_chance = fact(decision, "chance", "percent")
                expected = fact(decision, "expected_total", "points")
            match.apply(decision.action)
        score = match.deal.score
        if score is None or match.deal.contract is not Contract.TRUMP:
            continue
        if bid_chance is not None:
            bids.append((bid_chance / 100, score.made is True))
        if name_chance is not None and expected is not None and score.declarer_total is not None:
            names.append((name_chance / 100, score.made is True))
            misses.append(score.declarer_total - expected)
    return bids, names, misses


def show(title: str, pairs: Sequence[Pair]) -> None:
    """Print the share made by predicted chance, and the Brier score."""
    brier = statistics.fmean((chance - made) ** 2 for chance, made in pairs)
    believed = statistics.fmean(chance for chance, _ in pairs)
    made = statistics.fmean(ok for _, ok in pairs)
    print(
        f"{title}: {len(pairs)} deals, believed {believed:.1%}, made {made:.1%}, Brier {brier:.3f}"
    )
    for low, high in itertools.pairwise(BINS):
        chosen = [(chance, ok) for chance, ok in pairs if low <= chance < high]
        if chosen:
            mean = statistics.fmean(chance for chance, _ in chosen)
            share = statistics.fmean(ok for _, ok in chosen)
            print(f"  {low:.2f}-{min(1.0, high):.2f}: {len(chosen):5d}  {mean:.1%} -> {share:.1%}")


def main() -> None:
    """Print both tables for some rule sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--rules", nargs="*", default=["stammtisch", "palast-4-40"])
    options = parser.parse_args()
    print(f"commit {commit()}, {machine()}, {vars(options)}")
    for name in options.rules:
        bids, names, misses = collect(find_ruleset(name), options.deals, options.seed)
        show(f"{name}, at the winning bid", bids)
        show(f"{name}, trump named", names)
        mean, spread = statistics.fmean(misses), statistics.pstdev(misses)
        print(f"  total less expected: mean {mean:+.1f}, spread {spread:.1f}")


if __name__ == "__main__":
    main()
