"""What the kernel must find, told on lists of cards: minimax without pruning, and play-outs.

It shares nothing with the kernel: legal cards, winners and points are those of
`binokel.rules.tricks`, and what counts is told here anew from the contract.
"""

from collections.abc import Iterable, Sequence

from binokel.cards.card import CARDS, RANKS, Card
from binokel.cards.hand import UNITS, unpack
from binokel.kernel.position import Position
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.rules.tricks import legal_marks, trick_points, winning_index

M64 = 2**64 - 1

Hands = tuple[tuple[int, ...], ...]
Trick = tuple[int, ...]


def counted_seats(position: Position) -> frozenset[int]:
    """Return the seats whose points or tricks are counted.

    Source: rules.md [durch-partner], [bettel-and-partner].
    """
    rules, declarer, contract = position.rules, position.declarer, position.contract
    seat = position.seat if declarer is None else declarer
    partners = {
        other for other in range(rules.n_seats) if rules.side_of[other] == rules.side_of[seat]
    }
    if declarer is None or contract is Contract.TRUMP:
        return frozenset(partners)
    alone = partners if rules.contracts.scope == "side" else {declarer}
    if contract is Contract.DURCH:
        return frozenset(alone)
    return frozenset(set(range(rules.n_seats)) - alone)


def wanting_seats(position: Position) -> frozenset[int] | None:
    """Return who wants the counted seats to have much, None where just they do.

    A Durch or Bettel is the whole side's wish, also where the declarer must win it alone.
    """
    rules, declarer = position.rules, position.declarer
    if position.contract is Contract.TRUMP or declarer is None:
        return None
    side = rules.side_of[declarer]
    return frozenset(seat for seat in range(rules.n_seats) if rules.side_of[seat] == side)


