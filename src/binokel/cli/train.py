"""`binokel train`: the value model, made anew from self-play and search."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from binokel.cards.notation import Lang
from binokel.cli import explain
from binokel.cli.arguments import Parser, checked, whole_number
from binokel.cli.language import wanted_lang
from binokel.cli.terminal.console import harmless
from binokel.cli.terminal.refused import os_cause
from binokel.errors import BinokelError
from binokel.locales import LANGUAGES, text
from binokel.training import EACH

OK, FAILED, INTERRUPTED = 0, 2, 130
NUMBERS = {
    "deals": (1000, 10**9, 10_200_000),
    "epochs": (1, 1000, 8),
    "search-deals": (0, 10**8, 24_000),
    "nodes": (1, 10**9, 20_000),
    "seed": (0, 2**63 - 1, 1),
    "workers": (1, 256, 2),
}
"""Least, most and default of each option that is a number."""
PLAYER = "search"


class Options(argparse.Namespace):
    """The arguments, checked."""

    folder: Path
    name: str
    player: str
    deals: int
    epochs: int
    search_deals: int
    nodes: int
    seed: int
    workers: int
    lang: Lang


def main(arguments: Sequence[str]) -> int:
    """Train; the exit code is 2 where something cannot be had, 130 when stopped."""
    options = parse_options(arguments)
    try:
        return _run(options)
    except BinokelError as error:
        words = explain.told(error, options.lang)
    except OSError as error:
        path, cause = error.filename or options.folder, os_cause(error, options.lang)
        words = text("error.training_error.os", options.lang, path=path, error=cause)
    except KeyboardInterrupt:
        print(f"\n{text('train.interrupted', options.lang)}", file=sys.stderr)
        return INTERRUPTED
    print(f"binokel train: {harmless(words)}", file=sys.stderr)
    return FAILED


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the arguments; a wrong one ends the program with exit code 2."""
    lang = wanted_lang(arguments)

    def about(name: str, **values: object) -> str:
        return text(f"train.option.{name}", lang, **values)

    parser = Parser("binokel train", lang, about("about"))
    parser.names.add_argument("folder", type=Path, metavar="FOLDER", help=about("folder"))
    add = parser.options.add_argument
    for name, (least, most, default) in NUMBERS.items():
        refused = text("arena.option.no_number", lang, least=least, most=most)
        read = checked(whole_number(least, most), refused)
        words = about(name.replace("-", "_"), default=default, each=EACH)
        add(f"--{name}", type=read, default=default, metavar="N", help=words)
    add("--name", default="value", help=about("name"))
    add("--player", default=PLAYER, help=about("player", default=PLAYER))
    add("--lang", choices=LANGUAGES, default=lang, help=text("arena.option.lang", lang))
    return parser.parse_args(list(arguments), namespace=Options())


def _run(options: Options) -> int:
    try:
        from binokel.training.run import make_plan, train  # noqa: PLC0415 - numpy may be missing
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        print(text("train.numpy", options.lang), file=sys.stderr)
        return FAILED
    plan = make_plan(
        options.name,
        options.seed,
        options.deals,
        epochs=options.epochs,
        search_deals=options.search_deals,
        player=options.player,
        nodes=options.nodes,
    )

    def tell(what: str, /, **values: object) -> None:
        print(text(f"train.progress.{what}", options.lang, **values), flush=True)

    done = train(plan, options.folder, options.workers, tell)
    print(text("train.done", options.lang, path=done.path, deals=done.report.n_deals))
    return OK
