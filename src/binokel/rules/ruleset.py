"""The schema of a rule set: every rule of the game as data, one section a concern.

The keys and values are those of protocols.md section 1. An absent value (None) means that
the thing is not in the rule set. Loading and checking live in `loader` and `checks`;
a RuleSet that exists has passed them.
"""

from functools import cached_property
from typing import Annotated, Literal, NoReturn

import msgspec

from binokel.cards.card import Card
from binokel.cards.deck import POINTS_CLASSIC, POINTS_TENS, deck

Points = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Source = tuple[str, ...]
RankLetter = Literal["A", "Z", "K", "O", "U", "7"]
RANK_LETTERS: tuple[RankLetter, ...] = ("A", "Z", "K", "O", "U", "7")


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all sections; `source` names the decisions a section follows."""

    source: Source = ()


class FrozenDict(dict[RankLetter, int]):
    """A table that cannot be changed, so that a rule set is one value for all who hold it."""

    def _refuse(self, *_args: object, **_values: object) -> NoReturn:
        raise TypeError("a rule set cannot be changed; load one that extends it")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[object, tuple[dict[RankLetter, int]]]:
        return FrozenDict, (dict(self),)


class DeckRules(Section, frozen=True, kw_only=True):
    """Which cards there are and what they count."""

    sevens: bool
    points: Literal["classic", "tens-only"] = "classic"


class TableRules(Section, frozen=True, kw_only=True):
    """How many sit at the table, who plays with whom, and which way round."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=6)]
    sides: Literal["single", "opposite", "alternate"] = "single"
    direction: Literal["anticlockwise", "clockwise"] = "anticlockwise"


