"""Warm processes that do pieces of work, so that nobody who serves has to wait."""

from binokel.workers.pool import Workers

__all__ = ["Workers"]
