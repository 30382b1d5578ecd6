# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""Whole deals by the rule policy: dealt, bid, Dabb, trump, buried, melded, played and scored.

Every step is the engine's: tested by replaying deals through it. `binokel.kernel.selfplay` builds
these objects from a rule set and names the columns of a row.

Source: rules.md [auction-procedure], [all-pass-000], [ab-result], [hopeless-bid],
[meld-trick-team], [loss-double-or-plus100].
"""

from collections.abc import Sequence

import cython

from binokel.kernel.checks import ROW, Whole, check_batch, check_deal, check_free

if not cython.compiled:
    from binokel.kernel.bidding import Bidding
    from binokel.kernel.bits import M64, bit, popcount, release, words, zeros
    from binokel.kernel.book import CONCEDED, PLAYED, THROWN_IN, UNREACHABLE, Book
    from binokel.kernel.core import HASH_1, HASH_2, HASH_3, SUIT
    from binokel.kernel.playing import Playing
    from binokel.kernel.policy import Policy

WIDTH = ROW
WHIMS = 256
"""Of so many declarers some name any trump."""


@cython.final
@cython.cclass
class Deals(Playing):
    """Plays deals; each follows from its seed and number alone. One object a thread."""

    bidding: Bidding
    book: Book
    is_made: cython.bint
    hand_size: cython.int
    n_dabb: cython.int
    declarer_leads: cython.bint
    may_concede: cython.bint
    give_up: cython.int
    whims: cython.int
    dealer: cython.int
    trump: cython.int
    worth: cython.int
    dabb: cython.ulonglong
    buried: cython.ulonglong
    cards: cython.p_ulonglong
    n_cards: cython.int
    out: cython.p_ulonglong

    def __init__(
        self,
        policy: Policy,
        bidding: Bidding,
        book: Book,
        deal: Sequence[int],
        manner: Sequence[int],
    ) -> None:
        self.is_made = False
        super().__init__(policy)
        self.bidding = bidding
        self.book = book
        check_deal(self.n, self.policy.deck, deal, manner)
        self.hand_size, self.n_dabb, self.declarer_leads, self.may_concede = deal
        self.give_up, self.whims = manner
        self.check_table()
        self.cards = zeros(48)
        self.n_cards = 0
        self.is_made = True

    def __dealloc__(self) -> None:
        release(self.cards)

    def play(self, seed: Whole, first: Whole, count: Whole, out: memoryview) -> None:
        """Play the deals `first` to `first + count - 1` of a seed, one row each.

        Args:
            seed: a word of 64 bits.
            first: the number of the first deal; the dealer is that number modulo the seats.
            count: how many.
            out: room for count * ROW numbers of format q.

        Raises:
            ValueError: the seed, the numbers or the room do not fit, the policy was told of
                another table since, or another thread plays with it.
        """
        word: cython.ulonglong
        number: cython.longlong
        i: cython.longlong
        times: cython.longlong
        self.check_ready()
        self.check_table()
        check_batch(seed, first, count, out)
        if count == 0:
            return
        word, number, times = seed, first, count
        held = memoryview(out)  # nobody else can give the room back while it is filled
        self.out = words(held)
        self.policy.is_busy = self.book.is_busy = True
        try:
            with cython.nogil:
                for i in range(times):
                    self.sow(word, number + i)
                    self.dealer = cython.cast(cython.int, (number + i) % self.n)
                    self.play_one()
                    self.write(i * WIDTH)
        finally:
            self.policy.is_busy = self.book.is_busy = False

    def check_ready(self) -> None:
        """Raise a ValueError unless all parts are made, and play for nobody else."""
        check_free(self.is_made, False)
        check_free(self.policy.is_made, self.policy.is_busy or self.book.is_busy)

    def check_table(self) -> None:
        """Raise a ValueError unless all parts are, and still are, of the same table."""
        if self.bidding.policy is not self.policy or not (
            self.policy.n == self.bidding.n == self.book.n == self.n
        ):
            raise ValueError("policy, bidding and book are of different tables")
        if not self.bidding.n_dabb == self.book.n_dabb == self.n_dabb:
            raise ValueError("bidding and book have Dabbs of other sizes than the deal")
        check_deal(
            self.n,
            self.policy.deck,
            (self.hand_size, self.n_dabb, self.declarer_leads, self.may_concede),
            (self.give_up, self.whims),
        )

    def last_calls(self) -> list[int]:
        """Return the calls of the deal that was played last: bids, 0 for weg."""
        self.check_ready()
        return [self.bidding.calls[i] for i in range(self.bidding.n_calls)]

    def last_cards(self) -> list[int]:
        """Return the cards of the deal that was played last, as bit indices."""
        self.check_ready()
        return [self.cards[i] for i in range(self.n_cards)]

    # --- one deal ---------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sow(self, seed: cython.ulonglong, number: cython.longlong) -> cython.void:
        """Begin the random numbers of a deal."""
        word: cython.ulonglong = (cython.cast(cython.ulonglong, number) * HASH_1 + seed) & M64
        word = ((word ^ (word >> 30)) * HASH_2) & M64
        word = ((word ^ (word >> 27)) * HASH_3) & M64
        self.policy.sow(word ^ (word >> 31))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_one(self) -> cython.void:
        """Play a deal."""
        self.book.open()
        self.trump = -1
        self.worth = self.n_cards = 0
        self.buried = 0
        self.deal_out()
        self.bidding.hold(self.dealer)
        self.book.declarer = self.bidding.declarer
        self.book.bid = self.bidding.bid
        if self.book.declarer < 0:
            self.book.status = THROWN_IN
            return
        self.take_dabb()
        self.meld()
        if self.book.status == PLAYED and self.book.is_unreachable():
            self.book.status = UNREACHABLE
        if self.book.status == PLAYED:
            self.play_cards()
        self.book.settle()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def deal_out(self) -> cython.void:
        """Deal hands and Dabb: every order of the deck is equally likely."""
        seat: cython.int
        mask: cython.ulonglong
        left: cython.ulonglong = self.policy.deck
        for seat in range(self.n - 1):
            mask = self.some_of(left, self.hand_size)
            self.bidding.hands[seat] = self.own[seat] = mask
            left &= ~mask
        self.dabb = self.some_of(left, self.n_dabb)
        self.bidding.hands[self.n - 1] = self.own[self.n - 1] = left & ~self.dabb

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def some_of(self, cards: cython.ulonglong, count: cython.int) -> cython.ulonglong:
        """Return so many of the cards, each set equally likely."""
        found: cython.ulonglong = 0
        one: cython.ulonglong
        _turn: cython.int
        for _turn in range(count):
            one = bit(self.policy.any_of(cards))
            cards &= ~one
            found |= one
        return found

    # --- before the cards -------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_dabb(self) -> cython.void:
        """Take the Dabb, name trump and bury, or go out."""
        seat: cython.int = self.book.declarer
        hand: cython.ulonglong = self.own[seat] | self.dabb
        found: cython.int = self.policy.plan(hand, self.n_dabb)
        self.trump = found & 3
        self.worth = found >> 2
        if self.whims > 0 and self.policy.draw(WHIMS) < self.whims:
            self.wander(hand)
        self.policy.trump = SUIT[self.trump]
        if self.may_concede and self.worth + self.give_up < self.book.bid:
            self.book.status = CONCEDED
            self.own[seat] = hand
            return
        self.buried = self.policy.buried
        self.own[seat] = hand & ~self.buried
        self.book.buried_points = self.policy.points(self.buried)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def wander(self, hand: cython.ulonglong) -> cython.void:
        """Name the suit of any card, and exchange a buried card for any."""
        keep: cython.ulonglong
        gone: cython.ulonglong
        self.trump = self.policy.any_of(hand) // 12
        keep = self.policy.kept(hand, self.trump, self.n_dabb)
        gone = hand & ~keep
        if gone != 0:
            keep |= bit(self.policy.any_of(gone))
            keep &= ~bit(self.policy.any_of(keep))
        self.policy.buried = hand & ~keep

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def meld(self) -> cython.void:
        """Meld everything; after going out only the other sides do, if at all."""
        seat: cython.int
        found: cython.int
        declarer: cython.int = self.book.declarer
        for seat in range(self.n):
            if self.book.status == CONCEDED and (
                not self.book.others_meld or (self.policy.sides[declarer] >> seat) & 1
            ):
                continue
            found = self.policy.melds(self.own[seat], self.trump)
            if seat == declarer and self.policy.dix > 0:
                found += self.policy.dix * popcount(self.buried & (bit(12 * self.trump) * 3))
            self.book.melds[seat] = cython.cast(cython.ulonglong, found)

    # --- cards ------------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_cards(self) -> cython.void:
        """Play all tricks."""
        leader: cython.int = self.book.declarer
        _turn: cython.int
        if not self.declarer_leads:
            leader = self.dealer + 1 if self.dealer + 1 < self.n else 0
        self.policy.begin(self.book.declarer)
        for _turn in range(self.hand_size):
            leader = self.play_trick(leader)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_trick(self, leader: cython.int) -> cython.int:
        """Play a trick and return who won it."""
        _turn: cython.int
        card: cython.int
        self.open_trick(leader)
        for _turn in range(self.n):
            card = self.choice()
            self.put(card)
            self.cards[self.n_cards] = cython.cast(cython.ulonglong, card)
            self.n_cards += 1
        self.book.take(self.winner, self.on_table)
        return self.winner

    # --- what is told of it -----------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def write(self, at: cython.longlong) -> cython.void:
        """Write the row of the deal."""
        i: cython.int
        self.put_down(at, self.dealer)
        self.put_down(at + 1, self.book.status)
        self.put_down(at + 2, self.book.declarer)
        self.put_down(at + 3, self.book.bid)
        self.put_down(at + 4, self.trump)
        self.put_down(at + 5, self.book.made)
        self.put_down(at + 6, self.worth)
        self.out[at + 7] = self.dabb
        self.out[at + 8] = self.buried
        self.put_down(at + 9, self.book.last_winner)
        for i in range(6):
            self.out[at + 10 + i] = self.bidding.hands[i]
            self.out[at + 16 + i] = self.book.melds[i]
            self.out[at + 22 + i] = self.book.tricks[i]
            self.out[at + 28 + i] = self.book.won[i]
            self.out[at + 34 + i] = self.book.scores[i]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def put_down(self, at: cython.longlong, value: cython.int) -> cython.void:
        """Write a number that may be negative."""
        self.out[at] = cython.cast(cython.ulonglong, value) & M64
