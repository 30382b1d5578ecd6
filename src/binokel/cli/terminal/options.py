"""The arguments of `binokel play`."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

from binokel.cards.notation import Lang, SuitStyle
from binokel.cli.language import wanted_lang
from binokel.cli.terminal.console import harmless, is_pause
from binokel.locales import LANGUAGES, text

T = TypeVar("T")

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


class _Parser(argparse.ArgumentParser):
    """A parser that speaks the language of the options."""

    lang: Lang = "de"

    def error(self, message: str) -> NoReturn:
        """End the program with code 2; argparse words its message in English only."""
        self.print_usage(sys.stderr)
        raise SystemExit(self._tell(message))

    def _tell(self, message: str) -> int:
        for pattern, key in _FAULTS:
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found is not None:
                message = text(f"terminal.option.{key}", self.lang, **found.groupdict())
                break
        print(f"binokel play: {harmless(message)}", file=sys.stderr)
        return 2


_FAULTS = (
    (r"unrecognized arguments: (?P<text>.*)", "unknown"),
    (r"argument (?P<name>[^ :]+): expected (one|at least one) argument", "needs_value"),
    (r"argument (?P<name>[^ :]+): ignored explicit argument (?P<text>.*)", "no_value"),
    (
        r"argument (?P<name>[^ :]+): invalid choice: '(?P<text>.*)' \(choose from (?P<known>.*)\)",
        "no_choice",
    ),
    (r"argument (?P<name>[^ :]+): (?P<what>.*)", "wrong"),
)


class _Help(argparse.HelpFormatter):
    """The page of help with the word for usage in the language of the options."""

    lang: Lang = "de"

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Write how the command is called."""
        prefix = text("terminal.option.usage", self.lang) + " "
        super().add_usage(usage, actions, groups, prefix)


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the arguments; a wrong one ends the program with exit code 2."""
    lang = wanted_lang(arguments)

    def about(name: str) -> str:
        return text(f"terminal.option.{name}", lang)

    def formatter(prog: str) -> argparse.HelpFormatter:
        page = _Help(prog)
        page.lang = lang
        return page

    parser = _Parser(
        prog="binokel play",
        description=about("about"),
        allow_abbrev=False,
        add_help=False,
        formatter_class=formatter,
    )
    parser.lang = lang
    names = parser.add_argument_group(about("arguments"))
    named = parser.add_argument_group(about("options"))
    names.add_argument("rules", nargs="?", metavar="RULES", help=about("rules"))
    add = named.add_argument
    add("-h", "--help", action="help", help=about("help"))
    add("--rules", dest="rules_option", metavar="NAME|FILE", help=about("rules"))
    add("--seats", "--opponents", metavar="A,B,…", help=about("seats"))
    add("--name", help=about("name"))
    add("--seed", help=about("seed"))
    add("--lang", choices=LANGUAGES, default=lang, help=about("lang"))
    add("--suits", choices=_STYLES, default="württemberg", help=about("suits"))
    add("--record", type=Path, metavar="FILE", help=about("record"))
    add("--resume", nargs="?", const=LAST, metavar="FILE", help=about("resume"))
    add("--deals", type=_checked(_positive, about("no_deals")), metavar="N", help=about("deals"))
    add("--plain", action="store_true", help=about("plain"))
    add("--pause", type=_checked(_pause, about("no_pause")), metavar="N|enter", help=about("pause"))
    options = parser.parse_args(list(arguments), namespace=Options())
    if options.rules and options.rules_option:
        parser.error(about("rules_twice"))
    options.rules = options.rules or options.rules_option
    given = {"RULES": options.rules, "--deals": options.deals, "--seats": options.seats}
    useless = [name for name, value in given.items() if value is not None]
    if options.resume and useless:
        parser.error(text("terminal.option.resume_with", lang, names=", ".join(useless)))
    options.suits = _STYLES[options.suits]
    return options


def _checked(read: Callable[[str], T], fault: str) -> Callable[[str], T]:
    """Return a reader of an argument that says in words what is wrong with it."""

    def checked(value: str) -> T:
        try:
            return read(value)
        except ValueError:
            shown = value if len(value) <= 30 else f"{value[:29]}…"
            raise argparse.ArgumentTypeError(f"„{shown}“: {fault}") from None

    return checked


def _positive(value: str) -> int:
    number = int(value)
    if not 1 <= number <= 1000:
        raise ValueError(value)
    return number


def _pause(value: str) -> str:
    if not is_pause(value):
        raise ValueError(value)
    return value
