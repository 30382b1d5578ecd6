"""From a view to what the tree is asked: the running trick, worlds, and what results are worth."""

from dataclasses import dataclass
from random import Random

from binokel.engine.match import MatchView
from binokel.errors import Unsupported
from binokel.kernel.cards import hand_mask, kernel_bit
from binokel.kernel.params import PlayParams, play_params, side_masks
from binokel.kernel.worlds import Worlds, facts_of
from binokel.players.heuristic.cards import points_of
from binokel.players.ismcts.worth import Worth, worth_of, worth_of_tricks
from binokel.rules.contracts import Contract, is_broken

N_WORLDS = 256
"""So many worlds are drawn at most; the iterations take them in turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What `Tree` is asked, and the seats whose side is glad of what is counted, as bits."""

    params: PlayParams
    worlds: tuple[int, ...]
    ahead: tuple[int, ...]
    leader: int
    on_table: tuple[int, ...]
    counted: int
    friends: int
    is_first: bool
    worth: Worth


def question_of(view: MatchView, n: int, rng: Random) -> Question:
    """Return what is asked where a card is to be played, over at most `n` worlds.

    Raises:
        Unsupported: the kernel does not know the rules, or the cards name trump.
        NoWorld: no cards fit what the seat has seen.
    """
    deal, rules = view.deal, view.rules
    assert deal.seat is not None
    counted = deal.seat if deal.declarer is None else deal.declarer
    params = play_params(rules, deal.trump, deal.contract)
    _check_contract(view)
    worlds = Worlds(facts_of(deal, rules))
    drawn = [worlds.sample(rng) for _ in range(min(n, N_WORLDS))]
    friends = side_masks(rules)[counted]
    is_special = deal.contract is not Contract.TRUMP
    buried = [points_of(world.buried, rules.card_points) for world in drawn]
    # Tens are near enough for what others buried, and let a deal's ends be scored only once.
    mean = buried[0] if deal.seat == deal.declarer else round(sum(buried) / len(buried), -1)
    counts = rules.scoring.buried_count and not is_special and deal.declarer is not None
    taken = 0 if is_special else _taken(view, friends)
    by_seat = is_special and rules.contracts.scope == "seat"
    return Question(
        params=params,
        worlds=tuple(hand_mask(hand) for world in drawn for hand in world.hands),
        ahead=tuple(taken + (points if counts else 0) for points in buried),
        leader=deal.leader,
        on_table=tuple(kernel_bit(card) for card in deal.trick),
        counted=1 << counted if by_seat else friends,
        friends=friends,
        is_first=not deal.tricks,
        worth=worth_of_tricks(deal.contract, len(deal.hand))
        if is_special
        else worth_of(view, counted, int(mean)),
    )


def _check_contract(view: MatchView) -> None:
    """Refuse a Durch or Bettel that is lost already, or whose first card names trump."""
    deal, rules = view.deal, view.rules
    if deal.contract is Contract.TRUMP or deal.declarer is None:
        return
    winners = [trick.winner for trick in deal.tricks]
    names_trump = deal.contract is Contract.DURCH and rules.contracts.durch_trump == "first-card"
    if is_broken(rules, deal.contract, deal.declarer, winners):
        raise Unsupported(f"the {deal.contract.value} is lost already", keys=["lost"])
    if names_trump and not deal.tricks and not deal.trick:
        raise Unsupported("the first card names trump", keys=["contracts.durch_trump"])


def _taken(view: MatchView, seats: int) -> int:
    """Return what some seats have taken, bonuses included."""
    tricks, play = view.deal.tricks, view.rules.play
    taken = sum(trick.points for trick in tricks if seats >> trick.winner & 1)
    return taken + (play.first_trick if tricks and seats >> tricks[0].winner & 1 else 0)
