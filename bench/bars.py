"""Play the bars that the players are held to, and tell them as a table.

    python -m bench.bars FOLDER --workers 2 [--only levels ladder] [--told]

Each bar is one run of `binokel arena` with its result file in the folder, so a bar that was
stopped goes on where it was, and one that is done costs nothing. `--told` plays nothing and
tells what the folder holds so far.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from binokel.arena.rows import write_whole
from binokel.players.search.manner import SEARCH

PEOPLE = ("stammtisch", "kreuzbinokel", "preisbinokel")
STEPS = (("anfaenger", "geuebt"), ("geuebt", "stark"), ("stark", "meister"))
ALL = (
    "meister:400000",
    "stark:400000",
    "pimc:400000",
    "heuristic",
    "ismcts",
    "geuebt",
    "anfaenger",
    "dabb-hard",
    "uniform",
)


class Bar(NamedTuple):
    """One run of the arena.

    Attributes:
        name: Name of the bar and of its files.
        players: Two players, or more for a ladder.
        rules: Name of a shipped rule set.
        n_units: How many deals, or matches with `--matches` among `more`.
        seed: Seed of the cards.
        more: Further options of `binokel arena`.
    """

    name: str
    players: tuple[str, ...]
    rules: str
    n_units: int
    seed: int
    more: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        """The arguments of `binokel arena`, but for the files and workers."""
        words = ["ladder"] if len(self.players) > 2 else []
        kind = [] if "--matches" in self.more else ["--deals"]
        words += [*self.players, "--rules", self.rules, *self.more]
        return [*words, *kind, str(self.n_units), "--seed", str(self.seed)]


def yardstick() -> list[Bar]:
    """Return `heuristic` against the yardstick."""
    rules = ("dabb-online", "dabb-online-4", "stammtisch")
    pair = ("dabb-hard", "heuristic")
    return [Bar(f"yardstick-{name}", pair, name, 400, 21) for name in rules]


def matches() -> list[Bar]:
    """Return *Meister* among yardsticks, alone and with a partner."""
    best, rest = "meister:400000", "dabb-hard"
    return [
        Bar("matches-one", (best, rest), "dabb-online", 334, 501, ("--table", "one", "--matches")),
        Bar("matches-pairs", (rest, best), "dabb-online-4", 500, 502, ("--matches",)),
    ]


def levels() -> list[Bar]:
    """Return each level against the next lower one, with all they think at a table."""
    found = []
    for k, pair in enumerate(STEPS):
        for name in PEOPLE:
            cheap = 1500 if name == "kreuzbinokel" else 400
            n_deals = 300 if k else cheap
            found.append(Bar(f"levels-{pair[1]}-{name}", pair, name, n_deals, 511 + k))
    return found


def parts() -> list[Bar]:
    """Return clauses and weights against plain facts, in the cards alone."""
    pair = ("pimc:400000", "search:400000")
    numbers = zip(PEOPLE, (300, 600, 200), strict=True)
    return [Bar(f"parts-{name}", pair, name, n, 521, ("--mode", "play")) for name, n in numbers]


def think() -> list[Bar]:
    """Return `search` with more and more nodes against `heuristic`."""
    nodes = (20_000, 100_000, 400_000, SEARCH.nodes)
    return [
        Bar(f"think-{name}-{n}", ("heuristic", f"search:{n}"), name, 80, 561)
        for name in ("stammtisch", "preisbinokel")
        for n in nodes
    ]


def ladder() -> list[Bar]:
    """Return all players against all others."""
    return [Bar("ladder-stammtisch", ALL, "stammtisch", 40, 571)]


MAKERS = {maker.__name__: maker for maker in (yardstick, matches, levels, parts, think, ladder)}


def bars(groups: Iterable[str]) -> list[Bar]:
    """Return the bars of these groups."""
    return [bar for group in groups for bar in MAKERS[group]()]


def play(bar: Bar, folder: Path, workers: int) -> None:
    """Play what is missing of a bar; the figures stand in `NAME.json` then."""
    result, told = folder / f"{bar.name}.arena", folder / f"{bar.name}.json"
    if told.exists():
        return
    words = [sys.executable, "-m", "binokel", "arena", *bar.words, "--out", str(result), "--json"]
    words += ["--workers", str(workers), *["--resume"] * result.exists()]
    print(f"{bar.name}: binokel arena {' '.join(bar.words)}", file=sys.stderr, flush=True)
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"{bar.name} ended with {done.returncode}; the same command goes on with it")
    write_whole(told, done.stdout)


def rows(bar: Bar, document: dict[str, Any]) -> list[str]:
    """Return the lines of the table for one bar, the better player first where it is one of two."""
    share = "--matches" in bar.more
    lines = []
    for found in document["comparisons"]:
        turn = not found["null"] and "one" not in bar.more and len(bar.players) == 2
        names = (found["y"], found["x"]) if turn else (found["x"], found["y"])
        better, worse = found["signs"]["above"], found["signs"]["below"]
        who = f"null test: {found['x']}" if found["null"] else " over ".join(names)
        if turn:
            better, worse = worse, better
        value = -found["mean"] if turn else found["mean"]
        shown = _share(value, found) if share else _points(value, found)
        cells = (bar.rules, who, found["n"], bar.seed, shown, f"{better}, {worse}")
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return lines


def _points(value: float, found: dict[str, Any]) -> str:
    return f"{value:+.1f} ± {found['half']:.1f}".replace("-", "−")


def _share(value: float, found: dict[str, Any]) -> str:
    return f"{found['even'] + value:.1%} ± {found['half'] * 100:.1f}"


def tell(asked: Sequence[Bar], folder: Path) -> None:
    """Print the table of all bars that are done, and where they were played."""
    print("| rule set | players | units | seed | result | better, worse |")
    print("|---|---|---:|---:|---:|---:|")
    machines = set()
    for bar in asked:
        path = folder / f"{bar.name}.json"
        if not path.exists():
            continue
        document = msgspec.json.decode(path.read_bytes())
        print("\n".join(rows(bar, document)))
        run = document["run"] or {}
        machines.add(f"{run.get('commit')}, {run.get('machine')}")
    print("\n".join(sorted(machines)))


def main() -> None:
    """Play and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=MAKERS, default=list(MAKERS))
    parser.add_argument("--told", action="store_true")
    options = parser.parse_args()
    asked = bars(options.only)
    options.folder.mkdir(parents=True, exist_ok=True)
    for bar in asked:
        if not options.told:
            play(bar, options.folder, options.workers)
    tell(asked, options.folder)


if __name__ == "__main__":
    main()
