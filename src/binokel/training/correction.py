"""What search makes of the same cards: the last layers learn it, the rest of the net stays.

How long they learn is found by leaving out a fifth of the deals, each in turn.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from binokel.training.fit import loss
from binokel.training.net import Adam, Floats, Layers, Pass, batches
from binokel.training.samples import Ints, Samples

LAYERS = ("last", "last_start", "second_table", "second_start")
RATE = 0.0005
BATCH = 512
EPOCHS = (0, 1, 2, 4, 8, 16)
FOLDS = 5


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
    samples: Samples,
    seed: int,
    tell: Callable[[str], object] = str,
) -> Corrected:
    """Return a net whose last layers have learned from the samples."""
    order = np.random.default_rng(seed).permutation(len(samples))
    losses = np.zeros(len(EPOCHS))
    for fold in range(FOLDS):
        out, rest = order[fold::FOLDS], np.delete(order, np.s_[fold::FOLDS])
        left_out = samples.take(out)
        for place, net in enumerate(_course(layers, tables, samples, rest, seed)):
            losses[place] += loss(net, tables, left_out) / FOLDS
    best = int(losses.argmin())
    found = tuple(round(float(value), 5) for value in losses)
    tell(f"correction: {EPOCHS[best]} times over, loss {found[0]:.4f} -> {found[best]:.4f}")
    nets = list(_course(layers, tables, samples, order, seed))
    return Corrected(nets[best], EPOCHS[best], found)


def _course(
    layers: Layers, tables: Floats, samples: Samples, rows: Ints, seed: int
) -> Sequence[Layers]:
    """Return the net after each number of times over."""
    rng = np.random.default_rng(seed)
    net = {name: values.copy() for name, values in layers.items()}
    adam = Adam(net)
    found = []
    for epoch in range(EPOCHS[-1] + 1):
        if epoch in EPOCHS:
            found.append({name: values.copy() for name, values in net.items()})
        for batch in batches(rng.permutation(rows), min(BATCH, max(1, len(rows) // 4))):
            gradient = Pass(net, tables, samples.take(batch)).gradient()
            adam.change({name: gradient[name] for name in LAYERS}, RATE)
    return found
