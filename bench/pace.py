"""How long a player thinks: milliseconds a decision by phase, and a whole deal.

    python -m bench.pace --deals 30 [--player meister] [--rules all]

The player sits on every seat. Times are of the processor, and decisions with a single legal
action are left out.
"""

import argparse
import random
import statistics
import time
from collections import defaultdict

from binokel.arena.machine import commit, machine
from binokel.engine.match import Match
from binokel.engine.state import CHANCE
from binokel.errors import UnfitPlayer
from binokel.players.registry import player_for
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset
from binokel.rules.catalog import names as rule_sets
from binokel.rules.ruleset import RuleSet

Times = dict[str, list[float]]
RULES = ("stammtisch", "palast-4-40", "souabe-4")


def time_deals(name: str, rules: RuleSet, n_deals: int) -> Times:
    """Return the milliseconds of each decision by phase, and of each deal.

    Raises:
        UnfitPlayer: the player does not know these rules.
    """
    times: Times = defaultdict(list)
    player = player_for(name, rules)
    for number in range(n_deals):
        match = Match(rules, [player.name] * rules.n_seats, number % rules.n_seats)
        table = Table(match, [player] * rules.n_seats, random.Random(number))
        start = time.process_time()
        while not match.deal.is_over:
            seat = match.to_act
            if seat is None or seat == CHANCE:
                match.apply(table.next_action())
                continue
            is_forced = len(match.deal.legal_actions()) == 1
            before = time.process_time()
            decision = table.decide(seat)
            if not is_forced:
                phase = match.deal.phase.value
                times[phase].append(1000 * (time.process_time() - before))
            match.apply(decision.action)
        times["deal"].append(1000 * (time.process_time() - start))
    return times


def main() -> None:
    """Print median and most by rule set and phase."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--player", default="heuristic")
    parser.add_argument("--rules", nargs="*", default=RULES)
    options = parser.parse_args()
    print(f"commit {commit()}, {machine()}, {vars(options)}", flush=True)
    for name in rule_sets() if options.rules == ["all"] else options.rules:
        try:
            times = time_deals(options.player, find_ruleset(name), options.deals)
        except UnfitPlayer:
            print(f"{name}: {options.player} does not know these rules")
            continue
        parts = [
            f"{key} {statistics.median(v):.2f} (most {max(v):.1f})" for key, v in times.items()
        ]
        print(f"{name}, ms: {', '.join(parts)}", flush=True)


if __name__ == "__main__":
    main()
