"""What the standing of the match adds to the value of a deal.

Source: rules.md [target-reach-pass], [own-won-bid], [match-by-deals].
"""

from binokel.engine.match import MatchView

WIN = 200.0
"""What winning the match now is worth beside the points of the deal."""

_LEAD = 60.0


def wins_match(view: MatchView, side: int, score: float) -> bool:
    """Tell whether a side probably wins the match with this score as declarer."""
    total = view.totals[side] + score
    others = [points for other, points in enumerate(view.totals) if other != side]
    match = view.rules.match
    if match.ends == "deals":
        return view.deals_left == 0 and total > max(others) + _LEAD
    assert match.target is not None
    return total >= match.target and (match.only_by_won_bid or total > max(others) + _LEAD)


def match_value(view: MatchView, own_side: int, side: int, score: float) -> float:
    """Return what it adds for the own side that a declarer's side scores so much."""
    if not wins_match(view, side, score):
        return 0.0
    return WIN if side == own_side else -WIN
