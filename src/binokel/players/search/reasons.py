"""Why a card is played: what it is for, what its worlds told, and what its seat knows."""

from collections.abc import Iterator
from typing import NamedTuple

from binokel.cards.card import CARDS, SUITS
from binokel.cards.hand import SUIT_BITS
from binokel.players.base import Fact
from binokel.players.heuristic.cards import (
    ACE,
    HIGHER,
    RANK_OF,
    SUIT_MARKS,
    SUIT_OF,
    all_copies,
    n_cards,
)
from binokel.players.heuristic.cards import indices as indices_of
from binokel.players.heuristic.play import CardPlayer
from binokel.players.heuristic.reach import needs_trick, reach_facts, reach_of
from binokel.players.search.moment import Moment
from binokel.players.search.tally import Tally
from binokel.rules.contracts import Contract
from binokel.rules.tricks import winning_index

MOST_KNOWN = 2
"""So many facts about the others' cards are told."""
OPEN = 0.03
"""A bid is open that is neither made nor lost but for so little."""
NEAR, FAR = 60, 120
"""So few points to go are told before what is known of the others, or while the bid is open."""
EVEN, LESS = 2.0, 3.0
"""What moves less does not matter, what costs more is told."""


class Weighed(NamedTuple):
    """The cards weighed (by index, as in the tally), the best one, and how safe it is."""

    tally: Tally
    cards: list[int]
    best: int
    safe: str | None

    @property
    def card(self) -> int:
        """The card that is played."""
        return self.cards[self.best]


def own_chances(moment: Moment, tally: Tally) -> list[float | None]:
    """Return the chance of the own side's wish with each card; settled, it is 0 or 1."""
    if moment.declarer < 0:
        return [None] * len(tally.bits)
    made = [min(1.0, max(0.0, tally.chance(place))) for place in range(len(tally.bits))]
    reach = reach_of(moment.view)
    if reach is not None and (reach.is_made or reach.is_lost):
        made = [float(reach.is_made)] * len(made)
    return [chance if _helps(moment) else 1.0 - chance for chance in made]


def _helps(moment: Moment) -> bool:
    side_of = moment.rules.side_of
    return side_of[moment.seat] == side_of[moment.declarer]


def card_facts(moment: Moment, player: CardPlayer, weighed: Weighed) -> tuple[Fact, ...]:
    """Return why a card is played where points count, what tells most first."""
    odds = player.odds(weighed.card)
    decisive, chance, standing = list(player.decides(weighed.card, odds)), [], list[Fact]()
    is_open = False
    if moment.declarer >= 0:
        believed = weighed.tally.chance(weighed.best)
        reach = reach_of(moment.view)
        standing = list(reach_facts(moment.view, reach)) if reach else []
        is_decided = bool(weighed.safe or decisive)
        if not is_decided and (reach is None or not (reach.is_made or reach.is_lost)):
            chance, is_open = [_chance(moment, believed)], OPEN <= believed <= 1 - OPEN
        standing = [one for one in standing if _to_go(one) <= (FAR if is_open else NEAR)]
        if weighed.safe:
            values = {"n": weighed.tally.n, "bid": moment.bid}
            against = {} if _helps(moment) else {"how": "against"}
            decisive.insert(0, Fact(weighed.safe, {**values, **against}))
    known = list(known_facts(player, weighed.card))
    near = any(_to_go(one) <= NEAR for one in standing)
    even, less = _difference(weighed)
    facts = decisive + even + _purpose(player, weighed.card, odds)
    facts += chance if is_open else []
    facts += standing + known if near else known + standing
    return tuple(facts + less + ([] if is_open else chance))


def _to_go(standing: Fact) -> int:
    """Return how many points are to go, 0 where the bid is decided."""
    return int(standing.values.get("points", 0))


def _chance(moment: Moment, chance: float) -> Fact:
    values = {"percent": round(100 * chance), "bid": moment.bid, "p": round(chance, 4)}
    against = {} if _helps(moment) else {"declarer": moment.declarer, "how": "against"}
    return Fact("chance", {**values, **against})


