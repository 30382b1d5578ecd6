"""Every test keeps its data in a folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of the program's data."""
    folder = tmp_path / "home"
    monkeypatch.setenv("BINOKEL_HOME", str(folder))
    return folder
