# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Play-outs by the rule policy from the middle of a deal, scored as the deal would be.

Each world says where the hidden cards lie; in each, every card that is asked about is played, and
the policy plays all seats on from there, each by what it may know. So no seat plays as if it saw
the hidden cards, which is what the open-card search does.

Source: rules.md [legal-cards], [winner-leads], [bid-test-side].
"""

from collections.abc import Sequence

import cython

from binokel.kernel.checks import (
    OUTCOME,
    Whole,
    check_free,
    check_outcomes,
    check_started,
)

if not cython.compiled:
    from binokel.kernel.bits import M64, bit, lowest, popcount, release, words, zeros
    from binokel.kernel.book import Book
    from binokel.kernel.core import SUIT
    from binokel.kernel.playing import Playing
    from binokel.kernel.policy import Policy

WIDE = OUTCOME


@cython.final
@cython.cclass
class Playouts(Playing):
    """Plays on from one moment of a deal, in many worlds. One object a thread."""

    book: Book
    is_made: cython.bint
    is_begun: cython.bint
    bid: cython.int
    melds: cython.p_ulonglong
    voids: cython.p_ulonglong
    tricks: cython.p_ulonglong
    won: cython.p_ulonglong
    gone: cython.ulonglong
    first_winner: cython.int
    last_winner: cython.int
    now_led: cython.ulonglong
    now_need: cython.ulonglong
    now_over: cython.ulonglong
    now_beat: cython.ulonglong
    now_seat: cython.int
    now_winner: cython.int
    now_k: cython.int
    now_points: cython.int
    declarer: cython.int
    trump: cython.int
    worlds: cython.p_ulonglong
    out: cython.p_ulonglong

    def __init__(self, policy: Policy, book: Book) -> None:
        self.is_made = self.is_begun = False
        super().__init__(policy)
        self.book = book
        if not self.n == self.book.n:
            raise ValueError("policy and book are of different tables")
        self.melds = zeros(6)
        self.voids = zeros(6)
        self.tricks = zeros(6)
        self.won = zeros(6)
        self.is_made = True

    def __dealloc__(self) -> None:
        release(self.melds)
        release(self.voids)
        release(self.tricks)
        release(self.won)

    def begin(
        self,
        contract: Sequence[int],
        melds: Sequence[int],
        leader: Whole,
        played: Sequence[int],
    ) -> None:
        """Say what is played and what was: the moment from which the play-outs go on.

        Args:
            contract: trump as a suit index, declarer, bid.
            melds: points of each seat's melds.
            leader: who led to the first trick.
            played: bit indices of all cards so far, in the order in which they were played.

        Raises:
            ValueError: there is no such deal.
        """
        i: cython.int
        suit: cython.int
        seat: cython.int
        card: cython.int
        check_free(self.is_made, self.policy.is_busy or self.book.is_busy)
        check_started(self.n, contract, melds, leader, played)
        self.is_begun = False
        suit, self.declarer, self.bid = contract
        self.trump = suit
        for i in range(self.n):
            self.melds[i] = melds[i]
            self.tricks[i] = self.won[i] = 0
        self.first_winner = self.last_winner = -1
        self.policy.trump = SUIT[suit]
        self.policy.begin(self.declarer)
        seat = leader
        self.open_trick(seat)
        for i in range(len(played)):
            card = played[i]
            self.put(card)
            if self.k == self.n:
                self.close()
        self.keep()
        self.is_begun = True

    def play(
        self, worlds: memoryview, cards: Sequence[int], n_tricks: Whole, out: memoryview
    ) -> None:
        """Play each card in each world, and on to the end or for so many tricks.

        Args:
            worlds: hands of all seats and the buried cards, n + 1 masks a world, format Q.
            cards: bit indices that the next seat may play in each of them.
            n_tricks: the running trick is the first of them; 0 is to the end.
            out: OUTCOME numbers of format q for each world and in it for each card, from the lowest
                bit index on.

        Raises:
            ValueError: a world does not fit the deal so far, a card may not be played in it, there
                is no room, or another thread plays with it.
        """
        n_worlds: cython.longlong
        most: cython.int
        fault: cython.longlong = -1
        card: cython.int
        asked: cython.ulonglong = 0
        check_free(self.is_begun, self.policy.is_busy or self.book.is_busy)
        n_worlds = check_outcomes(self.n, worlds, cards, n_tricks, out)
        for one in cards:
            card = one
            asked |= bit(card)
        most = n_tricks
        if n_worlds == 0:
            return
        held = memoryview(worlds)
        held_out = memoryview(out)
        self.worlds = words(held)
        self.out = words(held_out)
        self.policy.is_busy = self.book.is_busy = True
        try:
            with cython.nogil:
                fault = self.play_all(n_worlds, asked, most)
        finally:
            self.policy.is_busy = self.book.is_busy = False
        if fault >= 0:
            raise ValueError(f"world {fault} does not fit the cards so far, or those asked about")

    # --- the moment -------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def close(self) -> cython.void:
        """End a trick while the moment is reached."""
        self.tricks[self.winner] += cython.cast(cython.ulonglong, self.on_table)
        self.won[self.winner] += 1
        self.last_winner = self.winner
        if self.first_winner < 0:
            self.first_winner = self.winner
        self.open_trick(self.winner)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self) -> cython.void:
        """Remember the moment."""
        i: cython.int
        for i in range(self.n):
            self.voids[i] = self.policy.voids[i]
        self.gone = self.policy.gone
        self.now_led, self.now_need = self.led, self.need
        self.now_over, self.now_beat = self.over, self.beat
        self.now_seat, self.now_winner = self.seat, self.winner
        self.now_k, self.now_points = self.k, self.on_table

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def set_up(self, at: cython.longlong) -> cython.void:
        """Go back to the moment, with the cards of a world."""
        i: cython.int
        self.book.open()
        self.book.declarer = self.declarer
        self.book.bid = self.bid
        self.book.first_winner = self.first_winner
        self.book.last_winner = self.last_winner
        self.policy.begin(self.declarer)
        for i in range(self.n):
            self.own[i] = self.worlds[at + i]
            self.policy.voids[i] = self.voids[i]
            self.book.melds[i] = self.melds[i]
            self.book.tricks[i] = self.tricks[i]
            self.book.won[i] = self.won[i]
        self.policy.trump = SUIT[self.trump]
        self.policy.gone = self.gone
        self.policy.buried = self.worlds[at + self.n]
        self.book.buried_points = self.policy.points(self.policy.buried)
        self.led, self.need = self.now_led, self.now_need
        self.over, self.beat = self.now_over, self.now_beat
        self.seat, self.winner = self.now_seat, self.now_winner
        self.k, self.on_table = self.now_k, self.now_points

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fits(self, at: cython.longlong, asked: cython.ulonglong) -> cython.bint:
        """Tell whether a world has the right cards, and those asked may be played."""
        i: cython.int
        place: cython.int
        size: cython.int
        there: cython.ulonglong = self.gone
        mask: cython.ulonglong
        most: cython.int = 0
        for i in range(self.n + 1):
            mask = self.worlds[at + i]
            if mask & there or mask & ~self.policy.deck:
                return False
            there |= mask
        for i in range(self.n):
            place = i - (self.now_seat - self.now_k)
            place = place + self.n if place < 0 else place
            place = place - self.n if place >= self.n else place
            size = popcount(self.worlds[at + i]) + (1 if place < self.now_k else 0)
            if i > 0 and size != most:
                return False
            most = size
        self.set_up(at)
        mask = self.own[self.seat]
        mask = self.policy.legal(mask, self.led, self.need, self.over, self.is_exempt())
        return asked & ~mask == 0 and most > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_all(
        self, n_worlds: cython.longlong, asked: cython.ulonglong, most: cython.int
    ) -> cython.longlong:
        """Play all cards in all worlds; return the first that does not fit, or -1."""
        i: cython.longlong
        at: cython.longlong = 0
        rest: cython.ulonglong
        for i in range(n_worlds):
            if not self.fits(i * (self.n + 1), asked):
                return i
            rest = asked
            while rest != 0:
                self.set_up(i * (self.n + 1))
                self.play_on(lowest(rest), most)
                rest &= rest - 1
                self.write(at)
                at += WIDE
        return -1

    # --- play -------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_on(self, card: cython.int, most: cython.int) -> cython.void:
        """Play a card, then as the policy plays."""
        n_tricks: cython.int = 0
        self.put(card)
        while True:
            while self.k < self.n:
                self.put(self.choice())
            self.book.take(self.winner, self.on_table)
            n_tricks += 1
            self.open_trick(self.winner)
            if self.own[self.winner] == 0:
                self.book.settle()
                return
            if n_tricks == most:
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(self, at: cython.longlong) -> cython.void:
        """Write down how it went."""
        i: cython.int
        self.out[at] = cython.cast(cython.ulonglong, self.book.made) & M64
        self.out[at + 1] = cython.cast(cython.ulonglong, self.book.tested()) & M64
        self.out[at + 2] = cython.cast(cython.ulonglong, self.winner)
        for i in range(6):
            self.out[at + 3 + i] = self.book.scores[i]
            self.out[at + 9 + i] = self.book.tricks[i]
            self.out[at + 15 + i] = self.own[i]
