"""A question to the person: what Enter does, what may be typed, how it becomes actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from binokel.cli.terminal.console import Console
from binokel.cli.terminal.reading import Misread, is_word, key_of
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.words import Words
from binokel.engine.actions import Action

T = TypeVar("T")

Reader = Callable[[Session, str], Sequence[Action] | None]
"""Turns a text into actions: None means that it is for another reader, no actions that the
person has thought better of it. May raise Misread."""


@dataclass
class Question:
    """What is asked now.

    `letters` are single letters that mean something here and so cannot be commands;
    `hints` stand under the question as further things to type.
    """

    prompt: str
    readers: list[Reader]
    default: Sequence[Action] | None = None
    letters: frozenset[str] = frozenset()
    hints: list[str] = field(default_factory=list)


class Changed(Exception):
    """A command has changed the match: what was asked is past."""


def ask(session: Session, prompt: str, letters: frozenset[str] = frozenset()) -> str:
    """Return what is typed to a question within a turn; commands are run meanwhile.

    `letters` mean something here and so are no commands.

    Raises:
        Changed: a command has changed the match.
        Leave: the person wants to leave.
    """
    while True:
        text = session.console.ask(prompt, fresh=True)
        if key_of(text) in letters or not ran_command(session, text):
            return text


def ran_command(session: Session, text: str) -> bool:
    """Run the command that a text is; tell whether it was one.

    Raises:
        Changed: it has changed the match.
        Leave: the person wants to leave.
    """
    command = session.find_command(text)
    if command is None:
        return False
    n_entries = len(session.match.entries)
    command(session)
    session.ask_again = False
    if len(session.match.entries) != n_entries:
        raise Changed
    return True


def ask_until(
    session: Session, prompt: str, read: Callable[[str], T], letters: frozenset[str] = frozenset()
) -> T:
    """Ask until the answer can be read; one that cannot is explained.

    Raises:
        Changed: a command has changed the match.
        Leave: the person wants to leave.
    """
    while True:
        text = ask(session, prompt, letters)
        try:
            return read(text)
        except Misread as error:
            session.console.line(str(error), "yellow", indent=2)


def confirmed(session: Session, text: str) -> bool:
    """Ask yes or no; what is neither is asked again, commands are run.

    Raises:
        Changed: a command has changed the match.
        Leave: the person wants to leave.
    """
    return said_yes(
        session.console, text, session.words, run=lambda typed: ran_command(session, typed)
    )


def said_yes(
    console: Console,
    text: str,
    words: Words,
    *,
    default: bool | None = None,
    run: Callable[[str], bool] = lambda _typed: False,
) -> bool:
    """Ask yes or no until one of them is said; Enter is the default, if any.

    `run` does what else may be typed, and tells whether it has.
    """
    key = "yes_no" if default is None else "yes_no_default"
    while True:
        answer = console.ask(f"{text} {words(key)}", fresh=True)
        if not answer and default is not None:
            return default
        if is_word(answer, "yes") or is_word(answer, "no"):
            return is_word(answer, "yes")
        if answer and run(answer):
            continue
        console.line(words("misread.yes_no"), "yellow", indent=2)
