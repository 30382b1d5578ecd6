cimport cython
from binokel.kernel.bits cimport bit, lowest, release, zeros
from binokel.kernel.core cimport FIRST_COPIES, SUIT
from binokel.kernel.policy cimport Policy

cdef class Playing:
    cdef Policy policy
    cdef int n
    cdef unsigned long long *own
    cdef unsigned long long led
    cdef unsigned long long need
    cdef unsigned long long over
    cdef unsigned long long beat
    cdef int seat
    cdef int winner
    cdef int k
    cdef int on_table
    cdef void open_trick(self, int leader) noexcept nogil
    cdef bint is_exempt(self) noexcept nogil
    cdef int choice(self) noexcept nogil
    cdef void put(self, int card) noexcept nogil
