cimport cython
from binokel.kernel.bits cimport BINS, DEPTH, WIDTH, ints, lowest, release, shorts

cdef int PATTERNS
cdef int POSITIONS
cdef int CAP
cdef int FIRST_SHIFT
cdef int SECOND_SHIFT
cdef int LAST_SHIFT
cdef int N_EXPS

cdef class Net:
    cdef bint is_made
    cdef bint is_told
    cdef short *folds
    cdef short *columns
    cdef short *gone
    cdef short *second
    cdef short *last
    cdef int *first_starts
    cdef int *second_starts
    cdef int *last_starts
    cdef int *exps
    cdef int *first
    cdef int *sums
    cdef int *weights
    cdef int total
    cdef void fold(self) noexcept nogil
    cdef void ask(self, unsigned long long keep, unsigned long long buried, int trump, int position) noexcept nogil
    cdef void finish(self, int position) noexcept nogil
    cdef void weigh(self) noexcept nogil
