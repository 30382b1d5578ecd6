"""One turn of the person: ask, explain, ask again, until something was done."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from binokel.cli.terminal.ask_dabb import (
    add_call,
    add_concede,
    add_contracts,
    ask_bury,
    ask_give,
    ask_trump,
)
from binokel.cli.terminal.ask_play import add_exchange, ask_card, ask_melds, ask_sign
from binokel.cli.terminal.ask_start import ask_bid, ask_cut, ask_dabb
from binokel.cli.terminal.commands import show_table
from binokel.cli.terminal.question import Changed, Question
from binokel.cli.terminal.reading import Misread, key_of, quoted
from binokel.cli.terminal.session import Session
from binokel.engine.actions import Action, BuryCard
from binokel.engine.choices import (
    Bids,
    Bury,
    Calls,
    Cards,
    Concedes,
    Cuts,
    Dabb,
    Exchange,
    Gives,
    Melds,
    Signs,
    Trumps,
)
from binokel.errors import Reason

_ASKERS: Mapping[type, Callable[[Session, Any], Question]] = {
    Cuts: ask_cut,
    Bids: ask_bid,
    Dabb: ask_dabb,
    Bury: ask_bury,
    Trumps: ask_trump,
    Gives: ask_give,
    Melds: ask_melds,
    Cards: ask_card,
    Signs: ask_sign,
}
_EXTRAS: Mapping[type, Callable[[Session, Any, Question], None]] = {
    Concedes: add_concede,
    Calls: add_call,
    Exchange: add_exchange,
    Trumps: add_contracts,
}


def make_question(session: Session) -> Question:
    """Show what is to be decided and return the question."""
    main, *extras = session.view.deal.choices
    question = _ASKERS[type(main)](session, main)
    for extra in extras:
        _EXTRAS[type(extra)](session, extra, question)
    for hint in question.hints:
        session.console.line(f"  {hint}", "dim", indent=4)
    return question


def take_turn(session: Session) -> list[Action]:
    """Let the person act; return what was done, empty after undo and the like.

    Raises:
        Leave: the person wants to leave.
    """
    question = make_question(session)
    n_entries = len(session.match.entries)
    is_fresh = True
    while True:
        text = session.console.ask(_prompt(session, question), fresh=is_fresh)
        is_fresh = False
        hint, session.hint = session.hint, ()
        try:
            actions = _read(session, question, text, hint)
        except Misread as error:
            session.console.line(str(error), "yellow", indent=2)
            continue
        except Changed:
            return []
        if len(session.match.entries) != n_entries:
            return []
        if session.ask_again:
            session.ask_again = False
            question = make_question(session)
            is_fresh = True
            continue
        done = _do(session, actions)
        if done:
            return done


def _prompt(session: Session, question: Question) -> str:
    """Return what is asked: after a tip, Enter does what it says and nothing else."""
    return session.words("tip.enter") if session.hint else question.prompt


def _read(
    session: Session, question: Question, text: str, hint: Sequence[Action]
) -> Sequence[Action]:
    """Return the actions that a text means, after running it where it is a command."""
    if not text:
        return hint or _enter(session, question)
    command = None if key_of(text) in question.letters else session.find_command(text)
    if command is not None:
        command(session)
        return []
    for reader in question.readers:
        actions = reader(session, text)
        if actions is not None:
            return actions
    raise Misread(session.words("misread.here", text=quoted(text)))


def _enter(session: Session, question: Question) -> Sequence[Action]:
    """Return what Enter does: the formality, else show the table again."""
    if question.default is not None:
        return question.default
    show_table(session)
    return []


def _do(session: Session, actions: Sequence[Action]) -> list[Action]:
    """Do all the actions, or none of them and explain which one is refused."""
    refusal = _refusal(session, actions)
    if refusal is not None:
        session.console.line(refusal, "yellow", indent=2)
        return []
    for action in actions:
        session.apply(action)
    return list(actions)


def _refusal(session: Session, actions: Sequence[Action]) -> str | None:
    """Return in words why not all of the actions can be done one after the other."""
    words, deal = session.words, session.match.deal
    for action in actions:
        fault = deal.why_illegal(action)
        if fault is None:
            deal = deal.apply(action)
            continue
        refusal = words.refusal(fault, session.view.seats)
        if fault.reason is Reason.BURY_COUNT and isinstance(action, BuryCard):
            lying, n = len(session.view.deal.buried), session.view.rules.deal.dabb
            refusal = words("bury.too_many", given=len(actions), n=n, missing=n - lying)
        return refusal if len(actions) == 1 else f"{refusal} {words('nothing_done')}"
    return None
