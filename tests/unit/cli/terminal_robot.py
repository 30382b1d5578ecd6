"""Someone at a terminal for the tests: reads what is asked and answers, or types a script."""

import io
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

from binokel.cli.terminal.console import Console
from binokel.cli.terminal.main import run
from binokel.cli.terminal.options import parse_options

MAX_ANSWERS = 5000
MARKS = (
    "Enter =",
    "ja/nein",
    "Dein Reiz",
    "drücken",
    "fertig = genug",
    "gibst du",
    "ist Trumpf",
    "(1–",
    "Farbe",
)

OFFERS = {"ab =": "ab in {}", "ruf SO": "ruf {}A", "x =": "x", "Enter = fertig": "z"}
"""What may be typed where a text stands on the screen."""

Answer = Callable[[str, str], str]
"""Answers from the text since the last answer, and the line of the question."""


class Screen(io.StringIO):
    """What is written, and what of it is new since the last answer."""

    encoding = "utf-8"

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self.encoding = encoding
        self.seen = 0

    def fresh(self) -> str:
        text = self.getvalue()[self.seen :]
        self.seen = len(self.getvalue())
        return re.sub("\x1b\\[[0-9;]*m", "", text)


class Keyboard(io.StringIO):
    """Asks a function for each line; None from it is the end of input."""

    def __init__(self, screen: Screen, answer: Callable[[str, str], str | None]) -> None:
        super().__init__()
        self.screen = screen
        self.answer = answer
        self.n_answers = 0

    def readline(self, _size: int | None = -1, /) -> str:  # type: ignore[override]
        self.n_answers += 1
        assert self.n_answers < MAX_ANSWERS, self.screen.getvalue()[-2000:]
        fresh = self.screen.fresh()
        text = self.answer(fresh, last_question(fresh))
        return "" if text is None else text + "\n"


def last_question(fresh: str) -> str:
    """Return the question at the end, also where it is too long for one line."""
    lines = fresh.split("\n")
    for n in range(1, 4):
        question = " ".join(lines[-n:])
        if any(mark in question for mark in MARKS):
            return question
    return lines[-1]


class Game:
    """One run of `binokel play`: exit code and screen."""

    def __init__(
        self,
        arguments: Sequence[str],
        answer: Callable[[str, str], str | None],
        encoding: str = "utf-8",
    ) -> None:
        screen = Screen(encoding)
        self.keyboard = Keyboard(screen, answer)
        plain = "--plain" in arguments
        console = Console(self.keyboard, screen, plain=plain)
        self.code = run(parse_options(["--lang", "de", *arguments]), console)
        self.text = screen.getvalue()


def script(lines: Iterable[str]) -> Callable[[str, str], str | None]:
    """Type these lines, then end the input."""
    rest = iter(lines)
    return lambda _fresh, _prompt: next(rest, None)


def play(arguments: Sequence[str], answer: Answer | None = None) -> Game:
    return Game(arguments, answer or first_choice)


def first_choice(fresh: str, prompt: str) -> str:
    """Answer as one who takes what is offered first: Enter where Enter does something."""
    if "ja/nein" in prompt:
        return "ja"
    if "Enter =" in prompt:
        return ""
    if "Dein Reiz" in prompt:
        lowest = int(re.findall(r"\d+", prompt)[0])
        return str(lowest) if lowest < 190 else "weg"
    if any(mark in prompt for mark in ("drücken", "gibst du", "ist Trumpf", "(1–", "Nummer)")):
        return "1"
    raise AssertionError(fresh)


def random_choice(rng: Random) -> Answer:
    """Answer with any number that is offered, now and then with something else."""

    def answer(fresh: str, prompt: str) -> str:
        if rng.random() < 0.1:
            return rng.choice(["", "t", "m", "p", "h", "l", "?", "wörter", "xyz", "99"])
        if "In welche Farbe" in prompt:
            return rng.choice("eshb")
        if "ja/nein" in prompt:
            return rng.choice(["ja", "nein"])
        found = [text for mark, text in OFFERS.items() if mark in fresh and rng.random() < 0.3]
        if found:
            return found[0].format(rng.choice("ESHB"))
        numbers: list[str] = re.findall(r"\[(\d+)\]", fresh)
        if "Enter =" in prompt or "Dein Reiz" in prompt or not numbers:
            return first_choice(fresh, prompt)
        return rng.choice(numbers)

    return answer


def saved_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.bnk"))
