"""The headline of an account: what happened, why, and what is written down for it."""

from collections.abc import Iterator

from binokel.cards.card import CARDS
from binokel.cli.terminal.session import Finished, Session
from binokel.engine.parts import Claim
from binokel.engine.state import DealState
from binokel.rules.contracts import Contract
from binokel.rules.melds import MeldKind
from binokel.rules.melds.check import copies_needed
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import DealFacts, DealScore, reachable, round_to_ten


def verdict(session: Session, ended: Finished) -> str:
    """Return what became of the bid, why, and the points; "" without a bid."""
    deal, score = ended.deal, ended.deal.score
    if deal.declarer is None or score is None:
        return ""
    proven = next((claim for claim in deal.claims if claim.proven), None)
    sentences = list(_sentences(session, ended, score, proven))
    judged = deal.declarer if proven is None or score.made is not None else proven.seat
    rules = ended.view.rules
    booked = session.words.points(score.scores[rules.side_of[judged]])
    key = "score.booked_side" if len(rules.sides[rules.side_of[judged]]) > 1 else "score.booked"
    return " ".join([*sentences, session.say(key, judged, points=booked)])


def _sentences(
    session: Session, ended: Finished, score: DealScore, proven: Claim | None
) -> Iterator[str]:
    deal, rules = ended.deal, ended.view.rules
    declarer = deal.declarer
    assert declarer is not None
    if proven is not None:
        yield session.say("score.revoke", proven.seat, n=proven.trick + 1)
    if deal.conceded:
        yield session.say("score.conceded", declarer)
    elif deal.bury_error:
        yield _bury_error(session, deal)
    elif deal.contract is not Contract.TRUMP:
        words = session.words
        what = words.contract(deal.contract, is_open=deal.is_open, from_hand=deal.from_hand)
        yield session.say("score.won" if score.made else "score.lost", declarer, what=what)
    elif score.made is None:
        yield session.words("score.penalty_only")
    elif score.declarer_total is not None:
        yield _counted(session, deal, score, proven)
    elif proven is not None:
        yield session.say("score.lost_bid", declarer, bid=deal.bid)
    else:
        yield session.say("score.hopeless", declarer, bid=deal.bid, most=_most(rules, deal))


def _counted(session: Session, deal: DealState, score: DealScore, proven: Claim | None) -> str:
    """Return how the bid compares with what was counted, rounded where that is tested.

    Source: rules.md [success-rounded-002].
    """
    declarer, total = deal.declarer, score.declarer_total
    assert declarer is not None
    assert total is not None
    tested = _tested(deal.rules, declarer, score)
    reached = str(total)
    if tested != total:
        reached = session.words("score.rounded", total=total, tested=tested)
    if not score.made and tested >= deal.bid and proven is not None:
        return session.say("score.lost_bid", declarer, bid=deal.bid)
    key = "score.made_with" if score.made else "score.missed_with"
    return session.say(key, declarer, bid=deal.bid, total=reached)


def _tested(rules: RuleSet, declarer: int, score: DealScore) -> int:
    """Return the total that the bid was compared with."""
    total = score.declarer_total
    assert total is not None
    assert score.card_points is not None
    assert score.bonus is not None
    if rules.scoring.bid_test != "rounded":
        return total
    seats = rules.sides[rules.side_of[declarer]]
    points = [score.card_points[seat] + score.bonus[seat] for seat in seats]
    by_seat = rules.scoring.rounding_scope == "seat"
    rounded = sum(map(round_to_ten, points)) if by_seat else round_to_ten(sum(points))
    return total - sum(points) + rounded


def _most(rules: RuleSet, deal: DealState) -> int:
    """Return the most that the declarer's side could have had.

    Source: rules.md [hopeless-bid].
    """
    points = rules.card_points
    buried = sum(points[i] * (deal.buried >> (2 * i) & 3) for i in range(len(CARDS)))
    melds = deal.observe(None).meld_points
    facts = DealFacts(declarer=deal.declarer, bid=deal.bid, melds=melds, buried_points=buried)
    return reachable(rules, facts)


def _bury_error(session: Session, deal: DealState) -> str:
    """Return what was wrong with the buried cards. Source: rules.md [strict-burying]."""
    declarer, rules = deal.declarer, deal.rules
    assert declarer is not None
    if deal.n_buried != rules.deal.dabb:
        values = {"buried": deal.n_buried, "n": rules.deal.dabb}
        return session.say("score.bury_count", declarer, **values)
    melds = [m for m in deal.melds[declarer] or () if m.kind is not MeldKind.DIX]
    needed = copies_needed(rules, melds, deal.trump)
    held = deal.hands[declarer]
    missing = [card for card, n in needed.items() if n > held >> (2 * card.index) & 3]
    if missing:
        names = ", ".join(map(session.words.card, missing))
        return session.say("score.bury_meld", declarer, cards=names)
    assert deal.trump is not None
    seven = session.words.card(CARDS[6 * deal.trump.index + 5])
    return session.say("score.bury_dix", declarer, card=seven)
