"""The account of a deal line by line, with how every number has come about."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from binokel.engine.parts import Trick
from binokel.locales import text
from binokel.rules.contracts import contract_value
from binokel.rules.ruleset import RuleSet
from binokel.rules.scoring import ScoreLine
from binokel.telling.scene import Scene, turned_dix

ORDER = (
    "conceded",
    "bid_lost",
    "bury_error",
    "revoke",
    "durch",
    "durch_lost",
    "bettel",
    "bettel_lost",
    "melds",
    "melds_lapsed",
    "card_points",
    "buried",
    "first_trick",
    "last_trick",
    "compensation",
    "lost_bonus",
    "revoke_credit",
    "rounding",
)
"""The rows of an account from top to bottom; `score.what.<code>` has their texts."""

_OF_PLAY = ("card_points", "buried", "first_trick", "last_trick")


class Row(NamedTuple):
    """A line of the account in words, without whose it is; `detail` explains its points."""

    line: ScoreLine
    text: str
    detail: str


def rows(scene: Scene, side: int) -> tuple[Row, ...]:
    """Return the lines of a side from top to bottom; their points sum to its score."""
    score = scene.view.deal.score
    assert score is not None
    own = [line for line in score.lines if line.side == side]
    if any(line.seat is not None and line.what == "rounding" for line in own):
        own.sort(key=lambda line: (-1 if line.seat is None else line.seat, _place(line)))
    else:
        own.sort(key=lambda line: (_place(line), -1 if line.seat is None else line.seat))
    return tuple(Row(line, _what(scene, line), _DETAILS[line.what](scene, line)) for line in own)


def _place(line: ScoreLine) -> int:
    return ORDER.index(line.what)


def label(scene: Scene, line: ScoreLine) -> str:
    """Return what a line is about, with the name where a side has several seats."""
    what = _what(scene, line)
    if line.seat is None or len(scene.view.rules.sides[line.side]) == 1:
        return what
    return f"{what} ({scene.name(line.seat)})"


def _what(scene: Scene, line: ScoreLine) -> str:
    return text(f"score.what.{line.what}", scene.words.lang)


# --- how the points have come about --------------------------------------------------------------


def _melds(scene: Scene, line: ScoreLine) -> str:
    words, deal = scene.words, scene.view.deal
    assert line.seat is not None
    told = words.melds(deal.melds[line.seat] or ())
    dix = turned_dix(scene.view) if line.seat == deal.dealer else 0
    if dix:
        turned = words("detail.turned_dix", points=dix)
        told = f"{told}, {turned}" if deal.melds[line.seat] else turned
    return told


def _lapsed(scene: Scene, line: ScoreLine) -> str:
    return scene.words("detail.lapsed", melds=_melds(scene, line))


def _card_points(scene: Scene, line: ScoreLine) -> str:
    """Return the tricks one by one, as far as they are what is counted.

    Source: rules.md [revoke-club-forms].
    """
    words = scene.words
    won = [trick for trick in scene.view.deal.tricks if trick.winner == line.seat]
    if sum(trick.points for trick in won) == line.points:
        return _tricks(scene, won)
    claim = next(claim for claim in scene.view.deal.claims if claim.proven)
    kept = [
        trick
        for n, trick in enumerate(scene.view.deal.tricks)
        if n < claim.trick and trick.winner == line.seat
    ]
    rest = line.points - sum(trick.points for trick in kept)
    if not kept:
        return words("detail.rest", rest=rest)
    key = "detail.tricks_and_rest" if rest else "detail.tricks_until"
    return words(key, tricks=_tricks(scene, kept), rest=rest)


def _tricks(scene: Scene, tricks: list[Trick]) -> str:
    n = scene.words.count("tricks", len(tricks))
    if len(tricks) == 1:
        return n
    return scene.words("detail.tricks", n=n, sum=" + ".join(str(t.points) for t in tricks))


def _buried(scene: Scene, _line: ScoreLine) -> str:
    words, deal = scene.words, scene.view.deal
    cards = words.count("cards", deal.n_buried)
    if not deal.buried:
        return words("detail.buried", cards=cards)
    points = scene.view.rules.card_points
    each = [f"{words.card(card)} {points[card.index]}" for card in deal.buried]
    return ", ".join(each)


def _trick_bonus(scene: Scene, _line: ScoreLine) -> str:
    return scene.words("detail.trick_bonus")


def _rounding(scene: Scene, line: ScoreLine) -> str:
    """Return what was rounded to what: a side's points of play, or a seat's."""
    score = scene.view.deal.score
    assert score is not None
    exact = sum(
        other.points
        for other in score.lines
        if other.what in _OF_PLAY and other.side == line.side and line.seat in (None, other.seat)
    )
    return scene.words("detail.rounding", exact=exact, ten=exact + line.points)


def _bid_lost(scene: Scene, line: ScoreLine) -> str:
    """Return what was reached, where it was counted, and the price."""
    view, score = scene.view, scene.view.deal.score
    lost = _loss(scene, view.rules, view.deal.bid)
    assert score is not None
    if score.declarer_total is None or score.card_points is None or score.bonus is None:
        return lost
    seats = view.rules.sides[line.side]
    play = sum(score.card_points[seat] + score.bonus[seat] for seat in seats)
    melds = score.declarer_total - play
    return scene.words(
        "detail.reached", melds=melds, play=play, total=score.declarer_total, lost=lost
    )


def _loss(scene: Scene, rules: RuleSet, bid: int) -> str:
    """Return a lost bid in numbers. Source: rules.md [loss-double-or-plus100]."""
    return scene.words(f"detail.lost.{rules.scoring.lost}", bid=bid)


def _times(scene: Scene, times: int) -> str:
    bid = scene.view.deal.bid
    if times == 1:
        return scene.words("detail.bid", bid=bid)
    return scene.words("detail.times", times=times, bid=bid)


def _conceded(scene: Scene, _line: ScoreLine) -> str:
    return _times(scene, scene.view.rules.dabb.concede_cost)


def _bury_error(scene: Scene, _line: ScoreLine) -> str:
    """Return the price of wrong burying. Source: rules.md [discard-error-variant]."""
    return _times(scene, 2)


def _revoke(scene: Scene, line: ScoreLine) -> str:
    """Return the price of a revoke: fixed, or the lost bid if that is more.

    Source: rules.md [strict-revoke].
    """
    rules, deal = scene.view.rules, scene.view.deal
    claim = next(claim for claim in deal.claims if claim.proven)
    if -line.points == rules.penalties.revoke_points:
        return scene.words("detail.revoke", n=claim.trick + 1, cost=-line.points)
    cost = _loss(scene, rules, deal.bid)
    return scene.words("detail.revoke_bid", n=claim.trick + 1, cost=cost)


def _revoke_credit(scene: Scene, _line: ScoreLine) -> str:
    return scene.words("detail.revoke_credit")


def _special_won(scene: Scene, line: ScoreLine) -> str:
    return scene.words("detail.value", what=_contract(scene), value=line.points)


def _special_lost(scene: Scene, _line: ScoreLine) -> str:
    """Return the price of a lost Durch or Bettel. Source: rules.md [durch-lost]."""
    rules, deal = scene.view.rules, scene.view.deal
    if rules.contracts.lost == "ordinary":
        return _loss(scene, rules, deal.bid)
    value = contract_value(
        rules,
        deal.contract,
        is_open=deal.is_open,
        from_hand=deal.from_hand,
        called=deal.call is not None,
    )
    key = "detail.value_twice" if rules.contracts.lost == "double" else "detail.value"
    return scene.words(key, what=_contract(scene), value=value)


def _contract(scene: Scene) -> str:
    deal = scene.view.deal
    return scene.words.contract(deal.contract, is_open=deal.is_open, from_hand=deal.from_hand)


def _compensation(scene: Scene, line: ScoreLine) -> str:
    """Return the bonus after going out. Source: rules.md [ab-bonus-amount]."""
    dabb, n_seats = scene.view.rules.dabb, scene.view.rules.n_seats
    if dabb.concede_others == "per-seat":
        return scene.words("detail.per_seat", n=n_seats, each=dabb.concede_amount)
    if dabb.concede_others == "flat":
        return scene.words("detail.fixed")
    return scene.words(f"detail.{dabb.concede_others}", bid=scene.view.deal.bid)


def _lost_bonus(scene: Scene, _line: ScoreLine) -> str:
    """Return the bonus for another's lost bid. Source: rules.md [loss-bonus-30]."""
    bonus = scene.view.rules.scoring.lost_bonus
    if isinstance(bonus, int):
        return scene.words("detail.fixed")
    return scene.words(f"detail.{bonus}", bid=scene.view.deal.bid)


_DETAILS: Mapping[str, Callable[[Scene, ScoreLine], str]] = {
    "conceded": _conceded,
    "bid_lost": _bid_lost,
    "bury_error": _bury_error,
    "revoke": _revoke,
    "durch": _special_won,
    "durch_lost": _special_lost,
    "bettel": _special_won,
    "bettel_lost": _special_lost,
    "melds": _melds,
    "melds_lapsed": _lapsed,
    "card_points": _card_points,
    "buried": _buried,
    "first_trick": _trick_bonus,
    "last_trick": _trick_bonus,
    "compensation": _compensation,
    "lost_bonus": _lost_bonus,
    "revoke_credit": _revoke_credit,
    "rounding": _rounding,
}
