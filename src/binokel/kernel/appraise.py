# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""What declaring with a hand is worth: melds exactly, tricks by a net, trump and burying by both.

What the end of a deal is worth, it is told as gains (points, or the chance to win a match) by melds
and by points of play, so that a lost bid, rounding and the score of the match all stand there.

Source: rules.md [discards-points-000], [meld-sharing], [meld-trick-team].
"""

from collections.abc import Sequence
from typing import TypeAlias

import cython

from binokel.kernel.checks import (
    MELD_TENS,
    MOST_PLAY,
    PLAY_TENS,
    UNIT,
    Whole,
    check_free,
    check_gains,
    check_keep,
    check_plan,
)

if not cython.compiled:
    from binokel.kernel.bits import BINS, bit, longs, lowest, popcount, release
    from binokel.kernel.core import FIRST_COPIES
    from binokel.kernel.net import Net
    from binokel.kernel.values import Values

ROWS, TENS, ENDS = MELD_TENS, PLAY_TENS, MOST_PLAY
WIDE = ENDS + 1
CLOSE = 60 * UNIT
"""A suit that the quick estimate puts this much below the best is not looked at."""
GUIDE = 128
"""What a point of the expected total adds in gains while buried cards are chosen at first."""
CAREFUL = 2
"""With so many turns two ways to begin are tried, and two cards for two."""
WORST = -(1 << 60)

Told: TypeAlias = tuple[int, int, int, int, int, list[int]]
"""Of a plan its value in gains, trump, the buried cards, own melds, what the buried cards count,
and the weights of the bins."""


@cython.final
@cython.cclass
class Appraiser(Values):
    """Values the hands of a declarer, and chooses trump and what to bury.

    `net` must have been told of the table. With `lapses` melds do not stand without a trick.
    """

    net: Net
    made: cython.p_longlong
    lost: cython.p_longlong
    mates: cython.p_longlong
    needed: cython.longlong
    more: cython.longlong
    lapses: cython.bint
    position: cython.int
    guide: cython.int
    keep: cython.ulonglong
    value: cython.longlong

    def __init__(self, net: Net, lapses: Whole) -> None:
        super().__init__()
        self.net = net
        self.made = longs(ROWS * WIDE)
        self.lost = longs(WIDE)
        self.mates = longs(4)
        self.needed = self.more = 0
        self.lapses = lapses != 0
        self.position = self.guide = 0
        self.keep = 0
        self.value = WORST

    def __dealloc__(self) -> None:
        release(self.made)
        release(self.lost)
        release(self.mates)

    def set_gains(
        self, made: Sequence[int], lost: Sequence[int], first: Whole, needed: Whole, more: Whole
    ) -> None:
        """Say what the ends of a deal are worth for a bid; each gain from -2**24 to 2**24.

        Args:
            made: for each ten of the side's melds, 40 gains by tens of its points of play (tricks,
                buried cards), where the bid is made.
            lost: 40 gains by tens of its points of play where it is lost.
            first: how many points of play count as no ten; then each ten points are one more.
            needed: the least total of melds and play that makes the bid.
            more: what each point of melds beyond the last row adds.

        Raises:
            ValueError: there are no such tables.
        """
        points: cython.int
        row: cython.int
        ten: cython.int
        at: cython.int
        start: cython.int
        check_free(self.is_made, self.is_busy)
        check_gains(made, lost, first, needed, more)
        self.needed = needed
        self.more = more
        start = first
        self.lost[0] = 0
        for row in range(ROWS):
            self.made[row * WIDE] = 0
        for points in range(ENDS):
            ten = 0 if points < start else 1 + (points - start) // 10
            self.lost[points + 1] = self.lost[points] + cython.cast(cython.longlong, lost[ten])
            for row in range(ROWS):
                at = row * WIDE + points
                self.made[at + 1] = self.made[at] + cython.cast(
                    cython.longlong, made[row * TENS + ten]
                )

    def plans(
        self,
        hand: Whole,
        n_buried: Whole,
        position: Whole,
        mates: Sequence[int],
        turns: Whole,
        only: Whole,
    ) -> list[Told]:
        """Return the best burying for each trump suit that comes into question.

        Args:
            hand: all cards, with those of the Dabb.
            n_buried: how many are to be buried.
            position: the declarer's place after the first to play.
            mates: what the partners are expected to meld, by trump suit.
            turns: how often a buried card is exchanged for another while that helps.
            only: the trump suit, -1 where it may be any.

        Returns:
            The best first.

        Raises:
            ValueError: the net was told nothing, or these are no cards, numbers or place.
        """
        found: list[Told] = []
        trump: cython.int
        cards: cython.ulonglong
        count: cython.int
        times: cython.int
        least: cython.int
        fixed: cython.int
        check_free(self.is_made and self.net.is_told, self.is_busy)
        check_plan(hand, n_buried, position, mates, turns, only)
        cards, count, times, fixed = hand, n_buried, turns, only
        self.hear(position, mates)
        least = self.estimate(cards, self.best_suit(cards)) - CLOSE
        for trump in range(4):
            if trump != fixed if fixed >= 0 else self.estimate(cards, trump) < least:
                continue
            self.settle(cards, trump, count, times)
            found.append(self.told(self.keep, cards & ~self.keep, trump))
        return sorted(found, reverse=True)

    def judge(
        self, keep: Whole, buried: Whole, trump: Whole, position: Whole, mates: Sequence[int]
    ) -> Told:
        """Return what `plans` tells, of one plan.

        Raises:
            ValueError: the net was told nothing, or these are no cards, suit or place.
        """
        hand: cython.ulonglong
        gone: cython.ulonglong
        suit: cython.int
        check_free(self.is_made and self.net.is_told, self.is_busy)
        check_keep(keep, buried, trump, position)
        check_plan(keep, 0, position, mates, 0, trump)
        hand, gone, suit = keep, buried, trump
        self.hear(position, mates)
        return self.told(hand, gone, suit)

    def hear(self, position: Whole, mates: Sequence[int]) -> None:
        """Keep the declarer's place and the partners' melds."""
        self.position = position
        for i in range(4):
            self.mates[i] = mates[i]

    def told(self, keep: cython.ulonglong, buried: cython.ulonglong, trump: cython.int) -> Told:
        """Return what is told of a plan."""
        value = self.worth_of(keep, buried, trump)
        melds, points = self.own_melds(keep, buried, trump), self.counted(buried)
        weights = [self.net.weights[i] for i in range(BINS)]
        return value, trump, buried, melds, points, weights

    # --- burying ----------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(
        self,
        cards: cython.ulonglong,
        trump: cython.int,
        count: cython.int,
        turns: cython.int,
    ) -> cython.void:
        """Find what to keep: card by card, with more turns also by the estimate."""
        first: cython.ulonglong
        worth: cython.longlong
        self.guide = GUIDE
        self.bury(cards, trump, count)
        self.improve(cards, trump, turns)
        if turns < CAREFUL:
            return
        first = self.keep
        worth = self.value
        self.keep = self.kept(cards, trump, count)
        self.improve(cards, trump, turns)
        if self.value < worth:
            self.keep = first
            self.value = worth
        if self.exchange_two(cards, trump):
            self.exchange(cards, trump, turns)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def improve(self, cards: cython.ulonglong, trump: cython.int, turns: cython.int) -> cython.void:
        """Exchange cards by the guided value first, and by the value alone then."""
        self.guide = GUIDE
        self.value = self.guided(self.keep, cards & ~self.keep, trump)
        self.exchange(cards, trump, turns)
        self.guide = 0
        self.value = self.guided(self.keep, cards & ~self.keep, trump)
        self.exchange(cards, trump, turns)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bury(self, cards: cython.ulonglong, trump: cython.int, count: cython.int) -> cython.void:
        """Bury the card that is missed least, one after the other: see `keep`, `value`."""
        rest: cython.ulonglong
        found: cython.longlong
        worst: cython.int
        card: cython.int
        _turn: cython.int
        self.keep = cards
        for _turn in range(count):
            rest = self.keep & ~((self.keep >> 1) & FIRST_COPIES)
            self.value = WORST
            worst = 0
            while rest != 0:
                card = lowest(rest)
                rest &= rest - 1
                found = self.guided(self.keep & ~bit(card), (cards & ~self.keep) | bit(card), trump)
                if found > self.value:
                    self.value = found
                    worst = card
            self.keep &= ~bit(worst)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def guided(
        self, keep: cython.ulonglong, buried: cython.ulonglong, trump: cython.int
    ) -> cython.longlong:
        """Return the value of a plan, and `guide` for each point of its expected total.

        Far below the bid all totals are worth as much, and the value alone shows no way up.
        """
        i: cython.int
        points: cython.longlong = 0
        value: cython.longlong = self.worth_of(keep, buried, trump)
        if self.guide == 0:
            return value
        for i in range(1, BINS):
            points += self.net.weights[i] * (10 * i - 5)
        return value + self.guide * (points // self.net.total + self.known(keep, buried, trump))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def exchange(
        self, cards: cython.ulonglong, trump: cython.int, turns: cython.int
    ) -> cython.void:
        """Exchange the buried card and the kept one that gain most, while any do."""
        _turn: cython.int
        out: cython.int
        into: cython.int
        found: cython.longlong
        best: cython.ulonglong
        other: cython.ulonglong
        rest: cython.ulonglong
        gone: cython.ulonglong
        for _turn in range(turns):
            best = self.keep
            gone = cards & ~self.keep
            gone &= ~((gone >> 1) & FIRST_COPIES)
            while gone != 0:
                out = lowest(gone)
                gone &= gone - 1
                rest = self.keep & ~((self.keep >> 1) & FIRST_COPIES)
                while rest != 0:
                    into = lowest(rest)
                    rest &= rest - 1
                    other = (self.keep | bit(out)) & ~bit(into)
                    found = self.guided(other, cards & ~other, trump)
                    if found > self.value:
                        self.value = found
                        best = other
            if best == self.keep:
                return
            self.keep = best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def exchange_two(self, cards: cython.ulonglong, trump: cython.int) -> cython.bint:
        """Exchange the two cards for two that gain most; tell whether any do."""
        start: cython.ulonglong = self.keep
        best: cython.ulonglong = start
        gone: cython.ulonglong = cards & ~start
        other: cython.ulonglong
        rest: cython.ulonglong
        found: cython.longlong
        out: cython.int
        into: cython.int
        while gone != 0:
            out = lowest(gone)
            gone &= gone - 1
            rest = start & ~((start >> 1) & FIRST_COPIES)
            while rest != 0:
                into = lowest(rest)
                rest &= rest - 1
                other = (start | bit(out)) & ~bit(into)
                found = self.best_second(cards, other, gone, rest, trump)
                if found > self.value:
                    self.value = found
                    best = self.keep
        self.keep = best
        return best != start

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best_second(
        self,
        cards: cython.ulonglong,
        keep: cython.ulonglong,
        gone: cython.ulonglong,
        rest: cython.ulonglong,
        trump: cython.int,
    ) -> cython.longlong:
        """Return the most that one more exchange brings; `keep` is left as it is then."""
        best: cython.longlong = WORST
        found: cython.longlong
        other: cython.ulonglong
        left: cython.ulonglong
        out: cython.int
        while gone != 0:
            out = lowest(gone)
            gone &= gone - 1
            left = rest
            while left != 0:
                other = (keep | bit(out)) & ~bit(lowest(left))
                left &= left - 1
                found = self.guided(other, cards & ~other, trump)
                if found > best:
                    best = found
                    self.keep = other
        return best

    # --- what a plan is worth ---------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth_of(
        self, keep: cython.ulonglong, buried: cython.ulonglong, trump: cython.int
    ) -> cython.longlong:
        """Return the value of a plan in gains; the net holds the weights."""
        i: cython.int
        melds: cython.int = self.own_melds(keep, buried, trump)
        points: cython.int = self.counted(buried)
        total: cython.longlong
        melds += cython.cast(cython.int, self.mates[trump])
        self.net.ask(keep, buried, trump, self.position)
        total = self.net.weights[0] * 10 * self.gain(0 if self.lapses else melds, points, 1)
        for i in range(1, BINS):
            if self.net.weights[i] != 0:
                total += self.net.weights[i] * self.gain(melds, points + 10 * (i - 1), 10)
        return total // (10 * self.net.total)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def gain(self, melds: cython.int, points: cython.int, width: cython.int) -> cython.longlong:
        """Return the sum of what so many points of play are worth, from `points` on."""
        low: cython.int = min(points, ENDS - width)
        high: cython.int = low + width
        top: cython.int = 10 * (ROWS - 1)
        base: cython.int = min(melds, top) // 10 * WIDE
        cut: cython.int = high
        if self.needed < melds + high:
            cut = max(low, cython.cast(cython.int, self.needed) - melds)
        return (
            self.lost[cut]
            - self.lost[low]
            + self.made[base + high]
            - self.made[base + cut]
            + self.more * max(0, melds - top) * (high - cut)
        )

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def own_melds(
        self, keep: cython.ulonglong, buried: cython.ulonglong, trump: cython.int
    ) -> cython.int:
        """Return the melds of the hand, with a buried Dix where it counts."""
        found: cython.int = self.melds(keep, trump)
        if self.dix > 0:
            found += self.dix * popcount(buried & (bit(12 * trump) * 3))
        return found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def counted(self, buried: cython.ulonglong) -> cython.int:
        """Return what the buried cards count for the declarer."""
        return self.points(buried) if self.buried_worth > 0 else 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def known(
        self, keep: cython.ulonglong, buried: cython.ulonglong, trump: cython.int
    ) -> cython.int:
        """Return what is known of the total: own melds and buried cards."""
        return self.own_melds(keep, buried, trump) + self.counted(buried)
