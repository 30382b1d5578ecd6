cimport cython
from binokel.kernel.bits cimport M64, bit, highest, lowest, now, popcount, release, zeros

cdef int N_BITS
cdef int MOVES
cdef int N_PLIES
cdef int FIRST_BITS
cdef int NAMES
cdef int MOST_NAMES
cdef int ANY_MOVE
cdef int LIST_MOVES
cdef long long NO_LIMIT
cdef unsigned long long[4] SUIT
cdef unsigned long long[6] RANK
cdef unsigned long long[48] ABOVE
cdef unsigned long long[48] FROM
cdef unsigned long long FIRST_COPIES
cdef unsigned long long ALL_CARDS
cdef unsigned long long KEY
cdef unsigned long long KEY_1
cdef unsigned long long KEY_2
cdef unsigned long long HASH_1
cdef unsigned long long HASH_2
cdef unsigned long long HASH_3

cdef class Duties:
    cdef int n
    cdef unsigned long long trump
    cdef bint must_beat
    cdef bint must_trump
    cdef bint must_over_trump
    cdef bint beat_after_ruff
    cdef bint partner_exempt
    cdef int trick_bonus
    cdef int last_bonus
    cdef int first_bonus
    cdef unsigned long long *sides
    cdef unsigned long long *worth
    cdef unsigned long long random
    cdef bint is_made
    cdef bint is_busy
    cdef bint is_ready
    cdef unsigned long long legal(self, unsigned long long hand, unsigned long long led, unsigned long long need, unsigned long long over, bint is_exempt) noexcept nogil
    cdef unsigned long long beaten_by(self, int card) noexcept nogil
    cdef unsigned long long need_after(self, int card, unsigned long long led, unsigned long long need, bint wins) noexcept nogil
    cdef unsigned long long over_after(self, int card, unsigned long long over, bint wins) noexcept nogil
    cdef int points(self, unsigned long long mask) noexcept nogil
    cdef void sow(self, unsigned long long seed) noexcept nogil
    cdef int draw(self, int below) noexcept nogil
    cdef int any_of(self, unsigned long long mask) noexcept nogil
