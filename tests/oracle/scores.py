"""What a deal counts, from the facts as a scorekeeper has them.

Source: rules.md F and G, [ab-result], [strict-burying], [strict-revoke], [revoke-club-forms].
"""

from dataclasses import dataclass, field, replace

from binokel.rules.ruleset import RuleSet
from tests.oracle.cards import Cards, seats_of, side_count, side_of, worth
from tests.oracle.play import winner


@dataclass
class Facts:
    """One deal with a declarer; `melds` are points by seat, `bid` what was bid."""

    declarer: int
    bid: int
    melds: list[int]
    contract: str = "trump"
    open: bool = False
    from_hand: bool = False
    called: bool = False
    trump: str | None = None
    tricks: list[tuple[int, Cards]] = field(default_factory=list)
    buried: Cards = field(default_factory=list)
    conceded: bool = False
    bury_error: bool = False
    revoke: tuple[int, int] | None = None


@dataclass
class Outcome:
    """Scores by side; the total is that of the declarer's side where the bid is tested."""

    scores: list[int]
    made: bool | None = None
    declarer_total: int | None = None


@dataclass
class Piles:
    """Card points, bonus and tricks by seat."""

    points: list[int]
    bonus: list[int]
    tricks: list[int]


# --- arithmetic ---------------------------------------------------------------------------------


def to_ten(points: int) -> int:
    """Round to the ten, five up. Source: rules.md [rounding-optional-000]."""
    return points + 10 - points % 10 if points % 10 >= 5 else points - points % 10


def half(bid: int, way: str) -> int:
    """Return half the bid on a ten. Source: rules.md [half-bid]."""
    tens, rest = divmod(bid, 20)
    return tens * 10 + (10 if rest and way == "half-up" else 0)


def loss(rules: RuleSet, bid: int) -> int:
    """Return what a missed bid costs. Source: rules.md [loss-double-or-plus100]."""
    return {"single": bid, "double": 2 * bid, "plus-100": bid + 100}[rules.scoring.lost]


def compensation(rules: RuleSet, bid: int, side: int) -> int:
    """Return what going out gives a side. Source: rules.md [ab-bonus-amount], [ab-bonus-scope]."""
    dabb = rules.dabb
    amount = {
        "per-seat": dabb.concede_amount * rules.table.seats,
        "flat": dabb.concede_amount,
        "half-up": half(bid, "half-up"),
        "half-down": half(bid, "half-down"),
        "none": 0,
    }[dabb.concede_others]
    return amount * (len(seats_of(rules, side)) if dabb.concede_scope == "seat" else 1)


def lost_bonus(rules: RuleSet, bid: int, side: int) -> int:
    """Return what a lost bid gives another side. Source: rules.md [loss-bonus-30]."""
    bonus = rules.scoring.lost_bonus
    amount = bonus if isinstance(bonus, int) else half(bid, bonus)
    each = rules.scoring.lost_bonus_scope == "seat"
    return amount * (len(seats_of(rules, side)) if each else 1)


def rounded(rules: RuleSet, piles: Piles, side: int) -> int:
    """Return the points of a side as they are written. Source: rules.md [rounding-team]."""
    return (
        exact(rules, piles, side)
        if rules.scoring.rounding == "exact"
        else in_tens(rules, piles, side)
    )


def in_tens(rules: RuleSet, piles: Piles, side: int) -> int:
    """Return the points of a side to the ten, also where the scores stay exact."""
    if rules.scoring.rounding_scope == "side":
        return to_ten(exact(rules, piles, side))
    by_seat = [piles.points[seat] + piles.bonus[seat] for seat in seats_of(rules, side)]
    return sum(to_ten(points) for points in by_seat)


def exact(rules: RuleSet, piles: Piles, side: int) -> int:
    return sum(piles.points[seat] + piles.bonus[seat] for seat in seats_of(rules, side))


# --- counting -----------------------------------------------------------------------------------


def taker(rules: RuleSet, trick: tuple[int, Cards], trump: str | None) -> int:
    leader, cards = trick
    return (leader + winner(cards, trump)) % rules.table.seats


def trump_of(rules: RuleSet, facts: Facts) -> str | None:
    """Return the trump suit of the tricks. Source: rules.md [durch-first-card-trump]."""
    if facts.contract == "trump":
        return facts.trump
    if facts.contract == "bettel" or rules.contracts.durch_trump == "none":
        return None
    if rules.contracts.durch_trump == "named":
        return facts.trump
    return facts.tricks[0][1][0][0] if facts.tricks else None


