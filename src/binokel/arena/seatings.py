"""Who sits where: every mixture of two players, balanced over the sides.

In each list a side is X as often as it is Y, so that a player against itself gains nothing by
where it sits. A seating has one letter a side, in the order of the sides.
"""

from enum import StrEnum
from functools import cache
from itertools import permutations

from binokel.arena.refused import ArenaRefused

LETTERS = "XYZ"


class Seats(StrEnum):
    """Which mixtures of two players sit down: all balanced ones, or one X among nothing but Y."""

    MIXED = "mixed"
    ONE = "one"


_PATTERNS = {
    2: ("XY",),
    3: ("XXY", "XYY"),
    4: ("XXYY", "XYXY"),
    5: ("XXYXY", "YYXYX"),
    6: ("XXYXYY",),
}
"""By the number of sides; all rotations of these are played.

With five sides three against two and the reverse, with six three against three where each
player follows the other twice, and itself once.
"""


@cache
def mixed_seatings(n_sides: int) -> tuple[str, ...]:
    """Return all seatings of two players, sorted.

    >>> mixed_seatings(2)
    ('XY', 'YX')
    >>> mixed_seatings(3)
    ('XXY', 'XYX', 'XYY', 'YXX', 'YXY', 'YYX')
    """
    patterns = _PATTERNS[n_sides]
    return tuple(sorted({p[i:] + p[:i] for p in patterns for i in range(n_sides)}))


@cache
def single_seatings(n_sides: int) -> tuple[str, ...]:
    """Return X on each side in turn, against Y on all others; sorted.

    >>> single_seatings(3)
    ('XYY', 'YXY', 'YYX')
    """
    return tuple(sorted("Y" * side + "X" + "Y" * (n_sides - 1 - side) for side in range(n_sides)))


@cache
def seatings(n_sides: int, n_players: int, seats: Seats = Seats.MIXED) -> tuple[str, ...]:
    """Return the seatings of two players, or every order of as many players as sides.

    A single player sits on all sides.

    Raises:
        ArenaRefused: there is no balanced list for these numbers.
    """
    if n_players == 1:
        return (LETTERS[0] * n_sides,)
    if n_players == 2:
        return single_seatings(n_sides) if seats is Seats.ONE else mixed_seatings(n_sides)
    if n_players == n_sides == len(LETTERS):
        return tuple(map("".join, permutations(LETTERS)))
    raise ArenaRefused("seatings", players=n_players, sides=n_sides)
