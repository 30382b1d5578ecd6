"""Table shapes, and what is known of one: the row of numbers that self-play has fitted."""

import msgspec

from binokel.rules.ruleset import RuleSet


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one table shape; points, means over self-play deals.

    `tricks` weighs `FEATURES` for the declarer's side, card points of its tricks without buried
    cards, of 240; `spread` is the standard deviation of what the model leaves open. `last` is
    how often that side takes the last trick. `own_melds` and `own_tricks` are what a defender
    has on average, `mate_melds` and `mate_spread` what a partner of the declarer melds,
    `later_melds` what the declarer still melds during play (with a stock).
    `score` is what his side writes down, lost bids included, `bid` the winning bid.
    """

    tricks: tuple[float, ...]
    spread: float = 28.0
    last: float = 0.55
    own_melds: float = 45.0
    own_tricks: float = 55.0
    mate_melds: float = 40.0
    mate_spread: float = 40.0
    later_melds: float = 0.0
    score: float = 220.0
    bid: float = 190.0
    n_deals: int = 0


def shape_of(rules: RuleSet) -> str:
    """Return the key of a rule set's table shape.

    >>> from binokel.rules.catalog import find_ruleset
    >>> shape_of(find_ruleset("stammtisch"))
    '3s-40-12-4'
    """
    kind = "s" if rules.table.sides == "single" else "t"
    deal = rules.deal
    return f"{rules.n_seats}{kind}-{len(rules.cards)}-{deal.hand}-{deal.dabb}"


def distance(one: str, other: str) -> float:
    """Return how much two table shapes differ: seats and partners first, then cards.

    >>> distance("3s-40-12-4", "3s-48-15-3") < distance("3s-40-12-4", "4t-40-9-4")
    True
    """
    a, b = one.split("-"), other.split("-")
    seats = abs(int(a[0][:-1]) - int(b[0][:-1]))
    numbers = [abs(int(x) - int(y)) for x, y in zip(a[1:], b[1:], strict=True)]
    return 100 * (a[0][-1] != b[0][-1]) + 60 * seats + numbers[0] + 2 * numbers[1] + numbers[2]