def count(rules: RuleSet, facts: Facts) -> Piles:
    """Return what each seat has taken: bonus for first and last trick, buried cards apart."""
    seats = range(rules.table.seats)
    trump = trump_of(rules, facts)
    piles = Piles([0 for _ in seats], [0 for _ in seats], [0 for _ in seats])
    for number, trick in enumerate(facts.tricks):
        seat = taker(rules, trick, trump)
        piles.points[seat] += worth(rules, trick[1])
        piles.tricks[seat] += 1
        if number == 0:
            piles.bonus[seat] += rules.play.first_trick
        if number == rules.deal.hand + rules.deal.stock // rules.table.seats - 1:
            piles.bonus[seat] += rules.play.last_trick
    return piles


def bury(rules: RuleSet, facts: Facts, piles: Piles) -> None:
    """Give the declarer what he has buried. Source: rules.md [discards-points-000]."""
    if rules.scoring.buried_count:
        piles.points[facts.declarer] += worth(rules, facts.buried)


def melds_of(rules: RuleSet, facts: Facts, piles: Piles, side: int) -> int:
    """Return the melds that count. Source: rules.md [meld-trick-team], [discards-are-trick]."""
    won = list(piles.tricks)
    if rules.scoring.buried_is_trick and facts.buried:
        won[facts.declarer] += 1
    seats = seats_of(rules, side)
    need = rules.scoring.meld_trick
    if need == "side":
        return sum(facts.melds[seat] for seat in seats) if any(won[seat] for seat in seats) else 0
    return sum(facts.melds[seat] for seat in seats if need == "none" or won[seat])


def all_melds(rules: RuleSet, facts: Facts, side: int) -> int:
    return sum(facts.melds[seat] for seat in seats_of(rules, side))


# --- the forms of a result ----------------------------------------------------------------------


def score(rules: RuleSet, facts: Facts) -> Outcome:
    """Return the result of a deal."""
    facts = raised(rules, facts)
    if facts.conceded:
        return conceded(rules, facts)
    if facts.bury_error:
        return bury_error(rules, facts)
    if facts.contract != "trump":
        return special(rules, facts)
    if facts.revoke is not None:
        return revoked(rules, facts, facts.revoke)
    if unreachable(rules, facts):
        return lost_without_play(rules, facts)
    piles = count(rules, facts)
    return ordinary(rules, facts, piles)


def raised(rules: RuleSet, facts: Facts) -> Facts:
    """Return the facts with the bid that a call leaves. Source: rules.md [rufen-400]."""
    if facts.called and rules.dabb.call == "on":
        return replace(facts, bid=max(facts.bid, rules.dabb.call_bid))
    return facts


def has_trump_and_melds(rules: RuleSet, facts: Facts) -> bool:
    """Source: rules.md [durch-order]: with a named trump a Durch has melds as any deal."""
    named = facts.contract == "durch" and rules.contracts.durch_trump == "named"
    return facts.contract == "trump" or named


def by_side(rules: RuleSet, facts: Facts, own: int, others: dict[int, int]) -> list[int]:
    mine = side_of(rules, facts.declarer)
    return [own if side == mine else others[side] for side in range(side_count(rules))]


def other_sides(rules: RuleSet, facts: Facts) -> list[int]:
    mine = side_of(rules, facts.declarer)
    return [side for side in range(side_count(rules)) if side != mine]


def conceded(rules: RuleSet, facts: Facts) -> Outcome:
    """Source: rules.md [ab-result], [ab-melds-trick], [ab-bonus-without-meld]."""
    others = dict.fromkeys(other_sides(rules, facts), 0)
    if rules.dabb.concede_others != "none":
        for side in others:
            others[side] = all_melds(rules, facts, side) + compensation(rules, facts.bid, side)
    own = -rules.dabb.concede_cost * facts.bid
    return Outcome(by_side(rules, facts, own, others), made=False)


def bury_error(rules: RuleSet, facts: Facts) -> Outcome:
    """Source: rules.md [strict-burying], [discard-error-others], [discard-error-variant]."""
    others = dict.fromkeys(other_sides(rules, facts), 0)
    kind = rules.penalties.bury_error_others
    if has_trump_and_melds(rules, facts) and kind != "none":
        for side in others:
            others[side] = all_melds(rules, facts, side)
            if kind == "melds-and-compensation":
                others[side] += compensation(rules, facts.bid, side)
    return Outcome(by_side(rules, facts, -2 * facts.bid, others), made=False)


