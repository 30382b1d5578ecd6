"""`binokel arena`: how strong players are, on the same cards from every seat."""

import argparse
import json
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from binokel.arena.contestant import Mode
from binokel.arena.plan import Part, Plan, make_plan
from binokel.arena.playing import DEAL, MATCH
from binokel.arena.refused import ArenaRefused
from binokel.arena.running import Progress, last_run, run
from binokel.arena.seatings import Seats
from binokel.arena.summary import Summary, summarise
from binokel.arena.svg import ladder_svg, reliability_svg
from binokel.cards.notation import Lang
from binokel.cli import explain
from binokel.cli.arenatable import as_json, as_text
from binokel.cli.arguments import Parser, checked, whole_number
from binokel.cli.language import wanted_lang
from binokel.cli.terminal.console import harmless
from binokel.cli.terminal.refused import is_full, os_cause
from binokel.errors import BinokelError
from binokel.locales import LANGUAGES, text
from binokel.players.registry import DEFAULT, names
from binokel.rules.catalog import DEFAULT as DEFAULT_RULES
from binokel.rules.loader import load_ruleset
from binokel.store.folder import data_folder
from binokel.workers import pool

OK, FAILED, INTERRUPTED = 0, 2, 130
LADDER, LEAK, SOAK = "ladder", "leak", "soak"
N_DEALS, SEED = 100, 1


class Options(argparse.Namespace):
    """The arguments, checked; `ladder` is true for more than two players."""

    ladder: bool
    players: list[str]
    rules: str
    deals: int | None
    matches: int | None
    seed: int
    workers: int
    mode: str
    table: str
    reference: str
    out: Path | None
    resume: bool
    json: bool
    plots: Path | None
    lang: Lang


def main(arguments: Sequence[str]) -> int:
    """Compare players, check them for leaks, or let one play very many deals.

    The exit code is 2 where something cannot be had, 130 when stopped.
    """
    if arguments[:1] == [LEAK]:
        from binokel.cli import arenaleak  # noqa: PLC0415 (late: it needs the compiled kernel)

        return arenaleak.main(arguments[1:])
    if arguments[:1] == [SOAK]:
        from binokel.cli import arenasoak  # noqa: PLC0415 (late: it imports from here)

        return arenasoak.main(arguments[1:])
    options = parse_options(arguments)
    try:
        return _run(options)
    except BinokelError as error:
        return tell_error("arena", error, options.lang)


