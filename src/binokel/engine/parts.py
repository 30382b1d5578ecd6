"""Small parts of a deal's state that views show as they are."""

import msgspec

from binokel.cards.card import Card


class Trick(msgspec.Struct, frozen=True):
    """A finished trick: who led, the cards in order, who won, its card points."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    points: int


class Call(msgspec.Struct, frozen=True):
    """A called card, the seat that had it, and the card given for it (None: not yet)."""

    card: Card
    owner: int
    given: Card | None = None


class Claim(msgspec.Struct, frozen=True):
    """A claim of a revoke, and whether the record proves it."""

    by: int
    seat: int
    trick: int
    proven: bool
