"""Reading and writing: any terminal, any encoding, with or without colour, or a pipe.

Everything shown goes through `Console.line`, everything typed through `Console.ask`; what the
encoding cannot show is spelt in plain letters, what is typed or read from a file is never
trusted: of control characters only those reach the terminal that the console itself has made.
"""

import os
import select
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple, TextIO

if sys.platform == "win32":
    import msvcrt
else:
    import termios

MAX_WIDTH = 80
MIN_WIDTH = 40
LONGEST_ANSWER = 300
BLANKS = "\u00a0\u202f"
"""The blanks of French texts: they are not printable for Python, and harmless."""

PATIENCE_S = 0.5
"""After so many seconds a person is told that the computer is thinking."""

ROOM = 6
"""Columns left for the answer behind a question."""

_STYLES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "cyan": "36",
}
_PLAIN_LETTERS = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "é": "e",
        "è": "e",
        "ê": "e",
        "à": "a",
        "â": "a",
        "ç": "c",
        "î": "i",
        "ô": "o",
        "û": "u",
        "œ": "oe",
        "Œ": "Oe",
        "·": "|",
        "–": "-",
        "−": "-",
        "→": "->",
        "─": "-",
        "═": "=",
        "×": "x",
        "…": "...",
        "„": '"',
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "’": "'",
        "\u00a0": " ",
        "\u202f": " ",
    }
)


class Leave(Exception):
    """The person wants to leave: end of input, Ctrl-C, or the window was closed."""


class Styled(NamedTuple):
    """A piece of a line with the codes of its colours."""

    text: str
    codes: str


class _Pager:
    """How far a long text has come on the screen, and whether the person has had enough."""

    def __init__(self, prompt: str) -> None:
        self.prompt = prompt
        self.n_lines = 0
        self.is_over = False


