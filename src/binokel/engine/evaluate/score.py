"""`score`: what a deal brings, computed by the engine's own scoring from stated facts.

Everything that the cards show is checked; a revoke and a burying error are taken as stated.
"""

import msgspec

from binokel.cards.hand import unpack
from binokel.engine.evaluate.facts import Told, read_told
from binokel.engine.evaluate.fields import Fields, Op, Outcome
from binokel.engine.evaluate.follow import follow
from binokel.errors import BadRequest, Inconsistent
from binokel.rules.contracts import has_named_trump
from binokel.rules.melds import meld_points
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import DealFacts, DealScore, effective_bid, is_unreachable, score_deal


def run(fields: Fields) -> Outcome:
    """Return the score of a deal with its lines.

    Source: rules.md sections C, F and G.

    Raises:
        BadRequest: a field is missing or ill-typed, or the rule set has a stock.
        NotationError: a text names no card or suit.
        ImpossibleCards: the deck does not have these cards.
        Inconsistent: the facts contradict each other or the rule set.
    """
    rules = fields.rules
    if rules.deal.stock:
        message = f"rules: {rules.id} has a stock, replay scores its deals"
        raise BadRequest(message, key="rules", path="rules")
    told = read_told(fields)
    facts = DealFacts(
        declarer=told.declarer,
        bid=effective_bid(rules, told.bid, told.called),
        contract=told.contract,
        is_open=told.is_open,
        from_hand=told.from_hand,
        called=told.called,
        trump=told.trump,
        melds=_melds(rules, told),
        buried_points=sum(rules.card_points[card.index] for card in unpack(told.buried)),
        conceded=told.conceded,
        bury_error=told.bury_error,
        revoke=told.revoke,
    )
    if is_unreachable(rules, facts):
        facts = msgspec.structs.replace(facts, unreachable=True)
        _check_unplayed(told, "a bid out of reach is lost without play")
    elif told.conceded or told.bury_error:
        what = "conceded" if told.conceded else "lost by a burying error"
        _check_unplayed(told, f"the deal was {what}")
    else:
        facts = msgspec.structs.replace(facts, tricks=follow(rules, told))
    return _written(score_deal(rules, facts))


OP = Op(
    (
        *("dealer", "declarer", "bid", "contract", "open", "from_hand", "trump", "hands", "dabb"),
        *("buried", "buried_dix", "melds", "tricks", "conceded", "called", "bury_error", "revoke"),
    ),
    run,
)


def _melds(rules: RuleSet, told: Told) -> tuple[int, ...]:
    """Return the points of each seat's melds: as stated, or of its best set.

    What was declared at the table is a fact; like a revoke it is not held against the cards.

    Source: rules.md [meld-voluntary], [durch-last-trick].
    """
    named = has_named_trump(rules, told.contract)

    def best(seat: int) -> int:
        sevens = told.buried_dix if seat == told.declarer else 0
        return meld_points(rules, told.hands[seat], told.trump, sevens) if named else 0

    return tuple(
        best(seat) if declared is None else declared for seat, declared in enumerate(told.melds)
    )


def _check_unplayed(told: Told, why: str) -> None:
    """Refuse tricks and a revoke where nothing was played."""
    if told.tricks:
        raise Inconsistent(f"tricks must be empty: {why}", key="tricks")
    if told.revoke is not None:
        raise Inconsistent(f"revoke must be null: {why}", key="revoke")


def _written(score: DealScore) -> Outcome:
    return {
        "made": score.made,
        "declarer_total": score.declarer_total,
        "scores": list(score.scores),
        "card_points": None if score.card_points is None else list(score.card_points),
        "bonus": None if score.bonus is None else list(score.bonus),
        "tricks_won": list(score.tricks_won),
        "lines": [
            {
                "side": line.side,
                "seat": line.seat,
                "what": line.what,
                "points": line.points,
                "key": line.key,
            }
            for line in score.lines
        ],
    }
