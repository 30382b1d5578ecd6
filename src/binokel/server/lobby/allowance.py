"""How many tables may be opened: so many that nobody notices, but no disk is filled."""

import time
from collections.abc import Callable
from math import ceil

from binokel.errors import TooManyTables

MOST_AT_ONCE = 300
"""So many tables may be opened one after the other."""

EACH_S = 10.0
"""After so many seconds there is room for one more: a whole day of it begins 40 MB of journals."""


class Allowance:
    """What a server still takes; it is the same for all, since anybody can be many persons."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._room = float(MOST_AT_ONCE)
        self._counted = clock()

    def take(self) -> None:
        """Count one new table.

        Raises:
            TooManyTables: there is no room for it now.
        """
        now = self._clock()
        self._room = min(MOST_AT_ONCE, self._room + (now - self._counted) / EACH_S)
        self._counted = now
        if self._room < 1:
            wait_s = ceil((1 - self._room) * EACH_S)
            raise TooManyTables(
                f"too many tables were opened: try again in {wait_s} s", wait_s=wait_s
            )
        self._room -= 1
