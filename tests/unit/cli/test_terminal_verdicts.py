"""The headline of an account: what happened, why, and what is written down."""

import pytest

from binokel.cards import Card, Suit
from binokel.cli.terminal.console import Console
from binokel.cli.terminal.scores import deal_account
from binokel.cli.terminal.session import Session
from binokel.engine.actions import (
    Action,
    Bid,
    BuryDone,
    ClaimRevoke,
    Concede,
    DeclareMelds,
    NameContract,
    NameTrump,
    Pass,
    PlayCard,
    Sign,
    TakeDabb,
)
from binokel.engine.match import Undo
from binokel.engine.phase import Phase
from binokel.rules.contracts import Contract
from tests.unit.cli.terminal_robot import Keyboard, Screen, script
from tests.unit.cli.terminal_table import declaring, map_bury

STRICT: dict[str, object] = {"penalties": {"strict": True}, "contracts": {"durch": "off"}}
BURIED = [TakeDabb(), *map_bury("HZ HK BZ BK"), BuryDone(), NameTrump(Suit.E)]


def best(session: Session) -> DeclareMelds:
    return DeclareMelds(session.view.deal.choices[0].best)  # type: ignore[union-attr]


def ended(session: Session) -> str:
    """Let the rest be done in the first legal way; return the account as Anna sees it."""
    while not session.match.deal.is_over:
        deal = session.match.deal
        session.apply(Sign() if deal.phase is Phase.SIGN else deal.legal_actions()[0])
    screen = Screen()
    session.console = Console(Keyboard(screen, script([])), screen)
    last = session.last_deal()
    assert last is not None
    deal_account(session, last)
    return " ".join(screen.getvalue().split())


def bidding(session: Session, value: int, changes: list[Action]) -> Session:
    session.apply(Undo(len(changes) + 3))
    for action in (Bid(value), Pass(), Pass(), *changes):
        session.apply(action)
    return session


def test_a_bid_out_of_reach_is_told_with_the_reason_and_what_is_written() -> None:
    changes: dict[str, object] = {"scoring": {"unreachable_lost": True, "lost": "double"}}
    session = bidding(declaring(changes, list(BURIED)), 1000, list(BURIED))
    said = ended(session)
    assert "Du hast 1000 gereizt; nach den Meldungen sind höchstens" in said
    assert "Das macht −2000 Punkte für dich." in said


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("HZ HK BZ", "Du hast 3 Karten gedrückt statt 4: verloren."),
        ("HZ HK BZ EK", "Du hast gedrückt, was du gemeldet hast (Eichel-König): verloren."),
    ],
)
def test_a_burying_error_says_what_was_wrong(cards: str, why: str) -> None:
    session = declaring(STRICT, [TakeDabb()])
    melds = best(declaring(STRICT, list(BURIED)))
    for action in (*map_bury(cards), BuryDone(), NameTrump(Suit.E), melds):
        session.apply(action)
    said = ended(session)
    assert why in said
    assert "Das macht −400 Punkte für dich." in said


def test_a_revoke_is_told_with_seat_trick_and_penalty() -> None:
    session = declaring(STRICT, list(BURIED))
    while session.match.deal.phase is Phase.MELD:
        session.apply(best_of(session))
    session.apply(PlayCard(Card.EA))
    for _ in range(2):
        deal = session.match.deal
        assert deal.to_act is not None
        wrong = [card for card in deal.hand(deal.to_act) if card.suit is not Suit.E]
        session.apply(PlayCard(wrong[0]))
    while session.match.deal.phase is Phase.PLAY:
        session.apply(session.match.deal.legal_actions()[0])
    offender = 2
    session.apply(ClaimRevoke(offender, 0))
    said = ended(session)
    assert f"{session.match.seats[offender]} hat im 1. Stich falsch gespielt." in said
    assert "Gezählt wird nur die Strafe. Das macht −" in said


def best_of(session: Session) -> Action:
    return session.match.deal.legal_actions()[0]


def test_going_out_and_a_lost_durch_say_what_they_cost() -> None:
    session = declaring({}, [TakeDabb(), Concede(Suit.H)])
    assert "Du bist abgegangen. Das macht −200 Punkte für dich." in ended(session)
    durch = NameContract(Contract.DURCH)
    session = declaring({}, [TakeDabb(), *map_bury("HZ HK BZ BK"), BuryDone(), durch])
    said = ended(session)
    assert "Durch: Du hast verloren. Das macht −" in said


def test_a_bid_that_is_tested_rounded_shows_the_rounded_total() -> None:
    rounded = {"rounding": "ten", "bid_test": "rounded"}
    session = declaring({"scoring": rounded}, list(BURIED))
    said = ended(session)
    last = session.last_deal()
    assert last is not None
    score = last.deal.score
    assert score is not None
    assert score.declarer_total is not None
    assert score.declarer_total % 10
    total, ten = score.declarer_total, (score.declarer_total + 5) // 10 * 10
    assert f"{total} (gerundet {ten}) erreicht: " in said
    assert "für dich." in said
