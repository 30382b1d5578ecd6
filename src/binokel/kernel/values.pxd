cimport cython
from binokel.kernel.bits cimport bit, lowest, popcount, release, zeros
from binokel.kernel.core cimport FIRST_COPIES, Duties

cdef int UNIT
cdef int NOTHING
cdef int N_DABBS
cdef int CLOSE
cdef int LEAST
cdef unsigned long long COLUMN
cdef unsigned long long SO
cdef unsigned long long BU
cdef unsigned long long K_AND_O
cdef unsigned long long PAIRS

cdef class Values(Duties):
    cdef unsigned long long *columns
    cdef unsigned long long *sets
    cdef unsigned long long *binokel
    cdef unsigned long long *estimates
    cdef unsigned long long *left
    cdef int base
    cdef int buried_worth
    cdef int dix
    cdef int rundgang
    cdef bint is_additive
    cdef unsigned long long deck
    cdef unsigned long long buried
    cdef int melds(self, unsigned long long hand, int trump) noexcept nogil
    cdef int of_suits(self, unsigned long long hand, int trump, int n_rundgang) noexcept nogil
    cdef int of_ranks(self, unsigned long long hand, unsigned long long once, int n_used) noexcept nogil
    cdef bint is_twice(self, unsigned long long hand) noexcept nogil
    cdef bint has_two(self, unsigned long long hand) noexcept nogil
    cdef int estimate(self, unsigned long long hand, int trump) noexcept nogil
    cdef int best_suit(self, unsigned long long hand) noexcept nogil
    cdef int bid_worth(self, unsigned long long hand, int n_dabb) noexcept nogil
    cdef int worth_after(self, unsigned long long hand, int n_buried) noexcept nogil
    cdef int plan(self, unsigned long long hand, int n_buried) noexcept nogil
    cdef unsigned long long kept(self, unsigned long long hand, int trump, int n_buried) noexcept nogil
    cdef int whole_worth(self, unsigned long long keep, unsigned long long buried, int trump) noexcept nogil
