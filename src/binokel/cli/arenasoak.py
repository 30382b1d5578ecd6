"""`binokel arena soak`: whether a player ever decides what it may not, over very many deals."""

import argparse
import json
import shlex
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from binokel.arena.machine import commit, machine
from binokel.arena.soak import DEALS_A_TABLE, Mishap, Sitting, Soak, make_soak, run_soak
from binokel.cards.notation import Lang
from binokel.cli.arena import showing_progress, silent_workers, tell_error, writing
from binokel.cli.arenatable import table, wrapped
from binokel.cli.arguments import Parser, checked, whole_number
from binokel.cli.language import wanted_lang
from binokel.cli.terminal.console import harmless
from binokel.errors import BinokelError
from binokel.locales import LANGUAGES, text
from binokel.players.registry import names
from binokel.rules.catalog import find_ruleset
from binokel.rules.catalog import names as rule_names
from binokel.rules.loader import load_ruleset

OK, FAULTY, INTERRUPTED = 0, 1, 130
ALL = "all"
NUMBERS = {
    "deals": (1, 10**8, 1000),
    "seed": (0, 2**63 - 1, 1),
    "workers": (1, 256, 1),
    "first": (0, 10**8, 0),
}
"""Least, most and default of each option that is a number."""
MOST_SHOWN = 10


class Options(argparse.Namespace):
    """The arguments, checked."""

    player: str
    rules: str
    deals: int
    seed: int
    workers: int
    first: int
    resume: Path | None
    keep_going: bool
    json: bool
    lang: Lang


class Sums(NamedTuple):
    """What tables of one rule set, or of all, add up to."""

    deals: int = 0
    decisions: int = 0
    illegal: int = 0
    raised: int = 0
    endless: int = 0

    def plus(self, one: Sitting) -> "Sums":
        """Return the sums with one more table."""
        kinds = [mishap.what for mishap in one.mishaps]
        counts = (one.deals, one.decisions, *map(kinds.count, self._fields[2:]))
        return Sums(*map(sum, zip(self, counts, strict=True)))


def main(arguments: Sequence[str]) -> int:
    """Let a player play.

    The exit code is 1 where something went wrong, 2 where something cannot be had, 130 when
    stopped.
    """
    options = parse_options(arguments)
    try:
        return _run(options)
    except BinokelError as error:
        return tell_error("arena soak", error, options.lang)
    except KeyboardInterrupt:
        key = "kept" if options.resume else "lost"
        print(f"\n{text(f'arena.soak.{key}', options.lang)}", file=sys.stderr)
        return INTERRUPTED


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the arguments; a wrong one ends the program with exit code 2."""
    lang = wanted_lang(arguments)

    def about(name: str, **values: object) -> str:
        return text(f"arena.soak.option.{name}", lang, **values)

    parser = Parser("binokel arena soak", lang, about("about"))
    known = text("arena.option.players", lang, known=", ".join(names()))
    parser.names.add_argument("player", metavar="X", help=known)
    add = parser.options.add_argument
    add("--rules", default=ALL, help=about("rules"))
    for name, (least, most, default) in NUMBERS.items():
        fault = text("arena.option.no_number", lang, least=least, most=most)
        words = about(name, default=default, n=DEALS_A_TABLE)
        read = checked(whole_number(least, most), fault)
        add(f"--{name}", type=read, default=default, metavar="N", help=words)
    add("--resume", type=Path, metavar="FILE", help=about("resume"))
    add("--keep-going", action="store_true", help=about("keep_going"))
    add("--json", action="store_true", help=text("arena.option.json", lang))
    add("--lang", choices=LANGUAGES, default=lang, help=text("arena.option.lang", lang))
    return parser.parse_args(list(arguments), namespace=Options())


def _run(options: Options) -> int:
    lang, path = options.lang, options.resume
    several = options.rules == ALL
    rules = [*map(find_ruleset, rule_names())] if several else [load_ruleset(options.rules)]
    soak = make_soak(options.player, rules, options.deals, options.seed, options.first)
    start = time.process_time()
    kept = writing("soak_file", path or Path(), lang)
    with kept, silent_workers(), showing_progress(lang) as tell:
        found = run_soak(
            soak,
            path,
            workers=options.workers,
            keep_going=options.keep_going,
            progress=tell,
            on_death=lambda: print(text("arena.worker_died", lang), file=sys.stderr),
        )
    seconds = time.process_time() - start
    if options.json:
        print(json.dumps(as_json(soak, found, seconds), ensure_ascii=False))
    else:
        print("\n".join(_lines(soak, found, options)))
    return FAULTY if any(one.mishaps for one in found) else OK


def _lines(soak: Soak, found: Sequence[Sitting], options: Options) -> list[str]:
    lang, head = options.lang, soak.head
    title = text("arena.soak.title", lang, player=head.player, seed=head.seed)
    lines = [*wrapped(title), "", *_table(found, lang), ""]
    total = sums(found)
    wrong = [(one, mishap) for one in found for mishap in one.mishaps]
    if not wrong:
        counts = {"deals": total.deals, "decisions": total.decisions}
        return [*lines, *wrapped(text("arena.soak.clean", lang, player=head.player, **counts))]
    for one, mishap in wrong[:MOST_SHOWN]:
        lines += _told(head.player, one, mishap, options)
    if len(wrong) > MOST_SHOWN:
        lines.append(text("arena.soak.more", lang, n=len(wrong) - MOST_SHOWN))
    return lines


def _told(player: str, one: Sitting, mishap: Mishap, options: Options) -> list[str]:
    """Return what went wrong, and the command that shows it again."""
    values = {
        "player": mishap.player,
        "rules": one.rules,
        "table": one.table,
        "deal": mishap.deal,
        "step": mishap.step,
        "seat": mishap.seat + 1,
        "told": harmless(mishap.told),
    }
    rules = one.rules if options.rules == ALL else options.rules
    words = ["binokel", "arena", "soak", player, "--rules", rules, "--seed", str(options.seed)]
    words += ["--first", str(one.table), "--deals", str(mishap.deal + 1)]
    again = text("arena.leak.again", options.lang, command=shlex.join(words))
    return [*wrapped(text(f"arena.soak.{mishap.what}", options.lang, **values)), again]


def _table(found: Iterable[Sitting], lang: Lang) -> list[str]:
    names = ("rules", "deals", "decisions", "illegal", "raised", "endless")
    rows = [[text(f"arena.soak.column.{name}", lang) for name in names]]
    by_rules: dict[str, Sums] = defaultdict(Sums)
    for one in found:
        by_rules[one.rules] = by_rules[one.rules].plus(one)
    rows += [[name, *map(str, part)] for name, part in by_rules.items()]
    if len(by_rules) > 1:
        rows.append([text("arena.soak.column.all", lang), *map(str, sums(found))])
    return table(rows)


def sums(found: Iterable[Sitting]) -> Sums:
    """Return what some tables add up to."""
    total = Sums()
    for one in found:
        total = total.plus(one)
    return total


def as_json(soak: Soak, found: Sequence[Sitting], seconds: float) -> dict[str, Any]:
    """Return everything as a document; `run` is what differs between two runs."""
    return {
        "plan": {**msgspec.to_builtins(soak.head), "deals": soak.n_deals},
        "sums": sums(found)._asdict(),
        "mishaps": [
            {"rules": one.rules, "table": one.table, **msgspec.to_builtins(mishap)}
            for one in found
            for mishap in one.mishaps
        ],
        "run": {"seconds": round(seconds, 1), "commit": commit(), "machine": machine()},
    }
