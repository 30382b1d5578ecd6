# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The score of a deal with a named trump, in numbers.

Source: rules.md [bid-test-side], [success-rounded-002], [declarer-scores-actual],
[loss-double-or-plus100], [ab-result], [hopeless-bid], [meld-trick-team], [rounding-what].
"""

from collections.abc import Sequence

import cython

from binokel.cards.deck import DECK_POINTS
from binokel.kernel.checks import check_book

if not cython.compiled:
    from binokel.kernel.bits import M64, release, zeros

PLAYED, CONCEDED, UNREACHABLE, THROWN_IN = 0, 1, 2, 3
ALWAYS, BY_SEAT, BY_SIDE = 0, 1, 2


@cython.final
@cython.cclass
class Book:
    """What was counted in a deal, and what each side gets for it.

    By seat: `melds`, card points of `tricks`, tricks `won`; by side: `scores`. `made` is -1 where
    nobody had to make a bid.
    """

    is_busy: cython.bint
    n: cython.int
    n_sides: cython.int
    n_dabb: cython.int
    last_bonus: cython.int
    first_bonus: cython.int
    concede_cost: cython.int
    others_meld: cython.bint
    concede_flat: cython.int
    concede_half: cython.int
    concede_by_seat: cython.bint
    rounds: cython.bint
    rounds_by_seat: cython.bint
    tests_rounded: cython.bint
    lost_factor: cython.int
    lost_plus: cython.int
    lost_bonus: cython.int
    lost_half: cython.int
    lost_by_seat: cython.bint
    lost_others_tricks: cython.bint
    lost_keeps_tricks: cython.bint
    meld_trick: cython.int
    buried_counts: cython.bint
    buried_is_trick: cython.bint
    unreachable_lost: cython.bint
    declarer: cython.int
    bid: cython.int
    status: cython.int
    made: cython.int
    buried_points: cython.int
    last_winner: cython.int
    first_winner: cython.int
    side_of: cython.p_ulonglong
    melds: cython.p_ulonglong
    tricks: cython.p_ulonglong
    won: cython.p_ulonglong
    scores: cython.p_ulonglong

    def __init__(
        self,
        side_of: Sequence[int],
        bonuses: Sequence[int],
        concede: Sequence[int],
        scoring: Sequence[int],
    ) -> None:
        i: cython.int
        check_book(side_of, bonuses, concede, scoring)
        self.is_busy = False
        self.n = len(side_of)
        self.n_sides = max(side_of) + 1
        self.last_bonus, self.first_bonus, self.n_dabb = bonuses
        self.concede_cost, self.others_meld = concede[:2]
        self.concede_flat, self.concede_half, self.concede_by_seat = concede[2:]
        self.rounds, self.rounds_by_seat, self.tests_rounded = scoring[:3]
        self.lost_factor, self.lost_plus, self.lost_bonus, self.lost_half = scoring[3:7]
        self.lost_by_seat, self.lost_others_tricks, self.lost_keeps_tricks = scoring[7:10]
        self.meld_trick, self.buried_counts, self.buried_is_trick = scoring[10:13]
        self.unreachable_lost = scoring[13]
        self.side_of = zeros(6)
        self.melds = zeros(6)
        self.tricks = zeros(6)
        self.won = zeros(6)
        self.scores = zeros(6)
        for i in range(self.n):
            self.side_of[i] = side_of[i]

    def __dealloc__(self) -> None:
        release(self.side_of)
        release(self.melds)
        release(self.tricks)
        release(self.won)
        release(self.scores)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def open(self) -> cython.void:
        """Begin a deal."""
        i: cython.int
        for i in range(6):
            self.melds[i] = self.tricks[i] = self.won[i] = self.scores[i] = 0
        self.declarer = self.made = self.last_winner = self.first_winner = -1
        self.status = PLAYED
        self.bid = self.buried_points = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self, winner: cython.int, points: cython.int) -> cython.void:
        """Give a trick to who won it."""
        if self.first_winner < 0:
            self.first_winner = winner
        self.last_winner = winner
        self.won[winner] += 1
        self.tricks[winner] += cython.cast(cython.ulonglong, points)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_unreachable(self) -> cython.bint:
        """Tell whether the bid is lost without play, once all have melded."""
        most: cython.int = DECK_POINTS + self.last_bonus + self.first_bonus
        if not self.unreachable_lost:
            return False
        if not self.buried_counts:
            most -= self.buried_points
        return most + self.melds_of(self.own_side()) < self.bid

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self) -> cython.void:
        """Write down what each side gets; `status` tells how the deal went."""
        side: cython.int
        if self.status == THROWN_IN:
            return
        if self.status == PLAYED:
            self.lapse()
            self.made = self.tested() >= self.bid
        else:
            self.made = 0
        for side in range(self.n_sides):
            self.scores[side] = cython.cast(cython.ulonglong, self.score_of(side)) & M64

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def own_side(self) -> cython.int:
        """Return the declarer's side."""
        return cython.cast(cython.int, self.side_of[self.declarer])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(self, side: cython.int) -> cython.int:
        """Return what a side gets."""
        is_own: cython.bint = side == self.own_side()
        total: cython.int
        if is_own and self.status == CONCEDED:
            return -self.concede_cost * self.bid
        if is_own and not self.made:
            total = -self.lost_factor * self.bid - self.lost_plus
            if self.status == PLAYED and self.lost_keeps_tricks:
                total += self.play_of(side, False)
            return total
        total = self.melds_of(side)
        if self.status == PLAYED and (self.made or self.lost_others_tricks):
            total += self.play_of(side, True)
        if self.status == CONCEDED:
            if self.others_meld:
                total += self.extra(
                    side, self.concede_flat, self.concede_half, self.concede_by_seat
                )
        elif not self.made:
            total += self.extra(side, self.lost_bonus, self.lost_half, self.lost_by_seat)
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def extra(
        self, side: cython.int, flat: cython.int, half: cython.int, by_seat: cython.bint
    ) -> cython.int:
        """Return what others get on top: flat, or half the bid to ten, up (1) or down."""
        seat: cython.int
        count: cython.int = 0
        if half == 1:
            flat = (self.bid + 19) // 20 * 10
        elif half == 2:
            flat = self.bid // 20 * 10
        if not by_seat:
            return flat
        for seat in range(self.n):
            if self.side_of[seat] == cython.cast(cython.ulonglong, side):
                count += 1
        return count * flat

    # --- counting ---------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lapse(self) -> cython.void:
        """Strike the melds that stand only with a trick."""
        seat: cython.int
        other: cython.int
        has: cython.bint
        if self.meld_trick == ALWAYS:
            return
        for seat in range(self.n):
            has = False
            for other in range(self.n):
                if other == seat or (
                    self.meld_trick == BY_SIDE and self.side_of[other] == self.side_of[seat]
                ):
                    has |= self.won[other] > 0
                    has |= self.buried_is_trick and self.n_dabb > 0 and other == self.declarer
            if not has:
                self.melds[seat] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def melds_of(self, side: cython.int) -> cython.int:
        """Return the melds of a side."""
        seat: cython.int
        total: cython.int = 0
        for seat in range(self.n):
            if self.side_of[seat] == cython.cast(cython.ulonglong, side):
                total += cython.cast(cython.int, self.melds[seat])
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def points_of(self, seat: cython.int, with_buried: cython.bint) -> cython.int:
        """Return the points of play of a seat, bonus included, not rounded."""
        total: cython.int = cython.cast(cython.int, self.tricks[seat])
        if seat == self.last_winner:
            total += self.last_bonus
        if seat == self.first_winner:
            total += self.first_bonus
        if seat == self.declarer and with_buried and self.buried_counts:
            total += self.buried_points
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_of(self, side: cython.int, with_buried: cython.bint) -> cython.int:
        """Return the points of play of a side as they are written down."""
        return self.counted(side, with_buried, self.rounds)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def counted(
        self, side: cython.int, with_buried: cython.bint, is_rounded: cython.bint
    ) -> cython.int:
        """Return the points of play of a side, to ten by side or seat if rounded."""
        seat: cython.int
        points: cython.int
        total: cython.int = 0
        for seat in range(self.n):
            if self.side_of[seat] == cython.cast(cython.ulonglong, side):
                points = self.points_of(seat, with_buried)
                if is_rounded and self.rounds_by_seat:
                    points = (points + 5) // 10 * 10
                total += points
        if is_rounded and not self.rounds_by_seat:
            total = (total + 5) // 10 * 10
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def tested(self) -> cython.int:
        """Return what the declarer's side has against the bid."""
        own: cython.int = self.own_side()
        return self.melds_of(own) + self.counted(own, True, self.tests_rounded)
