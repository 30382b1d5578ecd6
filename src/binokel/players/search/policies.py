"""The rule policy and its play-outs, made once a rule set."""

from functools import lru_cache

from binokel.kernel.playouts import Playouts
from binokel.kernel.policy import Policy
from binokel.kernel.selfplay import make_book, make_policy
from binokel.players.selfplay import expectation_of
from binokel.rules.ruleset import RuleSet


@lru_cache(maxsize=16)
def policy_of(rules: RuleSet) -> Policy:
    """Return a rule policy that values hands.

    Raises:
        Unsupported: the policy does not know the rules; the message names the keys.
    """
    return make_policy(rules, expectation_of(rules))


@lru_cache(maxsize=16)
def playouts_of(rules: RuleSet) -> Playouts:
    """Return the play-outs of a rule set.

    Raises:
        Unsupported: as `policy_of`.
    """
    return Playouts(policy_of(rules), make_book(rules))
