"""Questions and tips: what may be typed at each, what Enter does, what reaches the screen."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from binokel.cards import Card, Suit
from binokel.cli.terminal import help, saving, scores
from binokel.cli.terminal.announce import announce
from binokel.cli.terminal.console import Console
from binokel.cli.terminal.options import parse_options
from binokel.cli.terminal.person import take_turn
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.setup import with_commands
from binokel.engine.actions import BuryCard, NameTrump, Pass, TakeDabb
from binokel.engine.match import Undo
from binokel.engine.phase import Phase
from binokel.locales import LANGUAGES, text
from binokel.players.registry import names
from binokel.telling.scene import auction_line
from tests.unit.cli.terminal_robot import Game, Keyboard, Screen, play, saved_in, script
from tests.unit.cli.terminal_table import after_burying, declaring, types

COMMON = ["stammtisch", "--name", "Anna", "--seed", "8", "--seats", "uniform"]


class Tty(Screen):
    def isatty(self) -> bool:
        return True


class TtyKeyboard(Keyboard):
    def isatty(self) -> bool:
        return True


def terminal(lines: Sequence[str]) -> tuple[Console, Tty]:
    screen = Tty()
    return Console(TtyKeyboard(screen, script(lines)), screen, pause="0"), screen


@pytest.mark.parametrize("typed", ["quark", "", "7", "?", "p", "t"])
def test_neither_yes_nor_no_is_asked_again(typed: str) -> None:
    session = with_commands(declaring({}, [TakeDabb()]))
    said = types(session, "ab in Herz", typed, "ja")
    assert said.count("Wirklich in Herz ♥ abgehen? (ja/nein)") == 2
    assert session.match.deal.conceded


def test_a_command_that_changes_the_match_ends_the_question() -> None:
    session = with_commands(declaring({}, [TakeDabb(), BuryCard(Card.HZ)]))
    types(session, "ab in Herz", "u")
    assert session.view.deal.buried == ()
    assert not session.match.deal.conceded


def test_the_suit_is_asked_until_it_is_one_and_its_letters_are_no_commands() -> None:
    session = with_commands(declaring({}, [TakeDabb()]))
    said = types(session, "ab", "blau", "?", "s", "ja")
    assert said.count("In welche Farbe") == 3
    assert "ist keine Farbe" in said
    assert session.match.deal.trump is Suit.S


@pytest.mark.parametrize("typed", ["", "nein", "z", "zurück"])
def test_the_suit_of_going_out_need_not_be_named_after_all(typed: str) -> None:
    session = with_commands(declaring({}, [TakeDabb()]))
    n_entries = len(session.match.entries)
    said = types(session, "ab", "?", typed)
    assert said.count("Enter = doch nicht)?") == 2
    assert "Enter, nein oder zurück = doch nicht abgehen" in " ".join(said.split())
    assert "Wirklich" not in said
    assert len(session.match.entries) == n_entries


def test_leaving_is_possible_at_every_question_of_the_set_up(home: Path) -> None:
    for lines in (["q"], ["?", "q"], ["1", "q"], ["1", "1", "?", "q"]):
        game = Game([], script(lines))
        assert game.text.endswith("Ade, bis zum nächsten Mal!\n")
        assert ("q = aufhören." in game.text) == ("?" in lines)
    Game(COMMON, script([""]))
    n_saved = len(saved_in(home))
    assert n_saved == 1
    again = Game([], script(["quark", "?", "q"]))
    assert again.text.count("Weiterspielen?") == 3
    assert len(saved_in(home)) == n_saved


def test_quitting_twice_saves_and_nonsense_asks_again(home: Path) -> None:
    game = Game(COMMON, script(["q", "quark", "?", "q"]))
    assert game.text.count("Aufhören? Enter") == 3
    assert len(saved_in(home)) == 1


def test_a_name_that_is_too_long_is_cut_and_that_is_said() -> None:
    game = Game(["stammtisch", "--name", "Anna-Katharina Schwaderlapp"], script([]))
    assert "höchstens 20 Zeichen: Anna-Katharina Schwa" in game.text


def test_a_tip_tells_reasons_and_what_else_was_weighed() -> None:
    session = with_commands(after_burying())
    said = types(session, "tipp", "")
    assert re.search(r"Sag (Eichel|Bollen)\b.* als Trumpf an", said)
    assert "200 gelingt " in said
    assert "tipp mehr = was es sonst gäbe" in said
    assert session.view.deal.trump is not None


def test_more_of_a_tip_compares_the_alternatives_and_says_what_the_numbers_mean() -> None:
    session = with_commands(after_burying())
    said = types(session, "tipp mehr", "")
    assert re.search(r"→ (Eichel ♣|Bollen ♦) als Trumpf ansagen: etwa \+", said)
    assert said.count("± ") >= 2
    assert "Geschätzt ist" in said
    assert session.view.deal.trump is not None
    for typed in ("tip more", "conseil plus"):
        assert session.find_command(typed) is session.find_command("tipp mehr")


def test_where_nothing_was_compared_more_of_a_tip_says_so() -> None:
    session = with_commands(declaring({}, []))
    said = types(session, "tipp mehr")
    assert "Nimm den Dabb auf." in said
    assert "Mehr hat er dazu nicht verglichen." in said


def test_a_match_without_tips_gives_none_and_stays_so_when_it_is_resumed(home: Path) -> None:
    game = Game(["stammtisch", "--no-hints", "--name", "Anna"], script(["tipp", "tipp mehr"]))
    assert game.text.count("Diese Partie ist ohne Tipps begonnen worden.") == 2
    [path] = saved_in(home)
    assert "hints off" in path.read_text(encoding="utf-8")
    again = Game(["--resume", str(path)], script(["tipp"]))
    assert "ohne Tipps begonnen" in again.text
    assert "Der Computer täte:" not in again.text
    other = Game(["stammtisch", "--name", "Anna"], script(["tipp"]))
    assert "Der Computer täte:" in other.text


@pytest.mark.parametrize("given", ["--hints", "--no-hints"])
def test_tips_are_settled_when_a_match_begins(
    given: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse_options(["--resume", "x.bnk", given])
    assert given in capsys.readouterr().err


def test_while_burying_a_tip_names_all_cards_at_once_and_enter_buries_them() -> None:
    session = with_commands(declaring({}, [TakeDabb(), BuryCard(Card.EA)]))
    said = types(session, "tipp", "")
    assert "Der Computer täte:" in said
    deal = session.view.deal
    assert len(deal.buried) == 4
    assert deal.phase is Phase.BURY


def test_a_tip_is_past_once_something_else_is_typed() -> None:
    session = with_commands(after_burying())
    before = len(session.match.entries)
    said = types(session, "tipp", "p", "")
    assert "Enter = so machen" in said
    assert len(session.match.entries) == before


def test_points_after_an_undo_and_after_resuming_are_those_of_the_last_standing_deal(
    home: Path,
) -> None:
    session = with_commands(declaring({}, [TakeDabb()]))
    assert session.last_deal() is None
    deal_over(session)
    said = types_p(session)
    assert "Abrechnung" in said
    assert said.count("Stand:") == 1
    session.apply(Undo(1))
    assert "Abrechnung" not in types_p(session)
    deal_over(session)
    session.path = home / "m.bnk"
    saving.save(session)
    saved = saving.read(session.path)
    session.match = saved.match
    assert types_p(session) == said


def deal_over(session: Session) -> None:
    while not session.match.deal.is_over:
        session.apply(session.match.deal.legal_actions()[0])


def types_p(session: Session) -> str:
    screen = Screen()
    session.console = Console(Keyboard(screen, script([])), screen)
    command = session.find_command("p")
    assert command is not None
    command(session)
    return screen.getvalue()


def test_no_control_character_of_a_record_reaches_the_terminal(home: Path) -> None:
    console, screen = terminal(["\x1b[2Jx"])
    evil = "\x1b]0;title\x07\x1b[2J\x9bA\u202e\r"
    console.line(evil)
    console.line(evil, "bold")
    console.flow(evil)
    console.raw(console.styled(evil, "red"), evil)
    console.ask(evil)
    left = re.sub("\x1b\\[(0|1|31)m", "", screen.getvalue())
    assert [c for c in left if not c.isprintable() and c != "\n"] == []


def test_a_long_text_stops_after_a_screenful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "10")
    monkeypatch.setenv("COLUMNS", "80")
    console, screen = terminal(["", "q"])
    with console.paging("mehr?"):
        for n in range(100):
            console.line(f"Zeile {n}")
    console.line("Ende")
    said = screen.getvalue()
    assert said.count("mehr?") == 2
    assert "Zeile 15" in said
    assert "Zeile 16" not in said
    assert said.endswith("Ende\n")


def test_a_pipe_gets_a_long_text_in_one_piece() -> None:
    screen = Screen()
    console = Console(Keyboard(screen, script([])), screen)
    with console.paging("mehr?"):
        for n in range(100):
            console.line(f"Zeile {n}")
    assert "mehr?" not in screen.getvalue()
    assert "Zeile 99" in screen.getvalue()


def test_a_long_thought_is_shown_and_wiped_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binokel.cli.terminal.console.PATIENCE_S", 0.0)
    console, screen = terminal([])
    with console.thinking(" Karle überlegt …"):
        while "überlegt" not in screen.getvalue():
            pass
    assert screen.getvalue().endswith("\b" * 17)
    monkeypatch.setattr("binokel.cli.terminal.console.PATIENCE_S", 60.0)
    quick, screen = terminal([])
    with quick.thinking("x"):
        pass
    assert screen.getvalue() == ""


def test_the_tip_prompt_stands_where_enter_does_what_the_tip_says() -> None:
    session = with_commands(declaring({}, []))
    session.apply(Undo(3))
    types(session, "tipp")
    assert session.hint
    types(session, "weg")
    assert session.match.entries[-1].action == Pass()
    assert NameTrump(Suit.E) not in session.hint


def test_own_moves_are_told_in_the_second_person(home: Path) -> None:
    game = play(["preisbinokel", *COMMON[1:], "--deals", "1"])
    assert "du: " in game.text
    assert "→ Dein Stich, " in game.text
    assert not re.search("Anna (nimmt|sagt|meldet|hat|kommt)", game.text)


def test_own_melds_are_listed_under_their_sum() -> None:
    session = after_burying()
    session.apply(NameTrump(Suit.E))
    screen = Screen()
    session.console = Console(Keyboard(screen, script([""])), screen)
    before = session.view
    [action] = take_turn(session)
    announce(session, session.me, action, before)
    said = screen.getvalue().partition("Du meldest")[2]
    assert "Familie Eichel" in said


def test_at_a_large_table_the_order_of_play_is_numbered() -> None:
    game = Game(["sechser", *COMMON[1:]], script([]))
    assert "1. nach dir\n" in game.text
    assert "2. nach dir, spielt mit dir" in game.text


def test_forehand_is_said_to_hold_the_lowest_bid_silently() -> None:
    session = declaring({"bidding": {"opener": "holds"}}, [])
    session.apply(Undo(3))
    assert auction_line(session.scene) == "Du hältst vorne still 150."


def test_a_number_that_nobody_means_is_quoted_as_it_was_typed() -> None:
    session = declaring({}, [])
    session.apply(Undo(3))
    said = types(session, "12345678901234567890123456")
    assert "„12345678901234567890123456“ ist eine zu große Zahl." in said


def test_names_are_joined_as_one_says_them() -> None:
    words = declaring({}, []).words
    assert words.joined(["A"]) == "A"
    assert words.joined(["A", "B", "C"]) == "A, B und C"


def test_on_a_narrow_screen_the_rules_flow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    session = with_commands(declaring({}, []))
    session.apply(Undo(3))
    screen = typing_nothing(session)
    help.rules_sheet(session)
    lines = screen.getvalue().splitlines()
    assert all(len(line) <= 60 for line in lines)
    prose = next(n for n, line in enumerate(lines) if line.startswith("REIZEN."))
    assert all(len(line) > 45 for line in lines[prose : prose + 3])


def test_a_label_longer_than_its_column_does_not_push_the_points_aside() -> None:
    session = declaring({}, [])
    screen = typing_nothing(session)
    assert scores._write_label(session, "kurz") == "kurz"
    rest = scores._write_label(session, "ein sehr langer Name einer Zeile der Abrechnung")
    assert len(rest) <= scores.LABEL
    assert screen.getvalue().startswith("  ein sehr langer")


def typing_nothing(session: Session) -> Screen:
    screen = Screen()
    session.console = Console(Keyboard(screen, script([])), screen)
    return screen


@pytest.mark.parametrize("rundgang", ["sum", "literal-200"])
def test_a_tip_says_where_the_computer_does_not_look_ahead(rundgang: str) -> None:
    session = with_commands(after_burying({"melds": {"rundgang": rundgang}}))
    said = types(session, "tipp", "")
    assert ("Nach Faustregeln: Mit diesen Regeln" in said) == (rundgang == "literal-200")
    assert "ist der beste Trumpf" in said


def test_all_players_are_named_where_they_are_chosen() -> None:
    for lang in LANGUAGES:
        assert set(names()) <= set(re.findall(r"[\w-]+", text("terminal.option.seats", lang)))
