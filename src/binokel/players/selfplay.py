"""Self-play by the kernel's rule policy, with what the heuristic player knows of hands."""

from dataclasses import replace
from statistics import mean

from binokel.kernel.dealparams import Expectation
from binokel.kernel.selfplay import CALM, Manner, PlayedDeal, SelfPlay
from binokel.players.heuristic.estimate import expected_tricks, weights_for
from binokel.rules.ruleset import RuleSet

SEED, DEALS, TURNS = 1, 2000, 2
NEVER = 1 << 19
"""So many points below the bid nobody gives up."""


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

    The weights come from the play of another player, so some thousand deals of this one set the
    level right, always the same ones. Those lost without play tell nothing about tricks.

    Raises:
        Unsupported: the policy does not know the rules; the message names the keys.
    """
    expectation = expectation_of(rules)
    for _ in range(TURNS):
        playing = SelfPlay(rules, expectation, replace(manner, give_up=NEVER))
        deals = [deal for deal in playing.play(DEALS, SEED) if deal.status == "played"]
        missed = [brought(rules, deal) - deal.expected for deal in deals]
        expectation = replace(expectation, base=expectation.base + mean(missed or [0]))
    return SelfPlay(rules, expectation, manner)


def brought(rules: RuleSet, deal: PlayedDeal) -> int:
    """Return a declarer's melds, tricks, buried cards and last trick at the end."""
    if deal.declarer is None:
        return deal.expected
    points, play = rules.card_points, rules.play
    side = rules.sides[rules.side_of[deal.declarer]]
    total = sum(deal.melds[seat] + deal.tricks[seat] for seat in side)
    total += play.last_trick if deal.last_winner in side else 0
    return total + sum(points[card.index] for card in deal.buried) * rules.scoring.buried_count
