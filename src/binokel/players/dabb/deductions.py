"""What the tricks so far and the melds prove of the others' cards.

Source: rules.md [legal-cards], [follow-after-ruff], [under-trump], [meld-shown].
"""

from collections.abc import Iterator, Sequence

from binokel.engine.match import MatchView
from binokel.players.heuristic.cards import HIGHER, SUIT_MARKS, SUIT_OF
from binokel.rules.ruleset import RuleSet
from binokel.rules.tricks import winning_index


class Deductions:
    """Proven facts, rebuilt from a view.

    `denied[seat]` marks the cards that a seat has proven not to hold, `located[seat]` those that
    it has shown in a meld and not played; both as low bits of distinct cards.
    """

    def __init__(self, view: MatchView) -> None:
        deal, self.rules = view.deal, view.rules
        self.trump = -1 if deal.trump is None else deal.trump.index
        self.n_seats = view.rules.n_seats
        self.denied = [0] * self.n_seats
        played: list[list[int]] = [[] for _ in range(self.n_seats)]
        for leader, trick in _tricks(view):
            for place, card in enumerate(trick):
                seat = (leader + place) % self.n_seats
                played[seat].append(card)
                if place:
                    self.denied[seat] |= self._denial(leader, seat, trick[:place], card)
        self.located = [
            _located(view, seat, cards) if seat != deal.seat else 0
            for seat, cards in enumerate(played)
        ]

    def is_void(self, seat: int, suit: int) -> bool:
        """Tell whether a seat has proven to have no card of a suit."""
        return not SUIT_MARKS[suit] & ~self.denied[seat]

    def surely_beats(self, seat: int, led: int, best: int) -> bool:
        """Tell whether a seat has shown a card that it may play and that wins."""
        located = self.located[seat]
        if SUIT_OF[best] == led and located & HIGHER[best]:
            return True
        if self.trump < 0 or led == self.trump or not self.is_void(seat, led):
            return False
        ruffed = SUIT_OF[best] == self.trump
        return bool(located & (HIGHER[best] if ruffed else SUIT_MARKS[self.trump]))

    def _denial(self, leader: int, seat: int, before: Sequence[int], card: int) -> int:
        """Return the marks of the cards that a play denies under the duties."""
        play = self.rules.play
        led = SUIT_OF[before[0]]
        place = winning_index(before, self.trump)
        best = before[place]
        exempt = play.partner_exempt and _same_side(self.rules, (leader + place), seat)
        if SUIT_OF[card] == led:
            ruffed = SUIT_OF[best] != led
            if exempt or not play.must_beat or (ruffed and not play.beat_after_ruff):
                return 0
            to_beat = min(c for c in before if SUIT_OF[c] == led)
            return 0 if HIGHER[to_beat] >> (2 * card) & 1 else HIGHER[to_beat]
        void = SUIT_MARKS[led]
        if self.trump < 0 or exempt or not play.must_trump:
            return void
        if SUIT_OF[card] != self.trump:
            return void | SUIT_MARKS[self.trump]
        if SUIT_OF[best] != self.trump or not play.must_over_trump:
            return void
        return void | (0 if HIGHER[best] >> (2 * card) & 1 else HIGHER[best])


def _same_side(rules: RuleSet, one: int, two: int) -> bool:
    return rules.side_of[one % rules.n_seats] == rules.side_of[two]


def _tricks(view: MatchView) -> Iterator[tuple[int, list[int]]]:
    """Yield the leader and the card indices of each trick, the running one last."""
    for trick in view.deal.tricks:
        yield trick.leader, [card.index for card in trick.cards]
    yield view.deal.leader, [card.index for card in view.deal.trick]


def _located(view: MatchView, seat: int, played: Sequence[int]) -> int:
    """Return the marks of the cards that a seat has melded and must still hold.

    A meld needs each of its copies once; a buried trump seven may be among the melded ones.
    """
    deal = view.deal
    copies: dict[int, int] = {}
    for meld in deal.melds[seat] or ():
        for card in set(meld.cards):
            copies[card.index] = max(copies.get(card.index, 0), meld.cards.count(card))
    if seat == deal.declarer and deal.buried_dix and deal.trump is not None:
        copies.pop(6 * deal.trump.index + 5, None)
    return sum(1 << (2 * card) for card, n in copies.items() if n > played.count(card))
