"""What the seat to act may do: a tuple of these small types, never empty before the end."""

from functools import lru_cache

import msgspec

from binokel.cards.card import Card, Suit
from binokel.engine.actions import (
    PLAYS,
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
    Sign,
    TakeBack,
    TakeDabb,
)
from binokel.rules.contracts import Contract
from binokel.rules.melds import Meld


class Chance(msgspec.Struct, frozen=True, tag_field="choice", tag="chance"):
    """Any order of the deck; not enumerated."""


class Cuts(msgspec.Struct, frozen=True, tag_field="choice", tag="cut"):
    """Cut 1 to `maximum` cards (0: no cutting here), knock, or leave the deck."""

    maximum: int
    may_knock: bool
    may_leave: bool


class Bids(msgspec.Struct, frozen=True, tag_field="choice", tag="bids"):
    """Bid from `minimum` (None: no bid is left) up in steps, or say weg."""

    minimum: int | None
    maximum: int
    step: int
    may_pass: bool


class Dabb(msgspec.Struct, frozen=True, tag_field="choice", tag="dabb"):
    """Take up the Dabb."""


class Calls(msgspec.Struct, frozen=True, tag_field="choice", tag="calls"):
    """Call one of these cards."""

    cards: tuple[Card, ...]


class Gives(msgspec.Struct, frozen=True, tag_field="choice", tag="gives"):
    """Give one of these cards for the called one."""

    cards: tuple[Card, ...]


class Bury(msgspec.Struct, frozen=True, tag_field="choice", tag="bury"):
    """Bury one of `cards`, take back one of `buried`, or finish where `may_finish`.

    `n` is the number of cards to bury in all; in strict play nobody holds one to it.
    """

    n: int
    cards: tuple[Card, ...]
    buried: tuple[Card, ...]
    may_finish: bool


class Concedes(msgspec.Struct, frozen=True, tag_field="choice", tag="concedes"):
    """Go out in one of these suits."""

    suits: tuple[Suit, ...]


class ContractOffer(msgspec.Struct, frozen=True):
    """A Durch or Bettel that may be announced, and what it counts.

    `suits` are the trump suits to choose from, empty where none is named.
    """

    contract: Contract
    is_open: bool
    from_hand: bool
    value: int
    suits: tuple[Suit, ...] = ()


class Trumps(msgspec.Struct, frozen=True, tag_field="choice", tag="trumps"):
    """Name one of these trump suits, or announce one of these contracts."""

    suits: tuple[Suit, ...]
    contracts: tuple[ContractOffer, ...]


class Melds(msgspec.Struct, frozen=True, tag_field="choice", tag="melds"):
    """Declare melds; `best` is the best set, `buried_dix` the buried sevens that it needs."""

    best: tuple[Meld, ...]
    buried_dix: int
    may_declare_less: bool


class Exchange(msgspec.Struct, frozen=True, tag_field="choice", tag="exchange"):
    """Exchange the trump seven for the turned-up card."""

    card: Card


class Cards(msgspec.Struct, frozen=True, tag_field="choice", tag="cards"):
    """Play one of these cards."""

    cards: tuple[Card, ...]


class Signs(msgspec.Struct, frozen=True, tag_field="choice", tag="signs"):
    """Sign the deal, or claim a revoke of one of `seats` in a trick below `n_tricks`.

    `claimed` are the (seat, trick) pairs already examined.
    """

    seats: tuple[int, ...]
    n_tricks: int
    claimed: tuple[tuple[int, int], ...]


Choice = (
    Chance
    | Cuts
    | Bids
    | Dabb
    | Calls
    | Gives
    | Bury
    | Concedes
    | Trumps
    | Melds
    | Exchange
    | Cards
    | Signs
)


def actions_of(choice: Choice) -> tuple[Action, ...]:
    """Return the actions of a choice, sorted as its fields are; empty for Chance.

    Of the melds only the best set and none at all are listed; conceding is listed with the
    hand not shown.
    """
    match choice:
        case Cards(cards):
            return tuple([PLAYS[card.index] for card in cards])
        case Bids(minimum, maximum, step, may_pass):
            bids = _bids(minimum, maximum, step) if minimum is not None else ()
            return (Pass(), *bids) if may_pass else bids
        case Bury(_, cards, buried, may_finish):
            done: tuple[Action, ...] = (BuryDone(),) if may_finish else ()
            return (*done, *map(BuryCard, cards), *map(TakeBack, dict.fromkeys(buried)))
        case Melds(best, buried_dix, may_declare_less):
            whole = DeclareMelds(best, buried_dix)
            return (whole, DeclareMelds()) if best and may_declare_less else (whole,)
        case Cuts(maximum, may_knock, may_leave):
            leave: tuple[Action, ...] = (NoCut(),) if may_leave else ()
            knock: tuple[Action, ...] = (Knock(),) if may_knock else ()
            return (*leave, *knock, *map(Cut, range(1, maximum + 1)))
        case Trumps(suits, contracts):
            return (*map(NameTrump, suits), *_announcements(contracts))
        case Signs(seats, n_tricks, claimed):
            pairs = [(seat, trick) for seat in seats for trick in range(n_tricks)]
            return (Sign(), *[ClaimRevoke(*pair) for pair in pairs if pair not in claimed])
        case Concedes(suits):
            return tuple(map(Concede, suits))
        case Calls(cards):
            return tuple(map(CallCard, cards))
        case Gives(cards):
            return tuple(map(GiveCard, cards))
        case Dabb():
            return (TakeDabb(),)
        case Exchange():
            return (ExchangeDix(),)
        case Chance():
            return ()


@lru_cache(maxsize=1024)
def _bids(minimum: int, maximum: int, step: int) -> tuple[Action, ...]:
    return tuple(map(Bid, range(minimum, maximum + 1, step)))


def _announcements(offers: tuple[ContractOffer, ...]) -> list[Action]:
    return [
        NameContract(offer.contract, offer.is_open, offer.from_hand, suit)
        for offer in offers
        for suit in offer.suits or (None,)
    ]
