"""A question to the person: what Enter does, what may be typed, how it becomes actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from binokel.cli.terminal.console import Console
from binokel.cli.terminal.reading import is_word
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.words import Words
from binokel.engine.actions import Action

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


def confirmed(session: Session, text: str) -> bool:
    """Ask yes or no; anything but yes is no."""
    return said_yes(session.console, text, session.words, default=False)


def said_yes(console: Console, text: str, words: Words, *, default: bool) -> bool:
    """Ask yes or no; Enter is the default, anything else but yes is no."""
    answer = console.ask(f"{text} {words('yes_no_default' if default else 'yes_no')}")
    return is_word(answer, "yes") if answer else default
