"""A clause as the smallest automaton that reads its kinds one after the other."""

from collections.abc import Callable, Sequence

DEAD = -1
FREE = 0
"""The node from which nothing can break the clause any more."""

Row = tuple[int, int, int]
"""The next node for 0, 1 and 2 copies."""


class Automaton:
    """The nodes of each level; `rows[i][node]` has the next nodes after the i-th kind.

    `root` is FREE if the clause cannot be broken, DEAD if it cannot be kept.
    """

    def __init__(
        self,
        test: Callable[[tuple[int, ...]], bool],
        possible: Sequence[Sequence[int]],
    ) -> None:
        self.rows: list[list[Row]] = [[(FREE, FREE, FREE)] for _ in possible]
        self._ids: list[dict[Row, int]] = [{} for _ in possible]
        self._test = test
        self._possible = possible
        self.root = self._node(0, ())

    @property
    def n_bits(self) -> int:
        """How many bits the number of a node needs."""
        return max(len(level) for level in self.rows).bit_length()

    def _node(self, depth: int, counts: tuple[int, ...]) -> int:
        if depth == len(self._possible):
            return FREE if self._test(counts) else DEAD
        row = [DEAD, DEAD, DEAD]
        for n in self._possible[depth]:
            row[n] = self._node(depth + 1, (*counts, n))
        nexts = {row[n] for n in self._possible[depth]}
        if nexts <= {FREE} or nexts == {DEAD}:
            return nexts.pop() if nexts else DEAD
        key = (row[0], row[1], row[2])
        found = self._ids[depth].get(key)
        if found is None:
            found = self._ids[depth][key] = len(self.rows[depth])
            self.rows[depth].append(key)
        return found
