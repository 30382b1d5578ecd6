"""What the seat to act may do: a tuple of these small types, never empty before the end."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from binokel.cards.card import CARDS, SUITS, Card, Suit
from binokel.engine import actions as act
from binokel.engine.actions import PLAYS, Action
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


@lru_cache(maxsize=16)
def _ladder(least: int, maximum: int, step: int) -> tuple[act.Bid, ...]:
    """Return all bids from the least value of a grid up, made once a grid."""
    return tuple(map(act.Bid, range(least, maximum + 1, step)))


def _bids(minimum: int, maximum: int, step: int) -> tuple[act.Bid, ...]:
    if minimum == maximum:
        return (act.Bid(minimum),)
    least = minimum % step or step
    return _ladder(least, maximum, step)[(minimum - least) // step :]


def _announcements(offers: tuple[ContractOffer, ...]) -> list[Action]:
    return [
        act.NameContract(offer.contract, offer.is_open, offer.from_hand, suit)
        for offer in offers
        for suit in offer.suits or (None,)
    ]


# The actions that are listed most often, made once.
_DONE, _PASS = act.BuryDone(), act.Pass()
_BURY = tuple(map(act.BuryCard, CARDS))
_TAKE_BACK = tuple(map(act.TakeBack, CARDS))
_TRUMP = tuple(map(act.NameTrump, SUITS))
_CONCEDE = tuple(map(act.Concede, SUITS))


def _cards(choice: Cards) -> tuple[Action, ...]:
    return tuple([PLAYS[card.index] for card in choice.cards])


def _bids_and_pass(choice: Bids) -> tuple[Action, ...]:
    bids = () if choice.minimum is None else _bids(choice.minimum, choice.maximum, choice.step)
    return (_PASS, *bids) if choice.may_pass else bids


def _burying(choice: Bury) -> tuple[Action, ...]:
    done: tuple[Action, ...] = (_DONE,) if choice.may_finish else ()
    bury = [_BURY[card.index] for card in choice.cards]
    return (*done, *bury, *[_TAKE_BACK[card.index] for card in dict.fromkeys(choice.buried)])


def _melding(choice: Melds) -> tuple[Action, ...]:
    whole = act.DeclareMelds(choice.best, choice.buried_dix)
    return (whole, act.DeclareMelds()) if choice.best and choice.may_declare_less else (whole,)


def _cutting(choice: Cuts) -> tuple[Action, ...]:
    leave: tuple[Action, ...] = (act.NoCut(),) if choice.may_leave else ()
    knock: tuple[Action, ...] = (act.Knock(),) if choice.may_knock else ()
    return (*leave, *knock, *map(act.Cut, range(1, choice.maximum + 1)))


def _naming(choice: Trumps) -> tuple[Action, ...]:
    trumps = [_TRUMP[suit.index] for suit in choice.suits]
    return (*trumps, *_announcements(choice.contracts))


def _conceding(choice: Concedes) -> tuple[Action, ...]:
    return tuple([_CONCEDE[suit.index] for suit in choice.suits])


def _signing(choice: Signs) -> tuple[Action, ...]:
    pairs = [(seat, trick) for seat in choice.seats for trick in range(choice.n_tricks)]
    return (act.Sign(), *[act.ClaimRevoke(*pair) for pair in pairs if pair not in choice.claimed])


_ACTIONS_OF: dict[type, Callable[[Any], tuple[Action, ...]]] = {
    Chance: lambda _: (),
    Cuts: _cutting,
    Bids: _bids_and_pass,
    Dabb: lambda _: (act.TakeDabb(),),
    Calls: lambda choice: tuple(map(act.CallCard, choice.cards)),
    Gives: lambda choice: tuple(map(act.GiveCard, choice.cards)),
    Bury: _burying,
    Concedes: _conceding,
    Trumps: _naming,
    Melds: _melding,
    Exchange: lambda _: (act.ExchangeDix(),),
    Cards: _cards,
    Signs: _signing,
}


def actions_of(choice: Choice) -> tuple[Action, ...]:
    """Return the actions of a choice, sorted as its fields are; empty for Chance.

    Of the melds only the best set and none at all are listed; conceding is listed with the
    hand not shown.
    """
    return _ACTIONS_OF[type(choice)](choice)


def actions_of_all(choices: tuple[Choice, ...]) -> tuple[Action, ...]:
    """Return the actions of several choices, one choice after the other."""
    if len(choices) == 1:
        return actions_of(choices[0])
    return tuple(action for choice in choices for action in actions_of(choice))