def unreachable(rules: RuleSet, facts: Facts) -> bool:
    """Source: rules.md [hopeless-bid]."""
    if not rules.scoring.unreachable_lost or facts.tricks:
        return False
    most = 240 + rules.play.last_trick + rules.play.first_trick
    if not rules.scoring.buried_count:
        most -= worth(rules, facts.buried)
    bid = raised(rules, facts).bid
    return all_melds(rules, facts, side_of(rules, facts.declarer)) + most < bid


def lost_without_play(rules: RuleSet, facts: Facts) -> Outcome:
    """Source: rules.md [hopeless-bid]."""
    others = {
        side: all_melds(rules, facts, side) + lost_bonus(rules, facts.bid, side)
        for side in other_sides(rules, facts)
    }
    return Outcome(by_side(rules, facts, -loss(rules, facts.bid), others), made=False)


def ordinary(rules: RuleSet, facts: Facts, tricks: Piles, lost_anyway: bool = False) -> Outcome:
    """Score a deal in trump that was played out. Source: rules.md [bid-test-side]."""
    mine = side_of(rules, facts.declarer)
    with_buried = Piles(list(tricks.points), tricks.bonus, tricks.tricks)
    bury(rules, facts, with_buried)
    melds = melds_of(rules, facts, tricks, mine)
    total = melds + exact(rules, with_buried, mine)
    written = melds + rounded(rules, with_buried, mine)
    tested = total
    if rules.scoring.bid_test == "rounded":
        tested = melds + in_tens(rules, with_buried, mine)
    made = tested >= facts.bid and not lost_anyway
    own = written if made else lost_own(rules, facts, tricks)
    others = {s: defenders(rules, facts, tricks, s, made) for s in other_sides(rules, facts)}
    return Outcome(by_side(rules, facts, own, others), made, total)


def lost_own(rules: RuleSet, facts: Facts, tricks: Piles) -> int:
    """Source: rules.md [loser-trick-points], [discards-if-lost], [loser-partner-melds]."""
    own = -loss(rules, facts.bid)
    if rules.scoring.lost_keeps_tricks:
        own += rounded(rules, tricks, side_of(rules, facts.declarer))
    return own


def defenders(rules: RuleSet, facts: Facts, piles: Piles, side: int, made: bool) -> int:
    """Source: rules.md [defenders-on-loss-000], [loss-bonus-30], [loss-bonus-scope]."""
    points = melds_of(rules, facts, piles, side)
    if made or rules.scoring.lost_others_tricks:
        points += rounded(rules, piles, side)
    return points if made else points + lost_bonus(rules, facts.bid, side)


def without_declarer(rules: RuleSet, facts: Facts) -> Outcome:
    """Score a deal without an auction. Source: rules.md [two-player-score]."""
    piles = count(rules, facts)
    return Outcome(
        [
            melds_of(rules, facts, piles, side) + rounded(rules, piles, side)
            for side in range(side_count(rules))
        ]
    )


# --- Durch and Bettel ---------------------------------------------------------------------------


def contract_value(rules: RuleSet, facts: Facts) -> int:
    """Source: rules.md [durch-values], [bettel-value], [rufen-default]."""
    contracts = rules.contracts
    if facts.contract == "durch" and facts.called and rules.dabb.call == "durch":
        return rules.dabb.call_bid
    if facts.contract == "bettel":
        value = contracts.bettel
    elif facts.from_hand:
        value = contracts.durch_hand
    else:
        value = contracts.durch_open if facts.open else contracts.durch
    assert value is not None
    return value


def special(rules: RuleSet, facts: Facts) -> Outcome:
    """Score a Durch or Bettel; after a revoke nothing but its value is scored.

    Source: rules.md [durch-order], [durch-lost], [durch-lost-others], [strict-revoke].
    """
    piles, mine = count(rules, facts), side_of(rules, facts.declarer)
    made = succeeded(rules, facts, piles)
    if facts.revoke is not None:
        made = side_of(rules, facts.revoke[0]) != mine
    own = contract_value(rules, facts) if made else -contract_loss(rules, facts)
    others = dict.fromkeys(other_sides(rules, facts), 0)
    for side in others if facts.revoke is None else ():
        if has_trump_and_melds(rules, facts):
            others[side] = melds_of(rules, facts, piles, side) + rounded(rules, piles, side)
        elif not made and rules.contracts.lost_others == "tricks":
            bare = Piles(piles.points, [0] * len(piles.bonus), piles.tricks)
            others[side] = rounded(rules, bare, side)
    return Outcome(by_side(rules, facts, own, others), made)


