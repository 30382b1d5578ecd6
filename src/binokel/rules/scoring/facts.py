"""What a deal's score follows from, and the score with its lines."""

import msgspec

from binokel.cards.card import Suit
from binokel.rules.contracts import Contract


class TakenTrick(msgspec.Struct, frozen=True):
    """A finished trick: who won it, and its card points without bonus."""

    winner: int
    points: int


class Revoke(msgspec.Struct, frozen=True):
    """A proven revoke: the offender's seat and the trick, counted from 0."""

    seat: int
    trick: int


class DealFacts(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides the score of a deal.

    `melds` are the points that each seat has declared; `declarer` is None where there is no
    auction; `bid` is the value played for; `buried_points` are the card points of the buried
    cards. `tricks` is empty when the deal was not played.
    """

    declarer: int | None
    bid: int
    contract: Contract = Contract.TRUMP
    is_open: bool = False
    from_hand: bool = False
    called: bool = False
    trump: Suit | None = None
    melds: tuple[int, ...]
    tricks: tuple[TakenTrick, ...] = ()
    buried_points: int = 0
    conceded: bool = False
    bury_error: bool = False
    unreachable: bool = False
    revoke: Revoke | None = None


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of the account of a side: what, how many points, by which rule.

    `what` is a stable code with a text in every locale (`score.what.<code>`); `key` is the
    decision of rules.md that it follows.
    """

    side: int
    seat: int | None
    what: str
    points: int
    key: str


class DealScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of a deal, explained: each side's score is the sum of its lines.

    `made` is None where nobody bid, or a defender's revoke ended the count. `exact` are the
    scores before rounding. `declarer_total`, `card_points` (by seat, buried cards included) and
    `bonus` (by seat) are None where nothing is counted.
    """

    made: bool | None
    scores: tuple[int, ...]
    exact: tuple[int, ...]
    lines: tuple[ScoreLine, ...]
    tricks_won: tuple[int, ...]
    declarer_total: int | None = None
    card_points: tuple[int, ...] | None = None
    bonus: tuple[int, ...] | None = None