class Console:
    """A terminal or a pipe: lines out, answers in."""

    def __init__(
        self, stdin: TextIO, stdout: TextIO, *, plain: bool = False, pause: str | None = None
    ) -> None:
        self._in = stdin
        self._out = stdout
        self.interactive = _is_tty(stdin) and _is_tty(stdout)
        self.has_colour = self.interactive and not plain and _colour_wanted()
        self.has_symbols = not plain and _can_encode(stdout, "♣♠♥♦")
        self.pause = pause if pause is not None else "0.7"
        self._column = 0
        self.is_gone = False
        self._pager: _Pager | None = None

    @property
    def width(self) -> int:
        """Columns to fill, between 40 and 80."""
        return max(MIN_WIDTH, min(MAX_WIDTH, shutil.get_terminal_size((MAX_WIDTH, 24)).columns))

    def line(
        self, text: str = "", style: str = "", indent: int = 0, *, whole_words: bool = False
    ) -> None:
        """Write a text as one line, or as several where it is too wide.

        `indent` is the number of blanks before the second and later lines. With `whole_words`
        a file's name is never broken, so that it can be copied.
        """
        if len(text) > self.width:
            wrapped = textwrap.wrap(
                text,
                self.width,
                subsequent_indent=" " * indent,
                break_on_hyphens=False,
                break_long_words=not whole_words,
            )
        else:
            wrapped = [text]
        for part in wrapped:
            self.raw(self.styled(part, style) if style else part)

    def raw(self, *pieces: str | Styled) -> None:
        """Write one line as it is, made of pieces with and without colours."""
        if self._pager is not None and self._is_page_full(self._pager):
            return
        self._end_flow()
        self._write("".join(map(self._piece, pieces)).rstrip() + "\n")

    def _piece(self, piece: str | Styled) -> str:
        if isinstance(piece, str):
            return harmless(piece)
        text = harmless(piece.text)
        return f"\x1b[{piece.codes}m{text}\x1b[0m" if self.has_colour else text

    @contextmanager
    def paging(self, prompt: str) -> Iterator[None]:
        """Stop a long text after every screenful; `q` there leaves out the rest of it."""
        self._pager = _Pager(prompt) if self.interactive else None
        try:
            yield
        finally:
            self._pager = None

    def _is_page_full(self, pager: _Pager) -> bool:
        """Ask at the end of a page; tell whether no more lines are wanted."""
        height = shutil.get_terminal_size((MAX_WIDTH, 24)).lines
        if not pager.is_over and pager.n_lines >= max(5, height - 2):
            self._pager = None
            pager.is_over = self.ask(pager.prompt).casefold().startswith("q")
            self._pager = pager
            pager.n_lines = 0
        pager.n_lines += 1
        return pager.is_over

    @contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Show a text while something takes long, where a person is watching."""
        if not self.interactive:
            yield
            return
        shown = f" {harmless(text)}"[: max(0, self.width - self._column)]
        done = threading.Event()

        def show() -> None:
            if not done.wait(PATIENCE_S):
                self._write(shown)
                done.wait()
                back = "\b" * len(shown)
                self._write(f"{back}{' ' * len(shown)}{back}")

        clock = threading.Thread(target=show, daemon=True)
        clock.start()
        try:
            yield
        finally:
            done.set()
            clock.join()

    def flow(self, text: str) -> None:
        """Write a piece of a running line, such as the calls of an auction."""
        text = harmless(text)
        if self._column and self._column + 3 + len(text) > self.width:
            self._end_flow()
        self._write(f" · {text}" if self._column else f"  {text}")
        self._column += len(text) + 3

    def _end_flow(self) -> None:
        if self._column:
            self._write("\n")
            self._column = 0

    def styled(self, text: str, *styles: str) -> Styled:
        """Return the text with colours, which show where there are any."""
        return Styled(text, ";".join(_STYLES[style] for style in styles))

    def ask(self, prompt: str, *, fresh: bool = False) -> str:
        """Return what is typed, without blanks around it, cut where it is absurdly long.

        With `fresh` what was typed ahead of the question does not count.

        Raises:
            Leave: end of input or Ctrl-C.
        """
        self._end_flow()
        *lines, last = textwrap.wrap(prompt, self.width - ROOM, break_on_hyphens=False) or [""]
        for line in lines:
            self.raw(self.styled(line, "bold"))
        if fresh and self.interactive:
            _drop_typed(self._in)
        self._write(self._piece(self.styled(last, "bold")) + " ")
        if self.is_gone:
            raise Leave
        try:
            answer = self._next_line()
        except (KeyboardInterrupt, OSError):
            self._write("\n")
            raise Leave from None
        except UnicodeDecodeError:
            answer = "\ufffd\n"
        if not answer:
            self._write("\n")
            raise Leave
        if not self.interactive:
            self._write("\n")
        return "".join(c if c.isprintable() else " " for c in answer[:LONGEST_ANSWER]).strip()

    def _next_line(self) -> str:
        """Return the next line; Enter pressed ahead of the question does not count.

        Who waits for the computer soon presses Enter twice, and must not bid or meld by it.
        """
        while self.interactive and _has_input(self._in):
            line = self._in.readline()
            if line.strip() or not line:
                return line
        return self._in.readline()

    def breathe(self, share: float = 1.0) -> None:
        """Let a share of the pause pass after a move, where a person is watching.

        Raises:
            Leave: Ctrl-C.
        """
        if not self.interactive or self.pause == "enter" or not share:
            return
        try:
            time.sleep(float(self.pause) * share)
        except KeyboardInterrupt:
            raise Leave from None

    def _write(self, text: str) -> None:
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        if not _encodes(text, encoding):
            text = text.translate(_PLAIN_LETTERS).encode(encoding, "replace").decode(encoding)
        try:
            self._out.write(text)
            self._out.flush()
        except OSError:  # the window is gone: nobody reads this any more
            self.is_gone = True


def standard_console(*, plain: bool, pause: str | None) -> Console:
    """Return the console of this process; odd bytes that are typed do no harm."""
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    return Console(sys.stdin, sys.stdout, plain=plain, pause=pause)


def is_pause(text: str) -> bool:
    """Tell whether a text is a pace: `enter` or a number of seconds up to 60."""
    if text == "enter":
        return True
    try:
        return 0 <= float(text) <= 60
    except ValueError:
        return False


def _is_tty(stream: TextIO) -> bool:
    return bool(getattr(stream, "isatty", lambda: False)())


def _drop_typed(stream: TextIO) -> None:
    """Forget what was typed so far, where the system can."""
    if sys.platform == "win32":
        while msvcrt.kbhit():
            msvcrt.getwch()
        return
    with suppress(OSError, ValueError, termios.error):
        termios.tcflush(stream.fileno(), termios.TCIFLUSH)


def harmless(text: str) -> str:
    """Return a text in which no character steers the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in BLANKS else "?" for c in text)


def _has_input(stream: TextIO) -> bool:
    """Tell whether a line is waiting already, where the system can say so."""
    try:
        return bool(select.select([stream], [], [], 0)[0])
    except (OSError, ValueError):
        return False


def _colour_wanted() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") not in ("", "dumb")


def _can_encode(stream: TextIO, text: str) -> bool:
    return _encodes(text, getattr(stream, "encoding", None) or "utf-8")


def _encodes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
