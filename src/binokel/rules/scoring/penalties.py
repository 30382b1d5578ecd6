"""What a lost bid, going out, a burying error and a revoke cost and bring."""

from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring.facts import ScoreLine


def half_to_ten(bid: int, up: bool) -> int:
    """Return half the bid, to ten up or down. Source: rules.md [half-bid].

    >>> half_to_ten(310, up=True), half_to_ten(310, up=False)
    (160, 150)
    """
    return -(-bid // 20) * 10 if up else bid // 20 * 10


def loss(rules: RuleSet, bid: int) -> int:
    """Return what a bid lost after play costs, as a positive number.

    Source: rules.md [loss-double-or-plus100].
    """
    return {"single": bid, "double": 2 * bid, "plus-100": bid + 100}[rules.scoring.lost]


def compensation(rules: RuleSet, bid: int) -> int | None:
    """Return what another side gets on top of melds after Abgehen, None for nothing.

    Source: rules.md [ab-bonus-amount], [half-bid].
    """
    dabb = rules.dabb
    return {
        "per-seat": dabb.concede_amount * rules.n_seats,
        "flat": dabb.concede_amount,
        "half-up": half_to_ten(bid, up=True),
        "half-down": half_to_ten(bid, up=False),
        "none": None,
    }[dabb.concede_others]


def compensation_lines(rules: RuleSet, bid: int, side: int) -> list[ScoreLine]:
    """Return the lines of the compensation of one side.

    Source: rules.md [ab-bonus-scope].
    """
    return _bonus_lines(
        rules,
        side,
        compensation(rules, bid) or 0,
        rules.dabb.concede_scope,
        "compensation",
        "ab-bonus-scope",
    )


def lost_bonus_lines(rules: RuleSet, bid: int, side: int) -> list[ScoreLine]:
    """Return the lines of the bonus that a side gets for a bid lost by another.

    Source: rules.md [loss-bonus-30], [loss-bonus-scope].
    """
    bonus = rules.scoring.lost_bonus
    amount = bonus if isinstance(bonus, int) else half_to_ten(bid, up=bonus == "half-up")
    return _bonus_lines(
        rules, side, amount, rules.scoring.lost_bonus_scope, "lost_bonus", "loss-bonus-30"
    )


def _bonus_lines(
    rules: RuleSet, side: int, amount: int, scope: str, what: str, key: str
) -> list[ScoreLine]:
    if not amount:
        return []
    if scope == "side":
        return [ScoreLine(side, None, what, amount, key)]
    return [ScoreLine(side, seat, what, amount, key) for seat in rules.sides[side]]
