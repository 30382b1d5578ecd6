# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""One tree over many worlds: what is played is seen by all, and only the cards are hidden.

A node is what was played since the question. Each iteration takes one world, goes down where its
cards allow, adds one node, plays on at random, and tells every node on its way what came of it. A
card that few worlds allow is tried by how often it could have been, not by how often its node was
passed. Both copies of a card are one move.

Source: Cowling, Powley and Whitehouse 2012, information set Monte Carlo tree search; rules.md
[legal-cards], [winner-leads], [equal-card].
"""

from collections.abc import Sequence

import cython

from binokel.kernel.checks import (
    BEST,
    N_RESULTS,
    Whole,
    check_boldness,
    check_free,
    check_iterations,
    check_utility,
    check_worlds,
)

if not cython.compiled:
    from binokel.kernel.bits import bit, log, lowest, popcount, release, root, zeros
    from binokel.kernel.core import FIRST_COPIES, SUIT, Duties

N_KINDS = 24
N_VALUES = N_RESULTS
ROOM = 1024
DEEPEST = 49
WIDE = 8
"""So many words has a node: a line of the processor's cache."""
KIDS, BESIDE, MOVE, VISITS, CHANCES, SUM = range(6)
"""First node below, next one beside, 8 * kind + seat, how often passed and possible, worth."""


