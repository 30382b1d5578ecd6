"""Counting what each card brought in each world, and telling when it is enough."""

from math import sqrt
from typing import NamedTuple

SURE = 2.5
"""A card is worse if it lies so many standard errors behind."""
LEAST = 32
"""Fewer worlds tell nothing."""
SAME = 1e-9


class Valued(NamedTuple):
    """A card in a world: its value, the chance of the bid, and whether it is foreseen as made."""

    value: float
    chance: float
    made: bool


class Tally:
    """Values and made bids of the cards `bits`, world by world, with weights.

    `always` tells of each card whether the bid was lost in all worlds, and whether it was made.
    """

    def __init__(self, bits: list[int]) -> None:
        self.bits = bits
        self.values: list[list[float]] = [[] for _ in bits]
        self.made: list[list[float]] = [[] for _ in bits]
        self.always = [[True, True] for _ in bits]
        self.weights: list[float] = []
        self.unresolved = 0

    @property
    def n(self) -> int:
        """How many worlds were counted."""
        return len(self.weights)

    def add(self, weight: float, row: list[Valued] | None) -> None:
        """Count a world.

        Without a row the search stopped before it knew: no vote.
        """
        if row is None:
            self.unresolved += 1
            return
        self.weights.append(weight)
        for place, (value, chance, made) in enumerate(row):
            self.values[place].append(value)
            self.made[place].append(chance)
            self.always[place][not made] = False

    def mean(self, place: int) -> float:
        """Return the mean value of a card."""
        return self._mean(self.values[place])

    def chance(self, place: int) -> float:
        """Return the chance that the bid is made with a card."""
        return self._mean(self.made[place])

    def error(self, place: int) -> float:
        """Return the standard error of the mean value of a card."""
        return self._error(self.values[place], self.mean(place))

    def best(self) -> int:
        """Return the place of the card of the highest mean."""
        return max(range(len(self.bits)), key=self.mean)

    def is_settled(self) -> bool:
        """Tell whether every other card is surely worse than the best, or just the same."""
        if self.n < LEAST:
            return False
        best = self.best()
        return all(self.is_behind(place, best) for place in range(len(self.bits)) if place != best)

    def is_alike(self) -> bool:
        """Tell whether all cards have been worth the same in every world."""
        return all(values == self.values[0] for values in self.values)

    def is_behind(self, place: int, best: int) -> bool:
        """Tell whether a card is surely worse than another, or the same in every world."""
        ahead = [a - b for a, b in zip(self.values[best], self.values[place], strict=True)]
        mean = self._mean(ahead)
        error = self._error(ahead, mean)
        if error < SAME:
            return abs(mean) >= SAME or max(map(abs, ahead)) < SAME
        return mean > SURE * error

    def _mean(self, values: list[float]) -> float:
        total = sum(self.weights)
        return sum(map(float.__mul__, self.weights, values)) / total if total else 0.0

    def _error(self, values: list[float], mean: float) -> float:
        total = sum(self.weights)
        if not total:
            return 0.0
        squares = sum([(w * (v - mean)) ** 2 for w, v in zip(self.weights, values, strict=True)])
        return sqrt(squares) / total
