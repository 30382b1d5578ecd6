"""Deals as samples of the value model: what a declarer kept and buried, what its tricks brought.

Suits are told from trump on: only whether a suit is trump matters to play, not which one it is.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from binokel.errors import Unsupported
from binokel.kernel.bits import BINS
from binokel.kernel.checks import N_PATTERNS, N_POSITIONS
from binokel.players.model.features import place_of
from binokel.rules.ruleset import RuleSet
from binokel.training.files import Form, read_arrays, write_arrays

POWERS = 3 ** np.arange(6)
PLAYED = 0
"""The status of a deal that was played, see `kernel.book`."""

FORMS = {
    "columns": Form(np.dtype(np.int16), (-1, 4), 0, N_PATTERNS - 1),
    "gone": Form(np.dtype(np.uint8), (-1, 12), 0, 6),
    "place": Form(np.dtype(np.uint8), (-1,), 0, N_POSITIONS - 1),
    "table": Form(np.dtype(np.uint8), (-1,)),
    "points": Form(np.dtype(np.int16), (-1,), -1),
}
"""What is in a file of samples."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Samples:
    """Declarers' cards, one row each.

    `columns`: int16[n, 4], the number of copies by rank of trump and the side suits (base 3, the
    Siebener last); `gone`: uint8[n, 12], the buried cards by rank, of trump and of all side suits;
    `place`: uint8[n], see `features.place_of`; `table`: uint8[n], the number of the rule set;
    `points`: int16[n], of the declarer's side in tricks, bonuses included, -1 without a trick.
    """

    columns: NDArray[np.int16]
    gone: NDArray[np.uint8]
    place: NDArray[np.uint8]
    table: NDArray[np.uint8]
    points: NDArray[np.int16]

    @staticmethod
    def empty() -> "Samples":
        """Return no rows."""
        none = np.zeros(0, np.uint8)
        return Samples(
            np.zeros((0, 4), np.int16),
            np.zeros((0, 12), np.uint8),
            none,
            none,
            none.astype(np.int16),
        )

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.points)

    def take(self, rows: Ints) -> "Samples":
        """Return some of the rows."""
        return Samples(*(getattr(self, name)[rows] for name in self.__slots__))

    def bins(self) -> Ints:
        """Return the bin of each row: 0 without a trick, then one for each ten points."""
        return np.where(self.points < 0, 0, 1 + np.minimum(self.points // 10, BINS - 2)).astype(
            np.int64
        )


def joined(parts: list[Samples]) -> Samples:
    """Return all rows of several."""
    return Samples(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Samples.__slots__)
    )


def samples_of(rules: RuleSet, rows: Ints, table: int) -> Samples:
    """Return the played deals of rows as `kernel.selfplay` fills them: int64[n, 40]."""
    rows = rows[rows[:, 1] == PLAYED]
    each = np.arange(len(rows))
    declarer, trump = rows[:, 2], rows[:, 4]
    hand = rows[each, 10 + declarer] | rows[:, 7]
    buried = rows[:, 8]
    turned = (trump[:, None] + np.arange(4)) % 4
    kept = copies(hand & ~buried)[each[:, None], turned]
    gone = copies(buried)[each[:, None], turned]
    return Samples(
        columns=(kept @ POWERS).astype(np.int16),
        gone=np.concatenate([gone[:, 0], gone[:, 1:].sum(axis=1)], axis=1).astype(np.uint8),
        place=_places(rules, rows[:, 0], declarer),
        table=np.full(len(rows), table, np.uint8),
        points=_points(rules, rows, declarer).astype(np.int16),
    )


def copies(masks: Ints) -> Ints:
    """Return the copies of each rank of masks, int64[n, 4, 6] from Siebener up."""
    bits = (masks[:, None] >> np.arange(48)) & 1
    found: Ints = bits.reshape(-1, 4, 6, 2).sum(axis=3)
    return found


def _places(rules: RuleSet, dealer: Ints, declarer: Ints) -> NDArray[np.uint8]:
    known = np.array(
        [[place_of(rules, d, seat) for seat in range(rules.n_seats)] for d in range(rules.n_seats)]
    )
    return known[dealer, declarer].astype(np.uint8)


def _points(rules: RuleSet, rows: Ints, declarer: Ints) -> Ints:
    """Return the points of the declarer's side in tricks, -1 without one."""
    check_learnable(rules)
    n, play = rules.n_seats, rules.play
    side = np.array(rules.side_of)
    own = side[None, :] == side[declarer][:, None]
    won = (rows[:, 28 : 28 + n] * own).sum(axis=1)
    points = (rows[:, 22 : 22 + n] * own).sum(axis=1)
    each = np.arange(len(rows))
    points += play.last_trick * own[each, rows[:, 9]]
    return np.where(won == 0, -1, points)


def check_learnable(rules: RuleSet) -> None:
    """Refuse a rule set whose points in tricks self-play does not tell.

    Raises:
        Unsupported: the first trick has a bonus.
    """
    if rules.play.first_trick:
        raise Unsupported(
            f"{rules.id}: self-play does not tell who had the first trick, so that its bonus "
            "cannot be learned; leave rule sets with play.first_trick out",
            keys=["play.first_trick"],
        )


def rank_counts() -> NDArray[np.float32]:
    """Return how many copies of each rank a pattern has: float32[729, 6]."""
    numbers = np.arange(N_PATTERNS)
    return np.stack([numbers // power % 3 for power in POWERS], axis=1).astype(np.float32)


def save(samples: Samples, path: Path, origin: str) -> None:
    """Write samples in one step, with what they depend on."""
    write_arrays(path, origin, {name: getattr(samples, name) for name in Samples.__slots__})


def load(path: Path, origin: str, table: int) -> Samples:
    """Return the samples in a file, all of one rule set.

    Raises:
        TrainingError: it is damaged, or of another origin or rule set.
    """
    forms = {**FORMS, "table": FORMS["table"]._replace(least=table, most=table)}
    return Samples(**read_arrays(path, origin, forms))
