"""Samples by the kernel's rule policy: every rule set it plays, timid and bold bidders."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from binokel.errors import Unsupported
from binokel.kernel.checks import ROW
from binokel.kernel.selfplay import Manner
from binokel.players.selfplay import NEVER, self_play
from binokel.rules.catalog import find_ruleset, names
from binokel.training.samples import Samples, joined, samples_of

CAUTIONS = (-80, -40, 0, 40)
"""How far below what they expect they bid: bold ones declare with hands that others pass."""
WHIMS = 96
"""Of 256 declarers so many choose at random: what is never done cannot be learned."""
BATCH = 1 << 14


class Part(NamedTuple):
    """Deals of one rule set with one kind of bidder."""

    rules: str
    caution: int
    n_deals: int

    @property
    def name(self) -> str:
        """Return what its file is called."""
        return f"{self.rules}-{self.caution}-{self.n_deals}"


def trainable() -> list[str]:
    """Return the shipped rule sets that the rule policy plays, in their fixed order."""
    found = []
    for name in names():
        try:
            self_play(find_ruleset(name))
        except Unsupported:
            continue
        found.append(name)
    return found


def parts_of(rule_sets: Sequence[str], n_deals: int) -> list[Part]:
    """Return parts that together have at least so many deals."""
    each = -(-n_deals // (len(rule_sets) * len(CAUTIONS)))
    return [Part(rules, caution, each) for rules in rule_sets for caution in CAUTIONS]


def play(part: Part, table: int, seed: int) -> Samples:
    """Return the samples of a part; deals that were not played out are not among them.

    The bidders go out never: what their cards would have brought is what is to be learned.
    """
    rules = find_ruleset(part.rules)
    playing = self_play(rules, Manner(part.caution, NEVER, WHIMS))
    found = []
    first = CAUTIONS.index(part.caution) * part.n_deals
    for start in range(first, first + part.n_deals, BATCH):
        n = min(BATCH, first + part.n_deals - start)
        room = bytearray(8 * n * ROW)
        playing.fill(memoryview(room).cast("q"), seed, start)
        rows = np.frombuffer(room, np.int64).reshape(n, ROW)
        found.append(samples_of(rules, rows, table))
    return joined(found)
