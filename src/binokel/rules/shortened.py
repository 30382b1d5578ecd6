"""The same rules for an evening that is to end: with a fixed number of deals."""

from binokel.rules.catalog import find_ruleset
from binokel.rules.loader import from_mapping
from binokel.rules.ruleset import RuleSet
from binokel.rules.shipped import shortened_parts
from binokel.rules.writer import to_mapping


def shortened(rules: RuleSet, n_deals: int | None) -> RuleSet:
    """Return the rule set with a fixed number of deals, where one is wanted.

    It has a name of its own: no other rules are called like a shipped set.

    >>> from binokel.rules.loader import load_ruleset
    >>> rules = shortened(load_ruleset("stammtisch"), 3)
    >>> rules.id, rules.match.ends, rules.match.deals
    ('stammtisch-3-deals', 'deals', 3)
    >>> shortened(rules, None) is rules
    True

    Raises:
        RuleSetError: a match cannot have so many deals.
    """
    if n_deals is None:
        return rules
    ending = {"ends": "deals", "deals": n_deals, "rounds": 1, "only_by_won_bid": False}
    mapping = to_mapping(rules)
    match = {key: value for key, value in mapping["match"].items() if key != "target"}
    name = f"{rules.id[:40]}-{n_deals}-deals"
    return from_mapping({**mapping, "id": name, "match": {**match, **ending}})


def find_rules(name: str) -> RuleSet:
    """Return a shipped set, or a shortened one, by its id.

    >>> find_rules("kreuzbinokel-6-deals").match.deals, find_rules("kreuzbinokel").match.deals
    (6, None)

    Raises:
        UnknownRuleSet: there is none of this id.
        RuleSetError: a match cannot have so many deals.
    """
    base, n_deals = shortened_parts(name)
    return shortened(find_ruleset(base), n_deals)
