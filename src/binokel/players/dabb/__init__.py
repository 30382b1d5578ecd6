"""The yardstick: the bot of the web game dabb, re-created from a description in words."""

from binokel.players.dabb.player import DabbPlayer

__all__ = ["DabbPlayer"]
