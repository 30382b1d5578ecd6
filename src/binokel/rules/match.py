"""The match: totals, when it is over, and who has won it.

Source: rules.md [target-reach-pass], [target-several], [tie-at-target], [own-won-bid],
[exact-last-deal], [match-by-deals].
"""

from collections.abc import Sequence

import msgspec

from binokel.rules.ruleset import RuleSet


class DealResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a match needs to know of a scored deal; `exact` are the scores before rounding."""

    scores: tuple[int, ...]
    declarer: int | None = None
    bid: int = 0
    made: bool | None = None
    exact: tuple[int, ...] | None = None


class Standing(msgspec.Struct, frozen=True):
    """Totals by side, whether the match is over, and the winning sides.

    `tied`: it would be over, but the leaders play an extra deal.
    """

    totals: tuple[int, ...]
    finished: bool = False
    winners: tuple[int, ...] = ()
    tied: bool = False


def standing(rules: RuleSet, results: Sequence[DealResult]) -> Standing:
    """Return the standing after some scored deals; a redeal is not one of them.

    Source: rules.md [target-mid-hand], [match-by-deals], [below-zero].
    """
    totals = tuple(sum(result.scores[side] for result in results) for side in range(rules.n_sides))
    if not results:
        return Standing(totals)
    if rules.match.only_by_won_bid and rules.match.ends == "target":
        return _by_won_bid(rules, results[-1], totals)
    if not _is_due(rules, len(results), totals):
        return Standing(totals)
    leaders = _leaders(rules, results, totals)
    if len(leaders) > 1 and rules.match.tie == "extra-deal":
        return Standing(totals, tied=True)
    declarer = results[-1].declarer
    if len(leaders) > 1 and rules.match.tie == "declarer" and declarer is not None:
        side = rules.side_of[declarer]
        leaders = (side,) if side in leaders else leaders
    return Standing(totals, True, leaders)


def _is_due(rules: RuleSet, n_deals: int, totals: Sequence[int]) -> bool:
    """Tell whether the agreed target or number of deals is reached."""
    if rules.match.ends == "deals":
        assert rules.match.deals is not None
        return n_deals >= rules.match.deals
    assert rules.match.target is not None
    return max(totals) >= rules.match.target


def _leaders(
    rules: RuleSet, results: Sequence[DealResult], totals: Sequence[int]
) -> tuple[int, ...]:
    """Return the sides with the highest total. Source: rules.md [exact-last-deal]."""
    best = max(totals)
    leaders = tuple(side for side, total in enumerate(totals) if total == best)
    exact = results[-1].exact
    if len(leaders) > 1 and rules.match.last_exact and exact is not None:
        closest = max(exact[side] - results[-1].scores[side] for side in leaders)
        leaders = tuple(
            side for side in leaders if exact[side] - results[-1].scores[side] == closest
        )
    return leaders


def _by_won_bid(rules: RuleSet, last: DealResult, totals: tuple[int, ...]) -> Standing:
    """Return the standing where only an own won bid ends it.

    Source: rules.md [own-won-bid].
    """
    assert rules.match.target is not None
    if last.declarer is None or not last.made:
        return Standing(totals)
    side = rules.side_of[last.declarer]
    if totals[side] < rules.match.target:
        return Standing(totals)
    return Standing(totals, True, (side,))
