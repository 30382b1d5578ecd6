"""Means with 95 % intervals, and the sign test."""

from collections.abc import Sequence
from math import comb, exp, lgamma, log, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

Z95 = 1.96
EXACT = 1000
"""Up to so many values the chance is reckoned in whole numbers: beyond, they grow too long."""


class Interval(NamedTuple):
    """A mean, half the width of its 95 % interval, and from how many values."""

    mean: float
    half: float
    n: int

    @property
    def has_zero(self) -> bool:
        """Whether no difference at all lies in the interval."""
        return abs(self.mean) <= self.half


def interval(values: Sequence[float]) -> Interval:
    """Return mean ± 1.96 s/√n, s with n - 1.

    >>> interval([1.0, 1.0, 1.0])
    Interval(mean=1.0, half=0.0, n=3)

    Raises:
        ValueError: there are fewer than two values.
    """
    if len(values) < 2:
        raise ValueError(f"an interval needs two values or more, not {len(values)}")
    return Interval(fmean(values), Z95 * stdev(values) / sqrt(len(values)), len(values))


class Signs(NamedTuple):
    """How many values are above, below and equal to zero, and the two-sided chance of that."""

    above: int
    below: int
    equal: int
    p: float


def sign_test(values: Sequence[float]) -> Signs:
    """Return the sign test; values of zero tell nothing and are left out.

    >>> sign_test([1, 2, 3, -1, 0])
    Signs(above=3, below=1, equal=1, p=0.625)
    """
    above = sum(value > 0 for value in values)
    below = sum(value < 0 for value in values)
    n = above + below
    p = min(1.0, 2 * at_most(min(above, below), n))
    return Signs(above, below, len(values) - n, p)


def at_most(k: int, n: int) -> float:
    """Return the chance of at most k heads in n throws of a coin.

    >>> at_most(1, 4)
    0.3125
    """
    if n <= EXACT:
        return sum(comb(n, i) for i in range(k + 1)) / (1 << n)
    # From the likeliest number down; what is left out is less than a double can tell.
    term = exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2))
    total = 0.0
    while term > total * 1e-17:
        total += term
        term *= k / (n - k + 1)
        k -= 1
    return total
