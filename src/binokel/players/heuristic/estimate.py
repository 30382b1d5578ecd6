"""How many points a hand will take as declarer: a small linear model, fitted on self-play.

Source of the numbers: `weights`, written by `python -m bench.fit_tricks`.
"""

from math import erf, exp, pi, sqrt

from binokel.cards.hand import SUIT_BITS
from binokel.players.heuristic.cards import n_cards
from binokel.players.heuristic.shapes import Weights, distance, shape_of
from binokel.players.heuristic.weights import WEIGHTS
from binokel.rules.ruleset import RuleSet

FEATURES: tuple[str, ...] = (
    "one",
    "trumps",
    "trump aces",
    "trump tens",
    "side aces",
    "side tens beside an ace",
    "other side tens",
    "side suits without a card",
    "side suits with one card",
    "leads",
)


def weights_for(rules: RuleSet) -> Weights:
    """Return the weights of a rule set's shape, or those of the nearest known one."""
    found = rules.__dict__.get("heuristic_weights")
    if not isinstance(found, Weights):
        found = rules.__dict__["heuristic_weights"] = _nearest(shape_of(rules))
    return found


def _nearest(shape: str) -> Weights:
    """Return the weights of the shape that differs least."""
    return WEIGHTS[min(WEIGHTS, key=lambda known: (distance(shape, known), known))]


def features(keep: int, trump: int, leads: float) -> list[float]:
    """Return the values of `FEATURES` for a hand after burying and a trump suit."""
    side_aces = beside = alone = voids = singles = 0
    for suit in range(4):
        column = keep >> (12 * suit) & 0xFFF
        if suit == trump:
            continue
        if not column:
            voids += 1
            continue
        aces, tens = column & 3, column >> 2 & 3
        side_aces += aces
        if aces:
            beside += tens
        else:
            alone += tens
        singles += column & (column - 1) == 0 and column & 0x555 != 0
    trumps = keep >> (12 * trump) & 0xFFF
    n_trumps = n_cards(keep & SUIT_BITS[trump])
    return [
        1.0,
        n_trumps,
        trumps & 3,
        trumps >> 2 & 3,
        side_aces,
        beside,
        alone,
        voids,
        singles,
        leads,
    ]


def expected_tricks(weights: Weights, keep: int, trump: int, leads: float) -> float:
    """Return the expected card points of the declarer's side, without buried cards."""
    values = features(keep, trump, leads)
    return sum([w * v for w, v in zip(weights.tricks, values, strict=True)])


def chance_at_least(mean: float, spread: float, value: float) -> float:
    """Return the chance that a normal variable reaches a value.

    >>> chance_at_least(200, 30, 200)
    0.5
    """
    return 0.5 * (1.0 + erf((mean - value) / (spread * sqrt(2.0))))


def mean_above(mean: float, spread: float, value: float) -> float:
    """Return the mean of a normal variable given that it reaches a value."""
    chance = chance_at_least(mean, spread, value)
    if chance < 1e-6:
        return value
    z = (value - mean) / spread
    return mean + spread * exp(-z * z / 2.0) / sqrt(2.0 * pi) / chance