class Oracle:
    """The values of one position and of all that follows from it.

    `counted` are the seats whose points are counted, those of the position if None; `wanting` the
    seats who want these to have many, the counted ones themselves if None. What has been worked out
    for the same hands, trick and trump is remembered; nothing is cut off.
    """

    def __init__(
        self,
        position: Position,
        counted: Iterable[int] | None = None,
        wanting: Iterable[int] | None = None,
    ) -> None:
        self.rules: RuleSet = position.rules
        self.position = position
        self.counted = counted_seats(position) if counted is None else frozenset(counted)
        if counted is None and wanting is None:
            wanting = wanting_seats(position)
        self.wanting = self.counted if wanting is None else frozenset(wanting)
        self.by_card = (
            position.contract is Contract.DURCH
            and position.rules.contracts.durch_trump == "first-card"
        )
        self.n_first = sum(map(len, _lists(position.hands))) + len(position.trick)
        self._known: dict[tuple[Hands, int, Trick, int], int] = {}
        self._known_melded: dict[tuple[Hands, int, Trick, int, int], int] = {}

    def start(self) -> tuple[Hands, int, Trick, int]:
        """Return the hands, leader, trick and trump of the position."""
        position = self.position
        trump = -1 if position.trump is None else position.trump.index
        trick = tuple(card.index for card in position.trick)
        return _lists(position.hands), position.leader, trick, trump

    def value(self) -> int:
        """Return what the counted seats still get."""
        return self._value(*self.start())

    def cards(self) -> dict[Card, int]:
        """Return what they still get after each legal card."""
        hands, leader, trick, trump = self.start()
        return {
            CARDS[card]: self._after(hands, leader, trick, trump, card)
            for card in self.legal(hands, leader, trick, trump)
        }

    def value_with_melds(self, melds: int) -> int:
        """Return the same when melds come with the first trick of the counted seats."""
        return self._melded(*self.start(), melds)

    def trick_cards(self) -> dict[Card, bool]:
        """Return whether the counted seats still take a trick after each legal card."""
        enough = 1000  # more than all points: only the melds bring so much
        hands, leader, trick, trump = self.start()
        return {
            CARDS[card]: self._melded_after(hands, leader, trick, trump, card, enough) >= enough
            for card in self.legal(hands, leader, trick, trump)
        }

    def replay(self, line: Sequence[tuple[int, Card]]) -> int:
        """Return what the counted seats get when cards are played so, each of them legal."""
        hands, leader, trick, trump = self.start()
        total = 0
        for seat, card in line:
            assert seat == (leader + len(trick)) % len(hands), "another seat is to play"
            assert card.index in self.legal(hands, leader, trick, trump), f"{card} is illegal"
            hands, leader, trick, trump, points, winner = self._play(
                hands, leader, trick, trump, card.index
            )
            total += points if winner in self.counted else 0
        assert not any(hands), "the line ends before the last card"
        return total

    def play_out(self, seed: int) -> list[int]:
        """Return what each seat still gets when the kernel's luck chooses the cards."""
        hands, leader, trick, trump = self.start()
        totals = [0] * len(hands)
        random = (seed ^ 0x9E3779B97F4A7C15) & M64 or 0xBF58476D1CE4E5B9
        while any(hands):
            cards = sorted(self.legal(hands, leader, trick, trump), key=_upwards)
            place = 0
            if len(cards) > 1:
                random ^= random << 13 & M64
                random ^= random >> 7
                random ^= random << 17 & M64
                place = (random >> 32) * len(cards) >> 32
            hands, leader, trick, trump, points, winner = self._play(
                hands, leader, trick, trump, cards[place]
            )
            if winner is not None:
                totals[winner] += points
        return totals

    def legal(self, hands: Hands, leader: int, trick: Trick, trump: int) -> list[int]:
        """Return the indices of the legal cards, each kind once."""
        n = len(hands)
        seat = (leader + len(trick)) % n
        partner_wins = False
        if trick:
            winner = (leader + winning_index(trick, trump)) % n
            partner_wins = self.rules.side_of[winner] == self.rules.side_of[seat]
        packed = sum(UNITS[card] for card in hands[seat])
        marks = legal_marks(self.rules.play, packed, trick, trump, partner_wins)
        return [card for card in range(24) if marks >> (2 * card) & 1]

    def _play(
        self, hands: Hands, leader: int, trick: Trick, trump: int, card: int
    ) -> tuple[Hands, int, Trick, int, int, int | None]:
        """Return hands, leader, trick, trump, points and winner after a card."""
        n = len(hands)
        seat = (leader + len(trick)) % n
        mine = list(hands[seat])
        mine.remove(card)
        if self.by_card and self.position.n_tricks == 0 and not self.position.trick:
            is_first = not trick and sum(map(len, hands)) == self.n_first
            trump = CARDS[card].suit.index if is_first else trump
        hands = (*hands[:seat], tuple(mine), *hands[seat + 1 :])
        trick = (*trick, card)
        if len(trick) < n:
            return hands, leader, trick, trump, 0, None
        winner = (leader + winning_index(trick, trump)) % n
        return hands, winner, (), trump, self._points(hands, trick), winner

    def _points(self, hands: Hands, trick: Trick) -> int:
        if self.position.contract is not Contract.TRUMP:
            return 1
        play = self.rules.play
        points = trick_points(self.rules, trick)
        if not any(hands):
            points += play.last_trick
        if self.position.n_tricks == 0 and sum(map(len, hands)) + len(hands) == self.n_first:
            points += play.first_trick
        return points

    def _value(self, hands: Hands, leader: int, trick: Trick, trump: int) -> int:
        if not any(hands):
            return 0
        key = (hands, leader, trick, trump)
        if key not in self._known:
            values = [
                self._after(hands, leader, trick, trump, card)
                for card in self.legal(hands, leader, trick, trump)
            ]
            seat = (leader + len(trick)) % len(hands)
            self._known[key] = max(values) if seat in self.wanting else min(values)
        return self._known[key]

    def _after(self, hands: Hands, leader: int, trick: Trick, trump: int, card: int) -> int:
        hands, leader, trick, trump, points, winner = self._play(hands, leader, trick, trump, card)
        return (points if winner in self.counted else 0) + self._value(hands, leader, trick, trump)

    def _melded(self, hands: Hands, leader: int, trick: Trick, trump: int, melds: int) -> int:
        if not any(hands):
            return 0
        key = (hands, leader, trick, trump, melds)
        if key not in self._known_melded:
            values = [
                self._melded_after(hands, leader, trick, trump, card, melds)
                for card in self.legal(hands, leader, trick, trump)
            ]
            seat = (leader + len(trick)) % len(hands)
            self._known_melded[key] = max(values) if seat in self.wanting else min(values)
        return self._known_melded[key]

    def _melded_after(
        self, hands: Hands, leader: int, trick: Trick, trump: int, card: int, melds: int
    ) -> int:
        hands, leader, trick, trump, points, winner = self._play(hands, leader, trick, trump, card)
        gained = points + melds if winner in self.counted else 0
        left = 0 if winner in self.counted else melds
        return gained + self._melded(hands, leader, trick, trump, left)


def _lists(hands: Iterable[int]) -> Hands:
    return tuple(tuple(card.index for card in unpack(hand)) for hand in hands)


def _upwards(index: int) -> tuple[int, int]:
    """Return the place of a card among all, Siebener before Daus in each suit."""
    card = CARDS[index]
    return card.suit.index, -RANKS.index(card.rank)
