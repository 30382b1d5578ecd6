cimport cython
from binokel.kernel.bidding cimport Bidding
from binokel.kernel.bits cimport M64, bit, popcount, release, words, zeros
from binokel.kernel.book cimport CONCEDED, PLAYED, THROWN_IN, UNREACHABLE, Book
from binokel.kernel.core cimport HASH_1, HASH_2, HASH_3, SUIT
from binokel.kernel.playing cimport Playing
from binokel.kernel.policy cimport Policy

cdef int WIDTH
cdef int WHIMS

cdef class Deals(Playing):
    cdef Bidding bidding
    cdef Book book
    cdef bint is_made
    cdef int hand_size
    cdef int n_dabb
    cdef bint declarer_leads
    cdef bint may_concede
    cdef int give_up
    cdef int whims
    cdef int dealer
    cdef int trump
    cdef int worth
    cdef unsigned long long dabb
    cdef unsigned long long buried
    cdef unsigned long long *cards
    cdef int n_cards
    cdef unsigned long long *out
    cdef void sow(self, unsigned long long seed, long long number) noexcept nogil
    cdef void play_one(self) noexcept nogil
    cdef void deal_out(self) noexcept nogil
    cdef unsigned long long some_of(self, unsigned long long cards, int count) noexcept nogil
    cdef void take_dabb(self) noexcept nogil
    cdef void wander(self, unsigned long long hand) noexcept nogil
    cdef void meld(self) noexcept nogil
    cdef void play_cards(self) noexcept nogil
    cdef int play_trick(self, int leader) noexcept nogil
    cdef void write(self, long long at) noexcept nogil
    cdef void put_down(self, long long at, int value) noexcept nogil
