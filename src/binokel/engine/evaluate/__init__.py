"""Requests as JSON, and their replies: what `binokel eval` answers.

`evaluate` takes a request as a mapping and raises its error, `answer` and `serve` speak the
lines of protocols.md section 2.
"""

from binokel.engine.evaluate.dispatch import OPS, evaluate
from binokel.engine.evaluate.wire import answer, serve

__all__ = ["OPS", "answer", "evaluate", "serve"]
