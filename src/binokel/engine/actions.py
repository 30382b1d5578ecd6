"""Everything a seat, chance or the table can do: one small frozen type each.

The list of a match's actions is its record. An action does not carry its seat: whoever is to
act has done it.
"""

from typing import Any

import msgspec

from binokel.cards.card import CARDS, Card, Suit
from binokel.rules.contracts import Contract
from binokel.rules.melds import Meld


def _expect(action: object, kind: type, *values: Any) -> None:
    """Refuse a field of another type, before the action is ever applied."""
    for value in values:
        if type(value) is not kind:
            name, wanted = type(action).__name__, kind.__name__
            raise TypeError(f"{name} takes a {wanted}, not {value!r}")


class Shuffle(msgspec.Struct, frozen=True, tag_field="do", tag="shuffle"):
    """Chance: the whole deck, top first; `order` is None where a view hides it."""

    order: tuple[Card, ...] | None

    def __post_init__(self) -> None:
        _expect(self, Card, *(self.order or ()))


class Cut(msgspec.Struct, frozen=True, tag_field="do", tag="cut"):
    """Lift n cards off and put them below the rest. Source: rules.md [cut-size]."""

    n: int

    def __post_init__(self) -> None:
        _expect(self, int, self.n)


class Knock(msgspec.Struct, frozen=True, tag_field="do", tag="knock"):
    """Have each hand dealt in one packet. Source: rules.md [knock-meaning]."""


class NoCut(msgspec.Struct, frozen=True, tag_field="do", tag="no_cut"):
    """Leave the deck as it is. Source: rules.md [cut-duty]."""


class Bid(msgspec.Struct, frozen=True, tag_field="do", tag="bid"):
    """Name a value in the auction."""

    value: int

    def __post_init__(self) -> None:
        _expect(self, int, self.value)


class Pass(msgspec.Struct, frozen=True, tag_field="do", tag="pass"):
    """Say weg. Source: rules.md [pass-is-final]."""


class TakeDabb(msgspec.Struct, frozen=True, tag_field="do", tag="take"):
    """Take up the Dabb, shown to all where the rule set says so."""


class CallCard(msgspec.Struct, frozen=True, tag_field="do", tag="call"):
    """Call a card that another seat must hand over. Source: rules.md [rufen-timing]."""

    card: Card

    def __post_init__(self) -> None:
        _expect(self, Card, self.card)


class GiveCard(msgspec.Struct, frozen=True, tag_field="do", tag="give"):
    """Give a card for the called one; None where a view hides it.

    Source: rules.md [rufen-give-back].
    """

    card: Card | None

    def __post_init__(self) -> None:
        _expect(self, Card, *() if self.card is None else (self.card,))


class BuryCard(msgspec.Struct, frozen=True, tag_field="do", tag="bury"):
    """Lay one card aside; None where a view hides it."""

    card: Card | None

    def __post_init__(self) -> None:
        _expect(self, Card, *() if self.card is None else (self.card,))


class TakeBack(msgspec.Struct, frozen=True, tag_field="do", tag="take_back"):
    """Take a buried card back into the hand; None where a view hides it."""

    card: Card | None

    def __post_init__(self) -> None:
        _expect(self, Card, *() if self.card is None else (self.card,))


class BuryDone(msgspec.Struct, frozen=True, tag_field="do", tag="bury_done"):
    """Finish burying."""


class Concede(msgspec.Struct, frozen=True, tag_field="do", tag="concede"):
    """Go out in a suit (abgehen), with the hand laid open if wanted.

    Source: rules.md [ab-result], [ab-reveal].
    """

    suit: Suit
    show: bool = False

    def __post_init__(self) -> None:
        _expect(self, Suit, self.suit)
        _expect(self, bool, self.show)


class NameTrump(msgspec.Struct, frozen=True, tag_field="do", tag="trump"):
    """Name the trump suit of an ordinary game."""

    suit: Suit

    def __post_init__(self) -> None:
        _expect(self, Suit, self.suit)


class NameContract(msgspec.Struct, frozen=True, tag_field="do", tag="contract"):
    """Announce a Durch or Bettel, with its trump suit where the rule set has one named.

    Source: rules.md [durch-order], [durch-announce].
    """

    contract: Contract
    is_open: bool = False
    from_hand: bool = False
    suit: Suit | None = None

    def __post_init__(self) -> None:
        _expect(self, Contract, self.contract)
        _expect(self, bool, self.is_open, self.from_hand)
        _expect(self, Suit, *() if self.suit is None else (self.suit,))


class DeclareMelds(msgspec.Struct, frozen=True, tag_field="do", tag="meld"):
    """Lay out melds, perhaps none; `buried_dix` buried trump sevens are announced.

    Source: rules.md [meld-voluntary], [diss-not-announced].
    """

    melds: tuple[Meld, ...] = ()
    buried_dix: int = 0

    def __post_init__(self) -> None:
        _expect(self, Meld, *self.melds)
        _expect(self, int, self.buried_dix)


class ExchangeDix(msgspec.Struct, frozen=True, tag_field="do", tag="exchange"):
    """Lay the trump seven under the stock for the turned-up card.

    Source: rules.md [two-player-dix].
    """


class PlayCard(msgspec.Struct, frozen=True, tag_field="do", tag="play"):
    """Play a card to the trick."""

    card: Card

    def __post_init__(self) -> None:
        _expect(self, Card, self.card)


class ClaimRevoke(msgspec.Struct, frozen=True, tag_field="do", tag="claim"):
    """Claim that a seat played an illegal card to a trick, counted from 0.

    Source: rules.md [strict-revoke].
    """

    seat: int
    trick: int

    def __post_init__(self) -> None:
        _expect(self, int, self.seat, self.trick)


class Sign(msgspec.Struct, frozen=True, tag_field="do", tag="sign"):
    """Sign the deal: no more claims. Source: rules.md [revoke-discovery]."""


Action = (
    Shuffle
    | Cut
    | Knock
    | NoCut
    | Bid
    | Pass
    | TakeDabb
    | CallCard
    | GiveCard
    | BuryCard
    | TakeBack
    | BuryDone
    | Concede
    | NameTrump
    | NameContract
    | DeclareMelds
    | ExchangeDix
    | PlayCard
    | ClaimRevoke
    | Sign
)

PLAYS: tuple[PlayCard, ...] = tuple(PlayCard(card) for card in CARDS)
"""The play of each card, by card index."""
