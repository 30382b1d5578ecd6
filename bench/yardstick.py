"""The yardstick players against the figures of the bot that they re-create.

python -m bench.yardstick --games 2000

Every finished game is a line of `bench/results/yardstick.jsonl`; a run that was stopped goes on
where it ended. `--fresh` begins anew.
"""

import argparse
import itertools
import json
import math
import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from bench._report import ROOT
from binokel.arena.machine import commit, machine
from binokel.engine.match import Match, new_match
from binokel.engine.state import DealState
from binokel.players.registry import find_player
from binokel.players.table import Table
from binokel.rules.catalog import find_ruleset

ROWS = ROOT / "bench" / "results" / "yardstick.jsonl"
_MOST_DEALS = 1000

Row = dict[str, Any]
Statistic = Callable[[Sequence[Row]], float]


class Setting(NamedTuple):
    """Who plays by which rules: the players of the sides, in any order at the table."""

    rules: str
    sides: tuple[str, ...]


HARD, MEDIUM, EASY = "dabb-hard", "dabb-medium", "dabb-easy"
SETTINGS = {
    "three": Setting("dabb-online", (HARD, HARD, HARD)),
    "four": Setting("dabb-online-4", (HARD, HARD)),
    "two": Setting("dabb-online-2", (HARD, HARD)),
    "one-each": Setting("dabb-online", (HARD, MEDIUM, EASY)),
    "against-two": Setting("dabb-online", (HARD, MEDIUM, MEDIUM)),
    "pairs": Setting("dabb-online-4", (HARD, MEDIUM)),
    "two-medium": Setting("dabb-online-2", (HARD, MEDIUM)),
    "two-easy": Setting("dabb-online-2", (HARD, EASY)),
}


def play_game(task: tuple[str, int, int]) -> Row:
    """Return one game played to its end: who won it, and what the deals brought."""
    name, seed, number = task
    setting = SETTINGS[name]
    rules = find_ruleset(setting.rules)
    orders = sorted(set(itertools.permutations(setting.sides)))
    of_side = orders[number % len(orders)]
    players = [find_player(of_side[side]) for side in rules.side_of]
    rng = random.Random(f"{seed} {name} {number}")
    match = new_match(rules, [player.name for player in players], rng)
    table = Table(match, players, rng)
    deals = []
    for _ in range(_MOST_DEALS):
        if match.to_act is None:
            break
        deals.append(deal_row(table.play_deal()))
    return {
        "setting": name,
        "seed": seed,
        "number": number,
        "wins": _wins(match, of_side),
        "deals": deals,
    }


def _wins(match: Match, of_side: Sequence[str]) -> dict[str, float]:
    winners = match.standing.winners
    wins = dict.fromkeys(of_side, 0.0)
    for side in winners:
        wins[of_side[side]] += 1 / len(winners)
    return wins


def deal_row(deal: DealState) -> list[int | None]:
    """Return bid, made, melds and tricks of the declarer's side, mean of the other sides.

    Where the declarer went out there are only bid and made.
    """
    rules, score = deal.rules, deal.score
    assert score is not None
    assert deal.declarer is not None
    if deal.conceded or score.declarer_total is None:
        return [deal.bid, 0, None, None, None]
    assert score.card_points is not None
    assert score.bonus is not None
    own = rules.side_of[deal.declarer]
    melds = [sum(meld.points for meld in of_seat or ()) for of_seat in deal.melds]
    seats = zip(melds, score.card_points, score.bonus, strict=True)
    totals = [sum(points) for points in seats]
    own_melds = sum(melds[seat] for seat in rules.sides[own])
    own_total = sum(totals[seat] for seat in rules.sides[own])
    others = (sum(totals) - own_total) // (rules.n_sides - 1)
    return [deal.bid, int(bool(score.made)), own_melds, own_total - own_melds, others]


def _column(place: int) -> Statistic:
    def mean(rows: Sequence[Row]) -> float:
        return statistics.fmean(_values(rows, place))

    return mean


def _values(rows: Sequence[Row], place: int) -> list[float]:
    return [d[place] for row in rows for d in row["deals"] if d[place] is not None]


def _missed(rows: Sequence[Row]) -> float:
    return 100 - 100 * statistics.fmean(_values(rows, 1))


