"""Arguments whose help and faults speak the language of the person, as argparse's do not."""

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from typing import NoReturn, TypeVar

from binokel.cards.notation import Lang
from binokel.cli.terminal.console import harmless
from binokel.locales import text

T = TypeVar("T")

_FAULTS = (
    (r"unrecognized arguments: (?P<text>.*)", "unknown"),
    (r"argument (?P<name>[^ :]+): expected (one|at least one) argument", "needs_value"),
    (r"argument (?P<name>[^ :]+): ignored explicit argument (?P<text>.*)", "no_value"),
    (
        r"argument (?P<name>[^ :]+): invalid choice: '(?P<text>.*)' \(choose from (?P<known>.*)\)",
        "no_choice",
    ),
    (r"argument (?P<name>[^ :]+): „(?P<text>.*?)“: (?P<what>.*)", "bad_value"),
    (r"argument (?P<name>[^ :]+): (?P<what>.*)", "wrong"),
    (r"the following arguments are required: (?P<known>.*)", "required"),
)


class Parser(argparse.ArgumentParser):
    """A parser in a language; `names` and `options` are its two groups of arguments."""

    def __init__(self, prog: str, lang: Lang, about: str) -> None:
        def formatter(prog: str) -> argparse.HelpFormatter:
            page = _Help(prog)
            page.lang = lang
            return page

        super().__init__(
            prog=prog,
            description=about,
            allow_abbrev=False,
            add_help=False,
            formatter_class=formatter,
        )
        self.lang = lang
        self.names = self.add_argument_group(text("option.arguments", lang))
        self.options = self.add_argument_group(text("option.options", lang))
        self.options.add_argument("-h", "--help", action="help", help=text("option.help", lang))

    def error(self, message: str) -> NoReturn:
        """End the program with code 2; argparse words its message in English only."""
        self.print_usage(sys.stderr)
        print(f"{self.prog}: {harmless(self._told(message))}", file=sys.stderr)
        raise SystemExit(2)

    def _told(self, message: str) -> str:
        for pattern, key in _FAULTS:
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found is not None:
                said = found.groupdict()
                if key == "no_choice":  # older Pythons list them in quotation marks, newer do not
                    said["known"] = said["known"].replace("'", "")
                return text(f"option.{key}", self.lang, prog=self.prog, **said)
        return message


class _Help(argparse.HelpFormatter):
    """The page of help with the word for usage in a language."""

    lang: Lang = "de"

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        """Write how the command is called."""
        prefix = text("option.usage", self.lang) + " "
        super().add_usage(usage, actions, groups, prefix)


def checked(read: Callable[[str], T], fault: str) -> Callable[[str], T]:
    """Return a reader of an argument that says in words what is wrong with it."""

    def check(value: str) -> T:
        try:
            return read(value)
        except ValueError:
            shown = value if len(value) <= 30 else f"{value[:29]}…"
            raise argparse.ArgumentTypeError(f"„{shown}“: {fault}") from None

    return check


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range; any other text is a ValueError."""

    def read(value: str) -> int:
        number = int(value)
        if not least <= number <= most:
            raise ValueError(value)
        return number

    return read
