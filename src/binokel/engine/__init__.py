"""The engine: deals and matches as frozen values that actions turn into the next ones."""

from binokel.engine.actions import Action
from binokel.engine.choices import Choice
from binokel.engine.match import Match, MatchView, Undo, new_match
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE, DealState, new_deal, shuffled
from binokel.engine.view import DealView, observe

__all__ = [
    "CHANCE",
    "Action",
    "Choice",
    "DealState",
    "DealView",
    "Match",
    "MatchView",
    "Phase",
    "Undo",
    "new_deal",
    "new_match",
    "observe",
    "shuffled",
]
