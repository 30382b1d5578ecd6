"""The headline of an account: what happened, why, and what is written down for it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from binokel.cards.card import CARDS, Card, Rank, card_of
from binokel.engine.match import MatchView
from binokel.engine.parts import Claim
from binokel.rules.contracts import Contract
from binokel.rules.melds import MeldKind
from binokel.rules.melds.check import copies_needed
from binokel.rules.scoring import DealFacts, DealScore, reachable, round_to_ten
from binokel.telling.scene import Scene
from binokel.telling.words import large, side_name


class Declared(NamedTuple):
    """The declarer's cards at the end of a deal, known to itself and to who has the record."""

    hand: tuple[Card, ...]
    buried: tuple[Card, ...]


def seen_of(view: MatchView) -> Declared | None:
    """Return what the seat itself knows of the declarer's cards."""
    deal = view.deal
    return Declared(deal.hand, deal.buried) if deal.seat == deal.declarer else None


def verdict(scene: Scene, cards: Declared | None) -> str:
    """Return what became of the bid, why, and the points; "" without a bid.

    Without the declarer's cards a burying error is told without naming them.
    """
    deal, score = scene.view.deal, scene.view.deal.score
    if deal.declarer is None or score is None:
        return ""
    proven = next((claim for claim in deal.claims if claim.proven), None)
    sentences = list(_sentences(scene, deal.declarer, score, proven, cards))
    judged = deal.declarer if proven is None or score.made is not None else proven.seat
    rules = scene.view.rules
    booked = score.scores[rules.side_of[judged]]
    key = "score.booked_side" if len(rules.sides[rules.side_of[judged]]) > 1 else "score.booked"
    points = scene.words.count("points", booked)
    return " ".join([*sentences, scene.say(key, judged, points=points)])


def headline(scene: Scene) -> str:
    """Return the headline of a finished deal as a seat knows it; never empty."""
    score = scene.view.deal.score
    if score is None:
        return scene.words("score.redeal")
    said = verdict(scene, seen_of(scene.view))
    if said:
        return said
    rows = [
        scene.words("score.side", name=side_name(scene.view, side), points=scene.words.points(n))
        for side, n in enumerate(score.scores)
    ]
    return scene.words("score.counted", rows=", ".join(rows))


def _sentences(
    scene: Scene, declarer: int, score: DealScore, proven: Claim | None, cards: Declared | None
) -> Iterator[str]:
    deal = scene.view.deal
    if proven is not None:
        yield scene.say("score.revoke", proven.seat, n=proven.trick + 1)
    if deal.conceded:
        yield scene.say("score.conceded", declarer)
    elif deal.bury_error:
        yield _bury_error(scene, declarer, cards)
    elif deal.contract is not Contract.TRUMP:
        words = scene.words
        what = words.contract(deal.contract, is_open=deal.is_open, from_hand=deal.from_hand)
        yield scene.say("score.won" if score.made else "score.lost", declarer, what=large(what))
    elif score.made is None:
        yield scene.words("score.penalty_only")
    elif score.declarer_total is not None:
        yield _counted(scene, declarer, score, score.declarer_total, proven)
    elif proven is not None:
        yield scene.say("score.lost_bid", declarer, bid=deal.bid)
    else:
        yield _hopeless(scene, declarer, cards)


def _counted(
    scene: Scene, declarer: int, score: DealScore, total: int, proven: Claim | None
) -> str:
    """Return how the bid compares with what was counted, rounded where that is tested.

    Source: rules.md [success-rounded-002].
    """
    deal = scene.view.deal
    tested = _tested(scene.view, declarer, score, total)
    reached = str(total)
    if tested != total:
        reached = scene.words("score.rounded", total=total, tested=tested)
    if not score.made and tested >= deal.bid and proven is not None:
        return scene.say("score.lost_bid", declarer, bid=deal.bid)
    key = "score.made_with" if score.made else "score.missed_with"
    return scene.say(key, declarer, bid=deal.bid, total=reached)


def _tested(view: MatchView, declarer: int, score: DealScore, total: int) -> int:
    """Return the total that the bid was compared with."""
    rules = view.rules
    assert score.card_points is not None
    assert score.bonus is not None
    if rules.scoring.bid_test != "rounded":
        return total
    seats = rules.sides[rules.side_of[declarer]]
    points = [score.card_points[seat] + score.bonus[seat] for seat in seats]
    by_seat = rules.scoring.rounding_scope == "seat"
    rounded = sum(map(round_to_ten, points)) if by_seat else round_to_ten(sum(points))
    return total - sum(points) + rounded


def _hopeless(scene: Scene, declarer: int, cards: Declared | None) -> str:
    """Return that the bid was out of reach, with the most that could have been had.

    Source: rules.md [hopeless-bid].
    """
    deal, rules = scene.view.deal, scene.view.rules
    if cards is None and not rules.scoring.buried_count:
        return scene.say("score.hopeless_plain", declarer, bid=deal.bid)
    buried = 0 if cards is None else _card_points(rules.card_points, cards.buried)
    melds = deal.meld_points
    facts = DealFacts(declarer=declarer, bid=deal.bid, melds=melds, buried_points=buried)
    return scene.say("score.hopeless", declarer, bid=deal.bid, most=reachable(rules, facts))


def _card_points(points: Sequence[int], cards: Sequence[Card]) -> int:
    return sum(points[card.index] for card in cards)


def _bury_error(scene: Scene, declarer: int, cards: Declared | None) -> str:
    """Return what was wrong with the buried cards. Source: rules.md [strict-burying]."""
    deal, rules, words = scene.view.deal, scene.view.rules, scene.words
    if deal.n_buried != rules.deal.dabb:
        buried = words.count("cards", deal.n_buried)
        return scene.say("score.bury_count", declarer, buried=buried, n=rules.deal.dabb)
    if cards is None:
        return scene.say("score.bury_other", declarer)
    melds = [m for m in deal.melds[declarer] or () if m.kind is not MeldKind.DIX]
    needed = copies_needed(rules, melds, deal.trump)
    missing = [card for card in CARDS if needed.get(card, 0) > cards.hand.count(card)]
    if missing:
        return scene.say("score.bury_meld", declarer, cards=words.names(missing))
    assert deal.trump is not None
    seven = words.card(card_of(deal.trump, Rank.SIEBENER))
    return scene.say("score.bury_dix", declarer, card=seven)
