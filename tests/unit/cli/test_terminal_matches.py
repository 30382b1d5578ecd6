"""Whole matches in the terminal, played by a robot that reads the screen."""

from pathlib import Path
from random import Random

import pytest

from binokel.engine.actions import (
    BuryDone,
    CallCard,
    Concede,
    ExchangeDix,
    GiveCard,
    PlayCard,
    Sign,
)
from binokel.engine.match import Match
from binokel.engine.record import verify
from tests.unit.cli.terminal_robot import Game, first_choice, play, random_choice

SETS = (
    "stammtisch",
    "kreuzbinokel",
    "preisbinokel",
    "zu-zweit",
    "zu-zweit-reizen",
    "souabe-4",
    "drecksau-online-5-40",
    "dabb-online-4",
    "heroldstatt",
    "sechser",
)

STRICT = """
extends = "stammtisch"
title = "Streng mit Rufen"
[dabb]
call = "on"
[penalties]
strict = true
"""


def arguments(rules: str, record: Path, *, deals: int = 2, seed: int = 5) -> list[str]:
    wanted = ["--deals", str(deals), "--seed", str(seed), "--seats", "uniform"]
    return [rules, "--name", "Anna", *wanted, "--record", str(record)]


def recorded(path: Path) -> Match:
    return verify(path.read_text(encoding="utf-8"))[1]


@pytest.mark.parametrize("rules", SETS)
def test_a_match_is_played_to_its_end_with_the_first_choices(rules: str, tmp_path: Path) -> None:
    record = tmp_path / "match.bnk"
    game = play(arguments(rules, record))
    match = recorded(record)
    assert game.code == 0
    assert match.standing.finished
    assert "Die Partie ist aus" in game.text
    assert game.text.count("── Abrechnung") == len(match.results)


@pytest.mark.parametrize("rules", SETS)
def test_a_match_is_played_to_its_end_with_any_choices(rules: str, tmp_path: Path) -> None:
    record = tmp_path / "match.bnk"
    seed = sum(map(ord, rules))
    game = play(arguments(rules, record, seed=seed), random_choice(Random(seed)))
    assert game.code == 0
    assert recorded(record).standing.finished


def test_a_strict_set_with_calling_is_played_signed_and_scored(tmp_path: Path) -> None:
    def calls(fresh: str, prompt: str) -> str:
        if "ruf SO =" in fresh and "ja/nein" not in prompt:
            return "ruf EA" if "EA EA" not in fresh else "ruf SA"
        if "Dein Reiz" in prompt:
            return "5000" if "ab" in prompt else "weg"
        if "fertig = genug" in fresh:
            return next(burying)
        return first_choice(fresh, prompt)

    burying = iter(["1", "2 3", "z", "4 5", "fertig"] * 100)
    rules, record = tmp_path / "streng.toml", tmp_path / "match.bnk"
    rules.write_text(STRICT, encoding="utf-8")
    game = play(arguments(str(rules), record, deals=3), calls)
    match = recorded(record)
    kinds = {type(entry.action) for entry in match.entries if entry.seat == 0}
    assert game.code == 0
    assert match.standing.finished
    assert {CallCard, GiveCard, BuryDone, Sign, PlayCard} <= kinds
    assert "Du rufst" in game.text
    assert "Alle Stiche, zum Nachsehen" in game.text


def test_going_out_is_possible_by_hand(tmp_path: Path) -> None:
    def goes_out(fresh: str, prompt: str) -> str:
        if "ab =" in fresh and "ja/nein" not in prompt:
            return "ab in Herz offen"
        if "Dein Reiz" in prompt:
            return "5000" if "ab" in prompt else "weg"
        return first_choice(fresh, prompt)

    record = tmp_path / "match.bnk"
    game = play(arguments("stammtisch", record), goes_out)
    conceded = [e.action for e in recorded(record).entries if isinstance(e.action, Concede)]
    assert conceded
    assert all(action.show for action in conceded)
    assert "Wirklich in Herz ♥ abgehen?" in game.text
    # The price is told once: before the question, not in it again.
    assert game.text.count("kostet dich") == game.text.count("Abgehen kostet dich") > 0
    assert "und 30 dazu" in game.text


def test_the_trump_seven_is_exchanged_by_hand(tmp_path: Path) -> None:
    def exchanges(fresh: str, prompt: str) -> str:
        return "x" if "x = Trumpf-Siebener" in fresh else first_choice(fresh, prompt)

    done = False
    for seed in range(12):
        record = tmp_path / f"match{seed}.bnk"
        play(arguments("zu-zweit", record, seed=seed), exchanges)
        done = done or any(
            isinstance(e.action, ExchangeDix) and e.seat == 0 for e in recorded(record).entries
        )
    assert done


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_other_languages_have_every_text_of_a_match(lang: str, tmp_path: Path) -> None:
    def plays(fresh: str, prompt: str) -> str:
        if "yes/no" in prompt or "oui/non" in prompt:
            return "yes"
        if "Your bid" in prompt or "enchère" in prompt:
            return "pass"
        return "1" if "1–" in prompt else ""

    record = tmp_path / "match.bnk"
    game = play(["--lang", lang, *arguments("kreuzbinokel", record)], plays)
    assert game.code == 0
    assert recorded(record).standing.finished


@pytest.mark.parametrize("columns", [60, 44])
@pytest.mark.parametrize("rules", ["drecksau-online-5-40", "kreuzbinokel", "zu-zweit"])
def test_narrow_screens_are_not_exceeded(
    rules: str, columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    def curious(fresh: str, prompt: str) -> str:
        asked = rng.random()
        return rng.choice("mplt?") if asked < 0.3 else first_choice(fresh, prompt)

    rng = Random(3)
    game = play(arguments(rules, tmp_path / "match.bnk"), curious)
    too_long = [
        line for line in game.text.splitlines() if len(line) > columns and str(tmp_path) not in line
    ]
    assert too_long == []


def test_an_encoding_without_suit_symbols_gets_plain_letters(tmp_path: Path) -> None:
    game = Game(arguments("stammtisch", tmp_path / "m.bnk"), first_choice_ascii, encoding="ascii")
    assert game.code == 0
    assert game.text.isascii()
    assert "Naechstes" in game.text or "naechsten Mal" in game.text
    assert "E Eichel" in game.text


def first_choice_ascii(fresh: str, prompt: str) -> str:
    spelt = prompt.replace("druecken", "drücken").replace("(1-", "(1–")
    return first_choice(fresh, spelt)


def test_plain_has_no_symbols_and_no_colours(tmp_path: Path) -> None:
    game = play([*arguments("stammtisch", tmp_path / "m.bnk"), "--plain"])
    assert not set("♣♠♥♦\x1b") & set(game.text)


def test_the_same_seed_and_answers_give_the_same_match(tmp_path: Path) -> None:
    one, two = (
        recorded_after(arguments("kreuzbinokel", tmp_path / name)) for name in ("a.bnk", "b.bnk")
    )
    assert one.entries == two.entries


def recorded_after(wanted: list[str]) -> Match:
    play(wanted)
    return recorded(Path(wanted[-1]))
