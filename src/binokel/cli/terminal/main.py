"""The command `binokel play`: open a match, play it, save it when the person leaves."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from binokel.cli.terminal.commands import Quit
from binokel.cli.terminal.console import Console, Leave, harmless, standard_console
from binokel.cli.terminal.loop import play_match
from binokel.cli.terminal.options import Options, parse_options
from binokel.cli.terminal.question import Changed, confirmed
from binokel.cli.terminal.reading import is_word
from binokel.cli.terminal.refused import told
from binokel.cli.terminal.saving import (
    discard,
    finish,
    put_elsewhere,
    reopen,
    save_anywhere,
    try_save,
)
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.setup import again, open_session
from binokel.cli.terminal.words import Words
from binokel.errors import BinokelError
from binokel.store.folder import data_folder

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
        print(f"binokel: {harmless(told(error, options.lang))}", file=sys.stderr)
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
    while True:
        try:
            play_match(session)
            path = _kept(session, finish)
            if path is None:
                return FAILED
            console.line(words("save.finished", path=path), indent=2, whole_words=True)
            if not console.interactive or not confirmed(session, words("match.again")):
                break
            session = again(session, options)
        except Back:
            continue
        except Changed:
            reopen(session)
        except Quit as left:
            if _leave(session, wants_save=left.save):
                return session.exit_code
        except (Leave, KeyboardInterrupt):
            if _leave(session, wants_save=session.match.n_steps > 0):
                return session.exit_code
    console.line(words("bye"))
    return OK


class Back(Exception):
    """The person goes back to the match because it could not be saved."""


def _leave(session: Session, *, wants_save: bool) -> bool:
    """Save where that is wanted, and say how to go on; tell whether the person leaves."""
    console, words = session.console, session.words
    if not wants_save:
        discard(session)
    elif session.match.to_act is not None:
        try:
            path = _kept(session, try_save)
        except Back:
            return False
        if path is None:
            session.exit_code = FAILED
        else:
            key = "save.go_on" if path.parent == data_folder() else "save.go_on_file"
            console.line(words(key, path=path), indent=2, whole_words=True)
    console.line(words("bye"))
    return True


def _kept(session: Session, save: Callable[[Session], Path | None]) -> Path | None:
    """Save where the person says; None where the match was given up or lost.

    Raises:
        Back: the person goes back to the match.
    """
    while True:
        with _undisturbed():
            path = save(session)
        if path is not None:
            return path
        try:
            answer = session.console.ask(session.words("save.elsewhere"))
            if is_word(answer, "no"):
                if confirmed(session, session.words("quit.sure")):
                    return None
            elif is_word(answer, "play_on"):
                raise Back
            elif is_word(answer, "help") or is_word(answer, "quit"):
                session.console.line(session.words("save.help"), indent=2)
            elif answer:
                put_elsewhere(session, answer)
        except Changed:
            raise Back from None
        except (Leave, KeyboardInterrupt):
            with _undisturbed():
                return save_anywhere(session)


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
