"""What self-play taught the heuristic player: one row a table shape.

Written by `python -m bench.fit_tricks --write`; do not edit by hand. A shape is the number
of seats, `t` for partners or `s` for single seats, cards in the deck, hand and Dabb.
"""

from binokel.players.heuristic.shapes import Weights

WEIGHTS: dict[str, Weights] = {
    "3s-40-12-4": Weights(
        tricks=(-33.91, 13.99, 20.05, 10.14, 17.77, 2.13, 0.0, 23.32, 7.9, -0.66),
        spread=18.1,
        last=0.853,
        own_melds=43.7,
        own_tricks=43.9,
        mate_melds=0.0,
        mate_spread=0.0,
        later_melds=0.0,
        score=3.7,
        score_slope=0.979,
        bid=307.3,
        n_deals=847,
    ),
}
