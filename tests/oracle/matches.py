"""When a match is over and who has won. Source: rules.md H."""

from dataclasses import dataclass

from binokel.rules.ruleset import RuleSet
from tests.oracle.cards import side_count, side_of


@dataclass(frozen=True)
class Result:
    scores: list[int]
    declarer: int | None
    made: bool | None
    exact: list[int] | None = None


def totals(rules: RuleSet, results: list[Result]) -> list[int]:
    """Return the sum of each side; there is no lower limit. Source: rules.md [below-zero]."""
    return [sum(result.scores[side] for result in results) for side in range(side_count(rules))]


def winners(rules: RuleSet, results: list[Result]) -> list[int] | None:
    """Return the winning sides, None while the match goes on."""
    if not results:
        return None
    match, last, sums = rules.match, results[-1], totals(rules, results)
    if match.ends == "target":
        assert match.target is not None
        if match.only_by_won_bid:
            return own_won_bid(rules, last, sums, match.target)
        if max(sums) < match.target:
            return None
    else:
        assert match.deals is not None
        if len(results) < match.deals:
            return None
    best = [side for side, total in enumerate(sums) if total == max(sums)]
    return settle(rules, last, closer(rules, last, best))


def closer(rules: RuleSet, last: Result, best: list[int]) -> list[int]:
    """Let the exact points of the last deal decide. Source: rules.md [exact-last-deal]."""
    if not rules.match.last_exact or last.exact is None:
        return best
    gain = {side: last.exact[side] - last.scores[side] for side in best}
    return [side for side in best if gain[side] == max(gain.values())]


def own_won_bid(rules: RuleSet, last: Result, sums: list[int], target: int) -> list[int] | None:
    """Source: rules.md [own-won-bid]."""
    if last.declarer is None or not last.made:
        return None
    side = side_of(rules, last.declarer)
    return [side] if sums[side] >= target else None


def settle(rules: RuleSet, last: Result, best: list[int]) -> list[int] | None:
    """Settle a tie. Source: rules.md [tie-at-target]."""
    if len(best) == 1 or rules.match.tie == "shared":
        return best
    if rules.match.tie == "extra-deal":
        return None
    if last.declarer is not None and side_of(rules, last.declarer) in best:
        return [side_of(rules, last.declarer)]
    return best
