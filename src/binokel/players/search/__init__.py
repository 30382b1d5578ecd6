"""Players that look ahead: worlds, play-outs, open-card search."""

from binokel.players.search.player import SearchPlayer

__all__ = ["SearchPlayer"]
