"""Fitting the net: by all samples in random order, some times over, each time a checkpoint."""

from collections.abc import Sequence
from math import cos, pi
from pathlib import Path
from typing import NamedTuple

import numpy as np

from binokel.players.model.features import SCALES, features_of
from binokel.rules.catalog import find_ruleset
from binokel.training.files import Form, read_arrays, write_arrays
from binokel.training.net import Adam, Floats, Layers, Pass, batches, fresh
from binokel.training.refused import refused
from binokel.training.samples import Samples
from binokel.training.telling import Tell, silent

BATCH = 8192
RATE, WARM = 0.003, 300
KEPT_BACK = 50
"""One sample of so many is never learned from: the loss is told of those."""
LARGE = 1 << 16


class Course(NamedTuple):
    """How a net learns: how often all samples, how fast, and with which seed."""

    epochs: int
    seed: int
    rate: float = RATE

    def origin(self, n_samples: int) -> str:
        """Return what a checkpoint depends on."""
        return f"{n_samples} samples, {self.epochs} epochs, rate {self.rate}, seed {self.seed}"


def tables_of(rule_sets: Sequence[str]) -> Floats:
    """Return the features of rule sets, divided by their scales: float32[n, features]."""
    told = np.array([features_of(find_ruleset(name)) for name in rule_sets], np.float32)
    found: Floats = np.divide(told, list(SCALES.values()), dtype=np.float32)
    return found


def fit(
    samples: Samples,
    tables: Floats,
    course: Course,
    checkpoint: Path,
    start: Layers | None = None,
    tell: Tell = silent,
) -> Layers:
    """Return a net that has learned; a checkpoint of the same course is gone on with.

    Raises:
        TrainingError: the checkpoint is damaged, or of another course.
    """
    rng = np.random.default_rng(course.seed)
    layers = {name: values.copy() for name, values in (start or fresh(rng)).items()}
    adam = Adam(layers)
    origin = course.origin(len(samples))
    done = _resumed(checkpoint, origin, adam, course.epochs)
    held = np.arange(0, len(samples), KEPT_BACK)
    learned = np.setdiff1d(np.arange(len(samples)), held)
    kept_back = samples.take(held)
    size = min(BATCH, max(1, len(learned) // 8))
    n_steps = course.epochs * (len(learned) // size)
    for epoch in range(course.epochs):
        order = rng.permutation(learned)
        if epoch < done:
            continue
        for rows in batches(order, size):
            gradient = Pass(layers, tables, samples.take(rows)).gradient()
            adam.change(gradient, slowing(course.rate, adam.step, n_steps))
        _keep(checkpoint, origin, adam, epoch + 1)
        now = f"{loss(layers, tables, kept_back):.4f}"
        tell("epoch", number=epoch + 1, total=course.epochs, loss=now)
    return layers


def loss(layers: Layers, tables: Floats, samples: Samples) -> float:
    """Return the mean negative logarithm of the chance of what happened."""
    total = 0.0
    for start in range(0, len(samples), LARGE):
        part = samples.take(np.arange(start, min(start + LARGE, len(samples))))
        total += Pass(layers, tables, part).loss() * len(part)
    return total / len(samples)


def slowing(most: float, step: int, n_steps: int) -> float:
    """Return how fast to learn: at first slowly, later less and less."""
    return most * min(1.0, (step + 1) / WARM) * 0.5 * (1 + cos(pi * step / max(1, n_steps)))


def _keep(path: Path, origin: str, adam: Adam, epochs: int) -> None:
    """Write a checkpoint in one step."""
    write_arrays(path, origin, {**_state(adam), "epochs": np.array([epochs, adam.step], np.int64)})


def _resumed(path: Path, origin: str, adam: Adam, most: int) -> int:
    """Take up a checkpoint if there is one; return how many epochs are done."""
    if not path.exists():
        return 0
    state = _state(adam)
    forms = {name: Form(values.dtype, values.shape) for name, values in state.items()}
    forms["epochs"] = Form(np.dtype(np.int64), (2,), 1)
    held = read_arrays(path, origin, forms)
    epochs, adam.step = (int(n) for n in held["epochs"])
    if epochs > most:
        raise refused("damaged", path=path, error=f"epochs: {epochs} of {most}")
    for name, values in state.items():
        values[:] = held[name]
    return epochs


def _state(adam: Adam) -> Layers:
    """Return all that changes while a net learns, by its name in a checkpoint."""
    parts = {"layers": adam.layers, "means": adam.means, "squares": adam.squares}
    return {f"{part} {name}": held[name] for part, held in parts.items() for name in held}
