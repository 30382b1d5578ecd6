# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# cython: initializedcheck=False, freethreading_compatible=True
"""The compiled heart: duties, open-card search and play-outs on 48-bit masks.

A card is a bit index 0 to 47: 12 * suit + 2 * rank + copy, suits in the order E S H B, ranks from
0 (Siebener) to 5 (Daus). Suits, ranks and duties mean what `binokel.rules` says; nothing here knows
a rule set: `binokel.kernel.params` is the only translator. The uncompiled file is the
specification: the same lines run as plain Python (`BINOKEL_KERNEL=python`).

The search answers "does the counted side still get at least `beta`?" (fail-soft: a result of
at least `beta` is a lower bound of the value, a smaller one an upper bound). A position between
two tricks is the set of cards still held plus the leader, as a deal fixes whose each card is.

Source: rules.md [legal-cards], [obligation-order], [winner-leads], [equal-card].
"""

from collections.abc import Sequence

import cython

from binokel.kernel.checks import (
    MOST_POINTS,
    Whole,
    check_card,
    check_count,
    check_free,
    check_limits,
    check_points,
    check_position,
    check_rules,
    check_table,
)

if not cython.compiled:
    from binokel.kernel.bits import M64, bit, highest, lowest, now, popcount, release, zeros

COMPILED: bool = cython.compiled

N_BITS = 48
MOVES = 24
"""At most so many different cards are in a hand."""
N_PLIES = 49
ANY_MOVE = -1
LIST_MOVES = -2
NO_LIMIT = 1 << 62
FIRST_BITS = 12
"""A table begins with 2 to the power of it entries, and grows when half of them are taken."""
NAMES = 8192
MOST_NAMES = 6000

