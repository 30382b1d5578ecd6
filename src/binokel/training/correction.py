"""What search makes of the same cards: the net learns it and keeps what self-play has taught.

Search buries and names trump well; what bad choices bring only self-play shows. So both are
learned from together. How long is found by leaving out a fifth of the deals, each in turn.
"""

from typing import NamedTuple

import numpy as np

from binokel.training.fit import loss, slowing
from binokel.training.net import Adam, Floats, Layers, Pass, batches
from binokel.training.samples import Ints, Samples
from binokel.training.telling import Tell, silent

RATE = 0.0005
BATCH = 512
EPOCHS = (0, 4, 8, 16, 24)
FOLDS = 5
KEPT = 0.3
"""How much a deal of self-play counts beside one of search."""


class Corrected(NamedTuple):
    """The corrected net, how many times it saw all deals, and the loss on deals left out.

    `losses` are by number of times, the first without any correction.
    """

    layers: Layers
    epochs: int
    losses: tuple[float, ...]


def correct(
    layers: Layers,
    tables: Floats,
    native: Samples,
    samples: Samples,
    seed: int,
    tell: Tell = silent,
) -> Corrected:
    """Return a net that has learned from search, beside native samples of self-play."""
    order = np.random.default_rng(seed).permutation(len(samples))

    def learned(rows: Ints, epochs: int) -> Layers:
        return _learned(layers, tables, samples.take(rows), native, epochs, seed)

    losses = np.zeros(len(EPOCHS))
    for fold in range(FOLDS):
        left_out, rest = samples.take(order[fold::FOLDS]), np.delete(order, np.s_[fold::FOLDS])
        for place, epochs in enumerate(EPOCHS):
            losses[place] += loss(learned(rest, epochs), tables, left_out) / FOLDS
    best = int(losses.argmin())
    found = tuple(round(float(value), 5) for value in losses)
    before, after = (f"{found[place]:.4f}" for place in (0, best))
    tell("correction", times=EPOCHS[best], before=before, after=after)
    return Corrected(learned(order, EPOCHS[best]), EPOCHS[best], found)


def _learned(
    layers: Layers, tables: Floats, samples: Samples, native: Samples, epochs: int, seed: int
) -> Layers:
    """Return the net after it has seen all samples so many times."""
    rng = np.random.default_rng(seed)
    net = {name: values.copy() for name, values in layers.items()}
    adam = Adam(net)
    size = min(BATCH, max(1, len(samples) // 4))
    n_steps = epochs * (len(samples) // size)
    for _ in range(epochs):
        for rows in batches(rng.permutation(len(samples)), size):
            kept = native.take(rng.integers(0, len(native), size))
            slope = Pass(net, tables, samples.take(rows)).gradient()
            beside = Pass(net, tables, kept).gradient()
            gradient = {name: slope[name] + KEPT * beside[name] for name in slope}
            adam.change(gradient, slowing(RATE, adam.step, n_steps))
    return net
