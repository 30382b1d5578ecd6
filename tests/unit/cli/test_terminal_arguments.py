"""How the terminal game begins: its arguments, and what it asks for."""

from pathlib import Path

import pytest

from binokel.cli import main as binokel
from binokel.cli.terminal import setup
from binokel.cli.terminal.console import is_pause
from binokel.cli.terminal.options import parse_options
from binokel.engine.record import parse_record
from binokel.errors import Inconsistent, UnfitPlayer, UnknownPlayer, UnknownRuleSet
from binokel.players import registry
from binokel.players.uniform import UniformPlayer
from binokel.rules.catalog import find_ruleset
from tests.levels import registered
from tests.unit.cli.terminal_robot import (
    Game,
    Keyboard,
    Screen,
    play,
    saved_in,
    script,
)


def test_the_set_up_asks_three_friendly_questions_with_defaults(home: Path) -> None:
    game = Game([], script(["", "2", "Anna|Lena\t"]))
    assert game.text.startswith("Grüß Gott am Binokel-Tisch!")
    assert "Am Tisch sitzt du, Anna Lena, mit:" in game.text
    [path] = saved_in(home)
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.rules == find_ruleset("stammtisch")
    again = Game([], script(["n", "blödsinn", "mehr", "5", "99", "uniform", ""]))
    assert "Du hast eine angefangene Partie." in again.text
    assert "„blödsinn“ finde ich nicht." in again.text
    assert "palast-4-48" in again.text
    assert "── Binokel zu zweit" in again.text
    goes_on = Game([], script([""]))
    assert "── Binokel zu zweit" in goes_on.text


def test_the_set_up_lists_only_players_that_know_the_rules(home: Path) -> None:
    game = Game([], script(["zu-zweit", "dabb-hard", "uniform", "Anna"]))
    assert "Messlatte" not in game.text
    assert "dabb-hard kennt deal.stock von zu-zweit nicht" in game.text
    [path] = saved_in(home)
    assert "uniform" in path.read_text(encoding="utf-8")
    listed = Game([], script(["n", "dabb-online", "mehr", "Messlatte, leicht", "Anna"]))
    assert "  Messlatte, leicht: ebenso, macht aber häufig Fehler" in listed.text
    assert "Gretel" in listed.text


