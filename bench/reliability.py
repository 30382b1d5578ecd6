"""Does a player make its bids as often as it believes, and how does it bid?

    python -m bench.reliability search:20000 --deals 20000 --seed 531 --out FILE --workers 2

The player sits on every seat. The deals are spread over all rule sets that it knows, or those
of `--rules`. Three beliefs of the declarer are compared with what happened: at the winning bid,
when trump is named, and with its first card. Going out counts as not made; Durch and Bettel are
left out. Every deal stays in the file as a JSON line, and the same command goes on there.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from binokel.arena.auctions import Bidding, together
from binokel.arena.calibration import Reliability, beliefs_of, by_deciles
from binokel.arena.contestant import Mode, model_of, spec_of
from binokel.arena.machine import commit, machine
from binokel.arena.playing import DEAL, Played, Task, play_unit
from binokel.arena.rows import Row
from binokel.errors import UnfitPlayer
from binokel.players.registry import player_for
from binokel.rules.catalog import find_ruleset, names
from binokel.workers.spread import spread


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what all deals rest on."""

    player: str
    seed: int
    model: str


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal: the rule set's name, and the arena's row."""

    rules: str
    row: Row


def known(player: str) -> list[str]:
    """Return the shipped rule sets with an auction that a player knows."""
    found = []
    for name in names():
        rules = find_ruleset(name)
        try:
            player_for(player.partition(":")[0], rules)
        except UnfitPlayer:
            continue
        if rules.bidding.form != "none":
            found.append(name)
    return found


def tasks_of(player: str, rule_sets: Sequence[str], n_deals: int, seed: int) -> list[Task]:
    """Return the deals, all rule sets in turn."""
    rules = [find_ruleset(name) for name in rule_sets]
    return [
        Task(rules[k % len(rules)], (player,), k // len(rules), seed, DEAL, Mode.WHOLE, player, 1)
        for k in range(n_deals)
    ]


def read(path: Path, head: Head) -> list[Line]:
    """Return the deals of a file so far; a last line without its end is left out."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    if not lines:
        return []
    found = msgspec.json.decode(lines[0], type=Head)
    if found != head:
        sys.exit(f"{path} holds deals of {found}, not of {head}: name another --out")
    return [msgspec.json.decode(line, type=Line) for line in lines[1:]]


def collect(tasks: Sequence[Task], path: Path, workers: int) -> list[Line]:
    """Play what is missing, and return all lines."""
    player = tasks[0].contest[0]
    head = Head(player, tasks[0].seed, model_of([player]))
    lines = read(path, head)
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in (head, *lines)))
    done = {(line.rules, line.row.unit) for line in lines}
    missing = [task for task in tasks if (task.rules.id, task.unit) not in done]
    with path.open("ab") as file:
        for name, played in spread(_named, missing, workers, int):
            line = Line(name, played.rows[0])
            file.write(msgspec.json.encode(line) + b"\n")
            file.flush()
            lines.append(line)
    asked = {(task.rules.id, task.unit) for task in tasks}
    return [line for line in lines if (line.rules, line.row.unit) in asked]


def _named(task: Task) -> tuple[str, Played]:
    return task.rules.id, play_unit(task)


def show(title: str, found: Reliability | None) -> None:
    """Print a table of classes, or that there are no beliefs."""
    if found is None:
        print(f"{title}: nothing believed")
        return
    print(
        f"{title}: {found.n} deals, believed {found.believed:.1%}, made {found.made:.1%}, "
        f"Brier {found.brier:.3f}, worst class off by {found.worst:.1%}: {found.verdict}"
    )
    for one in found.classes:
        print(f"  {one.low:.1f}-{one.high:.1f}: {one.n:6d}  {one.believed:.1%} -> {one.made:.1%}")


def show_bidding(name: str, parts: Iterable[Bidding]) -> None:
    """Print how a rule set's auctions went."""
    found = together(parts)
    n_seats = find_ruleset(name).n_seats
    won = max(1, found.won)
    print(
        f"{name}: {found.seats // n_seats} deals, won {found.won}, bid {found.bids / won:.0f}, "
        f"out {found.out / won:.1%}, special {found.special / won:.1%}, "
        f"missed {found.missed / won:.1%}, total {found.totals / max(1, found.counted):.0f}, "
        f"passed low {found.low}"
    )


def pooled(lines: Iterable[Line], player: str, when: str) -> Reliability | None:
    """Return the reliability over all rule sets."""
    by_rules: dict[str, list[Row]] = defaultdict(list)
    for line in lines:
        by_rules[line.rules].append(line.row)
    beliefs = [
        belief
        for name, rows in by_rules.items()
        for belief in beliefs_of(rows, player, find_ruleset(name).side_of, when)
    ]
    return by_deciles(beliefs)


def main() -> None:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("player", type=spec_of)
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--rules", nargs="*")
    options = parser.parse_args()
    rule_sets = options.rules or known(options.player)
    tasks = tasks_of(options.player, rule_sets, options.deals, options.seed)
    print(f"commit {commit()}, {machine()}, {options.player}, seed {options.seed}", flush=True)
    lines = collect(tasks, options.out, options.workers)
    for when, title in (("bid", "winning bid"), ("trump", "trump named"), ("lead", "first card")):
        show(title, pooled(lines, options.player, when))
    for name in rule_sets:
        show_bidding(name, (p for line in lines if line.rules == name for p in line.row.bidding))


if __name__ == "__main__":
    main()
