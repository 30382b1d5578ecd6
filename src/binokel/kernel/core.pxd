cimport cython
from binokel.kernel.bits cimport M64, bit, highest, lowest, now, popcount, release, zeros

cdef int N_BITS
cdef int MOVES
cdef int N_PLIES
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
