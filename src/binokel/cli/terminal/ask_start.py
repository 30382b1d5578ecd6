"""Questions before the Dabb is taken: cutting, bidding, taking the Dabb."""

from collections.abc import Sequence

from binokel.cli.terminal.question import Question, confirmed
from binokel.cli.terminal.reading import is_word, whole
from binokel.cli.terminal.session import Session
from binokel.engine.actions import Action, Bid, Cut, Knock, NoCut, Pass, TakeDabb
from binokel.engine.choices import Bids, Cuts, Dabb
from binokel.telling.scene import auction_line

LARGE_JUMP = 200
"""A bid so far above the lowest one is asked about: a nought too many is soon typed."""


def ask_cut(session: Session, choice: Cuts) -> Question:
    """Ask how to cut. Source: rules.md [cut-duty], [knock-requester]."""
    words = session.words
    console = session.console
    console.line(words("cut.you"))
    parts = []
    if choice.maximum:
        parts.append(words("cut.number", maximum=choice.maximum))
    if choice.may_knock:
        parts.append(words("cut.knock"))
    middle = max(1, choice.maximum // 2)
    default: Action = NoCut() if choice.may_leave else Cut(middle)
    parts.append(words("cut.leave") if choice.may_leave else words("cut.middle", n=middle))
    return Question(f"{' · '.join(parts)}:", [_read_cut], [default])


def _read_cut(session: Session, text: str) -> Sequence[Action] | None:
    if text.isascii() and text.isdigit():
        return [Cut(whole(text, session.words))]
    if is_word(text, "knock"):
        return [Knock()]
    return [NoCut()] if is_word(text, "leave") else None


def ask_bid(session: Session, choice: Bids) -> Question:
    """Ask for a bid or weg. Source: rules.md [bid-step], [forehand-must-open]."""
    words = session.words
    session.console.line(auction_line(session.scene))
    if choice.minimum is None:
        return Question(words("bid.only_pass"), [_read_bid], [Pass()])
    if choice.maximum == choice.minimum:
        what = words("bid.one", minimum=choice.minimum)
    else:
        what = words("bid.from", minimum=choice.minimum)
    key = "bid.or_pass" if choice.may_pass else "bid.must"
    return Question(words(key, what=what), [_read_bid])


def _read_bid(session: Session, text: str) -> Sequence[Action] | None:
    if is_word(text, "pass"):
        return [Pass()]
    if not (text.isascii() and text.isdigit()):
        return None
    value = whole(text, session.words)
    choice = session.view.deal.choices[0]
    lowest = choice.minimum if isinstance(choice, Bids) else None
    legal = session.match.why_illegal(Bid(value)) is None
    jump = lowest is not None and value >= lowest + LARGE_JUMP
    if legal and jump and not confirmed(session, session.words("bid.sure", value=value)):
        return []
    return [Bid(value)]


def ask_dabb(session: Session, _choice: Dabb) -> Question:
    """Ask to take the Dabb. Source: rules.md [durch-order]."""
    view = session.view
    session.console.line(session.words("dabb.yours", bid=view.deal.bid, n=view.deal.n_dabb))
    return Question(session.words("dabb.take"), [_read_take], [TakeDabb()])


def _read_take(_session: Session, text: str) -> Sequence[Action] | None:
    return [TakeDabb()] if is_word(text, "take") else None
