"""The terminal game in a real terminal: signals, Enter pressed too early."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from binokel.engine.actions import Pass
from binokel.engine.record import parse_record

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")

LIMIT_S = 30.0


class Terminal:
    """A pseudo-terminal with `binokel play` in it."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.fd, inner = os.openpty()
        command = [sys.executable, "-c", "from binokel.cli import main; raise SystemExit(main())"]
        env = {**os.environ, "BINOKEL_HOME": str(home), "TERM": "dumb", "COLUMNS": "80"}
        self.process = subprocess.Popen(
            [*command, "play", "--lang", "de", *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=env,
            start_new_session=True,
        )
        os.close(inner)
        self.text = ""

    def until(self, mark: str) -> str:
        """Read until a text has appeared after what was read before; return all of it."""
        start = len(self.text)
        end = time.monotonic() + LIMIT_S
        while mark not in self.text[start:] and time.monotonic() < end:
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self.fd, 4096).decode("utf-8", "replace")
                except OSError:
                    break
        assert mark in self.text[start:], self.text[-1500:]
        return self.text[start:]

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def end(self) -> int:
        """Wait for the end of the process; return its exit code."""
        return self.process.wait(LIMIT_S)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def terminal(home: Path) -> Iterator[Terminal]:
    common = ["--name", "Anna", "--seats", "uniform", "--seed", "3", "--pause", "0"]
    opened = Terminal(home, "preisbinokel", *common)
    yield opened
    opened.process.kill()
    opened.process.wait(LIMIT_S)
    os.close(opened.fd)


def test_enter_pressed_too_early_is_not_taken_for_an_answer(terminal: Terminal) -> None:
    terminal.type("\n\n\n")
    terminal.until("Dein Reiz")
    time.sleep(0.3)
    terminal.type("weg\n")
    terminal.until("Jetzt wird gespielt")
    assert terminal.text.count("Geber:") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_the_match(terminal: Terminal, home: Path, number: signal.Signals) -> None:
    terminal.until("Dein Reiz")
    time.sleep(0.3)  # between prompt and waiting, a signal is only noticed at the next key
    terminal.process.send_signal(number)
    terminal.until("Gespeichert")
    assert terminal.end() == 0
    [path] = home.glob("*.bnk")
    assert parse_record(path.read_text(encoding="utf-8")).entries


def test_the_end_of_input_saves_the_match(terminal: Terminal, home: Path) -> None:
    terminal.until("Dein Reiz")
    terminal.type("\x04")
    terminal.until("Weiterspielen: binokel play --resume")
    assert terminal.end() == 0
    assert len(list(home.glob("*.bnk"))) == 1


def test_a_program_that_is_killed_loses_nothing(terminal: Terminal, home: Path) -> None:
    terminal.until("Dein Reiz")
    terminal.type("weg\n")
    terminal.until("Jetzt wird gespielt")
    terminal.process.kill()
    terminal.end()
    [path] = home.glob("*.bnk")
    entries = parse_record(path.read_text(encoding="utf-8")).entries
    assert Pass() in [entry.action for entry in entries if entry.seat == 0]
