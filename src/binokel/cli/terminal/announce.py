"""What the others (and chance) have just done, one line each."""

from collections import Counter
from collections.abc import Callable, Mapping

from binokel.cli.terminal.commands import hold
from binokel.cli.terminal.melds import total, void_line, with_cards
from binokel.cli.terminal.session import Session
from binokel.cli.terminal.table import card_line, hand_lines, trick_head
from binokel.engine.actions import (
    Action,
    Bid,
    BuryCard,
    BuryDone,
    CallCard,
    ClaimRevoke,
    Concede,
    Cut,
    DeclareMelds,
    ExchangeDix,
    GiveCard,
    Knock,
    NameContract,
    NameTrump,
    NoCut,
    Pass,
    PlayCard,
    Sign,
    TakeBack,
    TakeDabb,
)
from binokel.engine.match import MatchView
from binokel.engine.phase import Phase


def announce(session: Session, seat: int, action: Action, before: MatchView) -> None:
    """Tell what a seat has done; `before` is the view before it."""
    _TELLERS[type(action)](session, seat, action)
    after = session.view
    if isinstance(action, DeclareMelds):
        _tell_void(session, seat, action, before)
    if isinstance(action, PlayCard):
        _trick_end(session, before, after)
    if after.deal.phase is Phase.PLAY and before.deal.phase is not Phase.PLAY:
        _play_begins(session, before, after)


def _say(session: Session, key: str, seat: int, **values: object) -> None:
    text = session.say(f"did.{key}", seat, **values)
    session.console.line(f"  {text}", indent=4)


def _tell_cut(session: Session, seat: int, action: Action) -> None:
    if isinstance(action, Cut):
        _say(session, "cut", seat, n=action.n)
    else:
        _say(session, "knock" if isinstance(action, Knock) else "no_cut", seat)


def _tell_call(session: Session, seat: int, action: Action) -> None:
    view = session.view
    auction = view.deal.auction
    if isinstance(action, Bid):
        session.console.flow(session.say("did.bid", seat, value=action.value))
    else:
        session.console.flow(session.say("did.pass", seat))
    if auction is None or auction.declarer is None:
        return
    key = "forced" if auction.status == "forced" else "won"
    if key == "forced" or auction.declarer != session.me or not view.rules.deal.dabb:
        _say(session, key, auction.declarer, bid=auction.value)


def _tell_take(session: Session, seat: int, _action: Action) -> None:
    deal = session.view.deal
    if deal.dabb is None:
        _say(session, "take_hidden", seat)
        return
    _say(session, "take", seat)
    cards = "   ".join(session.words.tag(card) for card in sorted(deal.dabb))
    session.console.line(f"      {cards}", "bold", indent=6)


def _tell_rufen(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, CallCard)
    view = session.view
    assert view.deal.call is not None
    values = {"owner": session.to_whom(view.deal.call.owner), "bid": view.deal.bid}
    _say(session, "call", seat, card=session.words.card(action.card), **values)


def _tell_give(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, GiveCard)
    call = session.view.deal.call
    assert call is not None
    owner = session.to_whom(call.owner)
    if action.card is None or call.given is None:
        _say(session, "give_hidden", seat, owner=owner)
    else:
        _say(session, "give", seat, owner=owner, card=session.words.card(call.given))


def _tell_buried(session: Session, seat: int, _action: Action) -> None:
    deal = session.view.deal
    if deal.buried_trumps is not None:
        _say(session, "buried_trumps", seat, n=deal.n_buried, trumps=deal.buried_trumps)
    else:
        _say(session, "buried", seat, n=deal.n_buried)


def _tell_concede(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, Concede)
    _say(session, "concede", seat, suit=session.words.suit(action.suit))
    _show_open_hand(session, seat)


def _tell_trump(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, NameTrump)
    _say(session, "trump", seat, suit=session.words.suit(action.suit))


def _tell_contract(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, NameContract)
    words = session.words
    name = words.contract(action.contract, is_open=action.is_open, from_hand=action.from_hand)
    _say(session, "contract", seat, what=name)
    if action.suit is not None:
        _say(session, "trump", seat, suit=words.suit(action.suit))


def _tell_melds(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, DeclareMelds)
    if not action.melds:
        if not session.view.rules.deal.stock:
            _say(session, "meld_nothing", seat)
        return
    _say(session, "meld", seat, points=total(action.melds))
    with_cards(session, action.melds, numbers=False)
    if session.view.deal.buried_dix and seat == session.view.deal.declarer:
        _say(session, "buried_dix", seat, n=session.view.deal.buried_dix)


def _tell_void(session: Session, seat: int, action: DeclareMelds, before: MatchView) -> None:
    """Tell which melds on the table no longer count, in the game with a stock."""
    old, new = (view.deal.melds[seat] or () for view in (before, session.view))
    line = void_line(session.words, old, action.melds, new)
    if line is not None:
        session.console.line(f"  {line}", indent=4)


def _tell_exchange(session: Session, seat: int, _action: Action) -> None:
    _say(session, "exchange", seat)


def _tell_play(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, PlayCard)
    card_line(session.console, session.words, session.view, seat, action.card)


def _tell_claim(session: Session, seat: int, action: Action) -> None:
    assert isinstance(action, ClaimRevoke)
    claim = session.view.deal.claims[-1]
    other = session.view.seats[action.seat]
    key = "claim_you" if action.seat == session.me else "claim"
    _say(session, key, seat, other=other, n=action.trick + 1)
    _say(session, "claim_right" if claim.proven else "claim_wrong", seat)


def _tell_sign(session: Session, seat: int, _action: Action) -> None:
    _say(session, "sign", seat)


def _silent(_session: Session, _seat: int, _action: Action) -> None:
    """Say nothing: what a card is buried is nobody's business."""


_TELLERS: Mapping[type, Callable[[Session, int, Action], None]] = {
    Cut: _tell_cut,
    Knock: _tell_cut,
    NoCut: _tell_cut,
    Bid: _tell_call,
    Pass: _tell_call,
    TakeDabb: _tell_take,
    CallCard: _tell_rufen,
    GiveCard: _tell_give,
    BuryCard: _silent,
    TakeBack: _silent,
    BuryDone: _tell_buried,
    Concede: _tell_concede,
    NameTrump: _tell_trump,
    NameContract: _tell_contract,
    DeclareMelds: _tell_melds,
    ExchangeDix: _tell_exchange,
    PlayCard: _tell_play,
    ClaimRevoke: _tell_claim,
    Sign: _tell_sign,
}


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
