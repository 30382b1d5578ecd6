"""Intervals and the sign test against values worked out by hand."""

from math import comb
from random import Random

import pytest

from binokel.arena.intervals import interval, sign_test, student


def test_the_interval_is_the_mean_and_students_t_standard_errors() -> None:
    found = interval([2, 4, 4, 4, 5, 5, 7, 9])  # squares of the differences add up to 32
    assert found.mean == 5
    assert found.half == pytest.approx(2.3646 * (32 / 7) ** 0.5 / 8**0.5, rel=1e-3)
    assert not found.has_zero


@pytest.mark.parametrize(
    ("n", "t"),
    [(2, 12.7062), (4, 3.1824), (6, 2.5706), (7, 2.4469), (11, 2.2281), (101, 1.9840)],
)
def test_students_t_is_that_of_the_printed_tables(n: int, t: float) -> None:
    assert student(n) == pytest.approx(t, rel=2e-3)


@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_a_few_deals_promise_no_more_than_many(n: int) -> None:
    rng = Random(n)
    held = sum(interval([rng.gauss(0, 5) for _ in range(n)]).has_zero for _ in range(4000))
    assert 0.94 <= held / 4000 <= 0.96


def test_about_95_of_100_intervals_hold_the_truth() -> None:
    rng = Random(3)
    held = sum(interval([rng.gauss(0, 5) for _ in range(50)]).has_zero for _ in range(1000))
    assert 920 <= held <= 970


def test_a_single_value_has_no_interval() -> None:
    with pytest.raises(ValueError, match="two values or more, not 1"):
        interval([1.0])


def test_the_sign_test_of_nine_in_ten_is_22_of_1024() -> None:
    found = sign_test([1] * 9 + [-1] + [0] * 5)
    assert (found.above, found.below, found.equal) == (9, 1, 5)
    assert found.p == pytest.approx(2 * (1 + 10) / 1024)


def test_the_sign_test_is_the_same_from_the_other_side() -> None:
    values = [3.0, -1.0, -2.0, -5.0]
    assert sign_test(values).p == sign_test([-value for value in values]).p == 0.625


def test_nothing_but_ties_proves_nothing() -> None:
    assert sign_test([0, 0]).p == 1


@pytest.mark.parametrize(("above", "below"), [(510, 491), (1500, 1380), (2000, 1000)])
def test_the_quick_sign_test_is_the_exact_one(above: int, below: int) -> None:
    n = above + below
    exact = 2 * sum(comb(n, k) for k in range(below + 1)) / 2**n
    assert sign_test([1] * above + [-1] * below).p == pytest.approx(exact, rel=1e-9)


def test_a_million_deals_are_tested_at_once() -> None:
    assert sign_test([1] * 500_000 + [-1] * 500_000).p == 1
    assert 0.04 < sign_test([1] * 501_000 + [-1] * 499_000).p < 0.05


def test_thousands_of_deals_do_not_overflow() -> None:
    assert sign_test([1] * 6000 + [-1] * 4000).p < 1e-80
