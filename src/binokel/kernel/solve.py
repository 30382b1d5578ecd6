"""Questions about open cards, answered exactly.

Values are what the declarer's side (without a declarer the side to play) still gets in the
running trick and later, all bonuses included, when both sides see all cards and play best. A Durch
is counted in tricks: it is won when the side that must have all of them gets them. In a Bettel
the tricks of the others are counted: they want few, the declarer wants them to have all.

Melds that lapse without a trick need no search of their own: who takes no trick gets no points
either, so that either the points decide or whether a trick is taken at all.

With a limit of nodes or time an answer is what has been proven until then: bounds, never a guess.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from threading import RLock

from binokel.cards.card import Card
from binokel.cards.hand import unpack
from binokel.errors import Unsupported
from binokel.kernel.cards import card_of, deal_masks
from binokel.kernel.checks import whole
from binokel.kernel.core import Solver
from binokel.kernel.params import aims_of, play_params, side_masks
from binokel.kernel.position import Position
from binokel.rules.contracts import Contract


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop with what is proven; 0 is never. `nodes` and `seconds` hold for each card.

    Both are looked at every 1,024 positions between two tricks: what takes fewer is answered.
    """

    nodes: int = 0
    seconds: float = 0.0


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Bounds:
    """A value lies between `low` and `high`, both proven."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


@dataclass(frozen=True, slots=True)
class CardValue:
    """A legal card, and what the counted side still gets with it."""

    card: Card
    bounds: Bounds


class OpenSolver:
    """Answers questions about one position after the other; its memory is kept.

    Threads that share one wait for each other: take one a thread. `stop` never waits.
    """

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        self.limits = limits
        self._solver = Solver()
        self._lock = RLock()

    def stop(self) -> None:
        """End the running search with what is proven; later ones end at once, too."""
        self._solver.stop_now()

    def value(self, position: Position) -> Bounds:
        """Return what the counted side still gets.

        Raises:
            Unsupported: the kernel does not know the rules, or it is no position of them.
        """
        position.check()
        if not position.names_trump:
            with self._lock:
                self._ask(position, _counted(position))
                return Bounds(*self._solver.value())
        found = [one.bounds for one in self.cards(position)]
        wanting = _helpers(position) or _counted(position)
        best = max if wanting >> position.seat & 1 else min
        return Bounds(best(one.low for one in found), best(one.high for one in found))

    def reaches(self, position: Position, points: int) -> bool | None:
        """Tell whether so many points are still reached; None: a limit stopped it."""
        position.check()
        points = whole("points", points)
        if position.names_trump:
            bounds = self.value(position)
            return None if bounds.low < points <= bounds.high else bounds.low >= points
        with self._lock:
            self._ask(position, _counted(position))
            return self._solver.reaches(points)

    def holds(self, position: Position) -> bool | None:
        """Tell whether a Durch or Bettel is won; None: a limit stopped it.

        Raises:
            ValueError: it is an ordinary game.
        """
        if position.contract is Contract.TRUMP:
            raise ValueError("an ordinary game is made by points: ask what it reaches")
        position.check()
        if position.is_lost:
            return False
        return self.reaches(position, position.n_left)

    def cards(self, position: Position) -> tuple[CardValue, ...]:
        """Return every legal card with its value, the best for its player first."""
        position.check()
        return self._sorted(position, _counted(position))

    def _sorted(self, position: Position, counted: int) -> tuple[CardValue, ...]:
        if position.names_trump:
            by_trump = _by_trump(position)
            values = [value for one in by_trump for value in self._cards(*one, counted)]
        else:
            values = self._cards(position, None, counted)
        sign = -1 if (_helpers(position) or counted) >> position.seat & 1 else 1
        key = {value.card: (sign * value.bounds.low, value.card.index) for value in values}
        return tuple(sorted(values, key=lambda value: key[value.card]))

    def takes_trick(self, position: Position, seat: int | None = None) -> bool | None:
        """Tell whether a seat's side still takes a trick; None: a limit stopped it.

        Without a seat it is the counted side; everybody else plays against it. A trick worth
        nothing suffices. Source: rules.md [meld-trick-zero].

        Raises:
            ValueError: it is a Durch or Bettel.
            Unsupported: there is no such seat, or as `value`.
        """
        with self._lock:
            self._ask_trick(position, seat)
            return self._solver.reaches(1)

    def trick_cards(
        self, position: Position, seat: int | None = None
    ) -> tuple[tuple[Card, bool | None], ...]:
        """Return every legal card, and whether a seat's side still takes a trick with it.

        Raises:
            ValueError: it is a Durch or Bettel.
            Unsupported: there is no such seat, or as `value`.
        """
        found: list[tuple[Card, bool | None]] = []
        with self._lock:
            self._ask_trick(position, seat)
            legal = self._solver.legal_cards()
            for bit in reversed(range(48)):
                if legal >> bit & 1:
                    self._solver.set_limits(self.limits.nodes, self.limits.seconds)
                    found.append((card_of(bit), self._solver.card_reaches(bit, 1)))
        return tuple(found)

    def value_with_melds(self, position: Position, melds: int) -> Bounds:
        """Return what the counted side still gets, with melds that lapse without a trick.

        It has no trick yet: else its melds stand already.

        Raises:
            ValueError: it is a Durch or Bettel, or the melds are below 0.
            Unsupported: partners need a trick each for their melds.
        """
        _check_melds(position, melds)
        value = self.value(position)
        takes = True if value.low > 0 else self.takes_trick(position)
        return Bounds(
            melds + value.low if takes else 0, 0 if takes is False else melds + value.high
        )

    def reaches_with_melds(self, position: Position, points: int, melds: int) -> bool | None:
        """Tell the same of a threshold; None: a limit stopped it.

        Raises:
            ValueError: it is a Durch or Bettel, or the melds are below 0.
            Unsupported: partners need a trick each for their melds.
        """
        _check_melds(position, melds)
        points = whole("points", points)
        if points <= 0:
            return True
        # Points above 0 are themselves a trick; the melds alone suffice with any trick.
        if points > melds:
            return self.reaches(position, points - melds)
        return self.takes_trick(position)

    def line(self, position: Position) -> tuple[tuple[int, Card], ...]:
        """Return seats and cards to the end when everybody plays best, as proven.

        Of equally good cards the cheapest is played. Whose points count stays as it was at first.
        """
        position.check()
        played: list[tuple[int, Card]] = []
        counted = _counted(position)
        while position.n_left:
            best = self._sorted(position, counted)
            equal = [one.card for one in best if one.bounds == best[0].bounds]
            card = max(equal, key=lambda one: one.rank.index)
            played.append((position.seat, card))
            position, _, _ = position.play(card)
        return tuple(played)

    def _cards(
        self, position: Position, only: frozenset[Card] | None, counted: int
    ) -> list[CardValue]:
        values: list[CardValue] = []
        guess = -1
        with self._lock:
            self._ask(position, counted)
            legal = self._solver.legal_cards()
            for bit in reversed(range(48)):
                card = card_of(bit)
                if not legal >> bit & 1 or (only is not None and card not in only):
                    continue
                self._solver.set_limits(self.limits.nodes, self.limits.seconds)
                bounds = Bounds(*self._solver.card_value(bit, guess))
                guess = bounds.low
                values.append(CardValue(card, bounds))
        return values

    def _ask_trick(self, position: Position, seat: int | None) -> None:
        if position.contract is not Contract.TRUMP:
            raise ValueError("a Durch or Bettel is counted in tricks already: ask for its value")
        position.check()
        sides = side_masks(position.rules)
        if seat is not None and not 0 <= seat < len(sides):
            raise Unsupported(
                f"{position.rules.id} has the seats 0 to {len(sides) - 1}, not {seat}", seat=seat
            )
        counted = _counted(position) if seat is None else sides[seat]
        self._ask(position, counted, only_tricks=True)

    def _ask(self, position: Position, counted: int, *, only_tricks: bool = False) -> None:
        params = play_params(position.rules, position.trump, position.contract)
        if only_tricks:
            params = replace(params, worth=(0,) * len(params.worth), bonuses=(1, 0, 0))
        masks, on_table = deal_masks(position.hands, position.trick)
        self._solver.set_rules(
            params.trump, params.duties, params.worth, params.bonuses, params.sides
        )
        self._solver.set_position(
            masks,
            position.leader,
            on_table,
            counted,
            position.n_tricks == 0,
            table_bits(position.n_left, len(masks)),
            _helpers(position),
        )
        self._solver.set_limits(self.limits.nodes, self.limits.seconds)


def table_bits(n_left: int, n_seats: int) -> int:
    """Return how large a table pays for so many tricks: 2 to the power of it entries."""
    sizes = {1: 12, 2: 12, 3: 12, 4: 12, 5: 14, 6: 14, 7: 16, 8: 16, 9: 18, 10: 18, 11: 20, 12: 20}
    bits = sizes.get(n_left, 22)
    return bits + (2 if n_seats > 3 and n_left > 8 else 0)


def _by_trump(position: Position) -> Iterator[tuple[Position, frozenset[Card]]]:
    """Yield for each suit held the position with it as trump, and its cards."""
    held = unpack(position.hands[position.seat])
    for suit in dict.fromkeys(card.suit for card in held):
        cards = frozenset(card for card in held if card.suit is suit)
        yield replace(position, trump=suit), cards


def _counted(position: Position) -> int:
    """Return the seats whose points or tricks are counted, as bits.

    Source: rules.md [durch-partner], [bettel-and-partner].
    """
    rules, declarer = position.rules, position.declarer
    if declarer is None:
        return side_masks(rules)[position.seat]
    if position.contract is Contract.TRUMP:
        return side_masks(rules)[declarer]
    return aims_of(rules, position.contract, declarer)[0]


def _helpers(position: Position) -> int:
    """Return who wants the counted seats to have much, where they do not all want it."""
    if position.contract is Contract.TRUMP or position.declarer is None:
        return 0
    return aims_of(position.rules, position.contract, position.declarer)[1]


def _check_melds(position: Position, melds: int) -> None:
    """Refuse melds of which the search cannot tell whether they lapse.

    Source: rules.md [meld-trick-team].
    """
    if position.contract is not Contract.TRUMP:
        raise ValueError("a Durch or Bettel counts no melds")
    if whole("melds", melds) < 0:
        raise ValueError(f"melds are worth at least 0, not {melds}")
    position.check()
    rules, counted = position.rules, _counted(position)
    if rules.scoring.meld_trick == "seat" and counted.bit_count() > 1:
        raise Unsupported(
            f"{rules.id}: scoring.meld_trick is 'seat', and whether each partner takes a trick "
            "is not searched; ask for the points alone, or for 'side'",
            rules=rules.id,
            keys=["scoring.meld_trick"],
        )


def solve_worlds(
    positions: Sequence[Position], points: int, threads: int = 1, limits: Limits = NO_LIMITS
) -> list[bool | None]:
    """Tell for each position whether the counted side still gets so many points.

    The kernel works without Python's lock: threads share the work.

    Raises:
        ValueError: there are no threads.
        Unsupported: as `OpenSolver.value`, of any of the positions.
    """
    if threads < 1:
        raise ValueError(f"{threads} threads solve nothing; wanted is a number from 1")
    parts = [positions[i::threads] for i in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        found = list(pool.map(lambda part: _reach_all(part, points, limits), parts))
    ordered: list[bool | None] = [None] * len(positions)
    for i, part in enumerate(found):
        ordered[i::threads] = part
    return ordered


def _reach_all(positions: Iterable[Position], points: int, limits: Limits) -> list[bool | None]:
    solver = OpenSolver(limits)
    return [solver.reaches(position, points) for position in positions]