@cython.final
@cython.cclass
class Tree(Duties):
    """Grows a tree for one question at a time. One tree a thread."""

    own: cython.p_ulonglong
    worlds: cython.p_ulonglong
    n_worlds: cython.int
    good: cython.p_ulonglong
    bad: cython.p_ulonglong
    made_from: cython.int
    counted: cython.int
    friends: cython.int
    first_left: cython.int
    leader: cython.int
    on_table: cython.p_ulonglong
    n_on_table: cython.int
    room: cython.int
    n_nodes: cython.int
    nodes: cython.p_ulonglong
    squares: cython.p_ulonglong
    totals: cython.p_ulonglong
    mades: cython.p_ulonglong
    path: cython.p_ulonglong
    depth: cython.int
    boldness: cython.double
    at: cython.int
    led: cython.ulonglong
    need: cython.ulonglong
    over: cython.ulonglong
    beat: cython.ulonglong
    seat: cython.int
    k: cython.int
    winner: cython.int
    trick: cython.int
    total: cython.int
    left: cython.int

    def __init__(self) -> None:
        super().__init__()
        self.n_worlds = 0
        self.own = zeros(6)
        self.worlds = zeros(6)
        self.good = zeros(N_VALUES)
        self.bad = zeros(N_VALUES)
        self.squares = zeros(N_KINDS)
        self.totals = zeros(N_KINDS)
        self.mades = zeros(N_KINDS)
        self.path = zeros(DEEPEST)
        self.on_table = zeros(6)
        self.room = ROOM
        self.nodes = zeros(WIDE * ROOM)
        self.n_nodes = 0
        self.made_from = -1

    def __dealloc__(self) -> None:
        release(self.own)
        release(self.nodes)
        release(self.worlds)
        release(self.good)
        release(self.bad)
        release(self.squares)
        release(self.totals)
        release(self.mades)
        release(self.path)
        release(self.on_table)

    # --- the question -----------------------------------------------------------------------------

    def set_question(
        self,
        worlds: Sequence[int],
        ahead: Sequence[int],
        leader: Whole,
        on_table: Sequence[int],
        sides: Sequence[int],
        is_first: bool,
    ) -> None:
        """Say where it stands, in every world; what was found before is forgotten.

        Args:
            worlds: for each world a mask of each seat, without the table; bits may be shared.
            ahead: for each world what the counted seats have for certain, as buried points.
            leader: who led, or leads, to the running trick.
            on_table: card indices in the order in which they were played.
            sides: the seats whose points are counted, and those who are glad of them, as bits.
            is_first: the running trick is the first one of the deal.

        Raises:
            ValueError: there is no such question under the rules that were set.
        """
        i: cython.int
        fresh: cython.p_ulonglong
        check_free(self.is_made, self.is_busy)
        self.is_ready = False
        if self.made_from < 0:
            raise ValueError("say what results are worth before a question")
        check_worlds(self.n, worlds, ahead, leader, on_table, sides)
        self.n_worlds = len(ahead)
        fresh = zeros((self.n + 1) * cython.cast(cython.ulonglong, self.n_worlds))
        release(self.worlds)
        self.worlds = fresh
        for i in range(self.n_worlds * self.n):
            self.worlds[i] = worlds[i]
        for i in range(self.n_worlds):
            self.worlds[self.n * self.n_worlds + i] = ahead[i]
        self.counted, self.friends = sides
        self.leader = leader
        self.n_on_table = len(on_table)
        for i in range(self.n_on_table):
            self.on_table[i] = on_table[i]
        self.n_nodes = 0
        self.deal(0)
        self.first_left = self.left if is_first else -1
        for i in range(self.n_worlds):
            if self.most_points(i) >= N_VALUES:
                raise ValueError(f"more than {N_VALUES - 1} points are to be had: too many")
        self.is_ready = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def most_points(self, world: cython.int) -> cython.int:
        """Return what the counted seats have in a world if they get everything."""
        seat: cython.int
        most: cython.int
        self.deal(world)
        most = self.trick + (self.left - 1) * self.trick_bonus + self.last_bonus
        most += self.first_bonus if self.left == self.first_left else 0
        most += cython.cast(cython.int, self.worlds[self.n * self.n_worlds + world])
        for seat in range(self.n):
            most += self.points(self.own[seat])
        return most

    def set_utility(self, good: Sequence[int], bad: Sequence[int], made_from: Whole) -> None:
        """Say what each result is worth, from 0 to BEST.

        Args:
            good: by what the counted seats have in the end, for those who are glad of it.
            bad: the same for all others.
            made_from: from how many points on the bid is made, above 255 for never.

        Raises:
            ValueError: these are no 256 values each.
        """
        i: cython.int
        check_free(self.is_made, self.is_busy)
        check_utility(good, bad, made_from)
        for i in range(N_VALUES):
            self.good[i] = good[i]
            self.bad[i] = bad[i]
        self.made_from = made_from

    def search(self, iterations: Whole, seed: Whole, boldness: float) -> None:
        """Grow a new tree by so many iterations, over the worlds in turn.

        Args:
            iterations: how many nodes are added.
            seed: a word of 64 bits.
            boldness: how much is tried that has not been good, as a factor of BEST.

        Raises:
            ValueError: no question was asked, or the numbers do not fit.
        """
        i: cython.longlong
        times: cython.longlong
        word: cython.ulonglong
        check_free(self.is_made, self.is_busy)
        if not self.is_ready:
            raise ValueError("set the rules, then a question, before searching")
        check_iterations(iterations, seed)
        check_boldness(boldness)
        times, word = iterations, seed
        self.make_room(cython.cast(cython.int, times + 1))
        self.boldness = boldness * BEST
        self.forget()
        self.sow(word)
        self.is_busy = True
        try:
            with cython.nogil:
                for i in range(times):
                    self.once(cython.cast(cython.int, i % self.n_worlds))
        finally:
            self.is_busy = False

    @cython.cfunc
    def make_room(self, wanted: cython.int) -> cython.void:
        """Make room for so many nodes."""
        fresh: cython.p_ulonglong
        if wanted <= self.room:
            return
        fresh = zeros(WIDE * cython.cast(cython.ulonglong, wanted))
        release(self.nodes)
        self.nodes = fresh
        self.room = wanted

    def found(self) -> list[tuple[int, int, int, int, int, int]]:
        """Return what the search found of each card that was tried.

        Returns:
            The card's kind (half its bit index), how often it was played, the sum of what that
            was worth to the seat to play and the sum of the squares, the sum of what the counted
            seats had, and how often the bid was made.
        """
        node: cython.int
        kind: cython.int
        rows = []
        check_free(self.is_made, self.is_busy)
        node = self.field(0, KIDS) if self.n_nodes > 0 else 0
        while node > 0:
            kind = self.field(node, MOVE) // 8
            rows.append(
                (
                    kind,
                    self.field(node, VISITS),
                    self.field(node, SUM),
                    self.squares[kind],
                    self.totals[kind],
                    self.mades[kind],
                )
            )
            node = self.field(node, BESIDE)
        return rows

    # --- one iteration ----------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def field(self, node: cython.int, what: cython.int) -> cython.longlong:
        """Return a number of a node."""
        return cython.cast(cython.longlong, self.nodes[WIDE * node + what])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, node: cython.int, what: cython.int, value: cython.int) -> cython.void:
        """Add to a number of a node."""
        self.nodes[WIDE * node + what] += cython.cast(cython.ulonglong, value)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Begin with a root and nothing below it."""
        i: cython.int
        for i in range(WIDE):
            self.nodes[i] = 0
        for i in range(N_KINDS):
            self.squares[i] = self.totals[i] = self.mades[i] = 0
        self.n_nodes = 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def once(self, world: cython.int) -> cython.void:
        """Go down as far as the tree knows, add a node, play on, and learn from it."""
        cards: cython.ulonglong
        fresh: cython.ulonglong
        card: cython.int
        self.deal(world)
        self.at = self.depth = 0
        while self.left > 0:
            cards = self.moves()
            fresh = self.untried(self.at, cards)
            if fresh != 0:
                card = self.any_of(fresh)
                self.grow(self.at, card)
                self.put(card)
                break
            self.put(self.best(self.at, cards))
        self.play_on()
        self.learn(world)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def deal(self, world: cython.int) -> cython.void:
        """Go back to the question, with the cards of a world."""
        i: cython.int
        self.k = self.total = 0
        self.led = self.need = self.over = self.beat = 0
        self.trick = self.trick_bonus
        self.seat = self.winner = self.leader
        for i in range(self.n_on_table):  # before the hands: its twin may be in one
            self.put(cython.cast(cython.int, self.on_table[i]))
        for i in range(self.n):
            self.own[i] = self.worlds[world * self.n + i]
        self.left = popcount(self.own[self.seat])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def moves(self) -> cython.ulonglong:
        """Return the cards that may be played, of two equal ones the upper."""
        cards: cython.ulonglong = self.legal(
            self.own[self.seat], self.led, self.need, self.over,
            self.partner_exempt and self.k > 0 and (self.sides[self.seat] >> self.winner) & 1,
        )  # fmt: skip
        return cards & ~((cards >> 1) & FIRST_COPIES)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, card: cython.int) -> cython.void:
        """Play a card; the last one of a trick ends it."""
        mask: cython.ulonglong = bit(card)
        wins: cython.bint = self.k == 0 or (mask & self.beat) != 0
        if self.k == 0:
            self.led = SUIT[card // 12]
        self.need = self.need_after(card, self.led, self.need, wins)
        self.over = self.over_after(card, self.over, wins)
        if wins:
            self.winner = self.seat
            self.beat = self.beaten_by(card)
        self.trick += cython.cast(cython.int, self.worth[card])
        self.own[self.seat] &= ~mask
        self.seat = self.seat + 1 if self.seat + 1 < self.n else 0
        self.k += 1
        if self.k == self.n:
            self.take()

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self) -> cython.void:
        """End a trick: its winner gets it, and leads."""
        if self.left == self.first_left:
            self.trick += self.first_bonus
        if self.left == 1:
            self.trick += self.last_bonus
        if (self.counted >> self.winner) & 1:
            self.total += self.trick
        self.led = self.need = self.over = self.beat = 0
        self.k = 0
        self.trick = self.trick_bonus
        self.seat = self.winner
        self.left -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def untried(self, node: cython.int, cards: cython.ulonglong) -> cython.ulonglong:
        """Return the cards that a node does not know yet; the others had their chance."""
        below: cython.int = cython.cast(cython.int, self.field(node, KIDS))
        mask: cython.ulonglong
        while below > 0:
            mask = cython.cast(cython.ulonglong, 3) << (2 * (self.field(below, MOVE) // 8))
            if cards & mask:
                self.add(below, CHANCES, 1)
                cards &= ~mask
            below = cython.cast(cython.int, self.field(below, BESIDE))
        return cards

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def best(self, node: cython.int, cards: cython.ulonglong) -> cython.int:
        """Go to the node below that promises most, or is known least; return its card.

        No product is added to anything here: where a machine does both at once, it would round
        otherwise than Python.
        """
        below: cython.int = cython.cast(cython.int, self.field(node, KIDS))
        chosen: cython.int = 0
        visits: cython.double
        hope: cython.double
        most: cython.double = -1.0
        mask: cython.ulonglong
        while below > 0:
            mask = cython.cast(cython.ulonglong, 3) << (2 * (self.field(below, MOVE) // 8))
            if cards & mask:
                visits = cython.cast(cython.double, self.field(below, VISITS))
                hope = self.boldness * root(
                    log(cython.cast(cython.double, self.field(below, CHANCES))) / visits
                )
                hope = hope + cython.cast(cython.double, self.field(below, SUM)) / visits
                if hope > most:
                    most = hope
                    chosen = below
            below = cython.cast(cython.int, self.field(below, BESIDE))
        self.enter(chosen)
        mask = cards & (cython.cast(cython.ulonglong, 3) << (2 * (self.field(chosen, MOVE) // 8)))
        return lowest(mask)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, node: cython.int) -> cython.void:
        """Go to a node, and keep it on the way."""
        self.at = node
        self.path[self.depth] = cython.cast(cython.ulonglong, node)
        self.depth += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self, node: cython.int, card: cython.int) -> cython.void:
        """Add a node for a card, and go to it."""
        fresh: cython.int = self.n_nodes
        at: cython.int = WIDE * fresh
        i: cython.int
        for i in range(WIDE):
            self.nodes[at + i] = 0
        self.nodes[at + BESIDE] = self.nodes[WIDE * node + KIDS]
        self.nodes[at + MOVE] = cython.cast(cython.ulonglong, 8 * (card // 2) + self.seat)
        self.nodes[at + CHANCES] = 1
        self.nodes[WIDE * node + KIDS] = cython.cast(cython.ulonglong, fresh)
        self.n_nodes += 1
        self.enter(fresh)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_on(self) -> cython.void:
        """Play to the end at random: every different legal card is equally likely."""
        while self.left > 0:
            self.put(self.any_of(self.moves()))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn(self, world: cython.int) -> cython.void:
        """Tell every node on the way what came of it, to whoever went there."""
        i: cython.int
        node: cython.int
        whose: cython.int
        kind: cython.int
        worth: cython.int
        end: cython.int = self.total + cython.cast(
            cython.int, self.worlds[self.n * self.n_worlds + world]
        )
        for i in range(self.depth):
            node = cython.cast(cython.int, self.path[i])
            whose = cython.cast(cython.int, self.field(node, MOVE) % 8)
            worth = cython.cast(
                cython.int, self.good[end] if (self.friends >> whose) & 1 else self.bad[end]
            )
            self.add(node, VISITS, 1)
            self.add(node, SUM, worth)
            if i == 0:
                kind = cython.cast(cython.int, self.field(node, MOVE) // 8)
                self.squares[kind] += cython.cast(cython.ulonglong, worth) * cython.cast(
                    cython.ulonglong, worth
                )
                self.totals[kind] += cython.cast(cython.ulonglong, end)
                self.mades[kind] += 1 if end >= self.made_from else 0
