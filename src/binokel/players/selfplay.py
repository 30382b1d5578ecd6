"""Self-play by the kernel's rule policy, with what the heuristic player knows of hands."""

from binokel.kernel.dealparams import Expectation
from binokel.kernel.selfplay import CALM, Manner, SelfPlay
from binokel.players.heuristic.estimate import expected_tricks, weights_for
from binokel.rules.ruleset import RuleSet


def expectation_of(rules: RuleSet) -> Expectation:
    """Return what the fitted weights of the heuristic player say of each suit's cards.

    The estimate is linear, so that each suit adds its own; the bonus of the last trick and a
    partner's melds count as they do on average.
    """
    weights = weights_for(rules)
    leads = 1.0 if rules.play.lead == "declarer" else 1 / rules.n_seats
    empty = expected_tricks(weights, 0, 0, leads)

    def column(cards: int, is_trump: bool) -> float:
        trump = 0 if is_trump else 1
        return expected_tricks(weights, cards, trump, leads) - empty

    last = weights.last * rules.play.last_trick
    partners = rules.n_seats // rules.n_sides - 1
    return Expectation(empty + last + partners * weights.mate_melds, column)


def self_play(rules: RuleSet, manner: Manner = CALM) -> SelfPlay:
    """Return whole deals of a rule set by the rule policy.

    Raises:
        Unsupported: the policy does not know the rules; the message names the keys.
    """
    return SelfPlay(rules, expectation_of(rules), manner)
