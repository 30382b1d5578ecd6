"""The rule policy and its play-outs, made once a rule set and thread."""

from threading import local

from binokel.kernel.playouts import Playouts
from binokel.kernel.policy import Policy
from binokel.kernel.selfplay import make_book, make_policy
from binokel.players.selfplay import expectation_of
from binokel.rules.ruleset import RuleSet

MOST = 16


class _Own(local):
    """What a thread has made: two that compute with one object would disturb each other."""

    def __init__(self) -> None:
        self.policies: dict[RuleSet, Policy] = {}
        self.playouts: dict[RuleSet, Playouts] = {}


_own = _Own()


def policy_of(rules: RuleSet) -> Policy:
    """Return a rule policy that values hands.

    Raises:
        Unsupported: the policy does not know the rules; the message names the keys.
    """
    found = _own.policies.get(rules)
    if found is None:
        if len(_own.policies) >= MOST:
            _own.policies.clear()
            _own.playouts.clear()
        found = _own.policies[rules] = make_policy(rules, expectation_of(rules))
    return found


def playouts_of(rules: RuleSet) -> Playouts:
    """Return the play-outs of a rule set.

    Raises:
        Unsupported: as `policy_of`.
    """
    policy = policy_of(rules)
    found = _own.playouts.get(rules)
    if found is None:
        found = _own.playouts[rules] = Playouts(policy, make_book(rules))
    return found
