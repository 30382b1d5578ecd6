"""The heuristic player: rules of thumb, a count of the cards, and a fitted estimate."""

from binokel.players.heuristic.player import HeuristicPlayer

__all__ = ["HeuristicPlayer"]
