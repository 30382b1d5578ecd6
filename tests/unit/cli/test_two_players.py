"""The game for two as it is told: the turned-up card, its Dix, and melds taken over."""

from pathlib import Path

import pytest

from binokel.cards import Card
from binokel.cli import main
from binokel.cli.terminal.announce import announce
from binokel.cli.terminal.console import Console
from binokel.cli.terminal.session import Session, Setup
from binokel.cli.terminal.words import Words
from binokel.engine.actions import Action, DeclareMelds, NoCut, PlayCard, Shuffle
from binokel.engine.match import Match
from binokel.engine.record import format_record
from binokel.telling.scene import Scene, turned_up_line
from binokel.testing.builders import melds_of, order_with, rules_with
from tests.unit.cli.terminal_robot import Screen

RULES = rules_with("zu-zweit")
VOID = "Dafür zählt nicht mehr: Paar Eichel 40. Geschrieben wird der Unterschied, 110."
DIX = "Bert gibt und schreibt dafür eine Dix, 10."


def opened(turned: str) -> Match:
    """Return a match of two in which Anna holds the family of Eichel."""
    order = order_with(RULES, "EA EZ EK EO EU SA SZ SK SU HA HZ HK", stock=f"|{turned}", dealer=1)
    match = Match(RULES, ["Anna", "Bert"], first_dealer=1)
    for action in (Shuffle(order), NoCut()):
        match.apply(action)
    return match


def melding() -> list[Action]:
    """Return Anna's pair, a trick that she wins, and her family."""
    pair, family = (melds_of(RULES, meld, "E") for meld in ("pair E", "family E"))
    return [
        *(DeclareMelds(pair), DeclareMelds(), PlayCard(Card.SA), PlayCard(Card.SA)),
        DeclareMelds(family),
    ]


def retold(capsys: pytest.CaptureFixture[str], file: Path, match: Match, *options: str) -> str:
    file.write_text(format_record(match), encoding="utf-8")
    assert main(["replay", str(file), *options]) == 0
    return capsys.readouterr().out


def test_the_turned_up_card_lies_under_the_stock_and_is_one_of_its_cards(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line = "Die Karte liegt unter dem Stapel; mit ihr sind es noch 24 Karten."
    told = retold(capsys, tmp_path / "zwei.bnk", opened("E7"))
    assert f"Aufgedeckt ist Eichel-Siebener: Trumpf Eichel E. {line} {DIX}\n" in told
    told = retold(capsys, tmp_path / "zwei.bnk", opened("EA"), "--seat", "0")
    assert f"Aufgedeckt ist Eichel-Daus: Trumpf Eichel E. {line}\n" in told


def test_a_seven_that_was_exchanged_is_no_dix_of_the_dealer() -> None:
    words = Words("de", "württemberg", has_symbols=False)
    assert DIX in turned_up_line(Scene(words, opened("E7").observe(0)))
    assert "Dix" not in turned_up_line(Scene(words, opened("EA").observe(0)))


def test_a_meld_that_is_taken_over_is_void_and_the_difference_is_scored(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = opened("E7")
    for action in melding():
        match.apply(action)
    for options in ((), ("--seat", "1")):
        told = retold(capsys, tmp_path / "zwei.bnk", match, *options)
        assert f"Anna meldet 150: Familie Eichel 150. {VOID}\n" in told
        assert told.count("zählt nicht mehr") == 1


def test_the_terminal_tells_what_a_new_meld_has_taken_over() -> None:
    match, screen = opened("E7"), Screen()
    words = Words("de", "württemberg", has_symbols=False)
    console = Console(screen, screen, plain=True)
    session = Session(match, Setup(1, ("person", "person"), "1"), {}, console, words)
    for action in melding():
        before, seat = session.view, match.to_act
        assert seat is not None
        session.apply(action)
        announce(session, seat, action, before)
    assert " ".join(screen.getvalue().split()).count(VOID) == 1
