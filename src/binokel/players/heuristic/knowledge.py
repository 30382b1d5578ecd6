"""What a view proves about the cards of the others, and how likely the rest is.

Everything is rebuilt from the view: cards gone, cards shown in melds or with the Dabb, and
what a play gives away under the duties of the rule set (void, nothing higher).

Source: rules.md [legal-cards], [meld-shown], [dabb-visible].
"""

from binokel.cards.card import Card
from binokel.cards.deck import deck_bits
from binokel.cards.hand import ONES, pack
from binokel.engine.actions import ExchangeDix
from binokel.engine.match import MatchView
from binokel.engine.parts import Trick
from binokel.players.heuristic.cards import (
    ACES,
    HIGHER,
    SUIT_MARKS,
    SUIT_OF,
    all_copies,
    least,
    most,
    n_cards,
)
from binokel.players.heuristic.memory import PERFECT, Memory
from binokel.rules.contracts import Contract
from binokel.rules.tricks import winning_index

_KEPT = 0.95
"""How likely a declarer keeps an ace of the Dabb that all have seen."""


class Knowledge:
    """The cards as one seat may think of them during play.

    `unseen` are all copies that lie in other hands, in the Dabb, buried by another, or in the
    stock; `shown[seat]` the copies that must be in that hand; `maybe[seat]` those it may hold.
    `kept` are the aces that the declarer took with the Dabb and has not played, since they are
    hardly ever buried, and the trumps where none is announced as buried.
    """

    def __init__(self, view: MatchView, memory: Memory = PERFECT) -> None:
        deal = view.deal
        assert deal.seat is not None
        self.memory = memory
        self.rules = view.rules
        self.seat = deal.seat
        self.n_seats = view.rules.n_seats
        self.side_of = view.rules.side_of
        self.points = view.rules.card_points
        self.trump = -1 if deal.trump is None else deal.trump.index
        self.hand = pack(deal.hand)
        self.n_cards = deal.n_cards
        played = [0] * self.n_seats
        gone = 0
        for seat, card, age in _plays(deal.tricks, deal.leader, deal.trick, self.n_seats):
            unit = 1 << (2 * card.index)
            played[seat] += unit
            if seat == self.seat or memory.keeps(card, deal.trump, age):
                gone += unit
        self.gone = gone
        self.played = played
        known = self.hand + gone + pack(deal.buried)
        if deal.turned_up is not None:
            known += 1 << (2 * deal.turned_up.index)
        self.unseen = deck_bits(view.rules.deck.sevens) - known
        self.excluded = self._excluded(view)
        self.shown = self._shown(view, played)
        self.maybe = self._maybe(view, played)
        self.owner = -1 if deal.declarer is None else deal.declarer
        self.kept = self._kept(view, played)
        self._share = [self._fraction(seat) for seat in range(self.n_seats)]

    def _shown(self, view: MatchView, played: list[int]) -> list[int]:
        """Return the melded copies that have not been played, by seat."""
        deal = view.deal
        shown = [0] * self.n_seats
        for seat, melds in enumerate(deal.melds):
            if seat == self.seat:
                continue
            bits = 0
            for meld in melds or ():
                bits = most(bits, pack(meld.cards))
            if (seat == deal.declarer and deal.buried_dix) or (seat, ExchangeDix()) in deal.history:
                bits &= ~(3 << (12 * self.trump + 10))  # it may lie buried or under the stock
            shown[seat] = least(_less(bits, played[seat]), self.unseen) if bits else 0
        if deal.open_hand is not None and deal.declarer is not None and deal.declarer != self.seat:
            shown[deal.declarer] = pack(deal.open_hand)
        return shown

    def _maybe(self, view: MatchView, played: list[int]) -> list[int]:
        """Return the copies that each seat may hold."""
        deal = view.deal
        fixed = list(self.shown)
        owner = deal.declarer
        if deal.dabb and owner is not None and owner != self.seat:
            fixed[owner] = most(fixed[owner], _less(pack(deal.dabb), played[owner]))
        maybe = []
        for seat in range(self.n_seats):
            if seat == self.seat:
                maybe.append(0)
                continue
            bits = self.unseen
            for other in range(self.n_seats):
                if other != seat and fixed[other]:
                    bits = _less(bits, fixed[other])
            maybe.append(bits & ~all_copies(self.excluded[seat]) | self.shown[seat])
        if deal.open_hand is not None and owner is not None and owner != self.seat:
            maybe[owner] = self.shown[owner]
        return maybe

    def _kept(self, view: MatchView, played: list[int]) -> int:
        """Return the copies that the declarer took in sight and hardly has buried.

        Source: rules.md [dabb-visible], [announce-trumps].
        """
        deal, owner = view.deal, self.owner
        if not deal.dabb or owner in (-1, self.seat) or deal.open_hand is not None:
            return 0
        if self.trump < 0 or not is_ordinary(view):
            return 0
        marks = ACES | (SUIT_MARKS[self.trump] if deal.buried_trumps == 0 else 0)
        kept = least(pack(deal.dabb) & all_copies(marks), self.maybe[owner])
        kept = _less(_less(kept, played[owner]), self.shown[owner])
        return kept if n_cards(kept) <= self.n_cards[owner] - n_cards(self.shown[owner]) else 0

    def _fraction(self, seat: int) -> float:
        """Return how likely a copy that the seat may hold is really there."""
        if seat == self.seat:
            return 0.0
        settled = n_cards(self.shown[seat]) + (n_cards(self.kept) if seat == self.owner else 0)
        free = n_cards(self.maybe[seat]) - settled
        slots = self.n_cards[seat] - settled
        return min(1.0, max(0, slots) / free) if free else 0.0

    def _excluded(self, view: MatchView) -> list[int]:
        """Return the marks of the cards that each seat has proven not to hold."""
        deal, rules = view.deal, view.rules
        excluded = [0] * self.n_seats
        first = 0
        if rules.deal.stock and not rules.play.stock_duties:
            first = rules.deal.stock // 2
        first = max(first, len(deal.tricks) - self.memory.tricks)
        for number, trick in enumerate(deal.tricks):
            if number >= first:
                self._learn(excluded, trick.leader, [card.index for card in trick.cards])
        if len(deal.tricks) >= first:
            self._learn(excluded, deal.leader, [card.index for card in deal.trick])
        if rules.deal.stock and deal.n_stock:
            return [0] * self.n_seats
        return excluded

    def _learn(self, excluded: list[int], leader: int, trick: list[int]) -> None:
        for place in range(1, len(trick)):
            seat = (leader + place) % self.n_seats
            if seat != self.seat:
                excluded[seat] |= self._disclosed(leader, seat, trick[:place], trick[place])

    def _disclosed(self, leader: int, seat: int, before: list[int], card: int) -> int:
        """Return the marks of the cards that a play denies."""
        play = self.rules.play
        led = SUIT_OF[before[0]]
        best_place = winning_index(before, self.trump)
        best = before[best_place]
        holder = (leader + best_place) % self.n_seats
        exempt = play.partner_exempt and self.side_of[holder] == self.side_of[seat]
        if SUIT_OF[card] == led:
            beaten = SUIT_OF[best] == led and not HIGHER[best] >> (2 * card) & 1
            return HIGHER[best] if beaten and play.must_beat and not exempt else 0
        denied = SUIT_MARKS[led]
        if self.trump < 0 or exempt or not play.must_trump:
            return denied
        if SUIT_OF[card] != self.trump:
            return denied | SUIT_MARKS[self.trump]
        if SUIT_OF[best] == self.trump and play.must_over_trump:
            return denied | (0 if HIGHER[best] >> (2 * card) & 1 else HIGHER[best])
        return denied

    def chance_any(self, seat: int, marks: int) -> float:
        """Return the chance that a seat holds at least one of the marked cards."""
        bits = all_copies(marks)
        if self.shown[seat] & bits:
            return 1.0
        n = n_cards(self.maybe[seat] & bits)
        if not n:
            return 0.0
        if seat == self.owner and self.kept & bits:
            return _KEPT
        return float(1.0 - (1.0 - self._share[seat]) ** n)

    def chance_void(self, seat: int, suit: int) -> float:
        """Return the chance that a seat holds no card of a suit."""
        return 1.0 - self.chance_any(seat, SUIT_MARKS[suit])

    def expected(self, seat: int, marks: int) -> float:
        """Return the expected number of the marked cards in a hand."""
        bits = all_copies(marks)
        sure = n_cards(self.shown[seat] & bits)
        if seat == self.owner:
            sure += n_cards(self.kept & bits)
        return sure + self._share[seat] * (n_cards(self.maybe[seat] & bits) - sure)

    def may_hold(self, seat: int, marks: int) -> bool:
        """Tell whether a seat may hold any of the marked cards."""
        return bool(self.maybe[seat] & all_copies(marks))

    def is_mate(self, seat: int) -> bool:
        """Tell whether a seat is on the own side (oneself included)."""
        return self.side_of[seat] == self.side_of[self.seat]

    def higher_out(self, card: int) -> int:
        """Return how many copies above a card, of its suit, others may still play."""
        out = 0
        for seat in range(self.n_seats):
            if seat != self.seat:
                out |= self.maybe[seat]
        return n_cards(out & all_copies(HIGHER[card]))

    def chance_beaten(self, seat: int, led: int, best: int) -> float:
        """Return the chance that a seat, playing next to this trick, takes it over."""
        trump = self.trump
        if SUIT_OF[best] == led:
            follows = self.chance_any(seat, HIGHER[best])
            if led == trump or trump < 0:
                return follows
            void = self.chance_void(seat, led)
            return follows + void * self.chance_any(seat, SUIT_MARKS[trump])
        void = self.chance_void(seat, led)
        return void * self.chance_any(seat, HIGHER[best]) if void else 0.0

    def chance_beaten_freely(self, seat: int, card: int) -> float:
        """Return the chance that a seat can beat a led card where there are no duties."""
        marks = HIGHER[card]
        if self.trump >= 0 and SUIT_OF[card] != self.trump:
            marks |= SUIT_MARKS[self.trump]
        return self.chance_any(seat, marks)

    def has_trump(self, seat: int) -> bool:
        """Tell whether a seat may hold a trump."""
        return self.trump >= 0 and self.may_hold(seat, SUIT_MARKS[self.trump])


def is_ordinary(view: MatchView) -> bool:
    """Tell whether points and melds count in this deal."""
    deal = view.deal
    return deal.contract is Contract.TRUMP or view.rules.contracts.durch_trump == "named"


def _plays(
    tricks: tuple[Trick, ...], leader: int, trick: tuple[Card, ...], n: int
) -> list[tuple[int, Card, int]]:
    """Return seat, card and age of every play, in tricks; -1 is on the table."""
    plays = [
        ((done.leader + place) % n, card, len(tricks) - 1 - number)
        for number, done in enumerate(tricks)
        for place, card in enumerate(done.cards)
    ]
    plays += [((leader + place) % n, card, -1) for place, card in enumerate(trick)]
    return plays


def _less(bits: int, taken: int) -> int:
    """Return a packed hand without the copies taken from it, never below none."""
    both = (bits | bits >> 1) & (taken | taken >> 1) & ONES
    while both:
        low = both & -both
        shift = low.bit_length() - 1
        n = min(bits >> shift & 3, taken >> shift & 3)
        bits -= n << shift
        both -= low
    return bits