def test_the_set_up_asks_for_a_level_and_shows_the_further_players_on_demand(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stark(UniformPlayer):
        name = "stark"

    class Anfaenger(UniformPlayer):
        name = "anfaenger"

    monkeypatch.setattr(registry, "_PLAYERS", registered(Stark, Anfaenger))
    game = Game([], script(["zu-zweit", "", "Anna"]))
    assert "  1  Anfänger: lernt noch" in game.text
    assert "  2  Stark: zählt mit" in game.text
    assert "Faustregel" not in game.text
    assert "(Enter = Stark)?" in game.text
    assert "mehr = alle" in game.text
    [path] = saved_in(home)
    assert "players person | stark" in path.read_text(encoding="utf-8")
    for answer in ("anfänger", "1", "ANFAENGER"):
        again = Game([], script(["n", "zu-zweit", answer, "Anna"]))
        assert again.code == 0
        newest = max(saved_in(home), key=lambda path: path.stat().st_mtime_ns)
        assert "players person | anfaenger" in newest.read_text(encoding="utf-8")


def test_the_set_up_takes_a_level_for_each_of_the_others(home: Path) -> None:
    answers = ["stammtisch", "uniform,heuristic,uniform", "nobody,uniform", "1,Faustregel", "Anna"]
    game = Game([], script(answers))
    assert "1,2 = für jeden eine Stufe, vom linken Nachbarn an" in game.text
    assert "Nenne eine Stufe für alle, oder 2 mit Komma" in game.text
    assert "„nobody,uniform“ verstehe ich hier nicht" in game.text
    [path] = saved_in(home)
    assert "players person | anfaenger | heuristic" in path.read_text(encoding="utf-8")


def test_arguments_choose_rules_players_and_seat(tmp_path: Path) -> None:
    rules = find_ruleset("kreuzbinokel")
    assert setup.seat_kinds(rules, "uniform") == ("person", "uniform", "uniform", "uniform")
    assert setup.seat_kinds(rules, "uniform,ich,heuristic,uniform")[1] == "person"
    for wrong in ("uniform,uniform", "ich,ich,uniform,uniform", ","):
        with pytest.raises(Inconsistent):
            setup.seat_kinds(rules, wrong)
    with pytest.raises(UnknownPlayer):
        play(["stammtisch", "--seats", "grandmaster"])
    with pytest.raises(UnfitPlayer):
        play(["zu-zweit", "--seats", "dabb-hard"])
    with pytest.raises(UnknownRuleSet):
        play(["stammtsich"])
    seats = "uniform,ich,uniform"
    game = Game(["stammtisch", "--seats", seats, "--name", "Anna", "--seed", "1"], script([]))
    assert "Gretel       rechts von dir" in game.text


@pytest.mark.parametrize(
    "wrong",
    [["--deals", "0"], ["--deals", "x"], ["--pause", "-1"], ["--suits", "tarot"], ["a", "b"]],
)
def test_a_wrong_argument_ends_with_code_2(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        parse_options(wrong)
    assert end.value.code == 2
    assert "binokel play" in capsys.readouterr().err


def test_the_language_comes_from_the_environment_and_german_is_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for value, lang in (("en_GB.UTF-8", "en"), ("fr_FR", "fr"), ("C", "de"), ("swg", "de")):
        monkeypatch.setenv("LC_ALL", value)
        assert parse_options([]).lang == lang
    assert parse_options(["--lang", "en"]).lang == "en"
    assert parse_options(["--lang=fr"]).lang == "fr"


def test_french_suits_are_named_while_letters_stay(tmp_path: Path) -> None:
    game = Game(["stammtisch", "--suits", "french", "--name", "A", "--seed", "1"], script([]))
    assert "E ♣ Kreuz" in game.text


def test_play_is_a_command_of_binokel(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen()
    monkeypatch.setattr("sys.stdin", Keyboard(screen, script([])))
    assert binokel(["play", "stammtisch", "--name", "Anna", "--lang", "de", "--seed", "1"]) == 0
    assert "Stammtisch" in capsys.readouterr().out


def test_paces_are_seconds_or_enter() -> None:
    assert [is_pause(text) for text in ("0", "2.5", "enter", "-1", "61", "x", "nan")] == [
        *[True] * 3,
        *[False] * 4,
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--blau"], "„--blau“ kenne ich nicht"),
        (["--name"], "hinter --name fehlt etwas"),
        (["--plain=1"], "hinter --plain steht nichts"),
        (["--suits", "blau"], "--suits: „blau“ gibt es nicht; es gibt württemberg, "),
        (["--deals", "0"], "--deals: „0“: das muss eine Zahl von 1 bis 1000 sein"),
        (["--pause", "9" * 99], "999…“: das muss eine Zahl von 0 bis 60 sein oder enter"),
        (["zu-zweit", "--rules", "sechser"], "entweder RULES oder --rules"),
        (["--resume", "x.bnk", "zu-zweit"], "--resume geht nicht zusammen mit RULES"),
        (["--resume", "--deals", "3"], "--resume geht nicht zusammen mit --deals"),
    ],
)
def test_wrong_arguments_are_told_in_the_language_of_the_match(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        parse_options(["--lang", "de", *arguments])
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert said in told
    assert "Aufruf:" in told
    assert "argument" not in told


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--resume", "missing.bnk"], "missing.bnk lässt sich nicht lesen: das gibt es nicht"),
        (["--resume", "/dev/zero"], "/dev/zero ist keine gewöhnliche Datei"),
        (["--resume"], "keine angefangene Partie in"),
        (["stammtsch"], "heißt „stammtsch“; meinst du stammtisch?"),
        (["stammtisch", "--seats", "heuristc"], "heuristic"),
        (["stammtisch", "--seats", "uniform,uniform,uniform"], "stammtisch hat 3 Plätze"),
        (["--resume", "hello.bnk"], "Zeile 1, Spalte 1: ein Protokoll beginnt mit"),
    ],
)
def test_what_cannot_be_played_is_told_in_the_language_of_the_match(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hello.bnk").write_text("hello", encoding="utf-8")
    assert binokel(["play", "--lang", "de", *arguments]) == 2
    assert said in capsys.readouterr().err
