"""Open cards in the middle of play: what the solver is asked about.

Source: rules.md [durch-order], [durch-first-card-trump], [durch-partner], [bettel-and-partner].
"""

from dataclasses import dataclass, replace

from binokel.cards.card import CARDS, Card, Suit
from binokel.cards.hand import UNITS, size
from binokel.engine.phase import Phase
from binokel.engine.state import DealState
from binokel.errors import Unsupported
from binokel.rules.contracts import Contract, is_broken
from binokel.rules.ruleset import RuleSet
from binokel.rules.tricks import trick_points, winning_index

LARGEST_HAND = 1 << 48


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """All hands and what lies on the table.

    `hands` are packed (see `binokel.cards.hand`), without what lies on the table; `trick` are the
    cards on the table, led by `leader`. `n_tricks` is the number of finished tricks. `is_lost`
    says that a Durch or Bettel has been lost by an earlier trick.
    """

    rules: RuleSet
    hands: tuple[int, ...]
    leader: int
    trick: tuple[Card, ...] = ()
    trump: Suit | None = None
    contract: Contract = Contract.TRUMP
    declarer: int | None = None
    n_tricks: int = 0
    is_lost: bool = False

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def n_left(self) -> int:
        """Number of tricks that are not finished."""
        return size(self.hands[self.leader]) + (1 if self.trick else 0)

    @property
    def names_trump(self) -> bool:
        """Whether the next card names trump. Source: rules.md [durch-first-card-trump]."""
        first = self.n_tricks == 0 and not self.trick
        by_card = self.rules.contracts.durch_trump == "first-card"
        return first and by_card and self.contract is Contract.DURCH

    def check(self) -> None:
        """Refuse what cannot be between the cards of a deal.

        Raises:
            Unsupported: seats, hands or cards on the table do not fit; the message names them.
        """
        n = self.rules.n_seats
        if len(self.hands) != n:
            raise Unsupported(f"{self.rules.id} has {n} seats, the position {len(self.hands)}")
        seats = [self.leader] if self.declarer is None else [self.leader, self.declarer]
        if not all(0 <= seat < n for seat in seats):
            raise Unsupported(f"{self.rules.id} has the seats 0 to {n - 1}, not {seats}")
        if not isinstance(self.contract, Contract):
            raise Unsupported(f"a contract is one of {[*Contract]}, not {self.contract!r}")
        if len(self.trick) >= n:
            raise Unsupported(f"{len(self.trick)} cards lie on the table of {n} seats")
        if self.n_tricks < 0 or not all(0 <= hand < LARGEST_HAND for hand in self.hands):
            raise Unsupported(f"{self.hands} after {self.n_tricks} tricks are no packed hands")

    def play(self, card: Card) -> tuple["Position", int, int | None]:
        """Play a card, legal or not.

        Returns:
            The position after it; card points and bonus of the trick if it is finished, else 0;
            and its winner, or None.

        Raises:
            Unsupported: the seat to play does not hold the card.
        """
        seat, n = self.seat, len(self.hands)
        if not self.hands[seat] >> (2 * card.index) & 3:
            raise Unsupported(f"seat {seat} does not hold {card}", card=str(card))
        hands = (*self.hands[:seat], self.hands[seat] - UNITS[card.index], *self.hands[seat + 1 :])
        trump = card.suit if self.names_trump else self.trump
        after = replace(self, hands=hands, trick=(*self.trick, card), trump=trump)
        if len(after.trick) < n:
            return after, 0, None
        played = [one.index for one in after.trick]
        place = winning_index(played, -1 if trump is None else trump.index)
        winner = (self.leader + place) % n
        points = trick_points(self.rules, played) + self._bonus(not any(hands))
        done = replace(
            after,
            trick=(),
            leader=winner,
            n_tricks=self.n_tricks + 1,
            is_lost=self.is_lost or self._loses(winner),
        )
        return done, points, winner

    def _bonus(self, is_last: bool) -> int:
        play = self.rules.play
        first = play.first_trick if self.n_tricks == 0 else 0
        return first + (play.last_trick if is_last else 0)

    def _loses(self, winner: int) -> bool:
        declarer = self.declarer
        return declarer is not None and is_broken(self.rules, self.contract, declarer, (winner,))


def position_of(state: DealState) -> Position:
    """Return the open cards of a deal.

    Raises:
        Unsupported: no cards are being played, or some still lie in the stock.
    """
    if state.phase is not Phase.PLAY:
        raise Unsupported(
            f"only positions of play can be solved, this is the phase {state.phase.value}; "
            "go on to the first lead",
            phase=state.phase.value,
        )
    if state.stock:
        raise Unsupported(
            f"{len(state.stock)} cards still lie in the stock: a position is solved once it is "
            "empty",
            n_stock=len(state.stock),
        )
    declarer = state.declarer
    winners = [trick.winner for trick in state.tricks]
    return Position(
        rules=state.rules,
        hands=state.hands,
        leader=state.leader,
        trick=tuple(CARDS[index] for index in state.trick),
        trump=state.trump,
        contract=state.contract,
        declarer=declarer,
        n_tricks=len(state.tricks),
        is_lost=declarer is not None and is_broken(state.rules, state.contract, declarer, winners),
    )
