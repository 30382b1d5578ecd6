"""Time `binokel eval` on 20,000 mixed requests, the start of the process included.

.venv/bin/python -m bench.eval
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bench._report import measure, report
from binokel.rules.catalog import find_ruleset

N_REQUESTS = 20_000
SEED = 20260101
RULES = ("stammtisch", "preisbinokel", "souabe-3", "kreuzbinokel")
OPS = ("melds", "legal", "winner")


def requests() -> str:
    """Return the requests, the same ones in every run, one a line."""
    rng = random.Random(SEED)
    return "".join(f"{json.dumps(_request(rng, number))}\n" for number in range(N_REQUESTS))


def _request(rng: random.Random, number: int) -> dict[str, object]:
    rules = find_ruleset(RULES[number % len(RULES)])
    op = OPS[number % len(OPS)]
    cards = [str(card) for card in rules.cards]
    rng.shuffle(cards)
    request: dict[str, object] = {"id": number, "op": op, "rules": rules.id}
    request["trump"] = rng.choice("ESHB")
    n_hand, n_seats = rules.deal.hand, rules.n_seats
    if op == "winner":
        return request | {"trick": cards[:n_seats]}
    request["hand"] = cards[:n_hand]
    if op == "melds":
        return request
    n_played = rng.randrange(n_seats)
    return request | {"trick": cards[n_hand : n_hand + n_played], "card": cards[0]}


def answer_all(path: Path) -> None:
    """Answer the requests of a file in a new process, and check that none is refused."""
    with path.open("rb") as lines:
        command = [sys.executable, "-m", "binokel", "eval"]
        done = subprocess.run(command, stdin=lines, capture_output=True, check=True)
    assert done.stdout.count(b"\n") == N_REQUESTS
    assert b'"error"' not in done.stdout


def main() -> None:
    """Measure and report."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "requests.jsonl"
        path.write_text(requests(), encoding="utf-8")
        seconds = measure(lambda: answer_all(path))
    report("eval", "s", {f"{N_REQUESTS} requests": seconds})


if __name__ == "__main__":
    main()
