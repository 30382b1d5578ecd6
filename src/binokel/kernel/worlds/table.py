"""Counting worlds kind by kind, and drawing them by their number.

A state is one integer: for each place the cards still to be given to it, and for each clause
the node of its automaton. The number of ways to go on from a state is the sum over the options
of the next kind; a world's number, divided up by these, names the world.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

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

_MANY_PLACES = 4

Move = tuple[int, int, int, tuple[int, ...]]
"""What an option adds to the state and to what was given, its ways, and its copies by place."""

Entry = tuple[list[int], list[int], list[int], list[int]]
"""Running sums of ways, ways after each option, what it gives, and the next state."""


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

    def forget_readers(self) -> None:
        """Have no clause read this kind."""
        self.mask = 0
        self.readers.clear()
        self._moves.clear()

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


class Reading(NamedTuple):
    """A clause that is not settled yet, its automaton, and the steps that it reads."""

    clause: Clause
    automaton: Automaton
    steps: list[int]


class Table:
    """The number of worlds from every state that can be reached.

    Where a layer would have more than `most` states, a clause that is open there is left out:
    `left_out` has those whose worlds the table does not tell apart.
    """

    def __init__(self, facts: Facts, most: int) -> None:
        self.fixed = 0
        self.steps: list[Step] = []
        self.is_possible = True
        self.left_out: list[Clause] = []
        widths = [size.bit_length() + 1 for size in facts.sizes]
        self._shifts = [sum(widths[:i]) for i in range(len(widths) + 1)]
        self._guards = sum(1 << (shift - 1) for shift in self._shifts[1:])
        self._sizes = list(facts.sizes)
        self.counts_of: dict[int, tuple[int, ...]] = {}
        self._lay(facts)
        self._readings = list(self._read(facts.clauses))
        self.start = 0
        self.layers: list[dict[int, int]] = []
        if self.is_possible and min(self._sizes, default=0) >= 0:
            self._find_states(most)
            self._count()
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

    def _read(self, clauses: Sequence[Clause]) -> Iterator[Reading]:
        """Yield the clauses that what is laid already neither keeps nor breaks."""
        for clause in clauses:
            settled = tuple(
                n + (self.counts_of[kind][clause.place] if kind in self.counts_of else 0)
                for n, kind in zip(clause.base, clause.kinds, strict=True)
            )
            steps = [i for i, step in enumerate(self.steps) if step.index in clause.kinds]
            spots = [clause.kinds.index(self.steps[i].index) for i in steps]
            automaton = Automaton(
                partial(_test, clause, settled, spots),
                [
                    sorted({option[3][clause.place] for option in self.steps[i].options})
                    for i in steps
                ],
            )
            self.is_possible &= automaton.root != DEAD
            if automaton.root not in (DEAD, FREE):
                yield Reading(clause, automaton, steps)

    def _find_states(self, most: int) -> None:
        """Find the states of every layer, with as many clauses as `most` allows."""
        while (number := self._overflow(most)) is not None:
            open_here = [r for r in self._readings if r.steps[0] <= number < r.steps[-1]]
            if open_here:
                self._leave_out(open_here)
            else:
                most *= 2  # the places alone make so many

    def _leave_out(self, readings: list[Reading]) -> None:
        """Leave out one of the clauses that matter least, with many places all of them."""
        worst = max(readings, key=lambda r: (r.clause.group, r.automaton.n_bits))
        many = len(self._sizes) > _MANY_PLACES
        gone = [r for r in readings if many and r.clause.group == worst.clause.group] or [worst]
        self._readings = [r for r in self._readings if r not in gone]
        self.left_out += [r.clause for r in gone]

    def _set_readers(self) -> int:
        """Have the steps read the clauses; return the state before the first step."""
        for step in self.steps:
            step.forget_readers()
        top = self._shifts[-1]
        start = self._guards
        start += sum(n << shift for n, shift in zip(self._sizes, self._shifts, strict=False))
        for clause, automaton, steps in self._readings:
            mask = (1 << automaton.n_bits) - 1
            for number, rows in zip(steps, automaton.rows, strict=True):
                step = self.steps[number]
                step.readers.append((clause.place, top, mask, rows))
                step.mask |= mask << top
            start += automaton.root << top
            top += automaton.n_bits
        return start

    def _overflow(self, most: int) -> int | None:
        """Find the states; return the step after which there are too many, if any."""
        guards = self._guards
        self.start = self._set_readers()
        self.layers = [{self.start: 0}]
        for number, step in enumerate(self.steps):
            layer: dict[int, int] = {}
            moves = step.moves
            for key in self.layers[-1]:
                for move in moves(key):
                    after = key + move[0]
                    if after & guards == guards:
                        layer[after] = 0
                if len(layer) > most:
                    return number
            self.layers.append(layer)
        return None

    def _count(self) -> None:
        """Count from the last layer back: all cards are given, and no clause is open."""
        layers = self.layers
        layers[-1] = {self._guards: 1}
        for number in reversed(range(len(self.steps))):
            moves, ways_of, ways = self.steps[number].moves, layers[number + 1].get, layers[number]
            for key in ways:
                ways[key] = sum([move[2] * ways_of(key + move[0], 0) for move in moves(key)])

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


def _test(
    clause: Clause, settled: tuple[int, ...], spots: Sequence[int], counts: tuple[int, ...]
) -> bool:
    """Test a clause with what is settled and what the steps have given to its kinds."""
    whole = list(settled)
    for spot, n in zip(spots, counts, strict=True):
        whole[spot] += n
    return clause.test(tuple(whole))
