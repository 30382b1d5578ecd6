"""The arguments of `binokel play`."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from binokel.cards.notation import Lang, SuitStyle
from binokel.cli.arguments import Parser, checked, whole_number
from binokel.cli.language import wanted_lang
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
    hints: bool | None


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the arguments; a wrong one ends the program with exit code 2."""
    lang = wanted_lang(arguments)

    def about(name: str) -> str:
        return text(f"terminal.option.{name}", lang)

    parser = Parser("binokel play", lang, about("about"))
    parser.names.add_argument("rules", nargs="?", metavar="RULES", help=about("rules"))
    add = parser.options.add_argument
    add("--rules", dest="rules_option", metavar="NAME|FILE", help=about("rules"))
    add("--seats", "--opponents", metavar="A,B,…", help=about("seats"))
    add("--name", help=about("name"))
    add("--seed", help=about("seed"))
    add("--lang", choices=LANGUAGES, default=lang, help=about("lang"))
    add("--suits", choices=_STYLES, default="württemberg", help=about("suits"))
    add("--record", type=Path, metavar="FILE", help=about("record"))
    add("--resume", nargs="?", const=LAST, metavar="FILE", help=about("resume"))
    add(
        "--deals",
        type=checked(whole_number(1, 1000), about("no_deals")),
        metavar="N",
        help=about("deals"),
    )
    add("--plain", action="store_true", help=about("plain"))
    add("--pause", type=checked(_pause, about("no_pause")), metavar="N|enter", help=about("pause"))
    add("--hints", action=argparse.BooleanOptionalAction, default=None, help=about("hints"))
    options = parser.parse_args(list(arguments), namespace=Options())
    if options.rules and options.rules_option:
        parser.error(about("rules_twice"))
    options.rules = options.rules or options.rules_option
    given = {"RULES": options.rules, "--deals": options.deals, "--seats": options.seats}
    given["--hints" if options.hints else "--no-hints"] = options.hints
    useless = [name for name, value in given.items() if value is not None]
    if options.resume and useless:
        parser.error(text("terminal.option.resume_with", lang, names=", ".join(useless)))
    options.suits = _STYLES[options.suits]
    return options


def _pause(value: str) -> str:
    if not is_pause(value):
        raise ValueError(value)
    return value
