"""The shipped rule sets by name, each loaded once."""

from binokel.rules.loader import load_shipped
from binokel.rules.ruleset import RuleSet
from binokel.rules.shipped import NAMES, find_name

DEFAULT = NAMES[0]
"""The set that is played when nobody chooses."""


def names() -> tuple[str, ...]:
    """Return the names of all shipped sets in the order in which lists show them."""
    return NAMES


def find_ruleset(text: str) -> RuleSet:
    """Return the shipped set that a text means, in any case, with `_` or umlauts.

    >>> find_ruleset("ZU_ZWEIT").n_sides
    2

    Raises:
        UnknownRuleSet: no shipped set is called so; near names are suggested.
    """
    return load_shipped(find_name(text))
