"""Worlds: how long the table takes, how long a sampled world, and how many there are.

CPU time of one core, on deals of heuristic players, always the same ones. The view is that of the
seat after the declarer's (without a declarer: of the seat to act) at a lead, and all melds are
taken to be declared. A share of draws below 1 means that the rest of the facts is left to drawing
again.

python -m bench.worlds [--deals 40] [--rules stammtisch ...]
"""

import argparse
import math
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from bench._report import report
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.kernel.worlds import Worlds, facts_of
from binokel.rules.catalog import find_ruleset
from binokel.testing.worlds_soak import heuristic_states

RULES = (
    "stammtisch",
    "preisbinokel",
    "kreuzbinokel",
    "palast-4-40",
    "palast-4-48",
    "sechser",
    "drecksau-online-5-48",
    "drecksau-online-6-48",
    "zu-zweit",
)
TRICKS = (0, 4, 8)
SAMPLES = 100
MS = 1000.0
SEED = 20261130


class Found(NamedTuple):
    """What one view gave."""

    build_ms: float
    sample_ms: float
    size_log10: float
    acceptance: float
    is_exact: bool


def leads(name: str, n_deals: int) -> Iterator[tuple[int, DealState]]:
    """Yield the leads after so many tricks, of as many deals as are played out."""
    rules, n_played, number = find_ruleset(name), 0, 0
    wanted = [n for n in TRICKS if n < rules.deal.hand]
    while n_played < n_deals:
        states = heuristic_states(rules, Random(f"{SEED} {name} {number}"))
        number += 1
        at = [s for s in states if s.phase is Phase.PLAY and not s.trick]
        by_tricks = {len(state.tricks): state for state in reversed(at)}
        if not all(n in by_tricks for n in wanted):
            continue  # gone out, or a Durch lost at once
        n_played += 1
        yield from ((n, by_tricks[n]) for n in wanted)


def watcher(state: DealState) -> int:
    """Return the seat whose view is taken."""
    if state.declarer is not None:
        return (state.declarer + 1) % state.rules.n_seats
    assert state.to_act is not None
    return state.to_act


def measured(state: DealState, rng: Random) -> Found:
    """Return times and size for the view of one moment."""
    view = state.observe(watcher(state))
    start = time.process_time()
    worlds = Worlds(facts_of(view, state.rules, assume_all_melded=True))
    built = time.process_time()
    for _ in range(SAMPLES):
        worlds.sample(rng)
    sampled = time.process_time()
    return Found(
        MS * (built - start),
        MS * (sampled - built) / SAMPLES,
        math.log10(worlds.count()),
        worlds.acceptance,
        worlds.is_exact,
    )


def spread(values: list[float]) -> tuple[float, float]:
    """Return median and 90th percentile."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))]


def row(name: str, n_tricks: int, found: list[Found]) -> str:
    """Return a line of the table for docs/measurements.md."""
    build = "{:.2f} ({:.2f})".format(*spread([one.build_ms for one in found]))
    sample = "{:.3f} ({:.3f})".format(*spread([one.sample_ms for one in found]))
    size = "10^{:.1f} (10^{:.1f})".format(*spread([one.size_log10 for one in found]))
    exact = sum(one.is_exact for one in found) / len(found)
    shares = [one.acceptance for one in found]
    kept = f"{statistics.median(shares):.2f} ({min(shares):.2f})"
    return f"| {name} | {n_tricks} | {build} | {sample} | {size} | {exact:.0%} | {kept} |"


def main() -> int:
    """Measure everything that is asked for and write it to bench/results."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--rules", nargs="+", default=list(RULES))
    options = parser.parse_args()
    print("| rule set | tricks | table, ms | a world, ms | worlds | exact | kept (least) |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    builds: dict[str, list[float]] = {}
    samples: dict[str, list[float]] = {}
    for name in options.rules:
        by_tricks: dict[int, list[Found]] = defaultdict(list)
        for number, (n_tricks, state) in enumerate(leads(name, options.deals)):
            by_tricks[n_tricks].append(measured(state, Random(number)))
        for n_tricks, found in by_tricks.items():
            print(row(name, n_tricks, found), flush=True)
            builds[f"{name}-{n_tricks}"] = [one.build_ms for one in found]
            samples[f"{name}-{n_tricks}"] = [one.sample_ms for one in found]
    report("worlds-table", "ms", builds)
    report("worlds-sample", "ms", samples)
    return 0


if __name__ == "__main__":
    sys.exit(main())
