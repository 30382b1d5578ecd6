"""The value model while it learns: layers of floating numbers, and how they change.

The same net as `kernel.net`, before it is rounded to whole numbers.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from binokel.kernel.bits import BINS, DEPTH, WIDTH
from binokel.kernel.checks import N_PATTERNS, N_POSITIONS
from binokel.players.model.features import SCALES
from binokel.training.samples import Ints, Samples, rank_counts

Floats = NDArray[np.floating[Any]]
Layers = dict[str, Floats]

CAP = 4.0
"""Most that a cell hands on."""
SHARED = 0.003
"""How strongly a pattern learns from others with as many copies of a rank."""

_COUNTS = rank_counts()


def fresh(rng: np.random.Generator) -> Layers:
    """Return a net that knows nothing."""
    told = len(SCALES) + N_POSITIONS

    def small(*shape: int, size: float = 0.1) -> Floats:
        return rng.normal(0, size, shape).astype(np.float32)

    return {
        "columns": small(2, N_PATTERNS, WIDTH),
        "gone": small(12, WIDTH),
        "first": small(told, WIDTH),
        "first_start": np.full(WIDTH, 0.5, np.float32),
        "second": small(WIDTH, DEPTH, size=WIDTH**-0.5),
        "second_table": small(told, DEPTH),
        "second_start": np.full(DEPTH, 0.5, np.float32),
        "last": small(DEPTH, BINS, size=DEPTH**-0.5),
        "last_start": np.zeros(BINS, np.float32),
    }


class Pass:
    """One way through a net for some samples, and back.

    `tables` has the features of each rule set, divided by their scales.
    """

    def __init__(self, layers: Layers, tables: Floats, samples: Samples) -> None:
        self.layers = layers
        self.samples = samples
        self.columns = samples.columns.astype(np.int64)
        self.told = np.concatenate(
            [tables[samples.table], np.eye(N_POSITIONS, dtype=np.float32)[samples.place]], axis=1
        )
        self.gone = samples.gone.astype(np.float32)
        trump, side = layers["columns"]
        first = trump[self.columns[:, 0]] + self.gone @ layers["gone"]
        for suit in (1, 2, 3):
            first += side[self.columns[:, suit]]
        first += self.told @ layers["first"] + layers["first_start"]
        self.first, self.first_open = _capped(first)
        second = self.first @ layers["second"] + self.told @ layers["second_table"]
        self.second, self.second_open = _capped(second + layers["second_start"])
        self.logits = self.second @ layers["last"] + layers["last_start"]

    def chances(self) -> Floats:
        """Return the chance of each bin: float32[n, BINS]."""
        raised: Floats = np.exp(self.logits - self.logits.max(axis=1, keepdims=True))
        found: Floats = raised / raised.sum(axis=1, keepdims=True)
        return found

    def loss(self) -> float:
        """Return the mean negative logarithm of the chance of what happened."""
        found = self.chances()[np.arange(len(self.samples)), self.samples.bins()]
        return float(-np.log(np.maximum(found, 1e-9)).mean())

    def gradient(self) -> Layers:
        """Return how the loss changes with each number."""
        n = len(self.samples)
        at_last = self.chances()
        at_last[np.arange(n), self.samples.bins()] -= 1
        at_last /= n
        at_second = (at_last @ self.layers["last"].T) * self.second_open
        at_first = (at_second @ self.layers["second"].T) * self.first_open
        return {
            "columns": self._columns(at_first),
            "gone": self.gone.T @ at_first,
            "first": self.told.T @ at_first,
            "first_start": at_first.sum(axis=0),
            "second": self.first.T @ at_second,
            "second_table": self.told.T @ at_second,
            "second_start": at_second.sum(axis=0),
            "last": self.second.T @ at_last,
            "last_start": at_last.sum(axis=0),
        }

    def _columns(self, at_first: Floats) -> Floats:
        found = np.zeros_like(self.layers["columns"])
        for role, suits in ((0, [0]), (1, [1, 2, 3])):
            patterns = self.columns[:, suits].T.reshape(-1)
            order = np.argsort(patterns, kind="stable")
            rows = order % len(at_first)
            ordered = patterns[order]
            starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
            found[role][ordered[starts]] = np.add.reduceat(at_first[rows], starts, axis=0)
        by_rank = np.einsum("jk,rjh->rkh", _COUNTS, found)
        found += SHARED * np.einsum("jk,rkh->rjh", _COUNTS, by_rank)
        return found


def _capped(values: Floats) -> tuple[Floats, Floats]:
    """Return values within 0 and CAP, and 1 where they were."""
    inside = ((values > 0) & (values < CAP)).astype(np.float32)
    return np.clip(values, 0, CAP), inside


class Adam:
    """Changes a net by its gradients, as Kingma and Ba described in 2015."""

    def __init__(self, layers: Layers) -> None:
        self.layers = layers
        self.step = 0
        self.means = {name: np.zeros_like(values) for name, values in layers.items()}
        self.squares = {name: np.zeros_like(values) for name, values in layers.items()}

    def change(self, gradient: Layers, rate: float) -> None:
        """Take one step."""
        self.step += 1
        for name, slope in gradient.items():
            self.means[name] += 0.1 * (slope - self.means[name])
            self.squares[name] += 0.001 * (slope**2 - self.squares[name])
            mean = self.means[name] / (1 - 0.9**self.step)
            square = self.squares[name] / (1 - 0.999**self.step)
            self.layers[name] -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-8))


def batches(rows: Ints, size: int) -> Iterator[Ints]:
    """Yield the rows in batches; what does not fill one is left out."""
    for start in range(0, len(rows) - size + 1, size):
        yield rows[start : start + size]
