"""Actions in words, one table for both ways: `bid 150` is Bid(150), and back."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from binokel.cards.card import Card, Suit
from binokel.cards.notation import parse_cards, parse_suit
from binokel.engine import actions as act
from binokel.engine.actions import Action
from binokel.engine.match import Undo
from binokel.engine.record.faults import Unread
from binokel.engine.record.meldwords import Reading, format_melds, parse_melds
from binokel.errors import NotationError
from binokel.rules.contracts import Contract

HIDDEN = "hidden"


class Args(NamedTuple):
    """What follows a word: the text, its column from 1, and what melds are read by."""

    text: str
    column: int
    reading: Reading


Found = list[tuple[int, Action | Undo]]
"""Actions, each with its column."""


def format_action(action: Action | Undo) -> str:
    """Return an action in the words of the record, without its seat.

    >>> format_action(act.Concede(Suit.S, show=True)), format_action(act.PlayCard(Card.EA))
    ('concede S show', 'play EA')
    """
    match action:
        case act.Shuffle(order):
            return f"shuffle {' '.join(map(str, order))}" if order else f"shuffle {HIDDEN}"
        case act.Concede(suit, show):
            return f"concede {suit}{' show' if show else ''}"
        case act.NameContract():
            return _format_contract(action)
        case act.DeclareMelds():
            return f"meld {format_melds(action)}"
        case act.ClaimRevoke(seat, trick):
            return f"claim {seat} trick {trick}"
        case act.NoCut():
            return "cut 0"
    word, fields = _PLAIN[type(action)]
    values = [getattr(action, field) for field in fields]
    return " ".join([word, *(HIDDEN if value is None else str(value) for value in values)])


def _format_contract(action: act.NameContract) -> str:
    words = [
        action.contract.value,
        "open" if action.is_open else "",
        "hand" if action.from_hand else "",
        f"trump {action.suit}" if action.suit else "",
    ]
    return " ".join(filter(None, words))


def _none(action: Action) -> Callable[[Args], Found]:
    def read(args: Args) -> Found:
        if args.text:
            raise Unread("extra_words", args.column, text=args.text)
        return [(args.column, action)]

    return read


def _number(kind: Callable[[int], Action | Undo], form: str) -> Callable[[Args], Found]:
    def read(args: Args) -> Found:
        return [(args.column, kind(_whole(args.text, args.column, form)))]

    return read


def _whole(text: str, column: int, form: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Unread("form", column, text=text, form=form)
    return int(text)


def _cut(n: int) -> Action:
    return act.Cut(n) if n else act.NoCut()


def _cards(
    kind: Callable[[Card | None], Action], form: str, *, several: bool, may_hide: bool
) -> Callable[[Args], Found]:
    def read(args: Args) -> Found:
        columns = [args.column + m.start() for m in re.finditer(r"\S+", args.text)]
        hidden = [word == HIDDEN for word in args.text.lower().split()]
        if may_hide and hidden and all(hidden):
            cards: Sequence[Card | None] = [None] * len(hidden)
        else:
            cards = read_cards(args.text, args.column)
        if not cards or (len(cards) > 1 and not several):
            raise Unread("form", args.column, text=args.text, form=form)
        places = columns if len(columns) == len(cards) else [args.column] * len(cards)
        return [(column, kind(card)) for column, card in zip(places, cards, strict=True)]

    return read


def read_cards(text: str, column: int) -> list[Card]:
    """Return the cards of a list; `column` is its place.

    Raises:
        Unread: a part of it names no card.
    """
    try:
        return parse_cards(text)
    except NotationError as error:
        place = column + int(error.details["position"])
        raise _bad_cards(error, place) from None


def _bad_cards(error: NotationError, column: int) -> Unread:
    return Unread("bad_cards", column, fault=error.message, notation=dict(error.details))


def read_suit(text: str, column: int) -> Suit:
    """Return the suit that a word names; `column` is its place.

    Raises:
        Unread: it names none.
    """
    try:
        return parse_suit(text)
    except NotationError as error:
        raise _bad_cards(error, column) from None


def _shuffle(args: Args) -> Found:
    if args.text.lower() == HIDDEN:
        return [(args.column, act.Shuffle(None))]
    return [(args.column, act.Shuffle(tuple(read_cards(args.text, args.column))))]


def _trump(args: Args) -> Found:
    return [(args.column, act.NameTrump(read_suit(args.text, args.column)))]


def _concede(args: Args) -> Found:
    suit, show = re.fullmatch(r"(.*?)(\s+show)?", args.text, re.IGNORECASE).groups()  # type: ignore[union-attr]
    return [(args.column, act.Concede(read_suit(suit, args.column), bool(show)))]


def _contract(contract: Contract) -> Callable[[Args], Found]:
    def read(args: Args) -> Found:
        found = re.fullmatch(
            r"(?P<open>open)?\s*(?P<hand>hand)?\s*(trump\s+(?P<suit>\S+))?",
            args.text,
            re.IGNORECASE,
        )
        if found is None:
            form = f"{contract.value} [open] [hand] [trump H]"
            raise Unread("form", args.column, text=args.text, form=form)
        suit = found["suit"]
        action = act.NameContract(
            contract,
            bool(found["open"]),
            bool(found["hand"]),
            read_suit(suit, args.column + found.start("suit")) if suit else None,
        )
        return [(args.column, action)]

    return read


def _melds(args: Args) -> Found:
    return [(args.column, parse_melds(args.text, args.column, args.reading))]


def _claim(args: Args) -> Found:
    found = re.fullmatch(r"([0-9]{1,9})\s+trick\s+([0-9]{1,9})", args.text, re.IGNORECASE)
    if found is None:
        raise Unread("form", args.column, text=args.text, form="claim SEAT trick N")
    return [(args.column, act.ClaimRevoke(int(found[1]), int(found[2])))]


# Cards that may not be hidden are never None, which the type of `_cards` cannot say.
READERS: dict[str, Callable[[Args], Found]] = {
    "bid": _number(act.Bid, "bid 150"),
    "pass": _none(act.Pass()),
    "take": _none(act.TakeDabb()),
    "call": _cards(act.CallCard, "call EA", several=False, may_hide=False),  # type: ignore[arg-type]
    "give": _cards(act.GiveCard, "give BU", several=False, may_hide=True),
    "bury": _cards(act.BuryCard, "bury SU HU", several=True, may_hide=True),
    "unbury": _cards(act.TakeBack, "unbury SU", several=True, may_hide=True),
    "done": _none(act.BuryDone()),
    "concede": _concede,
    "trump": _trump,
    "durch": _contract(Contract.DURCH),
    "bettel": _contract(Contract.BETTEL),
    "meld": _melds,
    "exchange": _none(act.ExchangeDix()),
    "play": _cards(act.PlayCard, "play EA", several=False, may_hide=False),  # type: ignore[arg-type]
    "claim": _claim,
    "sign": _none(act.Sign()),
}
"""The words of seats, before which the seat's number stands; what cannot be read is Unread."""

