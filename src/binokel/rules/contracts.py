"""The contracts: an ordinary game with trump, Durch and Bettel.

The only place where a variant may need code: what a contract is worth, who leads, whether it
has a trump suit and melds, and which trick decides it.

Source: rules.md section G.
"""

from collections.abc import Iterable
from enum import Enum

from binokel.rules.ruleset import RuleSet


class Contract(Enum):
    """What the declarer plays."""

    TRUMP = "trump"
    DURCH = "durch"
    BETTEL = "bettel"

    __hash__ = object.__hash__


def contract_value(
    rules: RuleSet, contract: Contract, *, is_open: bool, from_hand: bool, called: bool = False
) -> int | None:
    """Return what a Durch or Bettel counts, None if the rule set does not have it.

    Source: rules.md [durch-values], [bettel-value], [rufen-default].
    """
    contracts = rules.contracts
    if contract is Contract.BETTEL:
        return None if is_open or from_hand else contracts.bettel or None
    if contract is Contract.TRUMP:
        return None
    value = contracts.durch
    if from_hand:
        value = contracts.durch_hand if is_open else None
    elif is_open:
        value = contracts.durch_open
    if value and called and rules.dabb.call == "durch" and not from_hand:
        return rules.dabb.call_bid
    return value or None


def has_named_trump(rules: RuleSet, contract: Contract) -> bool:
    """Tell whether a trump suit is named, as in an ordinary game.

    Source: rules.md [durch-order].
    """
    if contract is Contract.TRUMP:
        return True
    return contract is Contract.DURCH and rules.contracts.durch_trump == "named"


def leads_first(rules: RuleSet, contract: Contract, declarer: int | None, dealer: int) -> int:
    """Return the seat that leads to the first trick.

    Source: rules.md [who-leads], [durch-order], [bettel-lead].
    """
    by_declarer = {
        Contract.TRUMP: rules.play.lead == "declarer",
        Contract.DURCH: True,
        Contract.BETTEL: rules.contracts.bettel_lead == "declarer",
    }[contract]
    if by_declarer and declarer is not None:
        return declarer
    return (dealer + 1) % rules.n_seats


def is_broken(rules: RuleSet, contract: Contract, declarer: int, winners: Iterable[int]) -> bool:
    """Tell whether the tricks' winners have lost a Durch or Bettel.

    Source: rules.md [durch-partner], [bettel-and-partner].
    """
    side_of = rules.side_of
    whole_side = rules.contracts.scope == "side"
    own = [
        side_of[seat] == side_of[declarer] if whole_side else seat == declarer for seat in winners
    ]
    if contract is Contract.DURCH:
        return not all(own)
    return contract is Contract.BETTEL and any(own)
