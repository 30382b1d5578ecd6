"""The arguments of `binokel play`."""

import argparse
import os
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import cast

from binokel.cards.notation import Lang, SuitStyle
from binokel.cli.terminal.console import is_pause
from binokel.locales import LANGUAGES, text

LAST = "last"
"""What `--resume` without a file means."""

_STYLES: dict[str, SuitStyle] = {
    "württemberg": "württemberg",
    "wuerttemberg": "württemberg",
    "german": "german",
    "deutsch": "german",
    "french": "french",
    "franz": "french",
}


class Options(argparse.Namespace):
    """The arguments, checked."""

    rules: str | None
    seats: str | None
    name: str | None
    seed: str | None
    lang: Lang
    suits: SuitStyle
    record: Path | None
    resume: str | None
    deals: int | None
    plain: bool
    pause: str | None


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the arguments; a wrong one ends the program with a message and exit code 2."""
    lang = _wanted_lang(arguments)

    def about(name: str) -> str:
        return text(f"terminal.option.{name}", lang)

    parser = argparse.ArgumentParser(
        prog="binokel play", description=about("about"), allow_abbrev=False
    )
    parser.add_argument("rules", nargs="?", metavar="RULES", help=about("rules"))
    parser.add_argument("--rules", dest="rules_option", metavar="NAME|FILE", help=about("rules"))
    parser.add_argument("--seats", "--opponents", metavar="A,B,…", help=about("seats"))
    parser.add_argument("--name", help=about("name"))
    parser.add_argument("--seed", help=about("seed"))
    parser.add_argument("--lang", choices=LANGUAGES, default=lang, help=about("lang"))
    parser.add_argument("--suits", choices=_STYLES, default="württemberg", help=about("suits"))
    parser.add_argument("--record", type=Path, metavar="FILE", help=about("record"))
    parser.add_argument("--resume", nargs="?", const=LAST, metavar="FILE", help=about("resume"))
    parser.add_argument("--deals", type=_positive, metavar="N", help=about("deals"))
    parser.add_argument("--plain", action="store_true", help=about("plain"))
    parser.add_argument("--pause", type=_pause, metavar="N|enter", help=about("pause"))
    options = parser.parse_args(list(arguments), namespace=Options())
    if options.rules and options.rules_option:
        parser.error("RULES | --rules")
    options.rules = options.rules or options.rules_option
    options.suits = _STYLES[options.suits]
    return options


def _wanted_lang(arguments: Sequence[str]) -> Lang:
    """Return the language of the help: `--lang`, else the environment's, else German."""
    named = [a.partition("=")[2] for a in arguments if a.startswith("--lang=")]
    named += [b for a, b in pairwise(arguments) if a == "--lang"]
    for found in (*named, *_of_environment()):
        if found[:2] in LANGUAGES:
            return cast("Lang", found[:2])
    return cast("Lang", LANGUAGES[0])


def _of_environment() -> list[str]:
    """Return the language of the environment, as other programs find it."""
    values = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return [value for value in values if value][:1]


def _positive(value: str) -> int:
    number = int(value)
    if not 1 <= number <= 1000:
        raise ValueError(value)
    return number


def _pause(value: str) -> str:
    if not is_pause(value):
        raise ValueError(value)
    return value
