"""The state of a deal: a frozen value that an action turns into the next one."""

from typing import TYPE_CHECKING

import msgspec

from binokel.cards.card import Card, Suit
from binokel.cards.hand import Hand
from binokel.engine.actions import Action, Shuffle
from binokel.engine.choices import Choice, actions_of_all
from binokel.engine.parts import Call, Claim, Trick
from binokel.engine.phase import Phase
from binokel.engine.phases.table import PHASES
from binokel.engine.view import DealView, observe
from binokel.errors import IllegalAction
from binokel.rules.bidding import Auction
from binokel.rules.contracts import Contract
from binokel.rules.melds import Meld
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import DealScore, Revoke

if TYPE_CHECKING:
    from random import Random


CHANCE = -1
"""The seat to act where chance decides."""


class DealState(msgspec.Struct, frozen=True, kw_only=True):
    """One deal at one moment, everything in it known; players only ever get its views.

    `hands`, `buried` and `held_ever` are packed (see `binokel.cards.hand`). `to_act` is a seat,
    CHANCE, or None at the end. `trick` holds the card indices of the running trick, led by
    `leader`. `melds` has each seat's declared melds, None before it has declared.
    `queue` are the seats still to meld before play goes on. `revokes` are the illegal cards of
    strict play, known to nobody until claimed.
    """

    rules: RuleSet
    dealer: int
    phase: Phase = Phase.SHUFFLE
    to_act: int | None = CHANCE
    order: tuple[Card, ...] = ()
    knocked: bool = False
    hands: tuple[int, ...] = ()
    held_ever: tuple[int, ...] = ()
    dabb: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    auction: Auction | None = None
    declarer: int | None = None
    bid: int = 0
    contract: Contract = Contract.TRUMP
    trump: Suit | None = None
    is_open: bool = False
    from_hand: bool = False
    dabb_taken: bool = False
    call: Call | None = None
    buried: int = 0
    n_buried: int = 0
    burying_done: bool = False
    melds: tuple[tuple[Meld, ...] | None, ...] = ()
    buried_dix: int = 0
    queue: tuple[int, ...] = ()
    exchanged: bool = False
    turned_dix: bool = False
    leader: int = 0
    trick: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()
    conceded: bool = False
    hand_shown: bool = False
    bury_error: bool = False
    revokes: tuple[Revoke, ...] = ()
    claims: tuple[Claim, ...] = ()
    history: tuple[tuple[int, Action], ...] = ()
    score: DealScore | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more can happen in this deal."""
        return self.phase is Phase.OVER

    @property
    def is_redeal(self) -> bool:
        """Whether nobody bid and the deal does not count. Source: rules.md [all-pass-000]."""
        return self.phase is Phase.OVER and self.score is None

    def hand(self, seat: int) -> Hand:
        """Return the cards that a seat holds now."""
        return Hand.from_bits(self.hands[seat])

    def choices(self) -> tuple[Choice, ...]:
        """Return what the seat to act may do; empty only at the end."""
        return PHASES[self.phase].choices(self)

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the legal actions in a fixed order; `choices.actions_of` says which."""
        return actions_of_all(self.choices())

    def why_illegal(self, action: Action) -> IllegalAction | None:
        """Return the reason why an action is refused now, or None if it is legal."""
        return PHASES[self.phase].fault(self, action)

    def is_legal(self, action: Action) -> bool:
        """Tell whether an action is legal now."""
        return self.why_illegal(action) is None

    def apply(self, action: Action) -> "DealState":
        """Return the state after an action.

        Raises:
            IllegalAction: the rules refuse the action; the state is unchanged.
        """
        rules = PHASES[self.phase]
        fault = rules.fault(self, action)
        if fault is not None:
            raise fault
        return rules.apply(self, action)

    def observe(self, seat: int | None) -> DealView:
        """Return what a seat (None: a spectator) may know.

        Raises:
            ValueError: there is no such seat; chance has no view.
        """
        if seat is not None:
            check_seat(self.rules, seat)
        return observe(self, seat)


def check_seat(rules: RuleSet, seat: int) -> None:
    """Refuse what is no seat of the table.

    Raises:
        ValueError: there is no such seat.
    """
    if type(seat) is not int or not 0 <= seat < rules.n_seats:
        raise ValueError(f"{rules.id} has the seats 0 to {rules.n_seats - 1}, not {seat!r}")


def new_deal(rules: RuleSet, dealer: int) -> DealState:
    """Return a deal before the cards are shuffled.

    Raises:
        ValueError: the dealer is no seat.
    """
    check_seat(rules, dealer)
    return DealState(rules=rules, dealer=dealer)


def shuffled(rules: RuleSet, rng: "Random") -> Shuffle:
    """Return a random order of the deck, drawn from `rng`."""
    cards = list(rules.cards)
    rng.shuffle(cards)
    return Shuffle(tuple(cards))
