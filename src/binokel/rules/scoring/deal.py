"""The score of a deal in every form: played, lost, conceded, special, penalised.

Each form returns its lines; the scores are their sums, side by side.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from binokel.cards.deck import DECK_POINTS
from binokel.rules.contracts import Contract, contract_value, has_named_trump, is_broken
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring.count import (
    Count,
    count_play,
    make_count,
    meld_lines,
    play_lines,
    rounded_points,
    side_points,
)
from binokel.rules.scoring.facts import DealFacts, DealScore, ScoreLine, TakenTrick
from binokel.rules.scoring.penalties import compensation_lines, loss, lost_bonus_lines


def score_deal(rules: RuleSet, facts: DealFacts) -> DealScore:
    """Return the score of a finished deal, every point explained by a line.

    Source: rules.md sections F and G.
    """
    if facts.declarer is None:
        return _no_declarer(rules, facts)
    if facts.conceded:
        return _conceded(rules, facts, facts.declarer)
    if facts.bury_error:
        return _bury_error(rules, facts, facts.declarer)
    if facts.contract is not Contract.TRUMP:
        return _special(rules, facts, facts.declarer)
    if facts.unreachable:
        return _unreachable(rules, facts, facts.declarer)
    if facts.revoke is not None:
        return _revoke(rules, facts, facts.declarer, facts.revoke.seat)
    return _played(rules, facts, facts.declarer, count_play(rules, facts))


def effective_bid(rules: RuleSet, bid: int, called: bool) -> int:
    """Return the bid that counts after a call.

    Source: rules.md [rufen-400], [rufen-default].
    """
    return max(bid, rules.dabb.call_bid) if called and rules.dabb.call == "on" else bid


def _result(
    rules: RuleSet,
    lines: Iterable[ScoreLine],
    made: bool | None,
    *,
    won: tuple[int, ...] | None = None,
    count: Count | None = None,
    total: int | None = None,
) -> DealScore:
    """Assemble a score from its lines; `count` is given where points are counted."""
    lines = tuple(sorted(lines, key=lambda line: line.side))
    scores, exact = [0] * rules.n_sides, [0] * rules.n_sides
    for line in lines:
        scores[line.side] += line.points
        exact[line.side] += line.points if line.what != "rounding" else 0
    return DealScore(
        made=made,
        scores=tuple(scores),
        exact=tuple(exact),
        lines=lines,
        tricks_won=count.tricks_won if count else won or (0,) * rules.n_seats,
        declarer_total=total,
        card_points=tuple(map(sum, zip(count.tricks, count.buried, strict=True)))
        if count
        else None,
        bonus=tuple(map(count.bonus, range(rules.n_seats))) if count else None,
    )


def _others(rules: RuleSet, declarer: int) -> list[int]:
    """Return the sides that play against the declarer."""
    return [side for side in range(rules.n_sides) if side != rules.side_of[declarer]]


def _all_melds(rules: RuleSet, facts: DealFacts, side: int) -> list[ScoreLine]:
    """Return the meld lines of a side where no trick is needed."""
    return meld_lines(rules, facts, facts.melds, side)


def _no_declarer(rules: RuleSet, facts: DealFacts) -> DealScore:
    """Score a deal without an auction. Source: rules.md [two-player-score]."""
    count = count_play(rules, facts)
    lines: list[ScoreLine] = []
    for side in range(rules.n_sides):
        lines += meld_lines(rules, facts, count.melds, side) + play_lines(rules, count, side)
    return _result(rules, lines, None, count=count)


def _played(
    rules: RuleSet, facts: DealFacts, declarer: int, count: Count, *, must_lose: bool = False
) -> DealScore:
    """Score an ordinary deal played to its end.

    Source: rules.md [bid-test-side], [success-rounded-002], [declarer-scores-actual].
    """
    own = rules.side_of[declarer]
    melds = sum(count.melds[seat] for seat in rules.sides[own])
    total = melds + side_points(rules, count, own)
    tested = total
    if rules.scoring.bid_test == "rounded":
        tested = melds + rounded_points(rules, count, own)
    made = tested >= facts.bid and not must_lose
    lines = _own_lines(rules, facts, declarer, count, made)
    for side in _others(rules, declarer):
        lines += meld_lines(rules, facts, count.melds, side)
        if made or rules.scoring.lost_others_tricks:
            lines += play_lines(rules, count, side)
        if not made:
            lines += lost_bonus_lines(rules, facts.bid, side)
    return _result(rules, lines, made, count=count, total=total)


def _own_lines(
    rules: RuleSet, facts: DealFacts, declarer: int, count: Count, made: bool
) -> list[ScoreLine]:
    """Return the lines of the declarer's side.

    Source: rules.md [loss-double-or-plus100], [loser-trick-points], [loser-partner-melds],
    [discards-if-lost]: what is buried only enters the test of the bid.
    """
    own = rules.side_of[declarer]
    if made:
        return meld_lines(rules, facts, count.melds, own) + play_lines(rules, count, own)
    lines = [_bid_lost(rules, facts, declarer)]
    if rules.scoring.lost_keeps_tricks:
        lines += play_lines(rules, count.without_buried(), own)
    return lines


def _bid_lost(rules: RuleSet, facts: DealFacts, declarer: int) -> ScoreLine:
    points = -loss(rules, facts.bid)
    return ScoreLine(
        rules.side_of[declarer], declarer, "bid_lost", points, "loss-double-or-plus100"
    )


def _unreachable(rules: RuleSet, facts: DealFacts, declarer: int) -> DealScore:
    """Score a bid that the melds put out of reach. Source: rules.md [hopeless-bid]."""
    lines = [_bid_lost(rules, facts, declarer)]
    for side in _others(rules, declarer):
        lines += _all_melds(rules, facts, side) + lost_bonus_lines(rules, facts.bid, side)
    return _result(rules, lines, False)


def _conceded(rules: RuleSet, facts: DealFacts, declarer: int) -> DealScore:
    """Score a deal that the declarer gave up.

    Source: rules.md [ab-result], [ab-melds-trick], [ab-bonus-without-meld].
    """
    cost = -rules.dabb.concede_cost * facts.bid
    lines = [ScoreLine(rules.side_of[declarer], declarer, "conceded", cost, "ab-result")]
    if rules.dabb.concede_others != "none":
        for side in _others(rules, declarer):
            lines += _all_melds(rules, facts, side)
            lines += compensation_lines(rules, facts.bid, side)
    return _result(rules, lines, False)


def _bury_error(rules: RuleSet, facts: DealFacts, declarer: int) -> DealScore:
    """Score a deal lost by a burying error.

    Source: rules.md [strict-burying], [discard-error-others], [discard-error-variant].
    """
    own = rules.side_of[declarer]
    lines = [ScoreLine(own, declarer, "bury_error", -2 * facts.bid, "discard-error-variant")]
    others = rules.penalties.bury_error_others
    if has_named_trump(rules, facts.contract) and others != "none":
        for side in _others(rules, declarer):
            lines += _all_melds(rules, facts, side)
            if others == "melds-and-compensation":
                lines += compensation_lines(rules, facts.bid, side)
    return _result(rules, lines, False)


def _special(rules: RuleSet, facts: DealFacts, declarer: int) -> DealScore:
    """Score a Durch or Bettel.

    Source: rules.md [durch-lost], [durch-lost-others], [durch-last-trick], [durch-order],
    [strict-revoke].
    """
    named = has_named_trump(rules, facts.contract)
    if facts.revoke is not None:
        made = rules.side_of[facts.revoke.seat] != rules.side_of[declarer]
    else:
        winners = [trick.winner for trick in facts.tricks]
        made = not is_broken(rules, facts.contract, declarer, winners)
    lines = [_special_line(rules, facts, declarer, made)]
    count = make_count(rules, facts, facts.tricks)
    for side in _others(rules, declarer):
        if facts.revoke is None and named:
            lines += meld_lines(rules, facts, count.melds, side)
            lines += play_lines(rules, count, side)
        elif facts.revoke is None and not made and rules.contracts.lost_others == "tricks":
            lines += _bare_tricks(rules, count, side)
    if not named or facts.revoke is not None:
        return _result(rules, lines, made, won=count.tricks_won)
    own = rules.side_of[declarer]
    total = sum(count.melds[seat] for seat in rules.sides[own]) + side_points(rules, count, own)
    return _result(rules, lines, made, count=count, total=total)


def _special_line(rules: RuleSet, facts: DealFacts, declarer: int, made: bool) -> ScoreLine:
    own = rules.side_of[declarer]
    value = contract_value(
        rules,
        facts.contract,
        is_open=facts.is_open,
        from_hand=facts.from_hand,
        called=facts.called,
    )
    assert value is not None
    what = facts.contract.value
    if made:
        return ScoreLine(own, declarer, what, value, "durch-values")
    cost = {
        "value": value,
        "double": 2 * value,
        "ordinary": loss(rules, facts.bid),
    }[rules.contracts.lost]
    return ScoreLine(own, declarer, f"{what}_lost", -cost, "durch-lost")


def _bare_tricks(rules: RuleSet, count: Count, side: int) -> list[ScoreLine]:
    """Return a side's card points after a lost Durch or Bettel, without any bonus.

    Source: rules.md [durch-lost-others], [durch-last-trick].
    """
    nothing = (0,) * rules.n_seats
    bare = replace(count, last_trick=nothing, first_trick=nothing)
    return [
        replace(line, key="durch-lost-others") if line.what == "card_points" else line
        for line in play_lines(rules, bare, side)
    ]


def _revoke(rules: RuleSet, facts: DealFacts, declarer: int, offender: int) -> DealScore:
    """Score a deal with a proven revoke, by the rule set's form of the penalty.

    Source: rules.md [strict-revoke], [revoke-club-forms].
    """
    by_declarer = rules.side_of[offender] == rules.side_of[declarer]
    match rules.penalties.revoke:
        case "forfeit-tricks":
            forfeited = None if by_declarer else offender
            count = make_count(rules, facts, facts.tricks, forfeited=forfeited)
            return _played(rules, facts, declarer, count, must_lose=by_declarer)
        case "lost":
            count = _rest_awarded(rules, facts, declarer, by_declarer)
            return _played(rules, facts, declarer, count, must_lose=by_declarer)
        case _:
            return _revoke_penalty(rules, facts, declarer, offender)


def _revoke_penalty(rules: RuleSet, facts: DealFacts, declarer: int, offender: int) -> DealScore:
    """Score the penalty of rule text 001.

    Source: rules.md [strict-revoke], [revoke-defender], [revoke-125-each].
    """
    guilty = rules.side_of[offender]
    by_declarer = guilty == rules.side_of[declarer]
    cost = rules.penalties.revoke_points
    if by_declarer:
        cost = max(cost, loss(rules, facts.bid))
    lines = [ScoreLine(guilty, offender, "revoke", -cost, "strict-revoke")]
    credit = rules.penalties.revoke_credit
    for side in range(rules.n_sides):
        if side != guilty:
            lines += _all_melds(rules, facts, side)
            if credit:
                lines.append(ScoreLine(side, None, "revoke_credit", credit, "revoke-125-each"))
    won = count_play(rules, facts).tricks_won
    return _result(rules, lines, False if by_declarer else None, won=won)


def _rest_awarded(rules: RuleSet, facts: DealFacts, declarer: int, by_declarer: bool) -> Count:
    """Count a revoke that gives away all cards not won before it.

    Source: rules.md [revoke-club-forms].
    """
    assert facts.revoke is not None
    before = facts.tricks[: facts.revoke.trick]
    rest = DECK_POINTS - facts.buried_points - sum(trick.points for trick in before)
    if not by_declarer:
        n_rest = rules.deal.hand + rules.deal.stock // rules.n_seats - len(before)
        award = [TakenTrick(declarer, rest), *[TakenTrick(declarer, 0)] * (n_rest - 1)]
        return make_count(rules, facts, (*before, *award))
    count = make_count(rules, facts, before)
    own = rules.side_of[declarer]
    melds = tuple(  # the others get cards, so their melds stand
        count.melds[seat] if rules.side_of[seat] == own else facts.melds[seat]
        for seat in range(rules.n_seats)
    )
    receivers = sorted(
        _others(rules, declarer),
        key=lambda side: min((seat - declarer) % rules.n_seats for seat in rules.sides[side]),
    )
    tricks = list(count.tricks)
    for place, side in enumerate(receivers):
        share = rest // len(receivers) + (1 if place < rest % len(receivers) else 0)
        first = min(rules.sides[side], key=lambda seat: (seat - declarer) % rules.n_seats)
        tricks[first] += share
    last = (0,) * rules.n_seats
    return Count(tuple(tricks), count.buried, last, count.first_trick, count.tricks_won, melds)
