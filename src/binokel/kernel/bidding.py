# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The auction of the rule policy: everybody bids the least that is allowed, up to a limit.

Source: rules.md [auction-procedure], [silent-forehand], [pass-is-final], [all-pass-000].
"""

from collections.abc import Sequence

import cython

from binokel.kernel.checks import Whole, check_auction, check_free

if not cython.compiled:
    from binokel.kernel.bits import release, zeros
    from binokel.kernel.policy import Policy

HIGHEST = 4000
"""Nobody bids more of his own will."""
IN_ORDER, KREUZ, IN_TURN = 0, 1, 2
FREE, MUST_BID, HOLDS = 0, 1, 2
REDEAL, FOREHAND = 0, 1


@cython.final
@cython.cclass
class Bidding:
    """Holds auctions; `declarer` (-1: thrown in), `bid` and `calls` tell how the last one went.

    A call is the bid, 0 for weg; whose it is follows from the rules.
    """

    policy: Policy
    n: cython.int
    n_dabb: cython.int
    form: cython.int
    minimum: cython.int
    step: cython.int
    maximum: cython.int
    opener: cython.int
    nobody: cython.int
    forced: cython.int
    two_passes: cython.bint
    caution: cython.int
    dealer: cython.int
    declarer: cython.int
    bid: cython.int
    n_calls: cython.int
    hands: cython.p_ulonglong
    limits: cython.p_ulonglong
    queue: cython.p_ulonglong
    calls: cython.p_ulonglong

    def __init__(
        self, policy: Policy, auction: Sequence[int], n_dabb: Whole, caution: Whole
    ) -> None:
        check_free(policy.is_made, policy.is_busy)
        self.policy = policy
        self.n = self.policy.n
        check_auction(self.n, auction, n_dabb, caution)
        self.n_dabb = n_dabb
        self.form, self.minimum, self.step, self.maximum = auction[:4]
        self.opener, self.nobody, self.forced, self.two_passes = auction[4:]
        self.caution = caution
        self.hands = zeros(6)
        self.limits = zeros(6)
        self.queue = zeros(8)
        self.calls = zeros(HIGHEST // self.step + 16)
        self.n_calls = 0

    def __dealloc__(self) -> None:
        release(self.hands)
        release(self.limits)
        release(self.queue)
        release(self.calls)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def call(self, seat: cython.int) -> cython.bint:
        """Have a seat bid the least that is allowed, or say weg; return whether it bid.

        The partner of who holds the bid says weg; the others bid up to what the hand is worth.
        """
        lowest_bid: cython.int = self.bid + self.step if self.bid > 0 else self.minimum
        wants: cython.bint = lowest_bid <= self.maximum
        if wants and not (self.opener == MUST_BID and self.n_calls == 0):
            if self.declarer >= 0 and (self.policy.sides[seat] >> self.declarer) & 1:
                wants = False
            else:
                if self.limits[seat] == 0:
                    self.limits[seat] = self.limit_of(seat)
                wants = lowest_bid < cython.cast(cython.int, self.limits[seat])
        if wants:
            self.bid = lowest_bid
            self.declarer = seat
        self.calls[self.n_calls] = cython.cast(cython.ulonglong, lowest_bid if wants else 0)
        self.n_calls += 1
        return wants

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def limit_of(self, seat: cython.int) -> cython.ulonglong:
        """Return one more than a seat bids up to."""
        most: cython.int = self.policy.bid_worth(self.hands[seat], self.n_dabb) - self.caution
        if most < 0:
            return 1
        return cython.cast(cython.ulonglong, min(most, HIGHEST) + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hold(self, dealer: cython.int) -> cython.void:
        """Bid until somebody has won, is forced, or the cards are thrown in."""
        seat: cython.int
        for seat in range(self.n):
            self.limits[seat] = 0
        self.dealer = dealer
        self.declarer = -1
        self.bid = self.n_calls = 0
        if self.form == IN_TURN:
            self.bid_in_turn()
        else:
            self.bid_in_duels()
        if self.declarer >= 0:
            return
        if self.opener == HOLDS:
            self.declarer = self.dealer + 1 if self.dealer + 1 < self.n else 0
            self.bid = self.minimum
        elif self.nobody != REDEAL:
            self.declarer = self.dealer
            if self.nobody == FOREHAND:
                self.declarer = self.dealer + 1 if self.dealer + 1 < self.n else 0
            self.bid = self.forced

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bid_in_turn(self) -> cython.void:
        """Bid in turn: who says weg is out."""
        count: cython.int = self.n
        passes: cython.int = 0
        i: cython.int
        seat: cython.int
        for i in range(self.n):
            self.queue[i] = cython.cast(cython.ulonglong, (self.dealer + 1 + i) % self.n)
        while count > 0:
            seat = cython.cast(cython.int, self.queue[0])
            for i in range(1, count):
                self.queue[i - 1] = self.queue[i]
            if self.call(seat):
                passes = 0
                self.queue[count - 1] = cython.cast(cython.ulonglong, seat)
            else:
                passes += 1
                count -= 1
            if self.two_passes and passes >= 2:
                return
            if count == 1 and self.declarer == cython.cast(cython.int, self.queue[0]):
                return

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bid_in_duels(self) -> cython.void:
        """Bid two by two: who is left meets the next one."""
        seat: cython.int = (self.dealer + 1) % self.n
        rival: cython.int = (self.dealer + 2) % self.n
        waiting: cython.int = self.n - 2
        i: cython.int
        for i in range(waiting):
            self.queue[i] = cython.cast(cython.ulonglong, (self.dealer + 3 + i) % self.n)
        if self.opener == HOLDS:
            i = seat
            seat = rival
            rival = i
        while True:
            if self.call(seat):
                if rival < 0:
                    return
                i = seat
                seat = rival
                rival = i
            elif rival < 0:
                return
            elif waiting > 0:
                i = self.newcomer(seat, waiting)
                waiting -= 1
                seat = rival
                if self.declarer >= 0 or self.opener == HOLDS:
                    seat = i
                else:
                    rival = i
            elif self.declarer >= 0 or self.opener == HOLDS:
                return
            else:
                seat = rival
                rival = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def newcomer(self, out: cython.int, waiting: cython.int) -> cython.int:
        """Take who meets the survivor next: crosswise a partner of who has gone."""
        i: cython.int
        place: cython.int = 0
        found: cython.int
        if self.form == KREUZ:
            for i in range(waiting):
                if (self.policy.sides[out] >> self.queue[i]) & 1:
                    place = i
                    break
        found = cython.cast(cython.int, self.queue[place])
        for i in range(place + 1, waiting):
            self.queue[i - 1] = self.queue[i]
        return found
