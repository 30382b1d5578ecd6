"""The terminal game at single moments: odd input, refusals, saving, commands, set-up."""

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from binokel.cli import main as binokel
from binokel.cli.terminal import setup
from binokel.cli.terminal.console import Console, Leave, is_pause
from binokel.cli.terminal.formal import formal_action
from binokel.cli.terminal.loop import play_match
from binokel.cli.terminal.main import run
from binokel.cli.terminal.options import parse_options
from binokel.cli.terminal.person import take_turn
from binokel.cli.terminal.saving import last_unfinished, read
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.words import Words
from binokel.engine.actions import PlayCard
from binokel.engine.choices import Cards
from binokel.engine.match import Undo
from binokel.engine.phase import Phase
from binokel.engine.record import format_record, parse_record
from binokel.engine.state import CHANCE
from binokel.errors import Inconsistent, RecordError, UnknownPlayer, UnknownRuleSet
from binokel.locales import LANGUAGES, catalogue
from binokel.players.base import Budget
from binokel.rules.catalog import find_ruleset
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RuleSet
from binokel.telling.account import ORDER
from tests.unit.cli.terminal_robot import (
    Game,
    Keyboard,
    Screen,
    first_choice,
    play,
    saved_in,
    script,
)

GARBAGE = (
    "xyzzy",
    "-5",
    "1e9",
    "0",
    "999999999999999999999999999999999",
    "٣",
    "²",
    "½",
    "💣💣",
    "\x00\x1b[31m\x07",
    "{0} {name} %s %d",
    "ñandú",
    "SQ",
    "S O B",
    "z z z",
    "ruf ruf",
    "reklamieren",
    "reklamieren Karle Karle",
    "ab in Blau",
    "durchbettelunten",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 99",
    ",;,;",
    "paar paar",
    "\ufeff\u202e\u2028y",
    "A" * 100_000,
    "((((" * 5000,
)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("BINOKEL_HOME", str(folder))
    monkeypatch.setattr("os.fsync", lambda _file: None)
    return folder


def table(rules: RuleSet | str, lines: Sequence[str] = (), seed: int = 1) -> tuple[Session, Screen]:
    """Return a new match with a person who types these lines, and the screen."""
    screen = Screen()
    console = Console(Keyboard(screen, script(lines)), screen)
    options = parse_options(["--lang", "de", "--seed", str(seed)])
    words = Words("de", "württemberg", has_symbols=True)
    found = find_ruleset(rules) if isinstance(rules, str) else rules
    return setup.new_session(options, console, words, found, ("uniform", "Anna")), screen


def typing(session: Session, lines: Sequence[str]) -> Screen:
    """Give the person these lines to type from now on; return a fresh screen."""
    screen = Screen()
    session.console = Console(Keyboard(screen, script(lines)), screen)
    return screen


def moments(rules: RuleSet | str, n_deals: int = 1, seed: int = 1) -> Iterator[Session]:
    """Yield the match at each decision of the person, who else plays at random."""
    session, _ = table(rules, seed=seed)
    rng = Random(seed)
    player = next(iter(session.players.values()))
    while len(session.match.results) < n_deals and session.match.to_act is not None:
        seat = session.match.to_act
        if seat == CHANCE:
            session.apply(session.shuffle())
        elif seat != session.me:
            session.apply(session.decide(seat))
        else:
            deal = session.view.deal
            formal = formal_action(deal.choices, len(deal.hand))
            if formal is None:
                yield session
            session.apply(formal or player.decide(session.view, rng, Budget()).action)


STRICT = from_mapping(
    {
        "extends": "stammtisch",
        "dabb": {"call": "on"},
        "penalties": {"strict": True},
        "bidding": {"maximum": 300},
    }
)
OFF = {"durch": "off", "durch_open": "off", "durch_hand": "off"}
SIX = from_mapping({"extends": "sechser", "contracts": {**OFF, "bettel": "off"}})
TAME = from_mapping({"extends": "stammtisch", "bidding": {"maximum": 200}, "contracts": OFF})


@pytest.mark.parametrize("rules", [TAME, STRICT, find_ruleset("zu-zweit")], ids=lambda r: r.id)
def test_garbage_is_answered_in_words_and_changes_nothing(rules: RuleSet) -> None:
    phases = set()
    for seed in range(3):
        for session in moments(rules, n_deals=2, seed=seed):
            if session.view.deal.phase in phases and seed:
                continue
            phases.add(session.view.deal.phase)
            before = list(session.match.entries)
            screen = typing(session, GARBAGE)
            with pytest.raises(Leave):
                take_turn(session)
            assert session.match.entries == before
            assert screen.getvalue().count("\n") < 60 * len(GARBAGE)
            assert "\x1b" not in screen.getvalue()
    assert Phase.PLAY in phases


def test_every_illegal_card_is_explained_by_its_duty() -> None:
    duties: set[str] = set()
    for seed in range(40):
        if len(duties) == 4:
            break
        for session in moments(SIX, n_deals=2, seed=seed):
            choices = session.view.deal.choices
            if not isinstance(choices[0], Cards):
                continue
            for card in sorted(set(session.view.deal.hand) - set(choices[0].cards)):
                before = len(session.match.entries)
                screen = typing(session, [str(card)])
                with pytest.raises(Leave):
                    take_turn(session)
                said = screen.getvalue().replace("\n  ", " ")
                assert len(session.match.entries) == before
                assert session.words.card(card) in said
                fault = session.match.why_illegal(PlayCard(card))
                assert fault is not None
                duties.add(fault.reason.value)
                assert "zwang: " in said
    assert duties == {"must_follow", "must_beat", "must_trump", "must_over_trump"}


