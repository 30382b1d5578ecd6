"""The player that grows one tree over many worlds."""

from binokel.players.ismcts.player import IsmctsPlayer

__all__ = ["IsmctsPlayer"]
