"""An action in a few words, as a tip says it."""

from collections.abc import Callable, Mapping
from typing import Any

from binokel.cards.card import Card, Suit
from binokel.cli.terminal.session import Session
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


def describe(session: Session, action: Action) -> str:
    """Return an action of the person in a few words."""
    words = session.words
    if isinstance(action, NameContract):
        return words.contract(action.contract, is_open=action.is_open, from_hand=action.from_hand)
    values = {name: getattr(action, name) for name in action.__struct_fields__}
    shown = {name: _SHOWN.get(name, _as_it_is)(session, value) for name, value in values.items()}
    return words(f"tip.{_KEYS[type(action)]}", **shown)


_KEYS: Mapping[type, str] = {
    PlayCard: "play",
    BuryCard: "bury",
    TakeBack: "take_back",
    BuryDone: "bury_done",
    GiveCard: "give",
    CallCard: "call",
    Bid: "bid",
    Pass: "pass",
    Cut: "cut",
    NoCut: "no_cut",
    Knock: "knock",
    TakeDabb: "take",
    Concede: "concede",
    NameTrump: "trump",
    DeclareMelds: "meld",
    ExchangeDix: "exchange",
    ClaimRevoke: "claim",
    Sign: "sign",
}


def _as_it_is(_session: Session, value: Any) -> Any:
    return value


def _card(session: Session, card: Card) -> str:
    return session.words.card(card)


def _suit(session: Session, suit: Suit) -> str:
    return session.words.suit(suit)


_SHOWN: Mapping[str, Callable[[Session, Any], Any]] = {
    "card": _card,
    "suit": _suit,
    "melds": lambda session, melds: session.words.melds(melds),
    "seat": lambda session, seat: session.view.seats[seat],
    "trick": lambda _session, trick: trick + 1,
}
