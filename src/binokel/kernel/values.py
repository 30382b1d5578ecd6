# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""What a hand is worth: its melds exactly, its tricks by an estimate; trump and burying by both.

What a rule set's melds and cards are worth, it is told in tables (`binokel.kernel.dealparams`);
cards are those of `binokel.kernel.core`.

Source: rules.md [meld-sharing], [rundgang-modes], [discards-points-000].
"""

from collections.abc import Sequence

import cython

from binokel.kernel.checks import (
    NOTHING,
    UNIT,
    Whole,
    check_count,
    check_deck,
    check_free,
    check_hand,
    check_values,
)

if not cython.compiled:
    from binokel.kernel.bits import bit, lowest, popcount, release, zeros
    from binokel.kernel.core import FIRST_COPIES, Duties

COLUMN = 0xFFF
SO = 0b11 << 16
BU = 0b11 << 38
K_AND_O = 0b0101_0000
PAIRS = 0b1111_0000
"""König and Ober within a suit: both copies."""
N_DABBS = 6
"""So many random Dabbs a bid is weighed on."""
CLOSE = 40 * UNIT
"""A suit that looks worse by more than this is not named trump."""
LEAST = -8 * NOTHING
"""Below every estimate: base and four suits are each from -NOTHING on."""


@cython.cclass
class Values(Duties):
    """Knows a rule set's melds and an estimate of tricks."""

    columns: cython.p_ulonglong
    sets: cython.p_ulonglong
    binokel: cython.p_ulonglong
    estimates: cython.p_ulonglong
    left: cython.p_ulonglong
    base: cython.int
    buried_worth: cython.int
    dix: cython.int
    rundgang: cython.int
    is_additive: cython.bint
    deck: cython.ulonglong
    buried: cython.ulonglong

    def __init__(self) -> None:
        super().__init__()
        self.columns = zeros(3 * 2 * 4096)
        self.sets = zeros(6 * 3)
        self.binokel = zeros(3)
        self.estimates = zeros(2 * 4096)
        self.left = zeros(48)

    def __dealloc__(self) -> None:
        release(self.columns)
        release(self.sets)
        release(self.binokel)
        release(self.estimates)
        release(self.left)

    def set_melds(
        self,
        columns: Sequence[int],
        sets: Sequence[int],
        binokel: Sequence[int],
        singles: Sequence[int],
    ) -> None:
        """Say what melds count.

        Args:
            columns: families, pairs and Dix of a suit's 12 bits, for 0, 1 and 2 Rundgänge that
                are melds of their own, as side suit and as trump: 3 * 2 * 4096 numbers.
            sets: of each rank from Siebener to Daus the points of 0, 1 and 2 fours.
            binokel: the points of 0, 1 and 2 of them.
            singles: a buried Dix, a Rundgang (0: none of its own), 1 if it leaves the fours.

        Raises:
            ValueError: there is no such table.
        """
        i: cython.int
        check_free(self.is_made, self.is_busy)
        check_values("columns", columns, 3 * 2 * 4096)
        check_values("sets", sets, 6 * 3)
        check_values("binokel", binokel, 3)
        check_values("singles", singles, 3)
        for i in range(3 * 2 * 4096):
            self.columns[i] = columns[i]
        for i in range(6 * 3):
            self.sets[i] = sets[i]
        for i in range(3):
            self.binokel[i] = binokel[i]
        self.dix, self.rundgang, self.is_additive = singles

    def set_estimates(
        self, deck: Whole, estimates: Sequence[int], base: Whole, buried_worth: Whole
    ) -> None:
        """Say what cards are expected to bring in tricks.

        Args:
            deck: all cards of the game.
            estimates: of a suit's 12 bits, as side suit and as trump: 2 * 4096 numbers, in
                eighths of a point above `NOTHING`.
            base: what every declarer has beside it, in eighths of a point.
            buried_worth: 1 if the points of buried cards count for the declarer, else 0.

        Raises:
            ValueError: there is no such table.
        """
        i: cython.int
        check_free(self.is_made, self.is_busy)
        check_values("estimates", estimates, 2 * 4096)
        check_deck(deck, base, buried_worth)
        for i in range(2 * 4096):
            self.estimates[i] = estimates[i]
        self.deck = deck
        self.base = base
        self.buried_worth = UNIT * buried_worth

    def meld_points(self, hand: Whole, trump: Whole) -> int:
        """Return the points of the best melds of a hand; `trump` is a suit index or -1.

        Raises:
            ValueError: there is no such hand or suit.
        """
        mask: cython.ulonglong
        suit: cython.int
        check_free(self.is_made, self.is_busy)
        check_hand(hand, trump)
        mask, suit = hand, trump
        return self.melds(mask, suit)

    def hand_worth(self, hand: Whole, n_dabb: Whole, seed: Whole) -> int:
        """Return what a hand is worth before so many unknown cards, in points.

        Raises:
            ValueError: there is no such hand, or the deck has not so many other cards.
        """
        mask: cython.ulonglong
        count: cython.int
        word: cython.ulonglong
        check_free(self.is_made, self.is_busy)
        check_hand(hand, -1)
        check_count(n_dabb, seed)
        mask, count, word = hand, n_dabb, seed
        if count > popcount(self.deck & ~mask):
            raise ValueError(f"the deck has not {n_dabb} cards beside this hand")
        self.sow(word)
        return self.bid_worth(mask, count)

    def choice_cost(self, keep: Whole, buried: Whole, trump: Whole) -> int:
        """Return what a trump and burying fall short of the best ones, in points.

        Raises:
            ValueError: there is no such hand or suit.
        """
        kept: cython.ulonglong
        away: cython.ulonglong
        suit: cython.int
        best: cython.int
        check_free(self.is_made, self.is_busy)
        check_hand(keep | buried, trump)
        if trump < 0 or keep & buried:
            raise ValueError(f"no trump {trump}, or what is buried is also kept")
        kept, away, suit = keep, buried, trump
        best = UNIT * (self.plan(kept | away, popcount(away)) >> 2)
        best -= self.whole_worth(kept, away, suit)
        return best // UNIT if best > 0 else 0

    # --- what a hand is worth ---------------------------------------------------------------------

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def melds(self, hand: cython.ulonglong, trump: cython.int) -> cython.int:
        """Return the points of the best set of melds."""
        once: cython.ulonglong = (hand | (hand >> 1)) & FIRST_COPIES
        held: cython.int
        n: cython.int
        found: cython.int
        best: cython.int
        once = once & (once >> 12)
        once = once & (once >> 24) & COLUMN
        best = self.of_suits(hand, trump, 0) + self.of_ranks(hand, once, 0)
        if self.rundgang > 0 and (once & K_AND_O) == K_AND_O:
            held = 2 if self.has_two(hand) else 1
            for n in range(1, held + 1):
                found = n * self.rundgang + self.of_suits(hand, trump, n)
                found += self.of_ranks(hand, once, 0 if self.is_additive else n)
                if found > best:
                    best = found
        n = popcount(hand & SO)
        held = popcount(hand & BU)
        return best + cython.cast(cython.int, self.binokel[min(n, held)])

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def of_suits(
        self, hand: cython.ulonglong, trump: cython.int, n_rundgang: cython.int
    ) -> cython.int:
        """Return families, pairs and Dix beside so many Rundgänge."""
        suit: cython.int
        at: cython.int
        total: cython.int = 0
        for suit in range(4):
            at = 8192 * n_rundgang + (4096 if suit == trump else 0)
            at += cython.cast(cython.int, (hand >> (12 * suit)) & COLUMN)
            total += cython.cast(cython.int, self.columns[at])
        return total

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def of_ranks(
        self, hand: cython.ulonglong, once: cython.ulonglong, n_used: cython.int
    ) -> cython.int:
        """Return fours and eights; so many sets of König and Ober are used up elsewhere."""
        rank: cython.int
        n: cython.int
        total: cython.int = 0
        while once != 0:
            rank = lowest(once) // 2
            once &= once - 1
            n = 2 if self.is_twice(hand >> (2 * rank)) else 1
            if rank == 2 or rank == 3:
                n -= n_used
            total += cython.cast(cython.int, self.sets[3 * rank + n])
        return total

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def is_twice(self, hand: cython.ulonglong) -> cython.bint:
        """Tell whether both copies of the lowest rank are there in every suit."""
        return (hand & (hand >> 12) & (hand >> 24) & (hand >> 36) & 3) == 3

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def has_two(self, hand: cython.ulonglong) -> cython.bint:
        """Tell whether both copies of König and Ober are there in every suit."""
        return (hand & (hand >> 12) & (hand >> 24) & (hand >> 36) & PAIRS) == PAIRS

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def estimate(self, hand: cython.ulonglong, trump: cython.int) -> cython.int:
        """Return melds and expected tricks of a declarer, in eighths of a point."""
        suit: cython.int
        at: cython.int
        total: cython.int = self.base + UNIT * self.melds(hand, trump)
        for suit in range(4):
            at = 4096 if suit == trump else 0
            at += cython.cast(cython.int, (hand >> (12 * suit)) & COLUMN)
            total += cython.cast(cython.int, self.estimates[at]) - NOTHING
        return total

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best_suit(self, hand: cython.ulonglong) -> cython.int:
        """Return the suit of the best estimate."""
        trump: cython.int
        found: cython.int
        suit: cython.int = 0
        best: cython.int = self.estimate(hand, 0)
        for trump in range(1, 4):
            found = self.estimate(hand, trump)
            if found > best:
                best = found
                suit = trump
        return suit

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bid_worth(self, hand: cython.ulonglong, n_dabb: cython.int) -> cython.int:
        """Return the worth of a hand before the Dabb, in points: a mean over Dabbs."""
        _turn: cython.int
        _place: cython.int
        card: cython.int
        unseen: cython.ulonglong
        whole: cython.ulonglong
        total: cython.int = 0
        if n_dabb == 0:
            total = self.estimate(hand, self.best_suit(hand))
            return total // UNIT if total > 0 else 0
        for _turn in range(N_DABBS):
            unseen = self.deck & ~hand
            whole = hand
            for _place in range(n_dabb):
                card = self.any_of(unseen)
                unseen &= ~bit(card)
                whole |= bit(card)
            total += self.worth_after(whole, n_dabb)
        return total // (UNIT * N_DABBS) if total > 0 else 0

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def worth_after(self, hand: cython.ulonglong, n_buried: cython.int) -> cython.int:
        """Return the estimate without the cards that each alone are missed least."""
        trump: cython.int = self.best_suit(hand)
        keep: cython.ulonglong = hand
        rest: cython.ulonglong = hand
        card: cython.int
        least: cython.int
        _turn: cython.int
        while rest != 0:
            card = lowest(rest)
            rest &= rest - 1
            self.left[card] = cython.cast(
                cython.ulonglong, self.whole_worth(hand & ~bit(card), bit(card), trump) - LEAST
            )
        for _turn in range(n_buried):
            rest = keep
            least = lowest(rest)
            while rest != 0:
                card = lowest(rest)
                rest &= rest - 1
                if self.left[card] > self.left[least]:
                    least = card
            keep &= ~bit(least)
        return self.whole_worth(keep, hand & ~keep, trump)

    # --- trump and burying ------------------------------------------------------------------------

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def plan(self, hand: cython.ulonglong, n_buried: cython.int) -> cython.int:
        """Choose trump and burying (`buried`); return 4 * what is expected + suit.

        What is expected is in points, at least 0.
        """
        trump: cython.int
        found: cython.int
        chosen: cython.int = 0
        best: cython.int = LEAST
        quick: cython.int = self.estimate(hand, self.best_suit(hand))
        keep: cython.ulonglong
        buried: cython.ulonglong = 0
        for trump in range(4):
            if self.estimate(hand, trump) < quick - CLOSE:
                continue
            keep = self.kept(hand, trump, n_buried)
            found = self.whole_worth(keep, hand & ~keep, trump)
            if found > best:
                best = found
                chosen = trump
                buried = hand & ~keep
        self.buried = buried
        return 4 * (best // UNIT if best > 0 else 0) + chosen

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def kept(
        self, hand: cython.ulonglong, trump: cython.int, n_buried: cython.int
    ) -> cython.ulonglong:
        """Return what is left when the card missed least goes, one after the other."""
        whole: cython.ulonglong = hand
        rest: cython.ulonglong
        _turn: cython.int
        card: cython.int
        found: cython.int
        best: cython.int
        worst: cython.int
        for _turn in range(n_buried):
            rest = hand & ~((hand >> 1) & FIRST_COPIES)
            best = LEAST
            worst = 0
            while rest != 0:
                card = lowest(rest)
                rest &= rest - 1
                found = self.whole_worth(hand & ~bit(card), whole & ~hand | bit(card), trump)
                if found > best:
                    best = found
                    worst = card
            hand &= ~bit(worst)
        return hand

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def whole_worth(
        self, keep: cython.ulonglong, buried: cython.ulonglong, trump: cython.int
    ) -> cython.int:
        """Return the estimate of a hand with what is buried, in eighths of a point."""
        total: cython.int = self.estimate(keep, trump)
        if self.buried_worth > 0:
            total += self.buried_worth * self.points(buried)
        if self.dix > 0:
            total += UNIT * self.dix * popcount(buried & bit(12 * trump) * 3)
        return total
