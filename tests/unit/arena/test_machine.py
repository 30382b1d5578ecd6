"""On what a result was made."""

import subprocess
from pathlib import Path

import pytest

from binokel import __version__
from binokel.arena import machine


def test_the_machine_is_told_with_the_version() -> None:
    told = machine.machine()
    assert told["binokel"] == __version__
    assert all(told.values())


def test_the_commit_is_that_of_the_source() -> None:
    folder = Path(machine.__file__).parent
    words = ["git", "rev-parse", "--short=12", "HEAD"]
    head = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if head.returncode == 0:
        assert (machine.commit() or "").removesuffix("+changes") == head.stdout.strip()
    else:
        assert machine.commit() is None


def test_without_git_there_is_no_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_words: object, **_more: object) -> None:
        raise FileNotFoundError("git")

    monkeypatch.setattr(subprocess, "run", missing)
    assert machine.commit() is None
