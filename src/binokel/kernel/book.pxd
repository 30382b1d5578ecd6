cimport cython
from binokel.kernel.bits cimport M64, release, zeros

cdef int PLAYED
cdef int CONCEDED
cdef int UNREACHABLE
cdef int THROWN_IN
cdef int DECK_POINTS
cdef int ALWAYS
cdef int BY_SEAT
cdef int BY_SIDE

cdef class Book:
    cdef bint is_busy
    cdef int n
    cdef int n_sides
    cdef int n_dabb
    cdef int last_bonus
    cdef int first_bonus
    cdef int concede_cost
    cdef bint others_meld
    cdef int concede_flat
    cdef int concede_half
    cdef bint concede_by_seat
    cdef bint rounds
    cdef bint rounds_by_seat
    cdef bint tests_rounded
    cdef int lost_factor
    cdef int lost_plus
    cdef int lost_bonus
    cdef int lost_half
    cdef bint lost_by_seat
    cdef bint lost_others_tricks
    cdef bint lost_keeps_tricks
    cdef int meld_trick
    cdef bint buried_counts
    cdef bint buried_is_trick
    cdef bint unreachable_lost
    cdef int declarer
    cdef int bid
    cdef int status
    cdef int made
    cdef int buried_points
    cdef int last_winner
    cdef int first_winner
    cdef unsigned long long *side_of
    cdef unsigned long long *melds
    cdef unsigned long long *tricks
    cdef unsigned long long *won
    cdef unsigned long long *scores
    cdef void open(self) noexcept nogil
    cdef void take(self, int winner, int points) noexcept nogil
    cdef bint is_unreachable(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef int own_side(self) noexcept nogil
    cdef int score_of(self, int side) noexcept nogil
    cdef int extra(self, int side, int flat, int half, bint by_seat) noexcept nogil
    cdef void lapse(self) noexcept nogil
    cdef int melds_of(self, int side) noexcept nogil
    cdef int points_of(self, int seat, bint with_buried) noexcept nogil
    cdef int play_of(self, int side, bint with_buried) noexcept nogil
    cdef int counted(self, int side, bint with_buried, bint is_rounded) noexcept nogil
    cdef int tested(self) noexcept nogil
