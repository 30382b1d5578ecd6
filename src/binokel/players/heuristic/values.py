"""What a deal is worth: own side's points minus the mean of the other sides.

Source: rules.md [bid-test-side], [loss-double-or-plus100], [ab-result], [half-bid].
"""

from math import sqrt
from typing import NamedTuple

from binokel.players.heuristic.estimate import chance_at_least, mean_above
from binokel.players.heuristic.plans import Plan
from binokel.players.heuristic.shapes import Weights
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring.penalties import compensation, half_to_ten, loss


class Prospect(NamedTuple):
    """What playing for a bid promises: its value, the chance to make it, the expected total."""

    value: float
    chance: float
    total: float
    spread: float


def n_other_sides(rules: RuleSet) -> int:
    """Return how many sides play against one."""
    return rules.n_sides - 1


def mates(rules: RuleSet) -> int:
    """Return how many partners a seat has."""
    return len(rules.sides[0]) - 1


def other_melds(rules: RuleSet, weights: Weights) -> float:
    """Return the melds that another side has on average."""
    return weights.own_melds * len(rules.sides[0])


def play_value(
    rules: RuleSet, weights: Weights, plan: Plan, bid: int, extra: float = 0.0
) -> Prospect:
    """Return what playing a plan for a bid is worth; `extra` points come on top."""
    bonus = rules.play.last_trick
    partners = mates(rules)
    tricks = min(240.0, max(0.0, plan.tricks)) + bonus * weights.last
    melds = plan.melds + extra + weights.later_melds + partners * weights.mate_melds
    total = melds + plan.buried_points + tricks
    spread = sqrt(weights.spread**2 + partners * weights.mate_spread**2)
    target = bid - (5.5 if rules.scoring.bid_test == "rounded" else 0.5)
    chance = chance_at_least(total, spread, target)
    left = max(0.0, 240.0 + bonus - tricks - plan.buried_points) / n_other_sides(rules)
    others = other_melds(rules, weights) + left
    made = mean_above(total, spread, target) - others
    lost = -loss(rules, bid) - others - lost_bonus(rules, bid)
    return Prospect(chance * made + (1.0 - chance) * lost, chance, total, spread)


def lost_bonus(rules: RuleSet, bid: int) -> float:
    """Return what another side gets on top for a lost bid.

    Source: rules.md [loss-bonus-30], [loss-bonus-scope].
    """
    bonus = rules.scoring.lost_bonus
    amount = bonus if isinstance(bonus, int) else half_to_ten(bid, up=bonus == "half-up")
    per_side = len(rules.sides[0]) if rules.scoring.lost_bonus_scope == "seat" else 1
    return float(amount * per_side)


def concede_value(rules: RuleSet, weights: Weights, bid: int) -> float:
    """Return what going out is worth. Source: rules.md [ab-result], [ab-bonus-scope]."""
    extra = compensation(rules, bid)
    own = -float(rules.dabb.concede_cost * bid)
    if extra is None:
        return own
    per_side = len(rules.sides[0]) if rules.dabb.concede_scope == "seat" else 1
    return own - other_melds(rules, weights) - extra * per_side


def special_cost(rules: RuleSet, value: int, bid: int) -> int:
    """Return what a lost Durch or Bettel costs. Source: rules.md [durch-lost]."""
    return {"value": value, "double": 2 * value, "ordinary": loss(rules, bid)}[rules.contracts.lost]


def special_value(rules: RuleSet, value: int, bid: int, chance: float) -> float:
    """Return what a Durch or Bettel is worth."""
    return chance * value - (1.0 - chance) * special_cost(rules, value, bid)


def loss_stake(rules: RuleSet, bid: int) -> float:
    """Return what making or losing a bid moves between the sides."""
    return float(bid + loss(rules, bid))
