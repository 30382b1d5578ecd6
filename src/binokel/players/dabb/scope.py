"""Which rules the yardstick knows: an auction, a Dabb or none, trump or Durch, no stock."""

from binokel.errors import UnfitPlayer
from binokel.rules.ruleset import RuleSet


def check_rules(name: str, rules: RuleSet) -> None:
    """Refuse rules that the yardstick was not described for.

    Raises:
        UnfitPlayer: the message names the first rule that it does not know, and the remedy.
    """
    unknown = unknown_rule(rules)
    if unknown is not None:
        raise UnfitPlayer(
            f"{name} does not know {unknown} of {rules.id}; choose dabb-online, or another player",
            name=name,
            rules=rules.id,
            unknown=unknown,
        )


def unknown_rule(rules: RuleSet) -> str | None:
    """Return the first setting that the yardstick does not know, None if it knows all."""
    settings = {
        "deal.stock": rules.deal.stock > 0,
        "bidding.form = none": rules.bidding.form == "none",
        "dabb.call": rules.dabb.call != "off",
        "contracts.bettel": bool(rules.contracts.bettel),
        "penalties.strict": rules.penalties.strict,
    }
    return next((setting for setting, is_set in settings.items() if is_set), None)
