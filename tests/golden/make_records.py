"""Make the three records of a rule set: `python -m tests.golden.make_records souabe-3`.

Players of this package play them; what they must score is counted by `scorekeeper`, and a person
reads them before they are committed. Of many seeds those are taken that end differently: won,
lost, gone out, a special contract.
"""

import sys
from pathlib import Path
from random import Random

from binokel.engine.match import Match, new_match
from binokel.engine.record import format_record, record_of
from binokel.players.base import Player
from binokel.players.heuristic import HeuristicPlayer
from binokel.players.table import Table
from binokel.players.uniform import UniformPlayer
from binokel.rules.catalog import find_ruleset, names

FOLDER = Path(__file__).parent
SEATS = ("Anna", "Bert", "Carla", "Doris", "Emil", "Fritz")
WANTED = 3


def one_deal(name: str, seed: int) -> Match:
    """Return a match after its first scored deal; every third table is no good at playing."""
    rules = find_ruleset(name)
    rng = Random(f"{name} {seed}")
    match = new_match(rules, SEATS[: rules.n_seats], rng)
    kind: type[Player] = UniformPlayer if seed % 3 == 2 else HeuristicPlayer
    table = Table(match, [kind() for _ in match.seats], rng)
    while not match.results:
        table.play_deal()
    return match


def ending(match: Match) -> str:
    """Return how the deal ended, as far as records should differ in it."""
    deal = match.deal
    what = "conceded" if deal.conceded else deal.contract.value
    return f"{what} {deal.score and deal.score.made} {bool(deal.tricks)}"


def make(name: str) -> None:
    """Write the records that a rule set lacks."""
    found: dict[str, Match] = {}
    spare: list[Match] = []
    for seed in range(60):
        match = one_deal(name, seed)
        if len(match.entries) > 250:
            continue
        if ending(match) not in found:
            found[ending(match)] = match
        else:
            spare.append(match)
    played_first = sorted(found, key=lambda end: (end[:5] != "trump", "False" in end, end))
    chosen = [*(found[end] for end in played_first), *spare][:WANTED]
    for number, match in enumerate(chosen, 1):
        path = FOLDER / f"{name}-{number}.bnk"
        header = [f"# {ending(match)}"]
        record = record_of(match, date="2026-11-29", header=header)
        path.write_text(format_record(record), encoding="utf-8")


if __name__ == "__main__":
    for wanted in sys.argv[1:] or names():
        make(wanted)
