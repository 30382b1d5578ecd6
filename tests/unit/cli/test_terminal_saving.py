"""Nothing of a match is lost: the journal, two windows, places that cannot be written."""

import os
from pathlib import Path

import pytest

from binokel.cli.terminal import saving
from binokel.cli.terminal.refused import Refused, os_cause
from binokel.cli.terminal.saving import discard, journal, read, save
from binokel.cli.terminal.session import Session
from binokel.engine.actions import NoCut, TakeDabb
from binokel.engine.match import Undo
from binokel.engine.record import parse_record
from tests.unit.cli.terminal_robot import Game, first_choice, play, saved_in, script
from tests.unit.cli.terminal_table import declaring, types

COMMON = ["stammtisch", "--name", "Anna", "--seed", "8", "--seats", "uniform"]


def blocked(tmp_path: Path) -> Path:
    """Return a place where nothing can be written, by nobody."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    return tmp_path / "file" / "m.bnk"


def test_after_every_entry_of_the_person_the_record_is_on_the_disk(home: Path) -> None:
    n_entries: list[int] = []

    def answer(fresh: str, prompt: str) -> str:
        records = [parse_record(path.read_text(encoding="utf-8")) for path in saved_in(home)]
        n_entries.extend(len(record.entries) for record in records)
        return first_choice(fresh, prompt)

    Game(["preisbinokel", *COMMON[1:], "--deals", "1"], answer)
    assert len(set(n_entries)) > 12
    assert n_entries == sorted(n_entries)
    assert not list(home.glob("*.new"))


def test_a_finished_match_is_kept_as_a_record_and_its_name_is_told(home: Path) -> None:
    game = play([*COMMON, "--deals", "1"])
    [path] = saved_in(home)
    assert path.name.endswith("-finished.bnk")
    assert f"binokel replay {path}" in " ".join(game.text.split())
    assert saving.last_unfinished(lambda *_: None) is None


def two_windows(tmp_path: Path) -> tuple[Session, Session]:
    path = tmp_path / "match.bnk"
    first = declaring({}, [])
    first.path = path
    save(first)
    second = declaring({}, [])
    second.path, second.stamp = path, first.stamp
    return first, second


def test_a_file_changed_by_another_window_is_not_overwritten(tmp_path: Path) -> None:
    first, second = two_windows(tmp_path)
    first.apply(first.match.deal.legal_actions()[0])
    content = save(first).read_bytes()
    assert save(second) == tmp_path / "match-2.bnk"
    assert (tmp_path / "match.bnk").read_bytes() == content
    assert save(first) == tmp_path / "match.bnk"
    assert save(second) == tmp_path / "match-2.bnk"


def test_the_person_is_told_where_the_match_is_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = two_windows(tmp_path)
    first.apply(first.match.deal.legal_actions()[0])
    save(first)
    second.apply(second.match.deal.legal_actions()[0])
    journal(second)
    said = second.console._out.getvalue()  # type: ignore[attr-defined]
    assert "inzwischen von anderswo geändert" in said
    assert second.path == tmp_path / "match-2.bnk"


def test_a_match_thrown_away_leaves_no_file_and_a_resumed_one_what_it_was(home: Path) -> None:
    Game(COMMON, script([""]))
    [path] = saved_in(home)
    before = path.read_bytes()
    session = declaring({}, [])
    session.path, session.stamp, session.original = path, saving._stamp(before), before
    save(session)
    assert path.read_bytes() != before
    discard(session)
    assert path.read_bytes() == before
    session.original, session.stamp = None, saving._stamp(before)
    discard(session)
    assert not path.exists()


def test_what_another_window_has_written_is_not_thrown_away(tmp_path: Path) -> None:
    first, second = two_windows(tmp_path)
    first.apply(first.match.deal.legal_actions()[0])
    save(first)
    discard(second)
    assert (tmp_path / "match.bnk").exists()


def test_a_place_that_cannot_be_written_is_refused_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(Refused) as error:
        play([*COMMON, "--record", str(blocked(tmp_path))])
    assert "lässt sich nicht schreiben: ein Teil des Namens ist kein Ordner" in (
        error.value.told("de")
    )
    with pytest.raises(Refused, match="there already"):
        play([*COMMON, "--record", str(tmp_path)])


def test_a_match_that_cannot_be_saved_asks_for_another_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BINOKEL_HOME", str(blocked(tmp_path)))
    game = Game(COMMON, script(["k", "q", "", "w", "q", "", "", str(tmp_path)]))
    assert game.text.count("Speichern ging nicht: ein Teil des Namens ist kein Ordner") >= 3
    assert "beim Aufhören frage ich" in game.text
    [path] = saved_in(tmp_path)
    assert read(path).match.entries
    assert game.code == 0


def test_at_the_end_of_input_the_match_is_kept_somewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BINOKEL_HOME", str(blocked(tmp_path)))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    game = Game(COMMON, script(["k"]))
    [path] = saved_in(tmp_path)
    assert str(path) in game.text
    assert game.code == 0
    monkeypatch.setattr("tempfile.tempdir", str(blocked(tmp_path)))
    assert Game(COMMON, script(["k"])).code == 1


@pytest.mark.parametrize("what", ["folder", "device", "missing", "binary"])
def test_what_is_no_record_is_refused_in_words(what: str, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"binokel 1\n\xff\xfe")
    path = {"folder": tmp_path, "device": Path(os.devnull)}.get(what, tmp_path / what)
    with pytest.raises(Refused) as error:
        read(path)
    assert str(path) in error.value.told("de")
    assert "[Errno" not in error.value.told("de")


def test_a_cause_without_words_is_told_by_its_number() -> None:
    assert os_cause(OSError(5, "x"), "de") == "Fehler 5 des Systems"
    assert os_cause(OSError(), "fr") == "erreur 0 du système"


def test_one_more_match_with_record_gets_a_numbered_file(tmp_path: Path) -> None:
    path = tmp_path / "evening.bnk"
    path.write_text("x", encoding="utf-8")
    assert saving.free_path(path) == tmp_path / "evening-2.bnk"
    (tmp_path / "evening-2.bnk").write_text("x", encoding="utf-8")
    assert saving.free_path(path) == tmp_path / "evening-3.bnk"
    session = declaring({}, [])
    assert session.match.why_illegal(NoCut()) is not None


def test_an_undo_is_on_the_disk_at_once(home: Path) -> None:
    session = declaring({}, [TakeDabb()])
    types(session, "HZ HK")
    types(session, "u")
    assert isinstance(session.match.entries[-1].action, Undo)
    [path] = saved_in(home)
    assert read(path).match.entries == session.match.entries


def test_who_quits_a_resumed_match_unsaved_is_told_that_it_stays_as_it_was(home: Path) -> None:
    Game([*COMMON, "--deals", "1"], script(["k"]))
    [path] = saved_in(home)
    before = path.read_bytes()
    game = Game(["--resume", str(path)], script(["q", "n", "ja"]))
    assert "wieder so, wie du sie geöffnet hast" in " ".join(game.text.split())
    assert path.read_bytes() == before
