# The C side of bits.py: the only C in the house.
cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <stdlib.h>
    #include <time.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    #ifdef _MSC_VER
    #include <intrin.h>
    static __inline int bk_popcount(unsigned long long x) { return (int)__popcnt64(x); }
    static __inline int bk_lowest(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
    static __inline int bk_highest(unsigned long long x) { unsigned long i; _BitScanReverse64(&i, x); return (int)i; }
    static inline double bk_now(void) { return (double)clock() / CLOCKS_PER_SEC; }
    #else
    static inline int bk_popcount(unsigned long long x) { return __builtin_popcountll(x); }
    static inline int bk_lowest(unsigned long long x) { return __builtin_ctzll(x); }
    static inline int bk_highest(unsigned long long x) { return 63 - __builtin_clzll(x); }
    static inline double bk_now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }
    #endif
    static inline unsigned long long bk_bit(int i) { return 1ULL << i; }
    /* Begins a line of the cache, so that four entries of a table are one; Linux gives large memory
       in large pages only to who asks, and a table in small ones misses their list at every look. */
    static void *bk_zeros(unsigned long long n) {
        char *whole = (char *)calloc(n + 17, 8);
        void **p;
        if (whole == NULL) return PyErr_NoMemory();
    #ifdef MADV_HUGEPAGE
        if (n >= 1ULL << 18) {
            char *page = (char *)(((uintptr_t)whole + 4095) & ~(uintptr_t)4095);
            madvise(page, (size_t)(whole + 8 * n - page), MADV_HUGEPAGE);
        }
    #endif
        p = (void **)(((uintptr_t)whole + 8 + 63) & ~(uintptr_t)63);
        p[-1] = whole;
        return p;
    }
    static inline short *bk_shorts(unsigned long long n) { return (short *)bk_zeros((n + 3) / 4); }
    static inline int *bk_ints(unsigned long long n) { return (int *)bk_zeros((n + 1) / 2); }
    static void bk_release(void *p) { if (p != NULL) free(((void **)p)[-1]); }
    /* The caller holds the buffer as long as it writes. */
    static inline void *bk_words(PyObject *o) { Py_buffer b; void *p; if (PyObject_GetBuffer(o, &b, PyBUF_C_CONTIGUOUS)) return NULL; p = b.buf; PyBuffer_Release(&b); return p; }
    """
    const int WIDTH "48"
    const int DEPTH "32"
    const int BINS "27"
    const unsigned long long M64 "0xFFFFFFFFFFFFFFFFULL"
    int popcount "bk_popcount" (unsigned long long mask) noexcept nogil
    int lowest "bk_lowest" (unsigned long long mask) noexcept nogil
    int highest "bk_highest" (unsigned long long mask) noexcept nogil
    unsigned long long bit "bk_bit" (int index) noexcept nogil
    double now "bk_now" () noexcept nogil
    double log "log" (double value) noexcept nogil
    double root "sqrt" (double value) noexcept nogil
    unsigned long long *zeros "(unsigned long long *)bk_zeros" (unsigned long long n) except NULL
    short *shorts "bk_shorts" (unsigned long long n) except NULL
    long long *longs "(long long *)bk_zeros" (unsigned long long n) except NULL
    int *ints "bk_ints" (unsigned long long n) except NULL
    void release "bk_release" (void *memory) noexcept nogil
    unsigned long long *words "(unsigned long long *)bk_words" (object view) except NULL
