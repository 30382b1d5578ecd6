"""What every end of a deal is worth to both kinds of sides, by the points the declarer's has.

The scores are those of `rules.scoring`: what the declarer's side has in cards and bonuses, from
0 to 255, becomes a made-up end of the deal. What it does not have, the other sides share equally.
A Durch or Bettel is won or lost by the declarer's tricks. The tree counts whole results only, and
no match: that is why these are tables, where `search.worth` values what is foreseen.

Source: rules.md [bid-test-side], [loss-double-or-plus100], [meld-trick-team], [durch-order].
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from binokel.cards.deck import DECK_POINTS
from binokel.engine.match import MatchView
from binokel.kernel.checks import BEST, N_RESULTS
from binokel.players.search.stakes import ahead
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import DealFacts, TakenTrick, score_deal

MOST_KEPT = 64
NEVER = N_RESULTS


class Scale(NamedTuple):
    """Values from 0 to `BEST` by result, and what 0 and `BEST` stand for."""

    values: tuple[int, ...]
    low: float
    high: float

    def told(self, mean: float) -> float:
        """Return what a mean of values stands for."""
        return self.low + (self.high - self.low) * mean / BEST


class Worth(NamedTuple):
    """What results are worth to the declarer's side and to others; made from so many points on."""

    good: Scale
    bad: Scale
    made_from: int


def worth_of(view: MatchView, counted: int, buried: int) -> Worth:
    """Return what results are worth where points count.

    `counted` is the seat whose side's points are the result, `buried` what the buried cards
    count, as far as known.
    """
    deal, rules = view.deal, view.rules
    assert deal.seat is not None
    winners = tuple(sorted({trick.winner for trick in deal.tricks}))
    facts = DealFacts(
        declarer=deal.declarer,
        bid=deal.bid,
        called=deal.call is not None,
        trump=deal.trump,
        melds=deal.meld_points,
        buried_points=buried,
    )
    sides = rules.side_of
    own = sides[deal.seat]
    other = own if own != sides[counted] else next(s for s in sides if s != sides[counted])
    kept: dict[object, Worth] = rules.__dict__.setdefault("ismcts_worths", {})
    key = (facts.declarer, facts.bid, facts.called, facts.melds, buried, winners, counted, other)
    found = kept.get(key)
    if found is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        found = kept[key] = _Ends(rules, facts, counted, other, winners).worth()
    return found


class _Ends:
    """The ends of a deal as far as its scores know them."""

    def __init__(
        self, rules: RuleSet, facts: DealFacts, counted: int, other: int, winners: tuple[int, ...]
    ) -> None:
        play, sides = rules.play, rules.side_of
        self._rules = _without_bonuses(rules)
        self._facts = facts
        self._counted = counted
        self._other = other
        self._won = tuple(TakenTrick(seat, 0) for seat in winners)
        foes = {side: seat for seat, side in enumerate(sides) if side != sides[counted]}
        self._foes = tuple(foes.values())
        self._all = DECK_POINTS + play.last_trick + play.first_trick - facts.buried_points
        in_result = rules.scoring.buried_count and facts.declarer is not None
        self._apart = facts.buried_points if in_result else 0

    def worth(self) -> Worth:
        """Return the values of all results."""
        side, made_from = self._rules.side_of[self._counted], NEVER
        good, bad = list[float](), list[float]()
        for result in range(N_RESULTS):
            score = score_deal(self._rules, self._end(result))
            good.append(ahead(score.scores, side))
            bad.append(ahead(score.scores, self._other))
            if score.made and made_from == NEVER:
                made_from = result
        return Worth(scale(good), scale(bad), made_from)

    def _end(self, result: int) -> DealFacts:
        """Return a deal that ends so; of its tricks only winners and points are told."""
        mine = min(max(0, result - self._apart), self._all)
        share, odd = divmod(self._all - mine, len(self._foes))
        points = [(self._counted, mine)]
        points += [(seat, share + (place < odd)) for place, seat in enumerate(self._foes)]
        tricks = tuple(TakenTrick(seat, n) for seat, n in points if n)
        return replace(self._facts, tricks=(*self._won, *tricks))


def _without_bonuses(rules: RuleSet) -> RuleSet:
    """Return rules without bonuses, as results hold them already."""
    found: RuleSet | None = rules.__dict__.get("ismcts_rules")
    if found is None:
        play = replace(rules.play, last_trick=0, first_trick=0)
        found = rules.__dict__["ismcts_rules"] = replace(rules, play=play)
    return found


def scale(values: Sequence[float]) -> Scale:
    """Return values from 0 to `BEST`; equal ones tell nothing and are 0.

    >>> scale([-100.0, 0.0, 100.0]).values, scale([5.0, 5.0]).values
    ((0, 32768, 65536), (0, 0))
    """
    low, high = min(values), max(values)
    wide = high - low or 1.0
    return Scale(tuple(round(BEST * (value - low) / wide) for value in values), low, low + wide)


def worth_of_tricks(contract: Contract, n_left: int) -> Worth:
    """Return what the declarer's tricks are worth in a Durch or Bettel, in per cent.

    So many are left, and none has lost it yet. Source: rules.md [durch-order].
    """
    wanted = n_left if contract is Contract.DURCH else 0
    won = [float(100 * (result == wanted)) for result in range(N_RESULTS)]
    return Worth(scale(won), scale([100.0 - value for value in won]), NEVER)
