"""The command `binokel`: one table of sub-commands, each imported only when it is used."""

import errno
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, cast

from binokel import __version__
from binokel.errors import BinokelError, KernelMissing, ModelError

Main = Callable[[Sequence[str]], int]
"""What a sub-command is: it takes the arguments after its name and returns the exit code."""


class Command(NamedTuple):
    """Where a sub-command lives, and what it does in one line."""

    module: str
    function: str
    help: str


COMMANDS: dict[str, Command] = {
    "serve": Command("binokel.cli.serve", "main", "serve the game to the browser"),
    "play": Command(
        "binokel.cli.terminal.main", "main", "play in the terminal against the computer"
    ),
    "replay": Command("binokel.cli.replay", "main", "tell a record step by step, with its scores"),
    "verify": Command("binokel.cli.verify", "main", "check a record against its rules"),
    "solve": Command("binokel.cli.solve", "main", "value every card when all hands lie open"),
    "eval": Command("binokel.cli.eval", "main", "answer requests in JSON, one a line"),
    "arena": Command("binokel.cli.arena", "main", "compare players on the same cards"),
    "train": Command("binokel.cli.train", "main", "train the value model of the strong players"),
    "rules": Command("binokel.cli.rules", "main", "list, show, check and print rule sets"),
}
"""All sub-commands in the order in which the help shows them."""

FAILED = 2
"""Exit code for what cannot be read or is not known."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `binokel` and return its exit code; a caller's error is a line on stderr."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _have_streams()
    _tolerate_terminals()
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except (KernelMissing, ModelError) as error:  # before any sub-command could tell it
        print(f"binokel: {_told(error, words)}", file=sys.stderr)
        return FAILED
    except BinokelError as error:
        print(f"binokel: {error}", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        _drop_output()
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC or error.filename is not None:
            raise
        _drop_output()
        print(f"binokel: {_told_full(error, words)}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code


def _told(error: BinokelError, words: list[str]) -> str:
    from binokel.cli import explain, language  # noqa: PLC0415 (late: the start shall be short)

    return explain.told(error, language.wanted_lang(words))


def _told_full(error: OSError, words: list[str]) -> str:
    from binokel.cli.language import wanted_lang  # noqa: PLC0415 (late: as above)
    from binokel.cli.terminal.refused import os_cause  # noqa: PLC0415 (late: as above)
    from binokel.locales import text  # noqa: PLC0415 (late: as above)

    lang = wanted_lang(words)
    return text("output.full", lang, error=os_cause(error, lang))


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(help_text())
        return 0
    if words[0] == "--version":
        print(f"binokel {__version__}")
        return 0
    command = COMMANDS.get(words[0])
    if command is None:
        known = ", ".join(COMMANDS)
        print(f"binokel: no command {words[0]!r}; there are {known}", file=sys.stderr)
        return FAILED
    if os.environ.get("BINOKEL_MODEL") and not {"-h", "--help"}.intersection(words):
        _check_model(words[0])
    function = cast(Main, getattr(import_module(command.module), command.function))
    return function(words[1:])


def _check_model(command: str) -> None:
    """Refuse a broken model before anybody sits down with it."""
    if command in ("serve", "play", "arena"):
        from binokel.players.model.store import check_model  # noqa: PLC0415 (late: as above)

        check_model()


def run_app(app: Callable[..., object], name: str, arguments: Sequence[str]) -> int:
    """Run the typer application of a sub-command and return its exit code.

    Usage errors are told by typer (exit code 2); a BinokelError goes on to `main`.
    """
    try:
        app(args=list(arguments), prog_name=f"binokel {name}")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def help_text() -> str:
    """Return the page of `binokel --help`."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name.ljust(width)}  {command.help}" for name, command in COMMANDS.items()]
    return "\n".join(
        [
            "Binokel: the Swabian card game, its rules as data.",
            "",
            "usage: binokel COMMAND ...",
            "",
            *lines,
            "",
            "`binokel COMMAND --help` tells more about a command; --version the version.",
        ]
    )


def _have_streams() -> None:
    """Send to nowhere what has nowhere to go: Python has no stream for a closed one."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (it stays open)
            setattr(sys, name, nowhere)


def _drop_output() -> None:
    """Send what is left to nowhere: the reader of our output has gone."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tolerate_terminals() -> None:
    """Print a question mark for what a narrow terminal cannot show instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
