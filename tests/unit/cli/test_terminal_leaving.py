"""The terminal game left and taken up again: nothing is lost, nothing overwritten."""

import contextlib
from pathlib import Path

import pytest

from binokel.cli.terminal.console import Console, Leave
from binokel.cli.terminal.loop import play_match
from binokel.cli.terminal.main import run
from binokel.cli.terminal.options import parse_options
from binokel.cli.terminal.saving import last_unfinished, read
from binokel.engine.record import format_record, parse_record
from binokel.errors import Inconsistent, RecordError
from tests.unit.cli.terminal_robot import (
    Game,
    Keyboard,
    Screen,
    first_choice,
    play,
    saved_in,
    script,
)
from tests.unit.cli.terminal_table import new_table


class Leaving:
    """Answers with the first choice and stands up before answer n."""

    def __init__(self, n: int, how: str) -> None:
        self.n = n
        self.how = how
        self.questions: list[str] = []

    def __call__(self, fresh: str, prompt: str) -> str | None:
        self.questions.append(prompt)
        if len(self.questions) <= self.n:
            return first_choice(fresh, prompt)
        if self.how == "interrupt":
            raise KeyboardInterrupt
        if self.how == "end":
            return None
        return "q" if "Aufhören" not in prompt else ""


@pytest.mark.parametrize("rules", ["stammtisch", "souabe-4", "zu-zweit"])
@pytest.mark.parametrize("how", ["quit", "end", "interrupt"])
def test_a_match_goes_on_after_leaving_as_if_nobody_had_left(
    rules: str, how: str, home: Path, tmp_path: Path
) -> None:
    whole = tmp_path / "whole.bnk"
    common = ["--name", "Anna", "--seed", "8", "--seats", "uniform", "--deals", "2"]
    n_questions = play([rules, *common, "--record", str(whole)]).keyboard.n_answers
    wanted = parse_record(whole.read_text(encoding="utf-8"))
    for n in range(1, n_questions - 1, 5):
        leaving = Leaving(n, how)
        left = Game([rules, *common], leaving)
        assert left.code == 0
        assert "Gespeichert" in left.text
        assert "play --resume" in left.text
        [path] = saved_in(home)
        again = play(["--resume", str(path)])
        [done] = saved_in(home)
        found = parse_record(done.read_text(encoding="utf-8"))
        assert again.code == 0
        assert found.entries == wanted.entries
        done.unlink()


def test_the_head_of_a_saved_record_tells_who_plays_and_the_seed(home: Path) -> None:
    Game(["kreuzbinokel", "--name", "Anna", "--seed", "abc", "--seats", "uniform"], script([""]))
    [path] = saved_in(home)
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.header == ("players person | uniform | uniform | uniform", "seed abc")
    assert record.seats[0] == "Anna"
    assert record.date is not None
    saved = read(path)
    assert (saved.setup.me, saved.setup.seed) == (0, "abc")
    assert last_unfinished(lambda *_: None) == path
    assert saved.match.to_act is not None


def test_resume_without_a_file_takes_the_last_unfinished_match(home: Path) -> None:
    common = ["--name", "Anna", "--seed", "8", "--seats", "uniform", "--deals", "1"]
    Game(["stammtisch", *common], script(["k"]))
    [path] = saved_in(home)
    (home / "other.bnk").write_text("binokel 1\nnonsense", encoding="utf-8")
    game = play(["--resume"])
    assert "other.bnk ist beschädigt und wird übergangen: Zeile 2" in " ".join(game.text.split())
    assert "Die Partie ist aus" in game.text
    assert not path.exists()
    [done] = home.glob("*-finished.bnk")
    assert f"binokel replay {done}" in " ".join(game.text.split())
    assert read(done).match.standing.finished
    with pytest.raises(Inconsistent, match="no unfinished match"):
        play(["--resume"])


def test_a_record_without_the_person_or_no_record_is_refused(tmp_path: Path) -> None:
    session, _ = new_table("stammtisch")
    path = tmp_path / "foreign.bnk"
    path.write_text(format_record(session.match), encoding="utf-8")
    with pytest.raises(Inconsistent, match=r"players person \| heuristic \| heuristic"):
        play(["--resume", str(path)])
    with pytest.raises(Inconsistent, match="cannot read"):
        play(["--resume", str(tmp_path / "missing.bnk")])
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(RecordError):
        play(["--resume", str(path)])


def test_quitting_asks_and_only_a_second_yes_throws_the_match_away(home: Path) -> None:
    common = ["stammtisch", "--name", "Anna", "--seed", "8", "--seats", "uniform"]
    stays = Game(common, script(["q", "w", "q", "n", "nein", "q", "n", "ja"]))
    assert "Gut, es geht weiter." in stays.text
    assert stays.text.endswith("Ade, bis zum nächsten Mal!\n")
    assert saved_in(home) == []


def test_saving_by_command_and_with_a_record_file(tmp_path: Path, home: Path) -> None:
    session, screen = new_table("stammtisch", ["s"])
    session.path = tmp_path / "deep" / "match.bnk"
    with pytest.raises(Leave):
        play_match(session)
    assert "Gespeichert" in screen.getvalue()
    assert read(session.path).match.entries == session.match.entries
    assert saved_in(home) == []


def test_a_record_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.bnk"
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(Inconsistent, match="is there already"):
        play(["stammtisch", "--name", "A", "--record", str(path)])
    assert path.read_text(encoding="utf-8") == "precious"


def test_leaving_during_the_set_up_saves_nothing(home: Path) -> None:
    game = Game([], script([]))
    assert game.code == 0
    assert saved_in(home) == []


def test_a_window_that_is_gone_ends_the_match_saved(home: Path) -> None:
    class Gone(Screen):
        def write(self, text: str, /) -> int:
            if "Deine Karten" in text:
                raise OSError(5, "Input/output error")
            return super().write(text)

    screen = Gone()
    console = Console(Keyboard(screen, first_choice), screen)
    wanted = ["stammtisch", "--lang", "de", "--name", "A", "--seats", "uniform", "--seed", "1"]
    with contextlib.suppress(Leave):
        assert run(parse_options(wanted), console) == 0
    assert len(saved_in(home)) == 1