def _median_total(rows: Sequence[Row]) -> float:
    totals = zip(_values(rows, 2), _values(rows, 3), strict=True)
    return statistics.median([melds + tricks for melds, tricks in totals])


def _share(player: str) -> Statistic:
    def share(rows: Sequence[Row]) -> float:
        return 100 * statistics.fmean([row["wins"][player] for row in rows])

    return share


class Line(NamedTuple):
    """A figure of the original, how far off it may be, and how ours is counted."""

    setting: str
    what: str
    original: float
    within: float
    counted: Statistic


_BID, _MELDS, _TRICKS, _OTHERS = _column(0), _column(2), _column(3), _column(4)
LINES = (
    Line("three", "winning bid", 180, 4, _BID),
    Line("three", "missed, %", 3.0, 1, _missed),
    Line("three", "declarer, melds", 194, 6, _MELDS),
    Line("three", "declarer, tricks", 140, 6, _TRICKS),
    Line("three", "each defender", 91, 6, _OTHERS),
    Line("four", "winning bid", 155.5, 4, _BID),
    Line("four", "missed, %", 1.5, 1, _missed),
    Line("four", "declarer's side, median", 290, 6, _median_total),
    Line("two", "winning bid", 323, 4, _BID),
    Line("two", "missed, %", 0.6, 1, _missed),
    Line("one-each", "hard wins, %", 58.6, 4, _share(HARD)),
    Line("one-each", "medium wins, %", 30.1, 4, _share(MEDIUM)),
    Line("one-each", "easy wins, %", 11.3, 4, _share(EASY)),
    Line("against-two", "hard wins, %", 49.0, 4, _share(HARD)),
    Line("pairs", "hard wins, %", 52.1, 4, _share(HARD)),
    Line("two-medium", "hard wins, %", 76.5, 4, _share(HARD)),
    Line("two-easy", "hard wins, %", 89.9, 4, _share(HARD)),
)


def half_width(rows: Sequence[Row], count: Statistic, rng: random.Random) -> float:
    """Return half the width of a 95 % interval, by drawing the games anew 200 times."""
    drawn = [count(rng.choices(rows, k=len(rows))) for _ in range(200)]
    return 1.96 * statistics.stdev(drawn)


def load(path: Path, seed: int) -> dict[tuple[str, int], Row]:
    """Return the finished games of a seed; a last line that was cut off is left out."""
    rows = {}
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            row = json.loads(text)
        except json.JSONDecodeError:
            continue
        if row["seed"] == seed:
            rows[row["setting"], row["number"]] = row
    return rows


def play(tasks: Sequence[tuple[str, int, int]], workers: int) -> None:
    """Play the games that are missing and write each down as soon as it is over."""
    ROWS.parent.mkdir(exist_ok=True)
    with ROWS.open("a", encoding="utf-8") as file, ProcessPoolExecutor(workers) as pool:
        for row in pool.map(play_game, tasks, chunksize=10):
            file.write(json.dumps(row) + "\n")
            file.flush()


def table(rows: Iterable[Row]) -> str:
    """Return the table for docs/measurements.md."""
    by_setting: dict[str, list[Row]] = {}
    for row in rows:
        by_setting.setdefault(row["setting"], []).append(row)
    lines = [
        "| table | what | original | re-created | off by | bar | |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    for line in LINES:
        found = by_setting.get(line.setting, [])
        if len(found) < 2:
            continue
        value = line.counted(found)
        width = half_width(found, line.counted, random.Random(1))
        lines.append(
            f"| {line.setting} | {line.what} | {line.original:g} | {value:.1f} ± {width:.1f} "
            f"| {value - line.original:+.1f} | ±{line.within:g} "
            f"| {'' if math.fabs(value - line.original) <= line.within else 'off'} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Play the games that are missing and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--fresh", action="store_true")
    options = parser.parse_args()
    if options.fresh:
        ROWS.unlink(missing_ok=True)
    known = load(ROWS, options.seed)
    wanted = [(name, options.seed, n) for n in range(options.games) for name in SETTINGS]
    play([task for task in wanted if (task[0], task[2]) not in known], options.workers)
    rows = load(ROWS, options.seed)
    print(f"commit {commit()}, {machine()}, {vars(options)}")
    print(table(rows[name, n] for name, _, n in wanted))


if __name__ == "__main__":
    main()
