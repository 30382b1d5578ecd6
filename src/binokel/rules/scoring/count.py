"""Counting the points of play: cards, buried cards, bonus, rounding, and lapsing melds."""

from collections.abc import Sequence

import msgspec

from binokel.cards.deck import DECK_POINTS
from binokel.rules.contracts import Contract
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring.facts import DealFacts, ScoreLine, TakenTrick


class Count(msgspec.Struct, frozen=True):
    """Points by seat: cards of tricks, buried cards, bonus; and whose melds stand."""

    tricks: tuple[int, ...]
    buried: tuple[int, ...]
    last_trick: tuple[int, ...]
    first_trick: tuple[int, ...]
    tricks_won: tuple[int, ...]
    melds: tuple[int, ...]

    def points(self, seat: int) -> int:
        """Return all points of play of a seat, bonus included, not rounded."""
        return self.tricks[seat] + self.buried[seat] + self.bonus(seat)

    def bonus(self, seat: int) -> int:
        """Return the bonus of a seat for the first or last trick."""
        return self.last_trick[seat] + self.first_trick[seat]

    def without_buried(self) -> "Count":
        """Return the same count with nothing for the buried cards."""
        return msgspec.structs.replace(self, buried=(0,) * len(self.buried))


def round_to_ten(points: int) -> int:
    """Return points to the nearest ten, 5 up; halves go away from zero.

    Source: rules.md [rounding-optional-000], [rounding-negative].

    >>> round_to_ten(84), round_to_ten(85), round_to_ten(-85)
    (80, 90, -90)
    """
    return (points + 5) // 10 * 10 if points >= 0 else -((5 - points) // 10 * 10)


def count_play(rules: RuleSet, facts: DealFacts) -> Count:
    """Count a deal as it was played.

    Source: rules.md [last-trick-in-bid], [discards-points-000], [meld-trick-team].
    """
    return make_count(rules, facts, facts.tricks)


def make_count(
    rules: RuleSet,
    facts: DealFacts,
    tricks: Sequence[TakenTrick],
    *,
    forfeited: int | None = None,
) -> Count:
    """Count tricks for their winners; those of a `forfeited` seat for nobody."""
    n = rules.n_seats
    points, won = [0] * n, [0] * n
    for trick in tricks:
        won[trick.winner] += 1
        if trick.winner != forfeited:
            points[trick.winner] += trick.points
    last, first = [0] * n, [0] * n
    if tricks and tricks[-1].winner != forfeited:
        last[tricks[-1].winner] = rules.play.last_trick
    if tricks and tricks[0].winner != forfeited:
        first[tricks[0].winner] = rules.play.first_trick
    buried = [0] * n
    if facts.declarer is not None and rules.scoring.buried_count:
        buried[facts.declarer] = facts.buried_points
    standing = standing_melds(rules, facts, won)
    return Count(tuple(points), tuple(buried), tuple(last), tuple(first), tuple(won), standing)


def standing_melds(rules: RuleSet, facts: DealFacts, won: Sequence[int]) -> tuple[int, ...]:
    """Return each seat's melds, 0 where they lapse for want of a trick.

    Source: rules.md [meld-trick-002], [meld-trick-team], [meld-trick-zero],
    [discards-are-trick].
    """
    need = rules.scoring.meld_trick
    if need == "none":
        return facts.melds
    has = [n > 0 for n in won]
    if rules.scoring.buried_is_trick and facts.declarer is not None and rules.deal.dabb:
        has[facts.declarer] = True
    if need == "side":
        has = [any(has[mate] for mate in rules.sides[side]) for side in rules.side_of]
    return tuple(melds if ok else 0 for melds, ok in zip(facts.melds, has, strict=True))


def side_points(rules: RuleSet, count: Count, side: int) -> int:
    """Return the exact points of play of a side."""
    return sum(count.points(seat) for seat in rules.sides[side])


def rounded_points(rules: RuleSet, count: Count, side: int) -> int:
    """Return a side's points of play to the nearest ten, rounded by side or seat.

    Source: rules.md [rounding-team], [rounding-what].
    """
    if rules.scoring.rounding_scope == "seat":
        return sum(round_to_ten(count.points(seat)) for seat in rules.sides[side])
    return round_to_ten(side_points(rules, count, side))


def reachable(rules: RuleSet, facts: DealFacts) -> int:
    """Return the most that the declarer's side can have once all have melded.

    Source: rules.md [hopeless-bid].
    """
    assert facts.declarer is not None
    side = rules.side_of[facts.declarer]
    melds = sum(facts.melds[seat] for seat in rules.sides[side])
    cards = DECK_POINTS - (0 if rules.scoring.buried_count else facts.buried_points)
    return melds + cards + rules.play.last_trick + rules.play.first_trick


def is_unreachable(rules: RuleSet, facts: DealFacts) -> bool:
    """Tell whether the bid is lost without play, once all have melded.

    Source: rules.md [hopeless-bid].
    """
    if not rules.scoring.unreachable_lost or facts.contract is not Contract.TRUMP:
        return False
    if facts.declarer is None or facts.conceded or facts.bury_error or facts.tricks:
        return False
    return reachable(rules, facts) < facts.bid


def meld_lines(
    rules: RuleSet, facts: DealFacts, standing: Sequence[int], side: int
) -> list[ScoreLine]:
    """Return the lines for the melds of a side; lapsed ones are named with 0 points."""
    lines = []
    for seat in rules.sides[side]:
        if standing[seat]:
            lines.append(ScoreLine(side, seat, "melds", standing[seat], "meld-voluntary"))
        elif facts.melds[seat]:
            lines.append(ScoreLine(side, seat, "melds_lapsed", 0, "meld-trick-team"))
    return lines


def play_lines(rules: RuleSet, count: Count, side: int) -> list[ScoreLine]:
    """Return the lines for the points of play of a side, rounding included."""
    lines = []
    for seat in rules.sides[side]:
        for what, points, key in (
            ("card_points", count.tricks[seat], "card-values-000"),
            ("buried", count.buried[seat], "discards-points-000"),
            ("last_trick", count.last_trick[seat], "last-trick-in-bid"),
            ("first_trick", count.first_trick[seat], "last-trick-in-bid"),
        ):
            if points:
                lines.append(ScoreLine(side, seat, what, points, key))
        if rules.scoring.rounding == "ten" and rules.scoring.rounding_scope == "seat":
            points = count.points(seat)
            lines += _rounding(side, seat, round_to_ten(points) - points)
    if rules.scoring.rounding == "ten" and rules.scoring.rounding_scope == "side":
        exact = side_points(rules, count, side)
        lines += _rounding(side, None, round_to_ten(exact) - exact)
    return lines


def _rounding(side: int, seat: int | None, points: int) -> list[ScoreLine]:
    if not points:
        return []
    return [ScoreLine(side, seat, "rounding", points, "rounding-optional-000")]
