"""The Python side of bits.pxd: words of 64 bits, for the uncompiled kernel."""

import math
import time
from array import array

M64 = 2**64 - 1
WIDTH, DEPTH, BINS = 48, 32, 27
"""The layers of `net.py`: known to the C compiler, loops over them are twice as fast."""


def popcount(mask: int) -> int:
    """Return how many bits are set."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """Return the index of the lowest bit of a mask that is not 0."""
    return (mask & -mask).bit_length() - 1


def highest(mask: int) -> int:
    """Return the index of the highest bit of a mask that is not 0."""
    return mask.bit_length() - 1


def bit(index: int) -> int:
    """Return the mask of one bit."""
    return 1 << index


def now() -> float:
    """Return seconds of a clock that only goes forward."""
    return time.monotonic()


def log(value: float) -> float:
    """Return the natural logarithm."""
    return math.log(value)


def root(value: float) -> float:
    """Return the square root."""
    return math.sqrt(value)


def zeros(n: int) -> "array[int]":
    """Return room for `n` words."""
    return array("Q", [0]) * n


def shorts(n: int) -> "array[int]":
    """Return room for `n` numbers of 16 bits."""
    return array("h", [0]) * n


def ints(n: int) -> "array[int]":
    """Return room for `n` numbers of 32 bits."""
    return array("i", [0]) * n


def longs(n: int) -> "array[int]":
    """Return room for `n` numbers of 64 bits with a sign."""
    return array("q", [0]) * n


def words(view: memoryview) -> memoryview:
    """Return a buffer of numbers of 64 bits as words."""
    return view.cast("B").cast("Q")


def release(memory: object) -> None:
    """Give room back: in Python somebody else does."""
