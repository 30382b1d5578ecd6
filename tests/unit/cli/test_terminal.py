"""The terminal game at single moments: odd input, refusals, commands, taking back."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from binokel.cli.terminal.console import Console, Leave
from binokel.cli.terminal.formal import formal_action
from binokel.cli.terminal.person import take_turn
from binokel.cli.terminal.session import Session
from binokel.engine.actions import PlayCard
from binokel.engine.choices import Cards
from binokel.engine.match import Undo
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE
from binokel.players.base import Budget
from binokel.rules.catalog import find_ruleset
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RuleSet
from tests.unit.cli.terminal_robot import (
    Keyboard,
    Screen,
    script,
)
from tests.unit.cli.terminal_table import new_table

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


def typing(session: Session, lines: Sequence[str]) -> Screen:
    """Give the person these lines to type from now on; return a fresh screen."""
    screen = Screen()
    session.console = Console(Keyboard(screen, script(lines)), screen)
    return screen


def moments(rules: RuleSet | str, n_deals: int = 1, seed: int = 1) -> Iterator[Session]:
    """Yield the match at each decision of the person, who else plays at random."""
    session, _ = new_table(rules, seed=seed)
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


def test_commands_answer_at_every_decision_and_change_nothing() -> None:
    letters = ["?", "t", "tipp", "l", "m", "p", "h", "verlauf", "tisch", "? regeln", "wörter"]
    for session in moments("stammtisch"):
        suits = ["h", "s"] if session.view.deal.phase is Phase.TRUMP else []
        before = list(session.match.entries)
        screen = typing(session, [x for x in letters if x not in suits] + ["tempo x", "tempo 2"])
        session.adviser = "uniform"
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
        session.adviser = "uniform"
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
