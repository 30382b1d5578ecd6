"""Every test of a command keeps its data in a folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder; whatever is written there need not survive a power cut."""
    folder = tmp_path / "home"
    monkeypatch.setenv("BINOKEL_HOME", str(folder))
    monkeypatch.setattr("os.fsync", lambda _file: None)
    return folder
