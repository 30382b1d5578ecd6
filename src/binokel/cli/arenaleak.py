"""`binokel arena leak`: whether players know what their seats cannot see."""

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from typing import Any

from binokel.arena.contestant import spec_of
from binokel.arena.leak import Difference, Question, Report, check
from binokel.cards.notation import Lang
from binokel.cli.arena import showing_progress, tell_error
from binokel.cli.arenatable import table, wrapped
from binokel.cli.arguments import Parser, checked, whole_number
from binokel.cli.language import wanted_lang
from binokel.engine.phase import Phase
from binokel.engine.record.words import format_action
from binokel.errors import BinokelError
from binokel.locales import LANGUAGES, text
from binokel.players.registry import names, player_for
from binokel.rules.catalog import DEFAULT as DEFAULT_RULES
from binokel.rules.loader import load_ruleset

OK, LEAKS, INTERRUPTED = 0, 1, 130
NUMBERS = {
    "deals": (1, 10**6, 10),
    "deal": (0, 10**9, 0),
    "worlds": (1, 1000, 2),
    "seed": (0, 2**63 - 1, 1),
}
"""Least, most and default of each option that is a number."""


class Options(argparse.Namespace):
    """The arguments, checked."""

    players: list[str]
    rules: str
    deals: int
    deal: int
    worlds: int
    seed: int
    json: bool
    lang: Lang


def main(arguments: Sequence[str]) -> int:
    """Check players.

    The exit code is 1 where one knows too much, 2 where something cannot be had, 130 when stopped.
    """
    options = parse_options(arguments)
    try:
        return _run(options)
    except BinokelError as error:
        return tell_error("arena leak", error, options.lang)
    except KeyboardInterrupt:
        print(f"\n{text('arena.leak.interrupted', options.lang)}", file=sys.stderr)
        return INTERRUPTED


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the arguments; a wrong one ends the program with exit code 2."""
    lang = wanted_lang(arguments)

    def about(name: str, **values: object) -> str:
        return text(f"arena.{name}", lang, **values)

    parser = Parser("binokel arena leak", lang, about("leak.option.about"))
    known = ", ".join(names())
    players = about("option.players", known=known)
    parser.names.add_argument("players", nargs="+", metavar="X", help=players)
    add = parser.options.add_argument
    add("--rules", default=DEFAULT_RULES, help=about("option.rules", default=DEFAULT_RULES))
    for name, (least, most, default) in NUMBERS.items():
        read = checked(whole_number(least, most), about("option.no_number", least=least, most=most))
        words = about(f"leak.option.{name}", default=default)
        add(f"--{name}", type=read, default=default, metavar="N", help=words)
    add("--json", action="store_true", help=about("option.json"))
    add("--lang", choices=LANGUAGES, default=lang, help=about("option.lang"))
    return parser.parse_args(list(arguments), namespace=Options())


def _run(options: Options) -> int:
    rules, lang = load_ruleset(options.rules), options.lang
    specs = list(dict.fromkeys(spec_of(player) for player in options.players))
    for spec in specs:
        player_for(spec.partition(":")[0], rules)
    question = Question(rules, options.seed, options.deal, options.deals, options.worlds)
    reports: list[Report] = []
    with showing_progress(lang) as tell:

        def progress(done: int) -> None:
            tell(len(reports) * options.deals + done, len(specs) * options.deals)

        for spec in specs:
            reports.append(check(spec, question, progress))  # noqa: PERF401 (`progress` counts them)
    if options.json:
        found = [as_json(report, options) for report in reports]
        print(json.dumps({"rules": rules.id, "reports": found}, ensure_ascii=False))
    else:
        title = text("arena.leak.title", lang, rules=rules.id, seed=options.seed)
        lines = [*wrapped(title), "", *_table(reports, lang), ""]
        for report in reports:
            lines += _verdict(report, options)
        print("\n".join(lines))
    return LEAKS if any(report.difference for report in reports) else OK


def _table(reports: Sequence[Report], lang: Lang) -> list[str]:
    names = ("column.player", "leak.phase", "leak.decisions", "leak.compared", "leak.alone")
    rows = [[text(f"arena.{name}", lang) for name in names]]
    for report in reports:
        for phase in Phase:
            if phase in report.phases:
                numbers = map(str, report.phases[phase])
                rows.append([report.player, text(f"told.phase.{phase.value}", lang), *numbers])
    return table(rows)


def _verdict(report: Report, options: Options) -> list[str]:
    lang, found = options.lang, report.difference
    compared = sum(count.compared for count in report.phases.values())
    if found is None:
        words = {"player": report.player, "n": compared, "deals": report.n_deals}
        return [text("arena.leak.none", lang, **words)]
    values = {
        "player": report.player,
        "deal": found.deal,
        "step": found.step,
        "seat": found.seat + 1,
        "phase": text(f"told.phase.{found.phase.value}", lang),
        "here": shown(found)[0],
        "there": shown(found)[1],
    }
    again = text("arena.leak.again", lang, command=command(report.player, found, options))
    return [text(f"arena.leak.{found.what}", lang, **values), again]


def shown(found: Difference) -> tuple[str, str]:
    """Return both actions; where only reasons or other values differ, these."""
    here, there = format_action(found.here.action), format_action(found.there.action)
    if here != there:
        return here, there
    parts = zip(found.here.alternatives, found.there.alternatives, strict=False)
    values = next(((a, b) for a, b in parts if a != b), None)
    if values is None:
        return f"{here}, {found.here.facts}", f"{there}, {found.there.facts}"
    one, other = (f"{format_action(a.action)} {a.value:g}" for a in values)
    return f"{here} ({one})", f"{there} ({other})"


def command(player: str, found: Difference, options: Options) -> str:
    """Return the command that shows a difference again."""
    words = ["binokel", "arena", "leak", player, "--rules", options.rules]
    words += ["--seed", str(options.seed), "--deal", str(found.deal), "--deals", "1"]
    return shlex.join([*words, "--worlds", str(options.worlds)])


def as_json(report: Report, options: Options) -> dict[str, Any]:
    """Return a report as a document."""
    found = report.difference
    told = None
    if found is not None:
        told = {
            "what": found.what.value,
            "deal": found.deal,
            "step": found.step,
            "phase": found.phase.value,
            "seat": found.seat,
            "here": shown(found)[0],
            "there": shown(found)[1],
            "command": command(report.player, found, options),
        }
    return {
        "player": report.player,
        "deals": report.n_deals,
        "phases": {phase.value: count._asdict() for phase, count in report.phases.items()},
        "difference": told,
    }
