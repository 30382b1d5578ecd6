"""`binokel eval`: answers requests in JSON, one a line, from standard input to standard output."""

import sys
from collections.abc import Sequence

from binokel.engine.evaluate import OPS, serve

USAGE = f"""\
usage: binokel eval

Reads requests from standard input, one JSON object a line, and answers each with one line:

  {{"id": 1, "op": "melds", "rules": "stammtisch", "trump": "H", "hand": ["HK", "HO"]}}
  {{"id": 1, "points": 40, "melds": [{{"kind": "pair", "cards": ["HK", "HO"], "points": 40}}]}}

Operations: {", ".join(OPS)}. docs/protocol.md describes them.
"""


def main(arguments: Sequence[str]) -> int:
    """Run `binokel eval` until the input ends and return its exit code."""
    if any(word in ("-h", "--help") for word in arguments):
        print(USAGE, end="")
        return 0
    if arguments:
        print(
            f"binokel eval: no argument {arguments[0]!r}, requests come on stdin", file=sys.stderr
        )
        return 2
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
