"""The command `binokel play`: open a match, play it, save it when the person leaves."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from binokel.cli.explain import told
from binokel.cli.terminal.commands import Quit
from binokel.cli.terminal.console import Console, Leave, standard_console
from binokel.cli.terminal.loop import play_match
from binokel.cli.terminal.options import Options, parse_options
from binokel.cli.terminal.question import said_yes
from binokel.cli.terminal.saving import folder, try_save
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.setup import again, open_session
from binokel.cli.terminal.words import Words
from binokel.errors import BinokelError

OK, FAILED, UNKNOWN = 0, 1, 2


def main(arguments: Sequence[str]) -> int:
    """Play; the exit code is 0 also when the person leaves early.

    A match that is left is saved, and the screen says where and how to go on. It is 2 where the
    rules, a player or the record to go on with are unknown or faulty.
    """
    options = parse_options(arguments)
    console = standard_console(plain=options.plain, pause=options.pause)
    try:
        return run(options, console)
    except BinokelError as error:
        print(f"binokel: {told(error, options.lang)}", file=sys.stderr)
        return UNKNOWN


def run(options: Options, console: Console) -> int:
    """Play by the options on a console; return the exit code.

    Raises:
        BinokelError: the rules, a player or the record to go on with are unknown or faulty.
    """
    words = Words(options.lang, options.suits, has_symbols=console.has_symbols)
    with _closing_is_leaving():
        try:
            session = open_session(options, console, words)
        except (Leave, KeyboardInterrupt):
            console.line(words("bye"))
            return OK
        return _play(session, options)


def _play(session: Session, options: Options) -> int:
    """Play matches until the person has had enough."""
    console, words = session.console, session.words
    try:
        while True:
            play_match(session)
            if session.record_each_deal and try_save(session) is None:
                return FAILED
            if not console.interactive or not said_yes(
                console, words("match.again"), words, default=False
            ):
                break
            session = again(session, options)
    except Quit as left:
        return _leave(session, wants_save=left.save)
    except (Leave, KeyboardInterrupt):
        return _leave(session, wants_save=session.match.n_steps > 0)
    console.line(words("bye"))
    return OK


def _leave(session: Session, *, wants_save: bool) -> int:
    """Save where that is wanted, and say how to go on."""
    console, words = session.console, session.words
    with _undisturbed():
        if wants_save and session.match.to_act is not None:
            path = try_save(session)
            if path is None:
                return FAILED
            key = "save.go_on" if path.parent == folder() else "save.go_on_file"
            console.line(words(key, path=path), indent=2)
        console.line(words("bye"))
    return OK


@contextmanager
def _closing_is_leaving() -> Iterator[None]:
    """Treat the closing of the window, or a polite end of the process, like Ctrl-C."""
    with _handling(("SIGHUP", "SIGTERM"), _raise_interrupt):
        yield


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let nothing interrupt the saving: a closing window interrupts more than once."""
    with _handling(("SIGHUP", "SIGTERM", "SIGINT"), signal.SIG_IGN):
        yield


@contextmanager
def _handling(names: Sequence[str], handler: Callable[[int, Any], Any] | int) -> Iterator[None]:
    """Handle signals in another way for a while, where the system has them.

    Outside the main thread whoever started it has the signals.
    """
    old = {}
    if threading.current_thread() is threading.main_thread():
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        old = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, before in old.items():
            signal.signal(number, before)


def _raise_interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt
