"""Self-play by the rule policy: whole deals a second, melds and scoring included.

CPU time of one core; then two threads, by the clock, beside the same work on one.

python -m bench.selfplay [--deals 50000] [--rules stammtisch preisbinokel …]
"""

import argparse
import statistics
import sys
import time
from array import array
from concurrent.futures import ThreadPoolExecutor

from bench._report import RUNS, report
from binokel.errors import Unsupported
from binokel.kernel.checks import ROW
from binokel.kernel.selfplay import PlayedDeal, SelfPlay
from binokel.players.selfplay import self_play
from binokel.rules.catalog import find_ruleset, names
from binokel.rules.ruleset import RuleSet

SEED = 20261130
LOOKED_AT = 2000


def deals_per_s(playing: SelfPlay, n: int) -> list[float]:
    """Return the deals a second of CPU time, run by run."""
    rows, rates = array("q", bytes(8 * ROW * n)), []
    for run in range(RUNS):
        start = time.process_time()
        playing.fill(memoryview(rows), SEED, run * n)
        rates.append(n / (time.process_time() - start))
    return rates


def two_threads(rules: RuleSet, n: int) -> list[float]:
    """Return how much faster two threads play than one, by the clock."""
    players = (self_play(rules), self_play(rules))
    rooms = tuple(array("q", bytes(8 * ROW * n)) for _ in players)

    def play(which: int, first: int) -> None:
        players[which].fill(memoryview(rooms[which]), SEED, first)

    factors = []
    for run in range(RUNS):
        firsts = (2 * run * n, (2 * run + 1) * n)
        start = time.perf_counter()
        for which, first in enumerate(firsts):
            play(which, first)
        alone = time.perf_counter() - start
        start = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(play, range(2), firsts))
        factors.append(alone / (time.perf_counter() - start))
    return factors


def tell(rules: RuleSet, rate: float, deals: list[PlayedDeal]) -> None:
    """Print a row of the table: how fast, and how the deals go."""
    bid = [deal for deal in deals if deal.declarer is not None]
    played = [deal for deal in bid if deal.status == "played"]
    plays = rules.deal.hand * rules.n_seats * len(played) / len(deals)
    made = 100 * sum(bool(deal.made) for deal in played) / max(1, len(played))
    out = 100 * sum(deal.status == "conceded" for deal in bid) / max(1, len(bid))
    value = statistics.mean(deal.bid for deal in bid)
    print(
        f"| {rules.id} | {rate / 1000:.0f} k | {rate * plays / 1e6:.1f} M | {value:.0f} | "
        f"{made:.0f} % | {out:.0f} % |",
        flush=True,
    )


def main() -> int:
    """Measure each rule set and write all to bench/results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=50_000)
    parser.add_argument("--rules", nargs="*", default=names())
    options = parser.parse_args()
    print(
        "| rule set | deals/s | cards/s | bid | made | gone out |\n|---|---:|---:|---:|---:|---:|"
    )
    rates = {}
    for name in options.rules:
        rules = find_ruleset(name)
        try:
            playing = self_play(rules)
        except Unsupported as error:
            print(f"| {name} | {error} |")
            continue
        rates[name] = deals_per_s(playing, options.deals)
        tell(rules, statistics.median(rates[name]), list(playing.play(LOOKED_AT, SEED)))
    report("selfplay", "deals/s", rates)
    first = find_ruleset(options.rules[0])
    report("selfplay-two-threads", "x", {first.id: two_threads(first, options.deals)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