SEATLESS: dict[str, Callable[[Args], Found]] = {
    "shuffle": _shuffle,
    "cut": _number(_cut, "cut 13"),
    "knock": _none(act.Knock()),
    "undo": _number(Undo, "undo 1"),
}
"""The words of chance, of who cuts, and of the table."""

_PLAIN: dict[type, tuple[str, tuple[str, ...]]] = {
    act.Cut: ("cut", ("n",)),
    act.Knock: ("knock", ()),
    Undo: ("undo", ("n",)),
    act.Bid: ("bid", ("value",)),
    act.Pass: ("pass", ()),
    act.TakeDabb: ("take", ()),
    act.CallCard: ("call", ("card",)),
    act.GiveCard: ("give", ("card",)),
    act.BuryCard: ("bury", ("card",)),
    act.TakeBack: ("unbury", ("card",)),
    act.BuryDone: ("done", ()),
    act.NameTrump: ("trump", ("suit",)),
    act.ExchangeDix: ("exchange", ()),
    act.PlayCard: ("play", ("card",)),
    act.Sign: ("sign", ()),
}


def format_actions(actions: Iterable[Action], seat: int, most: int = 8) -> str:
    """Return some actions as a line of the record has them, the rest as an ellipsis.

    >>> format_actions([act.Pass(), act.Bid(150)], seat=2)
    '`2 pass`, `2 bid 150`'
    """
    found = [format_action(action) for action in actions]
    words = [f"`{word}`" if word.split()[0] in SEATLESS else f"`{seat} {word}`" for word in found]
    return ", ".join(words[:most]) + (", …" if len(words) > most else "")
