cimport cython
from binokel.kernel.bits cimport bit, highest, lowest, popcount, release, zeros
from binokel.kernel.core cimport ABOVE, ALL_CARDS, SUIT
from binokel.kernel.values cimport Values

cdef int DEAREST
cdef int ZEHNER
cdef int FEW

cdef class Policy(Values):
    cdef unsigned long long *allies
    cdef unsigned long long *voids
    cdef unsigned long long gone
    cdef int declarer
    cdef void begin(self, int declarer) noexcept nogil
    cdef void note(self, int seat, int card, unsigned long long led, unsigned long long beat, bint is_exempt) noexcept nogil
    cdef unsigned long long unseen(self, int seat, unsigned long long hand) noexcept nogil
    cdef int lead(self, int seat, unsigned long long hand) noexcept nogil
    cdef int winner_to_cash(self, int seat, unsigned long long hand, unsigned long long out, unsigned long long trumps_out) noexcept nogil
    cdef int cheapest_of(self, unsigned long long hand, unsigned long long cards, int longer) noexcept nogil
    cdef int dearest_of(self, unsigned long long cards) noexcept nogil
    cdef int follow(self, int seat, unsigned long long hand, unsigned long long legal, unsigned long long led, unsigned long long beat, int winner, int k) noexcept nogil
    cdef bint is_threatened(self, int seat, unsigned long long hand, unsigned long long led, unsigned long long beat, int k) noexcept nogil
