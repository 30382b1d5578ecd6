"""What the others (and chance) have just done, one line each."""

from collections import Counter
from collections.abc import Callable, Mapping

from binokel.cli.terminal.commands import hold
from binokel.cli.terminal.melds import with_cards
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.table import card_line, hand_lines, trick_head
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    Concede,
    DeclareMelds,
    NameContract,
    NameTrump,
    Pass,
    PlayCard,
    TakeBack,
    TakeDabb,
)
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase
from binokel.telling.events import auction_won, buried_dix, said, trumps_buried, void_melds
from binokel.telling.melds import total


def announce(session: Session, seat: int, action: Action, before: MatchView) -> None:
    """Tell what a seat has done; `before` is the view before it."""
    _TELLERS.get(type(action), _tell)(session, seat, action)
    after = session.view
    if isinstance(action, NameTrump | NameContract):
        for line in trumps_buried(session.scene, before):
            _line(session, line)
    if isinstance(action, DeclareMelds):
        for line in void_melds(session.scene, before, seat, action):
            _line(session, line)
    if isinstance(action, PlayCard):
        _trick_end(session, before, after)
    if after.deal.phase is Phase.PLAY and before.deal.phase is not Phase.PLAY:
        _play_begins(session, before, after)


def _line(session: Session, line: str) -> None:
    session.console.line(f"  {line}", indent=4)


def _tell(session: Session, seat: int, action: Action) -> None:
    for line in said(session.scene, seat, action):
        _line(session, line)


def _tell_call(session: Session, seat: int, action: Action) -> None:
    for line in said(session.scene, seat, action):
        session.console.flow(line)
    view, auction = session.view, session.view.deal.auction
    if auction is None or auction.declarer is None:
        return
    if auction.status == "forced" or auction.declarer != session.me or not view.rules.deal.dabb:
        for line in auction_won(session.scene):
            _line(session, line)


def _tell_take(session: Session, seat: int, action: Action) -> None:
    deal = session.view.deal
    if deal.dabb is None:
        _tell(session, seat, action)
        return
    _line(session, session.say("did.take", seat))
    cards = "   ".join(session.words.tag(card) for card in sorted(deal.dabb))
    session.console.line(f"      {cards}", "bold", indent=6)


def _tell_concede(session: Session, seat: int, action: Action) -> None:
    _tell(session, seat, action)
    _show_open_hand(session, seat)


def _tell_melds(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, DeclareMelds)
    if not action.melds:
        _tell(session, seat, action)
        return
    _line(session, session.say("did.meld", seat, points=total(action.melds)))
    with_cards(session, action.melds, numbers=False)
    for line in buried_dix(session.scene, seat):
        _line(session, line)


def _tell_play(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, PlayCard)
    card_line(session.console, session.words, session.view, seat, action.card)


def _silent(_session: Session, _seat: int, _action: Action) -> None:
    """Say nothing: own buried cards are seen, others' are nobody's business."""


_TELLERS: Mapping[type, Callable[[Session, int, Action], None]] = {
    Bid: _tell_call,
    Pass: _tell_call,
    TakeDabb: _tell_take,
    BuryCard: _silent,
    TakeBack: _silent,
    Concede: _tell_concede,
    DeclareMelds: _tell_melds,
    PlayCard: _tell_play,
}
"""What is laid out on the screen; everything else is told in sentences."""


def _trick_end(session: Session, before: MatchView, after: MatchView) -> None:
    """Tell who has won the trick, and open the next one."""
    console, words = session.console, session.words
    if len(after.deal.tricks) > len(before.deal.tricks):
        trick = after.deal.tricks[-1]
        won = session.say("trick_to", trick.winner, points=trick.points)
        console.line(f"  {won}", "green")
        if console.pause == "enter" and not hold(session):
            return
        console.breathe()
        if after.deal.phase is Phase.PLAY:
            trick_head(console, words, after)


def _play_begins(session: Session, before: MatchView, after: MatchView) -> None:
    """Tell what is played before the first card, or drawn before the next one."""
    console, words = session.console, session.words
    if after.deal.tricks:
        _drawn(session, before, after)
    else:
        console.line()
        console.line(session.say("play.begins", after.deal.leader))
        if after.deal.is_open and after.deal.declarer not in (None, session.me):
            assert after.deal.declarer is not None
            _show_open_hand(session, after.deal.declarer)
        if not hold(session):
            return
    trick_head(console, words, after)


def _drawn(session: Session, before: MatchView, after: MatchView) -> None:
    """Tell which card was drawn from the stock."""
    new = Counter(after.deal.hand) - Counter(before.deal.hand)
    words = session.words
    for card in new.elements():
        session.console.line(f"  {words('drawn', card=words.card(card), n=after.deal.n_stock)}")
    if not after.deal.n_stock:
        key = "stock_empty_plain" if after.rules.play.stock_duties else "stock_empty"
        session.console.line(f"  {words(key)}", "bold")


def _show_open_hand(session: Session, seat: int) -> None:
    hand = session.view.deal.open_hand
    if hand is not None and seat != session.me:
        session.console.line(session.words("open_hand", name=session.view.seats[seat]))
        hand_lines(session.console, session.words, hand)
