# The C side of bits.py: the only C in the house.
cdef extern from *:
    """
    #include <stdlib.h>
    #include <time.h>
    #ifdef _MSC_VER
    #include <intrin.h>
    static __inline int bk_popcount(unsigned long long x) { return (int)__popcnt64(x); }
    static __inline int bk_lowest(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int bk_highest(unsigned long long x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    static double bk_now(void) { return (double)clock() / CLOCKS_PER_SEC; }
    #else
    static inline int bk_popcount(unsigned long long x) { return __builtin_popcountll(x); }
    static inline int bk_lowest(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int bk_highest(unsigned long long x) { return 63 - __builtin_clzll(x); }
    static double bk_now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
    #endif
    static inline unsigned long long bk_bit(int i) { return 1ULL << i; }
    static void *bk_zeros(unsigned long long n) { void *p = calloc(n ? n : 1, 8); return p ? p : PyErr_NoMemory(); }
    """
    const unsigned long long M64 "0xFFFFFFFFFFFFFFFFULL"
    int popcount "bk_popcount" (unsigned long long mask) noexcept nogil
    int lowest "bk_lowest" (unsigned long long mask) noexcept nogil
    int highest "bk_highest" (unsigned long long mask) noexcept nogil
    unsigned long long bit "bk_bit" (int index) noexcept nogil
    double now "bk_now" () noexcept nogil
    unsigned long long *zeros "(unsigned long long *)bk_zeros" (unsigned long long n) except NULL
    void release "free" (void *memory) noexcept nogil
