"""Measure the engine: actions a second of whole random deals, and its import.

Random players choose evenly among the legal actions, without going out, announcing a special
contract or taking buried cards back: so nearly every deal is bid, melded, played and scored.
"""

import argparse
import random
import subprocess
import sys
import time

from bench._report import RUNS, report
from binokel.engine import CHANCE, new_deal, shuffled
from binokel.engine.actions import Concede, NameContract, TakeBack
from binokel.rules.catalog import find_ruleset
from binokel.rules.ruleset import RuleSet

SKIPPED = (Concede, NameContract, TakeBack)
DEALS = 1500


def play_deal(rules: RuleSet, dealer: int, rng: random.Random, with_views: bool) -> int:
    """Play one random deal and return its number of actions."""
    state, n = new_deal(rules, dealer), 0
    while (seat := state.to_act) is not None:
        if seat == CHANCE:
            state = state.apply(shuffled(rules, rng))
        else:
            legal = state.observe(seat).legal_actions() if with_views else state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
            while isinstance(action, SKIPPED):
                action = legal[int(rng.random() * len(legal))]
            state = state.apply(action)
        n += 1
    return n


def actions_per_s(name: str, with_views: bool = False) -> list[float]:
    """Return the actions a second of five runs over the same deals."""
    rules = find_ruleset(name)
    rates = []
    for run in range(RUNS + 1):
        rng = random.Random(1)
        start = time.perf_counter()
        n = sum(play_deal(rules, i % rules.n_seats, rng, with_views) for i in range(DEALS))
        rates.append(n / (time.perf_counter() - start))
        print(f"{name}{' with views' if with_views else ''}, run {run}: {rates[-1]:,.0f}")
    return rates[1:]


def in_new_process(code: str) -> list[float]:
    """Return the milliseconds that a new interpreter prints, five times after one."""
    times = [
        float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout)
        for _ in range(RUNS + 1)
    ]
    return times[1:]


IMPORT = """
import time; start = time.perf_counter()
import binokel.engine; print((time.perf_counter() - start) * 1000)
"""
LIST = """
import subprocess, sys, time; start = time.perf_counter()
subprocess.run([sys.executable, "-m", "binokel", "rules", "list"], check=True, capture_output=True)
print((time.perf_counter() - start) * 1000)
"""


def main() -> None:
    """Measure and write `bench/results/engine.json`, and the start-up times beside it."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    report(
        "engine",
        "actions/s",
        {
            "stammtisch": actions_per_s("stammtisch"),
            "stammtisch, views of the seat to act": actions_per_s("stammtisch", with_views=True),
            "kreuzbinokel-48": actions_per_s("kreuzbinokel-48"),
            "preisbinokel": actions_per_s("preisbinokel"),
            "zu-zweit": actions_per_s("zu-zweit"),
        },
    )
    report(
        "start",
        "ms",
        {"import binokel.engine": in_new_process(IMPORT), "rules list": in_new_process(LIST)},
    )


if __name__ == "__main__":
    main()
