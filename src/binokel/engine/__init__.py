"""The engine: deals and matches as frozen values that actions turn into the next ones."""

from binokel.engine.actions import Action
from binokel.engine.choices import Choice
from binokel.engine.phase import Phase
from binokel.engine.state import CHANCE, DealState, new_deal, shuffled
from binokel.engine.view import DealView, observe

__all__ = [
    "CHANCE",
    "Action",
    "Choice",
    "DealState",
    "DealView",
    "Phase",
    "new_deal",
    "observe",
    "shuffled",
]
