"""What self-play taught the heuristic player: one row a table shape.

Written by `python -m bench.fit_tricks`; do not edit by hand. A shape is `seats`, `t` for
partners or `s` for single seats, cards in the deck, hand and Dabb.
"""

from binokel.players.heuristic.shapes import Weights

PRIOR: tuple[float, ...] = (-12.0, 9.0, 8.0, 4.0, 14.0, 6.0, -2.0, 4.0, 2.0, 4.0)

WEIGHTS: dict[str, Weights] = {
    "3s-40-12-4": Weights(tricks=PRIOR),
}
