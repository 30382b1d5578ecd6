cimport cython
from binokel.kernel.bits cimport M64, bit, lowest, popcount, release, words, zeros
from binokel.kernel.book cimport Book
from binokel.kernel.core cimport SUIT
from binokel.kernel.playing cimport Playing
from binokel.kernel.policy cimport Policy

cdef int WIDE

cdef class Playouts(Playing):
    cdef Book book
    cdef bint is_made
    cdef bint is_begun
    cdef int bid
    cdef unsigned long long *melds
    cdef unsigned long long *voids
    cdef unsigned long long *tricks
    cdef unsigned long long *won
    cdef unsigned long long gone
    cdef int first_winner
    cdef int last_winner
    cdef unsigned long long now_led
    cdef unsigned long long now_need
    cdef unsigned long long now_over
    cdef unsigned long long now_beat
    cdef int now_seat
    cdef int now_winner
    cdef int now_k
    cdef int now_points
    cdef int declarer
    cdef int trump
    cdef unsigned long long *worlds
    cdef unsigned long long *out
    cdef void close(self) noexcept nogil
    cdef void keep(self) noexcept nogil
    cdef void set_up(self, long long at) noexcept nogil
    cdef bint fits(self, long long at, unsigned long long asked) noexcept nogil
    cdef long long play_all(self, long long n_worlds, unsigned long long asked, int most) noexcept nogil
    cdef void play_on(self, int card, int most) noexcept nogil
    cdef void write(self, long long at) noexcept nogil
