# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The rule policy: rules of thumb for whole deals, fast enough for millions of them.

A seat uses what it may know and nothing else: its own cards, what was played and denied, and as
declarer what it buried.

Source: rules.md [legal-cards], [discards-points-000].
"""

import cython

from binokel.kernel.checks import NOTHING

if not cython.compiled:
    from binokel.kernel.bits import bit, highest, lowest, popcount, release, zeros
    from binokel.kernel.core import ABOVE, ALL_CARDS, SUIT
    from binokel.kernel.values import Values

DEAREST = NOTHING
ZEHNER = 4
FEW = 3
"""With so many trumps a declarer draws those of the others."""


@cython.final
@cython.cclass
class Policy(Values):
    """Values hands, names trump, buries, and plays the cards of one deal at a time."""

    allies: cython.p_ulonglong
    voids: cython.p_ulonglong
    gone: cython.ulonglong
    declarer: cython.int

    def __init__(self) -> None:
        super().__init__()
        self.allies = zeros(6)
        self.voids = zeros(6)

    def __dealloc__(self) -> None:
        release(self.allies)
        release(self.voids)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self, declarer: cython.int) -> cython.void:
        """Begin to play cards: nothing is gone, nobody has denied anything."""
        seat: cython.int
        self.declarer = declarer
        self.gone = 0
        for seat in range(self.n):
            self.voids[seat] = 0
            self.allies[seat] = self.sides[declarer]
            if not (self.sides[declarer] >> seat) & 1:
                self.allies[seat] = ~self.sides[declarer] & ALL_CARDS

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note(
        self,
        seat: cython.int,
        card: cython.int,
        led: cython.ulonglong,
        beat: cython.ulonglong,
        is_exempt: cython.bint,
    ) -> cython.void:
        """See a card: who does not follow lacks the suit, and trumps if he plays none.

        Who follows or trumps below `beat`, what would have beaten the trick, has nothing of it.
        """
        mask: cython.ulonglong = bit(card)
        self.gone |= mask
        if mask & beat == 0 and not is_exempt:
            if mask & led and self.must_beat:
                self.voids[seat] |= beat & led
            elif mask & self.trump and self.must_over_trump:
                self.voids[seat] |= beat & self.trump
        if mask & led == 0:
            self.voids[seat] |= led
            if self.must_trump and not is_exempt and mask & self.trump == 0:
                self.voids[seat] |= self.trump

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def unseen(self, seat: cython.int, hand: cython.ulonglong) -> cython.ulonglong:
        """Return the cards of which a seat does not know where they are."""
        out: cython.ulonglong = self.deck & ~self.gone & ~hand
        return out & ~self.buried if seat == self.declarer else out

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lead(self, seat: cython.int, hand: cython.ulonglong) -> cython.int:
        """Return the card to lead: draw trumps, cash winners, else a cheap one.

        Without the highest trump the declarer draws with his lowest. Defenders first lead what
        the declarer has to trump: every such trump is one less to draw theirs.
        """
        out: cython.ulonglong = self.unseen(seat, hand)
        mine: cython.ulonglong = hand & self.trump
        trumps_out: cython.ulonglong = 0
        missing: cython.ulonglong
        other: cython.int
        card: cython.int
        is_own: cython.bint = (self.sides[self.declarer] >> seat) & 1
        for other in range(self.n):
            if not (self.allies[seat] >> other) & 1:
                trumps_out |= out & self.trump & ~self.voids[other]
        if trumps_out != 0 and mine != 0 and is_own:
            card = highest(mine)
            if trumps_out & ABOVE[card] == 0:
                return card
            if popcount(mine) >= FEW:
                return lowest(mine)
        missing = self.voids[self.declarer] & hand & ~self.trump
        if missing != 0 and not is_own and trumps_out & ~self.voids[self.declarer] != 0:
            return self.cheapest_of(hand, missing, 0)
        card = self.winner_to_cash(seat, hand, out, trumps_out)
        if card >= 0:
            return card
        if mine == hand:
            card = highest(hand)
            return card if trumps_out & ABOVE[card] == 0 else lowest(hand)
        return self.cheapest_of(hand, hand & ~self.trump, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def winner_to_cash(
        self,
        seat: cython.int,
        hand: cython.ulonglong,
        out: cython.ulonglong,
        trumps_out: cython.ulonglong,
    ) -> cython.int:
        """Return the dearest side card no foe may beat or is known to trump, or -1."""
        suit: cython.int
        other: cython.int
        card: cython.int
        best: cython.int = -1
        is_lost: cython.bint
        for suit in range(4):
            if hand & SUIT[suit] == 0 or SUIT[suit] == self.trump:
                continue
            card = highest(hand & SUIT[suit])
            is_lost = False
            for other in range(self.n):
                if (self.allies[seat] >> other) & 1:
                    continue
                is_lost |= out & ABOVE[card] & ~self.voids[other] != 0
                if SUIT[suit] & ~self.voids[other] == 0:
                    is_lost |= trumps_out & ~self.voids[other] != 0
            if not is_lost and (best < 0 or self.worth[card] > self.worth[best]):
                best = card
        return best

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def cheapest_of(
        self, hand: cython.ulonglong, cards: cython.ulonglong, longer: cython.int
    ) -> cython.int:
        """Return the card that is given away most lightly: few points, no trump.

        Among equal ones that of the suit with the fewest cards, or with `longer` 1 the most.
        """
        card: cython.int
        cost: cython.int
        length: cython.int
        least: cython.int = DEAREST
        best: cython.int = 0
        while cards != 0:
            card = lowest(cards)
            cards &= cards - 1
            length = popcount(hand & SUIT[card // 12])
            cost = 64 * cython.cast(cython.int, self.worth[card])
            cost += 24 - length if longer else length
            if bit(card) & self.trump:
                cost += 640
            if cost < least:
                least = cost
                best = card
        return best

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def dearest_of(self, cards: cython.ulonglong) -> cython.int:
        """Return the card of the most points, trumps only where there is nothing else."""
        card: cython.int
        best: cython.int = -1
        if cards & ~self.trump & ALL_CARDS:
            cards &= ~self.trump
        while cards != 0:
            card = lowest(cards)
            cards &= cards - 1
            if best < 0 or self.worth[card] > self.worth[best]:
                best = card
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def follow(
        self,
        seat: cython.int,
        hand: cython.ulonglong,
        legal: cython.ulonglong,
        led: cython.ulonglong,
        beat: cython.ulonglong,
        winner: cython.int,
        k: cython.int,
    ) -> cython.int:
        """Return the card to follow with: smear for a friend, win cheaply, or throw."""
        wins: cython.ulonglong = legal & beat
        loses: cython.ulonglong = legal & ~beat
        safe: cython.ulonglong = 0
        rest: cython.ulonglong = wins
        card: cython.int
        if loses != 0 and (self.allies[seat] >> winner) & 1:
            if not self.is_threatened(seat, hand, led, beat, k):
                return self.dearest_of(loses)
            if wins == 0:
                return self.cheapest_of(hand, loses, 0)
        if wins == 0:
            return self.cheapest_of(hand, loses, not (self.sides[self.declarer] >> seat) & 1)
        while rest != 0:
            card = lowest(rest)
            rest &= rest - 1
            if not self.is_threatened(seat, hand, led, self.beaten_by(card), k):
                safe |= bit(card)
                if card % 12 // 2 == ZEHNER:
                    return card
        return lowest(safe if safe != 0 else wins)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_threatened(
        self,
        seat: cython.int,
        hand: cython.ulonglong,
        led: cython.ulonglong,
        beat: cython.ulonglong,
        k: cython.int,
    ) -> cython.bint:
        """Tell whether a foe who plays later may have what beats, trumps if he must trump."""
        out: cython.ulonglong = self.unseen(seat, hand) & beat
        other: cython.int = seat
        _turn: cython.int
        mine: cython.ulonglong = self.allies[seat]
        for _turn in range(k + 1, self.n):
            other = other + 1 if other + 1 < self.n else 0
            if (mine >> other) & 1:
                continue
            if out & ~self.voids[other] & (self.trump if led & ~self.voids[other] == 0 else led):
                return True
        return False
