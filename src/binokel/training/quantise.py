"""From a trained net to the whole numbers that the kernel reckons with."""

import numpy as np

from binokel.players.model.features import SCALES
from binokel.players.model.store import FINE, FIRST_UNIT, FORMAT, LAST_UNIT, SECOND_UNIT, Model
from binokel.training.net import Floats, Layers
from binokel.training.refused import refused

SHORT, INT = (2**15 - 1, "<i2"), (2**28, "<i4")
CELL = 64
"""What 1 in a layer is when it is handed on."""


def quantised(layers: Layers, name: str, seed: int, n_deals: int, n_corrected: int) -> Model:
    """Return the model of a net, rounded.

    Raises:
        TrainingError: a number of the net is too large to be kept.
    """
    return Model(
        format=FORMAT,
        name=name,
        seed=seed,
        n_deals=n_deals,
        n_corrected=n_corrected,
        features=tuple(SCALES),
        columns=_packed(layers["columns"] * FIRST_UNIT, *SHORT),
        gone=_packed(layers["gone"] * FIRST_UNIT, *SHORT),
        second=_packed(layers["second"] * (SECOND_UNIT / CELL), *SHORT),
        last=_packed(layers["last"] * (LAST_UNIT / CELL), *SHORT),
        first_table=_table(layers["first"], layers["first_start"], FIRST_UNIT),
        second_table=_table(layers["second_table"], layers["second_start"], SECOND_UNIT),
        last_starts=_packed(layers["last_start"] * LAST_UNIT, *INT),
    )


def _table(rows: Floats, always: Floats, unit: int) -> bytes:
    """Return the rows of features, of places, and what is always added."""
    scales = np.ones(len(rows))
    scales[: len(SCALES)] = list(SCALES.values())
    told = rows / scales[:, None]
    return _packed(np.concatenate([told, always[None]]) * (unit << FINE), 2**31 - 1, "<i4")


def _packed(values: Floats, most: int, kind: str) -> bytes:
    rounded = np.rint(values)
    if np.abs(rounded).max() > most:
        raise refused("too_large", number=f"{np.abs(rounded).max():.0f}", most=most)
    data: bytes = rounded.astype(kind).tobytes()
    return data