SUIT = [0xFFF << (12 * suit) for suit in range(4)]
RANK = [sum(3 << (12 * suit + 2 * rank) for suit in range(4)) for rank in range(6)]
ABOVE = [SUIT[card // 12] & ~((1 << ((card | 1) + 1)) - 1) for card in range(48)]
"""What beats a card within its suit: strictly higher, as the first of two equal cards wins."""
FROM = [SUIT[card // 12] & ~((1 << (card & ~1)) - 1) for card in range(48)]
"""A card, its twin, and what is above them."""
FIRST_COPIES = sum(1 << (2 * kind) for kind in range(24))
ALL_CARDS = (1 << 48) - 1
# Odd multipliers: modulo 2**51 they lose nothing, so that index and tag name a position exactly.
KEY = (1 << 51) - 1
KEY_1 = 0x5851F42D4C957F2D & KEY
KEY_2 = 0x14057B7EF767814F & KEY
HASH_1 = 0x9E3779B97F4A7C15
HASH_2 = 0xBF58476D1CE4E5B9
HASH_3 = 0x94D049BB133111EB


@cython.cclass
class Duties:
    """What is played: which cards may be played to a trick, what wins it, what counts.

    `Solver` and `binokel.kernel.deals` stand on it.
    """

    n: cython.int
    trump: cython.ulonglong
    must_beat: cython.bint
    must_trump: cython.bint
    must_over_trump: cython.bint
    beat_after_ruff: cython.bint
    partner_exempt: cython.bint
    trick_bonus: cython.int
    last_bonus: cython.int
    first_bonus: cython.int
    sides: cython.p_ulonglong
    worth: cython.p_ulonglong
    random: cython.ulonglong
    is_made: cython.bint
    is_busy: cython.bint
    is_ready: cython.bint

    def __init__(self) -> None:
        self.sides = zeros(6)
        self.worth = zeros(N_BITS)
        self.n = 0
        self.is_ready = self.is_busy = False
        self.is_made = True

    def __dealloc__(self) -> None:
        release(self.sides)
        release(self.worth)

    def set_rules(
        self,
        trump: Whole,
        duties: Sequence[bool],
        worth: Sequence[int],
        bonuses: Sequence[int],
        sides: Sequence[int],
    ) -> None:
        """Say what is played.

        Args:
            trump: suit index, -1 without one.
            duties: must_beat, must_trump, must_over_trump, beat_after_ruff, partner_exempt.
            worth: points of each rank, from Siebener to Daus, never falling.
            bonuses: points of every trick, of the last one, of the first one.
            sides: of each seat the seats of its side as bits; as many as there are seats.

        Raises:
            ValueError: there is no such game; what was asked about before is forgotten.
        """
        i: cython.int
        check_free(self.is_made, self.is_busy)
        self.is_ready = False
        check_rules(trump, duties, worth, bonuses, sides)
        self.n = len(sides)
        self.trump = SUIT[trump] if trump >= 0 else 0
        self.must_beat, self.must_trump, self.must_over_trump = duties[:3]
        self.beat_after_ruff, self.partner_exempt = duties[3:]
        self.trick_bonus, self.last_bonus, self.first_bonus = bonuses
        for i in range(self.n):
            self.sides[i] = sides[i]
        for i in range(N_BITS):
            self.worth[i] = worth[i % 12 // 2]

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def legal(
        self,
        hand: cython.ulonglong,
        led: cython.ulonglong,
        need: cython.ulonglong,
        over: cython.ulonglong,
        is_exempt: cython.bint,
    ) -> cython.ulonglong:
        """Return what may be played to a trick.

        `led` is the suit led (0: nothing was), `need` what beats it, `over` what over-trumps.
        """
        pool: cython.ulonglong
        if led == 0:
            return hand
        pool = hand & led
        if pool != 0:
            if is_exempt or (pool & need) == 0:
                return pool
            return pool & need
        pool = hand & self.trump
        if pool == 0 or is_exempt or not self.must_trump:
            return hand
        if (pool & over) != 0:
            return pool & over
        return pool

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def beaten_by(self, card: cython.int) -> cython.ulonglong:
        """Return what beats a card that is winning."""
        return ABOVE[card] | (0 if bit(card) & self.trump else self.trump)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def need_after(
        self, card: cython.int, led: cython.ulonglong, need: cython.ulonglong, wins: cython.bint
    ) -> cython.ulonglong:
        """Return what who follows must play, after a card that wins or falls short."""
        if bit(card) & led:
            if wins or bit(card) & need:
                return ABOVE[card] if self.must_beat else 0
        elif wins and not self.beat_after_ruff:
            return 0
        return need

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def over_after(
        self, card: cython.int, over: cython.ulonglong, wins: cython.bint
    ) -> cython.ulonglong:
        """Return what must be played by who trumps, after a card."""
        if wins and self.must_over_trump and bit(card) & self.trump:
            return ABOVE[card]
        return over

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def points(self, mask: cython.ulonglong) -> cython.int:
        """Return what cards count."""
        rank: cython.int
        total: cython.int = 0
        for rank in range(6):
            if self.worth[2 * rank] != 0:
                total += cython.cast(cython.int, self.worth[2 * rank]) * popcount(mask & RANK[rank])
        return total

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def sow(self, seed: cython.ulonglong) -> cython.void:
        """Begin the row of random numbers of a seed."""
        self.random = (seed ^ HASH_1) & M64
        if self.random == 0:
            self.random = HASH_2

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def draw(self, below: cython.int) -> cython.int:
        """Return a random number from 0 to below `below`."""
        self.random = (self.random ^ (self.random << 13)) & M64
        self.random ^= self.random >> 7
        self.random = (self.random ^ (self.random << 17)) & M64
        return cython.cast(
            cython.int, ((self.random >> 32) * cython.cast(cython.ulonglong, below)) >> 32
        )

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def any_of(self, mask: cython.ulonglong) -> cython.int:
        """Return one of the cards, each equally likely."""
        i: cython.int
        if mask & (mask - 1):
            i = self.draw(popcount(mask))
            while i > 0:
                mask &= mask - 1
                i -= 1
        return lowest(mask)


@cython.final
@cython.cclass
class Solver(Duties):
    """Searches one position at a time; memory is kept from one to the next.

    One solver a thread. `stop` may be set from another thread and ends a search at once.
    """

    maximisers: cython.int
    counted: cython.int
    first_left: cython.int
    own: cython.p_ulonglong
    table: cython.p_ulonglong
    table_bits: cython.int
    most_bits: cython.int
    room: cython.int
    kept: cython.longlong
    moved: cython.p_ulonglong
    known: cython.p_ulonglong
    names: cython.p_ulonglong
    n_names: cython.int
    moves: cython.p_ulonglong
    values: cython.p_ulonglong
    killers: cython.p_ulonglong
    alive: cython.ulonglong
    on_table: cython.p_ulonglong
    n_on_table: cython.int
    leader: cython.int
    rest: cython.int
    root_card: cython.int
    root_left: cython.int
    root_moves: cython.ulonglong
    low: cython.int
    high: cython.int
    nodes: cython.longlong
    node_limit: cython.longlong
    deadline: cython.double
    stop: cython.bint
    stopped: cython.bint

    def __init__(self) -> None:
        super().__init__()
        self.own = zeros(6)
        self.moves = zeros(N_PLIES * MOVES)
        self.values = zeros(N_PLIES * MOVES)
        self.killers = zeros(25 * 8)
        self.known = zeros(4 * 4096)
        self.names = zeros(NAMES)
        self.on_table = zeros(6)
        self.table_bits = self.most_bits = self.room = FIRST_BITS
        self.table = zeros(2 << FIRST_BITS)
        self.moved = zeros(8)
        self.kept = self.n_names = 0
        self.stop = self.stopped = False
        self.nodes = 0
        self.node_limit = NO_LIMIT
        self.deadline = 0.0

    def __dealloc__(self) -> None:
        release(self.own)
        release(self.moves)
        release(self.values)
        release(self.killers)
        release(self.known)
        release(self.names)
        release(self.on_table)
        release(self.table)
        release(self.moved)

    # --- the question -----------------------------------------------------------------------------

    def set_position(
        self,
        hands: Sequence[int],
        leader: Whole,
        on_table: Sequence[int],
        counted: Whole,
        is_first: bool,
        table_bits: Whole,
        helpers: Whole = 0,
    ) -> None:
        """Say where it stands; what was found of another position is forgotten.

        Args:
            hands: mask of each seat, without what lies on the table.
            leader: who led, or leads, to the running trick.
            on_table: card indices in the order in which they were played.
            counted: the seats whose side's points are counted, as bits.
            is_first: the running trick is the first one of the deal.
            table_bits: 2 to the power of it entries are remembered at most, 12 to 26.
            helpers: the seats who want them to have many, as bits; 0: they themselves. Others can
                be told only where cards have no points and tricks are counted.

        Raises:
            ValueError: there is no such position under the rules that were set.
        """
        i: cython.int
        seat: cython.int
        check_free(self.is_made, self.is_busy)
        self.is_ready = False
        check_position(self.n, hands, leader, on_table, (counted, helpers), table_bits)
        seat = leader
        self.leader = leader
        if helpers not in (0, counted) and self.has_points():
            raise ValueError("helpers of others can be told only where tricks are counted")
        self.counted = counted
        self.maximisers = helpers if helpers != 0 else counted
        self.n_on_table = len(on_table)
        self.alive = 0
        for i in range(self.n):
            self.own[i] = hands[i]
        for i in range(self.n_on_table):
            self.on_table[i] = on_table[i]
            self.own[seat] = self.own[seat] | bit(on_table[i])
            seat = seat + 1 if seat + 1 < self.n else 0
        for i in range(self.n):
            self.alive |= self.own[i]
        i = popcount(self.own[0])
        self.first_left = i if is_first else -1
        self.rest = self.points(self.alive) + i * self.trick_bonus + self.last_bonus
        if is_first:
            self.rest += self.first_bonus
        if self.rest > MOST_POINTS:
            raise ValueError(f"{self.rest} points are left, at most {MOST_POINTS} can be counted")
        self.resize(table_bits)
        self.is_ready = True

    def resize(self, table_bits: Whole) -> None:
        """Make room for 2 to the power of it entries; what was found is forgotten.

        Raises:
            ValueError: it is not from 12 to 26.
        """
        fresh: cython.p_ulonglong
        bits: cython.int
        check_free(self.is_made, self.is_busy)
        check_table(table_bits)
        bits = table_bits
        if bits > self.room:  # the old memory stays until there is new one
            fresh = zeros(cython.cast(cython.ulonglong, 2) << bits)
            release(self.table)
            self.table = fresh
            self.room = bits
        self.most_bits = bits
        self.forget()

    def has_points(self) -> bool:
        """Tell whether any card has points."""
        return max([self.worth[card] for card in range(N_BITS)]) > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forget(self) -> cython.void:
        """Forget what was found of another position."""
        i: cython.int
        self.table_bits = FIRST_BITS
        for i in range(2 << FIRST_BITS):
            self.table[i] = 0
        for i in range(4 * 4096):
            self.known[i] = 0
        for i in range(NAMES):
            self.names[i] = 0
        for i in range(25 * 8):
            self.killers[i] = 0
        self.kept = self.n_names = 0
        self.nodes = 0
        self.stopped = False

    # --- bounds -----------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cheapest(self, hand: cython.ulonglong, count: cython.int) -> cython.int:
        """Return the points of the `count` cheapest cards of a hand."""
        rank: cython.int
        have: cython.int
        total: cython.int = 0
        for rank in range(6):
            have = popcount(hand & RANK[rank])
            if have >= count:
                return total + count * cython.cast(cython.int, self.worth[2 * rank])
            total += have * cython.cast(cython.int, self.worth[2 * rank])
            count -= have
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def secure(self, alive: cython.ulonglong, side: cython.int) -> cython.int:
        """Return what a side's trumps above all foreign ones bring, whoever leads.

        Every trick in which one of them lies is the side's, with the cheapest cards of the others.
        """
        mine: cython.ulonglong = 0
        foreign: cython.ulonglong
        seat: cython.int
        count: cython.int
        most: cython.int = 0
        total: cython.int
        for seat in range(self.n):
            if (side >> seat) & 1:
                mine |= self.own[seat]
        mine &= alive & self.trump
        foreign = alive & self.trump & ~mine
        if foreign != 0:
            mine &= ABOVE[highest(foreign)]
        if mine == 0:
            return 0
        if foreign == 0:
            mine |= self.controlled(alive, mine)
        total = self.points(mine)
        for seat in range(self.n):
            count = popcount(mine & self.own[seat])
            if count > most:
                most = count
        for seat in range(self.n):
            count = most - popcount(mine & self.own[seat])
            if count > 0:
                total += self.cheapest(self.own[seat] & alive & ~mine, count)
        return total + most * self.trick_bonus

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def controlled(self, alive: cython.ulonglong, trumps: cython.ulonglong) -> cython.ulonglong:
        """Return the side-suit cards that who holds all the trumps brings home, too.

        He wins when he is void, or has a card above all others of the suit led; then he leads all
        of these. Until then only others are asked of him.
        """
        suit: cython.int
        seat: cython.int
        hand: cython.ulonglong
        foreign: cython.ulonglong
        found: cython.ulonglong = 0
        for seat in range(self.n):
            if trumps & self.own[seat]:
                if trumps & ~self.own[seat]:
                    return 0
                hand = self.own[seat] & alive
                for suit in range(4):
                    foreign = alive & ~hand & SUIT[suit]
                    if foreign == 0:
                        found |= hand & SUIT[suit]
                    else:
                        found |= hand & ABOVE[highest(foreign)]
                return found
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def cashing(self, alive: cython.ulonglong, leader: cython.int, left: cython.int) -> cython.int:
        """Return what the leader gets by leading his winners one after the other.

        An equal card of another suffices, as the first one wins. The partner counts as a foe: the
        duty to beat may force him to take over. Where trumps stay out, no more cards of a side suit
        are counted than everybody who may trump must follow.
        """
        hand: cython.ulonglong = self.own[leader] & alive
        foreign: cython.ulonglong = alive & ~hand
        wins: cython.ulonglong = 0
        suit: cython.int
        seat: cython.int
        count: cython.int
        drawn: cython.int = 0
        most: cython.int = 0
        total: cython.int
        if self.trump != 0:
            wins = self.winners(hand, foreign, self.trump)
            drawn = popcount(wins)
            for seat in range(self.n):
                count = popcount(foreign & self.trump & self.own[seat])
                if count > most:
                    most = count
            if drawn >= most:
                wins = hand & self.trump
        for suit in range(4):
            if SUIT[suit] != self.trump and hand & SUIT[suit]:
                wins |= self.side_winners(hand, foreign, SUIT[suit], drawn, drawn >= most)
        if wins == 0:
            return 0
        count = popcount(wins)
        if count == left:
            return self.points(alive) + left * self.trick_bonus + self.last_bonus
        total = self.points(wins) + count * self.trick_bonus
        for seat in range(self.n):
            if seat != leader:
                total += self.falling(self.own[seat] & alive, wins, count)
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def falling(
        self, hand: cython.ulonglong, led: cython.ulonglong, count: cython.int
    ) -> cython.int:
        """Return the least points of a hand that fall when these `count` cards are led.

        Suit must be followed: of each suit fall as many cards as are led, or all, be some of them
        discarded before.
        """
        suit: cython.int
        due: cython.int
        cards: cython.ulonglong
        total: cython.int = 0
        for suit in range(4):
            due = popcount(led & SUIT[suit])
            cards = hand & SUIT[suit]
            while due > 0 and cards != 0:
                total += cython.cast(cython.int, self.worth[lowest(cards)])
                hand &= ~bit(lowest(cards))
                cards &= cards - 1
                due -= 1
                count -= 1
        return total + self.cheapest(hand, count)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def winners(
        self, hand: cython.ulonglong, foreign: cython.ulonglong, suit: cython.ulonglong
    ) -> cython.ulonglong:
        """Return the cards of a suit that no foreign one of it beats when led."""
        foreign &= suit
        if foreign == 0:
            return hand & suit
        return hand & FROM[highest(foreign)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def side_winners(
        self,
        hand: cython.ulonglong,
        foreign: cython.ulonglong,
        suit: cython.ulonglong,
        drawn: cython.int,
        all_drawn: cython.bint,
    ) -> cython.ulonglong:
        """Return winners of a side suit that nobody trumps after so many rounds."""
        wins: cython.ulonglong = self.winners(hand, foreign, suit)
        seat: cython.int
        count: cython.int
        shortest: cython.int = 99
        if wins == 0 or all_drawn:
            return wins
        for seat in range(self.n):
            if popcount(foreign & self.trump & self.own[seat]) > drawn:
                count = popcount(foreign & suit & self.own[seat])
                if count < shortest:
                    shortest = count
        while popcount(wins) > shortest:
            wins &= wins - 1
        return wins

    # --- positions alike --------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def code(self, alive: cython.ulonglong, suit: cython.int) -> cython.ulonglong:
        """Return whose a suit's cards are, high to low; equal cards of two are marked."""
        rest: cython.ulonglong = alive & SUIT[suit]
        found: cython.ulonglong = 1
        card: cython.int
        one: cython.ulonglong
        other: cython.ulonglong
        while rest != 0:
            card = highest(rest)
            rest &= ~bit(card)
            one = self.owner(card)
            if rest & FROM[card]:
                rest &= ~bit(card - 1)
                other = self.owner(card - 1)
                if one != other:
                    found = found * 8 + 7
                if one > other:
                    one, other = other, one
                found = found * 8 + one
                one = other
            found = found * 8 + one
        return found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def owner(self, card: cython.int) -> cython.ulonglong:
        """Return whose a card is."""
        seat: cython.int = 0
        while (self.own[seat] >> card) & 1 == 0:
            seat += 1
        return cython.cast(cython.ulonglong, seat)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def name(self, alive: cython.ulonglong, suit: cython.int) -> cython.ulonglong:
        """Return the first set seen of a suit's cards that has the same code as this one."""
        at: cython.int = 4096 * suit + cython.cast(cython.int, (alive >> (12 * suit)) & 0xFFF)
        if self.known[at] == 0:
            self.known[at] = bit(12) | self.find_name(alive, suit)
        return self.known[at] & 0xFFF

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_name(self, alive: cython.ulonglong, suit: cython.int) -> cython.ulonglong:
        """Return the name of a set seen for the first time: see `name`.

        Once there are too many names, a set has its own: it is not found alike then.
        """
        code: cython.ulonglong = self.code(alive, suit)
        mine: cython.ulonglong = (alive >> (12 * suit)) & 0xFFF
        named: cython.ulonglong = cython.cast(cython.ulonglong, suit + 1) << 12
        there: cython.ulonglong
        hashed: cython.ulonglong = ((code ^ (code >> 29)) + named) & M64
        slot: cython.int = cython.cast(cython.int, ((hashed * HASH_2) & M64) >> 51)
        while self.names[slot] != 0:
            there = self.names[slot] & 0xFFF
            if self.names[slot] == named | there and self.code(there << (12 * suit), suit) == code:
                return there
            slot = (slot + 1) & (NAMES - 1)
        if self.n_names < MOST_NAMES:
            self.n_names += 1
            self.names[slot] = named | mine
        return mine

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def key_of(self, alive: cython.ulonglong, leader: cython.int) -> cython.ulonglong:
        """Return the key that a position shares with those played alike, and no other."""
        key: cython.ulonglong = cython.cast(cython.ulonglong, leader) << 48
        key |= self.name(alive, 0) | (self.name(alive, 1) << 12)
        key |= (self.name(alive, 2) << 24) | (self.name(alive, 3) << 36)
        key = (key * KEY_1) & KEY
        key = ((key ^ (key >> 26)) * KEY_2) & KEY
        return key ^ (key >> 25)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def from_alike(
        self,
        alive: cython.ulonglong,
        there: cython.ulonglong,
        low: cython.int,
        high: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """Return a bound that decides, from a position played alike; -1 if none does.

        Both differ in points only: a lower bound may be too high by all that is worth less here,
        an upper one too low by all that is worth more.
        """
        mine: cython.ulonglong
        theirs: cython.ulonglong
        suit: cython.int
        more: cython.int
        if low < beta and high >= beta:
            return -1
        for suit in range(4):
            mine = alive & SUIT[suit]
            theirs = there & SUIT[suit]
            if mine == theirs:
                continue
            while mine != 0:
                more = cython.cast(cython.int, self.worth[highest(mine)]) - cython.cast(
                    cython.int, self.worth[highest(theirs)]
                )
                mine &= ~bit(highest(mine))
                theirs &= ~bit(highest(theirs))
                if more > 0:
                    high += more
                else:
                    low += more
        if low >= beta:
            return low
        return high if high < beta else -1

    # --- the table --------------------------------------------------------------------------------
    #
    # Four entries a bucket, of two words: the cards still held; tag, 1, low 8, high 8 bits. The tag
    # is the whole key without the bits that are the bucket's number. All positions played alike lie
    # in one bucket. Only as much of the table is used, and cleared, as has been needed: most
    # searches stay within the processor's cache.

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(
        self, key: cython.ulonglong, alive: cython.ulonglong, low: cython.int, high: cython.int
    ) -> cython.void:
        """Keep bounds; of a full bucket the oldest with the fewest cards goes."""
        base: cython.ulonglong = (key >> (53 - self.table_bits)) << 3
        tag: cython.ulonglong = ((key & (bit(53 - self.table_bits) - 1)) << 1) | 1
        slot: cython.int
        at: cython.int = 0
        few: cython.int
        fewest: cython.int = 99
        for slot in range(4):
            few = popcount(self.table[base + 2 * slot])
            if (
                self.table[base + 2 * slot] == alive
                and self.table[base + 2 * slot + 1] >> 16 == tag
            ):
                few = -1
            if few <= fewest:
                fewest = few
                at = slot
        while at > 0:
            self.table[base + 2 * at] = self.table[base + 2 * at - 2]
            self.table[base + 2 * at + 1] = self.table[base + 2 * at - 1]
            at -= 1
        self.table[base] = alive
        self.table[base + 1] = (tag << 16) | cython.cast(cython.ulonglong, (low << 8) | high)
        if fewest == 0:
            self.kept += 1
            if self.table_bits < self.most_bits and self.kept >> (self.table_bits - 1) != 0:
                self.grow()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self) -> cython.void:
        """Spread the entries over twice as many buckets, from the last to the first."""
        at: cython.longlong = cython.cast(cython.longlong, 1) << (self.table_bits - 2)
        tag_bits: cython.int = 53 - self.table_bits - 1
        slot: cython.int
        to: cython.longlong
        entry: cython.ulonglong
        while at > 0:
            at -= 1
            for slot in range(8):
                self.moved[slot] = self.table[8 * at + slot]
            for slot in range(16):
                self.table[16 * at + slot] = 0
            for slot in range(4):
                entry = self.moved[2 * slot + 1]
                if entry == 0:
                    continue
                to = 16 * at + (8 if entry & bit(tag_bits + 17) else 0)
                while self.table[to] != 0:
                    to += 2
                self.table[to] = self.moved[2 * slot]
                self.table[to + 1] = entry & ~bit(tag_bits + 17)
        self.table_bits += 1

    # --- search -----------------------------------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def node(
        self, alive: cython.ulonglong, leader: cython.int, rest: cython.int, beta: cython.int
    ) -> cython.int:
        """Search from between two tricks; `rest` are all points still to be had."""
        left: cython.int
        low: cython.int = 0
        high: cython.int = rest
        value: cython.int
        slot: cython.int
        there_low: cython.int
        there_high: cython.int
        is_known: cython.bint = False
        key: cython.ulonglong
        tag: cython.ulonglong
        base: cython.ulonglong
        entry: cython.ulonglong
        if beta <= 0:
            return 0
        if rest < beta:
            return rest
        left = popcount(self.own[leader] & alive)
        if left == 1:
            return self.last_trick(alive, leader, rest)
        self.nodes += 1
        if (self.nodes & 1023) == 0:
            self.look_at_limits()
        if self.stopped:
            return 0
        key = self.key_of(alive, leader)
        base = (key >> (53 - self.table_bits)) << 3
        tag = ((key & (bit(53 - self.table_bits) - 1)) << 1) | 1
        for slot in range(4):
            entry = self.table[base + 2 * slot + 1]
            if (entry >> 16) != tag:
                continue
            there_low = cython.cast(cython.int, (entry >> 8) & 255)
            there_high = cython.cast(cython.int, entry & 255)
            if self.table[base + 2 * slot] == alive:
                is_known = True
                low = there_low
                high = there_high
                if low >= beta:
                    return low
                if high < beta:
                    return high
                continue
            value = self.from_alike(alive, self.table[base + 2 * slot], there_low, there_high, beta)
            if value >= 0:
                return value
        if not is_known:
            low = self.low_bound(alive, leader, left, rest)
            if low >= beta:
                return low
            high = self.high_bound(alive, leader, left, rest)
            if high < beta:
                return high
        value = self.ply(alive, 0, leader, 0, 0, 0, 0, 0, leader, 0, rest, beta, left)
        if self.stopped:
            return 0
        if value >= beta:
            if value > low:
                low = value
        elif value < high:
            high = value
        self.keep(key, alive, low, high)
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look_at_limits(self) -> cython.void:
        """Stop where a limit is reached, or somebody wants it."""
        late: cython.bint = self.deadline > 0 and now() > self.deadline
        if self.stop or self.nodes > self.node_limit or late:
            self.stopped = True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def low_bound(
        self, alive: cython.ulonglong, leader: cython.int, left: cython.int, rest: cython.int
    ) -> cython.int:
        """Return what the counted side gets for certain."""
        low: cython.int
        cashed: cython.int
        if self.maximisers != self.counted:
            return 0
        low = self.secure(alive, self.maximisers)
        if (self.maximisers >> leader) & 1:
            cashed = self.cashing(alive, leader, left)
            if cashed > low:
                return cashed
        return low

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def high_bound(
        self, alive: cython.ulonglong, leader: cython.int, left: cython.int, rest: cython.int
    ) -> cython.int:
        """Return what the counted side can get at most."""
        lost: cython.int
        cashed: cython.int
        if self.maximisers != self.counted:
            return rest
        lost = self.secure(alive, ~self.maximisers)
        if not ((self.maximisers >> leader) & 1):
            cashed = self.cashing(alive, leader, left)
            if cashed > lost:
                return rest - cashed
        return rest - lost

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def last_trick(
        self, alive: cython.ulonglong, leader: cython.int, rest: cython.int
    ) -> cython.int:
        """Return what is left if the counted side wins the last trick, else 0."""
        seat: cython.int = leader
        winner: cython.int = leader
        i: cython.int
        card: cython.ulonglong
        beat: cython.ulonglong = self.beaten_by(lowest(self.own[leader] & alive))
        for i in range(1, self.n):
            seat = seat + 1 if seat + 1 < self.n else 0
            card = self.own[seat] & alive
            if card & beat:
                beat = self.beaten_by(lowest(card))
                winner = seat
        return rest if (self.counted >> winner) & 1 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ply(
        self,
        alive: cython.ulonglong,
        played: cython.ulonglong,
        seat: cython.int,
        k: cython.int,
        led: cython.ulonglong,
        need: cython.ulonglong,
        over: cython.ulonglong,
        beat: cython.ulonglong,
        winner: cython.int,
        points: cython.int,
        rest: cython.int,
        beta: cython.int,
        left: cython.int,
    ) -> cython.int:
        """Search the k-th card of a trick.

        Args:
            alive: all cards held when the trick began.
            played: those of them that lie on the table.
            seat: who plays now.
            k: how many have played.
            led: the suit led, and `need`, `over`: see `legal`.
            need: cards that must be played by who follows.
            over: trumps that must be played by who trumps.
            beat: cards that beat the winning one.
            winner: whose that is.
            points: points on the table.
            rest: all points still to be had when the trick began.
            beta: what is asked.
            left: how many cards each held when the trick began.
        """
        moves: cython.ulonglong
        is_max: cython.bint = (self.maximisers >> seat) & 1
        is_exempt: cython.bint = False
        at: cython.int
        n: cython.int
        i: cython.int
        value: cython.int
        best: cython.int
        if self.partner_exempt and k > 0:
            is_exempt = (self.sides[seat] >> winner) & 1
        moves = self.legal(self.own[seat] & alive, led, need, over, is_exempt)
        moves &= ~((moves >> 1) & FIRST_COPIES)
        if moves & (moves - 1) == 0:
            return self.play(
                alive, played, seat, k, led, need, over, beat, winner, points, rest, beta, left,
                highest(moves),
            )  # fmt: skip
        at = (left * self.n - k) * MOVES
        n = self.order(alive, played, seat, k, beat, winner, moves, at, left)
        best = -1 if is_max else 9999
        for i in range(n):
            value = self.by_neighbour(at, i, is_max, beta) if i > 0 else -1
            if value < 0:
                value = self.play(
                    alive, played, seat, k, led, need, over, beat, winner, points, rest, beta, left,
                    cython.cast(cython.int, self.moves[at + i] & 63),
                )  # fmt: skip
                if self.stopped:
                    return 0
            self.values[at + i] = cython.cast(cython.ulonglong, value)
            if is_max == (value > best):
                best = value
            if is_max == (value >= beta):
                if k == 0:
                    self.killers[left * 8 + seat] = (self.moves[at + i] & 63) + 1
                return value
        return best

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def by_neighbour(
        self, at: cython.int, i: cython.int, is_max: cython.bint, beta: cython.int
    ) -> cython.int:
        """Return a bound that rules a move out, -1 if it must be searched.

        Two cards of a hand with no foreign one between them play alike; what they bring differs by
        their difference in points at most.
        """
        move: cython.ulonglong = self.moves[at + i]
        j: cython.int
        apart: cython.int
        bound: cython.int
        for j in range(i):
            if (self.moves[at + j] ^ move) & 0xFC0 == 0:
                apart = cython.cast(cython.int, self.worth[self.moves[at + j] & 63]) - cython.cast(
                    cython.int, self.worth[move & 63]
                )
                if apart < 0:
                    apart = -apart
                bound = cython.cast(cython.int, self.values[at + j])
                if is_max:
                    if bound + apart < beta:
                        return bound + apart
                elif bound - apart >= beta:
                    return bound - apart
        return -1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def play(
        self,
        alive: cython.ulonglong,
        played: cython.ulonglong,
        seat: cython.int,
        k: cython.int,
        led: cython.ulonglong,
        need: cython.ulonglong,
        over: cython.ulonglong,
        beat: cython.ulonglong,
        winner: cython.int,
        points: cython.int,
        rest: cython.int,
        beta: cython.int,
        left: cython.int,
        card: cython.int,
    ) -> cython.int:
        """Play a card and search on; see `ply`."""
        mask: cython.ulonglong = bit(card)
        wins: cython.bint = k == 0 or (mask & beat) != 0
        if k == 0:
            led = SUIT[card // 12]
        need = self.need_after(card, led, need, wins)
        over = self.over_after(card, over, wins)
        if wins:
            winner = seat
            beat = self.beaten_by(card)
        points += cython.cast(cython.int, self.worth[card])
        played |= mask
        k += 1
        if k < self.n:
            seat = seat + 1 if seat + 1 < self.n else 0
            if left == self.root_left and k <= self.n_on_table:
                return self.at_root(
                    alive, played, seat, k, led, need, over, beat, winner, points, rest, beta, left
                )
            return self.ply(
                alive, played, seat, k, led, need, over, beat, winner, points, rest, beta, left
            )
        points += self.trick_bonus
        if left == self.first_left:
            points += self.first_bonus
        if left == 1:  # only at the root: see `last_trick`
            points += self.last_bonus
        if (self.counted >> winner) & 1:
            return points + self.node(alive & ~played, winner, rest - points, beta - points)
        return self.node(alive & ~played, winner, rest - points, beta)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def order(
        self,
        alive: cython.ulonglong,
        gone: cython.ulonglong,
        seat: cython.int,
        k: cython.int,
        beat: cython.ulonglong,
        winner: cython.int,
        moves: cython.ulonglong,
        at: cython.int,
        left: cython.int,
    ) -> cython.int:
        """Write the moves worth trying, the best first, and return how many.

        A move is score << 12 | group << 6 | card. All of a group take the trick, or none does, and
        no card that others still hold lies between. Where it is certain whose the trick is, the
        dearest or the cheapest of a group stands for all. `gone` are cards that lie on the table:
        who follows cannot hold them, so that all of a group ask the same of him.
        """
        mine: cython.int = self.maximisers if (self.maximisers >> seat) & 1 else ~self.maximisers
        foes: cython.ulonglong = 0
        friends: cython.ulonglong = 0
        foreign: cython.ulonglong = alive & ~gone & ~self.own[seat]
        killer: cython.int = -1
        n: cython.int = 0
        card: cython.int
        last: cython.int = 99
        group: cython.int = 0
        score: cython.int
        i: cython.int = seat
        takes: cython.bint
        took: cython.bint = False
        is_mine: cython.bint
        is_certain: cython.bint
        was_certain: cython.bint = False
        if k == 0:
            killer = cython.cast(cython.int, self.killers[left * 8 + seat]) - 1
        for card in range(k + 1, self.n):
            i = i + 1 if i + 1 < self.n else 0
            if (mine >> i) & 1:
                friends |= self.own[i] & alive
            else:
                foes |= self.own[i] & alive
        while moves != 0:
            card = highest(moves)
            moves &= ~bit(card)
            takes = k == 0 or (bit(card) & beat) != 0
            if card // 12 != last // 12 or takes != took or foreign & FROM[card] & ~ABOVE[last]:
                group += 1
                was_certain = False
            last = card
            took = takes
            if takes:
                is_mine = True
                is_certain = (self.beaten_by(card) & foes) == 0
            else:
                is_mine = (mine >> winner) & 1
                is_certain = (beat & (foes if is_mine else friends)) == 0
            if is_certain and was_certain:
                if is_mine:
                    continue
                n -= 1
            was_certain = is_certain
            score = self.score_of(card, is_mine, is_certain, takes, k)
            if k == 0 and not is_certain:
                score += self.lead_score(card, foreign, foes, friends)
            if card == killer:
                score = 1000
            i = (score << 12) | (group << 6) | card
            self.moves[at + n] = cython.cast(cython.ulonglong, i)
            n += 1
        self.sort(at, n)
        return n

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def score_of(
        self,
        card: cython.int,
        is_mine: cython.bint,
        is_certain: cython.bint,
        takes: cython.bint,
        k: cython.int,
    ) -> cython.int:
        """Return how early a move is tried: dear where the trick is, or gets, one's own."""
        score: cython.int = cython.cast(cython.int, self.worth[card])
        if self.maximisers != self.counted:  # a Bettel: below the others, and rid of high cards
            return 50 - card % 12 if takes else 50 + card % 12
        if is_mine and is_certain:
            return 200 + score
        if is_mine and k > 0:
            return (120 if takes else 100) + score
        return 100 - score

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def lead_score(
        self,
        card: cython.int,
        foreign: cython.ulonglong,
        foes: cython.ulonglong,
        friends: cython.ulonglong,
    ) -> cython.int:
        """Return how much earlier or later an uncertain lead is tried: found by measuring."""
        suit: cython.ulonglong = SUIT[card // 12]
        score: cython.int = -30 if suit == self.trump else 0
        if (friends & suit) > (foes & suit):
            score += 20
        if foreign & ABOVE[card] == 0:
            score += 25
        return score

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self, at: cython.int, n: cython.int) -> cython.void:
        """Sort moves, the highest score first."""
        i: cython.int
        j: cython.int
        move: cython.ulonglong
        for i in range(1, n):
            move = self.moves[at + i]
            j = i
            while j > 0 and self.moves[at + j - 1] < move:
                self.moves[at + j] = self.moves[at + j - 1]
                j -= 1
            self.moves[at + j] = move

    # --- the position that was asked about --------------------------------------------------------

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def at_root(
        self,
        alive: cython.ulonglong,
        played: cython.ulonglong,
        seat: cython.int,
        k: cython.int,
        led: cython.ulonglong,
        need: cython.ulonglong,
        over: cython.ulonglong,
        beat: cython.ulonglong,
        winner: cython.int,
        points: cython.int,
        rest: cython.int,
        beta: cython.int,
        left: cython.int,
    ) -> cython.int:
        """Play what lies on the table already, then the card that is asked about, if any."""
        card: cython.int = self.root_card
        if k < self.n_on_table:
            card = cython.cast(cython.int, self.on_table[k])
        elif card == LIST_MOVES:
            self.root_moves = self.legal(
                self.own[seat] & alive, led, need, over,
                self.partner_exempt and (self.sides[seat] >> winner) & 1,
            )  # fmt: skip
            return 0
        elif card == ANY_MOVE:
            return self.ply(
                alive, played, seat, k, led, need, over, beat, winner, points, rest, beta, left
            )
        return self.play(
            alive, played, seat, k, led, need, over, beat, winner, points, rest, beta, left, card
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ask(self, card: cython.int, beta: cython.int) -> cython.int:
        """Search with this card or ANY_MOVE; with LIST_MOVES note the legal cards."""
        left: cython.int = popcount(self.own[0])
        self.root_card = card
        self.root_left = left
        if self.n_on_table > 0:
            card = cython.cast(cython.int, self.on_table[0])
        elif card == LIST_MOVES:
            self.root_moves = self.own[self.leader]
            return 0
        elif card == ANY_MOVE:
            return self.node(self.alive, self.leader, self.rest, beta)
        return self.play(
            self.alive, 0, self.leader, 0, 0, 0, 0, 0, self.leader, 0, self.rest, beta, left, card
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def narrow(self, card: cython.int, guess: cython.int) -> cython.void:
        """Halve what is known of the value until it is exact or the limit is reached.

        `low` and `high` are proven at any time. A guess and what follows it are asked first, as
        long as they are between the two.
        """
        value: cython.int
        beta: cython.int
        self.low = 0
        self.high = self.rest
        while self.low < self.high:
            beta = (self.low + self.high + 1) // 2
            if guess > self.low and guess <= self.high:
                beta = guess
                guess += 1
            value = self.ask(card, beta)
            if self.stopped:
                return
            if value >= beta:
                self.low = value
            else:
                self.high = value

    def set_limits(self, nodes: Whole, seconds: float) -> None:
        """Say when to stop with what is proven; 0: never.

        Raises:
            ValueError: a limit is below 0.
        """
        check_free(self.is_made, self.is_busy)
        check_limits(nodes, seconds)
        self.node_limit = min(nodes, NO_LIMIT) if nodes > 0 else NO_LIMIT
        self.deadline = now() + seconds if seconds > 0 else 0.0
        self.stopped = False
        self.nodes = 0

    def stop_now(self) -> None:
        """End the running search, and every later one, with what is proven."""
        self.stop = True

    def nodes_searched(self) -> int:
        """Return how many positions between two tricks were searched since `set_limits`."""
        return self.nodes

    def check_ready(self) -> None:
        """Raise a ValueError unless there is a position, and nobody else asks."""
        check_free(self.is_made, self.is_busy)
        if not self.is_ready:
            raise ValueError("set the rules, then a position, before asking about it")

    def check_legal(self, card: Whole) -> None:
        """Raise a ValueError unless this card, a bit index, may be played."""
        self.check_ready()
        check_card(card)
        self.ask(LIST_MOVES, 0)
        if not self.root_moves & bit(card):
            raise ValueError(f"card {card} may not be played")

    def value(self) -> tuple[int, int]:
        """Return bounds of the value; equal unless a limit stopped the search."""
        self.check_ready()
        self.is_busy = True
        try:
            with cython.nogil:
                self.narrow(ANY_MOVE, -1)
        finally:
            self.is_busy = False
        return self.low, self.high

    def reaches(self, points: Whole) -> bool | None:
        """Tell whether so many points are still reached; None: a limit stopped it."""
        beta: cython.int
        found: cython.int
        self.check_ready()
        check_points(points)
        if points <= 0:
            return True
        if points > self.rest:
            return False
        beta = points
        self.is_busy = True
        try:
            with cython.nogil:
                found = self.ask(ANY_MOVE, beta)
        finally:
            self.is_busy = False
        return None if self.stopped else found >= beta

    def legal_cards(self) -> int:
        """Return the mask of the cards that may be played; of two equal ones the upper."""
        self.check_ready()
        self.ask(LIST_MOVES, 0)
        return self.root_moves & ~((self.root_moves >> 1) & FIRST_COPIES)

    def card_value(self, card: Whole, guess: Whole) -> tuple[int, int]:
        """Return bounds of the value after a card; `guess` (-1: none) is tried first.

        Raises:
            ValueError: the card may not be played.
        """
        index: cython.int
        first: cython.int
        self.check_legal(card)
        check_points(guess)
        index = card
        first = guess if 0 < guess <= self.rest else -1
        self.is_busy = True
        try:
            with cython.nogil:
                self.narrow(index, first)
        finally:
            self.is_busy = False
        return self.low, self.high

    def card_reaches(self, card: Whole, points: Whole) -> bool | None:
        """Tell whether so many points are still reached with a legal card; None: stopped.

        Raises:
            ValueError: the card may not be played.
        """
        index: cython.int
        beta: cython.int
        found: cython.int
        self.check_legal(card)
        check_points(points)
        if points <= 0:
            return True
        if points > self.rest:
            return False
        index = card
        beta = points
        self.is_busy = True
        try:
            with cython.nogil:
                found = self.ask(index, beta)
        finally:
            self.is_busy = False
        return None if self.stopped else found >= beta

    # --- play-outs --------------------------------------------------------------------------------

    def play_out(self, count: Whole, seed: Whole) -> int:
        """Play the position to its end at random so many times.

        Every different legal card is equally likely.

        Returns:
            The sum of what the counted side still got.

        Raises:
            ValueError: the count is below 0, or the seed is no word of 64 bits.
        """
        total: cython.longlong = 0
        i: cython.longlong
        times: cython.longlong
        word: cython.ulonglong
        self.check_ready()
        check_count(count, seed)
        times = count
        word = seed
        self.sow(word)
        self.is_busy = True
        try:
            with cython.nogil:
                for i in range(times):
                    total += self.one_play_out()
        finally:
            self.is_busy = False
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def one_play_out(self) -> cython.int:
        """Play on at random and return what the counted side still got."""
        alive: cython.ulonglong = self.alive
        played: cython.ulonglong
        led: cython.ulonglong
        need: cython.ulonglong
        over: cython.ulonglong
        beat: cython.ulonglong
        mask: cython.ulonglong
        seat: cython.int = self.leader
        winner: cython.int = seat
        k: cython.int
        card: cython.int
        left: cython.int = popcount(self.own[0])
        known: cython.int = self.n_on_table
        wins: cython.bint
        points: cython.int
        total: cython.int = 0
        while left > 0:
            played = led = need = over = beat = 0
            points = self.trick_bonus
            for k in range(self.n):
                if k < known:
                    card = cython.cast(cython.int, self.on_table[k])
                else:
                    mask = self.legal(
                        self.own[seat] & alive, led, need, over,
                        self.partner_exempt and k > 0 and (self.sides[seat] >> winner) & 1,
                    )  # fmt: skip
                    card = self.any_of(mask & ~((mask >> 1) & FIRST_COPIES))
                mask = bit(card)
                wins = k == 0 or (mask & beat) != 0
                if k == 0:
                    led = SUIT[card // 12]
                need = self.need_after(card, led, need, wins)
                over = self.over_after(card, over, wins)
                if wins:
                    winner = seat
                    beat = self.beaten_by(card)
                points += cython.cast(cython.int, self.worth[card])
                played |= mask
                seat = seat + 1 if seat + 1 < self.n else 0
            if left == self.first_left:
                points += self.first_bonus
            if left == 1:
                points += self.last_bonus
            if (self.counted >> winner) & 1:
                total += points
            alive &= ~played
            seat = winner
            known = 0
            left -= 1
        return total
