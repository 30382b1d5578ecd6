"""Where the program keeps what a person does."""

from pathlib import Path

import pytest

from binokel.store.folder import data_folder


def test_the_folder_of_the_person_follows_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("BINOKEL_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "binokel"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "binokel"


def test_on_windows_it_is_the_roaming_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.delenv("BINOKEL_HOME", raising=False)
    monkeypatch.setenv("APPDATA", str(tmp_path / "roaming"))
    assert data_folder() == tmp_path / "roaming" / "binokel"
    monkeypatch.delenv("APPDATA")
    assert data_folder() == Path.home() / "binokel"


def test_a_folder_of_ones_own_goes_before_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BINOKEL_HOME", str(tmp_path))
    assert data_folder() == tmp_path
