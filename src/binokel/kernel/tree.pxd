cimport cython
from binokel.kernel.bits cimport bit, log, lowest, popcount, release, root, zeros
from binokel.kernel.core cimport FIRST_COPIES, SUIT, Duties

cdef int N_KINDS
cdef int N_VALUES
cdef int ROOM
cdef int DEEPEST
cdef int WIDE
cdef int KIDS
cdef int BESIDE
cdef int MOVE
cdef int VISITS
cdef int CHANCES
cdef int SUM

cdef class Tree(Duties):
    cdef unsigned long long *own
    cdef unsigned long long *worlds
    cdef int n_worlds
    cdef unsigned long long *good
    cdef unsigned long long *bad
    cdef int made_from
    cdef int counted
    cdef int friends
    cdef int first_left
    cdef int leader
    cdef unsigned long long *on_table
    cdef int n_on_table
    cdef int room
    cdef int n_nodes
    cdef unsigned long long *nodes
    cdef unsigned long long *squares
    cdef unsigned long long *totals
    cdef unsigned long long *mades
    cdef unsigned long long *path
    cdef int depth
    cdef double boldness
    cdef int at
    cdef unsigned long long led
    cdef unsigned long long need
    cdef unsigned long long over
    cdef unsigned long long beat
    cdef int seat
    cdef int k
    cdef int winner
    cdef int trick
    cdef int total
    cdef int left
    cdef long long field(self, int node, int what) noexcept nogil
    cdef void add(self, int node, int what, int value) noexcept nogil
    cdef int most_points(self, int world) noexcept nogil
    cdef void make_room(self, int wanted) except *
    cdef void forget(self) noexcept nogil
    cdef void once(self, int world) noexcept nogil
    cdef void deal(self, int world) noexcept nogil
    cdef unsigned long long moves(self) noexcept nogil
    cdef void put(self, int card) noexcept nogil
    cdef void take(self) noexcept nogil
    cdef unsigned long long untried(self, int node, unsigned long long cards) noexcept nogil
    cdef int best(self, int node, unsigned long long cards) noexcept nogil
    cdef void enter(self, int node) noexcept nogil
    cdef void grow(self, int node, int card) noexcept nogil
    cdef void play_on(self) noexcept nogil
    cdef void learn(self, int world) noexcept nogil
