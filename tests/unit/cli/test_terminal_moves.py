"""Moves by hand in the terminal: melds, contracts, claims; and pauses for a watching person."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from binokel.cards import Card
from binokel.cli.terminal import setup
from binokel.cli.terminal.console import Console, Leave
from binokel.cli.terminal.loop import play_match
from binokel.cli.terminal.main import run
from binokel.cli.terminal.options import parse_options
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.setup import with_commands
from binokel.cli.terminal.words import Words, position
from binokel.engine.actions import (
    Bid,
    BuryCard,
    BuryDone,
    CallCard,
    ClaimRevoke,
    DeclareMelds,
    GiveCard,
    NameContract,
    NameTrump,
    Pass,
    PlayCard,
    TakeBack,
    TakeDabb,
)
from binokel.engine.match import Undo
from binokel.engine.phase import Phase
from binokel.engine.record import verify
from binokel.errors import IllegalAction, Reason
from binokel.players.base import Decision
from binokel.rules.catalog import find_ruleset
from binokel.rules.contracts import Contract
from binokel.rules.loader import from_mapping
from binokel.telling.describe import describe
from tests.unit.cli.terminal_robot import Keyboard, Screen, first_choice, script
from tests.unit.cli.terminal_table import (
    EICHEL,
    after_burying,
    declaring,
    map_bury,
    types,
)


def test_burying_takes_numbers_cards_and_both_mixed() -> None:
    session = declaring({}, [TakeDabb()])
    said = types(session, "EA 2 Bollen-Unter")
    assert [str(card) for card in session.view.deal.buried] == ["EA", "EZ", "BU"]
    assert "Noch 4 drücken" in said
    said = types(session, "zurück EA", "z")
    assert [str(card) for card in session.view.deal.buried] == ["EZ", "BU"]
    assert "Familie Eichel" in types(session, "z")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("1 2 3 4 5", "Gedrückt werden 4 Karten, es fehlen noch 2."),
        ("HA H7", "Herz-Siebener (H7) hast du nicht."),
        ("1 99", "Die Nummer 99 gibt es hier nicht"),
        ("z EA HA", "liegt nicht bei den gedrückten Karten."),
        ("z 1 1", "liegt nicht bei den gedrückten Karten."),
    ],
)
def test_several_cards_are_buried_or_taken_back_all_or_not_at_all(typed: str, why: str) -> None:
    session = declaring({}, [TakeDabb(), BuryCard(Card.EA), BuryCard(Card.EZ)])
    n_entries = len(session.match.entries)
    assert why in types(session, typed).replace("\n", " ")
    assert len(session.match.entries) == n_entries
    types(session, "HA BU")
    types(session, "z EA HA")
    assert [str(card) for card in session.view.deal.buried] == ["EZ", "BU"]


def test_in_strict_play_no_number_of_cards_is_demanded() -> None:
    session = declaring({"penalties": {"strict": True}}, [TakeDabb()])
    said = types(session, "1 2 3 4 5")
    assert "Noch 4 drücken" not in said
    assert len(session.view.deal.buried) == 5


def test_a_bid_far_above_the_lowest_is_asked_about() -> None:
    session = declaring({}, [])
    session.apply(Undo(3))
    said = types(session, "1500", "nein", "150")
    assert "1500 ist ein großer Sprung. Wirklich?" in said
    assert session.view.deal.auction is not None
    assert session.view.deal.auction.value == 150


@pytest.mark.parametrize(
    ("typed", "is_open"), [("durch", False), ("aufgelegter Durch", True), ("5", False), ("6", True)]
)
def test_a_durch_is_announced_by_word_or_number_after_a_yes(typed: str, is_open: bool) -> None:
    session = after_burying()
    said = types(session, typed, "nein", typed, "ja")
    assert session.view.deal.contract is Contract.DURCH
    assert session.view.deal.is_open is is_open
    assert "Du musst alle Stiche machen" in said


def test_a_bettel_is_offered_only_where_the_rules_have_it() -> None:
    assert "gibt es hier nicht" in types(after_burying(), "bettel")
    session = after_burying({"contracts": {"bettel": 500}})
    assert "Du darfst keinen Stich machen" in types(session, "untendurch bettel", "ja")
    assert session.view.deal.contract is Contract.BETTEL


def test_a_durch_with_a_named_trump_asks_for_the_suit() -> None:
    session = after_burying({"contracts": {"durch_trump": "named"}})
    types(session, "durch", "Eichel", "ja")
    assert session.view.deal.trump is not None
    assert str(session.view.deal.trump) == "E"


def test_an_open_durch_from_the_hand_comes_instead_of_the_dabb() -> None:
    session = declaring({}, [])
    said = types(session, "durch", "ja")
    assert "durch = aufgelegter Durch von der Hand (2000)" in said
    assert session.view.deal.from_hand


def test_the_suit_letters_are_suits_while_trump_is_named() -> None:
    for typed, letter in (("s", "S"), ("h", "H"), ("Bollen", "B"), ("1", "E"), ("♠", "S")):
        session = after_burying()
        types(session, typed)
        assert str(session.view.deal.trump) == letter
    assert "keine Farbe" in types(after_burying(), "grün-weiß")
    assert "Die Nummer 9 gibt es hier nicht" in types(after_burying(), "9")


@pytest.mark.parametrize(
    ("typed", "melded"),
    [
        (("",), ["family", "binokel", "pair"]),
        (("2", "ja"), ["binokel"]),
        (("1, 2", "ja"), ["family", "binokel"]),
        (("nichts", "ja"), []),
        (("Binokel, Familie Eichel", "ja"), ["binokel", "family"]),
        (("Paar Eichel", "ja"), ["pair"]),
    ],
)
def test_all_melds_by_enter_or_fewer_by_number_and_word(
    typed: tuple[str, ...], melded: list[str]
) -> None:
    session = declaring({}, [TakeDabb()])
    types(session, "HZ HK BZ HA")
    types(session, "")
    types(session, "e")
    said = types(session, *typed)
    done = session.view.deal.melds[session.me]
    assert done is not None
    assert [meld.kind.value for meld in done] == melded
    assert ("verschenkst" in said) is (len(typed) > 1)


def test_melds_that_are_not_held_unknown_or_shared_are_explained() -> None:
    session = declaring({}, [TakeDabb(), *map_bury("HZ HK BZ HA"), BuryDone(), NameTrump(EICHEL)])
    said = types(session, "Familie Herz", "vier Siebener", "Familie Eichel, Paar Eichel", "8")
    assert "Dafür fehlen Karten: Familie Herz: Herz-Daus." in said
    assert "ist hier keine Meldung" in said
    assert "zählt in einer Art von Meldungen nur einmal: Eichel-König" in said
    assert "Die Nummer 8 gibt es hier nicht" in said
    assert session.view.deal.phase is Phase.MELD


def signing() -> Session:
    """Return a deal of strict play that is over, for Anna to sign."""
    changes: dict[str, object] = {"penalties": {"strict": True}, "contracts": {"durch": "off"}}
    session = declaring(changes, [TakeDabb(), *map_bury("HZ HK BZ HA"), BuryDone()])
    session.apply(NameTrump(EICHEL))
    player = session.players[0]
    session.players[1] = player
    while session.view.deal.phase is not Phase.SIGN and not session.match.deal.is_over:
        assert session.match.to_act is not None
        session.apply(session.decide(session.match.to_act))
    if session.match.deal.is_over or session.match.to_act != session.me:
        pytest.fail("forehand signs first")
    return session


def test_claims_are_typed_by_name_and_trick() -> None:
    session = signing()
    other = session.view.seats[2]
    said = types(session, "reklamieren", f"reklamieren {other} 99", f"reklamieren {other} 1")
    assert f"So reklamiert man: reklamieren {other} 3" in said
    assert "Diesen Stich gibt es nicht; gespielt sind 12 Stiche." in said
    assert len(session.view.deal.claims) == 1


def test_before_signing_both_the_question_and_the_help_show_how_to_claim() -> None:
    session = with_commands(signing())
    other = session.view.seats[0]
    said = types(session, "?")
    question, _, helped = said.partition("unterschreiben:")
    assert f"reklamieren {other} 3 = {other} hat im 3. Stich falsch gespielt" in question
    assert f"So reklamiert man: reklamieren {other} 3" in helped


def test_a_refusal_names_cards_suits_seats_and_phases_in_words() -> None:
    words = Words("de", "french", has_symbols=True)
    for reason, details, said in (
        (Reason.WRONG_PHASE, {"phase": "bury"}, "Abschnitt: Drücken"),
        (Reason.CONCEDE_SUIT, {"suit": EICHEL}, "abgehen nur in Kreuz"),
        (Reason.MELD_NOT_HELD, {"meld": "double family H"}, "doppelte Familie Herz"),
        (Reason.MELD_UNKNOWN, {"meld": "eight A"}, "acht Daus"),
        (Reason.MELD_SHARED, {"meld": "rundgang"}, "Rundgang"),
        (Reason.CONTRACT_NOT_OFFERED, {"contract": "durch"}, "(Durch)"),
        (Reason.CALL_HELD_TWICE, {"card": Card.SO}, "Von Pik-Dame (SO)"),
        (Reason.WRONG_SEAT, {"to_act": 1}, "Dran ist Platz Bert, nicht Platz Anna"),
    ):
        fault = IllegalAction(reason, "", action=None, seat=0, **details)
        assert said in words.refusal(fault, ["Anna", "Bert", "Carla"])


def test_every_action_can_be_said_as_a_tip() -> None:
    session = declaring({}, [])
    for action, said in (
        (PlayCard(Card.SO), "Schippen-Ober spielen"),
        (CallCard(Card.SO), "Schippen-Ober rufen"),
        (GiveCard(Card.SO), "Schippen-Ober hergeben"),
        (TakeBack(Card.SO), "Schippen-Ober zurücknehmen"),
        (Bid(150), "150 sagen"),
        (NameTrump(EICHEL), "Eichel ♣ als Trumpf ansagen"),
        (NameContract(Contract.DURCH, is_open=True), "aufgelegter Durch"),
        (DeclareMelds(), "melden: nichts"),
        (ClaimRevoke(2, 0), "im 1. Stich reklamieren"),
        (Pass(), "weg sagen"),
    ):
        assert said in describe(session.scene, action)


def test_seats_lie_to_the_right_when_play_runs_anticlockwise() -> None:
    for direction, where in (
        ("anticlockwise", ["me", "right", "opposite", "left"]),
        ("clockwise", ["me", "left", "opposite", "right"]),
    ):
        rules = from_mapping({"extends": "kreuzbinokel", "table": {"direction": direction}})
        assert [position(rules, 0, seat) for seat in range(4)] == where


class Tty(Screen):
    def isatty(self) -> bool:
        return True


class TtyKeyboard(Keyboard):
    def isatty(self) -> bool:
        return True


def watched(wanted: Sequence[str], answer: Callable[[str, str], str | None]) -> tuple[int, str]:
    """Play before the eyes of a person: with pauses, questions between deals, colours."""
    screen = Tty()
    keyboard = TtyKeyboard(screen, answer)
    new = [] if "--resume" in wanted else ["--seats", "uniform", "--name", "Anna"]
    options = parse_options(["--lang", "de", *new, *wanted])
    console = Console(keyboard, screen, pause=options.pause or "0")
    return run(options, console), screen.getvalue()


def test_a_watching_person_goes_on_with_enter_and_may_play_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    seen: list[str] = []

    def answer(fresh: str, prompt: str) -> str | None:
        if "nächstes Spiel" in prompt or "Schlussstand" in prompt:
            seen.append(prompt)
            return ["quark", "p", "l", ""][len(seen) % 4 - 1]
        if "Noch eine Partie" in prompt:
            seen.append(prompt)
            again = sum("Partie" in text for text in seen)
            return ["", "quark", "ja", "nein"][min(again, 4) - 1]
        if "weiter mit Enter" in prompt:
            return ""
        return first_choice(fresh, prompt)

    wanted = ["stammtisch", "--seed", "3", "--deals", "2", "--pause", "enter"]
    code, text = watched(wanted, answer)
    assert code == 0
    assert text.count("Die Partie ist aus") == 2
    assert "\x1b[1m" in text
    assert "„quark“ verstehe ich hier nicht" in text


def test_the_last_card_may_be_taken_back_after_the_account(tmp_path: Path) -> None:
    undone: list[int] = []

    def answer(fresh: str, prompt: str) -> str | None:
        if "nächstes Spiel" in prompt or "Schlussstand" in prompt:
            undone.append(1)
            return "u" if len(undone) == 1 else ""
        if "Noch eine" in prompt:
            return "nein"
        if "Aufhören" in prompt or "weiter mit Enter" in prompt:
            return ""
        return first_choice(fresh, prompt)

    record = tmp_path / "m.bnk"
    wanted = ["preisbinokel", "--seed", "3", "--deals", "1", "--record", str(record)]
    code, text = watched(wanted, answer)
    assert code == 0
    assert "Zurückgenommen." in text
    assert "Deine Karte" in text.split("Zurückgenommen.")[1]
    assert "undo " in record.read_text(encoding="utf-8")
    verify(record.read_text(encoding="utf-8"))


def test_commands_work_while_the_screen_waits_for_enter(home: Path) -> None:
    waits: list[str] = []

    def answer(fresh: str, prompt: str) -> str | None:
        if "weiter mit Enter" in prompt:
            waits.append(fresh)
            return ["m", "u", "q"][len(waits) - 1]
        return "" if "Aufhören" in prompt else first_choice(fresh, prompt)

    code, text = watched(["preisbinokel", "--seed", "3"], answer)
    assert code == 0
    assert "Zurückgenommen." in text
    assert "Gespeichert" in text
    assert len(waits) == 3


def test_what_a_record_holds_beyond_the_match_is_kept(home: Path) -> None:
    watched(["stammtisch", "--seed", "3"], script([]))
    [path] = home.glob("*.bnk")
    text = path.read_text(encoding="utf-8").replace("seed 3\n", "seed 3\nplace Ochsen\n")
    path.write_text(text + "# schöner Anfang\n", encoding="utf-8")
    watched(["--resume", str(path)], script(["", "", "weg"]))
    saved = path.read_text(encoding="utf-8")
    assert "place Ochsen\n" in saved
    assert "# schöner Anfang\n" in saved
    assert len(saved) > len(text) + 20


def test_no_colour_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    _, text = watched(["stammtisch", "--seed", "3"], script([]))
    assert "\x1b" not in text


def test_ctrl_c_while_the_others_move_saves_too(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupted)
    code, text = watched(["stammtisch", "--seed", "3", "--pause", "1"], first_choice)
    assert code == 0
    assert "Gespeichert" in text
    assert len(list(home.glob("*.bnk"))) == 1


def test_play_match_says_what_a_redeal_is() -> None:
    session, screen = declaring_table("wuerttemberg")
    with pytest.raises(Leave):
        play_match(session)
    assert "Niemand hat gereizt: Es wird neu gegeben" in screen.getvalue()


def declaring_table(name: str) -> tuple[Session, Screen]:
    """Return a table where everybody says weg."""

    class Shy:
        name = "uniform"
        version = 1

        def decide(self, view: object, rng: object, budget: object) -> object:
            del rng, budget
            actions = view.deal.legal_actions()  # type: ignore[attr-defined]
            return Decision(Pass() if Pass() in actions else actions[0])

    screen = Screen()
    answers = iter(["", "weg", "", "weg"])
    console = Console(Keyboard(screen, lambda _f, _p: next(answers, None)), screen)
    options = parse_options(["--lang", "de", "--seed", "1"])
    words = Words("de", "württemberg", has_symbols=True)
    session = setup.new_session(options, console, words, find_ruleset(name), ("uniform", "Anna"))
    session.players = dict.fromkeys(session.players, Shy())  # type: ignore[arg-type]
    return session, screen
