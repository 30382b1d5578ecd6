# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""What declaring with a hand is worth: melds exactly, tricks by a net, trump and burying by both.

What a total is worth, it is told as gains (points, or the chance to win a match), so that a lost
bid, rounding and the score of the match all stand in one table.

Source: rules.md [discards-points-000], [meld-sharing], [meld-trick-team].
"""

from collections.abc import Sequence
from typing import TypeAlias

import cython

from binokel.kernel.checks import (
    MOST_TOTAL,
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

TOTALS = MOST_TOTAL
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
    gains: cython.p_longlong
    mates: cython.p_longlong
    share: cython.longlong
    lapses: cython.bint
    position: cython.int
    guide: cython.int
    keep: cython.ulonglong
    value: cython.longlong

    def __init__(self, net: Net, lapses: Whole) -> None:
        super().__init__()
        self.net = net
        self.gains = longs(TOTALS + 1)
        self.mates = longs(4)
        self.share = 0
        self.lapses = lapses != 0
        self.position = self.guide = 0
        self.keep = 0
        self.value = WORST

    def __dealloc__(self) -> None:
        release(self.gains)
        release(self.mates)

    def set_gains(self, gains: Sequence[int], share: Whole) -> None:
        """Say what each total of the declarer's side is worth.

        Args:
            gains: of the totals from 0 to 4095, each from -2**24 to 2**24; a higher one is worth
                as much as the last.
            share: what each point of the own melds takes from it: with more melds the same total
                leaves the others more tricks.

        Raises:
            ValueError: there is no such table.
        """
        i: cython.int
        check_free(self.is_made, self.is_busy)
        check_gains(gains, share)
        self.share = share
        self.gains[0] = 0
        for i in range(TOTALS):
            self.gains[i + 1] = self.gains[i] + cython.cast(cython.longlong, gains[i])

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
        known: cython.int = melds + self.counted(buried)
        total: cython.longlong
        at: cython.int
        known += cython.cast(cython.int, self.mates[trump])
        self.net.ask(keep, buried, trump, self.position)
        total = self.net.weights[0] * 10 * self.gain(known - melds if self.lapses else known)
        for i in range(1, BINS):
            if self.net.weights[i] != 0:
                at = min(known + 10 * (i - 1), TOTALS - 10)
                total += self.net.weights[i] * (self.gains[at + 10] - self.gains[at])
        return total // (10 * self.net.total) - self.share * melds

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def gain(self, total: cython.int) -> cython.longlong:
        """Return what a total is worth."""
        at: cython.int = min(total, TOTALS - 1)
        return self.gains[at + 1] - self.gains[at]

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
