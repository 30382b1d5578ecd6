"""Counting worlds by dynamic programming over the kinds, and drawing them by their number.

A state is one integer: for each place the cards still to be given to it, and for each clause
the node of its automaton. The number of ways to go on from a state is the sum over the options
of the next kind; a world's number, divided up by these, names the world.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from binokel.kernel.worlds.automaton import DEAD, FREE, Automaton
from binokel.kernel.worlds.facts import options_of
from binokel.kernel.worlds.places import Clause, Facts, Kind

FIELD = 48
"""The bits of one place in the sum of what was given."""

_SUITS = (0, 2, 3, 1)
_ORDER = (
    *(6 * suit for suit in _SUITS),
    *(6 * suit + 1 for suit in _SUITS),
    *(6 * suit + rank for suit in _SUITS for rank in (2, 3)),
    *(6 * suit + 4 for suit in (3, 0, 2, 1)),
    *(6 * suit + 5 for suit in _SUITS),
)
"""The order of the kinds: rank by rank, K and O together and SO before BU, for small states."""

Move = tuple[int, int, int, tuple[int, ...]]
"""What an option adds to the state and to what was given, its ways, and its copies by place."""

Entry = tuple[list[int], list[int], list[int], list[int]]
"""Running sums of ways, ways after each option, what it gives, and the next state."""


class TooLarge(Exception):
    """A layer has more states than are allowed."""


class Step:
    """One kind with its options, and the clauses that read it."""

    def __init__(self, kind: Kind, options: dict[tuple[int, ...], int], shifts: Sequence[int]):
        self.index = kind.card
        self.mask = 0
        self.readers: list[tuple[int, int, int, list[tuple[int, int, int]]]] = []
        self.options = [
            (
                -sum(n << shift for n, shift in zip(counts, shifts, strict=True)),
                sum(n << (FIELD * i + 2 * kind.card) for i, n in enumerate(counts)),
                ways,
                counts,
            )
            for counts, ways in options.items()
        ]
        self._moves: dict[int, list[Move]] = {}

    def moves(self, key: int) -> list[Move]:
        """Return the options that break no clause in this state."""
        nodes = key & self.mask
        found = self._moves.get(nodes)
        if found is None:
            found = self._moves[nodes] = [m for o in self.options for m in self._with(o, nodes)]
        return found

    def _with(self, option: Move, nodes: int) -> Iterator[Move]:
        add, gives, ways, counts = option
        for place, shift, mask, rows in self.readers:
            node = nodes >> shift & mask
            after = rows[node][counts[place]]
            if after == DEAD:
                return
            add += (after - node) << shift
        yield add, gives, ways, counts


class Table:
    """The number of worlds from every state that can be reached.

    Raises:
        TooLarge: a layer has more than `most` states.
    """

    def __init__(self, facts: Facts, clauses: Sequence[Clause], most: int) -> None:
        self.fixed = 0
        self.steps: list[Step] = []
        self.is_possible = True
        widths = [size.bit_length() + 1 for size in facts.sizes]
        self._shifts = [sum(widths[:i]) for i in range(len(widths) + 1)]
        self._guards = sum(1 << (shift - 1) for shift in self._shifts[1:])
        self._sizes = list(facts.sizes)
        self.counts_of: dict[int, tuple[int, ...]] = {}
        self._lay(facts)
        start = self._guards + sum(
            n << shift for n, shift in zip(self._sizes, self._shifts, strict=False)
        )
        self.start = start + self._read(facts, clauses)
        self.layers: list[dict[int, int]] = []
        if self.is_possible and min(self._sizes, default=0) >= 0:
            self._count(most)
        self.total = self.layers[0].get(self.start, 0) if self.layers else 0
        self._entries: list[dict[int, Entry]] = [{} for _ in self.steps]

    def _lay(self, facts: Facts) -> None:
        """Lay what can lie in one way only; make a step of every other kind."""
        for kind in sorted(facts.kinds, key=lambda kind: _ORDER.index(kind.card)):
            options = options_of(kind)
            if len(options) == 1 and sum(options.values()) == 1:
                (counts,) = options
                self.counts_of[kind.card] = counts
                for place, n in enumerate(counts):
                    self._sizes[place] -= n
                    self.fixed += n << (FIELD * place + 2 * kind.card)
            else:
                self.is_possible &= bool(options)
                self.steps.append(Step(kind, options, self._shifts[:-1]))

    def _read(self, facts: Facts, clauses: Sequence[Clause]) -> int:
        """Have the steps read the clauses; return the first nodes in their places."""
        top = self._shifts[-1]
        nodes = 0
        for clause in clauses:
            base, steps = self._rest_of(clause)
            automaton = Automaton(
                lambda counts, clause=clause, base=base, steps=steps: clause.test(  # type: ignore[misc]
                    _filled(base, clause.kinds, steps, counts)
                ),
                [0] * len(steps),
                [sorted({o[3][clause.place] for o in step.options}) for step in steps],
            )
            self.is_possible &= automaton.root != DEAD
            if automaton.root in (DEAD, FREE):
                continue
            mask = (1 << automaton.n_bits) - 1
            for step, rows in zip(steps, automaton.rows, strict=True):
                step.readers.append((clause.place, top, mask, rows))
                step.mask |= mask << top
            nodes += automaton.root << top
            top += automaton.n_bits
        return nodes

    def _rest_of(self, clause: Clause) -> tuple[tuple[int, ...], list[Step]]:
        """Return what is settled of the clause's copies, and the steps that decide the rest."""
        settled = tuple(
            n + (self.counts_of[kind][clause.place] if kind in self.counts_of else 0)
            for n, kind in zip(clause.base, clause.kinds, strict=True)
        )
        return settled, [step for step in self.steps if step.index in clause.kinds]

    def _count(self, most: int) -> None:
        """Find the states of every layer, then count from the last one back."""
        guards = self._guards
        layers: list[dict[int, int]] = [{self.start: 0}]
        for step in self.steps:
            layer: dict[int, int] = {}
            moves = step.moves
            for key in layers[-1]:
                for move in moves(key):
                    after = key + move[0]
                    if after & guards == guards:
                        layer[after] = 0
                if len(layer) > most:
                    raise TooLarge
            layers.append(layer)
        layers[-1] = {guards: 1}  # every place has its cards, and no clause is open
        for number in reversed(range(len(self.steps))):
            moves, ways_of, ways = self.steps[number].moves, layers[number + 1].get, layers[number]
            for key in ways:
                ways[key] = sum([move[2] * ways_of(key + move[0], 0) for move in moves(key)])
        self.layers = layers

    def _entry(self, number: int, key: int) -> Entry:
        sums: list[int] = []
        after: list[int] = []
        gives: list[int] = []
        keys: list[int] = []
        total = 0
        for add, given, ways, _ in self.steps[number].moves(key):
            n = self.layers[number + 1].get(key + add, 0)
            if n:
                total += ways * n
                sums.append(total)
                after.append(n)
                gives.append(given)
                keys.append(key + add)
        entry = self._entries[number][key] = (sums, after, gives, keys)
        return entry

    def world(self, number: int) -> int:
        """Return what the world of a number (below `total`) gives, FIELD bits a place."""
        key, given = self.start, self.fixed
        for place, entries in enumerate(self._entries):
            entry = entries.get(key)
            sums, after, gives, keys = self._entry(place, key) if entry is None else entry
            chosen = bisect_right(sums, number)
            if chosen:
                number -= sums[chosen - 1]
            number %= after[chosen]
            given += gives[chosen]
            key = keys[chosen]
        return given

    def marginals(self) -> dict[int, dict[tuple[int, int], int]]:
        """Return by kind in how many worlds a place holds a number of its copies."""
        found: dict[int, dict[tuple[int, int], int]] = {
            kind: dict.fromkeys(enumerate(counts), self.total)
            for kind, counts in self.counts_of.items()
        }
        ways = {self.start: 1}
        for number, step in enumerate(self.steps):
            of_kind: dict[tuple[int, int], int] = {}
            nexts: dict[int, int] = {}
            after = self.layers[number + 1]
            for key, n in ways.items():
                for add, _, times, counts in step.moves(key):
                    if left := after.get(key + add, 0):
                        nexts[key + add] = nexts.get(key + add, 0) + n * times
                        for cell in enumerate(counts):
                            of_kind[cell] = of_kind.get(cell, 0) + n * times * left
            found[step.index] = of_kind
            ways = nexts
        return found


def _filled(
    base: tuple[int, ...], kinds: tuple[int, ...], steps: Sequence[Step], counts: Sequence[int]
) -> tuple[int, ...]:
    """Return a clause's copies, what was settled and what the steps gave together."""
    given = {step.index: n for step, n in zip(steps, counts, strict=True)}
    return tuple(n + given.get(kind, 0) for n, kind in zip(base, kinds, strict=True))
