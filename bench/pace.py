"""How long the heuristic player thinks: milliseconds a decision by phase, and a whole deal.

python -m bench.pace --deals 30
"""

import argparse
import random
import statistics
import time
from collections import defaultdict

from binokel.arena.machine import commit, machine
from binokel.engine.match import Match
from binokel.engine.state import CHANCE
from binokel.players.registry import find_player
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet

Times = dict[str, list[float]]


def time_deals(rules: RuleSet, n_deals: int) -> Times:
    """Return the milliseconds of each decision by phase, and of each deal."""
    times: Times = defaultdict(list)
    player = find_player("heuristic")
    for number in range(n_deals):
        match = Match(rules, [player.name] * rules.n_seats, number % rules.n_seats)
        table = Table(match, [player] * rules.n_seats, random.Random(number))
        start = time.perf_counter()
        while not match.deal.is_over:
            seat = match.to_act
            if seat is None or seat == CHANCE:
                match.apply(table.next_action())
                continue
            before = time.perf_counter()
            decision = table.decide(seat)
            times[match.deal.phase.value].append(1000 * (time.perf_counter() - before))
            match.apply(decision.action)
        times["deal"].append(1000 * (time.perf_counter() - start))
    return times


def main() -> None:
    """Print median and most by rule set and phase."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--rules", nargs="*", default=["stammtisch", "palast-4-40", "souabe-4"])
    options = parser.parse_args()
    print(f"commit {commit()}, {machine()}, {vars(options)}")
    for name in options.rules:
        times = time_deals(find_ruleset(name), options.deals)
        parts = [
            f"{key} {statistics.median(v):.2f} (most {max(v):.1f})" for key, v in times.items()
        ]
        print(f"{name}, ms: {', '.join(parts)}")


if __name__ == "__main__":
    main()
