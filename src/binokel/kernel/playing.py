# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The cards of a trick as the rule policy plays them, from whatever card of it on.

Source: rules.md [legal-cards], [winner-leads].
"""

import cython

if not cython.compiled:
    from binokel.kernel.bits import bit, lowest, release, zeros
    from binokel.kernel.core import FIRST_COPIES, SUIT
    from binokel.kernel.policy import Policy


@cython.cclass
class Playing:
    """Hands and a running trick; `winner` holds it so far, `seat` is the next to play."""

    policy: Policy
    n: cython.int
    own: cython.p_ulonglong
    led: cython.ulonglong
    need: cython.ulonglong
    over: cython.ulonglong
    beat: cython.ulonglong
    seat: cython.int
    winner: cython.int
    k: cython.int
    on_table: cython.int

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.n = self.policy.n
        self.own = zeros(6)
        self.led = self.need = self.over = self.beat = 0
        self.seat = self.winner = self.k = self.on_table = 0

    def __dealloc__(self) -> None:
        release(self.own)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def open_trick(self, leader: cython.int) -> cython.void:
        """Begin a trick."""
        self.led = self.need = self.over = self.beat = 0
        self.seat = self.winner = leader
        self.k = self.on_table = 0

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def is_exempt(self) -> cython.bint:
        """Tell whether the next seat need not beat its partner."""
        return (
            self.k > 0
            and self.policy.partner_exempt
            and ((self.policy.sides[self.seat] >> self.winner) & 1) != 0
        )

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choice(self) -> cython.int:
        """Return the card that the policy plays for the next seat."""
        seat: cython.int = self.seat
        legal: cython.ulonglong
        if self.k == 0:
            return self.policy.lead(seat, self.own[seat])
        legal = self.policy.legal(self.own[seat], self.led, self.need, self.over, self.is_exempt())
        legal &= ~((legal >> 1) & FIRST_COPIES)
        if legal & (legal - 1) == 0:
            return lowest(legal)
        return self.policy.follow(
            seat, self.own[seat], legal, self.led, self.beat, self.winner, self.k
        )

    @cython.final
    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, card: cython.int) -> cython.void:
        """Play a card for the next seat."""
        seat: cython.int = self.seat
        wins: cython.bint = self.k == 0 or (bit(card) & self.beat) != 0
        is_exempt: cython.bint = self.is_exempt()
        if self.k == 0:
            self.led = SUIT[card // 12]
        self.policy.note(seat, card, self.led, self.beat, is_exempt)
        self.need = self.policy.need_after(card, self.led, self.need, wins)
        self.over = self.policy.over_after(card, self.over, wins)
        if wins:
            self.winner = seat
            self.beat = self.policy.beaten_by(card)
        self.on_table += cython.cast(cython.int, self.policy.worth[card])
        self.own[seat] &= ~bit(card)
        self.k += 1
        self.seat = seat + 1 if seat + 1 < self.n else 0
