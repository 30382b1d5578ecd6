"""What a hint costs: processor milliseconds by what is asked, of who would advise.

python -m bench.hints --deals 20
"""

import argparse
import random
import statistics
import time
from collections import defaultdict

from binokel.arena.machine import commit, machine
from binokel.engine.match import Match
from binokel.engine.state import shuffled
from binokel.players.registry import adviser_for
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet
from binokel.server.table.bots import Turn, advise

Times = dict[str, list[float]]


def time_deals(rules: RuleSet, n_deals: int) -> Times:
    """Return the processor milliseconds of each hint by phase; all play as they are advised."""
    times: Times = defaultdict(list)
    for number in range(n_deals):
        match = Match(rules, ["x"] * rules.n_seats, number % rules.n_seats)
        match.apply(shuffled(rules, random.Random(number)))
        while not match.deal.is_over:
            seat = match.to_act
            assert seat is not None
            turn = Turn("", match.observe(seat), f"{number}/{len(match.entries)}", rules.id)
            before = time.process_time()
            decision = advise(turn)
            times[match.deal.phase.value].append(1000 * (time.process_time() - before))
            match.apply(decision.action)
    return times


def main() -> None:
    """Print median and most by rule set and phase."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--rules", nargs="*", default=["stammtisch", "kreuzbinokel", "zu-zweit"])
    options = parser.parse_args()
    print(f"commit {commit()}, {machine()}, {vars(options)}")
    for name in options.rules:
        rules = find_ruleset(name)
        parts = [
            f"{key} {statistics.median(v):.2f} (most {max(v):.1f}, {len(v)})"
            for key, v in time_deals(rules, options.deals).items()
        ]
        print(f"{name}, {adviser_for(rules)}, ms: {', '.join(parts)}")


if __name__ == "__main__":
    main()