def _purpose(player: CardPlayer, card: int, odds: list[float]) -> list[Fact]:
    """Return what a card is for; that it is lost anyway is no purpose."""
    found = [player.purpose(card, odds)]
    if found[0].code == "leads_dear" and found[0].values["percent"] < 50:
        found = []
    if odds[player.seat] > 0.5 and needs_trick(player.view, player.seat):
        found.append(Fact("first_trick"))
    return found


def _difference(weighed: Weighed) -> tuple[list[Fact], list[Fact]]:
    """Return that no card matters, or how the next best compares, if that is known."""
    tally, best = weighed.tally, weighed.best
    means = [tally.mean(place) for place in range(len(tally.bits))]
    behind = {place: means[best] - mean for place, mean in enumerate(means) if place != best}
    if max(map(abs, behind.values())) < EVEN:
        return [Fact("no_matter")], []
    if weighed.safe:
        return [], []
    second = min(behind, key=lambda place: (behind[place], place))
    if behind[second] >= LESS and not tally.is_behind(second, best):
        return [], []
    if behind[second] < LESS:
        return [], [Fact("about_equal", {"card": str(CARDS[weighed.cards[second]])})]
    values = {"card": str(CARDS[weighed.cards[second]]), "points": round(behind[second])}
    return [], [Fact("next_best", values)]


def special_facts(
    player: CardPlayer, tally: Tally, cards: list[int], best: int
) -> tuple[Fact, ...]:
    """Return why a card is played in a Durch or Bettel."""
    deal, card, known = player.view.deal, cards[best], player.known
    assert deal.declarer is not None
    side = "own" if known.is_mate(deal.declarer) else "against"
    how = f"{'durch' if deal.contract is Contract.DURCH else 'bettel'}_{side}"
    values = {"card": str(CARDS[card]), "percent": round(tally.mean(best)), "how": how}
    # Won or lost with open cards whatever is played: who sees none may still choose wrongly.
    tells = 0.0 < tally.mean(best) < 100.0
    even = _difference(Weighed(tally, cards, best, None))[0] if tells else []
    return (Fact("special_worlds", values), *even, *known_facts(player, card))


def known_facts(player: CardPlayer, card: int) -> tuple[Fact, ...]:
    """Return what is known of the others that bears on a card, weightiest first."""
    found = [*_trumps(player, card), *_voids(player, card), *_higher(player, card)]
    return tuple(found[:MOST_KNOWN])


def _trumps(player: CardPlayer, card: int) -> Iterator[Fact]:
    """Yield how many trumps are out where a declarer leads: he knows the buried."""
    known = player.known
    if known.trump < 0 or player.trick or not player.now.is_declarer:
        return
    out = n_cards(known.unseen & SUIT_BITS[known.trump])
    if out and SUIT_OF[card] == known.trump:
        yield Fact("trumps_out", {"n": out, **({"how": "one"} if out == 1 else {})})
    elif not out:
        yield Fact("trumps_gone")


def _voids(player: CardPlayer, card: int) -> Iterator[Fact]:
    """Yield which seats still to play lack the suit led, and which also lack trumps."""
    known = player.known
    led = SUIT_OF[player.trick[0]] if player.trick else SUIT_OF[card]
    for seat in player.later:
        for suit in dict.fromkeys((led, known.trump)):
            if suit >= 0 and _is_void(player, seat, suit):
                how = {"how": "trump"} if suit == known.trump else {}
                yield Fact("void", {"seat": seat, "suit": SUITS[suit].letter, **how})
            else:
                break


def _is_void(player: CardPlayer, seat: int, suit: int) -> bool:
    known = player.known
    unseen = bool(known.unseen & all_copies(SUIT_MARKS[suit]))
    return unseen and known.n_cards[seat] > 0 and not known.may_hold(seat, SUIT_MARKS[suit])


def _higher(player: CardPlayer, card: int) -> Iterator[Fact]:
    """Yield that nothing of its suit beats a card, or who has shown what does."""
    known, trick = player.known, [*player.trick, card]
    if not known.higher_out(card):
        if RANK_OF[card] != ACE and winning_index(trick, known.trump) == len(trick) - 1:
            yield Fact("nothing_higher", {"card": str(CARDS[card])})
        return
    for seat in player.later:
        held = indices_of(known.shown[seat] & all_copies(HIGHER[card]))
        if held:
            yield Fact("shown_higher", {"seat": seat, "card": str(CARDS[held[0]])})
