"""The match as the person lives it: deals, moves of the computer, own turns, the end."""

from binokel.cli.terminal.announce import announce
from binokel.cli.terminal.commands import find_command, hold
from binokel.cli.terminal.formal import formal_action
from binokel.cli.terminal.person import take_turn
from binokel.cli.terminal.reading import quoted
from binokel.cli.terminal.saving import journal
from binokel.cli.terminal.scores import deal_account, match_end
from binokel.cli.terminal.session import Finished, Session
from binokel.cli.terminal.table import (
    deal_head,
    hand_lines,
    rule_line,
    seats_lines,
    whole_table,
)
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    Cut,
    Knock,
    NoCut,
    Pass,
    PlayCard,
    Sign,
    TakeBack,
)
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE
from binokel.rules.sheet import title
from binokel.telling.scene import turned_up_line

PACE = {BuryCard: 0.0, TakeBack: 0.0, PlayCard: 1.0, Bid: 0.4, Pass: 0.4, Sign: 0.4}
"""The share of the pause after an action: what nobody sees takes no time, a call little."""


def play_match(session: Session) -> None:
    """Play until the match is over.

    Raises:
        Leave: the person has left before the end.
    """
    _welcome(session)
    while (seat := session.match.to_act) is not None:
        if seat == CHANCE:
            _next_deal(session)
        elif seat == session.me:
            _own_turn(session)
        else:
            with session.console.thinking(session.words("thinking", name=_short(session, seat))):
                action = session.decide(seat)
            _move(session, seat, action)
            session.console.breathe(PACE.get(type(action), 1.0))
        journal(session)
    match_end(session)


def _short(session: Session, seat: int) -> str:
    return session.view.seats[seat][:20]


def _welcome(session: Session) -> None:
    console, words, view = session.console, session.words, session.view
    rule_line(console, title(view.rules, words.lang))
    console.line(words("welcome.seats", name=view.seats[session.me]))
    seats_lines(console, words, view, session.me)
    console.line(words("welcome.help"), "dim", indent=2)
    if session.match.n_steps and not session.match.deal.is_over:
        whole_table(console, words, view, session.me)


def _next_deal(session: Session) -> None:
    """Shuffle and deal, after a deal only once the person has seen the scores."""
    session.apply(session.shuffle())
    deal_head(session.console, session.words, session.view)
    if session.view.deal.phase is not Phase.CUT:
        _dealt(session)


def _own_turn(session: Session) -> None:
    """Let the person act, or do for him what is no decision."""
    deal = session.view.deal
    formal = formal_action(deal.choices, len(deal.hand))
    before = session.view
    if formal is not None:
        _move(session, session.me, formal)
        return
    for action in take_turn(session):
        _tell(session, session.me, action, before)


def _move(session: Session, seat: int, action: Action) -> None:
    before = session.view
    session.apply(action)
    _tell(session, seat, action, before)


def _tell(session: Session, seat: int, action: Action, before: MatchView) -> None:
    """Announce a move and what follows from it."""
    announce(session, seat, action, before)
    if isinstance(action, Cut | Knock | NoCut):
        _dealt(session)
    if session.match.deal.is_over:
        _deal_over(session)


def _dealt(session: Session) -> None:
    """Show the own cards, and the turned-up one."""
    console, words, view = session.console, session.words, session.view
    deal = view.deal
    console.line()
    console.line(words("your_hand", n=len(deal.hand)), "bold")
    hand_lines(console, words, deal.hand)
    if deal.turned_up is not None:
        console.line(turned_up_line(session.scene), indent=4)
    console.line()


def _deal_over(session: Session) -> None:
    """Show the score; the person may look around before the next deal."""
    if not hold(session):
        return
    deal_account(session, Finished(session.view, session.match.deal))
    journal(session)
    if not session.console.interactive:
        return
    while session.match.deal.is_over:
        key = "next_deal" if session.match.to_act is not None else "to_the_end"
        text = session.console.ask(session.words(key))
        if not text:
            return
        command = find_command(text)
        if command is None:
            session.console.line(session.words("misread.here", text=quoted(text)), "yellow")
        else:
            command(session)