def tell_error(program: str, error: BinokelError, lang: Lang) -> int:
    """Say on stderr what cannot be had, and return the exit code for that."""
    words = error.told(lang) if isinstance(error, ArenaRefused) else explain.told(error, lang)
    print(f"binokel {program}: {harmless(words)}", file=sys.stderr)
    return FAILED


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the arguments; a wrong one ends the program with exit code 2."""
    lang, words = wanted_lang(arguments), list(arguments)
    is_ladder = words[:1] == [LADDER]

    def about(name: str, **values: object) -> str:
        return text(f"arena.option.{name}", lang, **values)

    parser = Parser(f"binokel arena{' ladder' * is_ladder}", lang, about("about"))
    known = ", ".join(names())
    parser.names.add_argument("players", nargs="+", metavar="X", help=about("players", known=known))
    add = parser.options.add_argument
    add("--rules", default=DEFAULT_RULES, help=about("rules", default=DEFAULT_RULES))
    _add_numbers(parser, lang)
    add("--mode", choices=[mode.value for mode in Mode], default="whole", help=about("mode"))
    add("--table", choices=[seats.value for seats in Seats], default="mixed", help=about("table"))
    add("--reference", default=DEFAULT, metavar="X", help=about("reference", default=DEFAULT))
    add("--out", type=Path, metavar="FILE", help=about("out"))
    add("--resume", action="store_true", help=about("resume"))
    add("--json", action="store_true", help=about("json"))
    add("--plots", type=Path, metavar="FOLDER", help=about("plots"))
    add("--lang", choices=LANGUAGES, default=lang, help=about("lang"))
    options = parser.parse_args(words[is_ladder:], namespace=Options())
    options.ladder = is_ladder
    if options.deals is not None and options.matches is not None:
        parser.error(about("both"))
    return options


def _add_numbers(parser: Parser, lang: Lang) -> None:
    numbers = {
        "deals": (2, 10**7, None, N_DEALS),
        "matches": (2, 10**6, None, None),
        "seed": (0, 2**63 - 1, SEED, SEED),
        "workers": (1, 256, 1, 1),
    }
    for name, (least, most, default, shown) in numbers.items():
        fault = text("arena.option.no_number", lang, least=least, most=most)
        about = text(f"arena.option.{name}", lang, default=shown)
        read = checked(whole_number(least, most), fault)
        parser.options.add_argument(
            f"--{name}", type=read, default=default, metavar="N", help=about
        )


def _run(options: Options) -> int:
    plan, lang = _plan(options), options.lang
    if options.plots is not None:
        with writing("plots", options.plots, lang):
            options.plots.mkdir(parents=True, exist_ok=True)
    path = options.out or _default_path(plan)
    reached = [0, plan.n_units * len(plan.head.contests)]
    try:
        with writing("file", path, lang), showing_progress(lang) as tell, silent_workers():

            def progress(done: int, total: int) -> None:
                reached[:] = [done, total]
                tell(done, total)

            rows = run(
                plan,
                path,
                workers=options.workers,
                resume=options.resume,
                progress=progress,
                on_death=lambda: print(text("arena.worker_died", lang), file=sys.stderr),
            )
    except KeyboardInterrupt:
        words = text("arena.interrupted", lang, done=reached[0], total=reached[1])
        print(f"\n{words}", file=sys.stderr)
        return INTERRUPTED
    summary = summarise(plan, rows)
    times = last_run(path)
    if options.json:
        print(json.dumps(as_json(plan, summary, path, times), ensure_ascii=False))
    else:
        print(as_text(plan, summary, path, times, lang), end="")
    if options.plots is not None:
        with writing("plots", options.plots, lang):
            paths = _plot(options.plots, plan, summary, lang)
        words = text("arena.plots", lang, paths=", ".join(map(str, paths)))
        told = words if paths else text("arena.no_plots", lang)
        print(told, file=sys.stderr if options.json else sys.stdout)
    return OK


def _plan(options: Options) -> Plan:
    if not options.ladder and len(options.players) != 2:
        raise ArenaRefused("two", n=len(options.players))
    kind = DEAL if options.matches is None else MATCH
    n_units = options.matches or options.deals or N_DEALS
    part = Part(Mode(options.mode), options.reference, Seats(options.table))
    rules = load_ruleset(options.rules)
    return make_plan(rules, options.players, n_units, options.seed, kind=kind, part=part)


def _default_path(plan: Plan) -> Path:
    """Return a file in the person's folder, another for each question."""
    head = plan.head
    real = [contest for contest in head.contests if len(set(contest)) > 1]
    players = dict.fromkeys(spec for contest in real for spec in contest)
    parts = [*players, head.rules, head.kind, head.mode.value, str(head.seed)]
    if head.mode is not Mode.WHOLE:
        parts.insert(-1, head.reference)
    if head.table is not Seats.MIXED:
        parts.insert(-1, head.table.value)
    name = "_".join(parts).replace(":", "-")
    return data_folder() / "arena" / f"{name}.jsonl"


@contextmanager
def writing(what: str, path: Path, lang: Lang) -> Iterator[None]:
    """Tell a file or folder that cannot be had by its argument."""
    try:
        yield
    except OSError as error:
        key = f"{what}_full" if is_full(error) else what
        raise ArenaRefused(key, path=path, error=os_cause(error, lang)) from None


@contextmanager
def silent_workers() -> Iterator[None]:
    """Keep the log of the processes still: that one died is told in words."""
    log = logging.getLogger(pool.__name__)
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


@contextmanager
def showing_progress(lang: Lang) -> Iterator[Progress]:
    """Show a bar on a terminal, a line every tenth part elsewhere; both on stderr."""
    if not sys.stderr.isatty():
        yield _Lines(lang)
        return
    from rich.console import Console  # noqa: PLC0415 (late: only a long run needs it)
    from rich.progress import Progress as Bar  # noqa: PLC0415 (as above)

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class _Lines:
    """Progress as lines, for a log."""

    def __init__(self, lang: Lang) -> None:
        self._lang = lang
        self._tenth = 0

    def __call__(self, done: int, total: int) -> None:
        if 10 * done // total > self._tenth:
            self._tenth = 10 * done // total
            words = text("arena.progress", self._lang, done=done, total=total)
            print(words, file=sys.stderr, flush=True)


def _plot(folder: Path, plan: Plan, summary: Summary, lang: Lang) -> list[Path]:
    """Write what there is to draw; return the files."""
    rules, plots = plan.head.rules, dict[str, str]()
    if summary.rungs:
        title = text("arena.plot.ladder", lang, rules=rules)
        plots["ladder.svg"] = ladder_svg(summary.rungs, title)
    told = {
        text(f"arena.plot.{when}", lang, player=who): found
        for (who, when), found in summary.calibration.items()
    }
    if told:
        title = text("arena.plot.reliability", lang, rules=rules)
        axes = (text("arena.column.believed", lang), text("arena.column.made", lang))
        plots["reliability.svg"] = reliability_svg(told, title, axes)
    for name, plot in plots.items():
        (folder / name).write_text(plot, encoding="utf-8")
    return [folder / name for name in plots]
