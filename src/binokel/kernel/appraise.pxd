cimport cython
from binokel.kernel.bits cimport BINS, bit, longs, lowest, popcount, release
from binokel.kernel.core cimport FIRST_COPIES
from binokel.kernel.net cimport Net
from binokel.kernel.values cimport Values

cdef int ROWS
cdef int TENS
cdef int ENDS
cdef int WIDE
cdef int CLOSE
cdef int GUIDE
cdef int CAREFUL
cdef long long WORST

cdef class Appraiser(Values):
    cdef Net net
    cdef long long *made
    cdef long long *lost
    cdef long long *mates
    cdef long long needed
    cdef long long more
    cdef bint lapses
    cdef int position
    cdef int guide
    cdef unsigned long long keep
    cdef long long value
    cdef void settle(self, unsigned long long cards, int trump, int count, int turns) noexcept nogil
    cdef void improve(self, unsigned long long cards, int trump, int turns) noexcept nogil
    cdef void bury(self, unsigned long long cards, int trump, int count) noexcept nogil
    cdef void exchange(self, unsigned long long cards, int trump, int turns) noexcept nogil
    cdef bint exchange_two(self, unsigned long long cards, int trump) noexcept nogil
    cdef long long best_second(self, unsigned long long cards, unsigned long long keep, unsigned long long gone, unsigned long long rest, int trump) noexcept nogil
    cdef long long worth_of(self, unsigned long long keep, unsigned long long buried, int trump) noexcept nogil
    cdef long long guided(self, unsigned long long keep, unsigned long long buried, int trump) noexcept nogil
    cdef long long gain(self, int melds, int points, int width) noexcept nogil
    cdef int own_melds(self, unsigned long long keep, unsigned long long buried, int trump) noexcept nogil
    cdef int counted(self, unsigned long long buried) noexcept nogil
    cdef int known(self, unsigned long long keep, unsigned long long buried, int trump) noexcept nogil
