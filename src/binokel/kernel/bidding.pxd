cimport cython
from binokel.kernel.bits cimport release, zeros
from binokel.kernel.policy cimport Policy

cdef int HIGHEST
cdef int IN_ORDER
cdef int KREUZ
cdef int IN_TURN
cdef int FREE
cdef int MUST_BID
cdef int HOLDS
cdef int REDEAL
cdef int FOREHAND

cdef class Bidding:
    cdef Policy policy
    cdef int n
    cdef int n_dabb
    cdef int form
    cdef int minimum
    cdef int step
    cdef int maximum
    cdef int opener
    cdef int nobody
    cdef int forced
    cdef bint two_passes
    cdef int caution
    cdef int dealer
    cdef int declarer
    cdef int bid
    cdef int n_calls
    cdef unsigned long long *hands
    cdef unsigned long long *limits
    cdef unsigned long long *queue
    cdef unsigned long long *calls
    cdef bint call(self, int seat) noexcept nogil
    cdef unsigned long long limit_of(self, int seat) noexcept nogil
    cdef void hold(self, int dealer) noexcept nogil
    cdef void bid_in_turn(self) noexcept nogil
    cdef void bid_in_duels(self) noexcept nogil
    cdef int newcomer(self, int out, int waiting) noexcept nogil