class DealRules(Section, frozen=True, kw_only=True):
    """How the cards are dealt: sizes, packets, cutting and knocking."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=24)]
    dabb: Annotated[int, msgspec.Meta(ge=0, le=24)]
    stock: Annotated[int, msgspec.Meta(ge=0, le=44)] = 0
    pattern: tuple[Annotated[str, msgspec.Meta(pattern="^[PD][1-9][0-9]?$")], ...]
    cut: Literal["none", "optional", "mandatory"] = "optional"
    cut_rest: Annotated[int, msgspec.Meta(ge=1, le=40)] = 1
    knock: bool = False
    first_dealer: Literal["drawn", "seat-0"] = "drawn"


class BiddingRules(Section, frozen=True, kw_only=True):
    """How the auction runs and what happens when nobody bids."""

    form: Literal["none", "duel", "kreuz", "duel-in-order", "in-turn"]
    minimum: Annotated[int, msgspec.Meta(ge=1, le=5000)] = 10
    step: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 10
    jumps: bool = True
    maximum: Annotated[int, msgspec.Meta(ge=10, le=100_000)] = 5000
    opener: Literal["free", "must-bid", "holds"] = "free"
    nobody: Literal["redeal", "next-dealer", "forehand", "dealer"] = "redeal"
    forced_value: Annotated[int, msgspec.Meta(ge=1, le=5000)] | None = None
    in_turn_end: Literal["one-left", "two-passes"] = "one-left"


class DabbRules(Section, frozen=True, kw_only=True):
    """What the declarer does with the Dabb; going out and calling."""

    shown: bool = True
    trump_named: Literal["before", "after"] = "after"
    announce_trumps: bool = False
    bury_dix: bool = False
    call: Literal["off", "on", "durch"] = "off"
    call_bid: Points = 400
    concede: Literal["off", "after-dabb", "until-meld"] = "off"
    concede_cost: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    concede_others: Literal["per-seat", "flat", "half-up", "half-down", "none"] = "per-seat"
    concede_amount: Points = 10
    concede_scope: Literal["side", "seat"] = "side"


class MeldRules(Section, frozen=True, kw_only=True):
    """What each meld counts; an absent value is a meld that does not exist."""

    pair: Points | None = None
    pair_trump: Points | None = None
    family: Points | None = None
    family_trump: Points | None = None
    double_family: Points | None = None
    double_family_trump: Points | None = None
    fours: dict[RankLetter, Points] = {}
    eight: Points | None = None
    eight_ranks: tuple[RankLetter, ...] = ()
    binokel: Points | None = None
    double_binokel: Points | None = None
    dix: Points | None = None
    pair_in_family: bool = False
    rundgang: Literal["sum", "fixed", "additive", "always", "literal-200"] = "sum"
    rundgang_points: Points | None = None
    rundgang_family_pair: Literal["none", "trump", "trump-single", "any"] = "none"

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "fours", FrozenDict(self.fours))


class PlayRules(Section, frozen=True, kw_only=True):
    """Who leads, what must be played, and what tricks are worth beyond their cards."""

    lead: Literal["forehand", "declarer"] = "forehand"
    must_beat: bool = True
    must_trump: bool = True
    must_over_trump: bool = True
    beat_after_ruff: bool = False
    partner_exempt: bool = False
    last_trick: Points = 10
    first_trick: Points = 0
    stock_duties: bool = False
    stock_meld_windows: Literal["opening-and-winner", "winner", "one-a-window", "both"] = (
        "opening-and-winner"
    )


class ContractRules(Section, frozen=True, kw_only=True):
    """Durch and Bettel: their values, and what losing them costs."""

    durch: Points | None = None
    durch_open: Points | None = None
    durch_hand: Points | None = None
    durch_trump: Literal["none", "first-card", "named"] = "none"
    bettel: Points | None = None
    bettel_lead: Literal["declarer", "forehand"] = "declarer"
    scope: Literal["seat", "side"] = "seat"
    lost: Literal["value", "double", "ordinary"] = "value"
    lost_others: Literal["zero", "tricks"] = "zero"


class ScoringRules(Section, frozen=True, kw_only=True):
    """How points are rounded, tested against the bid, and written down."""

    rounding: Literal["exact", "ten"] = "ten"
    rounding_scope: Literal["side", "seat"] = "side"
    bid_test: Literal["exact", "rounded"] = "exact"
    lost: Literal["single", "double", "plus-100"] = "double"
    lost_bonus: Points | Literal["half-up", "half-down"] = 0
    lost_bonus_scope: Literal["side", "seat"] = "side"
    lost_others_tricks: bool = True
    lost_keeps_tricks: bool = False
    meld_trick: Literal["none", "seat", "side"] = "side"
    buried_count: bool = True
    buried_is_trick: bool = False
    unreachable_lost: bool = False


class PenaltyRules(Section, frozen=True, kw_only=True):
    """Strict play: what a wrong card and a wrong burying cost."""

    strict: bool = False
    bury_error: Literal["refuse", "double"] = "double"
    bury_error_others: Literal["none", "melds", "melds-and-compensation"] = "melds"
    revoke: Literal["none", "penalty", "forfeit-tricks", "lost"] = "penalty"
    revoke_points: Points = 240
    revoke_credit: Points = 125


class MatchRules(Section, frozen=True, kw_only=True):
    """When a match is over and who has won it."""

    ends: Literal["target", "deals"]
    target: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    deals: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    rounds: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    tie: Literal["shared", "declarer", "extra-deal"] = "shared"
    only_by_won_bid: bool = False
    last_exact: bool = False


class RuleSet(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True, weakref=True
):
    """One complete, consistent set of rules.

    `version` rises when the behaviour of the set of that name changes, never otherwise.
    """

    id: str
    title: str
    version: Annotated[int, msgspec.Meta(ge=1)] = 1
    deck: DeckRules
    table: TableRules
    deal: DealRules
    bidding: BiddingRules
    dabb: DabbRules = DabbRules()
    melds: MeldRules
    play: PlayRules = PlayRules()
    contracts: ContractRules = ContractRules()
    scoring: ScoringRules = ScoringRules()
    penalties: PenaltyRules = PenaltyRules()
    match: MatchRules

    @cached_property
    def n_seats(self) -> int:
        """Number of seats at the table."""
        return self.table.seats

    @cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat. Source: rules.md [seat-numbers]."""
        single = self.table.sides == "single"
        return tuple(seat if single else seat % 2 for seat in range(self.n_seats))

    @cached_property
    def n_sides(self) -> int:
        """Number of sides."""
        return self.n_seats if self.table.sides == "single" else 2

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, in turn order."""
        return tuple(
            tuple(seat for seat in range(self.n_seats) if self.side_of[seat] == side)
            for side in range(self.n_sides)
        )

    @cached_property
    def card_points(self) -> tuple[int, ...]:
        """Card points by card index."""
        return POINTS_CLASSIC if self.deck.points == "classic" else POINTS_TENS

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The whole deck, sorted, each kind twice."""
        return deck(self.deck.sevens)

    @cached_property
    def accepts_all(self) -> bool:
        """Whether every card of the hand is accepted silently.

        Source: rules.md [strict-revoke].
        """
        return self.penalties.strict and self.penalties.revoke != "none"

    @cached_property
    def turned_up(self) -> bool:
        """Whether a turned-up card fixes trump. Source: rules.md [two-player-trump]."""
        return self.deal.stock > 0 and self.bidding.form == "none"


SECTIONS: dict[str, type[Section]] = {
    "deck": DeckRules,
    "table": TableRules,
    "deal": DealRules,
    "bidding": BiddingRules,
    "dabb": DabbRules,
    "melds": MeldRules,
    "play": PlayRules,
    "contracts": ContractRules,
    "scoring": ScoringRules,
    "penalties": PenaltyRules,
    "match": MatchRules,
}
"""The sections in the order in which files and sheets show them."""
