"""Scoring a deal: the same lines for the engine, the scorepad and the tournament."""

from binokel.rules.scoring.count import is_unreachable, reachable, round_to_ten
from binokel.rules.scoring.deal import effective_bid, score_deal
from binokel.rules.scoring.facts import DealFacts, DealScore, Revoke, ScoreLine, TakenTrick
from binokel.rules.scoring.penalties import compensation, loss

__all__ = [
    "DealFacts",
    "DealScore",
    "Revoke",
    "ScoreLine",
    "TakenTrick",
    "compensation",
    "effective_bid",
    "is_unreachable",
    "loss",
    "reachable",
    "round_to_ten",
    "score_deal",
]