def test_a_card_that_is_not_held_or_no_card_is_told_so() -> None:
    for session in moments("stammtisch"):
        if session.view.deal.phase is not Phase.PLAY:
            continue
        missing = next(c for c in session.view.rules.cards if c not in session.view.deal.hand)
        screen = typing(session, [str(missing), "SD", "77"])
        with pytest.raises(Leave):
            take_turn(session)
        said = screen.getvalue()
        assert f"{session.words.card(missing)} ({missing}) hast du nicht." in said
        assert "Meinst du Schippen-Ober (SO), Schippen-Daus (SA)?" in said
        assert "Die Nummer 77 gibt es hier nicht" in said
        return


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
    session, _ = table("stammtisch")
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


def test_commands_answer_at_every_decision_and_change_nothing() -> None:
    letters = ["?", "t", "tipp", "l", "m", "p", "h", "verlauf", "tisch", "? regeln", "wörter"]
    for session in moments("stammtisch"):
        suits = ["h", "s"] if session.view.deal.phase is Phase.TRUMP else []
        before = list(session.match.entries)
        screen = typing(session, [x for x in letters if x not in suits] + ["tempo x", "tempo 2"])
        session.advisor = next(iter(session.players.values()))
        with pytest.raises(Leave):
            take_turn(session)
        said = screen.getvalue()
        assert session.match.entries == before
        assert "Der Computer täte:" in said
        assert "Farbzwang" in said
        assert "Tempo: 2" in said


def test_enter_after_a_tip_does_what_it_says() -> None:
    for session in moments("stammtisch"):
        typing(session, ["tipp", ""])
        session.advisor = next(iter(session.players.values()))
        n = len(session.match.entries)
        done = take_turn(session)
        assert len(done) == 1
        assert len(session.match.entries) == n + 1
        assert session.hint == ()
        return


@pytest.mark.parametrize("rules", ["stammtisch", "kreuzbinokel", "zu-zweit"])
def test_undo_goes_back_to_the_last_own_decision_and_no_further_than_the_deal(rules: str) -> None:
    for seed in range(3):
        decisions: list[tuple[Phase, int]] = []
        for session in moments(rules, seed=seed):
            here = (session.view.deal.phase, len(session.view.deal.history))
            n_steps = session.match.n_steps
            screen = typing(session, ["u"])
            if not decisions:
                with pytest.raises(Leave):
                    take_turn(session)
                assert "noch nichts entschieden" in screen.getvalue()
            else:
                assert take_turn(session) == []
                assert session.match.to_act == session.me
                assert (session.view.deal.phase, len(session.view.deal.history)) == decisions[-1]
                redo(session, n_steps)
            decisions.append(here)


def redo(session: Session, n_steps: int) -> None:
    """Do again what was taken back."""
    entries = [e for e in session.match.entries if not isinstance(e.action, Undo)]
    for entry in entries[len(entries) - (n_steps - session.match.n_steps) :]:
        session.apply(entry.action)


def test_saving_by_command_and_with_a_record_file(tmp_path: Path, home: Path) -> None:
    session, screen = table("stammtisch", ["s"])
    session.path = tmp_path / "deep" / "match.bnk"
    with pytest.raises(Leave):
        play_match(session)
    assert "Gespeichert" in screen.getvalue()
    assert read(session.path).match.entries == session.match.entries
    assert saved_in(home) == []


def test_the_set_up_asks_three_friendly_questions_with_defaults(home: Path) -> None:
    game = Game([], script(["", "2", "Anna|Lena\t"]))
    assert game.text.startswith("Grüß Gott am Binokel-Tisch!")
    assert "Am Tisch sitzt du, Anna Lena, mit:" in game.text
    [path] = saved_in(home)
    record = parse_record(path.read_text(encoding="utf-8"))
    assert record.rules == find_ruleset("stammtisch")
    again = Game([], script(["n", "blödsinn", "mehr", "5", "9", "uniform", ""]))
    assert "Du hast eine angefangene Partie." in again.text
    assert "„blödsinn“ finde ich nicht." in again.text
    assert "palast-4-48" in again.text
    assert "── Binokel zu zweit" in again.text
    goes_on = Game([], script([""]))
    assert "── Binokel zu zweit" in goes_on.text


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


def test_arguments_choose_rules_players_and_seat(tmp_path: Path) -> None:
    rules = find_ruleset("kreuzbinokel")
    assert setup.seat_kinds(rules, "uniform") == ("person", "uniform", "uniform", "uniform")
    assert setup.seat_kinds(rules, "uniform,ich,heuristic,uniform")[1] == "person"
    for wrong in ("uniform,uniform", "ich,ich,uniform,uniform", ","):
        with pytest.raises(Inconsistent):
            setup.seat_kinds(rules, wrong)
    with pytest.raises(UnknownPlayer):
        play(["stammtisch", "--seats", "grandmaster"])
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


def test_every_line_of_an_account_has_a_text() -> None:
    for lang in LANGUAGES:
        keys = {key for key in catalogue(lang) if key.startswith("score.what.")}
        assert keys == {f"score.what.{what}" for what in ORDER}


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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--blau"], "„--blau“ kenne ich nicht"),
        (["--name"], "hinter --name fehlt etwas"),
        (["--plain=1"], "hinter --plain steht nichts"),
        (["--suits", "blau"], "--suits: „blau“ gibt es nicht; es gibt"),
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
        (["stammtsch"], "heißt 'stammtsch'; meinst du stammtisch?"),
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