def succeeded(rules: RuleSet, facts: Facts, piles: Piles) -> bool:
    """Source: rules.md [durch-partner], [bettel-and-partner]."""
    side = seats_of(rules, side_of(rules, facts.declarer))
    who = side if rules.contracts.scope == "side" else [facts.declarer]
    won = sum(piles.tricks[seat] for seat in who)
    return won == 0 if facts.contract == "bettel" else won == len(facts.tricks)


def contract_loss(rules: RuleSet, facts: Facts) -> int:
    value = contract_value(rules, facts)
    return {"value": value, "double": 2 * value, "ordinary": loss(rules, facts.bid)}[
        rules.contracts.lost
    ]


# --- revoke -------------------------------------------------------------------------------------


def revoked(rules: RuleSet, facts: Facts, revoke: tuple[int, int]) -> Outcome:
    """Score an ordinary deal in which a revoke was claimed."""
    form = rules.penalties.revoke
    by_declarer = side_of(rules, revoke[0]) == side_of(rules, facts.declarer)
    if form == "penalty":
        return revoke_penalty(rules, facts, revoke[0])
    if form == "forfeit-tricks":
        piles = count(rules, facts)
        if not by_declarer:
            piles.points[revoke[0]] = piles.bonus[revoke[0]] = 0
        return ordinary(rules, facts, piles, lost_anyway=by_declarer)
    return (
        revoke_by_declarer(rules, facts, revoke[1])
        if by_declarer
        else revoke_by_defender(rules, facts, revoke[1])
    )


def revoke_penalty(rules: RuleSet, facts: Facts, offender: int) -> Outcome:
    """Source: rules.md [strict-revoke], [revoke-defender], [revoke-125-each]."""
    guilty, mine = side_of(rules, offender), side_of(rules, facts.declarer)
    cost = rules.penalties.revoke_points
    if guilty == mine:
        cost = max(cost, loss(rules, facts.bid))
    scores = [
        -cost if side == guilty else all_melds(rules, facts, side) + rules.penalties.revoke_credit
        for side in range(side_count(rules))
    ]
    return Outcome(scores, False if guilty == mine else None)


def before(rules: RuleSet, facts: Facts, number: int) -> tuple[Piles, int]:
    """Return what was taken before a trick, and the points of all cards beyond."""
    early = Facts(
        facts.declarer, facts.bid, facts.melds, trump=facts.trump, tricks=facts.tricks[:number]
    )
    late = [card for _, cards in facts.tricks[number:] for card in cards]
    return count(rules, early), worth(rules, late)


def revoke_by_defender(rules: RuleSet, facts: Facts, number: int) -> Outcome:
    """All cards from the offence on, and the last trick, go to the declarer."""
    piles, rest = before(rules, facts, number)
    piles.points[facts.declarer] += rest
    piles.bonus[facts.declarer] += rules.play.last_trick
    piles.tricks[facts.declarer] += len(facts.tricks) - number
    if number == 0:
        piles.bonus[facts.declarer] += rules.play.first_trick
    return ordinary(rules, facts, piles)


def revoke_by_declarer(rules: RuleSet, facts: Facts, number: int) -> Outcome:
    """The points of those cards go in equal parts to the others, odd ones in turn order.

    The others' melds do not lapse: they get cards. His own side's are those of its tricks.
    """
    piles, rest = before(rules, facts, number)
    mine = side_of(rules, facts.declarer)
    piles.tricks = [n if side_of(rules, seat) == mine else 1 for seat, n in enumerate(piles.tricks)]
    left = len(other_sides(rules, facts))
    done = {side_of(rules, facts.declarer)}
    for i in range(1, rules.table.seats):
        seat = (facts.declarer + i) % rules.table.seats
        if side_of(rules, seat) not in done:
            done.add(side_of(rules, seat))
            part = -(-rest // left)
            piles.points[seat] += part
            rest, left = rest - part, left - 1
    return ordinary(rules, facts, piles, lost_anyway=True)
