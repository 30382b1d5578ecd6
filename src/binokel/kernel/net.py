# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""How many points a declarer's cards bring in tricks: a small net of whole numbers.

Each suit's cards add a row of numbers to the first layer, so that a change of one suit costs one
row; what is told of the table and the seat is added once (`starts`). All is reckoned in whole
numbers, so that every machine gives the same answer.
"""

from collections.abc import Sequence

import cython

from binokel.kernel.checks import (
    N_PATTERNS,
    N_POSITIONS,
    Whole,
    check_exps,
    check_free,
    check_keep,
    check_layer,
    check_starts,
)

if not cython.compiled:
    from binokel.kernel.bits import BINS, DEPTH, WIDTH, ints, lowest, release, shorts

PATTERNS = N_PATTERNS
POSITIONS = N_POSITIONS
CAP = 255
"""Most that a cell of a layer hands on; it is 4 in the net as it was trained."""
FIRST_SHIFT, SECOND_SHIFT, LAST_SHIFT = 4, 10, 8
N_EXPS = 4096


@cython.final
@cython.cclass
class Net:
    """Holds the numbers of a net for one rule set, and how the last question was answered.

    `weights` are the chances of each bin, unscaled, with their sum `total`: no trick at all, then
    up to 9 points, 10 to 19 and so on. `set_layers` and `set_starts` come before a question.
    """

    is_made: cython.bint
    is_told: cython.bint
    folds: cython.p_short
    columns: cython.p_short
    gone: cython.p_short
    second: cython.p_short
    last: cython.p_short
    first_starts: cython.p_int
    second_starts: cython.p_int
    last_starts: cython.p_int
    exps: cython.p_int
    first: cython.p_int
    sums: cython.p_int
    weights: cython.p_int
    total: cython.int

    def __init__(self) -> None:
        self.is_made = self.is_told = False
        self.folds = shorts(4096)
        self.columns = shorts(2 * PATTERNS * WIDTH)
        self.gone = shorts(2 * 6 * WIDTH)
        self.second = shorts(WIDTH * DEPTH)
        self.last = shorts(DEPTH * BINS)
        self.first_starts = ints(POSITIONS * WIDTH)
        self.second_starts = ints(POSITIONS * DEPTH)
        self.last_starts = ints(BINS)
        self.exps = ints(N_EXPS)
        self.first = ints(WIDTH)
        self.sums = ints(DEPTH)
        self.weights = ints(BINS)
        self.total = 0
        self.is_made = True
        self.fold()

    def __dealloc__(self) -> None:
        release(self.folds)
        release(self.columns)
        release(self.gone)
        release(self.second)
        release(self.last)
        release(self.first_starts)
        release(self.second_starts)
        release(self.last_starts)
        release(self.exps)
        release(self.first)
        release(self.sums)
        release(self.weights)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fold(self) -> cython.void:
        """Number a suit's 12 bits by how many copies of each rank are there."""
        column: cython.int
        rank: cython.int
        number: cython.int
        for column in range(4096):
            number = 0
            for rank in range(6):
                number = 3 * number + ((column >> (10 - 2 * rank)) & 1)
                number += (column >> (11 - 2 * rank)) & 1
            self.folds[column] = cython.cast(cython.short, number)

    def set_layers(
        self,
        columns: Sequence[int],
        gone: Sequence[int],
        second: Sequence[int],
        last: Sequence[int],
        exps: Sequence[int],
    ) -> None:
        """Say what the net has learned.

        Args:
            columns: for each number of copies by rank (base 3, Siebener last), as trump and as
                side suit, a row of the first layer: 2 * 729 * 48 numbers of 16 bits.
            gone: the same for one buried card of each rank from Siebener up: 2 * 6 * 48.
            second: a row of the second layer for each cell of the first: 48 * 32.
            last: a row of the bins for each cell of the second: 32 * 27.
            exps: 2 ** 16 * exp(-i / 256) for i below 4096.

        Raises:
            ValueError: there is no such layer.
        """
        i: cython.int
        check_free(self.is_made, False)
        check_layer("columns", columns, 2 * PATTERNS * WIDTH)
        check_layer("gone", gone, 2 * 6 * WIDTH)
        check_layer("second", second, WIDTH * DEPTH)
        check_layer("last", last, DEPTH * BINS)
        check_exps(exps, N_EXPS)
        for i in range(2 * PATTERNS * WIDTH):
            self.columns[i] = columns[i]
        for i in range(2 * 6 * WIDTH):
            self.gone[i] = gone[i]
        for i in range(WIDTH * DEPTH):
            self.second[i] = second[i]
        for i in range(DEPTH * BINS):
            self.last[i] = last[i]
        for i in range(N_EXPS):
            self.exps[i] = exps[i]

    def set_starts(self, first: Sequence[int], second: Sequence[int], last: Sequence[int]) -> None:
        """Say what the table adds, by the declarer's place after the first to play.

        Args:
            first: 6 * 48 numbers.
            second: 6 * 32 numbers.
            last: 27 numbers.

        Raises:
            ValueError: there are others, or too large ones.
        """
        i: cython.int
        check_free(self.is_made, False)
        check_starts(first, second, last)
        for i in range(POSITIONS * WIDTH):
            self.first_starts[i] = first[i]
        for i in range(POSITIONS * DEPTH):
            self.second_starts[i] = second[i]
        for i in range(BINS):
            self.last_starts[i] = last[i]
        self.is_told = True

    def chances(self, keep: Whole, buried: Whole, trump: Whole, position: Whole) -> list[int]:
        """Return the weights of the bins for cards, a trump suit and a place.

        Raises:
            ValueError: the net was told nothing, or these are no cards, suit or place.
        """
        hand: cython.ulonglong
        gone: cython.ulonglong
        suit: cython.int
        place: cython.int
        check_free(self.is_made and self.is_told, False)
        check_keep(keep, buried, trump, position)
        hand, gone, suit, place = keep, buried, trump, position
        self.ask(hand, gone, suit, place)
        return [self.weights[i] for i in range(BINS)]

    # --- reckoning --------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ask(
        self,
        keep: cython.ulonglong,
        buried: cython.ulonglong,
        trump: cython.int,
        position: cython.int,
    ) -> cython.void:
        """Find the weights of the bins."""
        suit: cython.int
        i: cython.int
        row: cython.int
        card: cython.int
        at: cython.int = position * WIDTH
        for i in range(WIDTH):
            self.first[i] = self.first_starts[at + i]
        for suit in range(4):
            row = self.folds[cython.cast(cython.int, (keep >> (12 * suit)) & 0xFFF)]
            row = (row if suit == trump else row + PATTERNS) * WIDTH
            for i in range(WIDTH):
                self.first[i] += self.columns[row + i]
        while buried != 0:
            card = lowest(buried)
            buried &= buried - 1
            row = (card % 12 // 2 + (0 if card // 12 == trump else 6)) * WIDTH
            for i in range(WIDTH):
                self.first[i] += self.gone[row + i]
        self.finish(position)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finish(self, position: cython.int) -> cython.void:
        """Find the weights of the bins from the first layer."""
        i: cython.int
        j: cython.int
        cell: cython.int
        times: cython.short
        at: cython.int = position * DEPTH
        for i in range(DEPTH):
            self.sums[i] = self.second_starts[at + i]
        for j in range(WIDTH):
            cell = min(self.first[j] >> FIRST_SHIFT, CAP)
            if cell > 0:
                at = j * DEPTH
                times = cython.cast(cython.short, cell)
                for i in range(DEPTH):
                    self.sums[i] += times * self.second[at + i]
        for i in range(BINS):
            self.weights[i] = self.last_starts[i]
        for j in range(DEPTH):
            cell = min(self.sums[j] >> SECOND_SHIFT, CAP)
            if cell > 0:
                at = j * BINS
                times = cython.cast(cython.short, cell)
                for i in range(BINS):
                    self.weights[i] += times * self.last[at + i]
        self.weigh()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def weigh(self) -> cython.void:
        """Turn the logarithms of the weights into weights."""
        i: cython.int
        below: cython.int
        most: cython.int = self.weights[0]
        for i in range(1, BINS):
            most = max(most, self.weights[i])
        self.total = 0
        for i in range(BINS):
            below = (most - self.weights[i]) >> LAST_SHIFT
            self.weights[i] = self.exps[below] if below < N_EXPS else 0
            self.total += self.weights[i]
