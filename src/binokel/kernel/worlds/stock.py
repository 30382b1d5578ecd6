"""The game with a stock: melds laid, the exchange, the last card drawn.

Source: rules.md [two-player-meld-time], [two-player-reuse], [two-player-dix], [two-player-draw].
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from binokel.cards.card import Card
from binokel.engine.actions import DeclareMelds, ExchangeDix, PlayCard
from binokel.engine.view import DealView
from binokel.rules.melds.stock import group_of
from binokel.rules.ruleset import RuleSet

_N = 24


def held_at_windows(
    view: DealView, rules: RuleSet, played: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Return by seat how many copies of each kind its melds prove to be in hand.

    The cards of a meld are in hand when it is laid; what stands at last uses every copy ever
    held once in each group of melds.
    """
    ever = [[0] * _N for _ in range(rules.n_seats)]
    left = [[0] * _N for _ in range(rules.n_seats)]
    for seat, action in view.history:
        match action:
            case PlayCard(card):
                left[seat][card.index] += 1
            case ExchangeDix():
                left[seat][_seven(view)] += 1
            case DeclareMelds(melds):
                for meld in melds:
                    _raise(ever[seat], left[seat], Counter(meld.cards))
    for seat, standing in enumerate(view.melds):
        groups: dict[tuple[str, int], Counter[Card]] = {}
        for meld in standing or ():
            groups.setdefault(group_of(rules, meld), Counter()).update(meld.cards)
        for used in groups.values():
            _raise(ever[seat], [0] * _N, used)
    return [
        [max(0, ever[seat][i] - left[seat][i]) for i in range(_N)] for seat in range(len(played))
    ]


def _raise(ever: list[int], left: Sequence[int], need: Counter[Card]) -> None:
    for card, n in need.items():
        ever[card.index] = max(ever[card.index], left[card.index] + n)


def _seven(view: DealView) -> int:
    assert view.trump is not None
    return 6 * view.trump.index + 5


def drawn_clauses(
    view: DealView, rules: RuleSet, plays: Sequence[tuple[int, int, tuple[int, ...]]]
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Yield seats, kinds of which each has held one, and the copies played since.

    The exchanger took a trump above the seven. The loser of the last trick with a stock drew
    the card that lay open: the seven after an exchange, else any other trump, or the seven
    where the dealer counts it.
    """
    assert view.trump is not None
    first = 6 * view.trump.index
    above = tuple(range(first, first + 5))
    taker = next((seat for seat, action in view.history if action == ExchangeDix()), None)
    if taker is not None:
        place = next(i for i, entry in enumerate(view.history) if entry[1] == ExchangeDix())
        n_before = sum(isinstance(action, PlayCard) for _, action in view.history[:place])
        yield taker, above, _played(plays[n_before:], taker, above)
    n_tricks = rules.deal.stock // 2
    if view.n_stock or len(view.tricks) < n_tricks:
        return
    loser = (view.tricks[n_tricks - 1].winner + 1) % 2
    declared = sum(meld.points for meld in view.melds[view.dealer] or ())
    was_seven = taker is not None or view.meld_points[view.dealer] > declared
    kinds = (first + 5,) if was_seven else above
    yield loser, kinds, _played(plays[2 * n_tricks :], loser, kinds)


def _played(
    plays: Sequence[tuple[int, int, tuple[int, ...]]], seat: int, kinds: tuple[int, ...]
) -> tuple[int, ...]:
    return tuple(sum((who, card) == (seat, kind) for who, card, _ in plays) for kind in kinds)
