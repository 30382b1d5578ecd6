"""The net: reckoned another way, and what it refuses."""

from math import exp
from random import Random

import pytest

from binokel.kernel import bits
from binokel.kernel.checks import N_PATTERNS, N_POSITIONS
from binokel.kernel.net import Net

WIDTH, DEPTH, BINS = bits.WIDTH, bits.DEPTH, bits.BINS
EXPS = [round(65536 * exp(-i / 256)) for i in range(4096)]
DECK = (1 << 48) - 1


class Numbers:
    """Random layers of a net."""

    def __init__(self, seed: int) -> None:
        rng = Random(seed)

        def some(n: int, most: int) -> list[int]:
            return [rng.randint(-most, most) for _ in range(n)]

        self.columns = some(2 * N_PATTERNS * WIDTH, 1500)
        self.gone = some(2 * 6 * WIDTH, 500)
        self.second = some(WIDTH * DEPTH, 300)
        self.last = some(DEPTH * BINS, 300)
        self.first_starts = some(N_POSITIONS * WIDTH, 2000)
        self.second_starts = some(N_POSITIONS * DEPTH, 100_000)
        self.last_starts = some(BINS, 60_000)

    def net(self) -> Net:
        net = Net()
        net.set_layers(self.columns, self.gone, self.second, self.last, EXPS)
        net.set_starts(self.first_starts, self.second_starts, self.last_starts)
        return net

    def chances(self, keep: int, buried: int, trump: int, place: int) -> list[float]:
        """Reckon in floating numbers, card by card."""
        first = [x / 1024 for x in self.first_starts[place * WIDTH :][:WIDTH]]
        for suit in range(4):
            pattern = sum(
                3**rank * (keep >> (12 * suit + 2 * rank) & 3).bit_count() for rank in range(6)
            )
            row = pattern + (0 if suit == trump else N_PATTERNS)
            first = [x + y / 1024 for x, y in zip(first, self.columns[row * WIDTH :], strict=False)]
            for rank in range(6):
                times = (buried >> (12 * suit + 2 * rank) & 3).bit_count()
                row = rank + (0 if suit == trump else 6)
                for cell in range(WIDTH):
                    first[cell] += times * self.gone[row * WIDTH + cell] / 1024
        second = [x / 65536 for x in self.second_starts[place * DEPTH :][:DEPTH]]
        for j, value in enumerate(min(max(x, 0), 255 / 64) for x in first):
            for i in range(DEPTH):
                second[i] += value * self.second[j * DEPTH + i] / 1024
        logits = [x / 65536 for x in self.last_starts]
        for j, value in enumerate(min(max(x, 0), 255 / 64) for x in second):
            for i in range(BINS):
                logits[i] += value * self.last[j * BINS + i] / 1024
        raised = [exp(x - max(logits)) for x in logits]
        return [x / sum(raised) for x in raised]


def some_cards(rng: Random) -> tuple[int, int]:
    cards = rng.sample(range(48), 16)
    return sum(1 << c for c in cards[:12]), sum(1 << c for c in cards[12:])


def test_a_net_in_whole_numbers_answers_as_one_in_floating_numbers() -> None:
    rng = Random(5)
    for seed in range(3):
        numbers = Numbers(seed)
        net = numbers.net()
        for _ in range(4):
            keep, buried = some_cards(rng)
            trump, place = rng.randrange(4), rng.randrange(6)
            weights = net.chances(keep, buried, trump, place)
            wanted = numbers.chances(keep, buried, trump, place)
            assert [w / sum(weights) for w in weights] == pytest.approx(wanted, abs=0.03)


def test_which_copy_of_a_card_is_held_makes_no_difference() -> None:
    net, rng = Numbers(1).net(), Random(2)
    for _ in range(10):
        keep, buried = some_cards(rng)
        here, there = (
            (m & 0x555555555555) << 1 | (m & 0xAAAAAAAAAAAA) >> 1 for m in (keep, buried)
        )
        assert net.chances(keep, buried, 1, 0) == net.chances(here, there, 1, 0)


def test_a_net_that_was_told_nothing_answers_nothing() -> None:
    with pytest.raises(ValueError, match="__init__ has not run"):
        Net().chances(1, 0, 0, 0)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ((1 << 48, 0, 0, 0), "the hand must be"),
        ((1, 1, 0, 0), "both kept and buried"),
        ((1, 2, 4, 0), "trump must be"),
        ((1, 2, -1, 0), "trump must be"),
        ((1, 2, 0, 6), "the place must be"),
    ],
)
def test_what_is_no_hand_suit_or_place_is_refused(
    question: tuple[int, int, int, int], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        Numbers(1).net().chances(*question)


def test_layers_of_other_sizes_or_with_too_large_numbers_are_refused() -> None:
    numbers, net = Numbers(1), Net()
    with pytest.raises(ValueError, match="the number of columns"):
        net.set_layers(numbers.columns[1:], numbers.gone, numbers.second, numbers.last, EXPS)
    with pytest.raises(ValueError, match="a number in last"):
        net.set_layers(
            numbers.columns, numbers.gone, numbers.second, [1 << 15] * (DEPTH * BINS), EXPS
        )
    with pytest.raises(ValueError, match="the number of exps"):
        net.set_layers(numbers.columns, numbers.gone, numbers.second, numbers.last, EXPS[1:])
    with pytest.raises(ValueError, match="a number in exps"):
        net.set_layers(numbers.columns, numbers.gone, numbers.second, numbers.last, [-1] * 4096)
    with pytest.raises(ValueError, match="the number of second"):
        net.set_starts(numbers.first_starts, [], numbers.last_starts)
    with pytest.raises(ValueError, match="a number in first"):
        net.set_starts(
            [1 << 29] * (N_POSITIONS * WIDTH), numbers.second_starts, numbers.last_starts
        )


def test_numbers_as_large_as_they_may_be_do_not_overflow() -> None:
    net = Net()
    most = 2**15 - 1
    net.set_layers(
        [most] * (2 * N_PATTERNS * WIDTH),
        [most] * (12 * WIDTH),
        [most] * (WIDTH * DEPTH),
        [most] * (DEPTH * BINS),
        EXPS,
    )
    net.set_starts(
        [1 << 28] * (N_POSITIONS * WIDTH), [1 << 28] * (N_POSITIONS * DEPTH), [1 << 28] * BINS
    )
    assert net.chances(DECK >> 8, 0, 0, 0) == [65536] * BINS
